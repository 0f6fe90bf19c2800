"""A lesson's questions as a text: one Markdown file that a lecturer reads and writes, and the plan that it makes.

The format is explained in `lessons/instructor/your_own_lesson.md`; numbers in braces and what a
task waits for by `irlearn.course.task_conditions`. What cannot be read is told in one sentence, with file and line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from irlearn.byhand.generate import find_topic
from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.parse_question import parse_quantity
from irlearn.byhand.quantity import HandQuantity
from irlearn.byhand.question_text import WORDINGS
from irlearn.course.lesson_data import LessonData, Scores, parse_document_row, parse_score_row
from irlearn.course.lesson_parts import (
    GeneratedExercise,
    LessonPlan,
    Option,
    Part,
    Prediction,
    Quiz,
    Task,
    WidgetTasks,
)
from irlearn.course.progress import ALPHABET, PartList
from irlearn.course.task_conditions import compile_feedback, condition, fill_text
from irlearn.datasets import Topic
from irlearn.errors import InputError, quoted
from irlearn.measures.registry import MEASURES
from irlearn.text.english import comma_list, count_noun, did_you_mean
from irlearn.text.markdown import joined, parser

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

PREDICT, CHOOSE, CHOOSE_ALL, WORK_OUT, PLAY, TOPIC, TASK = (
    "Predict", "Choose", "Choose all", "Work out", "Play", "Topic", "task"
)  # fmt: skip
_HOLDS = {
    PREDICT: ("number", "given", "drawn", "bullet_list", "blockquote"),
    CHOOSE: ("bullet_list",),
    CHOOSE_ALL: ("bullet_list",),
    WORK_OUT: ("topic", "number", "given", "drawn", "ordered_list"),
    PLAY: ("widget", "after"),
    TOPIC: ("query", "table"),
    TASK: ("done", "bullet_list", "blockquote"),
}
"""What a section of a kind may hold besides text: settings, and blocks."""
_CALLED = {
    "bullet_list": "options", "blockquote": "text after '>'", "ordered_list": "numbered lines", "table": "table"
}  # fmt: skip
KINDS = tuple(kind for kind in _HOLDS if kind != TASK)
_SETTING = re.compile(r"([A-Za-z]+) ?([:=：]) *(.*)")
_STRAY = re.compile(r"([-–—−•+*]+|\w[.)])?\s*\[[ xX]?\]|##|#\s*[A-Z]")  # what was meant as an option or a heading
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CLAIM = re.compile(r"if: *(.+)", re.IGNORECASE)
_MARK = re.compile(r"\[([ xX])\] +(\S.*)")
_VERSION = re.compile(r"version ([1-9]\d{0,2}): *(.*)")
_RANKED = re.compile(r"(\w[^:|/*]{0,39}?) ?: +(.+)")
_BRIEF = 30  # signs of what was typed, in a sentence
_Made = TypeVar("_Made")
_Row = tuple[list[str], str]  # its cells, and the file and line


class SourceText(NamedTuple):
    """A text, and the file and line where it stands."""

    text: str
    where: str

    def more(self, line: str) -> SourceText:
        """The same, gone on with in another line."""
        return SourceText(f"{self.text} {line}", self.where)


class OptionText(NamedTuple):
    """An option as it is written: its text, its mark, what is told, and the claim it stands for."""

    text: str
    is_right: bool
    feedback: tuple[str, ...]
    where: str
    claimed_value: str = ""


@dataclass
class Section:
    """What stands below one heading, in order."""

    where: str
    kind: str
    id: str
    texts: list[str] = field(default_factory=list)  # paragraphs before the settings,
    question_paragraphs: list[str] = field(default_factory=list)  # and behind them
    settings: dict[str, SourceText] = field(default_factory=dict)
    options: list[OptionText] = field(default_factory=list)
    feedback: list[SourceText] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    tables: list[tuple[list[str], list[_Row]]] = field(default_factory=list)
    rankings: dict[str, SourceText] = field(default_factory=dict)
    tasks: list[Section] = field(default_factory=list)

    def setting(self, key: str) -> SourceText:
        """A setting that this part has to have."""
        if key not in self.settings:
            raise InputError(f"{self.where}: {self.kind} {self.id!r} needs a line '{key}: …'")
        return self.settings[key]


@dataclass
class LessonSource:
    """A file as it is written: its title, its versions, and its sections."""

    name: str
    title: str = ""
    versions: dict[int, SourceText] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)

    @property
    def parts(self) -> tuple[Section, ...]:
        """The sections that a learner does."""
        return tuple(one for one in self.sections if one.kind != TOPIC)


def read_lesson(path: Path | str, widget: Callable[[str], type] | None = None) -> LessonPlan:
    """The plan of a lesson's file; with `widget`, which finds one by its name, names of widgets are looked up, too."""
    text = read_text(path)
    return build_plan(text, data_of(text), widget)


