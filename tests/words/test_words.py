"""What the package says is what it said when its words were frozen: `python tests/words/freeze.py` writes them anew."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from frozen import HERE, ROOT, golden, pictures, reading
from frozen.families import families
from frozen.golden import Family

from irlearn.measures.precisions import AveragePrecision

FAMILIES = families()
GOLDEN = golden.read()
SHOWN = 40  # lines of a difference; the command shows all
SMALL = 300_000  # bytes
SOME = ("lines of AP", "widget Means")


def told(family: Family, frozen: list[str], now: list[str]) -> str:
    return (
        f"{family.name}: {golden.compared(frozen, now)}\n{golden.difference(frozen, now, most=SHOWN)}\n"
        f"All: python tests/words/freeze.py --diff {family.name!r}. Where it is meant: python tests/words/freeze.py"
    )


@pytest.mark.parametrize("name", FAMILIES)
def test_the_words_are_those_that_were_frozen(name):
    family, now = FAMILIES[name], FAMILIES[name].lines()
    if not family.same(GOLDEN.get(name, []), now):
        pytest.fail(told(family, GOLDEN.get(name, []), now), pytrace=False)


def test_the_file_holds_every_family_and_no_other():
    assert sorted(GOLDEN) == sorted(FAMILIES)


def test_each_walk_over_a_widget_is_kept_and_can_still_be_made():
    assert pictures.kept() == set(pictures.SCENES)
    assert pictures.lost() == []


def test_the_file_is_small_and_written_alike_each_time(tmp_path):
    one, other = tmp_path / "one.xz", tmp_path / "other.xz"
    some = {name: GOLDEN[name] for name in (*SOME, "sheets")}
    golden.write(some, one)
    golden.write(dict(reversed(some.items())), other)
    assert one.read_bytes() == other.read_bytes()
    assert golden.read(one) == some
    assert golden.FILE.stat().st_size < SMALL


@pytest.mark.parametrize("name", SOME)
def test_a_change_planted_in_a_copy_is_told(tmp_path, name):
    planted = [*GOLDEN[name]]
    place = next(n for n, line in enumerate(planted) if " = " in line)
    planted[place] = planted[place].replace(" = ", " ≈ ", 1)
    golden.write({**{one: GOLDEN[one] for one in SOME}, name: planted}, tmp_path / "copy.xz")
    copy = golden.read(tmp_path / "copy.xz")
    assert [one for one in SOME if not FAMILIES[one].same(copy[one], GOLDEN[one])] == [name]
    assert golden.compared(copy[name], GOLDEN[name]) == golden.Change(0, 0, 1, layout=False)
    message = told(FAMILIES[name], copy[name], GOLDEN[name])
    assert f"- {planted[place]}\n+ {GOLDEN[name][place]}\n" in message


def test_a_change_planted_in_the_package_is_told(monkeypatch):
    monkeypatch.setattr(AveragePrecision, "why", "AP divides by all relevant documents.")
    assert not FAMILIES["text of AP"].same(GOLDEN["text of AP"], FAMILIES["text of AP"].lines())


def test_where_lines_end_counts_in_text_and_not_in_pictures():
    exact, loose = FAMILIES["text of AP"], FAMILIES["widget Means"]
    assert not exact.same(["a b", "c"], ["a", "b c"])
    assert loose.same(["a b", "c"], ["a", "b c"])
    assert not loose.same(["a b"], ["ab"])
    assert golden.compared(["a b"], ["a", "b"]).layout


def test_a_family_whose_lines_are_gone_or_new_is_told():
    empty = replace(FAMILIES["text of AP"], make=lambda: iter(()))
    assert not empty.same(GOLDEN["text of AP"], empty.lines())
    assert golden.compared([], ["a", "b"]) == golden.Change(2, 0, 0, layout=False)
    assert golden.compared(["a", "b"], ["b"]) == golden.Change(0, 1, 0, layout=False)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p>AP = <b>1/2</b></p>", "<div><div><p><span>AP = <i><b>1/2</b></i></span></p></div></div>"),
        (
            "<p>AP = 1/2</p>",
            '<p><span class="formula" role="math" aria-label="AP = 1/2"><math><mn>1</mn></math></span></p>',
        ),
        ("<p>AP = 1/2</p>", '<p><math alttext="AP = 1/2"><mn>1</mn></math></p>'),
        (
            "<p>so 2^10 it is</p>",
            '<p>so <b class="formula"><i aria-hidden="true">2</i><u class="visually-hidden">2^10</u></b> it is</p>',
        ),
        ('<p>2<sup><span class="visually-hidden"> to the power </span>10</sup></p>', "<p>2^10</p>"),
        (
            '<p>so <b class="over"><i>3</i><i>4</i></b></p>',
            '<p>so <b class="formula" aria-label="3 / 4"><i>3</i></b></p>',
        ),
        ("<b>P</b><i>1</i>", "<div>P</div><div>1</div>"),
        ("<ul><li>P</li><li>1</li></ul>", "<table><tr><td>P</td><td>1</td></tr></table>"),
    ],
)
def test_a_picture_that_is_built_otherwise_reads_the_same(one, other):
    assert " ".join(reading.shown(reading.tree(one))).split() == " ".join(reading.shown(reading.tree(other))).split()


@pytest.mark.all
def test_the_words_depend_on_no_hash_no_locale_no_terminal_and_no_data():
    odd = {"PYTHONHASHSEED": "7", "LC_ALL": "C", "COLUMNS": "200", "TZ": "Asia/Tokyo", "IRLEARN_DATA": "/nowhere"}
    few = [
        "tables of scores",
        "shell: compare",
        "notes on odd",
        "conventions",
        "widget Quiz",
        "widget Gains",
        "lesson 03",
    ]
    found = subprocess.run(
        [sys.executable, HERE / "freeze.py", "--check", "--only", *few],
        env={**os.environ, **odd},
        cwd=ROOT.parent,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
