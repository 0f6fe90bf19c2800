"""A lesson's questions as a text: one Markdown file that a lecturer reads and writes, and the plan that it makes.

    # 03 The ranked list                      the lesson's two signs, and its title
    version 1: going-down turn-1              the parts as they were given out, for resume codes
    ## Predict: going-down                    a part: its kind (`KINDS`), and its id, which never changes
    Which can fall?                           the question
    - [x] precision only                      an option, [x] where it is right,
      > Each rank adds 1 below the line.      and what is told to whom chooses it
    > Precision: 1, 1/2, 2/3.                 what is told in the end
    ## Work out: turn-1
    topic: ap, level 1, seed 5                a setting

Numbers in braces are worked out (`irlearn.exercises.told`), what a task waits for is a condition
(`irlearn.exercises.conditions`). What cannot be read is told in one sentence, with the file and the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from irlearn.datasets import Topic
from irlearn.derivation import Significance, parse_asked
from irlearn.errors import InputError, quoted
from irlearn.exercises.brought import Brought, Scores, scores_of, topic_of
from irlearn.exercises.calculation import Exercise
from irlearn.exercises.conditions import condition
from irlearn.exercises.generate import LEVELS, TOPICS
from irlearn.exercises.parts import LessonPlan, Option, Part, Play, Prediction, Quiz, Task, Variant
from irlearn.exercises.resume_code import ALPHABET, Version
from irlearn.exercises.told import fixed_text, told
from irlearn.exercises.worded import with_scores
from irlearn.marked import joined, marked, parser
from irlearn.words import counted, did_you_mean, in_a_row

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

PREDICT, CHOOSE, CHOOSE_ALL, WORK_OUT, PLAY, TOPIC, TASK = (
    "Predict", "Choose", "Choose all", "Work out", "Play", "Topic", "task"
)  # fmt: skip
KINDS = (PREDICT, CHOOSE, CHOOSE_ALL, WORK_OUT, PLAY, TOPIC)
_SETTINGS = {
    PREDICT: ("number", "given"),
    WORK_OUT: ("topic", "number", "given"),
    PLAY: ("widget",),
    TASK: ("done",),
    TOPIC: ("query",),
}
_HOLDS = {
    PREDICT: ("options", "told"),
    CHOOSE: ("options",),
    CHOOSE_ALL: ("options",),
    WORK_OUT: ("hints",),
    TASK: ("options", "told"),
    TOPIC: ("tables",),
    PLAY: (),
}
"""What a section of a kind may hold besides text and settings."""
_CALLED = {"options": "options", "told": "text after '>'", "hints": "numbered lines", "tables": "table"}
_SETTING = re.compile(r"([a-z]+): *(.*)")
_ID = re.compile(r"[a-z0-9.]+(-[a-z0-9.]+)*")
_MARK = re.compile(r"\[([ xX])\](?: +|$)")
_VERSION = re.compile(r"version ([1-9]\d{0,2}): *(.*)")
_RANKED = re.compile(r"([^:|]{1,40}): +(.+)")
_BRIEF = 30  # signs of what was typed, in a sentence


class Written(NamedTuple):
    """A text, and the file and line where it stands."""

    text: str
    where: str


class Choice(NamedTuple):
    """An option as it is written: its text, its mark, what is told, and the claim it stands for."""

    text: str
    right: bool
    told: tuple[str, ...]
    where: str
    claim: str = ""


@dataclass
class Section:
    """What stands below one heading, in order."""

    where: str
    kind: str
    id: str
    texts: list[str] = field(default_factory=list)  # paragraphs before the settings,
    asks: list[str] = field(default_factory=list)  # and behind them
    settings: dict[str, Written] = field(default_factory=dict)
    options: list[Choice] = field(default_factory=list)
    told: list[Written] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    tables: list[tuple[list[str], list[list[str]], str]] = field(default_factory=list)
    rankings: dict[str, str] = field(default_factory=dict)
    tasks: list[Section] = field(default_factory=list)

    def setting(self, key: str) -> Written:
        """A setting that this part has to have."""
        if key not in self.settings:
            raise InputError(f"{self.where}: {self.kind} {self.id!r} needs a line '{key}: …'")
        return self.settings[key]


@dataclass
class LessonText:
    """A file as it is written: its title, its versions, and its sections."""

    name: str
    title: str = ""
    versions: dict[int, Written] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)

    @property
    def parts(self) -> tuple[Section, ...]:
        """The sections that a learner does."""
        return tuple(one for one in self.sections if one.kind != TOPIC)


def read_lesson(path: Path | str, widget: Callable[[str], type] | None = None) -> LessonPlan:
    """The plan of a lesson's file; with `widget`, which finds one by its name, names of widgets are looked up, too."""
    text = read_text(path)
    return plan_of(text, brought_by(text), widget)


