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
"""The eight outcomes of a pair of systems, on light grounds: the colour of each, and that of the mark it carries.

What was missed is orange, what was invented purple, darker where the other system is ahead; what is open is grey. They
were chosen to stay apart (CIE76 at least 17) for normal, protan, deutan and tritan sight, by Machado et al. (2009).
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
    """The colours of the outcomes and of their marks, by the names of custom properties: "mag" and "on-mag"."""
    return {
        f"{kind}{code.lower()}": colour
        for code, both in outcomes.items()
        for kind, colour in zip(("", "on-"), both, strict=True)
    }


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
    "attention": "#bd7900",
    "hue-p": "#004f52",
    "hue-r": "#6a1fc0",
    "hue-ap": "#b0417f",
    **_properties(OUTCOMES),
}
"""The colours of the widgets on a light page, by the names of the custom properties of their styles.

`attention` is the ring of the focus, 3 to 1 on every ground. Precision, recall and AP have a hue each, and no other
measure has one: with a fourth, two of them look alike to some.
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
"""The colours that are others on a dark page."""

DARK_PAGE = {**DARK, "ground": "#17181b"}
"""The colours of a dark page of its own; a notebook brings a ground with its theme."""

_HUES = {
    "hue-p": ("P", "precision", "interpolated precision"),
    "hue-r": ("R", "recall"),
    "hue-ap": ("AP", "MAP"),
}


def color_class(named: object) -> str:
    """The colour of precision, recall or AP by its name here, of a measure or of what it is called; else nothing.

    >>> from irlearn import AP, P, nDCG
    >>> color_class(P @ 5), color_class("recall"), color_class(AP(rel=2)), color_class(nDCG)
    ('hue-p', 'hue-r', 'hue-ap', '')
    """
    name = str(named).replace("(", "@").partition("@")[0]
    return next((one for one, names in _HUES.items() if name in names), "")
