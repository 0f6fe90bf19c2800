"""Ranks of first hits as programs and notes write them, `let ranks = vec![1, 2]`, in the words of a sentence."""

from __future__ import annotations

import re
from fractions import Fraction

from irlearn.wordings.aside import harms

_ABSENT = (
    r"(?:(?:was\s+|is\s+|were\s+|are\s+)?not\s+(?:found|retrieved|returned|in\s+(?:the\s+)?(?:list|results?))|no\s+hits?|miss(?:ed|ing)?|absent|"
    r"no\s+(?:relevant|correct)(?:\s+(?:result|document|answer|item)s?)?(?:\s+found)?|none\s+found|"
    r"nicht\s+gefunden|non\s+trouvé\w*|no\s+encontrad\w+|não\s+encontrad\w+|non\s+trovat\w+|niet\s+gevonden|"
    r"не\s+найден\w*|未找到|没有?找到|未命中|見つからない|なし|없음)"
)
_VALUE = r"-1|0|inf|nan|999+"
_SENTINEL = re.compile(
    rf"(?i)\(?\s*(?P<value>(?<![\w.-])(?:{_VALUE}))(?:\s*(?:=|:|->|→|means|is|for|stands\s+for|if)\s*){{1,2}}{_ABSENT}\s*\)?"
    rf"|\(?\s*(?:with\s+)?(?:some\s+)?(?<!\w){_ABSENT}\s*(?:=|:|is|as|->|→|\()\s*(?:rank\s*)?(?P<behind>{_VALUE})(?![\w.])\s*\)?"
)
_HOLDER = r"(?:vec!|(?:new\s+)?\w*(?:\s*<[\w<>, ]+>)?\s*(?:\[\])?\s*\w*|(?:np|torch|numpy)\.\w+)"
_DECLARED = re.compile(
    r"(?:(?:(?:pub|let|mut|const|var|val|final|static|auto|my|local|int|float|double|usize|List|Vec|"
    r"(?:std::)?vector)(?:\s*<[\w<>, ?]+>)?(?:\[\])?\s+)+)?"
    r"[$@]?(?P<name>[A-Za-z_]*?(?:ranks?|positions?|Ranks?|Positions?))(?:\s*:\s*[\w<>\[\]&., |]+?)?\s*(?::=|=|<-)\s*"
    rf"{_HOLDER}\s*(?P<open>[\[({{]{{1,2}})(?P<items>[^\[\](){{}}]*(?:Some\([0-9]+\)[^\[\](){{}}]*)*)[\])}}]{{1,2}}\s*;?"
)
_NUMBER = r"[0-9]{1,6}"
_ITEM = rf"(?:Some\(\s*)?(?P<rank>{_NUMBER})\s*\)?|(?P<none>None|null|nil|undefined|nullopt|NaN|NA|Infinity|inf)"
_TOPICS = (
    r"(?:quer(?:y|ies)|questions?|users?|topics?|searches|anfragen|fragen|nutzern?|requêtes|utilisateurs|consultas|usuarios"
    r"|preguntas|usuários|perguntas|richieste|utenti|domande|zoekvragen|gebruikers|vragen)"
)
_SOME = r"(?:[0-9]{1,3}|two|three|four|five|six|zwei|drei|vier|deux|trois|dos|tres|due|tre|dois|três|twee|drie)"


def in_words(text: str) -> str:
    """The ranks of first hits that a program or a note states, in the words of a sentence; other texts as they are.

    >>> in_words("let ranks = vec![Some(1), None, Some(3)];"), in_words("[1, 2, -1] (-1 = not found)")
    ('ranks 1, none, 3', 'ranks 1, 2, none')
    >>> in_words("rank 1 (1.0) and rank 4 (0.25)"), in_words("user A: hit at 1, user B: no hit")
    ('rank 1 and rank 4', 'user 1: hit at 1, user 2: no hit')
    """
    if len(text) > _LONGEST:
        return text
    body = _of_sentinel(text.strip())
    body = _of_code(re.sub(r"(?m)^\s*(?:#+(?![0-9])|//+|[-*•](?![0-9]))\s*", "", body.replace("**", "")).strip())
    body = _without_reciprocals(body)
    body = re.sub(
        rf"(?i)\b(?:over|across|among|in|on)\s+(?:all\s+)?(?:the\s+|our\s+)?(?={_SOME}\s+{_TOPICS}\b)", "for ", body
    )
    body = re.sub(
        r"(?i)^(?:(?:if|suppose|say|assume|given|imagine)\s+)?(?:(?:we|you|i)\s+)?(?:(?:run|have|ran|evaluate|test|issue|ask)\s+)?"
        rf"(?:the\s+)?(?={_SOME}\s+{_TOPICS}\b)",
        "",
        body,
    )
    body = re.sub(rf"(?i)^{_TOPICS}\s+with\s+(?=(?:\w+\s+){{0,3}}ranks?\b)", "", body)
    body = re.sub(r"(?i)^(?:the\s+)?(?:truth|target|answer)(?:'s)?\s+(?=(?:ranks|positions)\b)", "", body)
    return lettered(body)


