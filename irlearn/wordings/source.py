"""Source code and typeset text as bare lists with the words before them, whatever language they are written in."""

from __future__ import annotations

import re
from collections.abc import Callable

from irlearn.wordings.aside import without_results
from irlearn.wordings.tidy import CHAIN, GRADES_RUN, braced, with_ranges


def _listed(lines: re.Match[str]) -> str:
    return f"{lines[1]}: [" + ", ".join(re.findall(r"- +(\S+)", lines[2])) + "]\n"


_TYPE = (
    r"(?:readonly\s+)?&?(?:\[(?:String|Int|Double|Float)(?::\s*\w+)?\]|(?:[A-Za-z]\w*\.)?(?:Seq|List|Set|Map|Array|"
    r"HashMap|HashSet|Vec|ClassVar|Final|Dict|Tuple|FrozenSet|Mapping|Record|Sequence|Iterable|list|set|dict|tuple|string|number|str|int|float|double|boolean)\b"
    r"(?:<[\w<>, &']*>|\[[\w\[\], ]*\])?)(?:\[\])?"
)
_PLAINER = (
    (r"(?m)^[ \t]*(\w+):[ \t]*\n((?:[ \t]*-[ \t]+[\w.\-\"']+[ \t]*(?:\n|$))+)", _listed),
    (r"(?m)^\s*(?:>>>|\.\.\.(?=\s)|In \[\d+\]:|Out\[\d+\]:.*|```\w*|(?:from\s+\S+\s+)?import\s+.*|[-*+•]\s)\s?", ""),
    (r"\"\"\"|'''", "\n"),
    (r"`([\w\-]+(?:\s?,\s?[\w\-]+)+)`", r"[\1]"),
    (r"\\?[\])}]?\s*\\(?:rangle|right)\b", "]"),
    (r"\\l?(?:langle|left)\b\s*\\?[\[(]?", "["),
    (r"\*\*|`|\$|\\[\[\]()]|\\(?=[{}])|\\(?:text|mathrm|mathbf)(?=\{)|&&|@(?=e?\.)", " "),
    (r"\b(?:assert|print|return|val|var|let|const|final|auto|static|mut)\b\s*", ""),
    (r"<-|:=", "="),
    (r"\bmap\[\w+\]struct\{\}(?=\{)", "Set"),
    (r"\bmap\[\w+\]\w+(?=\{)", ""),
    (r"(?<=Set\{)(?:[^{}:]+:\s*\{\}\s*,?)+(?=\})", lambda keys: re.sub(r":\s*\{\}", "", keys[0])),
    (r"\bSet(?=\{)", ""),
    (r"\bnew\s*\w*\[\d*\]\s*(?=\{)", "List"),
    (r"\[\]\w+(?=\{)", "List"),
    (r"\bvec!\s*(?=\[)", ""),
    (r"(?<=[\])])\s*\.(?:into_iter|iter|cloned|copied|collect|to_vec|tolist|toList|toSet)(?:::<[\w<>, &]*>)?\(\)", ""),
    (r"\bmapOf\(([^()]*)\)", r"{\1}"),
    (r"(?<=[\w\"'])\s+to\s+(?=[0-9])(?=[^\n{}]*\})", ": "),
    (rf"(?<=\w)\s*:\s*{_TYPE}\s*=(?!=)", " ="),
    (r"\b(?:[A-Za-z]\w*(?:\.|::))*(?:List|Set|Map|ArrayList|HashSet|IList|vector|QVector)<[\w<>:, ]*>(?=\s+\w)", ""),
    (r"\b(?:[Ss]tring|int|double|float|long|Integer|Double|var)\s*(?:\[\]\s*(\w+)|\s(\w+)\[\d*\])\s*=\s*(?:new\s+\w+\[\]\s*)?\{([^{}:]*)\}",
     r"\1\2 = [\3]"),
    (r"(?<=\w)\[\d*\](?=\s*=[^=])", ""),
    (r"\b(?:doc|id|item|page)s?_?(?:2|to)_?(?=(?:rel|grade|gain|label)\w*\b)", ""),
    (r"(?i)\bnot?_relevant\b", "irrelevant"),
    (r"(?<=\w)\(not\)(?=[^\[\]]*\])", "(irrelevant)"),
    (r"(?<![\w-])not(?=\s*[,\]])(?=[^\[\]]*\])", "irrelevant"),
)  # fmt: skip
"""What only a program or a page needs, and what stands for it, one after another."""


def plain_source(text: str) -> str:
    """A wording without types, constructors and marks of a page; runs without brackets in brackets.

    >>> plain_source('qrels := map[string]int{"a": 3}'), plain_source("let r = vec![1, 0];")
    ('qrels = {"a": 3}', 'r = [1, 0];')
    >>> plain_source("gold <- 1:3")
    'gold = [1, 2, 3]'
    """
    body = re.sub(
        r"(?i)^\s*(?:if|when)\s+(?=(?:the|your|our|a|an|its|top)\b)(?!.*\b(?:were|was|would|had|could)\b)", "", text
    )
    for pattern, plain in _PLAINER:
        body = re.sub(pattern, plain, body)
    body = re.sub(r"(?<=\[)[0-9.]+(?:\s*;\s*[0-9.]+)+(?=\])", lambda rows: rows[0].replace(";", ","), body)
    body = with_ranges(body)
    body = re.sub(CHAIN, lambda chain: "[" + re.sub(r"\s*(?:>|≻|→|➔)\s*", ", ", chain[0]) + "]", body)
    body = _HEADED.sub(lambda run: f"{run['name']} = {braced(run['run'])}; ", _REST.sub("", body))
    body = _between_lists(_GRADED, _braced, body)
    body = _between_lists(_NOTED, _noted, body)
    body = _between_lists(_RUNS, _bracketed, body)
    body = re.sub(r"(?<=[\w\"'])\s*=>\s*(?=[\d.])", ": ", body) if "{" in body or "[" in body else body
    body = re.sub(r"\b([0-9]+(?:\.[0-9]+)?)[dfL]\b", r"\1", body)
    return without_results(body.strip())


