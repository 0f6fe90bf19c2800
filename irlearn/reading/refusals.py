"""What is said of a text that is not read: where reading stopped, and the nearest form that works."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irlearn.errors import InputError, quoted
from irlearn.reading.lexicon import data, idea_of, mark_of, plainly
from irlearn.reading.pieces import UnreadError, is_id


def refusal(text: str, stopped: UnreadError, asked: str = "ranks") -> InputError:
    """The sentence that says at which word or sign reading stopped, and what to write for what is `asked`.

    >>> print(refusal("poem at 1", UnreadError("poem")))
    the wording 'poem at 1' is not understood at 'poem'; write 'relevant at 1, 3 of 5; 4 relevant in all'
    """
    at = f" at {quoted(stopped.word)}" if stopped.word.strip() != text.strip() else ""
    why = f"{', which' if at else ': it'} {stopped.why}" if stopped.why else ""
    return InputError(f"the wording {quoted(text.strip())} is not understood{at}{why}; write {nearest(text, asked)}")


def nearest(text: str, asked: str) -> str:
    """The form that is nearest to a text, of those that work for what is asked.

    >>> nearest("TP three", "sets")
    "'TP 3, FP 2, FN 1' or '5 retrieved, 3 of them relevant; 4 relevant in all'"
    """
    forms = data()["forms"][asked.replace(" ", "_")]
    words = re.findall(r"[^\W_](?:[\w./@-]*\w)?", plainly(text))
    ideas = {idea_of(word) for word in words}
    unknown = {word for word in words if idea_of(word) is None and not word.isdigit()}
    in_words = len({word for word in unknown if word.isalpha()}) > _FEW_WORDS and ideas & {*"RGJ"} and "S" not in ideas
    if not ideas & {*"tuvlrh"} and (in_words or sum(map(is_id, unknown)) > 1 or re.search(r"[\[{\"']\s*[^\W\d]", text)):
        kind = "names"
    elif "S" in ideas:
        kind = "ranks"
    else:
        kind = "counts" if re.search(r"\d", text) or ideas & {*"tuvYZGTlrh"} else "else"
    return str(forms.get(kind, forms["else"]))


def is_worded(text: str) -> bool:
    """Whether a text has words or labels, and is no plain list that is mistyped.

    >>> is_worded("1 x 0"), is_worded("ranking: a b")
    (False, True)
    """
    words: Sequence[str] = re.findall(r"[^\W\d_]{3,}", text[:_LOOKED_AT])
    begun = re.match(r"(?i)\s*(?:the|relevant|documents?|ranks?|positions?|places?|at|in)\s", text)
    return (
        len({*re.findall(r"\b(?=\w*\d)[^\W\d_]\w+", text[:_LOOKED_AT])}) > 1
        or len(words) > _FEW_WORDS
        or bool(re.search(r"[={}]|\w:" if words else r"[^\W\d]\s*=", text))
        or begun is not None
    )


def is_marks(text: str) -> bool:
    """Whether a text holds nothing but marks and whole numbers: the plain notation says what is wrong with it.

    >>> is_marks("R NR N"), is_marks("1, 0 1"), is_marks("d1 R")
    (True, True, False)
    """
    words = re.findall(r"[^\s,;()\[\]]+", text[:_LOOKED_AT])
    whole = all(re.fullmatch(r"\d+(?:\.0*)?", word) for word in words) and any("." in word for word in words)
    plain = all(re.fullmatch(r"-?[\d./]+", word) or mark_of(word) is not None for word in words)
    mixed = any(word.isdecimal() for word in words) and any(len(word) > 2 and word.isalpha() for word in words)
    return plain and not whole and not mixed and "\t" not in text


_FEW_WORDS = 2
_LOOKED_AT = 10_000  # signs
