"""Code and marks of a page made plain before a wording is read: calls, tensors, arrows, comments, numbered rows."""

from __future__ import annotations

import re

from irlearn.wordings.concepts import tokens_of

_CALLS = (
    r"(?:(?:np|numpy|torch|tf|jnp|pd)\.)?(?:as)?"
    r"(?:array|tensor|constant|Series|set|list|frozenset|tuple|vector|LongTensor|FloatTensor|c)"
)
_OPTION = r"\s*,\s*(?:dtype|device|name|requires_grad|index)\s*=\s*[\w.]+"
FUNCTIONS = (
    (r"(?:ml_metrics\.|metrics\.)?m?apk", ("actual", "predicted", "k")),
    (r"(?:sklearn\.)?(?:metrics\.)?average_precision_score", ("y_true", "y_score")),
    (r"(?:sklearn\.)?(?:metrics\.)?n?dcg_score", ("y_true", "y_score", "k")),
    (r"(?:sklearn\.)?(?:metrics\.)?label_ranking_average_precision_score", ("y_true", "y_score")),
    (r"(?:mean_)?(?:average_precision|reciprocal_rank)|r_precision", ("gains",)),
    (r"n?dcg_at_k|precision_at_k|recall_at_k|n?dcg", ("gains", "k")),
)
"""Functions that people call in Python, and what their arguments are."""
_COMMENT = (
    r"(?mi)(?<=[\])};])\s*(?:#|//)\s*(?:(?:in|the|a|of|for|at|each|per|by|order|ranked|rank|list|binary|graded|true|ground|truth|"
    r"relevance|relevances|relevant|grades?|scores?|labels?|gains?|documents?|docs?|items?|results?|system|output|judge?ments?|query)\s*)+$"
)
"""A comment that says of a list what its name says, and nothing of numbers."""
_HIGHEST = (
    r"(?i)[,;(]?\s*(?:on\s+)?(?:a\s+)?(?:(?:max(?:imum|imal)?|highest)\s+(?:grade|rel\w*|gain|label)s?(?:\s+grade)?\s*(?:is|of|=|:)?\s*|"
    r"scale\s*(?:of|from|:)?\s*0\s*(?:to|-|\.\.)\s*|(?<=[,;(] )max(?:imum)?\s*[=:]?\s*(?=[0-9]{1,2}\s*\)?\.?$)"
    r"|(?<=\()max(?:imum)?\s*[=:]?\s*(?=[0-9]{1,2}\s*\)\.?$))([0-9]{1,2})\b\s*\)?"
)
CHAIN = r"[\w.\-]+(?:\s*(?:>|≻|→|➔)\s*[\w.\-]+){2,}"


