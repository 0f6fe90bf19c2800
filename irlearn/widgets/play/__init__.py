"""The widgets to try things out with, a module each."""
