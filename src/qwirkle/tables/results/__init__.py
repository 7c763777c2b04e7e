"""Results of finished games, and the statistics and head-to-head records made from them."""
