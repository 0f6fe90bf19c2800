"""Reader of a lesson's file: the Markdown file with a lesson's questions, from which a plan is built.

The format is explained in `lessons/instructor/your_own_lesson.md`, and numbers in braces and the conditions of tasks in
`irlearn.course.task_conditions`. An error is one sentence with the file and the line.
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
from irlearn.byhand.hand_quantity import HandQuantity
from irlearn.byhand.parse_question import parse_quantity
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
    PREDICT: ("title", "number", "given", "drawn", "bullet_list", "blockquote"),
    CHOOSE: ("title", "bullet_list"),
    CHOOSE_ALL: ("title", "bullet_list"),
    WORK_OUT: ("title", "topic", "number", "given", "drawn", "ordered_list"),
    PLAY: ("title", "widget", "after"),
    TOPIC: ("query", "table"),
    TASK: ("done", "bullet_list", "blockquote"),
}
"""The settings and the Markdown blocks that a section of each kind may have besides text."""
_BLOCK_NAMES = {
    "bullet_list": "options", "blockquote": "text after '>'", "ordered_list": "numbered lines", "table": "table"
}  # fmt: skip
KINDS = tuple(kind for kind in _HOLDS if kind != TASK)
_SETTING = re.compile(r"([A-Za-z]+) ?([:=：]) *(.*)")
_STRAY = re.compile(r"([-–—−•+*]+|\w[.)])?\s*\[[ xX]?\]|##|#\s*[A-Z]")  # probably meant as an option or a heading
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CLAIM = re.compile(r"if: *(.+)", re.IGNORECASE)
_MARK = re.compile(r"\[([ xX])\] +(\S.*)")
_VERSION = re.compile(r"version ([1-9]\d{0,2}): *(.*)")
_FURTHER = re.compile(r"further: *(.*)")
_RANKED = re.compile(r"(\w[^:|/*]{0,39}?) ?: +(.+)")
_LONGEST_QUOTE = 30  # the number of characters of a line that a message repeats
_Item = TypeVar("_Item")
_Row = tuple[list[str], str]  # the cells of a row, and its file and line


class SourceText(NamedTuple):
    """A text with its location, the file and line."""

    text: str
    where: str

    def more(self, line: str) -> SourceText:
        """Return the text with another line appended."""
        return SourceText(f"{self.text} {line}", self.where)


class OptionText(NamedTuple):
    """An option as it is written: its text, its mark, its feedback, its location, and its claim."""

    text: str
    is_right: bool
    feedback: tuple[str, ...]
    where: str
    claimed_value: str = ""

    @property
    def is_about_data(self) -> bool:
        """Whether the claim is about a learner's data, as in `if: it.wins_a > it.wins_b`."""
        return self.claimed_value.removeprefix("not ").startswith("it.")


@dataclass
class Section:
    """The content below a heading: paragraphs before and after the settings, the settings, and the blocks."""

    where: str
    kind: str
    id: str
    title: str = ""
    texts: list[str] = field(default_factory=list)
    question_paragraphs: list[str] = field(default_factory=list)
    """The paragraphs after the settings, which a task's quiz may have."""
    settings: dict[str, SourceText] = field(default_factory=dict)
    options: list[OptionText] = field(default_factory=list)
    feedback: list[SourceText] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    tables: list[tuple[list[str], list[_Row]]] = field(default_factory=list)
    rankings: dict[str, SourceText] = field(default_factory=dict)
    tasks: list[Section] = field(default_factory=list)
    is_faulty: bool = False
    """Whether something in the section, or in one of its tasks, was left out because it is wrong."""

    def setting(self, key: str) -> SourceText:
        """Return a required setting. Raise `InputError` if it is missing."""
        if key not in self.settings:
            raise InputError(f"{self.where}: {self.kind} {self.id!r} needs a line '{key}: …'")
        return self.settings[key]


