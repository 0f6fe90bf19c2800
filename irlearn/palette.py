"""The colors of widgets, pages and figures."""

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
"""Colors for light backgrounds after Okabe and Ito (2008), darkened to a contrast of 4.5 to 1 for text."""

RELEVANT_ANYWHERE = f"color-mix(in srgb,{PALETTE['relevant']} 75%,currentColor)"
"""The color of relevant items on an unknown background; it is mixed with the color of the text to keep contrast."""

OUTCOMES = {
    "AA": ("#0072b2", "#ffffff"),
    "AD": ("#16181b", "#ffffff"),
    "MAG": ("#d97400", "#16181b"),
    "MAL": ("#ae83b5", "#16181b"),
    "MDG": ("#8a4b00", "#ffffff"),
    "MDL": ("#6d0554", "#ffffff"),
    "PA": ("#e3e6ea", "#57606a"),
    "PD": ("#74787e", "#ffffff"),
}
"""The eight outcomes of a pair of systems on a light background: the color of each, and the color of text on it.

Missed differences are orange and invented differences purple, darker if the other system is ahead; undecided pairs are
gray. All pairs of colors are distinguishable (CIE76 at least 17) in normal, protan, deutan and tritan vision, simulated
after Machado et al. (2009).
"""

_OUTCOMES_DARK = {
    "AA": ("#3d9be0", "#10202c"),
    "AD": ("#ffffff", "#16181b"),
    "MAG": ("#d8a529", "#16181b"),
    "MAL": ("#dfb5df", "#16181b"),
    "MDG": ("#ba4308", "#ffffff"),
    "MDL": ("#a43b98", "#ffffff"),
    "PA": ("#33383f", "#a9b1b9"),
    "PD": ("#868a90", "#16181b"),
}


def _properties(outcomes: dict[str, tuple[str, str]]) -> dict[str, str]:
    """Return the colors of outcomes and of text on them by custom property, such as "mag" and "on-mag"."""
    return {
        f"{prefix}{code.lower()}": color
        for code, colors in outcomes.items()
        for prefix, color in zip(("", "on-"), colors, strict=True)
    }


LIGHT = {
    "ink": "#1b1f23",
    "soft": "#57606a",  # The gray of a theme may fall below 4.5 to 1 on a highlighted row.
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
    "attention": "#bd7900",
    "hue-p": "#004f52",
    "hue-r": "#6a1fc0",
    "hue-ap": "#b0417f",
    **_properties(OUTCOMES),
}
"""The colors of widgets on a light page, by custom property of their styles.

`attention` is the color of the focus ring, with a contrast of 3 to 1 on every background. Only precision, recall and AP
have a hue of their own, because with a fourth hue some people could not distinguish two of them.
"""

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
    "attention": "#e6a23c",
    "hue-p": "#63e6c8",
    "hue-r": "#e9d7f5",
    "hue-ap": "#cc869c",
    **_properties(_OUTCOMES_DARK),
}
"""The colors that differ on a dark page."""

DARK_PAGE = {**DARK, "ground": "#17181b"}
"""The colors of a dark page outside a notebook, which has no background from a theme."""

_HUES = {
    "hue-p": ("P", "precision", "interpolated precision"),
    "hue-r": ("R", "recall"),
    "hue-ap": ("AP", "MAP"),
}


def color_class(measure: object) -> str:
    """Return the hue of precision, recall or AP, given as a measure or by name; empty for other measures.

    >>> from irlearn import AP, P, nDCG
    >>> color_class(P @ 5), color_class("recall"), color_class(AP(rel=2)), color_class(nDCG)
    ('hue-p', 'hue-r', 'hue-ap', '')
    """
    name = str(measure).replace("(", "@").partition("@")[0]
    return next((hue for hue, names in _HUES.items() if name in names), "")
