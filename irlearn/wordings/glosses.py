"""Entries of lists made plain: grades with a word behind them, strings in calls, titles of several words, letters."""

from __future__ import annotations

import re

from irlearn.wordings.aside import harms
from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.lexicon import LOW, mark_of

_GLOSS = re.compile(
    r"(?<![\w.@])(?P<grade>[0-9]{1,2})\s*(?:\(\s*(?P<gloss>[^\W\d_][^()\[\]{},;|=:0-9]{0,40}?)\s*\)"
    r"|(?P<sign>[✓✔✅☑✗✘✕✖❌☒]))"
)
_FEWEST = 2


def plain_entries(text: str) -> str:
    """A wording in which each entry of a list is one word: a grade without its gloss, a string without its call.

    >>> plain_entries("3 (highly relevant), 0 (not relevant), 3 (highly relevant)")
    '3, 0, 3'
    >>> plain_entries('vec![s("d1"), s("d2")]'), plain_entries('["A Tale", "Emma"]')
    ('vec!["d1", "d2"]', '["A_Tale", "Emma"]')
    """
    return _letters(_titles(_strings(_characters(_without_glosses(_named_grades(text))))))


_LEVEL = r"[^\W\d_]{3,20}(?:[ -][^\W\d_]{3,20})?"
_NAMED = re.compile(rf"\[\s*{_LEVEL}\s?\([0-9]\)(?:\s*,\s*{_LEVEL}\s?\([0-9]\))+\s*\]")
_PART = r"(?i)\b(?:partial|partly|high|somewhat|perfect|exact|margin|fair|excellent|good|bad)"


def _named_grades(text: str) -> str:
    """A list of levels with their grade behind each as that of the grades: `[partial (1), relevant (2)]`."""

    def grades(one: re.Match[str]) -> str:
        pairs = re.findall(rf"({_LEVEL})\s?\(([0-9])\)", one[0])
        meant = {word.lower(): int(grade) for word, grade in pairs}
        known = all(set("HN") & set(letters_of(tokens_of(word))) or re.match(_PART, word) for word in meant)
        low = [grade for word, grade in meant.items() if re.search(LOW, word)]
        sound = known and len({*meant.values()}) == len(meant) and all(grade == 0 for grade in low)
        same = all(meant[word.lower()] == int(grade) for word, grade in pairs)
        return f"[{', '.join(grade for _, grade in pairs)}]" if sound and same else one[0]

    return _NAMED.sub(grades, text)


def _without_glosses(text: str) -> str:
    """Grades without the words that say what they mean, where each word always stands behind the same grade."""
    found = list(_GLOSS.finditer(text))
    said = [(int(one["grade"]), (one["gloss"] or one["sign"]).lower()) for one in found]
    grades = [grade for grade, _ in said]
    meant = {gloss: grade for grade, gloss in said}
    known = any(set("HN") & set(letters_of(tokens_of(gloss))) for gloss in meant) or 0 in grades
    if len(said) < _FEWEST or not known or any(meant[gloss] != grade for grade, gloss in said):
        return text
    low = [grade for gloss, grade in meant.items() if re.search(LOW, gloss)]
    ranks = grades == [*range(1, len(grades) + 1)]
    if ranks or any(grade != min(grades) for grade in low) or (low and 0 not in grades):
        return text
    return _GLOSS.sub(lambda one: one["grade"], text)


def _characters(text: str) -> str:
    """Strings that a program takes apart into letters, as lists of them: `list('ab')`."""

    def listed(one: re.Match[str]) -> str:
        letters = ", ".join(one["letters"])
        return f"[{letters}]" if one["kind"] in ("list", "tuple") else f"{{{letters}}}"

    return re.sub(r"\b(?P<kind>list|tuple|set|frozenset)\(\s*(['\"])(?P<letters>[A-Za-z]{1,26})\2\s*\)", listed, text)


_IN_CALL = re.compile(
    r"(?P<before>[\[{(,]\s*)(?P<call>[A-Za-z_][\w.:]{0,20})\(\s*(?P<string>\"[^\"\n()]{1,60}\"|'[^'\n()]{1,60}')\s*\)(?=\s*[,\])}])"
)
_METHOD = re.compile(r"(?P<string>\"[^\"\n]{1,60}\")\s*\.(?:to_string|to_owned|into|clone|strip|lower)\(\)")


def _strings(text: str) -> str:
    """Strings of a list without the call around each of them."""
    calls = [one["call"] for one in _IN_CALL.finditer(text)]
    if len(calls) >= _FEWEST and len({*calls}) == 1:
        text = _IN_CALL.sub(lambda one: one["before"] + one["string"], text)
    return _METHOD.sub(lambda one: one["string"], text)


_STRING = re.compile(r"\"[^\"\n]{1,80}\"|'(?<![A-Za-z]')[^'\n]{1,80}'(?![A-Za-z])")


def _titles(text: str) -> str:
    """Strings of several words as one word each, in a text with lists."""
    found = _STRING.findall(text)
    titles = [one for one in found if re.search(r"\w[ :,;=()&/.-]+\w", one)]
    if not re.search(r"[\[{]", text) or not titles or any(harms(one) for one in titles):
        return text

    def word(one: re.Match[str]) -> str:
        inside = one[0][1:-1]
        if mark_of(inside) is not None or re.search(r"[\[\]{}]", inside) or not re.search(r"\w[ :,;=()&/]+\w", inside):
            return one[0]
        return one[0][0] + re.sub(r"[\s:,;=()&/]+", "_", inside.strip()) + one[0][0]

    return _STRING.sub(word, text)


def _letters(text: str) -> str:
    """R and I (irrelevant), or P and N (positive, negative), as R and N; x beside ticks as a cross."""
    if re.fullmatch(r"\[?\s*(?:[✓✔xX×][\s,;]*){2,}\]?", text) and re.search("[✓✔]", text):
        return re.sub("[xX×]", "✗", text)
    if re.fullmatch(r"(?:[^\W\d_][\w ]{2,30}[:=])?\s*\[?(?:[PN][\s,;]+)+[PN]\s*\]?\.?", text) and "N" in text:
        return re.sub(r"\bP\b", "R", text)
    return re.sub(
        r"(?<![\w,] )(?<![\w,])\b(?:[RI]\s{0,9},\s{0,9})+[RI]\b(?!\s{0,9},)",
        lambda run: re.sub(r"\bI\b", "N", run[0]) if re.search(r"\bR\b", run[0]) else run[0],
        text,
    )