def tidied(text: str) -> str:
    """A wording without what only a program needs; its lists in square brackets.

    >>> tidied("rels <- c(3, 2, 0)"), tidied("torch.tensor([1., 0.])"), tidied("d3 > d1 > d2")
    ('rels = [3, 2, 0]', '[1, 0]', '[d3, d1, d2]')
    >>> tidied("apk(['a'], ['b', 'a'], k=2)")
    "actual = ['a']; predicted = ['b', 'a']; k = 2"
    """
    body = re.sub(r"[<⟨〈]\s*([^<>⟨⟩〈〉\-]{1,400}?)\s*[>⟩〉]", r"[\1]", text)
    body = re.sub(r"(?m)^\s*(?:>>>|In \[\d+\]:|```\w*|from\s+\S+\s+import.*|import\s+.*)\s?", "", body).strip()
    body = re.sub(r"<-|:=", "=", body)
    body = re.sub(r"(?i)\b(rel|gain|grade|relevance)\(\s*[ik]\s*\)(?=\s*[:=])", r"\1", body)
    body = re.sub(r"(?i)^relevant\s*\?\s*:?", "relevance:", body)
    body = re.sub(r"float\(['\"](inf|nan)['\"]\)|(?:np|math)\.(inf|nan)", "inf", body)
    typed = re.match(
        r"(?:(?:const|let|var|final|static|auto)\s+)?(?:(?:int|float|double|long|List<\w+>|vector<\w+>)(?:\[\])?\s+)?(?=\w+\s*=\s*[\[{])",
        body,
    )
    if typed and typed[0]:
        body = (
            re.sub(r"=\s*\{([^{}:]*)\}", r"= [\1]", body[typed.end() :])
            if "[]" in typed[0] or "<" in typed[0]
            else body[typed.end() :]
        )
    body = re.sub(
        r"(?i)^(?:query|topic|question|anfrage|q)\s*[0-9]{0,3}\s*:\s*[^\n\d\[\]{};:,]*[,;\n]\s*"
        r"(?!(?:query|topic|question|anfrage|q)\s*[0-9]{1,3}\s*:)(?=.*[:=])",
        "",
        body,
    )
    body = body.rstrip("; ")
    body = re.sub(_COMMENT, "", body) if "=" in body else body
    body = re.sub(r"(?m)(?<=[\])}\w])\s*#\s*(?=\D)", " ; ", body) if "=" in body else body
    body = re.sub(CHAIN, lambda match: "[" + re.sub(r"\s*(?:>|≻|→|➔)\s*", ", ", match[0]) + "]", body)
    for _ in range(3):
        body = re.sub(rf"\b{_CALLS}\(\s*([\[{{(](?:[^()]|\([^()]*\))*[\]}})])(?:{_OPTION})*\s*\)", r"\1", body)
    body = re.sub(r"\b(?:c|vector)\(([^()\[\]]+)\)", r"[\1]", body)
    body = re.sub(r"(?<=[=:])\s*\(([^()\[\]{}]*,[^()\[\]{}]*)\)(?=\s*(?:[;,.\n]|$|and\b))", r" [\1]", body)
    body = re.sub(r"\b(\d+)\.(?=\s*[,\]])(?=[^\[\]]*\])", r"\1", body)
    body = re.sub(r"(?<=[\w\])}\"'])\s*;?\s*\n\s*(?=[A-Za-z_]\w*\s*=\s*[\[{\w\"'])", "; ", body)
    body = re.sub(_HIGHEST, r"; max grade = \1", body)
    call = re.fullmatch(r"(?:print\()?(?:\w+\s*=\s*)?(?P<name>[A-Za-z_.]+)\((?P<inside>.*?)\){1,2};?", body, re.DOTALL)
    for pattern, names in FUNCTIONS if call else ():
        if call and re.fullmatch(pattern, call["name"]):
            given = split(call["inside"], ",")
            if not 0 < len(given) <= len(names):
                return body
            named = (
                one if re.match(r"\w+\s*=", one) else f"{name} = {one}" for name, one in zip(names, given, strict=False)
            )
            return "; ".join(re.sub(r"^(\w+)\s*=\s*", r"\1 = ", one) for one in named)
    return body


_KEY = r"(?!(?i:k|n|cutoff|top_?k|depth|total|max_\w+)\s*[=:])[A-Za-z][\w.\-]{0,20}"
_GRADED = rf"{_KEY}\s*[=:]\s*[0-9]{{1,3}}"
_NEXT = r"\s*(?:,\s*(?:and\s|und\s|et\s)?|;|\n|\s(?:and|und|et|y|e|en)\s)\s*"
GRADES_RUN = rf"(?<![\w{{\[]){_GRADED}(?:{_NEXT}{_GRADED}(?!\w|\.[0-9]))+"
"""Names with a number each: `a=3, b=0`."""


def with_repeats(text: str) -> str:
    """A wording with lists that a program would repeat and join written out.

    >>> with_repeats('["yes"] * 2 + ["no"] * 1')
    '["yes", "yes", "no"]'
    """
    one = r"\[\s*(?:[\w.]{1,20}|\"[\w ]{1,20}\"|'[\w ]{1,20}')\s*\]\s*\*\s*[0-9]{1,3}"

    def written(found: re.Match[str]) -> str:
        parts = re.findall(r"\[\s*([^\]]*?)\s*\]\s*\*\s*([0-9]+)", found[0])
        return "[" + ", ".join(", ".join([entry] * int(times)) for entry, times in parts if int(times)) + "]"

    return re.sub(rf"{one}(?:\s*\+\s*{one})*", written, text)