def plan_of(text: LessonText, brought: Brought, widget: Callable[[str], type] | None = None) -> LessonPlan:
    """The plan that a file's text makes."""
    seen: dict[str, str] = {}
    for one in text.sections:
        if one.id in seen:
            raise InputError(f"{one.where}: the id {one.id!r} is given twice; the first is in {seen[one.id]}")
        seen[one.id] = one.where
    if not text.parts:
        raise InputError(f"{text.name}: no part follows the title; a part begins with '## Choose: its-id'")
    parts = tuple(_part(one, brought, widget) for one in text.parts)
    with located(text.name):
        return LessonPlan(text.title[:2], text.title[2:].strip(), parts, _earlier(text), brought)


@contextmanager
def located(where: str) -> Iterator[None]:
    """Say of what goes wrong where it stands, unless that is said."""
    try:
        yield
    except InputError as error:
        if ", line " in str(error):
            raise
        raise InputError(f"{where}: {error}") from None


def _earlier(text: LessonText) -> tuple[Version, ...]:
    """The versions before the last one, which is that of the parts as they are; an `InputError` where it is not."""
    lesson, parts = text.title[:2], [one.id for one in text.parts]
    if not text.versions:
        return ()
    newest = max(text.versions)
    line = text.versions[newest]
    listed = line.text.split()
    if listed != parts:
        differ = sorted({*listed} ^ {*parts})
        what = f"the file has not the same: {in_a_row(differ)}" if differ else "the file has another order"
        raise InputError(
            f"{line.where}: version {newest} lists the parts that were given out, and {what}; leave that line as it "
            f"is, and write below it 'version {newest + 1}: {' '.join(parts)}'"
        )
    return tuple(Version(lesson, tuple(text.versions[one].text.split())) for one in sorted(text.versions)[:-1])


# from the file to sections


def read_text(path: Path | str) -> LessonText:
    """What a file says, section by section; an `InputError` with the line for what no lesson's file holds."""
    file = Path(path)
    try:
        source = file.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, IsADirectoryError):
        raise InputError(f"there is no file {quoted(str(path))}; a lesson's questions are a Markdown file") from None
    except UnicodeDecodeError:
        raise InputError(f"{quoted(str(path))} is no text in UTF-8; save it as such") from None
    except OSError as error:
        raise InputError(f"{quoted(str(path))} cannot be read: {(error.strerror or str(error)).lower()}") from None
    from markdown_it.tree import SyntaxTreeNode

    reader = _Reader(LessonText(file.name), source.splitlines())
    for node in SyntaxTreeNode(parser().parse(source)).children:
        reader.add(node)
    return reader.read()


