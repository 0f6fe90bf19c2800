"""The parser of a text in exactly one of the documented forms, and the error for a text in none of these forms."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.parsing import forms_of_lists, forms_of_marks, forms_of_queries, forms_of_rows, forms_of_words, tables
from irlearn.parsing.form import FORMS, FORMS_OF_QUERIES, Form
from irlearn.parsing.forms_of_marks import written_as_marks
from irlearn.parsing.grade_notation import MOST_SIGNS, GradesError
from irlearn.parsing.parsed_ranking import AmbiguityError, FirstHits, ParsedRanking, ask, notation
from irlearn.parsing.tokens import FOLDED, MismatchError, Scanner, Token
from irlearn.parsing.vocabulary import mark_of
from irlearn.text.english import comma_list

_MODULES = (forms_of_marks, forms_of_words, forms_of_lists, forms_of_rows, tables, forms_of_queries)
_ORDER = [module.__name__ for module in _MODULES]
FORMS.sort(key=lambda form: _ORDER.index(form.read.__module__))
FORMS_OF_QUERIES.sort(key=lambda form: _ORDER.index(form.read.__module__), reverse=True)
LONGEST = 20_000  # Characters of a text that is neither marks nor lines of files.
_SHOWN, _FEWEST = 3, 2  # Most and fewest forms that an error shows.
_FEW_WORDS = 3
_QUOTED = re.compile("(?P<quote>[\"'`])(?P<text>[^\"'`]*)(?P=quote)")
_LETTERS = re.compile(r"[^\W\d_]?|[RNU]{1,99}|[^a-zA-Z]{1,99}")  # A word that may be one or several marks.


class Attempt(NamedTuple):
    """The result of reading a text in one form: the value, or how many characters were read and why reading stopped."""

    form: Form
    value: Any
    read: int
    error: InputError | None = None
    token: Token | None = None
    why: str = ""


def parse_ranking(text: str, asked: str = "ranks") -> ParsedRanking:
    """Parse a ranking; a text has to be in exactly one form as a whole.

    `asked` is the kind of data that a measure needs: "ranks", "grades", "sets", "levels", "queries" or "first_hits".
    Errors show forms of this kind. Raises `InputError` for a text in no form, or in two forms with different meanings.

    >>> parse_ranking("ranking: [d1, d4, d2]; relevant: {d2, d8}").grades
    (0, 0, 1)
    """
    try:
        return written_as_marks(text)
    except GradesError as error:
        marks_error = error
    if len(text) > MOST_SIGNS:
        raise InputError(str(marks_error))
    attempts = _attempts(text)
    read = [attempt for attempt in attempts if attempt.value is not None]
    if len({_meaning(attempt.value) for attempt in read}) > 1:
        ways = [f"{attempt.form.name} ({notation_of(attempt.value)})" for attempt in read]
        raise ask(text, f"may be read as {comma_list(ways, 'or')}; write one of these")
    if doubt := next((attempt.error for attempt in attempts if isinstance(attempt.error, AmbiguityError)), None):
        raise doubt
    if read:
        return read[0].value  # type: ignore[no-any-return]
    more = _attempts_at_queries(text) if asked in ("queries", "first_hits") else ()
    raise _refusal(text, [*more, *attempts], asked, marks_error) from None


def notation_of(parsed: ParsedRanking) -> str:
    """Return the notation in which a ranking is typed."""
    return notation(parsed.grades, parsed.missed, parsed.relevant)


def parse_queries(text: str, many: int | None = None) -> tuple[ParsedRanking, ...] | FirstHits | None:
    """Parse rankings or first hits of several queries, `many` if known; return None for a text in no form of queries.

    >>> parse_queries("q1: rank 2; q2: not found")
    FirstHits(ranks=(2, None))
    """
    if len(text) > MOST_SIGNS:
        return None
    attempts = _attempts_at_queries(text, many)
    read = [attempt for attempt in attempts if attempt.value is not None]
    if len({attempt.value for attempt in read}) > 1:
        raise ask(
            text, f"may be read as {comma_list([attempt.form.name for attempt in read], 'or')}; write one of these"
        )
    if read:
        return read[0].value  # type: ignore[no-any-return]
    if error := next((attempt.error for attempt in attempts if attempt.error), None):
        raise error
    return None


@lru_cache(maxsize=64)
def _attempts(text: str) -> tuple[Attempt, ...]:
    return tuple(_attempt(form, text) for form in FORMS if form.long or len(text) <= LONGEST)


def _attempts_at_queries(text: str, many: int | None = None) -> tuple[Attempt, ...]:
    return tuple(_attempt(form, text, many) for form in FORMS_OF_QUERIES if form.long or len(text) <= LONGEST)


def _attempt(form: Form, text: str, many: int | None = None) -> Attempt:
    """Read a text in one form."""
    body = text.translate(FOLDED).strip(" \n")
    copied = _QUOTED.fullmatch(body)  # Errors show examples in quotes.
    scan = Scanner(copied["text"] if copied else body, many)
    try:
        value = form.read(scan)
        scan.expect(scan.at_end())
        return Attempt(form, value, len(text))
    except MismatchError as stopped:
        return Attempt(form, None, stopped.token.start, token=stopped.token, why=stopped.why)
    except GradesError as error:
        return Attempt(form, None, error.read, error)
    except InputError as error:
        return Attempt(form, None, scan.token.start, error)


def _meaning(parsed: ParsedRanking) -> tuple[Any, ...]:
    """Return the values that are equal if two readings have the same meaning."""
    found = sum(grade > 0 for grade in (*parsed.grades, *parsed.missed))
    total = found if parsed.relevant is None else parsed.relevant
    graded = tuple(sorted(grade for grade in parsed.missed if grade > 1))
    return parsed.grades, total, graded, parsed.others, parsed.ties


def _is_nearly_marks(text: str) -> bool:
    """Return whether a text is marks except for at most two words, so that the error about marks is the most useful."""
    words = re.findall(r"[^\s,;()\[\]]+", re.sub("^ *grades", "", text[:LONGEST]))
    others = [word for word in words if mark_of(word) is None and not _LETTERS.fullmatch(word)]
    if re.search("[:=\"'`]", text[:LONGEST]):
        return False
    return len(words) < _FEW_WORDS or (len(others) < 2 and words[0] not in others)


def _refusal(text: str, attempts: list[Attempt], asked: str, marks_error: GradesError) -> InputError:
    """Return the error for a text in no form: the fault in the nearest form, or the nearest forms with examples."""
    if not text.strip() or _is_nearly_marks(text):
        return InputError(str(marks_error))
    if len(text) > LONGEST:
        return InputError(f"the text has {len(text):,} characters; the longest that is read as words has {LONGEST:,}")
    plain = [attempt for attempt in attempts if attempt.form.read in (forms_of_marks.marks, forms_of_marks.grades)]
    others = sorted((attempt for attempt in attempts if attempt not in plain), key=lambda attempt: -attempt.read)
    if error := next((attempt.error for attempt in others if attempt.error and attempt.read >= others[0].read), None):
        return error
    nearest = [attempt for attempt in others if attempt.read and attempt.form.example_for(asked)][:_SHOWN]
    nearest += [attempt for attempt in plain if attempt.form.example_for(asked)] if len(nearest) < _FEWEST else []
    shown = [f"{attempt.form.name}, such as {quoted(attempt.form.example_for(asked))}" for attempt in nearest]
    stopped = max(others, key=lambda attempt: (attempt.read, bool(attempt.why)))
    word = stopped.token.text if stopped.token else ""
    at = f" at {quoted(word)}" if word.strip() and word != text.strip() else ""
    why = stopped.why if at else stopped.why.replace("which", "it", 1)
    return ask(text, f"is not understood{at}{(', ' if at else ': ') * bool(why)}{why}; write {comma_list(shown, 'or')}")
