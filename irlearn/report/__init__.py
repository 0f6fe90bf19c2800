"""Reports on runs: `report` compares runs on one page, and `diff` explains the difference between two runs."""

from irlearn.report.difference import diff as diff
from irlearn.report.document import Report as Report, report as report

__all__ = ["Report", "diff", "report"]