def build_plan(text: LessonSource, lesson_data: LessonData, widget: Callable[[str], type] | None = None) -> LessonPlan:
    """The plan that a file's text makes."""
    if not text.parts:
        raise InputError(f"{text.name}: no part follows the title; a part begins with '## Choose: its-id'")
    parts: list[Part] = []
    for one in text.parts:
        with error_location(one.where):
            parts.append(_part(one, lesson_data, widget, parts))
    with error_location(text.name):
        return LessonPlan(text.title[:2], text.title[2:].strip(), tuple(parts), _earlier(text), lesson_data)


@contextmanager
def error_location(where: str) -> Iterator[None]:
    """Say of what goes wrong where it stands, unless that is said."""
    try:
        yield
    except InputError as error:
        if str(error).startswith(f"{where.partition(', line ')[0]}, line "):
            raise
        raise InputError(f"{where}: {error}") from None


def _earlier(text: LessonSource) -> tuple[PartList, ...]:
    """The versions before the last one, which is that of the parts as they are; an `InputError` where it is not."""
    lesson, parts = text.title[:2], [one.id for one in text.parts]
    if not text.versions:
        return ()
    newest = max(text.versions)
    line = text.versions[newest]
    listed = line.text.split()
    if listed != parts:
        differ = sorted({*listed} ^ {*parts})
        what = f"the file has not the same: {comma_list(differ)}" if differ else "the file has another order"
        raise InputError(
            f"{line.where}: version {newest} lists the parts that were given out, and {what}; leave that line as it "
            f"is, and write below it 'version {newest + 1}: {' '.join(parts)}'"
        )
    return tuple(PartList(lesson, tuple(text.versions[one].text.split())) for one in sorted(text.versions)[:-1])


# from the file to sections


def read_text(path: Path | str) -> LessonSource:
    """What a file says, section by section; an `InputError` with the line for what no lesson's file holds."""
    file = Path(path)
    try:
        source = file.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, IsADirectoryError):
        near = get_close_matches(f"{file.stem}.md", [one.name for one in file.parent.glob("*.md")], 1)
        hint = f"did you mean {near[0]}?" if near else "a lesson's questions are a Markdown file"
        raise InputError(f"there is no file {quoted(str(path))}; {hint}") from None
    except UnicodeDecodeError:
        raise InputError(f"{quoted(str(path))} is no text in UTF-8; save it as such") from None
    except OSError as error:
        raise InputError(f"{quoted(str(path))} cannot be read: {(error.strerror or str(error)).lower()}") from None
    if file.suffix == ".ipynb":
        raise InputError(f"{quoted(str(path))} is a notebook; a lesson's questions are the Markdown file beside it")
    from markdown_it.tree import SyntaxTreeNode

    reader = _Reader(LessonSource(file.name), re.split("\r\n?|\n", source))
    for node in SyntaxTreeNode(parser().parse(source)).children:
        with error_location(reader.where(node)):
            reader.add(node)
    with error_location(file.name):
        reader.check_title()
    return reader.text