class _Reader:
    """Takes the blocks of a file one after the other."""

    def __init__(self, text: LessonText, lines: Sequence[str]) -> None:
        self.text, self.lines = text, lines
        self.now: Section | None = None

    def read(self) -> LessonText:
        """The text, once all of it was added."""
        if not self.text.title:
            raise InputError(f"{self.text.name}: the first line is the title, as in '# Q1 My lesson'")
        for one in self.text.sections:
            for part in (one, *one.tasks):
                for what in ("options", "told", "hints", "tables"):
                    if getattr(part, what) and what not in _HOLDS[part.kind]:
                        raise InputError(f"{part.where}: a '{part.kind}' has no {_CALLED[what]}, and this one has")
        return self.text

    def add(self, node: SyntaxTreeNode) -> None:
        """Take a block."""
        where = self._where(node)
        if node.type == "heading":
            self._add_heading(node, where)
        elif node.type == "hr":
            pass
        elif not self.text.title:
            raise InputError(f"{where}: the first line is the title, as in '# Q1 My lesson'")
        elif self.now is None:
            self._add_versions(node, where)
        elif node.type == "paragraph":
            self._add_paragraph(self.now, node)
        elif node.type == "blockquote":
            self.now.told += [Written(text, where) for text in self._quote(node)]
        elif node.type == "bullet_list":
            self.now.options += [self._option(item) for item in node.children]
        elif node.type == "ordered_list":
            self.now.hints += [self._hint(item) for item in node.children]
        elif node.type == "table":
            self.now.tables.append(self._table(node))
        else:
            raise InputError(
                f"{where}: a lesson's text has paragraphs, options, lines behind '>', numbered lines and tables; "
                f"this is a {'block of code' if node.type == 'fence' else node.type}"
            )

    def _where(self, node: SyntaxTreeNode, offset: int = 0) -> str:
        """The file and the line of a block."""
        return f"{self.text.name}, line {(node.map or (0, 0))[0] + 1 + offset}"

    def _add_heading(self, node: SyntaxTreeNode, where: str) -> None:
        said = _joined(node)
        if node.tag == "h1":
            self._add_title(said, where)
        elif not self.text.title:
            raise InputError(f"{where}: the first line is the title, as in '# Q1 My lesson'")
        elif node.tag == "h2":
            self.now = _opened(said, where)
            self.text.sections.append(self.now)
        elif self.text.sections and self.text.sections[-1].kind == PLAY and node.tag == "h3":
            play = self.text.sections[-1]
            self.now = Section(where, TASK, said)
            _check_id(self.now)
            if said in [one.id for one in play.tasks]:
                raise InputError(f"{where}: {play.id!r} has two tasks {said!r}; each has its own id")
            play.tasks.append(self.now)
        else:
            raise InputError(f"{where}: a part begins with '## Kind: its-id', a task of a Play with '### its-id'")

    def _add_title(self, said: str, where: str) -> None:
        if self.text.title:
            raise InputError(f"{where}: a second title; a part begins with '## Kind: its-id'")
        if not re.match(rf"[{ALPHABET}]{{2}} \S", said):
            raise InputError(
                f"{where}: the title begins with two signs of the lesson's own, digits or capitals without I, L, O "
                f"and U, as in '# Q1 My lesson'; given: {quoted(said[:_BRIEF])}"
            )
        self.text.title = said

    def _add_versions(self, node: SyntaxTreeNode, where: str) -> None:
        """The lines of versions below the title; one goes on where the next has no number."""
        last = 0
        for offset, line in enumerate(_lines(node) if node.type == "paragraph" else [""]):
            found = _VERSION.fullmatch(line)
            if found and int(found[1]) == len(self.text.versions) + 1:
                last = int(found[1])
                self.text.versions[last] = Written(found[2], self._where(node, offset))
            elif last and not found and all(map(_ID.fullmatch, line.split())):
                self.text.versions[last] = Written(f"{self.text.versions[last].text} {line}", where)
            else:
                raise InputError(
                    f"{self._where(node, offset)}: between the title and the first part stand only versions from 1 on, "
                    "as in 'version 1: first-look turn-1'; a part begins with '## Kind: its-id'"
                )

    def _add_paragraph(self, now: Section, node: SyntaxTreeNode) -> None:
        """Text, and lines that set something."""
        said: list[str] = []
        goes_on = ""
        for offset, line in enumerate(_lines(node)):
            where = self._where(node, offset)
            if goes_on:  # a list that is longer than a line
                now.settings[goes_on] = Written(f"{now.settings[goes_on].text} {line}", now.settings[goes_on].where)
                goes_on = goes_on if line.endswith(",") else ""
                continue
            if line.startswith("|"):
                raise InputError(f"{where}: a table has a line such as |---|---| below its heading")
            ranked = _RANKED.fullmatch(line) if now.kind == TOPIC and not line.startswith("query:") else None
            if ranked and ranked[1] in now.rankings:
                raise InputError(f"{where}: a second ranking {quoted(ranked[1])}")
            if ranked:
                now.rankings[ranked[1]] = ranked[2].replace(",", " ")
            elif now.kind == TOPIC and not line.startswith("query:"):
                raise InputError(
                    f"{where}: a Topic has a line 'query: …', a table, and rankings as in 'A: d1 d2'; "
                    f"given: {quoted(line[:_BRIEF])}"
                )
            elif key := _set(now, line, where):
                goes_on = key if line.endswith(",") else ""
            else:
                said.append(line)
        if said:
            (now.asks if now.settings and now.kind == TASK else now.texts).append(" ".join(said))

    def _quote(self, node: SyntaxTreeNode) -> list[str]:
        """The paragraphs of a quote; an `InputError` where it is none, or holds something else."""
        if node.type != "blockquote" or any(one.type != "paragraph" for one in node.children):
            what = node if node.type != "blockquote" else next(one for one in node.children if one.type != "paragraph")
            raise InputError(
                f"{self._where(what)}: what is told is a text behind '>'; here stands another thing "
                "(a line that begins with a hyphen, or with a number and a point, begins a list)"
            )
        return [_joined(one) for one in node.children]

    def _hint(self, item: SyntaxTreeNode) -> str:
        if [one.type for one in item.children] != ["paragraph"]:
            raise InputError(f"{self._where(item)}: a hint is a number, a point and a text, as in '1. Write down …'")
        return _joined(item.children[0])

    def _option(self, item: SyntaxTreeNode) -> Choice:
        where = self._where(item)
        lines = _lines(item.children[0]) if item.children and item.children[0].type == "paragraph" else [""]
        claims = [line[3:].strip() for line in lines if line.startswith("if:")]
        text = " ".join(line for line in lines if not line.startswith("if:"))
        mark = _MARK.match(text)
        if not mark:
            raise InputError(
                f"{where}: an option begins with [x] if it is right, else with [ ]; given: {quoted(text[:_BRIEF])}"
            )
        if not text[mark.end() :].strip():
            raise InputError(f"{where}: the option has no text")
        says = [said for one in item.children[1:] for said in self._quote(one)]
        return Choice(text[mark.end() :].strip(), mark[1] in "xX", tuple(says), where, " and ".join(claims))

    def _table(self, node: SyntaxTreeNode) -> tuple[list[str], list[list[str]], str]:
        """The header and the rows of a table, read from its lines: Markdown would drop a cell too many."""
        first, last = node.map or (0, 0)
        header, _, *rows = (_cells(line) for line in self.lines[first:last])
        for number, row in enumerate(rows, first + 3):
            if len(row) != len(header):
                raise InputError(
                    f"{self.text.name}, line {number}: this row has {counted(len(row), 'cell')} and the heading "
                    rf"{len(header)}; a bar that is text is written \|"
                )
        return header, rows, self._where(node)


