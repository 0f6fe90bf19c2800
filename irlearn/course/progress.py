"""What a learner has done in a lesson, kept in a small file beside it, and never lost."""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from irlearn.atomic_write import write_atomically
from irlearn.errors import InputError, quoted
from irlearn.text.english import did_you_mean

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The 32 signs of base32 after Crockford (2002): no I, L or O, which look like 1 and 0, and no U."""

_PREFIX = "1R"  # how "IR" reads once I is taken for 1
_FORGIVEN = str.maketrans("OIL", "011")
_IGNORED = re.compile(r"[\s\-\u2010-\u2015\u2212]")  # blanks, hyphens, and the dashes that word processors make of them
_GROUP = 4
_BITS = 5  # in a sign
_VERSION = 10  # bits
_CHECKS = 2
_LONGEST = 31  # of a code that two check signs over 32 elements protect
_HEAD = len(_PREFIX) + 2 + 2  # the prefix, the lesson, the version
_MOST_SHOWN = 40  # signs of what was typed, in a sentence
MOST_PARTS = (_LONGEST - _HEAD - _CHECKS) * _BITS


@dataclass(frozen=True)
class PartList:
    """The parts that a lesson has, or had once, in their order; a resume code says which of them are done.

    >>> once = PartList("09", ("same-mrr", "which-pair", "turn-1"))
    >>> once.digest, once.number
    ('89a5effb', 550)
    """

    lesson: str
    ids: tuple[str, ...]

    @property
    def digest(self) -> str:
        """Eight signs that are equal for equal lists, on every machine."""
        return hashlib.sha256("\n".join([self.lesson, *self.ids]).encode()).hexdigest()[:8]

    @property
    def number(self) -> int:
        """The digest as a resume code holds it, in ten bits."""
        return int(self.digest, 16) >> 22


def write_code(lesson: str, version: int, done: Sequence[bool]) -> str:
    """The resume code of a lesson of which the parts marked in `done` are done.

    `lesson` is two signs of the alphabet, `version` a number below 1024. Two check signs, of a Reed-Solomon code
    over the field of 32 elements (Reed and Solomon, 1960), make any two codes differ in three signs at least: so any
    one or two wrong signs are noticed, and two neighbours that changed places are two wrong signs.

    >>> write_code("03", 700, [True, False, True, False, False, False, False])
    'IR03-NWM0-16'
    """
    bits = "".join("1" if it else "0" for it in done)
    bits = f"{version:010b}" + bits + "0" * (-len(bits) % _BITS)
    body = [ALPHABET.index(sign) for sign in _PREFIX + lesson]
    body += [int(bits[start : start + _BITS], 2) for start in range(0, len(bits), _BITS)]
    code = "".join(ALPHABET[value] for value in [*body, *_remainder([*body, 0, 0])])
    code = "I" + code[1:]
    return "-".join(code[start : start + _GROUP] for start in range(0, len(code), _GROUP))


def read_code(text: str, lesson: str, version: int, parts: int) -> tuple[bool, ...]:
    """Which of the `parts` parts of this lesson a resume code says are done.

    Small letters, blanks, hyphens, and I, L or O for 1 and 0 are understood. Raises `InputError` where the code is
    mistyped, of another lesson, or of another version of this lesson.

    >>> read_code("irO3 nwmo l6", "03", 700, 7)
    (True, False, True, False, False, False, False)
    >>> read_code("IR03-NWN0-16", "03", 700, 7)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 'IR03-NWN0-16' is not a resume code: a sign of it was mistyped or left out; copy it again
    """
    found, bits = _parsed(text)
    if found != lesson:
        raise InputError(f"this code is for lesson {found}; open lesson {found}, for this is lesson {lesson}")
    if int(bits[:_VERSION], 2) != version:
        raise InputError(
            f"this code is for another version of lesson {lesson}, so its parts cannot be told; "
            "use the copy of the lesson in which it was made"
        )
    done, rest = bits[_VERSION : _VERSION + parts], bits[_VERSION + parts :]
    if len(done) < parts or len(rest) >= _BITS or "1" in rest:
        raise _mistyped(text)
    return tuple(bit == "1" for bit in done)


def lesson_of_code(text: str) -> tuple[str, int]:
    """The lesson that a resume code is for, and the number of its version; `InputError` where it is mistyped.

    >>> lesson_of_code("irO3 nwmo l6")
    ('03', 700)
    """
    lesson, bits = _parsed(text)
    return lesson, int(bits[:_VERSION], 2)


def _parsed(text: str) -> tuple[str, str]:
    """The lesson of a code, and its bits: those of the version, then one a part, then zeros."""
    code = _IGNORED.sub("", text).upper().translate(_FORGIVEN)
    if not code:
        raise InputError("no resume code was given; it looks like IR03-7K2F-9Q")
    if not code.startswith(_PREFIX):
        raise InputError(f"{_short(text)!r} is not a resume code; it begins with IR and looks like IR03-7K2F-9Q")
    values = [ALPHABET.find(sign) for sign in code[: _LONGEST + 1]]
    if not _HEAD + _CHECKS <= len(code) <= _LONGEST or -1 in values or any(_remainder(values)):
        raise _mistyped(text)
    bits = "".join(f"{value:05b}" for value in values[len(_PREFIX) + 2 : -_CHECKS])
    return code[len(_PREFIX) : len(_PREFIX) + 2], bits


def _mistyped(text: str) -> InputError:
    return InputError(f"{_short(text)!r} is not a resume code: a sign of it was mistyped or left out; copy it again")


def _short(text: str) -> str:
    text = text.strip()
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…"


def _remainder(values: Iterable[int]) -> tuple[int, int]:
    """What remains of the polynomial with these coefficients, divided by (x + 1)(x + 2) = x² + 3x + 2."""
    high = low = 0
    for value in values:
        high, low = low ^ _times(high, 3), value ^ _times(high, 2)
    return high, low


def _times(one: int, other: int) -> int:
    """The product in the field of 32 elements, whose polynomial is x⁵ + x² + 1."""
    product = 0
    for bit in range(_BITS):
        if other >> bit & 1:
            product ^= one << bit
    for bit in range(2 * _BITS - 2, _BITS - 1, -1):
        if product >> bit & 1:
            product ^= 0b100101 << (bit - _BITS)
    return product


STATES = ("tried", "done")
"""How far a part in the file is; the later one wins."""
Parts = dict[str, dict[str, Any]]
"""By the id of a part, its state, the last answer, and details."""


def understood(content: bytes, lesson: str) -> Parts:
    """The parts that a file of a lesson holds, of whatever version; `ValueError` or `InputError` where it is damaged.

    >>> understood(b'{"lesson": "03", "parts": {"turn-1": {"state": "done"}}}', "03")
    {'turn-1': {'state': 'done'}}
    """
    found = json.loads(content.decode("utf-8"))
    if not isinstance(found, dict) or not isinstance(found.get("parts"), dict):
        raise InputError("it does not hold the parts of a lesson")
    if found.get("lesson") != lesson:
        raise InputError(f"it is of lesson {found.get('lesson')}")
    for part, entry in found["parts"].items():
        if not isinstance(entry, dict) or entry.get("state") not in STATES:
            raise InputError(f"the part {part} is neither tried nor done")
        if not isinstance(entry.get("answer", ""), str):
            raise InputError(f"the answer to the part {part} is no text")
    return dict(found["parts"])


def joined(before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]) -> Parts:
    """Both, part by part: the later answer and details, and "done" before "tried"."""
    joined = {part: dict(entry) for part, entry in before.items()}
    for part, entry in after.items():
        states = [joined.get(part, entry)["state"], entry["state"]]
        joined[part] = {**joined.get(part, {}), **entry, "state": max(states, key=STATES.index)}
    return joined


def plain(value: Any) -> bool:
    """Whether a detail is a number, a text, a truth value, None, or a list of these."""
    if isinstance(value, list | tuple):
        return all(map(plain, value))
    return value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


def reason(error: Exception) -> str:
    """What hinders, as the end of a sentence."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return said[:1].lower() + said[1:]