@dataclass
class LessonSource:
    """The source of a lesson: the title, the versions, the folded parts and the sections of its file."""

    name: str
    title: str = ""
    versions: dict[int, SourceText] = field(default_factory=dict)
    further: SourceText | None = None
    sections: list[Section] = field(default_factory=list)
    slips: list[str] | None = None
    """The messages about all slips in the file; None if the first slip raises an error."""

    @property
    def parts(self) -> tuple[Section, ...]:
        """The sections that are parts of the lesson, that is, all but the topics."""
        return tuple(section for section in self.sections if section.kind != TOPIC)

    @property
    def untried(self) -> list[str]:
        """The ids of the sections with slips, whose other lines cannot be tried."""
        return [part.id for part in self.sections if part.is_faulty or any(task.is_faulty for task in part.tasks)]

    @contextmanager
    def attempt(self, where: str, section: Section | None = None) -> Iterator[None]:
        """Put the location in front of an `InputError`, and raise it, or add it to the slips and mark the section.

        An error of a part about a name in a Topic with slips is no slip of its own.
        """
        try:
            with error_location(where):
                yield
        except InputError as error:
            if self.slips is None:
                raise
            if section:
                section.is_faulty = True
            is_part = section is not None and section.kind != TOPIC
            topics = [topic for topic in self.sections if is_part and topic.kind == TOPIC and topic.is_faulty]
            if not any(quoted(name) in str(error) for topic in topics for name in topic.rankings or [topic.id]):
                self.slips.append(str(error))


def read_lesson(path: Path | str, widget: Callable[[str], type] | None = None) -> LessonPlan:
    """Read the plan of a lesson from its file.

    Parameters
    ----------
    path
        The Markdown file.
    widget
        Returns the class of a widget by its name, to check the names in the file; without it they are not checked.

    Raises
    ------
    InputError
        If the file cannot be read, or if something in it is wrong; the message has the line.
    """
    source = read_text(path)
    return build_plan(source, data_of(source), widget)


def build_plan(text: LessonSource, lesson_data: LessonData, widget: Callable[[str], type] | None = None) -> LessonPlan:
    """Build the plan of a lesson from its source and its data, as `read_lesson` does."""
    if not text.parts:
        raise InputError(f"{text.name}: no part follows the title; a part begins with '## Choose: its-id'")
    parts: list[Part] = []
    predictions: list[str] = []
    for section in text.parts:
        with text.attempt(section.where, section):
            if section.id not in text.untried:
                parts.append(_build_part(section, lesson_data, widget, predictions))
        predictions += [section.id] * (section.kind == PREDICT)
    if text.slips:
        raise InputError(text.slips[0])
    titles = {section.id: section.title for section in text.parts if section.title}
    further = _further_parts(text)
    with error_location(text.name):
        return LessonPlan(
            text.title[:2], text.title[2:].strip(), tuple(parts), _earlier_parts(text), lesson_data, titles, further
        )


@contextmanager
def error_location(where: str) -> Iterator[None]:
    """Put the location in front of the message of an `InputError`, unless it already names a line of that file."""
    try:
        yield
    except InputError as error:
        if str(error).startswith(f"{where.partition(', line ')[0]}, line "):
            raise
        raise InputError(f"{where}: {error}") from None


def _earlier_parts(source: LessonSource) -> tuple[PartList, ...]:
    """Return the parts of all versions but the last. Raise `InputError` if the last version lists other parts."""
    lesson, parts = source.title[:2], [section.id for section in source.parts]
    if not source.versions:
        return ()
    newest = max(source.versions)
    line = source.versions[newest]
    listed = line.text.split()
    if listed != parts:
        difference = sorted({*listed} ^ {*parts})
        problem = f"the file has not the same: {comma_list(difference)}" if difference else "the file has another order"
        raise InputError(
            f"{line.where}: version {newest} lists the parts that were given out, and {problem}; leave that line as it "
            f"is, and write below it 'version {newest + 1}: {' '.join(parts)}'"
        )
    earlier_versions = sorted(source.versions)[:-1]
    return tuple(PartList(lesson, tuple(source.versions[version].text.split())) for version in earlier_versions)


def _further_parts(source: LessonSource) -> tuple[str, ...]:
    """Return the ids of the parts below "Go further". Raise `InputError` if they are not some parts of the lesson."""
    if source.further is None:
        return ()
    further, parts = source.further.text.split(), [section.id for section in source.parts]
    with error_location(source.further.where):
        if not further:
            raise InputError("'further' is followed by the ids of the parts below \"Go further\", or is left out")
        for part_id, times in Counter(further).items():
            if part_id not in parts:
                raise InputError(f"'further' names {quoted(part_id)}; {did_you_mean(part_id, parts, 'the parts are')}")
            if times > 1:
                raise InputError(f"'further' names {quoted(part_id)} twice; name each part once")
        if len(further) == len(parts):
            raise InputError("'further' names all parts; leave at least one part that the learner has to do")
    return tuple(further)


