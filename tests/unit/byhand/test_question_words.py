"""Test the questions and hints of each quantity, and that each wording is used."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from irlearn import AP, Judged, Ranking, nDCG
from irlearn.byhand import TOPICS, question_words
from irlearn.byhand.catalogue import KINDS, MISCONCEPTIONS
from irlearn.byhand.catalogue.kappa import Kappa, KappaCase
from irlearn.byhand.hand_quantity import first_steps, load_sentences, sentences_by_row as said_of
from irlearn.byhand.question_text import hints_for, question_for
from irlearn.byhand.question_words import WORDINGS, DeclaredWording

MORE = {"next-judgment": " | document d2 | after 2 | run A", "bandit-posterior": " | run A | gamma .5"}
TABLES = ("phrase", "why", "message")
SILENT = (*TABLES, "evidence", "first_step", "wording")
FILES = [
    path for path in Path(question_words.__file__).parent.rglob("*.toml") if path.name != "input_words.toml"
]  # The other files hold wordings; this one holds what may be typed.
ASKED = [kind(statistic) for kind in KINDS.values() for statistic in kind.statistics]


def told(asked) -> list[str]:
    """The question and the hints about the kind's example."""
    example = asked.example.partition(" | document")[0].partition(" | run")[0] if asked.name in MORE else asked.example
    pair, wording = asked.parse(example + MORE.get(asked.name, "")), WORDINGS.of(asked)
    question = wording.compose(Random("words"), asked, pair, "What is it?").text
    return [question, wording.rounding(asked, 3), wording.definition(asked), *wording.hints(asked, pair)]


@pytest.mark.parametrize("asked", ASKED, ids=repr)
def test_each_number_that_can_be_asked_for_is_worded_and_hinted_at(asked):
    said = told(asked)
    assert "What is it?" in said[0]
    assert len(said) > 4
    assert not re.search(r"[{}\[\]]|  | \.", " ".join(filter(None, said)))


def rows_of(words):
    """The sentences of a section, drawn ones and others."""
    yield from (row for rows in words.get("draws", {}).values() for row in rows)
    yield from "\n".join(rows for sort, rows in words.items() if sort not in ("like", "draws")).splitlines()


def pattern(row):
    """What a sentence is found by, whatever it names: its longest stretch, and all of it."""
    parts = re.split(r"\{.*?\}", " ".join(re.sub(r"^\[.*?\] ", "", row.strip()).split()))
    return max(parts, key=len), re.compile(".*?".join(map(re.escape, parts)))


def questions():
    """Questions and givens of which, together, each sentence is said."""
    yield from [(AP, Ranking.parse("0 1 0", relevant=2))] * 9  # whose document is told by its rank now and then
    yield from ((Judged @ 2, Ranking.parse("0 1 ?")), (nDCG, Ranking.parse("2 0 1")))
    topics = [one for one in TOPICS.values() if one.name != "next-judgment"]  # which takes long to draw
    yield from (topic.draw(Random(f"{topic.name} {at}"), 1 + at % 3) for at in range(6) for topic in topics)


def test_each_sentence_is_said_of_some_question():
    files = [load_sentences(str(file)) for file in FILES]
    sections = [section for file in files for section in (*file.items(), *file.get("wording", {}).items())]
    idle = [(kind, row, *pattern(row)) for kind, words in sections if kind not in SILENT for row in rows_of(words)]
    said = chain(
        (text for asked in ASKED for text in told(asked)),
        (
            text
            for at, (asked, given) in enumerate(questions())
            for text in (question_for(Random(f"words {at}"), asked, given).text, *hints_for(asked, given))
        ),
    )
    for text in said:  # until nothing is left to be said
        for line in text.splitlines():
            idle = [one for one in idle if one[2] not in line or not one[3].search(line)]
        if not idle:
            return
    raise AssertionError([f"{kind}: {row}" for kind, row, *_ in idle])


def test_wording_raises_an_error_for_a_section_that_does_not_exist(monkeypatch):
    monkeypatch.setattr(KappaCase, "wording", "no-such-section")
    with pytest.raises(KeyError, match="no-such-section"):
        _ = DeclaredWording(Kappa).templates


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_name_and_each_reason_is_that_of_a_number_and_each_sentence_that_of_a_wrong_rule(file):
    for table in TABLES:
        for (kind, name), text in said_of(str(file), table).items():
            if table == "message":
                assert MISCONCEPTIONS[f"{kind.lower()}-{name}"].message == text
            else:
                asked = KINDS[kind](name)
                assert {"phrase": asked.phrase, "why": asked.why}[table] == text
    assert all(KINDS[kind]().first_step == text for kind, text in first_steps(str(file)).items())
    assert max(map(len, file.read_text("utf-8").splitlines())) <= 120
