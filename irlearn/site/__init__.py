"""The course as a static site: a home page, live lessons in JupyterLite, the reference and the API reference."""
