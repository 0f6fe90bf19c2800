"""The one palette."""

from __future__ import annotations

PALETTE = {
    "relevant": "#0072b2",
    "not_relevant": "#6b6f76",
    "unjudged": "#8f5a00",
    "system_a": "#0072b2",
    "system_b": "#b84a00",
    "better": "#00734d",
    "worse": "#b84a00",
}
"""Colours for light and white grounds, after Okabe and Ito (2008), darkened to 4.5 to 1 where they carry text."""

PAGE_LIGHT = {"ink": "#1d1f23", "soft": "#5a5f67", "line": "#d5d8dd", "ground": "#fff", "hit": PALETTE["relevant"]}
PAGE_DARK = {"ink": "#e8e9eb", "soft": "#a6abb3", "line": "#43474e", "ground": "#17181b", "hit": "#56b4e9"}
"""The colours of a page of its own, for readers of light and of dark pages."""
