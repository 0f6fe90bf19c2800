"""English sentences, numbers, tables, HTML and Markdown."""
