"""Charts and movable lists that several widgets share."""
