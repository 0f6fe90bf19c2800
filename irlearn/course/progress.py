"""A learner's progress in a lesson, kept in a small file beside the notebook, and resume codes for it."""

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
"""The 32 characters of Crockford's base32 (2002). It has no I, L or O, which look like 1 and 0, and no U."""

_PREFIX = "1R"  # "IR", in which the I is read as 1
_LOOKALIKES = str.maketrans("OIL", "011")
_IGNORED = re.compile(r"[\s\-\u2010-\u2015\u2212]")  # blanks, hyphens, and dashes that word processors write
_GROUP_SIZE = 4
_BITS_PER_CHARACTER = 5
_VERSION_BITS = 10
_CHECK_CHARACTERS = 2
_LONGEST_CODE = 31  # the most characters of a Reed-Solomon code over 32 elements
_HEAD_LENGTH = len(_PREFIX) + 2 + 2  # the characters of the prefix, the lesson and the version
_LONGEST_QUOTE = 40  # the number of characters of a typed code that a message repeats
MOST_PARTS = (_LONGEST_CODE - _HEAD_LENGTH - _CHECK_CHARACTERS) * _BITS_PER_CHARACTER
"""The largest number of parts of a lesson, which a resume code limits."""


@dataclass(frozen=True)
class PartList:
    """The ids of the parts that a lesson has, or had in an earlier version, in order.

    Parameters
    ----------
    lesson
        The two characters of the lesson.
    ids
        The ids of the parts. A resume code says for each part whether it is done.

    Examples
    --------
    >>> part_list = PartList("09", ("same-mrr", "which-pair", "turn-1"))
    >>> part_list.digest, part_list.number
    ('89a5effb', 550)
    """

    lesson: str
    ids: tuple[str, ...]

    @property
    def digest(self) -> str:
        """Eight characters that are equal for equal lists, on every machine."""
        return hashlib.sha256("\n".join([self.lesson, *self.ids]).encode()).hexdigest()[:8]

    @property
    def number(self) -> int:
        """The first ten bits of the digest, which are part of a resume code."""
        return int(self.digest, 16) >> 22


def write_code(lesson: str, version: int, done: Sequence[bool]) -> str:
    """Return the resume code of a lesson.

    Two check characters of a Reed-Solomon code over the field of 32 elements make any two codes differ in at least
    three characters. So one or two wrong characters are noticed, and also two neighbors that were exchanged.

    Parameters
    ----------
    lesson
        Two characters of the alphabet.
    version
        A number below 1024.
    done
        Whether each part is done, in order.

    References
    ----------
    Reed, I. S. and Solomon, G. (1960). Polynomial codes over certain finite fields.

    Examples
    --------
    >>> write_code("03", 700, [True, False, True, False, False, False, False])
    'IR03-NWM0-16'
    """
    part_bits = "".join("1" if is_done else "0" for is_done in done)
    bits = f"{version:010b}" + part_bits + "0" * (-len(part_bits) % _BITS_PER_CHARACTER)
    values = [ALPHABET.index(character) for character in _PREFIX + lesson]
    values += [int(bits[start : start + _BITS_PER_CHARACTER], 2) for start in range(0, len(bits), _BITS_PER_CHARACTER)]
    code = "".join(ALPHABET[value] for value in [*values, *_remainder([*values, 0, 0])])
    code = "I" + code[1:]
    return "-".join(code[start : start + _GROUP_SIZE] for start in range(0, len(code), _GROUP_SIZE))


def read_code(text: str, lesson: str, version: int, parts: int) -> tuple[bool, ...]:
    """Return for each part of a lesson whether a resume code says that it is done.

    Small letters, blanks, hyphens, and I, L or O in place of 1 and 0 are accepted.

    Parameters
    ----------
    text
        The resume code as it was typed.
    lesson, version
        The lesson and the number of its version, which the code must have.
    parts
        The number of parts.

    Raises
    ------
    InputError
        If the code is mistyped, or if it is for another lesson or another version.

    Examples
    --------
    >>> read_code("irO3 nwmo l6", "03", 700, 7)
    (True, False, True, False, False, False, False)
    >>> read_code("IR03-NWN0-16", "03", 700, 7)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 'IR03-NWN0-16' is not a resume code: a character was mistyped or left out; copy it again
    """
    code_lesson, bits = _parse_code(text)
    if code_lesson != lesson:
        raise InputError(
            f"this code is for lesson {code_lesson}; open lesson {code_lesson}, for this is lesson {lesson}"
        )
    if int(bits[:_VERSION_BITS], 2) != version:
        raise InputError(
            f"this code is for another version of lesson {lesson}, so its parts are unknown; use the copy of the "
            "lesson in which it was made"
        )
    done, padding = bits[_VERSION_BITS : _VERSION_BITS + parts], bits[_VERSION_BITS + parts :]
    if len(done) < parts or len(padding) >= _BITS_PER_CHARACTER or "1" in padding:
        raise _mistyped_code(text)
    return tuple(bit == "1" for bit in done)