# From the file to sections.


def read_text(path: Path | str, slips: list[str] | None = None) -> LessonSource:
    """Read the title, the versions and the sections of a lesson's file.

    Parameters
    ----------
    path
        The Markdown file.
    slips
        A list to which messages about slips in the file are added, so that reading goes on after a slip.

    Raises
    ------
    InputError
        If the file cannot be read, or without `slips`, if it has something that is not allowed in a lesson's file.
    """
    file = Path(path)
    try:
        source = file.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, IsADirectoryError):
        matches = get_close_matches(f"{file.stem}.md", [sibling.name for sibling in file.parent.glob("*.md")], 1)
        hint = f"did you mean {matches[0]}?" if matches else "a lesson's questions are a Markdown file"
        raise InputError(f"there is no file {quoted(str(path))}; {hint}") from None
    except UnicodeDecodeError:
        raise InputError(f"{quoted(str(path))} is not text in UTF-8; save it as UTF-8") from None
    except OSError as error:
        raise InputError(f"{quoted(str(path))} cannot be read: {(error.strerror or str(error)).lower()}") from None
    if file.suffix == ".ipynb":
        raise InputError(f"{quoted(str(path))} is a notebook; a lesson's questions are the Markdown file beside it")
    tokens = parser().parse(source)  # Raises an error if markdown-it is not installed.
    from markdown_it.tree import SyntaxTreeNode

    reader = _Reader(LessonSource(file.name, slips=slips), re.split("\r\n?|\n", source))
    for node in SyntaxTreeNode(tokens).children:
        if reader.skips(node):
            continue
        reader.skipped = node.tag if node.type == "heading" else ""
        with reader.text.attempt(reader.where(node), None if node.tag in ("h1", "h2") else reader.now):
            reader.add(node)
            reader.skipped = ""
        if slips:
            reader.text.title = reader.text.title or "?"  # A missing title is a single slip.
    with error_location(file.name):
        reader.check_title()
    return reader.text