class _Reader:
    """Takes the blocks of a file one after the other."""

    def __init__(self, text: LessonSource, lines: Sequence[str]) -> None:
        self.text, self.lines = text, lines
        self.now: Section | None = None

    def where(self, node: SyntaxTreeNode, offset: int = 0) -> str:
        """The file and the line of a block."""
        return f"{self.text.name}, line {(node.map or (0, 0))[0] + 1 + offset}"

    def check_title(self) -> None:
        """An `InputError` as long as there is no title."""
        if not self.text.title:
            raise InputError("the first line is the title, as in '# Q1 My lesson'")

    def add(self, node: SyntaxTreeNode) -> None:
        """Take a block."""
        if node.type == "hr":
            return
        if node.tag == "h1":
            self._add_title(_joined(node))
            return
        self.check_title()
        if node.type == "heading":
            self._add_heading(node)
        elif self.now is None:
            self._add_versions(node)
        elif node.type == "paragraph":
            self._add_paragraph(self.now, node)
        else:
            self._add_block(self.now, node)

    def _add_title(self, said: str) -> None:
        if self.text.title:
            raise InputError("a second title; a part begins with '## Kind: its-id'")
        if not re.match(rf"[{ALPHABET}]{{2}} \S", said):
            raise InputError(
                "the title begins with two signs of the lesson's own, digits or capitals without I, L, O "
                f"and U, as in '# Q1 My lesson'; given: {_brief(said)}"
            )
        self.text.title = said

    def _add_heading(self, node: SyntaxTreeNode) -> None:
        said, sections, kind = _joined(node), self.text.sections, TASK
        if node.tag == "h2":
            kind, colon, said = map(str.strip, said.partition(":"))
            kind = max((one for one in KINDS if not colon and kind.startswith(f"{one} ")), key=len, default=kind)
            if kind not in KINDS:
                raise InputError(f"no part is a {quoted(kind)}; {did_you_mean(kind, KINDS, 'the kinds are')}")
            if not colon or not said:
                raise InputError(f"the part lacks its id; write '## {kind}: some-id'")
        elif node.tag == "h3" and sections and sections[-1].kind == PLAY:
            sections = sections[-1].tasks
        else:
            raise InputError("a part begins with '## Kind: its-id', a task of a Play with '### its-id'")
        if not _ID.fullmatch(said):
            raise InputError(f"an id is small letters, digits and hyphens, as in 'first-turn'; given: {said!r}")
        if first := [one.where for one in sections if one.id == said]:
            raise InputError(f"the id {said!r} is given twice; the first is in {first[0]}")
        self.now = Section(self.where(node), kind, said)
        sections.append(self.now)

    def _add_versions(self, node: SyntaxTreeNode) -> None:
        """The lines of versions below the title; one goes on where the next has no number."""
        last = 0
        for offset, line in enumerate(_lines(node) if node.type == "paragraph" else [""]):
            found = _VERSION.fullmatch(line)
            ids = (found[2] if found else line).split()
            if found and int(found[1]) == len(self.text.versions) + 1 and len({*ids}) == len(ids):
                last = int(found[1])
                self.text.versions[last] = SourceText(found[2], self.where(node, offset))
            elif last and not found and all(map(_ID.fullmatch, ids)):
                self.text.versions[last] = self.text.versions[last].more(line)
            else:
                raise InputError(
                    f"{self.where(node, offset)}: between the title and the first part stand only versions from 1 on, "
                    "as in 'version 1: first-look turn-1'; a part begins with '## Kind: its-id'"
                )

    def _add_paragraph(self, now: Section, node: SyntaxTreeNode) -> None:
        """Text, and lines that set something; what is longer than a line goes on behind a comma or `and`."""
        said: list[str] = []
        key = goes_on = ""
        for offset, line in enumerate(_lines(node)):
            where = self.where(node, offset)
            with error_location(where):
                if _STRAY.match(line):
                    raise InputError(f"an option begins with '- [ ] ', a heading with '## '; given: {_brief(line)}")
                if goes_on:
                    now.settings[goes_on] = now.settings[goes_on].more(line)
                elif line.startswith("|"):
                    raise InputError("a table has a line such as |---|---| below its heading")
                elif now.kind == TOPIC and not get_close_matches(line.partition(":")[0].lower(), ["query"], cutoff=0.8):
                    _rank(now, line, where)
                else:
                    key = _set(now, line, where, key)
                    said += [] if key else [line]
            goes_on = key if line.endswith((",", " and")) else ""
        if said:
            (now.question_paragraphs if now.settings and now.kind == TASK else now.texts).append(" ".join(said))

    def _add_block(self, now: Section, node: SyntaxTreeNode) -> None:
        if node.type == "blockquote":
            if now.options and self.lines[(node.map or (1, 1))[0] - 1].strip():
                raise InputError("what is told of an option is indented below it; else leave a blank line above")
            now.feedback += [SourceText(text, self.where(node)) for text in self._quote(node)]
        elif node.type == "bullet_list":
            now.options += [self._option(item) for item in node.children]
        elif node.type == "ordered_list":
            if now.kind == WORK_OUT and not now.settings:
                raise InputError(
                    r"a numbered line is a hint, which stands behind 'given: …'; in a question write it as '1\. …'"
                )
            for item in node.children:
                if [one.type for one in item.children] != ["paragraph"]:
                    raise InputError(f"{self.where(item)}: a hint is a number, a point and a text: '1. Write down …'")
                now.hints.append(_joined(item.children[0]))
        elif node.type == "table":
            now.tables.append(self._table(node))
        else:
            raise InputError(
                "a lesson's text has paragraphs, options, lines behind '>', numbered lines and tables; "
                f"this is a {'block of code' if node.type == 'fence' else node.type}"
            )
        if node.children and node.type not in _HOLDS[now.kind]:
            raise InputError(f"{now.where}: a '{now.kind}' has no {_CALLED[node.type]}, and this one has")

    def _quote(self, node: SyntaxTreeNode) -> list[str]:
        """The paragraphs of a quote; an `InputError` where it is none, or holds something else."""
        odd = [one for one in node.children or [node] if node.type != "blockquote" or one.type != "paragraph"]
        lines = [] if odd else [(at, self.lines[at].strip()) for at in range(*(node.map or (0, 0)))]
        bare = next((at for at, line in lines if line and not re.match(r"([-*+] +\[.\] +)?>", line)), None)
        if bare is not None:
            raise InputError(
                f"{self.text.name}, line {bare + 1}: this line goes on with what is told above; begin it with '>', or "
                "leave a blank line before it (an option begins with '- [ ] ')"
            )
        if odd:
            raise InputError(
                f"{self.where(odd[0])}: what is told is a text behind '>', and here is none "
                "(a line that begins with a hyphen, or with a number and a point, begins a list)"
            )
        return [_joined(one) for one in node.children]

    def _option(self, item: SyntaxTreeNode) -> OptionText:
        lines = _lines(item.children[0]) if item.children and item.children[0].type == "paragraph" else [""]
        with error_location(self.where(item)):
            mark = _MARK.match(lines[0])
            if not mark:
                raise InputError(
                    f"an option begins with [x] if it is right, else with [ ], then a text; given: {_brief(lines[0])}"
                )
        claims = [found[1] for found in map(_CLAIM.match, lines[1:]) if found]
        for offset, line in enumerate(lines):
            if (not _CLAIM.match(line)) if offset else (" if:" in line):
                raise InputError(
                    f"{self.where(item, offset)}: an option is one line that begins with '- [ ] '; below it stand "
                    f"claims, 'if: …', and what is told, '> …'; given: {_brief(line)}"
                )
        told = tuple(one for quote in item.children[1:] for one in self._quote(quote))
        return OptionText(mark[2], mark[1] in "xX", told, self.where(item), " and ".join(claims))

    def _table(self, node: SyntaxTreeNode) -> tuple[list[str], list[_Row]]:
        """The header and the rows of a table, read from its lines: Markdown would drop a cell too many."""
        first, last = node.map or (0, 0)
        header, _, *rows = (_cells(line) for line in self.lines[first:last])
        placed = [(row, self.where(node, offset)) for offset, row in enumerate(rows, 2)]
        for row, where in placed:
            if len(row) != len(header) or not all(row):
                cells = count_noun(len(row), "cell")
                has = rf"this row has {cells} and the heading {len(header)}; a bar that is text is \|"
                graded = header[-1].casefold() == "grade"
                empty = f"a cell is empty{'; the grade of what nobody judged is a hyphen' if graded else ''}"
                raise InputError(f"{where}: {has if len(row) != len(header) else empty}")
        return header, placed


