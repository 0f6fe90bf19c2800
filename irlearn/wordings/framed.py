"""What an exercise puts around its sentence, `Suppose ... Compute AP.`, and how it names what is relevant, set aside."""

from __future__ import annotations

import re

from irlearn.wordings.coded_ranks import lettered
from irlearn.wordings.translated import translated

_ASKS = (
    r"(?:(?:please|now|then|so|and|finally)\s+)*(?:compute|calculate|find|determine|evaluate|give|report|state|work\s+out|what\s+(?:is|are|would)|"
    r"how\s+(?:high|large|good)\s+(?:is|are)|calcule|calcula|calcular|calculez|berechne|calcolare|bereken|qual|quel|cuál|was\s+ist|hitung)"
)
_MEASURES = (
    r"(?:m?ap|mrr|rr|n?i?dcg|err|precision|recall|prec|rec|p|r|f1?|f-?(?:score|measure)|mean|average|avg|reciprocal|ranks?|hit|rate|"
    r"interpolated|uninterpolated|discounted|cumulative|gain|normali[sz]ed|the|and|or|of|its|then|for|this|query|list|system|ranking|at|k|"
    r"precisión|exhaustividad|media|promedio|precisão|revocação|e|y|et|und|la|le|o|a)"
)
_QUESTION = re.compile(
    rf"(?i)(?:^|(?<=[.;:!\n]))\s*{_ASKS}\s+(?:{_MEASURES}(?:\s*@\s*(?:[0-9]{{1,4}}|k))?\s*(?:\([^\W\d]{{1,6}}\)\s*)?(?:[,&]\s*|\s+|(?=[.?!]|$)))+[.?!]?\s*$"
)
_LEAD = re.compile(
    r"(?i)^(?:(?:for\s+)?(?:an?\s+)?(?:example|instance)|e\.g\.|ex|(?:por\s+)?ej(?:emplo)?|(?:por\s+)?exemplo|(?:par\s+)?exemple|(?:zum\s+)?beispiel|"
    r"z\.\s?b|esempio|пример|voorbeeld|örnek|ví\s+dụ|contoh|przykład|exemplu|例|例えば|例如|比如|예|예시|known\s+(?:ranking|list|case)|case|note|given|"
    r"setup|scenario|question|frage|aufgabe|now|here)\s*[:：,，.]\s*"
    r"|^(?:now|so|then|and|but)?,?\s*(?:if|suppose|assume|say|imagine|consider|let'?s\s+(?:say|consider)|given|when|when\s+the|wenn|si|se|если|пусть|假设|假如|如果)"
    r"\s*(?:that|there\s+(?:are|is)|we\s+have|you\s+have|your?|we|you|que|dass|,)?\s+(?!\w+\s+(?:had|were|was)\b)"
)
_NOTE = re.compile(
    r"(?i)\(\s*(?:(?:ranks?|positions?|counting|counted)\s+)?(?:1|one)[\s-]?(?:based|indexed)\s*\)|,?\s*\bcounting\s+from\s+1\b"
    r"|\(\s*(?:binary|binary\s+relevance)\s*\)"
)
_OWNER = re.compile(
    r"(?i)^(?:the\s+|our\s+|a\s+|an\s+|this\s+)?(?:toy\s+|ranked\s+|figure\s+|search\s+)?(?:system|engine|run|model|retriever|method|ranker|ranking|list|figure|picture)"
    r"(?:\s+(?-i:[A-Z]))?\s*(?::|\b(?:ha[sd]|contains|shows|lists|puts|places|finds|found|returns|returned|retrieves|retrieved|ranks|ranked|extracts|manages\s+to\s+(?:find|extract|retrieve)))"
    r"\s+(?=(?:the\s+|its\s+|all\s+)?(?:[0-9]+\s+|two\s+|three\s+|four\s+|five\s+|six\s+)?(?:relevant|gold|correct|hits)\b)"
)
_RIGHT = r"(?:true|correct|right|relevant|gold|golden|expected|target|matching|positive)"
_PLAINER = (
    # what is relevant: any noun behind the word for it
    (rf"(?i)\b(?:the\s+)?{_RIGHT}\s+(?!(?:at|in|on|is|are|was|were|and|or|of|found|not)\b)(?:[^\W\d_]+(?:-[^\W\d_]+)?)(?=\s+(?:(?:is|are|was|were|land(?:s|ed)?|appears?|comes?|sits?|ranks?|ranked|found)\s+)*(?:at|in|on)\s+(?:the\s+)?(?:ranks?|positions?|places?)\b)",
     "relevant documents"),
    (r"(?i)\b(?:land(?:s|ed)?|end(?:s|ed)?\s+up|stand(?:s|ing)?|lie[s]?|rank(?:s|ed)?)\s+(?=(?:at|in|on)\s+(?:the\s+)?(?:ranks?|positions?|places?)\b)", ""),
    (r"(?i)\b(?:relevant|correct|right|gold)\s+(?:documents?|docs|items|results|ones)?\s*:\s*(?=ranks?\s+[0-9])", "relevant documents "),
    (r"(?i)(?<=[0-9]),?\s+(?:and\s+)?(?:ranks?|positions?|pos\.?)\s+(?=[0-9])", ", "),
    (r"(?<=[0-9])\s?\+\s?(?=[0-9])", ", "),
    (r"(?i)\b(queries|questions|users|topics)\s+(?:whose|with|have|had)\s+", r"\1; "),
    (r"(?i)(?<=\b([0-9])\b)(.*?\b[0-9]+)\s+of\s+(?:those|these|the|them)\s+\1(?=[.\s]*$)", r"\2"),
    (r"(?i)^(?:for\s+)?(?:an?|one|the|some)\s+(?:single\s+)?(?:query|user|topic|question)\s+(?:with|has|having)\s+(?P<n>[0-9]{1,4}|two|three|four|five|six)\s+(?P<h>relevant|correct|gold)"
     r"(?:\s+[^\W\d_]+)?\s*[,.;]\s*(?:and\s+)?(?:(?:the|our|a)\s+)?(?:(?:system|engine|run|it)\s+)?(?:returns?|retrieves?|ranks?|places?|finds?|puts?)\s+(?:them|these|all\s+of\s+them)\s+(?=(?:at|in|on)\s)",
     r"\g<n> relevant in all; relevant documents "),
    # how long the list is
    (r"(?i),?\s*\b(?:in|from|of|out\s+of)\s+(?:an?|the|our)\s+(?:top|ranked\s+list\s+of|ranking\s+of|list\s+of)[\s-]+([0-9]{1,4}|five|ten|twenty)(?:\s+(?:ranked\s+)?(?:list|ranking|results?|documents?|items?))?\b",
     r" of \1"),
    (r"(?i),?\s*\bde\s+un\s+total\s+de\s+([0-9]{1,4})|,?\s*\bde\s+um\s+total\s+de\s+([0-9]{1,4})", r" de \1\2"),
    (r"(?i)^(?:a\s+|una\s+|uma\s+|une\s+)?(?:list[ae]?|ranking|toplist)\s+(?:of|de|di|von)\s+([0-9]{1,4})\s+(?:[^\W\d_]+\s+)?(?:con|com|with|avec|mit)\s+(?:los\s+|os\s+)?(?=relevant|relevante)",
     r"\1 resultados; "),
)  # fmt: skip