class _Reader:
    """A reader that adds the Markdown blocks of a file to a lesson's source, one after the other."""

    def __init__(self, text: LessonSource, lines: Sequence[str]) -> None:
        self.text, self.lines = text, lines
        self.now: Section | None = None
        self.skipped = ""
        """The tag of a heading with a slip, whose text is left out."""

    def skips(self, node: SyntaxTreeNode) -> bool:
        """Return whether a block is below a heading with a slip, to which it would have been added."""
        return bool(self.skipped) and node.tag not in ("h1", "h2", self.skipped)

    def where(self, node: SyntaxTreeNode, offset: int = 0) -> str:
        """Return the file and the line number of a block, or of a later line in the block."""
        return f"{self.text.name}, line {(node.map or (0, 0))[0] + 1 + offset}"

    def check_title(self) -> None:
        """Raise `InputError` if there is no title yet."""
        if not self.text.title:
            raise InputError("the first line is the title, as in '# Q1 My lesson'")

    def add(self, node: SyntaxTreeNode) -> None:
        """Add a block."""
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

    def _add_title(self, title: str) -> None:
        if self.text.title:
            raise InputError("a second title; a part begins with '## Kind: its-id'")
        if not re.match(rf"[{ALPHABET}]{{2}} \S", title):
            raise InputError(
                "the title begins with a code of two characters, digits or capitals without I, L, O and U, as in '# "
                f"Q1 My lesson'; given: {_brief(title)}"
            )
        self.text.title = title

    def _add_heading(self, node: SyntaxTreeNode) -> None:
        section_id, sections, kind = _joined(node), self.text.sections, TASK
        if node.tag == "h2":
            kind, colon, section_id = map(str.strip, section_id.partition(":"))
            kinds_in_heading = (known for known in KINDS if not colon and kind.startswith(f"{known} "))
            kind = max(kinds_in_heading, key=len, default=kind)
            if kind not in KINDS:
                raise InputError(f"no part is a {quoted(kind)}; {did_you_mean(kind, KINDS, 'the kinds are')}")
            if not colon or not section_id:
                raise InputError(f"the part needs an id; write '## {kind}: some-id'")
        elif node.tag == "h3" and sections and sections[-1].kind == PLAY:
            sections = sections[-1].tasks
        else:
            raise InputError("a part begins with '## Kind: its-id', a task of a Play with '### its-id'")
        if not _ID.fullmatch(section_id):
            raise InputError(f"an id is small letters, digits and hyphens, as in 'first-turn'; given: {section_id!r}")
        if first := [section.where for section in sections if section.id == section_id]:
            raise InputError(f"the id {section_id!r} is given twice; the first is in {first[0]}")
        self.now = Section(self.where(node), kind, section_id)
        sections.append(self.now)

    def _add_versions(self, node: SyntaxTreeNode) -> None:
        """Add the versions and the folded parts below the title; a line without a key continues the line above."""
        last = 0
        is_before_further = self.text.further is None
        for offset, line in enumerate(_lines(node) if node.type == "paragraph" else [""]):
            match = _VERSION.fullmatch(line)
            ids = (match[2] if match else line).split()
            if further := _FURTHER.fullmatch(line):
                if self.text.further:
                    raise InputError(f"{self.where(node, offset)}: a second line 'further: …'; name all ids in one")
                self.text.further = SourceText(further[1], self.where(node, offset))
            elif self.text.further and is_before_further and not match and all(map(_ID.fullmatch, ids)):
                self.text.further = self.text.further.more(line)
            elif match and not self.text.further and self._is_next_version(int(match[1]), ids):
                last = int(match[1])
                self.text.versions[last] = SourceText(match[2], self.where(node, offset))
            elif last and not match and all(map(_ID.fullmatch, ids)):
                self.text.versions[last] = self.text.versions[last].more(line)
            else:
                raise InputError(
                    f"{self.where(node, offset)}: between the title and the first part stand only versions from 1 on, "
                    "as in 'version 1: first-look turn-1', and then the folded parts, as in 'further: turn-1'; "
                    "a part begins with '## Kind: its-id'"
                )

    def _is_next_version(self, number: int, ids: Sequence[str]) -> bool:
        return number == len(self.text.versions) + 1 and len({*ids}) == len(ids)

    def _add_paragraph(self, now: Section, node: SyntaxTreeNode) -> None:
        """Add the text and the settings of a paragraph; a setting continues after a comma or `and`."""
        text_lines: list[str] = []
        key = continued_key = ""
        for offset, line in enumerate(_lines(node)):
            where = self.where(node, offset)
            with self.text.attempt(where, now):
                if _STRAY.match(line):
                    raise InputError(f"an option begins with '- [ ] ', a heading with '## '; given: {_brief(line)}")
                if continued_key:
                    now.settings[continued_key] = now.settings[continued_key].more(line)
                elif line.startswith("|"):
                    raise InputError("a table has a line such as |---|---| below its heading")
                elif now.kind == TOPIC and not get_close_matches(line.partition(":")[0].lower(), ["query"], cutoff=0.8):
                    _add_ranking(now, line, where)
                else:
                    key = _add_setting(now, line, where, key)
                    text_lines += [] if key else [line]
            continued_key = key if key in now.settings and line.endswith((",", " and")) else ""
        if text_lines:
            paragraphs = now.question_paragraphs if now.settings and now.kind == TASK else now.texts
            paragraphs.append(" ".join(text_lines))

    def _add_block(self, now: Section, node: SyntaxTreeNode) -> None:
        if node.type == "blockquote":
            if now.options and self.lines[(node.map or (1, 1))[0] - 1].strip():
                raise InputError("what is told of an option is indented below it; else leave a blank line above")
            now.feedback += [SourceText(text, self.where(node)) for text in self._quote(node)]
        elif node.type == "bullet_list":
            for item in node.children:
                with self.text.attempt(self.where(item), now):
                    now.options.append(self._option(item))
        elif node.type == "ordered_list":
            if now.kind == WORK_OUT and not now.settings:
                raise InputError(
                    r"a numbered line is a hint, which stands behind 'given: …'; in a question write it as '1\. …'"
                )
            for item in node.children:
                if [child.type for child in item.children] != ["paragraph"]:
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
            raise InputError(f"{now.where}: a '{now.kind}' has no {_BLOCK_NAMES[node.type]}, and this one has")

    def _quote(self, node: SyntaxTreeNode) -> list[str]:
        """Return the paragraphs of a quote. Raise `InputError` if it is not a quote, or has other blocks."""
        children = node.children or [node]
        odd = [child for child in children if node.type != "blockquote" or child.type != "paragraph"]
        lines = [] if odd else [(index, self.lines[index].strip()) for index in range(*(node.map or (0, 0)))]
        without_sign = [index for index, line in lines if line and not re.match(r"([-*+] +\[.\] +)?>", line)]
        if without_sign:
            raise InputError(
                f"{self.text.name}, line {without_sign[0] + 1}: this line goes on with what is told above; "
                "begin it with '>', or leave a blank line before it (an option begins with '- [ ] ')"
            )
        if odd:
            raise InputError(
                f"{self.where(odd[0])}: what is told is a text behind '>', and here is none "
                "(a line that begins with a hyphen, or with a number and a point, begins a list)"
            )
        return [_joined(paragraph) for paragraph in node.children]

    def _option(self, item: SyntaxTreeNode) -> OptionText:
        lines = _lines(item.children[0]) if item.children and item.children[0].type == "paragraph" else [""]
        with error_location(self.where(item)):
            mark = _MARK.match(lines[0])
            if not mark:
                raise InputError(
                    f"an option begins with [x] if it is right, else with [ ], then a text; given: {_brief(lines[0])}"
                )
        claims = [match[1] for match in map(_CLAIM.match, lines[1:]) if match]
        for offset, line in enumerate(lines):
            if (not _CLAIM.match(line)) if offset else (" if:" in line):
                raise InputError(
                    f"{self.where(item, offset)}: an option is one line that begins with '- [ ] '; below it stand "
                    f"claims, 'if: …', and what is told, '> …'; given: {_brief(line)}"
                )
        feedback = tuple(paragraph for quote in item.children[1:] for paragraph in self._quote(quote))
        return OptionText(mark[2], mark[1] in "xX", feedback, self.where(item), " and ".join(claims))

    def _table(self, node: SyntaxTreeNode) -> tuple[list[str], list[_Row]]:
        """Return the header and the rows of a table, read from its lines because Markdown drops superfluous cells."""
        first, last = node.map or (0, 0)
        header, _, *cells_of_rows = (_cells(line) for line in self.lines[first:last])
        rows = [(cells, self.where(node, offset)) for offset, cells in enumerate(cells_of_rows, start=2)]
        for cells, where in rows:
            if len(cells) != len(header):
                raise InputError(
                    f"{where}: this row has {count_noun(len(cells), 'cell')} and the heading {len(header)}; "
                    r"a bar that is text is \|"
                )
            if not all(cells):
                has_grades = header[-1].casefold() == "grade"
                hint = "; the grade of what nobody judged is a hyphen" if has_grades else ""
                raise InputError(f"{where}: a cell is empty{hint}")
        return header, rows