def _cells(line: str) -> list[str]:
    inside = line.strip().removeprefix("|")
    inside = inside[:-1] if inside.endswith("|") and not inside.endswith(r"\|") else inside
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", inside)]


def _brief(text: str) -> str:
    return quoted(text[:_BRIEF])


def _lines(node: SyntaxTreeNode) -> list[str]:
    return [" ".join(line.split()) for line in node.children[0].content.split("\n")]


def _joined(node: SyntaxTreeNode) -> str:
    """The text of a heading or a paragraph as it was typed, its lines joined."""
    return " ".join(_lines(node)) if node.children else ""


def _rank(now: Section, line: str, where: str) -> None:
    """Take a line with a ranking of a topic's documents."""
    ranked = _RANKED.fullmatch(line)
    if not ranked:
        raise InputError(
            f"a Topic has a line 'query: …', a table, and rankings as in 'A: d1 d2'; given: {_brief(line)}"
        )
    if ranked[1] in now.rankings:
        raise InputError(f"a second ranking {quoted(ranked[1])}")
    now.rankings[ranked[1]] = SourceText(ranked[2].replace(",", " "), where)


def _set(now: Section, line: str, where: str, above: str) -> str:
    """What a line sets, which is then kept; empty for text. `above` is what the line above it sets."""
    key, sign, value = found.groups() if (found := _SETTING.fullmatch(line)) else ("", "", "")
    known = [one for one in _HOLDS[now.kind] if one not in _CALLED]
    if key not in known:
        if get_close_matches(key.lower(), known) or any(key in one for one in _HOLDS.values()) or _VERSION.match(line):
            hint = did_you_mean(key.lower(), known or ["no settings"], "it has")
            raise InputError(f"a {now.kind} has no setting {quoted(key or line[:_BRIEF])}; {hint}")
        why = (
            f"text stands before the first task of {now.id!r}; a task begins with '### its-id'" if now.kind == PLAY
            else "no text follows options or settings; what is told begins with '>'"
            if now.options or (now.settings and now.kind != TASK)
            else above and f"{above!r} goes on behind a comma or 'and', and text stands behind a blank line"
        )  # fmt: skip
        if not why:
            return ""
        raise InputError(f"{why}; given: {_brief(line)}")
    if sign != ":" or key in now.settings or not value:
        how = "to nothing" if not value else "twice" if sign == ":" else f"without a colon; write '{key}: …'"
        raise InputError(f"{key!r} is set {how}")
    now.settings[key] = SourceText(value, where)
    return key


