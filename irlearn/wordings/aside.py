"""What stands beside the lists of a wording: results, settings, and words that may be set aside or must not be."""

from __future__ import annotations

import re
from typing import NamedTuple

_NUMBER = r"[-+]?(?:[0-9]+(?:[.,][0-9]+)?|\.[0-9]+)%?"
_TERM = rf"(?:{_NUMBER}|∞|log_?₂?2?|sqrt|min|max)"
_SUM = rf"(?:[(\s]*{_TERM}[)\s]*(?:(?:[-+*/×·÷≈=→^,]|\.\.\.|…|->|=>)*[(\s]*{_TERM}[)\s]*)*)"
_MEASURE = (
    r"(?:m?ap|map|rr|mrr|n?i?dcg|n?cg|err|rbp|esl|bpref|precision|recall|prec|rec|f1?|f-?(?:score|measure|beta)?|p|r|"
    r"(?:mean\s+)?average\s+precision|(?:mean\s+)?reciprocal\s+rank|hit\s*rate|success|accuracy|r-?prec(?:ision)?|"
    r"score|result|answer|expected(?:\s+(?:value|result|score|answer))?|value|mean|avg|average|sum|total\s+score|"
    r"returns?|output|gives|yields)"
)
_RESULT = re.compile(
    rf"(?ix)^[\s(]*(?:(?:then|so|thus|hence|therefore|and|the)\s+)*(?!r\s*[=:]\s*[0-9]+\s*$)(?:{_MEASURE}\s*(?:@\s*\w+|_at_\w+|\(\w{{0,3}}\))?\s*(?:of\s+\w{{1,3}})?\s*(?:==|≈|~|=>|->|→|=|:|is|should\s+be|of)\s*"
    rf"|(?:==|≈|=>|->|→|⇒)\s*){_SUM}[\s).;]*$"
)
_ARROW = re.compile(
    rf"(?ix)(?:(?<=[)\]}}])\s*(?:={{1,3}}|≈|=>|⇒|->|→)\s*(?:{_MEASURE}\s*(?:@\w+)?\s*[=:≈]\s*)?(?:pytest\.approx\()?{_SUM}\)?"
    rf"|(?<=\w)\s*(?:=>|⇒|->|→)\s*(?:(?:rr|ap|p|rank)\s*[=:≈]\s*{_SUM}|[0-9]+/[0-9∞]+(?:\s*[=≈]\s*[0-9.]+)*|0?\.[0-9]+))"
    rf"[ \t]*(?=$|[\n;])"
)
_COMMENT = re.compile(rf"(?im)(?<=[\])}},;])\s*(?:#|//|--)\s*(?:(?:{_MEASURE}(?:@\w+)?\s*[=:≈]*\s*)?{_SUM})\s*$")
_MATCHER = re.compile(
    rf"\.\s*(?:(?:not\.)?(?:toBe|toEqual|toBeCloseTo|should|isEqualTo)\w*|to\s+(?:eq|be_within)\w*)\(\s*{_SUM}\s*\)(?:\.of\(\s*{_SUM}\s*\))?"
)
_IN_PARENTHESES = re.compile(rf"\(\s*(?:rr|ap|p@[0-9]+|n?dcg(?:@[0-9]+)?)\s*[=:≈]\s*{_SUM}\)", re.IGNORECASE)
_HARMFUL = re.compile(
    r"""(?ix)(?<![\w-])(?:not|non|no|none|never|except|without|but|however|although|revers\w*|ascend\w*|swap\w*|
    remov\w*|replac\w*|duplicat\w*|instead|unjudged|ignor\w*|miss\w*|half|twice|double|or|if|unless|least|
    most|about|approx\w*|roughly|circa|ungefähr|etwa|environ|aproximad\w*|around|nearly|almost|over|under|between|fewer|less|more|bottom|worst|last|before|after|
    change[ds]?|flip\w*|moved?|insert\w*|delet\w*|shuffl\w*|nur|nicht|kein\w*|ohne|außer|aber|oder|statt|sauf|sans|mais|ou|pas|
    excepto|sin|pero|salvo|não|nao|sem|mas|senza|tranne|ma|niet|geen|zonder|maar|но|не|нет|кроме|или|without|false|neither|nor|wrong|
    ln|logarithms?|log\s+base|natural|different|exponential\w*|thresholds?|irrelevant\w*|non-?rel\w*|not-\w+|nicht-\w+|(?:no|não|non)-(?:rel|pert|ril)\w*|nonrelevant|unrelated|other|another|others|previous|next|old|former|worse|better|
    không|trừ|kecuali|tidak|bukan|hoặc|ou|o)(?![\w-])|不|没|沒|除了|无|或|非|ない|なし|以外|않|없|제외"""
)


def harms(text: str) -> bool:
    """Whether a word may change what the words around it say, as not, except, or, at least.

    >>> harms("reversed"), harms("blue")
    (True, False)
    """
    return _HARMFUL.search(text) is not None