_LONGEST = 600  # signs


def _of_sentinel(body: str) -> str:
    """A list of ranks in which the number is none that the text says to stand for no hit."""
    said = list(_SENTINEL.finditer(body))
    if len(said) != 1:
        return body
    value = (said[0]["value"] or said[0]["behind"]).lower()
    rest = f"{body[: said[0].start()]} ; {body[said[0].end() :]}"
    lists = re.findall(r"[\[({]([^\[\](){}]*)[\])}]", rest) or re.findall(
        r"(?i)(?:ranks?|positions?)\s*[:=]?\s*((?:-?\w+\s*,\s*)+-?\w+)", rest
    )
    around = rest.replace(lists[0], " ", 1) if len(lists) == 1 else "0"
    items = [one.strip().lower() for one in lists[0].split(",") if one.strip()] if lists else []
    sound = all(one == value or re.fullmatch("[1-9][0-9]{0,5}", one) for one in items) and value in items
    if value == "0" and {*items} <= {"0", "1"} and not re.search(r"(?i)\b(?:ranks?|positions?)\b", rest):
        return body  # or grades
    named = re.fullmatch(
        r"(?i)(?:\W|\b(?:ranks?|positions?|of|the|first|hits?|relevant|test|mrr|with|where|rr|let|const|var|val|vec)\b)*",
        around,
    )
    if not sound or not named:
        return body
    return "ranks " + ", ".join("none" if one == value else one for one in items)


def _of_code(body: str) -> str:
    """One assignment of a list whose name says that it holds ranks, in the words of a sentence."""
    code = _DECLARED.fullmatch(body)
    if code is None:
        return body
    items = [one.strip() for one in code["items"].split(",") if one.strip()]
    read = [re.fullmatch(_ITEM, one) for one in items]
    name = " ".join(re.findall("[A-Z]?[a-z]+|[A-Z]+", code["name"])).lower()
    if None in read or not read or harms(name):
        return body
    return f"{name} " + ", ".join(one["rank"] or "none" for one in read if one)


def _without_reciprocals(body: str) -> str:
    """A text without the reciprocals that stand behind their ranks, where each of them is that of its rank."""
    stated = re.compile(
        rf"(?i)(?P<rank>(?<![\w./]){_NUMBER}|none|no\s+(?:hits?|relevant(?:\s+\w+)?))(?:st|nd|rd|th)?{_GAP}(?:\(|→|->|=>|⇒){_GAP}"
        rf"(?:(?:rr|reciprocal\s+rank|1/rank){_GAP}[:=]?{_GAP})?"
        rf"(?P<value>[01]{_GAP}/{_GAP}[0-9]{{1,4}}|[01]?\.[0-9]+|[01](?![\w./]))(?:{_GAP}[=≈]{_GAP}[01]?\.?[0-9]+)?(?:{_GAP}\))?"
    )
    found = list(stated.finditer(body))
    for one in found:
        exact = Fraction(1, int(one["rank"])) if one["rank"].isdigit() and int(one["rank"]) else Fraction(0)
        value = re.sub(r"\s", "", one["value"])
        if value.endswith("/0") or abs(Fraction(value) - exact) > (_NEAR if "." in value else 0):
            return body
    return stated.sub(lambda one: one["rank"], body)


_GAP = "[ \t]*"
_NEAR = Fraction(11, 2000)  # two digits, cut or rounded


def lettered(body: str) -> str:
    """Queries that letters name in their order, as numbers name them.

    >>> lettered("user A: 2, user B: 1"), lettered("用户A：2")
    ('user 1: 2, user 2: 1', '用户A：2')
    """
    label = re.compile(
        r"(?i)(?<!\w)(?P<kind>user|query|topic|question|q|u|用户|用戶|查询|ユーザー?|クエリー?|사용자|질의|usuario|usuário|utilisateur|nutzer|utente|запрос|пользователь)"
        r"[\s_]?(?P<letter>[A-H])(?=\s*[:：=@(,]|\s+(?:has|hit|first|rank|no)\b)"
    )
    letters = [one["letter"].upper() for one in label.finditer(body)]
    if len(letters) < _FEWEST or letters != [*"ABCDEFGH"[: len(letters)]]:
        return body
    return label.sub(lambda one: f"{one['kind']} {'ABCDEFGH'.index(one['letter'].upper()) + 1}", body)


_FEWEST = 2
