"""Wordings of several queries: lists of lists, a list after each query's name, one list a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from irlearn.errors import InputError
from irlearn.wordings.aside import harms
from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.explained import explains
from irlearn.wordings.lexicon import RELEVANT, roles_of
from irlearn.wordings.lists import of_lists
from irlearn.wordings.prose import of_prose, total_said
from irlearn.wordings.reading import Reading
from irlearn.wordings.sections import Section, sections_of
from irlearn.wordings.tallies import of_tally
from irlearn.wordings.tidy import split
from irlearn.wordings.wrapped import lists_in

_QUERY = (
    r"query|queries|user|topic|question|case|anfrage|frage|nutzer|benutzer|usuario|usuário|consulta|pregunta"
    r"|pergunta|requête|"
    r"question|utilisateur|richiesta|interrogazione|domanda|utente|vraag|zoekvraag|gebruiker|запрос|truy\s+vấn"
    r"|câu\s+hỏi|sorgu|"
    r"zapytanie|kueri|查询|用户|问题|主题|クエリー?|質問|ユーザー?|쿼리|질의|질문|사용자"
)
_KINDS = rf"{_QUERY}|list|ranking|q|u"
_BEFORE = (
    r"(?:(?:the\s+)?(?:results?|rankings?|output|list|hits)\s+(?:for|of)\s+|(?:example|beispiel|ejemplo|exemple"
    r"|exemplo|esempio|"
    r"voorbeeld|contoh|przykład|örnek|ví\s+dụ|пример|for)\s+)?"
)
_LABEL = re.compile(
    rf"(?i)(?:^|(?<=[\n;.|,)\s]))\s*{_BEFORE}(?:{_KINDS})[\s_#]*(?P<name>[0-9]{{1,4}})\s*(?:[:=)\-–]|\(|(?=\s[a-z "
    rf"]{{3,40}}[:=]\s*\[))\s*"
)
_LABEL_OF_LETTER = re.compile(rf"(?i)(?:^|(?<=[\n;.|]))\s*(?:{_KINDS})[\s_#]+(?P<name>[A-Z])\s*[:=]\s*")


def of_nested(text: str) -> list[Reading] | None:
    """The queries of lists of lists, or of dictionaries with a query for each key.

    >>> [one.grades for one in of_nested("actual = [['a'], ['c']]; predicted = [['b', 'a'], ['c']]")]
    [(0, 1), (1,)]
    """
    return of_nested_lists(sections_of(text) or [], text) or of_nested_lists(lists_in(text) or [], text)


def of_nested_lists(found: Sequence[Section], text: str) -> list[Reading] | None:
    """The queries of lists that hold a list for each of them.

    >>> len(of_nested_lists(sections_of("relevances = [[1, 0], [0, 1]]"), ""))
    2
    """
    nested = [one for one in found if one.nested]
    rest = [one for one in found if not one.nested]
    if not 1 <= len(nested) <= 2 or any(one.bracket == "" and len(one.items) > 1 for one in rest):
        return None
    keyed = [[item.key for item in one.items] for one in nested]
    if len(nested) == 2 and (len(keyed[0]) != len(keyed[1]) or sorted(keyed[0]) != sorted(keyed[1])):
        return None
    rows = []
    for key, place in zip(keyed[0], range(len(keyed[0])), strict=True):
        lists = [one.nested[keys.index(key) if key else place] for one, keys in zip(nested, keyed, strict=True)]
        read = of_lists([*lists, *rest], text)
        if read is None:
            return None
        rows.append(read)
    return rows


def of_pieces(text: str, read: Callable[[str], Reading | None]) -> list[Reading] | None:
    """The queries of a text that names each of them before its list, or has a list on each line.

    >>> from irlearn.wordings.readers import read_plain
    >>> [one.grades for one in of_pieces("q1: 1 0; q2: 0 1", read_plain)]
    [(1, 0), (0, 1)]
    """
    text = re.sub(
        rf"(?im)((?:{_KINDS})[\s_#]*(?:[0-9]{{1,4}}|[A-Z]))\s*\(([^()\n]*)\)\s*:\s*([^\n]+)$", r"\1: \3 (\2)", text
    )
    pieces = _objects(text) or _labelled(text) or _bracketed(text) or _lines(text) or _groups(text)
    try:
        rows = [_remarked(piece, read) for piece in pieces]
    except InputError:
        return None
    found = [one for one in rows if one is not None]
    return found if len(found) == len(rows) > 1 else None


def _remarked(piece: str, read: Callable[[str], Reading | None]) -> Reading | None:
    """A list with a remark behind it, which tells how many are relevant in all, or nothing that the list does not."""
    whole = read(piece)
    if whole is not None:
        return whole
    cuts = [*re.finditer(r"\s*(?:[(（#;,，→⇒]|//|[-=]>|\s-\s)\s*", piece)] if len(piece) <= _LONGEST else []
    for cut in cuts[: -_MOST_CUTS - 1 : -1]:
        head, tail = piece[: cut.start()].strip(), piece[cut.end() :].strip(" ).）。;")
        if not re.search(r"\w", tail):
            continue
        named = _NAMED.fullmatch(tail)
        if named and roles_of(named["word"].split()) == frozenset({RELEVANT}) and re.fullmatch(_NAMES, head):
            return read(f"ranking: {head}; relevant: {named['names']}")
        listed = read(head) if len(head) > 1 else None
        if listed is None:
            continue
        total = _total(tail, sum(grade > 0 for grade in listed.grades))
        if total is None:
            return listed if explains(listed, cut[0].strip(" (（#,;") + tail) else None
        fits = sum(grade > 0 for grade in (*listed.grades, *listed.missed)) <= total
        return replace(listed, relevant=total, open=False) if fits and listed.relevant in (None, total) else None
    return None


_NAMES = r"[^\W_]\w*[0-9]\w*(?:\s*[,>]\s*|\s+)(?:(?:[^\W_]\w*(?:\s*[,>]\s*|\s+))*[^\W_]\w*)"
_NAMED = re.compile(
    r"(?P<word>(?:[^\W\d_]+\s+)?[^\W\d_]+)\s*(?:[:=]|\bis\b|\bare\b)?\s+(?P<names>[^\W_]*[0-9]\w*(?:(?:\s*,\s*|\s+)(?:and\s+)?[^\W_]*[0-9]\w*)*)"
)


def _total(remark: str, hits: int) -> int | None:
    """How many documents are relevant in all, where a remark says that, and may say how many were found."""
    total = total_said(remark)
    if total is not None:
        return total
    try:
        told = of_prose(remark) or of_tally(remark)
    except InputError:
        return None
    return told.relevant if told and sum(told.grades) == hits else None


def of_told(text: str, read: Callable[[str], Reading | None]) -> list[Reading] | None:
    """The queries of sentences about each of them by its number; what is said of one in several places is one.

    >>> told = "query 1 has 2 relevant documents, at ranks 1 and 3; query 2 has 1 relevant document, at rank 2"
    >>> [one.grades for one in of_told(told, of_prose)]
    [(1, 0, 1), (0, 1)]
    """
    marks = [*_TOLD.finditer(text)]
    names = [*dict.fromkeys(mark["name"] for mark in marks)]
    if len(names) < _FEWEST or names != [str(one) for one in range(1, len(names) + 1)]:
        return None
    ahead = text[: marks[0].start()]
    many = {one.numbers[0] for one in tokens_of(ahead) if one.numbers}
    if not many <= {len(names)} or harms(ahead):
        return None
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    parts = [(mark["name"], text[mark.end() : end].strip(" ,;.。；，")) for mark, end in zip(marks, ends, strict=True)]
    told = _alike([", ".join(part for one, part in parts if one == name and part) for name in names])
    try:
        rows = [read(part) for part in told]
    except InputError:
        return None
    found = [one for one in rows if one is not None]
    return found if len(found) == len(rows) else None


def _alike(parts: list[str]) -> list[str]:
    """What is said of each query in the words that the first one has: its subject, and of what it tells the sum."""
    plain = [
        re.sub(r"(?i)(?<![\w@])(?:at|@|are|in)\s+(?=[0-9])", "at ranks ", re.sub(r"^[:\s(]+", "", part).strip(" ,;.)"))
        for part in parts
    ]
    if any(re.search(_HITS_LISTED, part) for part in plain):
        plain = [
            re.sub(_HITS_LISTED[: -len(_TWO)] + "(?=[0-9])", "relevant documents at ranks ", part) for part in plain
        ]
    sums = [re.search(_IN_ALL, part) for part in plain]
    of_relevant = any(
        one and int(one[1]) < max(map(int, re.findall(r"[0-9]+", plain[at]))) for at, one in enumerate(sums)
    )
    plain = [re.sub(_IN_ALL, r"; \1 relevant in all", part) if of_relevant else part for part in plain]
    if not re.search("[HN]", letters_of(tokens_of(plain[0]))):
        return plain
    bare = [not set(letters_of(tokens_of(part))) & set("HNM") for part in plain]
    ranks = [re.match(r"(?i)(?:(?:at|in|on)\s+)?(?:the\s+)?(?:ranks?|positions?|places?)\b", part) for part in plain]
    return [
        f"relevant documents {part}" if no and at else part for part, no, at in zip(plain, bare, ranks, strict=True)
    ]


_TWO = r"(?=[0-9]+\s*(?:,|and))"
_HITS_LISTED = rf"(?i)^hits\s*[:=]\s*{_TWO}"
_IN_ALL = r"(?i)\s*[,;(]*\s*\b([0-9]{1,4})\s+(?:in\s+(?:total|all)|total|overall)\s*\)?$"


_TOLD = re.compile(
    rf"(?i)(?:\b(?:and|und|et|y|e|for|für|pour|para|per|voor|the|die|der|la|el|le|il|a|o|de"
    rf"|do)\s+)*(?<!\w)(?:{_QUERY}|q)\s*#?(?P<name>[0-9]{{1,3}})(?![\w.])"
    r"\s*[:,]?\s*(?:(?:there\s+are|has|have|hat|a|tiene|ha|tem|heeft|gibt\s+es|il\s+y\s+a|hay|há)\b)?\s*"
)
_FEWEST = 2
_LONGEST = 300  # signs of one query
_MOST_CUTS = 8


def _objects(text: str) -> list[str]:
    """The objects of a list, each with the lists of a query: `[{"retrieved": [...], "relevant": [...]}, ...]`."""
    listed = re.fullmatch(r"(?s)(?:\w+\s*=\s*)?\[\s*(\{.*\})\s*,?\s*\];?", text.strip())
    parts = [part for part in split(listed[1]) if part] if listed else []
    sound = all(re.fullmatch(r"(?s)\{.*[\[{].*\}", part) for part in parts)
    return (
        [
            re.sub(
                r"([{,]\s*)[\"'](?:id|qid|query_id|query|topic)[\"']\s*:\s*(?:\"[^\"]*\"|'[^']*'|[0-9]+)\s*,",
                r"\1",
                part,
            )
            for part in parts
        ]
        if sound and len(parts) > 1
        else []
    )


def _labelled(text: str) -> list[str]:
    for label in (_LABEL, _LABEL_OF_LETTER):
        marks = list(label.finditer(text))
        names = [mark["name"] for mark in marks]
        if len(marks) < 2 or len(set(names)) < len(names):
            continue
        if re.search(r"[0-9\[{✓✗]", text[: marks[0].start()]) or harms(text[: marks[0].start()]):
            continue
        ends = [mark.start() for mark in marks[1:]] + [len(text)]
        return [text[mark.end() : end].strip().strip(",;|").strip() for mark, end in zip(marks, ends, strict=True)]
    return []


def _bracketed(text: str) -> list[str]:
    """Brackets one after another, with or without a name each."""
    parts = split(text.strip().rstrip("."), ",;\n|")
    parts = [
        re.sub(rf"(?i)^(?:and\s+)?(?:(?:{_KINDS})?[ _]?\w{{0,2}}\s*[:=]?\s*)?(?=\[)", "", part)
        for part in parts
        if part
    ]
    return parts if len(parts) > 1 and all(re.fullmatch(r"\[[^\[\]{}]*\]", part) for part in parts) else []


def _groups(text: str) -> list[str]:
    """Lists of two ranks or more with semicolons between them, or letters in groups with commas."""
    letters = re.fullmatch(r"\s*[RN]{2,}(?:\s*[,;]\s*[RN]{2,})+\s*\.?\s*", text)
    parts = [part.strip(" .") for part in re.split("[,;]" if letters else ";", text) if part.strip(" .")]
    one = r"[RN]{2,}|[0-9RN✓✗✅❌+-](?:(?:\s*,\s*|\s+)[0-9RN✓✗✅❌+-])+"
    return parts if len(parts) > 1 and all(re.fullmatch(one, part) for part in parts) else []


def _lines(text: str) -> list[str]:
    """Lines that are lists of two ranks or more."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    words = [line.split() for line in lines]
    if len(lines) < 2 or min(map(len, words)) < 2:
        return []
    numbered = [row[0].strip(".:") for row in words] == [str(rank) for rank in range(1, len(words) + 1)]
    return [] if numbered or all(len(row) == 2 for row in words) else lines
