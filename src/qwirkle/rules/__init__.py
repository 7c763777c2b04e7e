"""The rule books as code and data. Pure: no input or output, no clock, no randomness."""