# from sections to parts


def data_of(text: LessonSource) -> LessonData:
    """The topics and scores that a file brings along."""
    topics: dict[str, Topic] = {}
    scores: dict[str, Scores] = {}
    sections = [one for one in text.sections if one.kind == TOPIC]
    for one in sections:
        if len(one.tables) != 1:
            raise InputError(f"{one.where}: a Topic has one table; {one.id!r} has {len(one.tables)}")
        header, rows = one.tables[0]
        named = [name.casefold() for name in header]
        if named == ["document", "title", "grade"]:
            topics[one.id] = topic = Topic(one.setting("query").text, tuple(_each(parse_document_row, rows)))
            for name, (listed, where) in one.rankings.items():
                with error_location(f"{where}: the ranking {quoted(name)}"):
                    if twice := [one for one, times in Counter(listed.split()).items() if times > 1]:
                        raise InputError(
                            f"{comma_list(twice)} {'stand' if twice[1:] else 'stands'} in it more than once"
                        )
                    topic.ranking(listed)
        elif named[0] == "query" and len({*named}) == 3 == len(named) and not one.settings and not one.rankings:
            each = _each(parse_score_row, rows)
            scores[one.id] = {name: {query: both[at] for query, both in each} for at, name in enumerate(header[1:])}
        else:
            raise InputError(
                f"{one.where}: the table of a Topic has the heading | document | title | grade |, or for the scores of "
                "two systems | query | and their two names, without a line 'query: …' or rankings; given: "
                f"{' | '.join(header)}"
            )
    rankings = {one.id: {name: listed for name, (listed, _) in one.rankings.items()} for one in sections}
    return LessonData(topics, {topic: named for topic, named in rankings.items() if named}, scores)


