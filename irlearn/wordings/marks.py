"""Words and signs for relevant and not, a rank each, in any language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irlearn.errors import InputError
from irlearn.spelling import read_grades
from irlearn.wordings.lexicon import SIGNS, joined, mark_of
from irlearn.wordings.reading import Reading, of_list
from irlearn.wordings.sections import bare
from irlearn.wordings.tidy import split


def of_marks(text: str) -> Reading | None:
    """Words for relevant and not, rank by rank, in other languages than English, too.

    >>> of_marks("ja, nein, ja").grades, of_marks("是 否 是").grades
    ((1, 0, 1), (1, 0, 1))
    """
    if re.fullmatch(_DASHED, text.strip()):
        return of_list(read_grades(re.sub(r"\s*[-/]\s*", ", ", text)).grades)
    body = joined(text.strip().strip("[]"))
    parts = [bare(part) for part in split(body, ",;\n|/" if len(re.findall("[|/]", body)) > 1 else ",;\n")]
    if re.search("[|/]", body) and len(parts) > 2 and re.fullmatch(r"[A-Za-z][A-Za-z\-]*", "".join(parts)):
        try:
            return of_list(read_grades(", ".join(parts)).grades)
        except InputError:
            pass
    if text.strip().startswith("[") and {part.lower() for part in parts} == {"not", "relevant"}:
        return of_list(int(part.lower() == "relevant") for part in parts)
    marks = marked(parts if len(parts) > 1 else text.strip().strip("[]").split())
    return of_list(marks) if marks is not None and len(marks) >= 2 else None


_DASHED = r"\[?(?:[0-9RNrn]\s*-\s*){2,}[0-9RNrn]\]?|\[?(?:[0-9RNrn]\s*/\s*){2,}[0-9RNrn]\]?"
_DOUBTFUL = frozenset(["r", "n", "nr", "u", "y", "t", "f", "non", "not", "nicht", "не", "-", "+", "?", "×"])


def marked(words: Sequence[str]) -> list[int] | None:
    """The grades of words for relevant and not, in any language; None where another word is there, or a single letter.

    >>> marked(["ja", "nein"]), marked(["r", "nr"])
    ([1, 0], None)
    """
    doubtful = _DOUBTFUL - {"non"} if "oui" in words else _DOUBTFUL
    marks = [None if word.lower() in doubtful else mark_of(word) for word in words]
    return [mark or 0 for mark in marks] if None not in marks and {0, 1} <= set(marks) else None


def yes_or_no(words: Sequence[str]) -> Reading | None:
    """Letters for yes and no behind the word relevant, as `Relevant: Y N Y`.

    >>> yes_or_no(["Y", "N"]).grades, yes_or_no(["R", "N"])
    ((1, 0), None)
    """
    low = {word.lower() for word in words}
    return of_list(int(word.lower() == "y") for word in words) if low == {"y", "n"} else None


_TICK = rf"[{''.join(sorted(SIGNS))}]"
_DEGREES = frozenset(["perfect", "exact", "full", "high", "highly", "very", "partial", "partially", "somewhat"])


def mark_in(part: str) -> int | None:
    """The mark that a part is, with a tick or a cross beside its word where they agree.

    >>> mark_in("✅ Relevant"), mark_in("✅ no")
    (1, None)
    """
    ticks = {mark_of(sign) for sign in re.findall(_TICK, part)}
    word = re.sub(_TICK, "", part).strip()
    marks = ticks | ({mark_of(word)} if word else set())
    bare = len(word) == 1 and not ticks
    return next(iter(marks)) if len(marks) == 1 and not bare else None


def degree_of(part: str) -> int | None:
    """The mark of a part such as `highly relevant` or `不相关`; None where it is none.

    >>> degree_of("highly relevant"), degree_of("quite blue")
    (1, None)
    """
    words = part.lower().split()
    while len(words) > 1 and words[0] in _DEGREES:
        words = words[1:]
    return mark_in(" ".join(words))