def unframed(text: str) -> str:
    """A wording without its lead, its comment signs, what it asks for and how it counts, in the words of the forms.

    >>> unframed("# Example: the gold chunk is at rank 3. Compute RR.")
    'relevant documents is at rank 3'
    >>> unframed("Relevant at 1 and 3 (1-based) in a top-5 list")
    'Relevant at 1 and 3 of 5'
    """
    body = re.sub(r"(?m)^\s*(?:#+(?![0-9])|//+|--+|[-*•>](?![0-9]))\s+", "", text.replace("**", "").replace("$", ""))
    body = _NOTE.sub("", " ".join(body.split()))
    body = _QUESTION.sub("", body).strip()
    for _ in range(2):
        body = _OWNER.sub("", _LEAD.sub("", body))
    body = _OWNER.sub("", re.sub(r"(?<=\.)\s+(?:it|the\s+(?:system|engine|run))\s+", " ", body))
    for pattern, plain in _PLAINER:
        body = re.sub(pattern, plain, body)
    body = lettered(body)
    return " ".join(body.split()).strip(" .:;,")


def framed_forms(text: str) -> list[str]:
    """A short wording unframed, and that in English, where they differ from it.

    >>> framed_forms("Relevant at 1"), framed_forms("例: 相关文档排在第1、4位")
    ([], ['相关文档排在第1、4位', 'relevant documents ranks 1, 4'])
    """
    if len(text) > _LONGEST:
        return []
    plain = unframed(text)
    return [one for one in dict.fromkeys((plain, translated(plain))) if one and one != text.strip()]


_LONGEST = 600  # signs
