"""The HTTP handlers, one module per resource. Thin: the service decides."""
