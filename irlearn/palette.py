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

RELEVANT_ANYWHERE = f"color-mix(in srgb,{PALETTE['relevant']} 75%,currentColor)"
"""The mark of what is relevant on a ground of unknown colour: nearer to the letters, which are light on a dark one."""

LIGHT = {
    "ink": "#1b1f23",
    "soft": "#57606a",  # a theme's own grey falls below 4.5 to 1 on a marked row
    "line": "#d8dce1",
    "ground": "#fff",
    "raised": "#f4f6f8",
    "relevant": PALETTE["relevant"],
    "on-relevant": "#fff",
    "unjudged": PALETTE["unjudged"],
    "a": PALETTE["system_a"],
    "b": PALETTE["system_b"],
    "better": PALETTE["better"],
    "worse": PALETTE["worse"],
    "touched": "#e8f3fa",
    "main": PALETTE["relevant"],
    "main-hover": "#005a8c",
    "on-main": "#fff",
    "attention": "#d98e00",
}
"""The colours of the widgets on a light page, by the names of the custom properties of their styles."""

DARK = {
    "ink": "#e6e8ea",
    "soft": "#a9b1b9",
    "line": "#4a5058",
    "raised": "#2a2e33",
    "relevant": "#56b4e9",
    "on-relevant": "#10202c",
    "unjudged": "#f0b44c",
    "a": "#56b4e9",
    "b": "#f0955a",
    "better": "#4cc9a0",
    "worse": "#f0955a",
    "touched": "#1d3340",
}
"""The colours that are others on a dark page."""

DARK_PAGE = {**DARK, "ground": "#17181b"}
"""The colours of a dark page of its own; a notebook brings a ground with its theme."""