def lesson_of_code(text: str) -> tuple[str, int]:
    """Return the lesson of a resume code and the number of its version.

    Raises
    ------
    InputError
        If the code is mistyped.

    Examples
    --------
    >>> lesson_of_code("irO3 nwmo l6")
    ('03', 700)
    """
    lesson, bits = _parse_code(text)
    return lesson, int(bits[:_VERSION_BITS], 2)


def _parse_code(text: str) -> tuple[str, str]:
    """Return the lesson of a code and its bits: those of the version, one for each part, and zeros as padding."""
    code = _IGNORED.sub("", text).upper().translate(_LOOKALIKES)
    if not code:
        raise InputError("no resume code was given; it looks like IR03-7K2F-9Q")
    if not code.startswith(_PREFIX):
        raise InputError(f"{_shorten(text)!r} is not a resume code; it begins with IR and looks like IR03-7K2F-9Q")
    values = [ALPHABET.find(character) for character in code[: _LONGEST_CODE + 1]]
    has_length = _HEAD_LENGTH + _CHECK_CHARACTERS <= len(code) <= _LONGEST_CODE
    if not has_length or -1 in values or any(_remainder(values)):
        raise _mistyped_code(text)
    bits = "".join(f"{value:05b}" for value in values[len(_PREFIX) + 2 : -_CHECK_CHARACTERS])
    return code[len(_PREFIX) : len(_PREFIX) + 2], bits


def _mistyped_code(text: str) -> InputError:
    return InputError(f"{_shorten(text)!r} is not a resume code: a character was mistyped or left out; copy it again")


def _shorten(text: str) -> str:
    text = text.strip()
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "…"


def _remainder(values: Iterable[int]) -> tuple[int, int]:
    """Return the remainder of the polynomial with these coefficients after division by (x + 1)(x + 2) = x² + 3x + 2."""
    high = low = 0
    for value in values:
        high, low = low ^ _times(high, 3), value ^ _times(high, 2)
    return high, low


def _times(factor: int, other: int) -> int:
    """Return the product in the field of 32 elements with the polynomial x⁵ + x² + 1."""
    product = 0
    for bit in range(_BITS_PER_CHARACTER):
        if other >> bit & 1:
            product ^= factor << bit
    for bit in range(2 * _BITS_PER_CHARACTER - 2, _BITS_PER_CHARACTER - 1, -1):
        if product >> bit & 1:
            product ^= 0b100101 << (bit - _BITS_PER_CHARACTER)
    return product


STATES = ("tried", "done")
"""The states of a part in the file; "done" replaces "tried", but not the other way round."""
Parts = dict[str, dict[str, Any]]
"""A mapping from the id of a part to its state, its last answer, and details."""


def understood(content: bytes, lesson: str) -> Parts:
    """Return the parts in the content of a lesson's file, of any version of the lesson.

    Raises
    ------
    ValueError
        If the content is not JSON.
    InputError
        If the content is not the progress of that lesson.

    Examples
    --------
    >>> understood(b'{"lesson": "03", "parts": {"turn-1": {"state": "done"}}}', "03")
    {'turn-1': {'state': 'done'}}
    """
    progress = json.loads(content.decode("utf-8"))
    if not isinstance(progress, dict) or not isinstance(progress.get("parts"), dict):
        raise InputError("it does not hold the parts of a lesson")
    if progress.get("lesson") != lesson:
        raise InputError(f"it is of lesson {progress.get('lesson')}")
    for part, entry in progress["parts"].items():
        if not isinstance(entry, dict) or entry.get("state") not in STATES:
            raise InputError(f"the part {part} is neither tried nor done")
        if not isinstance(entry.get("answer", ""), str):
            raise InputError(f"the answer to the part {part} is no text")
    return dict(progress["parts"])


def joined(before: Mapping[str, Mapping[str, Any]], after: Mapping[str, Mapping[str, Any]]) -> Parts:
    """Merge two records of parts: the answer and details of `after` win, and "done" wins over "tried"."""
    merged = {part: dict(entry) for part, entry in before.items()}
    for part, entry in after.items():
        states = [merged.get(part, entry)["state"], entry["state"]]
        merged[part] = {**merged.get(part, {}), **entry, "state": max(states, key=STATES.index)}
    return merged