def without_results(text: str) -> str:
    """A text without the results that it names behind a list or a call.

    >>> without_results("assert ap([1, 0]) == 0.5"), without_results("[1, 0]  # 1/1 = 1.0")
    ('assert ap([1, 0])', '[1, 0]')
    """
    return _IN_PARENTHESES.sub("", _MATCHER.sub("", _COMMENT.sub("", _ARROW.sub("", text)))).strip()


class Beside(NamedTuple):
    """What a clause beside the lists says: numbers by what they are; `sound` unless it says what is not understood."""

    sound: bool = True
    k: int | None = None
    total: int | None = None
    length: int | None = None
    missed: int | None = None
    hits: int | None = None


_CUTOFF = (
    r"(?:(?:\b(?:at|in|for|of|with|the|from|on|its|to|a|when)\s+)*(?:\btop[\s_-]?|(?<![a-z])k\s*(?:=|:|is|of)\s*"
    r"|\b(?:cut-?off|top_?[kn])\s*(?:=|:|is|of|at)?\s*|@\s*|_at_))(?P<n>[0-9]{1,4})\b(?!\.[0-9])"
)
_LENGTH = (
    r"(?<![\w.])(?P<n>[0-9]{1,4})(?:\s+(?:retrieved|returned|ranked|recommended|total|recommended))*"
    r"\s*-?(?:documents?|docs?|results?|items?|recommendations?|products?|movies?|entries|chunks?|passages?|pages?)\b"
)
_LABEL = (
    r"(?i)(?<!\w)(?:for\s+)?(?:query|queries|topic|user|system|ranking|list|question|run|example|case|exercise|"
    r"method|algorithm|engine|part|test|step|task|problem|q|u)[\s_#-]*(?:[0-9]{1,4}|[A-Z]\b)\)?(?=\s*(?:[:.=)(,\-]|$)|\s+[a-z])"
)


def beside(text: str) -> Beside:
    """What a clause beside the lists says.

    >>> beside("top_k = 5").k, beside("there are 4 relevant documents in all").total, beside("AP = 0.83").sound
    (5, 4, True)
    >>> beside("the system ranks").sound, beside("but not d3").sound, beside("p = 3 and 4").sound
    (True, False, False)
    """
    from irlearn.wordings.prose import missed_said, total_said

    plain = " ".join(text.split()).strip(" ,;:.=-()*>|#/").strip()
    if re.fullmatch(r"(?i)\|?r\|?\s*[=:]\s*[0-9]+", plain):
        return Beside(total=total_said(plain))
    if not plain or _RESULT.match(" ".join(text.split())):
        return Beside()
    plain = re.sub(_LABEL, " ", re.sub(r"\b([A-Za-z_]+)[0-9]{1,3}\s*=\s*$", r"\1", " ".join(text.split())))
    plain = plain.strip(" ,;:.=-()*>|#/").strip()
    plain = re.sub(r"(?i)^\|?R\|?\s*=\s*(?=[0-9]+\s+relevant)", "", plain)
    missed = missed_said(plain)
    if missed is not None:
        return Beside(missed=missed)
    both = _hits_of_all(plain)
    if both:
        return Beside(hits=both[0], total=both[1])
    k = length = total = None
    if re.search(r"[0-9]", plain):
        total = total_said(plain)
        if total is not None:
            return Beside(total=total)
        cut = list(re.finditer(f"(?i){_CUTOFF}", plain))
        plain = re.sub(f"(?i){_CUTOFF}", " ", plain)
        total = total_said(plain.strip()) if re.search(r"[0-9]", plain) else None
        if total is not None:
            plain = ""
        many = re.fullmatch(rf"(?i)\D*?{_LENGTH}\D*", plain)
        if len({one["n"] for one in cut}) > 1 or (re.search("[0-9]", plain) and not many):
            return Beside(sound=False)
        k = int(cut[0]["n"]) if cut else None
        length = int(many["n"]) if many else None
    return Beside(not harms(plain), k, total, length)


def _hits_of_all(clause: str) -> tuple[int, int] | None:
    """How many relevant documents were found, and of how many: `2 of 3 relevant documents were retrieved`."""
    from irlearn.wordings.concepts import letters_of, tokens_of

    tokens = tokens_of(re.sub(r"(?<![\d/.])([0-9]{1,4})\s*/\s*([0-9]{1,4})(?![\d/.])", r"\1 of \2", clause))
    said = re.sub("[DWTO;]", "", letters_of(tokens))
    numbers = [number for one in tokens if one.letter == "n" for number in one.numbers]
    if not re.fullmatch("G?nnHG?|nHG?nH?|G?nHnH?", said) or "G" not in said or "O" not in letters_of(tokens):
        return None
    return (numbers[0], numbers[1]) if numbers[0] <= numbers[1] else None