def _cells(line: str) -> list[str]:
    inside = line.strip().removeprefix("|")
    inside = inside[:-1] if inside.endswith("|") and not inside.endswith(r"\|") else inside
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", inside)]


def _brief(text: str) -> str:
    return quoted(text[:_LONGEST_QUOTE])


def _lines(node: SyntaxTreeNode) -> list[str]:
    return [" ".join(line.split()) for line in node.children[0].content.split("\n")]


def _joined(node: SyntaxTreeNode) -> str:
    """Return the text of a heading or a paragraph as it was typed, on one line."""
    return " ".join(_lines(node)) if node.children else ""


def _add_ranking(now: Section, line: str, where: str) -> None:
    """Add a line with a ranking of a topic's documents."""
    match = _RANKED.fullmatch(line)
    if not match:
        raise InputError(
            f"a Topic has a line 'query: …', a table, and rankings as in 'A: d1 d2'; given: {_brief(line)}"
        )
    name, ids = match.groups()
    if name in now.rankings:
        raise InputError(f"a second ranking {quoted(name)}")
    now.rankings[name] = SourceText(ids.replace(",", " "), where)


def _add_setting(now: Section, line: str, where: str, key_above: str) -> str:
    """Add the setting in a line and return its key, or return an empty text if the line is ordinary text.

    `key_above` is the key of the setting in the line above, if there is one.
    """
    match = _SETTING.fullmatch(line)
    key, sign, value = match.groups() if match else ("", "", "")
    known = [name for name in _HOLDS[now.kind] if name not in _BLOCK_NAMES]
    if key not in known:
        is_setting_elsewhere = any(key in names for names in _HOLDS.values())
        if get_close_matches(key.lower(), known) or is_setting_elsewhere or _VERSION.match(line):
            hint = did_you_mean(key.lower(), known or ["no settings"], "it has")
            raise InputError(f"a {now.kind} has no setting {quoted(key or line[:_LONGEST_QUOTE])}; {hint}")
        why = (
            f"text stands before the first task of {now.id!r}; a task begins with '### its-id'" if now.kind == PLAY
            else "no text follows options or settings; what is told begins with '>'"
            if now.options or (now.settings and now.kind != TASK)
            else "'title' is one line, and text stands behind a blank line" if key_above == "title"
            else key_above and f"{key_above!r} goes on behind a comma or 'and', and text stands behind a blank line"
        )  # fmt: skip
        if not why:
            return ""
        raise InputError(f"{why}; given: {_brief(line)}")
    is_set = now.title if key == "title" else key in now.settings
    if sign != ":" or is_set or not value:
        how = "to nothing" if not value else "twice" if sign == ":" else f"without a colon; write '{key}: …'"
        raise InputError(f"{key!r} is set {how}")
    if key == "title":
        now.title = value
    else:
        now.settings[key] = SourceText(value, where)
    return key