def plain(value: Any) -> bool:
    """Return whether a detail is a number, a text, a truth value, None, or a list of these."""
    if isinstance(value, list | tuple):
        return all(map(plain, value))
    return value is None or isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


def reason(error: Exception) -> str:
    """Return the message of an error as the end of a sentence."""
    message = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return message[:1].lower() + message[1:]


_LOCK_SECONDS = 2.0


class Progress:
    """A learner's progress in a lesson: the state of each part (open, tried or done), and the last answer.

    The progress is kept in a file such as `03.progress.json`, which is written as a whole at each change, so that
    nothing is lost when the kernel or the server dies. Several kernels may write the same file: each change is merged
    with the present content of the file, and "tried" never replaces "done". A file of another version of the lesson
    counts for the parts with the same ids. A damaged file is renamed to `03.progress.damaged-1.json`.

    Parameters
    ----------
    lesson
        The two characters of the lesson, such as "03".
    parts
        The ids of the parts, in the lesson's order.
    folder
        The folder of the file. With None, or if the folder cannot be written to, progress is kept in memory, and
        `note` says so.
    earlier
        The lists of parts that the lesson had before. Their resume codes count for the parts that still exist.

    Raises
    ------
    InputError
        If the lesson's characters or the ids of parts are not valid.

    Examples
    --------
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
        if len(lesson) != 2 or any(character not in ALPHABET for character in lesson):
            raise InputError(
                "a lesson has a code of two characters, 0-9 or A-Z without I, L, O and U, such as 03; given: "
                f"{quoted(lesson)}"
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
        self._kept: Parts = {}  # the content of the file when it was last read or written
        self._unsaved: Parts = {}
        self._aside: list[Parts] = []  # progress before each reset, if there is no file for it
        self._damage = self._trouble = ""
        self._file = None if folder is None else Path(folder).absolute() / f"{lesson}.progress.json"
        with self._locked():
            self._kept = self._stored() or {}

    @property
    def file(self) -> Path | None:
        """The path of the file, which is created at the first change; None if progress is kept in memory."""
        return None if self._trouble else self._file

    @property
    def version(self) -> str:
        """A digest of the list of parts: equal lists have equal versions, on every machine."""
        return self._own.digest

    @property
    def note(self) -> str:
        """A sentence to the learner about a problem with the file; empty if there is no problem."""
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
        """Return the state of a part: "open", "tried" or "done"."""
        return str(self._entry(part).get("state", "open"))

    def answer(self, part: str) -> str:
        """Return the last answer to a part as it was typed, or an empty text."""
        return str(self._entry(part).get("answer", ""))

    def detail(self, part: str) -> dict[str, Any]:
        """Return the other details of a part, such as the seed of its variant and the number of hints shown."""
        return {name: value for name, value in self._entry(part).items() if name not in ("state", "answer")}

    def record(self, part: str, state: str, answer: str = "", **details: Any) -> None:
        """Record that a part was tried or is done.

        Parameters
        ----------
        part
            The id of the part.
        state
            "tried" or "done".
        answer
            The answer as it was typed. If it is empty, the previous answer stays.
        **details
            Numbers, texts, truth values, None, and lists of these. Details that are not named stay.

        Raises
        ------
        InputError
            If the part or the state is unknown, or if a detail has another type.
        """
        self._entry(part)  # raises InputError if the part is unknown
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
        """The resume code: the lesson, its version, which parts are done, and check characters."""
        return self._code_of(self._kept)

    def resume(self, code: str) -> tuple[str, ...]:
        """Mark the parts that a resume code says are done, and return the parts that were not done before.

        A part that is done stays done. A code for an earlier list of parts counts for the parts that still exist.

        Raises
        ------
        InputError
            If the code is mistyped, or if it is for another lesson or an unknown list of parts.
        """
        lesson_and_number = lesson_of_code(code)
        part_list = self._own
        for known in (self._own, *self._earlier):
            if (known.lesson, known.number) == lesson_and_number:
                part_list = known
                break
        done = read_code(code, part_list.lesson, part_list.number, len(part_list.ids))
        is_done = dict(zip(part_list.ids, done, strict=True))
        new = tuple(part for part in self.parts if is_done.get(part) and self.state(part) != "done")
        if new:
            self._change({part: {"state": "done"} for part in new})
        return new

    def reset(self) -> None:
        """Begin the lesson again. The previous progress is kept, and `undo` restores it."""
        with self._locked():
            before = self._merged(self._stored())
            if not before:
                return
            try:
                if self._file is None or self._trouble:
                    self._aside.append(before)
                else:
                    write_atomically(self._free_path("old"), self._written(before))
            except OSError as error:
                self._trouble = reason(error)
                self._aside.append(before)
            self._unsaved = {}
            self._save({})
        self._notify()

    @property
    def can_undo(self) -> bool:
        """Whether there was a reset that can be undone."""
        return bool(self._aside or self._numbered("old"))

    def undo(self) -> tuple[str, ...]:
        """Restore the progress before the last reset, and return the parts that are done again.

        Parts that were done after the reset stay done.

        Raises
        ------
        InputError
            If the file with the previous progress is damaged.
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
                last.unlink(missing_ok=True)  # The progress has its whole content again.
        return tuple(part for part in self.done if part not in before)

    @property
    def text(self) -> str:
        """The content of the file, for a download."""
        return self._written(self._kept).decode()

    def watch(self, callback: Callable[[], object]) -> Callable[[], None]:
        """Call `callback` after each change, until the returned function is called."""
        self._watchers.append(callback)

        def end() -> None:
            if callback in self._watchers:
                self._watchers.remove(callback)

        return end

    def __repr__(self) -> str:
        return f"<irlearn Progress of lesson {self.lesson}: {len(self.done)} of {len(self.parts)} done>"

    def _entry(self, part: str) -> Mapping[str, Any]:
        if part not in self.parts:
            hint = did_you_mean(part, self.parts, "it has")
            raise InputError(f"lesson {self.lesson} has no part {quoted(part)}; {hint}")
        return self._kept.get(part, {})

    def _change(self, entries: Mapping[str, Mapping[str, Any]]) -> None:
        self._unsaved = joined(self._unsaved, entries)
        with self._locked():
            self._save(self._merged(self._stored()))
        self._notify()

    def _notify(self) -> None:
        for callback in tuple(self._watchers):
            callback()

    def _merged(self, stored: Parts | None) -> Parts:
        """Return the parts in the file, or the parts last read, with the changes that were not written yet."""
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
        # Half of a surrogate pair cannot be encoded in UTF-8, so it is written as an escape, which JSON allows.
        return f"{json.dumps(content, indent=2, ensure_ascii=False)}\n".encode(errors="backslashreplace")

    def _stored(self) -> Parts | None:
        """Return the parts in the file, or None if there is no file. A damaged file is renamed.

        A problem with the file is noted in `_trouble`, which keeps the file from being overwritten.
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
            kept = self._free_path("damaged")
            why = str(error) if isinstance(error, InputError) else "it cannot be read as JSON"
            try:
                self._file.rename(kept)
            except OSError as refused:
                self._trouble = f"{self._file.name} is damaged and cannot be put aside: {reason(refused)}"
                return None
            self._damage = (
                f"{self._file.name} could not be used ({why}); it is kept as {kept.name}, and a new file was begun. "
                "A resume code restores your progress."
            )
            return None

    def _numbered(self, what: str) -> dict[int, Path]:
        """Return the "old" or the "damaged" files by their numbers."""
        if self._file is None:
            return {}
        pattern = re.compile(rf"{self.lesson}\.progress\.{what}-(\d+)\.json")
        try:
            paths = [*self._file.parent.iterdir()]
        except OSError:
            return {}
        return {int(match[1]): path for path in paths if (match := pattern.fullmatch(path.name))}

    def _free_path(self, what: str) -> Path:
        """Return the next unused path of an "old" or "damaged" file."""
        assert self._file is not None
        return self._file.with_name(f"{self.lesson}.progress.{what}-{max(self._numbered(what), default=0) + 1}.json")

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep other kernels from writing to the folder inside the block, if the operating system allows it.

        The lock is on the folder itself, so no lock file remains, and the lock of a killed kernel ends with it.
        """
        try:
            from fcntl import LOCK_EX, LOCK_NB, flock  # Windows lacks the module, and Pyodide the function.

            assert self._file is not None
            folder = os.open(self._file.parent, os.O_RDONLY)
        except (ImportError, OSError, AssertionError):
            yield
            return
        try:
            for _ in range(100):
                try:
                    flock(folder, LOCK_EX | LOCK_NB)
                    break
                except BlockingIOError:
                    time.sleep(_LOCK_SECONDS / 100)
                except OSError:
                    break  # some file systems have no locks
            yield
        finally:
            os.close(folder)
