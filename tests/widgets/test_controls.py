"""What the controls that widgets share do."""

from __future__ import annotations

import pytest

from irlearn import InputError
from irlearn.widgets.controls import check_count, draw_stepper, p_text, read_count


def test_controls_hand_their_focus_over_at_the_ends() -> None:
    least = draw_stepper("cutoff", "cutoff", "1", less=False)
    assert 'data-focus="cutoff −" aria-label="cutoff: less" disabled' in least
    assert 'aria-label="cutoff: more" data-focus-next' in least


def test_numbers_that_are_typed_are_whole_and_in_reach() -> None:
    assert read_count(" 7 ", "the cutoff", 1, 10) == 7
    with pytest.raises(InputError, match="given: True"):
        check_count(True, "the cutoff", 1, 10)


def test_small_p_values_keep_two_digits() -> None:
    assert [p_text(p) for p in (0.5, 0.00099, 0.0000123)] == ["0.5000", "0.0010", "1.2e-05"]