def _cells(line: str) -> list[str]:
    inside = line.strip().removeprefix("|")
    inside = inside[:-1] if inside.endswith("|") and not inside.endswith(r"\|") else inside
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", inside)]


def _lines(node: SyntaxTreeNode) -> list[str]:
    return [" ".join(line.split()) for line in node.children[0].content.splitlines()]


def _joined(node: SyntaxTreeNode) -> str:
    """The text of a heading or a paragraph as it was typed, its lines joined."""
    return " ".join(_lines(node)) if node.children else ""


def _opened(said: str, where: str) -> Section:
    kind, colon, identity = said.partition(":")
    if kind not in KINDS:
        raise InputError(f"{where}: no part is a {quoted(kind)}; {did_you_mean(kind, KINDS, 'the kinds are')}")
    section = Section(where, kind, identity.strip())
    if not colon or not section.id:
        raise InputError(f"{where}: the part lacks its id; write '## {kind}: some-id'")
    _check_id(section)
    return section


def _check_id(section: Section) -> None:
    if not _ID.fullmatch(section.id):
        raise InputError(
            f"{section.where}: an id is small letters, digits and hyphens, as in 'first-turn'; given: {section.id!r}"
        )


def _set(now: Section, line: str, where: str) -> str:
    """What a line sets, which is then kept; empty for text. What looks like a mistyped setting is an `InputError`."""
    found, known = _SETTING.fullmatch(line), _SETTINGS.get(now.kind, ())
    if not found or found[1] not in known:
        if found and get_close_matches(found[1], known):
            hint = did_you_mean(found[1], known, "")
            raise InputError(f"{where}: a {now.kind} has no setting {quoted(found[1])}; {hint}")
        return ""
    if found[1] in now.settings or not found[2]:
        raise InputError(f"{where}: {found[1]!r} is set {'twice' if found[2] else 'to nothing'}")
    now.settings[found[1]] = Written(found[2], where)
    return found[1]