def _each(made: Callable[[list[str]], _Made], rows: Sequence[_Row]) -> list[_Made]:
    """What each row of a table makes; no two begin with the same name."""
    found: dict[str, _Made] = {}
    for cells, where in rows:
        with error_location(where):
            if cells[0] in found:
                raise InputError(f"{quoted(cells[0])} is given twice")
            found[cells[0]] = made(cells)
    return list(found.values())


def _part(one: Section, lesson_data: LessonData, widget: Callable[[str], type] | None, before: Sequence[Part]) -> Part:
    if one.kind == PLAY:
        return _play(one, lesson_data, widget, [part.id for part in before if isinstance(part, Prediction)])
    if one.kind == WORK_OUT and "topic" in one.settings:
        return _variant(one)
    if not one.texts:
        raise InputError(f"{one.id!r} asks nothing; write the question below its heading")
    if one.kind == WORK_OUT:
        return _exercise(one, lesson_data)
    if one.settings and one.options:
        raise InputError(f"{one.id!r} asks for a number, so it has no options")
    asked = _exercise(one, lesson_data) if one.settings else _quiz(one, fill_text(one.texts, lesson_data), lesson_data)
    with error_location(one.feedback[0].where if one.feedback else one.where):
        said, more = (
            fill_text([text for text, _ in some], lesson_data) for some in (one.feedback[:1], one.feedback[1:])
        )
    return Prediction(asked, said, more) if one.kind == PREDICT else asked


def _quiz(one: Section, question: str, lesson_data: LessonData) -> Quiz:
    rights = [option.where for option in one.options if option.is_right]
    if len(one.options) < 2:
        raise InputError(
            f"{one.id!r} has {count_noun(len(one.options), 'option')}; give two or more, each as '- [ ] …'"
        )
    options = []
    for option in one.options:
        with error_location(option.where):
            if not option.feedback and (
                " > " in option.text or not (option.is_right and (one.feedback or one.kind == TASK))
            ):
                raise InputError(f"who chooses {_brief(option.text)} is told nothing; write below: '  > …'")
            options.append(
                Option(fill_text([option.text], lesson_data), option.is_right, fill_text(option.feedback, lesson_data))
            )
    if not rights:
        raise InputError(f"no option of {one.id!r} is marked as right; mark it with [x]")
    if len(rights) > 1 and one.kind != CHOOSE_ALL:
        also = f"; with several right ones the part is '## Choose all: {one.id}'" if one.kind == CHOOSE else ""
        raise InputError(f"{rights[1]}: a second option of {one.id!r} is marked as right{also}")
    return Quiz(one.id, question, tuple(options), several=one.kind == CHOOSE_ALL)


def _play(
    one: Section, lesson_data: LessonData, widget: Callable[[str], type] | None, asked: Sequence[str]
) -> WidgetTasks:
    """Tasks; `asked` are the predictions above, of which the widget would answer some."""
    text, where = one.settings.get("after", ("", ""))
    after = text.replace(",", " ").split()
    if other := [name for name in after if name not in asked]:
        hint = did_you_mean(other[0], asked, "there are") if asked else "there is none"
        raise InputError(f"{where}: no prediction above is called {quoted(other[0])}; {hint}")
    name, where = one.setting("widget")
    with error_location(where):
        kind = widget(name) if widget else None
    if not one.tasks:
        raise InputError(f"{one.id!r} has no task; a task begins with '### its-id'")
    return WidgetTasks(one.id, tuple(_task(task, lesson_data, kind) for task in one.tasks), name, tuple(after))