# From sections to parts.


def data_of(text: LessonSource) -> LessonData:
    """Return the topics, rankings and scores in the Topic sections of a file.

    Raises
    ------
    InputError
        If a table or a ranking is not valid.
    """
    topics: dict[str, Topic] = {}
    scores: dict[str, Scores] = {}
    sections = [section for section in text.sections if section.kind == TOPIC]
    for section in sections:
        with text.attempt(section.where, section):
            if not section.is_faulty:
                _add_topic(section, topics, scores, text)
    rankings = {
        section.id: {name: ids for name, (ids, _) in section.rankings.items()}
        for section in sections
        if section.rankings and not section.is_faulty
    }
    return LessonData(topics, rankings, scores)


def _add_topic(section: Section, topics: dict[str, Topic], scores: dict[str, Scores], text: LessonSource) -> None:
    """Add the documents and rankings, or the scores, of a Topic section."""
    if len(section.tables) != 1:
        raise InputError(f"{section.where}: a Topic has one table; {section.id!r} has {len(section.tables)}")
    header, rows = section.tables[0]
    columns = [name.casefold() for name in header]
    has_only_table = not section.settings and not section.rankings
    if columns == ["document", "title", "grade"]:
        documents = tuple(_parse_rows(parse_document_row, rows, section, text))
        topics[section.id] = topic = Topic(section.setting("query").text, documents)
        for name, (ids, where) in section.rankings.items():
            with text.attempt(f"{where}: the ranking {quoted(name)}", section):
                if twice := [doc_id for doc_id, times in Counter(ids.split()).items() if times > 1]:
                    raise InputError(f"{comma_list(twice)} {'stand' if twice[1:] else 'stands'} in it more than once")
                if not section.is_faulty:
                    topic.ranking(ids)
    elif columns[0] == "query" and len({*columns}) == 3 == len(columns) and has_only_table:
        score_rows = _parse_rows(parse_score_row, rows, section, text)
        scores[section.id] = {
            system: {query: both_scores[index] for query, both_scores in score_rows}
            for index, system in enumerate(header[1:])
        }
    else:
        raise InputError(
            f"{section.where}: the table of a Topic has the heading | document | title | grade |, or for the "
            "scores of two systems | query | and their two names, without a line 'query: …' or rankings; given: "
            f"{' | '.join(header)}"
        )


