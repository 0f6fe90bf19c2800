"""Remarks beside the lists of several queries: taken where the list that was read explains all that they say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irlearn.wordings.aside import harms
from irlearn.wordings.concepts import Token, letters_of, tokens_of
from irlearn.wordings.reading import Reading

_QUOTED = r"\"[^\"\n]*\"|'[^'\n]*'|`[^`\n]*`"
_REMARK = re.compile(rf"(?P<kept>{_QUOTED})|(?P<remark>(?<!:)(?:#|//|--\s|/\*)(?P<said>[^\n]*))")
_RESULT = re.compile(
    r"(?i)(?:\b(?:m?rr|m?ap|p|precision|recall|r|n?dcg|hit)\s*(?:@\s*[0-9]+)?\s*)?(?:[=≈:→⇒]|->|=>)+\s*\(?[0-9.]+(?:\s*[/+*×]\s*\(?[0-9.]+\)?)*"
    r"|(?<![\w.])(?:[0-9]+\s*/\s*[0-9]+|[0-9]*\.[0-9]+)(?![\w.])|[@][0-9]+"
)
_NONE_SAID = re.compile(
    r"(?i)\bno\s+(?:relevant|hits?|match\w*|correct|answers?)\b|\b(?:is|are|was|were|wasn't|isn't)?\s*(?:not|never)\s+"
    r"(?:been\s+)?(?:retrieved|found|returned|ranked|in\s+the\s+(?:list|results?|top\s*[0-9]*))(?:\s+at\s+all)?"
    r"|\bmiss(?:ed|es)?\b|\bnone\s+(?:found|relevant|retrieved)\b|[未没]有?(?:命中|找到|检索到|相关)|見つから(?:ない|ず)|該当なし|없음"
    r"|\bkein(?:e|en)?\s+(?:treffer|relevante\w*)|\baucun\w*\s+\w+|\bning[uú]n\w*\s+\w+|\bnenhum\w*\s+\w+|\bnessun\w*\s+\w+|\bне\s+найден\w*"
)
_REST = re.compile(
    r"(?i)\b(?:the\s+)?(?:rest|others?)\s+(?:are\s+)?(?:not\s+|ir|non-?)relevant|其[它他余](?:的)?(?:都)?(?:不相关|无关)"
    r"|\b(?:not\s+|ir|non-?)relevant\b|不相关|无关"
)
_RUN = r"(?<![\w.])[0-9]{1,9}(?:(?:\s*[,;]\s*|\s+)(?:and\s+)?[0-9]{1,9}){2,}(?![\w.])"
_TURNS = re.compile(
    r"(?i)\b(?:ideal|best|perfect|sort\w*|desc\w*|score[sd]?|weights?|ids?\s+only|unordered|random\w*)\b|理想|排序后|随机"
)


def apart(text: str) -> tuple[str, list[str]]:
    """A wording in code without its remarks, and the remarks.

    >>> apart("[1, 0], # hit at rank 1")
    ('[1, 0], ', [' hit at rank 1'])
    """
    remarks: list[str] = []

    def kept(found: re.Match[str]) -> str:
        if found["kept"]:
            return found["kept"]
        remarks.append(found["said"].replace("*/", ""))
        return ""

    return _REMARK.sub(kept, text), [one for one in remarks if re.search(r"\w", one)]


def explains(read: Reading, remark: str, names: frozenset[str] = frozenset()) -> bool:
    """Whether a remark says nothing but what the list that was read says, too; `names` are ids that it may name.

    >>> explains(Reading((0, 1)), "first relevant at rank 2 -> 1/2"), explains(Reading((0, 1)), "reversed")
    (True, False)
    >>> explains(Reading((0, 1)), "first relevant at rank 1"), explains(Reading((0, 0)), "no relevant document")
    (False, True)
    """
    hits = [rank for rank, grade in enumerate(read.grades, 1) if grade > 0]
    total = read.relevant or len(hits) + len(read.missed)
    plain = " ".join(remark.split())
    if _NONE_SAID.search(plain) and (not hits or total > len(hits)):
        plain = _NONE_SAID.sub(" ", plain)
        plain = re.sub(r"(?i)\b0\b|\b(?:no|nothing)\b", " ", plain)
    rest = _REST.search(plain) is not None
    plain = _REST.sub(" ", plain) if len(hits) < len(read.grades) else plain
    numbered = {int(name) for name in names if name.isdecimal()}
    for name in sorted((name for name in names if name and not name.isdecimal()), key=len, reverse=True):
        plain = re.sub(rf"(?<![A-Za-z0-9_.]){re.escape(name)}(?![A-Za-z0-9_])", " ", plain)
    bare = _RESULT.sub(" ", plain)
    numbers = {int(one) for one in re.findall(r"[0-9]{1,9}", bare)}
    runs = [[int(one) for one in re.findall("[0-9]+", run)] for run in re.findall(_RUN, bare)]
    if any(run not in (hits, [int(grade > 0) for grade in read.grades], [*read.grades]) for run in runs):
        return False
    bare = re.sub(_RUN, " ", bare) if len(runs) == 1 and len(hits) != len(runs[0]) else bare
    numbers = {int(one) for one in re.findall(r"[0-9]{1,9}", bare)}
    ordinals = {one.numbers[0] for one in tokens_of(bare) if one.letter == "o"} - {1}
    ranked = "S" in letters_of(tokens_of(bare))
    listed = set(range(1, len(read.grades) + 1)) if rest or not ranked else set(hits)
    known = (listed if ranked or rest else set()) | {len(read.grades), len(hits), total, total - len(hits), *numbered}
    known -= {0} if hits else set()
    if not numbers <= known or not ordinals <= {*hits, *(listed if rest else ())}:
        return False
    if not set(_places(tokens_of(bare))) <= listed:
        return False
    alone = re.search(r"(?i)\bfirst\b|第一|最初|첫|\bprimer|\bpremier|\berste", bare)
    if ranked and alone and len(numbers) == 1 and numbers != {hits[0] if hits else 0}:
        return False
    return not harms(bare) and not _TURNS.search(bare) and not (ranked and not numbers | ordinals)


def _places(tokens: Sequence[Token]) -> list[int]:
    """The numbers that stand behind a word for rank, or before it where none stands behind."""
    said = letters_of(tokens)
    run = "(?P<run>[no](?:&*[no])*)"
    spans = re.finditer(f"S[=@]*{run}" if re.search("S[=@]*[no]", said) else f"{run}S", said)
    return [number for span in spans for one in tokens[slice(*span.span("run"))] for number in one.numbers]
