"""Each number in a lesson's prose is one that the lesson's cells compute, or is named here."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from shown import LESSONS, drawn, run

NUMBER = re.compile(r"(?<![\w.])[0-9][0-9,]*(?:\.[0-9]+|/[0-9]+|%)(?!\w)")
NOT_READ = re.compile(r"`[^`]*`|\]\([^)]*\)")
LEFT: dict[str, str] = {  # inputs of a task or a table, results that a test or an exercise ties, levels of a test
    "00": "1/5",  # Ben's wrong number
    "01": "3/4",
    "02": "0.1 0.9",  # 9 of 90 and 9 of 10, the tutorial's pair
    "03": "0.897 2/4",  # the wrong AP, and what it is made of
    "04": "0.1 0.567 0.75 0.9 1.0 1.9 3/8 9/16",  # inputs; (0.9 + 0.6) / 2 and (0.8 + 0.5 + 0.4) / 3; versions of tools
    "05": "0.3 0.4 0.55 0.61 0.9369 0.9435 1.9",  # two programs' numbers that a part asks about; versions
    "06": "0.1667 0.6 0.7 0.8 0.9 5/24 6.337",  # a colleague's MAP that a part asks about; inputs
    "07": (  # scores of tables; t(8) at 2.5% and 5%: 2.306 and 1.860; sizes: tests/statistics/test_rank_sum_on_pairs.py
        "0.0 0.035 0.12 0.18 0.25 0.2556 0.27 0.2922 0.36 0.49 0.59 0.69 0.74 0.76 0.85 0.88 0.90 0.95 1% 1.860 "
        "1/2 1/3 1/6 2.306 2.5"
    ),
    "08": "0.000249 0.449 11/3",
    "09": "0.0052 0.59 4.0 40%",  # 1 - 0.95^10
    "10": "0.0052 0.012 0.5 0.9 4% 4.8 5%",  # tests/studies/test_paper_sentences.py
}
"""By lesson, the numbers of its prose that no cell shows, reviewed by hand: each is an input, or tied by a test."""


def computed(lesson, folder) -> set[str]:
    """The numbers that stand in what the cells show before anything is answered."""
    found: set[str] = set()
    for _, it in run(lesson, folder):
        html = re.sub(r"<style>.*?</style>", " ", drawn(it, False, set()), flags=re.DOTALL)
        found.update(NUMBER.findall(f"{unescape(re.sub('<[^>]+>', ' ', html))} {it}"))
    return found


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem[:2])
def test_each_number_in_prose_is_computed_or_named(lesson, tmp_path, capsys):
    prose = {
        number
        for cell in json.loads(lesson.read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "markdown" and not cell["id"].startswith("references")
        for number in NUMBER.findall(NOT_READ.sub(" ", "".join(cell["source"])))
    }
    shown = computed(lesson, tmp_path / "lesson") | set(NUMBER.findall(capsys.readouterr().out))
    left = prose - shown - set(LEFT.get(lesson.stem[:2], "").split())
    assert " ".join(sorted(left)) == "", "computed by no cell: show it, or name it in LEFT"
