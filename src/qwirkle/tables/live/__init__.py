"""Tables that are being played in this process, and the questions people ask at them."""