def _parse_rows(
    parse_row: Callable[[list[str]], _Item], rows: Sequence[_Row], section: Section, text: LessonSource
) -> list[_Item]:
    """Parse each row of a table. Raise `InputError` if two rows begin with the same cell."""
    items: dict[str, _Item] = {}
    for cells, where in rows:
        with text.attempt(where, section):
            if cells[0] in items:
                raise InputError(f"{quoted(cells[0])} is given twice")
            items[cells[0]] = parse_row(cells)
    return list(items.values())


def _build_part(
    section: Section, lesson_data: LessonData, widget: Callable[[str], type] | None, predictions: Sequence[str]
) -> Part:
    """Build a part; `predictions` are the ids of the predictions in earlier sections."""
    if section.kind == PLAY:
        return _build_widget_tasks(section, lesson_data, widget, predictions)
    if section.kind == WORK_OUT and "topic" in section.settings:
        return _build_generated_exercise(section)
    if not section.texts:
        raise InputError(f"{section.id!r} asks nothing; write the question below its heading")
    if section.kind == WORK_OUT:
        return _build_exercise(section, lesson_data)
    if section.settings and section.options:
        raise InputError(f"{section.id!r} asks for a number, so it has no options")
    if section.settings:
        question: Exercise | Quiz = _build_exercise(section, lesson_data)
    else:
        question = _build_quiz(section, fill_text(section.texts, lesson_data), lesson_data)
    with error_location(section.feedback[0].where if section.feedback else section.where):
        if section.options and all(option.is_about_data for option in section.options):
            template = tuple(text for text, _ in section.feedback)
            with_data = compile_feedback(template, lesson_data)
            return Prediction(question, with_data(None) if callable(with_data) else with_data, template=template)
        explanation, details = (
            fill_text([text for text, _ in paragraphs], lesson_data)
            for paragraphs in (section.feedback[:1], section.feedback[1:])
        )
    return Prediction(question, explanation, details) if section.kind == PREDICT else question


def _build_quiz(section: Section, question: str, lesson_data: LessonData) -> Quiz:
    rights = [option.where for option in section.options if option.is_right]
    if len(section.options) < 2:
        raise InputError(
            f"{section.id!r} has {count_noun(len(section.options), 'option')}; give two or more, each as '- [ ] …'"
        )
    options = []
    for option in section.options:
        with error_location(option.where):
            if not option.feedback and (
                " > " in option.text or not (option.is_right and (section.feedback or section.kind == TASK))
            ):
                raise InputError(f"the option {_brief(option.text)} has no feedback; write it below as '  > …'")
            claim = option.claimed_value if option.is_about_data else ""
            if claim:
                condition(claim)
            text, feedback = fill_text([option.text], lesson_data), fill_text(option.feedback, lesson_data)
            options.append(Option(text, option.is_right, feedback, claim))
    if not rights:
        raise InputError(f"no option of {section.id!r} is marked as right; mark it with [x]")
    if len(rights) > 1 and section.kind != CHOOSE_ALL:
        also = f"; with several right ones the part is '## Choose all: {section.id}'" if section.kind == CHOOSE else ""
        raise InputError(f"{rights[1]}: a second option of {section.id!r} is marked as right{also}")
    return Quiz(section.id, question, tuple(options), several=section.kind == CHOOSE_ALL)


def _build_widget_tasks(
    section: Section, lesson_data: LessonData, widget: Callable[[str], type] | None, predictions: Sequence[str]
) -> WidgetTasks:
    """Build the tasks of a widget. `predictions` are the ids of the predictions in earlier sections."""
    text, where = section.settings.get("after", ("", ""))
    after = text.replace(",", " ").split()
    if unknown := [name for name in after if name not in predictions]:
        hint = did_you_mean(unknown[0], predictions, "there are") if predictions else "there is none"
        raise InputError(f"{where}: no prediction above is called {quoted(unknown[0])}; {hint}")
    name, where = section.setting("widget")
    with error_location(where):
        widget_class = widget(name) if widget else None
    if not section.tasks:
        raise InputError(f"{section.id!r} has no task; a task begins with '### its-id'")
    tasks = tuple(_build_task(task, lesson_data, widget_class) for task in section.tasks)
    return WidgetTasks(section.id, tasks, name, tuple(after))