def _between_lists(pattern: re.Pattern[str], plain: Callable[[re.Match[str]], str], body: str) -> str:
    """A text with what the pattern finds outside of brackets made plain."""
    parts = re.split(r"(\[[^\[\]]*\]|\{[^{}]*\})", body)
    return "".join(part if part[:1] in ("[", "{") else pattern.sub(plain, part) for part in parts)


_BINARY, _NAME = r"(?:[01]|NR|[RN]|[✓✔✅☑✗✘✕✖❌☒])", r"(?:[A-Za-z]{1,6}[-_]?[0-9]{1,6}|[A-Z])"
_RUNS = re.compile(
    rf"(?<![\w.\])@=-])(?:{_BINARY}(?:(?:\s*,\s*|\s){_BINARY}){{2,}}|[0-9](?:\s*,\s*[0-9]){{2,}}"
    rf"|{_NAME}(?:\s*,\s*{_NAME})+(?:,?\s*(?:and|und|et|y|e)\s{_NAME})?|{_NAME}\s(?:and|und|et|y|e)\s{_NAME})(?!\w|\.\w|\s*[({{=:])"
)
"""Lists without brackets: of 0 and 1 or R and N, of grades, of names."""
_NOTE = r"\s?\((?:hit|miss|rel(?:evant)?(?:\s+doc(?:ument)?)?|irrelevant|not\s+relevant|yes|no|[0-9]{1,2})\)"
_NOTED = re.compile(
    rf"(?<![\w.\-\[(\"'@])(?![A-Za-z]\([0-9]\)\s*=)(?:[\w\-]{{1,20}}(?:{_NOTE})?\s*,\s*)+[\w\-]{{1,20}}(?:{_NOTE})?"
    rf"(?<=[\w)])(?![\w\-]|\s*[\[\](=:])"
)
"""Lists without brackets of names of which some have a mark behind them."""


_HEADED = re.compile(
    r"(?i)(?P<name>\b(?:grades?|graded|gains?|relevances?|judge?ments?|qrels|labels?))\s{0,3}[:=]?\s{0,3}"
    rf"(?P<run>{GRADES_RUN})[ ]?:?"
)
"""Names with a grade each, behind a word that says that they have one."""
_REST = re.compile(
    r"(?i)[;,(]?[ ]?\b(?:(?:missing|absent|unlisted|unlabell?ed)(?:[ ](?:ids?|docs?|documents?|items?))?"
    r"[ ](?:means?|is|are|=|gets?|counts?[ ]as)[ ](?:grade[ ])?0\b(?![.\w])(?!.*[:=][ ]?0\b)"
    r"|higher[ ]scores?[ ]?(?:=|means?|is)[ ]?(?:higher|better)(?:[ ]rank(?:ed|ing)?)?\b)\)?"
)
"""Remarks that say what is so of every list: an unlisted document has no grade, a higher score stands first."""
_ONE_GRADED = (
    r"[\"']?[A-Za-z][\w\-]*[\"']?\s*(?:=|:|->|→|has|is)\s*(?:a\s+)?(?:relevance\s+)?"
    r"(?:grade|rel|relevance|gain)\s*[=:]?\s*[0-9]{1,2}"
)
_GRADED = re.compile(rf"(?i)(?<![\w\-]){_ONE_GRADED}(?:\s*(?:,|;|\band\b)\s*(?:and\s+)?{_ONE_GRADED})+(?![\w.])")
"""Names with a grade each, without braces."""


def _braced(run: re.Match[str]) -> str:
    pairs = re.findall(r"([A-Za-z][\w\-]*)[\"']?\s*(?:=|:|->|→|has|is)\D*?([0-9]{1,2})(?![\w.])", run[0])
    return "{" + ", ".join(f"{name}: {grade}" for name, grade in pairs) + "}"


def _noted(run: re.Match[str]) -> str:
    """A run as a list where a mark stands in it; not where the numbers may be ranks."""
    numbers = re.findall(r"\(([0-9]{1,2})\)", run[0])
    ranks = sorted(map(int, numbers)) == [*range(1, len(numbers) + 1)] and bool(numbers)
    return f"[{run[0]}]" if re.search(_NOTE, run[0]) and not ranks else run[0]


def _bracketed(run: re.Match[str]) -> str:
    """A run as a list; one of numbers only where a 0 says that they are no ranks."""
    words = re.sub(r",?\s(?:and|und|et|y|e)\s", ", ", run[0])
    return run[0] if not re.search(r"[A-Za-z]|\b0\b", words) else f"[{words}]" if words[0] != "[" else words
