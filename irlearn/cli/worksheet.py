"""`irlearn worksheet`: homework with a variant of each exercise for each student of a class."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from irlearn.cli.output import DONE, Add, check_seed, shares, shown, whole
from irlearn.cli.roster import read_roster
from irlearn.errors import InputError
from irlearn.text.english import count_noun


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn worksheet`."""
    parser = command(
        _worksheet,
        "An item is a topic of irlearn exercises, such as ap or ap:3 with its level; the id of an exercise, such as\n"
        "ap:2:7, which all students then get; your own lesson file, such as my_lesson.md; or one of its questions,\n"
        "such as my_lesson.md:first-turn. All variants of a topic have the same number of terms.\n\n"
        "The roster is CSV with a column named student or id, and a column named name (or first name and last\n"
        "name). The folder gets sheets.html with a page for each student, sheets.txt, moodle.xml with a category\n"
        "of questions for each item, key.html, and seeds.csv with the exercises of each student. Only you can read\n"
        "these files. Homework is practice: irlearn works out any exercise that it prints.\n\n"
        "examples:\n  irlearn worksheet ap ndcg sign-test --students roster.csv --output hw1\n"
        '  irlearn worksheet ap:1 my_lesson.md --students roster.csv --output hw2 --title "Homework 2"',
    )
    parser.add_argument("items", metavar="ITEM", nargs="+", help="a topic, an exercise or a lesson file of your own")
    parser.add_argument("--students", metavar="CSV", type=Path, required=True, help="the roster of the class")
    parser.add_argument("--output", metavar="DIR", type=Path, required=True, help="a new or an empty folder")
    parser.add_argument("--level", type=int, choices=(1, 2, 3), default=2, help="the level of topics (default: 2)")
    parser.add_argument("--seed", metavar="N", type=whole, default=1, help="the first seed to try (default: 1)")
    parser.add_argument("--title", metavar="TEXT", default="Homework", help="the title of each sheet")


def _worksheet(options: argparse.Namespace) -> int:
    if find_spec("jinja2") is None:
        # Jinja2 is no dependency of irlearn, because lessons in a browser would have to load it.
        raise InputError("sheets are written with Jinja2, which is not installed; type: pip install 'irlearn[lessons]'")
    from irlearn.homework.variants import read_items
    from irlearn.homework.worksheet import check_folder, worksheet_files, write_folder

    check_seed(options.seed)
    check_folder(options.output)
    title = " ".join(options.title.split())
    if not title:
        raise InputError("--title must not be empty")
    students, items = read_roster(options.students), read_items(options.items, options.level)
    with shares("choosing numbers") as progress:
        files = worksheet_files(items, students, title=title, seed=options.seed, progress=progress)
    write_folder(options.output, files)
    sheets, exercises = count_noun(len(students), "sheet"), count_noun(len(items), "exercise")
    print(f"{shown(options.output)} has {sheets} with {exercises} each:")
    for name, purpose in _PURPOSES.items():
        print(f"  {name:<12} {purpose}")
    return DONE


_PURPOSES = {
    "sheets.html": "a page for each student; print it from a browser",
    "sheets.txt": "the same as plain text",
    "moodle.xml": "the questions, to import into Moodle's question bank",
    "key.html": "answers, derivations and common wrong turns, for you",
    "seeds.csv": "the exercises of each student, for irlearn check",
}