# from sections to parts


def brought_by(text: LessonText) -> Brought:
    """The topics and scores that a file brings along."""
    topics: dict[str, Topic] = {}
    scores: dict[str, Scores] = {}
    rankings = {one.id: one.rankings for one in text.sections if one.kind == TOPIC and one.rankings}
    for one in text.sections:
        if one.kind != TOPIC:
            continue
        if len(one.tables) != 1:
            raise InputError(f"{one.where}: a Topic has one table; {one.id!r} has {len(one.tables)}")
        header, rows, where = one.tables[0]
        named = [name.casefold() for name in header]
        with located(where):
            if named == ["document", "title", "grade"]:
                topics[one.id] = topic_of(one.setting("query").text, rows, one.rankings)
            elif named[0] == "query" and len(header) == 3 and not one.settings and not one.rankings:
                scores[one.id] = scores_of(header, rows)
            else:
                raise InputError(
                    "the table of a Topic is | document | title | grade |, or the scores of two systems, "
                    f"| query | A | B |, without a line 'query: …' or rankings; given: {' | '.join(header)}"
                )
    return Brought(topics, rankings, scores)


def _part(one: Section, brought: Brought, widget: Callable[[str], type] | None) -> Part:
    if one.kind == PLAY:
        return _play(one, brought, widget)
    if one.kind == WORK_OUT:
        return _variant(one) if "topic" in one.settings else _exercise(one, brought)
    if one.kind == PREDICT and "number" in one.settings:
        if one.options:
            raise InputError(f"{one.where}: {one.id!r} asks for a number, so it has no options")
        return Prediction(_exercise(one, brought), _said(one, brought))
    quiz = _quiz(one, _question(one, brought), brought)
    return Prediction(quiz, _said(one, brought)) if one.kind == PREDICT else quiz


def _question(one: Section, brought: Brought) -> str:
    if not one.texts:
        raise InputError(f"{one.where}: {one.id!r} asks nothing; write the question below its heading")
    with located(one.where):
        return fixed_text(one.texts, brought)


def _said(one: Section, brought: Brought) -> str:
    with located(one.told[0].where if one.told else one.where):
        return fixed_text([text for text, _ in one.told], brought)


def _quiz(one: Section, question: str, brought: Brought) -> Quiz:
    rights = [option.where for option in one.options if option.right]
    if len(one.options) < 2:
        many = counted(len(one.options), "option")
        raise InputError(f"{one.where}: {one.id!r} has {many}; give two or more, each as '- [ ] …'")
    for option in one.options:
        if not option.told and not (option.right and (one.told or one.kind == TASK)):
            raise InputError(
                f"{option.where}: who chooses {quoted(option.text[:_BRIEF])} is told nothing; write it below, "
                "indented, as '  > …'"
            )
    if not rights:
        raise InputError(f"{one.where}: no option of {one.id!r} is marked as right; mark it with [x]")
    if len(rights) > 1 and one.kind != CHOOSE_ALL:
        also = f"; with several right ones the part is '## Choose all: {one.id}'" if one.kind == CHOOSE else ""
        raise InputError(f"{rights[1]}: a second option of {one.id!r} is marked as right{also}")
    with located(one.where):
        options = tuple(_option(option, brought) for option in one.options)
        return Quiz(one.id, question, options, several=one.kind == CHOOSE_ALL)


