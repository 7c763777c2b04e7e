"""The commands of the lab: matches, ladders, plots and training."""
