"""No text of 3,000 signs holds the reader up, whatever stands in it."""

import time

import pytest

from irlearn import InputError, Ranking

_GAP = " " * 2900


@pytest.mark.all
@pytest.mark.parametrize(
    "text",
    [f"[1, 0{_GAP}...]", f"a{_GAP}b", f"1 0{_GAP}x", "1 0" + "\n" * 2900 + "x", ("a" + " " * 24) * 115,
     "x" * 2900, "xy_" * 960, "(" * 2900, "a " * 1400, "1," * 1400, "[[" * 1400, "# " * 1400, '"a" ' * 700,
     "." * 2900, "relevant at rank 1, " * 145, "a, b and " * 320],
    ids=lambda text: repr(text[:24]),
)  # fmt: skip
def test_a_text_without_end_is_answered_soon(text):
    start = time.process_time()
    with pytest.raises(InputError):
        Ranking.parse(text)
    assert time.process_time() - start < 8  # a second here; over a minute before words and gaps were bounded


def test_a_wide_gap_parts_words_as_a_blank_does():
    assert Ranking.parse(f"relevant: {{a, c}}{_GAP[:60]}ranking: [a, b, c]").grades == (1, 0, 1)
    assert Ranking.parse("relevant = {a, c}" + "\n" * 40 + "ranking = [a, b, c]").grades == (1, 0, 1)