def _task(one: Section, lesson_data: LessonData, widget: type | None) -> Task:
    with error_location(one.feedback[0].where if one.feedback else one.where):
        says: Any = compile_feedback(
            [text for text, _ in one.feedback], lesson_data, widget, *(where for _, where in one.feedback[:1])
        )
    with error_location(one.where):
        if not one.texts:
            raise InputError(f"the task {one.id!r} says nothing; write what to do below its heading")
        if not one.feedback and not one.options:
            raise InputError(f"the task {one.id!r} tells nothing when it is done; write it as '> …'")
        words = fill_text(one.texts, lesson_data)
        if one.options and "done" not in one.settings:
            return Task(one.id, words, quiz=_quiz(one, words, lesson_data), feedback=says)
        asks = _quiz(one, fill_text(one.question_paragraphs, lesson_data), lesson_data) if one.options else None
        if bool(one.question_paragraphs) != bool(one.options):
            raise InputError(f"behind 'done: …' the task {one.id!r} has a question with options, or neither")
    text, where = one.setting("done")
    with error_location(where):
        sees, done = condition(text, widget)
    return Task(one.id, words, error_location(where)(done), sees and error_location(where)(sees), asks, says)


def _exercise(one: Section, lesson_data: LessonData) -> Exercise:
    """A number to work out by hand: what is asked, and what is given, as words or by a name of the file's.

    What is given is drawn below the words, unless the lecturer says that they tell it.
    """
    number, named = one.setting("number"), one.setting("given")
    drawn, where = one.settings.get("drawn", ("", ""))
    if drawn not in ("", "no"):
        raise InputError(f"{where}: 'drawn' is 'no' where the question tells what is given, or is left out")
    with error_location(number.where):
        *_, of_what = number.text.rpartition(" of ")
        if of_what != number.text and re.split(r"[@(]", of_what)[0] not in MEASURES:  # 'mean of AP' is one
            raise InputError(f"'number' is what is worked out, and 'given' of what; given: {quoted(number.text)}")
        asked = parse_quantity(number.text)
    with error_location(named.where):
        given = lesson_data.given(asked, named.text)
    first, *more = (fill_text([text], lesson_data) for text in one.texts)
    names = [f"{side} is {name}" for side, name in zip("AB", lesson_data.scores.get(named.text, "AB"), strict=True)]
    who = f"{', '.join(names)}." if names != ["A is A", "B is B"] else ""
    stated = (
        WORDINGS.of(asked).data_sentences(asked, asked.read(given))
        if isinstance(asked, HandQuantity) and not drawn
        else ""
    )
    hints, words = tuple(fill_text([hint], lesson_data) for hint in one.hints), joined([first, who, *more])
    question = joined([first, who, stated, *more])
    return Exercise(one.id, asked, given, question, hints, question_without_data=words, data_is_drawn=not drawn)


def _variant(one: Section) -> GeneratedExercise:
    """A generated exercise: 'ap, level 1, seed 5'."""
    extra = next((key for key in one.settings if key != "topic"), "")
    if one.texts or one.hints or extra:
        what = f"the line '{extra}: …'" if extra else "the text" if one.texts else "the hints"
        raise InputError(f"the topic words its own question and hints; take {what} out")
    text, where = one.setting("topic")
    with error_location(where):
        find_topic(name := text.partition(",")[0].strip())
        found = re.fullmatch(r"[^,]+(?:, level (?P<level>[123]))?(?:, seed (?P<seed>\d{1,18}))?", text)
        if not found:
            raise InputError(f"a topic is as 'ap, level 1, seed 5', its level 1, 2 or 3; given: {quoted(text)}")
    return GeneratedExercise(one.id, name, **{key: int(value) for key, value in found.groupdict().items() if value})
