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
    r"\s+(?=(?:the\s+|its\s+|all\s+)?(?:[0-9]+\s+|two\s+|three\s+|four\s+|five\s+|six\s+|ten\s+)?(?:relevant|gold|correct|hits|results\s+with)\b)"
)
_RIGHT = r"(?:true|correct|right|relevant|gold|golden|expected|target|matching|positive)"
_PLAINER = (
    # what is relevant: any noun behind the word for it
    (rf"(?i)\b(?:the\s+)?{_RIGHT}\s+(?!(?:at|in|on|is|are|was|were|and|or|of|found|not|non|quer\w*|neg\w*|irrel\w*|false|user\w*|topic\w*)\b)(?:[^\W\d_]+(?:-[^\W\d_]+)?)(?=\s+(?:(?:is|are|was|were|land(?:s|ed)?|appears?|comes?|sits?|ranks?|ranked|found)\s+)*(?:at|in|on)\s+(?:the\s+)?(?:ranks?|positions?|places?)\b)",
     "relevant documents"),
    (r"(?i)\b(?:land(?:s|ed)?|end(?:s|ed)?\s+up|stand(?:s|ing)?|lie[s]?|rank(?:s|ed)?)\s+(?=(?:at|in|on)\s+(?:the\s+)?(?:ranks?|positions?|places?)\b)", ""),
    (r"(?i)\b(?:relevant|correct|right|gold)\s+(?:documents?|docs|items|results|ones)?\s*:\s*(?=ranks?\s+[0-9])", "relevant documents "),
    (r"(?i)(?<=[0-9]),?\s+(?:and\s+)?(?:ranks?|positions?|pos\.?)\s+(?=[0-9])", ", "),
    (r"(?<=[0-9])\s?\+\s?(?=[0-9])", ", "),
    (r"(?i)\b(queries|questions|users|topics)\s+(?:whose|with|have|had)\s+", r"\1; "),
    (r"(?i)(\b([0-9]{1,4})\b.*?\b[0-9]{1,4})\s+of\s+(?:those|these|them)\s+\2(?=\W*$)", r"\1 of them"),
    (r"(?i)\b([0-9]{1,4})\s+dos\s+(?=top|[0-9]|primeir)", r"\1 of the "),
    (r"(?i)\b(?:e\s+)?o\s+(?=top|sistema|primeir|documento|resultado)", "; "),
    (r"(?i)^(?:for\s+)?(?:an?|one|the|some)\s+(?:single\s+)?(?:query|user|topic|question)\s+(?:with|has|having)\s+(?P<n>[0-9]{1,4}|two|three|four|five|six)\s+(?P<h>relevant|correct|gold)"
     r"(?:\s+[^\W\d_]+)?\s*[,.;]\s*(?:and\s+)?(?:(?:the|our|a)\s+)?(?:(?:system|engine|run|it)\s+)?(?:returns?|retrieves?|ranks?|places?|finds?|puts?)\s+(?:them|these|all\s+of\s+them)\s+(?=(?:at|in|on)\s)",
     r"\g<n> relevant in all; relevant documents "),
    (r"(?i)\b(?:the\s+)?(?:target|answer)(?=\s+(?:is|was|found|at|on|in)\b)", "relevant document"),
    (r"(?i)\b(relevant\s+(?:documents?\s+)?(?:(?:is|are|was|were)\s+)?)found\s+(?=(?:at|in|on)\b)", r"\1"),
    (r"(?i)\b(?:first|1st)\s+(?:relevant|correct|right|gold)(?:\s+[^\W\d_]+)?\s+(?:is|was|comes|came|appears|ranks?|ranked)\s+(?:the\s+)?(?=(?:[0-9]+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth)\b)(?!\w+\s+(?:rel|corr|doc))",
     "relevant document is the "),
    (r"\|\s*[Rr]el\w*\s*\|\s*=\s*(?=[0-9])|\bR\s*=\s*(?=[0-9])", "relevant in all "),
    (r"(?i),?\s*(?:while|and|but)\s+(?:an?|one|the|another)\s+(?:(?:second|third|fourth|fifth|sixth)\s+)?(?:known\s+)?(?:relevant\s+)?(?:document|doc|one|item)\s+(?:is|was)\s+(?:absent|missing|missed|not\s+(?:retrieved|found|returned))",
     "; 1 missed"),
    (r"(?i)^(?:an?\s+|the\s+)?(?:toy\s+)?top[\s-]([0-9]{1,4}|three|five|ten|twenty)\s+(?:ranking|list|results?)\s+(?:has|have|contains?|shows?)\s+(?=relevant)", r"\1 results; "),
    (r"(?i)^([0-9]{1,4}|three|four|five|six|seven|eight|nine|ten|twenty)\s+(?:results|documents|docs|items|hits)\s+(?:with|have|has|contain|of\s+which)\s+(?=relevant)", r"\1 results; "),
    (r"(?i)\b(?:top|first)\s+(?:2|two)(\s*,?\s+and\s+(?:the\s+)?(?:last|third|fourth|fifth|sixth|[3-9]th))", r"first, second\1"),
    (r"(?i)\b(?:top|first)\s+(?:3|three)(\s*,?\s+and\s+(?:the\s+)?(?:last|fifth|sixth|[5-9]th))", r"first, second, third\1"),
    (r"(?i)\blast\s+of\s+(?:the\s+)?(?P<n>four|five|six|seven|eight|nine|ten|[0-9]{1,3})\b", lambda found: f"{_ORDINAL.get(found['n'].lower(), found['n'])}th of {found['n']}"),
    (r"(?i),?\s*(?:and\s+)?(?:nothing\s+else|no\s+others?|no\s+other\s+(?:document|item)s?)(?:\s+(?:is|are))?\s*(?:relevant)?\s*$", ""),
    # counts
    (r"(?i)^([0-9]{1,4})\s+(relevant\w*)(?:\s+\w+)?\s+(?:em|en|in|im|su|sur|auf|di|out\s+of)\s+([0-9]{1,4})\s+(?=recuper|retrieved|retourn|renvoy|devuelt|gefunden|abgerufen|opgehaald|results?|resultado|documents?)",
     r"\1 \2 of \3 "),
    (r"(?i)^(?:lista?|liste|list)\s+(?:de|of|von|di)\s+([0-9]{1,4})\s+(?:recomendad|recomend|recommend|resultad|result|documento|document|[ií]tem|elemento|artikel)\w*\s+(?:con|com|with|avec|mit)\s+([0-9]{1,4})\s+(relevant\w*|hits)(?:\s+\([^()\d]*\))?",
     r"\1 results, \2 relevant"),
    (r"(?i)\b(?:relevant\w*)\s+(?:totale?s|total|in\s+total|en\s+total)\s+(?:en|em|no|in)\s+(?:el|o|the|la)?\s*(?:cat[aá]logo|colecci[oó]n|cole[cç][aã]o|catalog(?:ue)?|collection)",
     "relevant in all"),
    (r"(?i)\b(?:os\s+|los\s+|les\s+)?([0-9]{1,4})\s+(?:primeir[oa]s|primer[oa]s|premi[eè]r[e]?s|primi)\b", r"top \1"),
    # how long the list is
    (r"(?i),?\s*\b(?:in|from|of|out\s+of)\s+(?:an?|the|our)\s+(?:top|ranked\s+list\s+of|ranking\s+of|list\s+of)[\s-]+([0-9]{1,4}|five|ten|twenty)(?:\s+(?:ranked\s+)?(?:list|ranking|results?|documents?|items?))?\b",
     r" of \1"),
    (r"(?i),?\s*\bde\s+un\s+total\s+de\s+([0-9]{1,4})|,?\s*\bde\s+um\s+total\s+de\s+([0-9]{1,4})", r" de \1\2"),
    (r"(?i)^(?:a\s+|una\s+|uma\s+|une\s+)?(?:list[ae]?|ranking|toplist)\s+(?:of|de|di|von)\s+([0-9]{1,4})\s+(?:[^\W\d_]+\s+)?(?:con|com|with|avec|mit)\s+(?:los\s+|os\s+)?(?=relevant|relevante)",
     r"\1 resultados; "),
)  # fmt: skip


