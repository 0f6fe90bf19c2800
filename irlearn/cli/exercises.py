"""`irlearn exercises`: the topics of generated exercises, or one exercise with its common wrong answers."""

from __future__ import annotations

import argparse
from functools import partial
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any

from irlearn.cli.output import DONE, Add, add_format, csv_text, json_text, table, write_output
from irlearn.errors import InputError, quoted
from irlearn.text.english import comma_list

if TYPE_CHECKING:
    from irlearn.byhand.hand_calculation import Exercise

_TOPIC_COLUMNS = ("topic", "lesson", "asks", "example")
_WRONG_COLUMNS = ("number", "answer", "mistake", "message")


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn exercises`."""
    parser = command(
        _exercises,
        "Without an id, list the topics. The id of an exercise is topic:level:seed. The level is 1, 2 or 3, and each\n"
        "seed gives other numbers. In a notebook, exercise('ap', 7) of irlearn.byhand is ap:2:7.\n\n"
        "examples:\n  irlearn exercises --lesson 05\n  irlearn exercises ap:2:7 --solution",
    )
    parser.add_argument("id", metavar="ID", nargs="?", help="an exercise, such as ap:2:7")
    parser.add_argument("--lesson", metavar="NN", help="only the topics of this lesson, such as 05")
    parser.add_argument("--solution", action="store_true", help="also show the right answer and its derivation")
    add_format(parser)


def _exercises(options: argparse.Namespace) -> int:
    if options.id is None:
        if options.solution:
            raise InputError("--solution needs the id of an exercise, such as ap:2:7")
        text = _topics(options.lesson, options.format)
    elif options.lesson is not None:
        raise InputError("--lesson lists topics, so leave out the id of an exercise")
    else:
        text = _one(options.id, options.format, solution=options.solution)
    write_output(text, how=options.format)
    return DONE


def _topics(lesson: str | None, how: str) -> str:
    from irlearn.byhand.topic_generators import TOPICS

    lessons = [*dict.fromkeys(topic.lesson for topic in TOPICS.values())]
    if lesson is not None and lesson.zfill(2) not in lessons:
        raise InputError(
            f"lesson {quoted(lesson)} has no topics of exercises; those with topics are {comma_list(lessons)}"
        )
    rows = [
        [topic.name, topic.lesson, topic.title, f"{topic.name}:2:1"]
        for topic in TOPICS.values()
        if lesson is None or topic.lesson == lesson.zfill(2)
    ]
    if how == "json":
        return json_text([dict(zip(_TOPIC_COLUMNS, row, strict=True)) for row in rows])
    return csv_text(_TOPIC_COLUMNS, rows) if how == "csv" else table(_TOPIC_COLUMNS, rows, left=4) + "\n"


def _one(identity: str, how: str, *, solution: bool) -> str:
    from irlearn.byhand.generate import exercise_by_id, find_topic
    from irlearn.homework.wrong_turns import wrong_turns

    identity = identity.strip().lower()
    if ":" not in identity:
        name = find_topic(identity).name
        raise InputError(f"{name} is a topic; give the id of an exercise, such as {name}:2:7")
    asked = exercise_by_id(identity)
    rows = [
        [turn.number, turn.answer, mistake.id, mistake.message]
        for turn in wrong_turns(asked)
        for mistake in turn.mistakes
    ]
    if how == "csv":
        return csv_text(_WRONG_COLUMNS, rows)
    if how == "json":
        return json_text(_json(asked, rows, solution=solution))
    filled = partial(fill, width=min(100, get_terminal_size().columns), break_long_words=False, break_on_hyphens=False)
    lines = [
        f"{asked.id}, lesson {find_topic(asked.topic).lesson}: {find_topic(asked.topic).title}",
        "",
        filled(asked.question),
        "",
        "Common wrong answers:",
    ]
    has_several = len(asked.numbers) > 1
    for number, answer, mistake, message in rows:
        named = f"{number} = {answer}" if has_several else answer
        lines.append(filled(f"{named}  {mistake}: {message}", initial_indent="  ", subsequent_indent="    "))
    if solution:
        lines += ["", f"Answer: {asked.answer}", "", str(asked.solution)]
    return "\n".join(lines) + "\n"


def _json(asked: Exercise, rows: list[list[str]], *, solution: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "exercise": asked.id,
        "topic": asked.topic,
        "level": asked.level,
        "seed": asked.seed,
        "question": str(asked.question),
        "numbers": list(asked.names),
        "wrong": [dict(zip(_WRONG_COLUMNS, row, strict=True)) for row in rows],
    }
    return data | ({"answer": asked.answer, "solution": str(asked.solution).splitlines()} if solution else {})