_FLAT = r"(?:\[[^\[\]{}()=]{0,400}\]|\{[^\[\]{}()=]{0,400}\})"


def unpacked(text: str) -> str:
    """A wording in which each name stands before its own list, where a program gives several at once.

    >>> unpacked("got, want = [7, 9], {9}; k = 2")
    'got = [7, 9]; want = {9}; k = 2'
    """

    def apart(found: re.Match[str]) -> str:
        names, lists = re.findall(r"\w+", found["names"]), re.findall(_FLAT, found["lists"])
        same = len(names) == len(lists)
        return "; ".join(f"{name} = {one}" for name, one in zip(names, lists, strict=True)) if same else found[0]

    name = r"[A-Za-z_]\w{0,30}"
    return re.sub(
        rf"(?<![\w,])(?P<names>{name}(?:[ ]?,[ ]?{name}){{1,3}})[ ]?=[ ]?(?P<lists>{_FLAT}(?:[ ]?,[ ]?{_FLAT}){{1,3}})",
        apart,
        text,
    )


_LONGEST_RANGE = 200


def with_ranges(text: str) -> str:
    """A wording of lists with a range of whole numbers, as R writes it, as the list of them.

    >>> with_ranges("gold <- 1:3; ranked <- c(2, 7)"), with_ranges("odds = 1:3")
    ('gold <- [1, 2, 3]; ranked <- c(2, 7)', 'odds = 1:3')
    """

    def listed(found: re.Match[str]) -> str:
        first, last = int(found[2]), int(found[3])
        step = 1 if first < last else -1
        fits = first != last and abs(last - first) <= _LONGEST_RANGE
        return f"{found[1]}[{', '.join(str(one) for one in range(first, last + step, step))}]" if fits else found[0]

    body = re.sub(
        r"\[\s*([0-9]{1,3}:[0-9]{1,3})\s*\]",
        r"\1",  # a slice of what is named before it
        re.sub(r"(?<!\w)()\[\s*([0-9]{1,3}):([0-9]{1,3})\s*\]", listed, text),
    )
    if body == text and not re.search(r"\[|\bc\(|<-|\b(?:relevant|gold|actual|truth)\w*\s*=", text):
        return text
    return re.sub(r"((?:=|<-|\(|,)\s*)([0-9]{1,3}):([0-9]{1,3})(?=\s*(?:[,);\n]|$))", listed, body)


def with_id_ranges(text: str) -> str:
    """A wording with ranges of ids written out.

    >>> with_id_ranges("docs d1..d3, d7"), with_id_ranges("[q2, q3, ..., q5]")
    ('docs d1, d2, d3, d7', '[q2, q3, q4, q5]')
    """

    def listed(found: re.Match[str]) -> str:
        name, first, last = found["name"], int(found["first"]), int(found["last"])
        if not first < last <= first + _LONGEST_RANGE or (found["next"] and int(found["next"]) != first + 1):
            return found[0]
        return ", ".join(f"{name}{one}" for one in range(first, last + 1))

    return re.sub(_IDS, listed, text)


_IDS = re.compile(
    r"(?<![\w.-])(?P<name>[A-Za-z]{1,8}_?)(?P<first>[0-9]{1,4})"
    r"(?:\s*,\s*(?P=name)(?P<next>[0-9]{1,4})\s*,?\s*(?:\.{2,3}|…)\s*,?\s*(?:and\s)?"
    r"|\s*(?:\.{2,3}|…)\s*|-|\s+(?:-|to|through|bis)\s+)"
    r"(?P=name)(?P<last>[0-9]{1,4})(?![\w-])"
)


_LISTS = r"(?:ranked\s+list|ranking|list|results?|output|order|sequence)"


