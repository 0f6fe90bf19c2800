"""irlearn: learn how information retrieval is evaluated."""
