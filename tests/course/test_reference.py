"""Test that `irlearn help` prints the reference pages as plain text, and that the lessons link them."""

from __future__ import annotations

import json
import re

import pytest
from test_readme import PAGES, REFERENCE

from irlearn import InputError, Ranking
from irlearn.cli import lessons, main


def test_ranking_parse_names_the_word_that_is_not_understood():
    with pytest.raises(InputError, match="foo"):
        Ranking.parse("1 0 foo 1")


# `irlearn help`.


@pytest.fixture
def opened(capsys, monkeypatch):
    def opened(*words: str, columns: int = 80) -> str:
        monkeypatch.setenv("COLUMNS", str(columns))
        assert main(["help", *words]) == 0
        return capsys.readouterr().out

    return opened


def test_help_lists_every_page_with_its_subject(opened):
    lines = opened().splitlines()
    for path in REFERENCE:
        name, about = PAGES[path.name].splitlines()[0].removeprefix("# ").split(": ")
        assert name.lower() == path.stem
        assert f"{path.stem:<16}{about}" in lines
    assert lines[-1] == "Open a page with irlearn help PAGE."


@pytest.mark.parametrize("path", REFERENCE, ids=lambda path: path.stem)
@pytest.mark.parametrize("columns", [40, 80, 200])
def test_help_page_is_plain_text_within_the_width_and_complete(path, columns, opened):
    page, shown = PAGES[path.name], opened(path.stem, columns=columns)
    heads = re.findall(r"^\|(.*)\|\n\|---", re.sub(r"```.*?```", "", page, flags=re.DOTALL), re.MULTILINE)
    for _, *names in (head.split("|") for head in heads):  # the first cell of a row needs no heading
        assert [name for name in names if f"\n  {name.strip()}: " not in shown] == []
    rest = re.sub(r"^\|.*\|\n\|---.*|\]\([^)]*\)|```\w*|^#+ |[][|]|\\(?=\|)", "", page, flags=re.MULTILINE)
    assert set(rest.split()) <= set(re.sub(r"[][|]", "", shown).split())
    assert not re.search(r"^#|^```|\]\(|^\|.*\|$|\xa0", shown, re.MULTILINE)
    whole = [*re.findall("`[^`]*`", page.replace(r"\|", "|")), *re.findall(r"^# (.*)", page)]  # shown in one piece
    long = [line for line in shown.splitlines() if len(line) > min(columns, 100) and not line.startswith("    ")]
    assert [line for line in long if line.strip("=") and not any(part in line for part in whole)] == []


def test_help_page_shows_code_unchanged(opened):
    shown = opened("statistics", columns=40)
    for block in re.findall(r"```\w+\n(.*?)\n+```", PAGES["statistics.md"], re.DOTALL):
        assert "\n".join(f"    {line}".rstrip() for line in block.split("\n")) in shown


def test_help_page_shows_table_cells_below_each_other(opened):
    assert "\n`RR@10`\n  definition: 1 / rank of the first relevant document; 0 where there is none\n" in opened(
        "measures"
    )
    assert "`1 0 1 | 0 1`" in opened("forms")


@pytest.mark.parametrize(
    ("topic", "hint"),
    [
        ("form", " forms?"),
        ("Measure", " measures?"),
        ("xyz", "there are formats, forms, measures, misconceptions, shell, statistics, tools, widgets"),
        ("../forms", " forms?"),
        ("", "there are formats, forms, measures, misconceptions, shell, statistics, tools, widgets"),
    ],
)
def test_help_rejects_an_unknown_topic_with_a_similar_name(capsys, topic, hint):
    assert main(["help", topic]) == 2
    printed, message = capsys.readouterr()
    assert printed == ""
    assert repr(topic) in message
    assert hint in message


def test_help_explains_an_id_with_an_example_and_a_lesson(opened):
    shown = opened("ap-over-found")
    assert "ap-over-found\n-------------\n\nYou divided by the " in shown
    wrong, right = re.findall(r"^    (?:wrong|right): (AP = .*)$", shown, re.MULTILINE)
    assert wrong.rpartition(" / ")[0] == right.rpartition(" / ")[0]
    assert "Lesson 03, part `ap-of-ten`" in shown
    assert opened("map-ap-over-found") == opened("AP-over-found ") == shown
    assert opened("mean ndcg@5-ndcg-over-rank") == opened("ndcg-over-rank")


@pytest.mark.parametrize(("identity", "nearest"), [("ap-over-fund", "ap-over-found"), ("kapa-jacard", "kappa-jaccard")])
def test_help_names_the_three_ids_nearest_to_an_unknown_id(capsys, identity, nearest):
    assert main(["help", identity]) == 2
    hint = capsys.readouterr().err.partition("the nearest are ")[2]
    names = re.split(", | and ", hint.strip())
    assert nearest in names
    assert len(names) == 3
    assert {f"### {name}" for name in names} <= set(PAGES["misconceptions.md"].splitlines())


def test_help_of_a_command_equals_its_help_option(capsys):
    said = []
    for words in (["help", "score"], ["score", "--help"]):
        with pytest.raises(SystemExit) as stopped:
            main(words)
        assert not stopped.value.code
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert "irlearn score" in said[0]


# The pages beside the lessons.


def links() -> dict[str, set[str]]:
    """Return the reference pages linked by each lesson's notebook."""
    folder = REFERENCE[0].parents[1]
    return {
        path.name[:2]: set(re.findall(r"\]\(reference/(\w+)\.md\)", path.read_text("utf-8")))
        for path in folder.glob("*.ipynb")
    }


def test_reference_pages_are_linked_by_the_lessons_that_need_them():
    linked = links()
    pages = {path.stem for path in REFERENCE}
    assert set().union(*linked.values()) == pages
    assert {"forms", "shell"} <= linked["00"]
    assert "measures" in linked["03"] & linked["05"]
    assert "tools" in linked["06"]
    assert "statistics" in linked["07"]
    assert all("formats" in linked[lesson] for lesson in ("07", "09", "12", "13", "14", "15"))


def test_reference_pages_are_copied_with_the_lessons_and_their_links_work(tmp_path, monkeypatch):
    monkeypatch.setattr("irlearn.cli.lessons._open_lessons", lambda *_, **__: 0)
    assert main(["lessons", str(tmp_path / "mine")]) == 0
    for path in REFERENCE:
        copy = tmp_path / "mine" / "reference" / path.name
        assert copy.read_bytes() == path.read_bytes()
        linked = re.findall(r"\]\((?!https?:)([^)#]+)", PAGES[path.name])
        assert [link for link in linked if not (copy.parent / link).exists()] == []
    assert not (tmp_path / "mine" / "instructor").exists()
    copied = json.loads((tmp_path / "mine" / ".irlearn-lessons.json").read_text("utf-8"))
    assert "reference/forms.md" in json.dumps(copied)


def test_jupyterlab_previews_linked_markdown_locally_and_on_binder(root, tmp_path):
    lessons._write_settings(tmp_path)
    here = json.loads((tmp_path / "labconfig" / "default_setting_overrides.json").read_text("utf-8"))
    (binder,) = re.findall(
        r"overrides\.json\" <<'JSON'\n(.*?)\nJSON", (root / "binder" / "postBuild").read_text(), re.DOTALL
    )
    assert here["@jupyterlab/docmanager-extension:plugin"] == {"defaultViewers": {"markdown": "Markdown Preview"}}
    assert here.items() <= json.loads(binder).items()