def _option(one: Choice, brought: Brought) -> Option:
    with located(one.where):
        return Option(fixed_text([one.text], brought), one.right, fixed_text(one.told, brought))


def _play(one: Section, brought: Brought, widget: Callable[[str], type] | None) -> Play:
    name, where = one.setting("widget")
    with located(where):
        kind = widget(name) if widget else None
    if not one.tasks:
        raise InputError(f"{one.where}: {one.id!r} has no task; a task begins with '### its-id'")
    if one.texts:
        raise InputError(
            f"{one.where}: text stands before the first task of {one.id!r}; a task begins with '### its-id'"
        )
    return Play(one.id, tuple(_task(task, brought, kind) for task in one.tasks), name)


def _task(one: Section, brought: Brought, widget: type | None) -> Task:
    if not one.texts:
        raise InputError(f"{one.where}: the task {one.id!r} says nothing; write what to do below its heading")
    if not one.told and not one.options:
        raise InputError(f"{one.where}: the task {one.id!r} tells nothing when it is done; write it as '> …'")
    with located(one.told[0].where if one.told else one.where):
        says: Any = told([text for text, _ in one.told], brought, widget) if one.told else ""
    with located(one.where):
        words = fixed_text(one.texts, brought)
        if "done" not in one.settings:
            return Task(one.id, words, asks=_quiz(one, words, brought), told=says)
        asks = _quiz(one, fixed_text(one.asks, brought), brought) if one.options else None
        if bool(one.asks) != bool(one.options):
            raise InputError(f"behind 'done: …' the task {one.id!r} has a question with options, or neither")
    with located(one.settings["done"].where):
        done, sees = condition(one.settings["done"].text, widget)
    return Task(one.id, words, done, sees, asks, says)


def _exercise(one: Section, brought: Brought) -> Exercise:
    """A number to work out by hand: what is asked, and what is given, as words or by a name of the file's."""
    if not one.texts:
        raise InputError(f"{one.where}: {one.id!r} asks nothing; write the question below its heading")
    number, given = one.setting("number"), one.setting("given")
    with located(number.where):
        asked = parse_asked(number.text)
    with located(given.where):
        found = brought.given(asked, given.text)
    with located(one.where):
        texts = [fixed_text([text], brought) for text in one.texts]
        hints = tuple(map(marked, one.hints))
        if isinstance(asked, Significance) and len(texts) > 1:  # the scores are drawn between them
            worded = with_scores(asked, asked.read(found), texts[0], " ".join(texts[1:]))
            return Exercise(one.id, asked, found, worded.text, hints, words=joined(texts))
        return Exercise(one.id, asked, found, fixed_text(one.texts, brought), hints)


def _variant(one: Section) -> Variant:
    """A generated exercise: 'ap, level 1, seed 5'."""
    text, where = one.settings["topic"]
    extra = next((key for key in ("number", "given") if key in one.settings), "")
    if one.texts or one.hints or extra:
        what = f"the line '{extra}: …'" if extra else "the text" if one.texts else "the hints"
        raise InputError(f"{one.where}: the topic words its own question and hints; take {what} out")
    name, *numbers = [part.strip() for part in text.split(",")]
    if name not in TOPICS:
        raise InputError(
            f"{where}: no topic is called {quoted(name)}; {did_you_mean(name, TOPICS, 'there are', most=3)}"
        )
    given: dict[str, int] = {}
    for number in numbers:
        found = re.fullmatch(r"(level|seed) (\d{1,18})", number)
        if not found or found[1] in given:
            raise InputError(f"{where}: a topic is as 'ap, level 1, seed 5'; given: {quoted(text)}")
        given[found[1]] = int(found[2])
    if given.get("level", 2) not in LEVELS:
        raise InputError(f"{where}: the level is 1, 2 or 3; given: {given['level']}")
    return Variant(one.id, name, **given)
