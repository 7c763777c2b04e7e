"""The JSON of the public contract: values of the rules in, plain JSON out, and back."""