_ORDINAL = {"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}


def unframed(text: str) -> str:
    """A wording without its lead, its comment signs, what it asks for and how it counts, in the words of the forms.

    >>> unframed("# Example: the gold chunk is at rank 3. Compute RR.")
    'relevant documents is at rank 3'
    >>> unframed("Relevant at 1 and 3 (1-based) in a top-5 list")
    'Relevant at 1 and 3 of 5'
    """
    body = re.sub(r"(?m)^\s*(?:#+(?![0-9])|//+|--+|[-*•>](?![0-9]))\s+", "", text.replace("**", "").replace("$", ""))
    body = re.sub(r"(?<=[\w,])\s*\n\s*(?=[a-z0-9])", " ", body.strip())
    body = _NOTE.sub("", " ".join(re.sub(r"\s*\n\s*", "; ", body).split()))
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
    degrees = re.sub(_DEGREE, r"\1-\2", plain)
    return [one for one in dict.fromkeys((plain, translated(plain), degrees)) if one and one != text.strip()]


_DEGREE = (
    r"(?i)\b(highly|very|partially|partly|somewhat|marginally|slightly|fairly|quite|extremely|mildly|weakly|not|non|perfectly)\s+"
    r"(relevant|useful|good|bad|helpful)\b"
)
"""Grades in two words, which of_legend has as one."""


_LONGEST = 600  # signs
