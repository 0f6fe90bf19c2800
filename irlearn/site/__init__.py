"""The course as a static site: a home page, live lessons in JupyterLite, the reference and the API reference."""

from irlearn.site.build import Site as Site, build as build

__all__ = ["Site", "build"]
