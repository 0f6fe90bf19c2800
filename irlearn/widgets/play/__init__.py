"""The widgets for experiments with rankings, runs and tests, one module for each widget."""