def _build_task(section: Section, lesson_data: LessonData, widget: type | None) -> Task:
    with error_location(section.feedback[0].where if section.feedback else section.where):
        feedback: Any = compile_feedback(
            [text for text, _ in section.feedback], lesson_data, widget, *(where for _, where in section.feedback[:1])
        )
    with error_location(section.where):
        if not section.texts:
            raise InputError(f"the task {section.id!r} has no text; write below its heading what to do")
        if not section.feedback and not section.options:
            raise InputError(f"the task {section.id!r} has no feedback for when it is done; write it as '> …'")
        instruction = fill_text(section.texts, lesson_data)
        if section.options and "done" not in section.settings:
            quiz = _build_quiz(section, instruction, lesson_data)
            return Task(section.id, instruction, quiz=quiz, feedback=feedback)
        question = fill_text(section.question_paragraphs, lesson_data) if section.options else ""
        quiz_after = _build_quiz(section, question, lesson_data) if section.options else None
        if bool(section.question_paragraphs) != bool(section.options):
            raise InputError(f"behind 'done: …' the task {section.id!r} has a question with options, or neither")
    text, where = section.setting("done")
    with error_location(where):
        observe, is_done = condition(text, widget)
    # so that errors that occur while the lesson runs name the line, too
    is_done = error_location(where)(is_done)
    observe = observe and error_location(where)(observe)
    return Task(section.id, instruction, is_done, observe, quiz_after, feedback)


def _build_exercise(section: Section, lesson_data: LessonData) -> Exercise:
    """Build a calculation by hand from the settings `number` and `given`.

    The data is shown below the question, unless the setting `drawn: no` says that the question states it.
    """
    number, source = section.setting("number"), section.setting("given")
    drawn, where = section.settings.get("drawn", ("", ""))
    if drawn not in ("", "no"):
        raise InputError(f"{where}: 'drawn' is 'no' where the question tells what is given, or is left out")
    with error_location(number.where):
        # The whole of 'mean of AP' is a number. In 'AP of A' only 'AP' is; the part after "of" belongs in 'given'.
        *_, after_of = number.text.rpartition(" of ")
        if after_of != number.text and re.split(r"[@(]", after_of)[0] not in MEASURES:
            raise InputError(f"'number' is what is worked out, and 'given' of what; given: {quoted(number.text)}")
        quantity = parse_quantity(number.text)
    with error_location(source.where):
        data = lesson_data.given(quantity, source.text)
    first, *more = (fill_text([text], lesson_data) for text in section.texts)
    systems = zip("AB", lesson_data.scores.get(source.text, "AB"), strict=True)
    system_names = ", ".join(f"{letter} is {name}" for letter, name in systems)
    systems_sentence = f"{system_names}." if system_names != "A is A, B is B" else ""
    if isinstance(quantity, HandQuantity) and not drawn:
        data_sentences = WORDINGS.of(quantity).data_sentences(quantity, quantity.read(data))
    else:
        data_sentences = ""
    return Exercise(
        section.id,
        quantity,
        data,
        joined([first, systems_sentence, data_sentences, *more]),
        tuple(fill_text([hint], lesson_data) for hint in section.hints),
        question_without_data=joined([first, systems_sentence, *more]),
        data_is_drawn=not drawn,
    )


def _build_generated_exercise(section: Section) -> GeneratedExercise:
    """Build a generated exercise from a setting such as `topic: ap, level 1, seed 5`."""
    extra = next((key for key in section.settings if key != "topic"), "")
    if section.texts or section.hints or extra:
        superfluous = f"the line '{extra}: …'" if extra else "the text" if section.texts else "the hints"
        raise InputError(f"the topic words its own question and hints; take {superfluous} out")
    text, where = section.setting("topic")
    with error_location(where):
        find_topic(name := text.partition(",")[0].strip())
        match = re.fullmatch(r"[^,]+(?:, level (?P<level>[123]))?(?:, seed (?P<seed>\d{1,18}))?", text)
        if not match:
            raise InputError(f"a topic is as 'ap, level 1, seed 5', its level 1, 2 or 3; given: {quoted(text)}")
    level_and_seed = {key: int(value) for key, value in match.groupdict().items() if value}
    return GeneratedExercise(section.id, name, **level_and_seed)
