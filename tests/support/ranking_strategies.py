"""Hypothesis strategies for rankings with ties and missed documents."""

from __future__ import annotations

from hypothesis import strategies as st

from irlearn import Ranking

LONGEST = 40
GRADES = st.integers(-1, 4)


@st.composite
def rankings(
    draw: st.DrawFn,
    grades: st.SearchStrategy[int] = GRADES,
    *,
    longest: int = LONGEST,
    most_missed: int = 6,
    ties: bool = True,
) -> Ranking:
    """Draw rankings of up to `longest` ranks, short rankings more often, and half of them with `ties`."""
    size = draw(st.integers(0, 12) | st.integers(0, longest))
    listed = draw(st.lists(grades, min_size=size, max_size=size))
    missed = draw(st.lists(grades.filter(lambda grade: grade >= 0), max_size=most_missed))
    groups: list[int] = []
    if ties and draw(st.booleans()):
        while (left := size - sum(groups)) > 0:
            groups.append(min(draw(st.integers(1, 5)), left))
    return Ranking(listed, [grade for grade in listed if grade >= 0] + missed, ties=groups)
