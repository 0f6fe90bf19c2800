"""What the package says is what it said when its words were frozen; `python tests/words/freeze.py` freezes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import freeze
import pytest
from frozen import HERE, ROOT, golden, pictures, reading
from frozen.families import families
from frozen.golden import Family

from irlearn.measures.average_precision import AveragePrecision

FAMILIES = families()
GOLDEN = golden.read()
SHOWN = 40  # lines of a difference; the command shows all
SMALL = 2_100_000  # bytes of all files
SOME = ("lines of AP", "widget Means")


def told(family: Family, frozen: list[str], now: list[str]) -> str:
    return (
        f"{family.name}: {golden.compared(frozen, now)}\n{golden.difference(frozen, now, most=SHOWN)}\n"
        f"All: python tests/words/freeze.py --diff {family.name!r}. Where it is meant: the same without --diff"
    )


@pytest.mark.grid
@pytest.mark.parametrize("name", FAMILIES)
def test_the_words_are_those_that_were_frozen(name):
    family, now = FAMILIES[name], FAMILIES[name].lines()
    if not family.same(GOLDEN.get(name, []), now):
        pytest.fail(told(family, GOLDEN.get(name, []), now), pytrace=False)


def test_there_is_a_file_of_every_family_and_no_other():
    files = {path.name for path in golden.FOLDER.iterdir()}
    assert sorted(GOLDEN) == sorted(FAMILIES)
    assert files == {"shared.txt", *map(golden.file_of, FAMILIES)}
    assert len({name.casefold() for name in files}) == len(FAMILIES) + 1, "some systems take two names for one"


def test_each_walk_over_a_widget_is_kept_and_can_still_be_made():
    assert pictures.kept() == set(pictures.SCENES)
    assert pictures.lost() == []


def test_the_files_are_small_and_say_nothing_long_twice():
    assert sum(path.stat().st_size for path in golden.FOLDER.iterdir()) < SMALL
    shared = (golden.FOLDER / "shared.txt").read_text(encoding="utf-8").splitlines()
    assert Counter(line[5:] for line in shared if len(line) > 80 and line[0] != " ").most_common(1)[0][1] == 1
    said = {
        one
        for path in golden.FOLDER.iterdir()
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("= ")
        for one in line.split()[1:]
    }
    assert said == {line[:4] for line in shared} - {" " * 4}


def _texts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


LONG = "This sentence is said in two places, and it is long enough to stand in one."
OTHER = "This sentence is said in one place, and it is as long."


@pytest.fixture
def folder(tmp_path):
    """Three families, of which two share a sentence, as they are frozen."""
    golden.write({"one": ["a", LONG, "b"], "two": [LONG, "= c", "\\d", ""], "three": [OTHER]}, tmp_path)
    return tmp_path


def test_what_two_families_share_is_written_once_and_what_is_read_is_what_was_written(folder):
    texts = _texts(folder)
    assert [name for name, text in texts.items() if LONG in text] == ["shared.txt"]
    assert golden.read(folder) == {"one": ["a", LONG, "b"], "two": [LONG, "= c", "\\d", ""], "three": [OTHER]}
    golden.write(golden.read(folder), folder)
    assert _texts(folder) == texts


def test_a_shared_sentence_that_changes_is_a_difference_of_one_line(folder):
    before = _texts(folder)
    changed = LONG.replace("long enough", "much too long")
    now = {name: [line.replace(LONG, changed) for line in lines] for name, lines in golden.read(folder).items()}
    golden.write({name: now[name] for name in ("one", "two")}, folder)
    after = _texts(folder)
    assert [name for name in before if before[name] != after[name]] == ["shared.txt"]
    assert after["shared.txt"] == before["shared.txt"].replace(LONG, changed)


def test_a_family_that_is_not_written_keeps_its_file_and_one_that_is_gone_loses_it(folder):
    before = _texts(folder)
    golden.write({"one": ["a", "b"], "three": None}, folder)
    assert golden.read(folder) == {"one": ["a", "b"], "two": [LONG, "= c", "\\d", ""]}
    assert _texts(folder) == {
        "one.txt": "family: one\na\nb\n", "two.txt": before["two.txt"], "shared.txt": before["shared.txt"]
    }  # fmt: skip


def test_after_a_merge_a_lost_sentence_is_seen_and_an_id_of_two_is_refused(folder):
    shared = folder / "shared.txt"
    text = shared.read_text(encoding="utf-8")
    shared.write_text(text + text.replace("two places", "four places"), encoding="utf-8")
    with pytest.raises(ValueError, match="two entries have the id"):
        golden.read(folder)
    shared.write_text("", encoding="utf-8")
    assert "is lost: freeze this family anew" in golden.read(folder)["one"][1]


@pytest.mark.parametrize("arguments", [[], ["--walks"], ["no such family"]])
def test_nothing_is_written_that_is_not_named(monkeypatch, arguments):
    before = _texts(golden.FOLDER)
    monkeypatch.setattr(sys, "argv", ["freeze.py", *arguments])
    with pytest.raises(SystemExit, match="2"):
        freeze.main()
    assert _texts(golden.FOLDER) == before


def test_each_line_that_changes_is_printed_as_it_is_written(tmp_path, monkeypatch, capsys):
    planted = {name: [line.replace(" = ", " ≈ ", 1) for line in GOLDEN[name]] for name in SOME}
    golden.write(planted, tmp_path)
    monkeypatch.setattr(golden.read, "__defaults__", (tmp_path,))
    monkeypatch.setattr(golden.write, "__defaults__", (tmp_path,))
    monkeypatch.setattr(sys, "argv", ["freeze.py", SOME[0]])
    assert freeze.main() == 0
    told = capsys.readouterr().out.splitlines()
    assert [line[2:] for line in told if line.startswith("- ")] == [one for one in planted[SOME[0]] if " ≈ " in one]
    assert [line[2:] for line in told if line.startswith("+ ")] == [one for one in GOLDEN[SOME[0]] if " = " in one]
    assert golden.read(tmp_path) == {SOME[0]: GOLDEN[SOME[0]], SOME[1]: planted[SOME[1]]}


@pytest.mark.parametrize("name", SOME)
def test_a_change_planted_in_a_copy_is_told(name):
    planted = [*GOLDEN[name]]
    place = next(n for n, line in enumerate(planted) if " = " in line)
    planted[place] = planted[place].replace(" = ", " ≈ ", 1)
    assert not FAMILIES[name].same(planted, GOLDEN[name])
    assert golden.compared(planted, GOLDEN[name]) == golden.Change(0, 0, 1, layout=False)
    message = told(FAMILIES[name], planted, GOLDEN[name])
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
        ("<p>AP = <b>1/2</b></p>", "<div><div><p><span>AP = <i><strong>1/2</strong></i></span></p></div></div>"),
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
        ("<u>P</u><i>1</i>", "<div>P</div><div>1</div>"),
        ("<ul><li>P</li><li>1</li></ul>", "<table><tr><td>P</td><td>1</td></tr></table>"),
    ],
)
def test_a_picture_that_is_built_otherwise_reads_the_same(one, other):
    assert " ".join(reading.shown(reading.tree(one))).split() == " ".join(reading.shown(reading.tree(other))).split()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<p><b>4</b> and 5</p>", "<p>4 and <b>5</b></p>"),
        ("<td class='yes'>so</td>", "<td class='no'>so</td>"),
        ("<p class='low'>5</p>", "<p>5</p>"),
        ("<button aria-pressed='true'>P</button>", "<button aria-pressed='false'>P</button>"),
        ("<button aria-current='true'>P</button>", "<button>P</button>"),
    ],
)
def test_another_weight_or_meaning_reads_otherwise_and_names_the_same_control(one, other):
    assert reading.shown(reading.tree(one)) != reading.shown(reading.tree(other))
    assert reading.text(reading.tree(one)).removesuffix("(on)") == reading.text(reading.tree(other))


@pytest.mark.all
def test_the_words_depend_on_no_hash_no_locale_no_terminal_and_no_data():
    odd = {"PYTHONHASHSEED": "7", "LC_ALL": "C", "COLUMNS": "200", "TZ": "Asia/Tokyo", "IRLEARN_DATA": "/nowhere"}
    few = [
        "tables of scores",
        "shell: compare",
        "notes on odd",
        "conventions",
        "widget Quiz",
        "widget GradedRanking",
        "lesson 03",
    ]
    found = subprocess.run(
        [sys.executable, HERE / "freeze.py", "--check", *few],
        env={**os.environ, **odd},
        cwd=ROOT.parent,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
