"""Text: English sentences, numbers, tables, and HTML and Markdown as trees."""
