"""Test that each mark of each picture is at the position of its number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pictures_of_leaderboards  # noqa: F401 - registers how pictures are read
import pictures_of_pools  # noqa: F401
import pictures_of_scores  # noqa: F401
import pytest
from read_pictures import PICTURES, page, unread


@pytest.mark.parametrize("name", PICTURES)
def test_every_mark_stands_where_its_number_is(name: str) -> None:
    make, reads = PICTURES[name]
    drawn = page((it := make()).picture)
    looked_at = 0
    for what, shown, has in reads(it, drawn):
        assert shown == has, what
        looked_at += 1
    assert looked_at
    assert unread(drawn) == [], "marks that nobody reads"


def test_every_widget_whose_marks_have_places_is_read_back(every_widget: Callable[[str], dict[str, Any]]) -> None:
    placed = {type(it).__name__ for it in every_widget("d").values() if unread(page(it.picture))}
    assert placed == {name.partition(",")[0] for name in PICTURES}