_LOCK_SECONDS = 2.0


class Progress:
    """What a learner has done in one lesson: per part open, tried or done, with the last answer as it was typed.

    `lesson` is the lesson's two signs, such as "03"; `parts` are the ids of what there is to do, in the lesson's
    order. It is kept in `folder` as `03.progress.json`, a small file to read, written whole at each change, so that
    nothing is lost when the kernel or the server dies. Several kernels may write the same file: each change is added
    to what the file holds by then, and "done" is never taken back by "tried". With `folder=None`, or where the folder
    cannot be written to, it is kept in memory, and `note` says so. Of a file of another version of the lesson, the
    parts with the same id count. `earlier` are lists of parts that the lesson had before: of their codes, too, the
    parts that it still has count. A file that cannot be understood is put aside as `03.progress.damaged-1.json`.

    Raises `InputError` for a lesson or parts that cannot be named, and for parts that the lesson does not have.

    >>> progress = Progress("03", ["predict", "turn-1", "turn-2"], folder=None)
    >>> progress.record("turn-1", "done", answer="13/30", seed=4)
    >>> progress.done, progress.state("predict"), progress.answer("turn-1"), progress.detail("turn-1")
    (('turn-1',), 'open', '13/30', {'seed': 4})
    >>> progress.code
    'IR03-KZ8C-J'
    >>> another = Progress("03", ["predict", "turn-1", "turn-2"], folder=None)
    >>> another.resume("ir03 kz8c j")
    ('turn-1',)
    >>> another
    <irlearn Progress of lesson 03: 1 of 3 done>
    """

    def __init__(
        self, lesson: str, parts: Sequence[str], folder: Path | str | None = ".", earlier: Sequence[PartList] = ()
    ) -> None:
        if len(lesson) != 2 or any(sign not in ALPHABET for sign in lesson):
            raise InputError(
                f"a lesson is named by two signs, 0-9 or A-Z without I, L, O and U, such as 03; given: {quoted(lesson)}"
            )
        self.lesson, self.parts = lesson, tuple(parts)
        if isinstance(parts, str) or not all(isinstance(part, str) and part for part in self.parts):
            raise InputError(
                f"the parts of lesson {lesson} are a list of ids that are not empty; given: {quoted(parts)}"
            )
        twice = sorted({part for part in self.parts if self.parts.count(part) > 1})
        if twice:
            raise InputError(f"each part of lesson {lesson} has an id of its own; given twice: {', '.join(twice)}")
        if not 1 <= len(self.parts) <= MOST_PARTS:
            raise InputError(f"a lesson has 1 to {MOST_PARTS} parts; lesson {lesson} was given {len(self.parts)}")
        self._own, self._earlier = PartList(lesson, self.parts), tuple(earlier)
        self._watchers: list[Callable[[], object]] = []
        self._kept: Parts = {}  # as the file held it when it was last read or written
        self._unsaved: Parts = {}
        self._aside: list[Parts] = []  # what was reset, where there is no file to keep it in
        self._damage = self._trouble = ""
        self._file = None if folder is None else Path(folder).absolute() / f"{lesson}.progress.json"
        with self._alone():
            self._kept = self._stored() or {}

    @property
    def file(self) -> Path | None:
        """The file that holds the progress, or will from the first change on; None where it is kept in memory."""
        return None if self._trouble else self._file

    @property
    def version(self) -> str:
        """A digest of the list of parts: equal lists have equal versions, on every machine."""
        return self._own.digest

    @property
    def note(self) -> str:
        """What the learner should know about where the progress is kept; empty where all is well."""
        memory = (
            f"Progress is kept only until the kernel ends ({self._trouble}): copy the resume code before you leave."
        )
        return " ".join(filter(None, [self._damage, self._trouble and memory]))

    @property
    def done(self) -> tuple[str, ...]:
        """The parts that are done, in the lesson's order."""
        return tuple(part for part in self.parts if self.state(part) == "done")

    @property
    def tried(self) -> tuple[str, ...]:
        """The parts that were tried and are not done, in the lesson's order."""
        return tuple(part for part in self.parts if self.state(part) == "tried")

    def state(self, part: str) -> str:
        """How far a part is: "open", "tried" or "done"."""
        return str(self._of(part).get("state", "open"))

    def answer(self, part: str) -> str:
        """The last answer to a part, as it was typed; empty where there is none."""
        return str(self._of(part).get("answer", ""))

    def detail(self, part: str) -> dict[str, Any]:
        """What else was recorded of a part, such as the seed of the variant that was reached and the hints seen."""
        return {name: value for name, value in self._of(part).items() if name not in ("state", "answer")}

    def record(self, part: str, state: str, answer: str = "", **details: Any) -> None:
        """Record that a part was tried or is done.

        An empty answer leaves the one before; a detail that is not named stays. Details are numbers, texts, truth
        values, None, and lists of these. Raises `InputError` for an unknown part or state, and for other details.
        """
        self._of(part)  # refused where it is unknown
        if state not in STATES:
            raise InputError(f"a part is recorded as tried or done; given: {quoted(state)}")
        if not isinstance(answer, str):
            raise InputError(f"an answer is recorded as it was typed, as text; given: {quoted(answer)}")
        for name, value in details.items():
            if not plain(value):
                raise InputError(f"the detail {name} cannot be kept in a file: {quoted(value)}; give its text")
        entry = {"state": state, **({"answer": answer} if answer else {}), **json.loads(json.dumps(details))}
        self._change({part: entry})

    @property
    def code(self) -> str:
        """The resume code: lesson, version, which parts are done, and check signs, to be copied or written down."""
        return self._code_of(self._kept)

    def resume(self, code: str) -> tuple[str, ...]:
        """Count the parts that a resume code names as done, and give those that were not yet.

        Nothing is taken away. Of a code of an earlier list the parts count that the lesson still has. Raises
        `InputError` where the code is mistyped, of another lesson, or of a list that is not known here.
        """
        head = lesson_of_code(code)
        of = next((one for one in (self._own, *self._earlier) if (one.lesson, one.number) == head), self._own)
        named = dict(zip(of.ids, read_code(code, of.lesson, of.number, len(of.ids)), strict=True))
        new = tuple(part for part in self.parts if named.get(part) and self.state(part) != "done")
        if new:
            self._change({part: {"state": "done"} for part in new})
        return new

    def reset(self) -> None:
        """Begin the lesson again. What was done is put aside, and `undo` brings it back."""
        with self._alone():
            before = self._merged(self._stored())
            if not before:
                return
            try:
                if self._file is None or self._trouble:
                    self._aside.append(before)
                else:
                    write_atomically(self._free("old"), self._written(before))
            except OSError as error:
                self._trouble = reason(error)
                self._aside.append(before)
            self._unsaved = {}
            self._save({})
        self._tell()

    @property
    def can_undo(self) -> bool:
        """Whether there is something that a reset has put aside."""
        return bool(self._aside or self._numbered("old"))

    def undo(self) -> tuple[str, ...]:
        """Bring back what the last reset put aside, and give the parts that are thereby done again.

        What was done since then stays. Raises `InputError` where the file that was put aside cannot be understood.
        """
        before, files = self.done, self._numbered("old")
        if self._aside:
            self._change(joined(self._aside.pop(), self._kept))
        elif files:
            last = files[max(files)]
            try:
                old = understood(last.read_bytes(), self.lesson)
            except (OSError, ValueError, RecursionError) as error:
                raise InputError(f"{last.name} cannot be brought back: {reason(error)}") from None
            self._change(joined(old, self._kept))
            if not self._trouble:
                last.unlink(missing_ok=True)  # all of it is in the progress again
        return tuple(part for part in self.done if part not in before)

    @property
    def text(self) -> str:
        """What the file holds, or would hold: for a download."""
        return self._written(self._kept).decode()

    def watch(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call `callback` after each change; what is given back ends that."""
        self._watchers.append(callback)

        def end() -> None:
            if callback in self._watchers:
                self._watchers.remove(callback)

        return end

    def __repr__(self) -> str:
        """The lesson and how far it is."""
        return f"<irlearn Progress of lesson {self.lesson}: {len(self.done)} of {len(self.parts)} done>"

    def _of(self, part: str) -> Mapping[str, Any]:
        if part not in self.parts:
            hint = did_you_mean(part, self.parts, "it has")
            raise InputError(f"lesson {self.lesson} has no part {quoted(part)}; {hint}")
        return self._kept.get(part, {})

    def _change(self, entries: Mapping[str, Mapping[str, Any]]) -> None:
        self._unsaved = joined(self._unsaved, entries)
        with self._alone():
            self._save(self._merged(self._stored()))
        self._tell()

    def _tell(self) -> None:
        for callback in tuple(self._watchers):
            callback()

    def _merged(self, stored: Parts | None) -> Parts:
        """What the file holds by now, or held when last seen, with what could not be written yet."""
        return joined(self._kept if stored is None else stored, self._unsaved)

    def _save(self, parts: Parts) -> None:
        self._kept = parts
        if self._file is None or self._trouble:
            return
        try:
            write_atomically(self._file, self._written(parts))
            self._unsaved = {}
        except OSError as error:
            self._trouble = f"{self._file.name} cannot be written: {reason(error)}"

    def _code_of(self, parts: Parts) -> str:
        done = [parts.get(part, {}).get("state") == "done" for part in self.parts]
        return write_code(self.lesson, self._own.number, done)

    def _written(self, parts: Parts) -> bytes:
        order = [*self.parts, *sorted(set(parts) - set(self.parts))]
        content = {
            "lesson": self.lesson,
            "version": self.version,
            "code": self._code_of(parts),
            "parts": {part: parts[part] for part in order if part in parts},
        }
        # half a surrogate pair is written as JSON spells it
        return f"{json.dumps(content, indent=2, ensure_ascii=False)}\n".encode(errors="backslashreplace")

    def _stored(self) -> Parts | None:
        """What the file holds by now; None where there is none. One that cannot be understood is put aside.

        What hinders reading or writing is noted as the trouble, and then nothing is written over what is there.
        """
        if self._file is None:
            self._trouble = "it was asked for without a folder"
            return None
        self._trouble = ""
        if not self._file.parent.is_dir():
            self._trouble = f"there is no folder {self._file.parent}"
            return None
        if not os.access(self._file.parent, os.W_OK):
            self._trouble = f"the folder {self._file.parent} cannot be written to"
        try:
            content = self._file.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._trouble = f"{self._file.name} cannot be read: {reason(error)}"
            return None
        try:
            return understood(content, self.lesson)
        except (ValueError, RecursionError) as error:
            kept = self._free("damaged")
            why = str(error) if isinstance(error, InputError) else "it is no JSON that can be read"
            try:
                self._file.rename(kept)
            except OSError as refused:
                self._trouble = f"{self._file.name} is damaged and cannot be put aside: {reason(refused)}"
                return None
            self._damage = (
                f"{self._file.name} could not be used ({why}); it is kept as {kept.name}, and a new one was begun: "
                "a resume code brings back what was done."
            )
            return None

    def _numbered(self, what: str) -> dict[int, Path]:
        """The files that were put aside, by their numbers."""
        if self._file is None:
            return {}
        named = re.compile(rf"{self.lesson}\.progress\.{what}-(\d+)\.json")
        try:
            paths = [*self._file.parent.iterdir()]
        except OSError:
            return {}
        return {int(match[1]): path for path in paths if (match := named.fullmatch(path.name))}

    def _free(self, what: str) -> Path:
        """A name to put a file aside under, which nothing has yet."""
        assert self._file is not None
        return self._file.with_name(f"{self.lesson}.progress.{what}-{max(self._numbered(what), default=0) + 1}.json")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other kernels from writing between our reading and our writing, where the system can.

        The folder itself is locked: no lock file remains, and the lock of a killed kernel goes with it.
        """
        try:
            import fcntl  # not on Windows, where the folder is then not locked

            assert self._file is not None
            folder = os.open(self._file.parent, os.O_RDONLY)
        except (ImportError, OSError, AssertionError):
            yield
            return
        try:
            for _ in range(100):
                try:
                    fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    time.sleep(_LOCK_SECONDS / 100)
                except OSError:
                    break  # a file system without locks
            yield
        finally:
            os.close(folder)
