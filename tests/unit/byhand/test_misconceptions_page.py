"""Test the reference page of all ids, which `irlearn help` prints, too."""

from __future__ import annotations

import re
from random import Random

import pytest
from misconceptions_page import PAGE, SLIPS, page

from irlearn.byhand import MISCONCEPTIONS, TOPICS
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import answer_text
from irlearn.byhand.possible_slips import GUESS_KINDS, TWO_CHANGES
from irlearn.cli import main

TEXT = PAGE.read_text("utf-8")
IDS = re.findall(r"^### (.+)$", TEXT, re.MULTILINE)


def test_page_has_an_entry_for_every_id():
    assert sorted(IDS) == sorted([*MISCONCEPTIONS, *SLIPS])
    assert {kind.id for kind in (*GUESS_KINDS, TWO_CHANGES)} <= set(SLIPS)
    for entry in TEXT.partition("## Rounding and slips")[0].split("### ")[1:]:
        assert re.search(r"^wrong: .+\nright: .+$", entry, re.MULTILINE), entry
        assert re.search(r"^Lesson \d\d[,.]", entry, re.MULTILINE), entry


@pytest.mark.all
def test_page_is_current():
    assert page() == TEXT, "run python tests/tools/misconceptions_page.py"


def test_ids_in_verdicts_on_random_answers_are_explained(capsys, much):
    random = Random(47)
    ids = set()
    for name in [*TOPICS, "map", "gmap", "mrr"]:
        asked = exercise(name, random.randrange(10**6), level=random.choice((1, 2, 3)))
        for number in asked.numbers:
            values = [mistake.value for mistake in number.checker.mistakes]
            values += [float(number.checker.right_value) * random.uniform(0.5, 1.5) for _ in range(much(20))]
            for value in values:
                verdict = number.check(answer_text(value, number.places))
                ids |= {cause.id for cause in (*verdict.diagnoses, *verdict.hints)}
    assert any(name.startswith("map-ap-") for name in ids)
    for name in ids:
        assert main(["help", name]) == 0, name
        assert capsys.readouterr().out.partition("\n")[0] in IDS