def unheaded(text: str) -> str:
    """A list of results without the words before it that say that it is one.

    >>> unheaded("Results: d1 (relevant), d2"), unheaded("ideal: 3, 2")
    ('d1 (relevant), d2', 'ideal: 3, 2')
    """
    match = re.match(rf"(?i)(?:the\s+)?(?:(?:search|retrieved|system|ranked)\s+)?{_LISTS}\s*[:=]\s*(?=\S)", text)
    return text[match.end() :] if match else text


def plainer(text: str) -> str:
    """A wording with the bare grade where it says that it is one, and with the length of the list apart.

    >>> plainer("D1 has relevance 3, D2 (rel = 0)"), plainer("grades of the top 2 results: 3, 0")
    ('D1: 3, D2: 0', 'grades: 3, 0; length = 2')
    """
    grade = (
        r"(?:[\s:(]+)(?:(?:has|with|gets|is\s+of|of)\s+)?(?:a\s+)?(?:relevance|rel|grade|gain)"
        r"(?:\s+(?:of|grade|score|level))?\s*[:=]?\s*(\d{1,3})\b\)?"
    )
    body = re.sub(rf"(?i)(?<=\w){grade}", r": \1", text)
    body = re.sub(rf"(?i)^(?:the\s+)?{_LISTS}\s+(?:is\s+|are\s+)?(?=[RN01]\b)", "ranking: ", body)
    top = re.search(
        r"(?i)\s+(?:of|for|in)\s+(?:the|its)\s+(?:top|first)[\s-]+(\w+)\s+(?:retrieved\s+)?(?:results?|documents?|docs|items)(?=\s*(?:are|is|=|:))",
        body,
    )
    top = top or re.search(r"(?i)\(?\btop[\s-]?([0-9]{1,4})\b\)?(?=[^:=\n\d]{0,30}[:=])", body)
    many = next((numbers[0] for _, numbers, _ in tokens_of(top[1])), 0) if top else 0
    return f"{body[: top.start()]}{body[top.end() :]}; length = {many}" if top and many else body


def braced(text: str) -> str:
    """A wording whose entries with a grade each stand in braces.

    >>> braced("grades: A=3, B=0. ranking: B, A")
    'grades: {A=3, B=0}. ranking: B, A'
    """
    return re.sub(GRADES_RUN, lambda match: "{" + ", ".join(re.split(_NEXT, match[0])) + "}", text)


def unnumbered(text: str) -> str:
    """A wording without the numbers 1, 2, 3 ... that stand before its entries.

    >>> unnumbered("ranking: 1. d7 2. d3"), unnumbered("1. only")
    ('ranking:  d7, d3', '1. only')
    """
    marks = list(
        re.finditer(
            r"(?i)(?:(?<=^)|(?<=[\s:,;]))(?:(?:rank|position|pos|place|#)\s*)?(?P<rank>[0-9]{1,4})(?:[.)]|:(?!\s*[0-9]))\s+(?=[A-Za-z\"'*✓✗])",
            text,
        )
    )
    if len(marks) < 2 or [int(mark["rank"]) for mark in marks] != list(range(1, len(marks) + 1)):
        return text
    head = text[: marks[0].start()]
    if head.strip() and head.rstrip()[-1] not in ":=;.\n":
        return text
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    parts = [text[mark.end() : end].strip().strip(",;") for mark, end in zip(marks, ends, strict=True)]
    if any(re.fullmatch("(?!NR$)[RNU]{2,}", part) for part in parts):
        return text  # a list in each
    return head + (" " if head else "") + ", ".join(parts)


def split(text: str, signs: str = ",;\n") -> list[str]:
    """The parts of a text between these signs, outside of brackets of all kinds.

    >>> split("d1 (a, b), [d2, d3]")
    ['d1 (a, b)', '[d2, d3]']
    """
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if sign in signs and depth <= 0:
            parts.append(text[start:place].strip())
            start = place + 1
    parts.append(text[start:].strip())
    return parts
