"""What an exercise puts around its sentence, `Suppose ... Compute AP.`, set aside, and its words as forms have them."""

from __future__ import annotations

import re
from collections.abc import Callable

from irlearn.wordings.coded_ranks import lettered
from irlearn.wordings.translated import translated

_BE = r"(?:is|are|was|were)"
_NUMBER = r"(?:[0-9]{1,4}|two|three|four|five|six|seven|eight|nine|ten|twenty)"
_AT = r"(?:at|in|on) (?:the )?(?:ranks?|positions?|places?)\b"
_NTH = r"(?:[0-9]+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth)"
_H = r"(?:relevant|correct|right|gold)"
_Q = r"(?:query|user|topic|question)"
_SYSTEM = r"(?:system|engine|run|model|retriever|method|ranker|ranking|list|figure|picture)"
_RETURNS = (
    r"(?:has|had|contains|shows|lists|puts|places|finds?|found|returns?|returned|retrieves?|retrieved|ranks?|ranked|"
    r"extracts|manages to (?:find|extract|retrieve))"
)
_ASKS = (
    r"(?:(?:please|now|then|so|and|finally) )*(?:compute|calculate|find|determine|evaluate|give|report|state|work out|"
    r"what (?:is|are|would)|how (?:high|large|good) (?:is|are)|calcule|calcula|calcular|calculez|berechne|calcolare|"
    r"bereken|qual|quel|cuál|was ist|hitung)"
)
_MEASURES = (
    r"(?:m?ap|mrr|rr|n?i?dcg|err|precision|recall|prec|rec|p|r|f1?|f-?(?:score|measure)|mean|average|avg|reciprocal|"
    r"ranks?|hit|rate|interpolated|uninterpolated|discounted|cumulative|gain|normali[sz]ed|the|and|or|of|its|then|for|"
    r"this|query|list|system|ranking|at|k|precisión|exhaustividad|media|promedio|precisão|revocação|e|y|et|und|la|le|a)"
)
_FRAMES = (
    (
        r"\( ?(?:(?:ranks?|positions?|counting|counted) )?(?:1|one)[ -]?(?:based|indexed) ?\)|,? ?\bcounting from 1\b"
        r"|\( ?binary(?: relevance)? ?\)"
    ),
    (
        rf"(?:^|(?<=[.;:!])) ?{_ASKS} (?:{_MEASURES}(?: ?@ ?(?:[0-9]{{1,4}}|k))? ?(?:\([^\W\d]{{1,6}}\) ?)?"
        r"(?:[,&] ?| |(?=[.?!]|$)))+[.?!]? ?$"
    ),
)
"""How the ranks are counted, where it is as everywhere, and what is asked for."""
_LEADS = (
    (
        r"^(?:(?:for )?(?:an? )?(?:example|instance)|e\.g\.|ex|(?:por )?ej(?:emplo)?|(?:por )?exemplo|(?:par )?exemple|"
        r"(?:zum )?beispiel|z\. ?b|esempio|пример|voorbeeld|örnek|ví dụ|contoh|przykład|exemplu|例|例えば|例如|"
        r"比如|예|예시|known (?:ranking|list|case)|case|note|given|setup|scenario|question|frage|aufgabe|now|"
        r"here) ?[:：,，.] ?"
    ),
    (
        r"^(?:(?:now|so|then|and|but),? )?(?:if|suppose|assume|say|imagine|consider|let'?s (?:say|consider)|given|"
        r"when|wenn|si|se|если|пусть|假设|假如|"
        r"如果) ?,?(?:that|there (?:are|is)|we have|you have|your?|we|que|dass)? (?!\w+ "
        r"(?:had|were|was)\b)"
    ),
    (
        rf"^(?:(?:the|our|an?|this) )?(?:(?:toy|ranked|search) )?{_SYSTEM}(?: (?-i:[A-Z]))? ?(?::|\b{_RETURNS}) "
        rf"(?=(?:(?:the|its|all) )?(?:{_NUMBER} )?(?:{_H}|hits|results with)\b)"
    ),
)
"""What stands before the sentence: a heading, a condition, the system."""
_NO_NOUN = r"at|in|on|is|are|was|were|and|or|of|found|not|non|quer\w*|neg\w*|irrel\w*|false|user\w*|topic\w*"
_NOUN = rf"(?!(?:{_NO_NOUN})\b)[^\W\d_]+(?:-[^\W\d_]+)?"
_FIFTHS = {"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_PLAINER: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    # what is relevant
    (
        (
            rf"\b(?:the )?(?:true|golden|expected|target|matching|positive|{_H}) {_NOUN}"
            rf"(?= (?:(?:{_BE}|land(?:s|ed)?|appears?|comes?|sits?|ranks?|ranked|found) )*{_AT})"
        ),
        "relevant documents",
    ),
    (rf"\b(?:the )?(?:target|answer)(?= (?:{_BE}|found|at|on|in)\b)", "relevant document"),
    (rf"\b(relevant (?:documents? )?(?:{_BE} )?)found (?=(?:at|in|on)\b)", r"\1"),
    (r"\|\s?rel\w*\s?\|\s?= ?(?=[0-9])|(?<!\w)R ?= ?(?=[0-9])", "relevant in all "),
    (r",? ?(?:and )?(?:nothing else|no others?|no other (?:document|item)s?)(?: (?:is|are))?(?: relevant)?$", ""),
    (
        (
            rf",? ?(?:while|and|but) (?:an?|one|the|another) (?:{_NTH} )?(?:known )?(?:relevant )?(?:document|doc|"
            rf"one|item) "
            r"(?:is|was) (?:absent|missing|missed|not (?:retrieved|found|returned))"
        ),
        "; 1 missed",
    ),
    (r"(?<=relevant),? (?:and )?([0-9]{1,4}) not$", r", \1 nonrelevant"),
    # at which ranks
    (rf"\b(?:land(?:s|ed)?|ends? up|stand(?:s|ing)?|lies?|rank(?:s|ed)?) (?={_AT})", ""),
    (rf"\b{_H} (?:documents?|docs|items|results|ones)? ?: ?(?=ranks? [0-9])", "relevant documents "),
    (r"(?<=[0-9]),? (?:and )?(?:ranks?|positions?|pos\.?) (?=[0-9])", ", "),
    (r"(?<=[0-9]) ?\+ ?(?=[0-9])", ", "),
    (r"\bat # ?(?=[0-9])", "at rank "),
    (r"(?<=[,&]) ?(and )?#(?=[0-9])|(?<=\band )#(?=[0-9])", r" \1"),
    (r"\b(?:comes? in |found |seen )?at (?=[0-9]{1,4}(?: ?, ?[0-9]| and [0-9]))", "at ranks "),
    (r"(?<=ranks )([0-9]{1,3})/([0-9]{1,3})/([0-9]{1,3})(?![/0-9])", r"\1, \2, \3"),
    (r"\b(hits|results|documents),? numbers (?=[0-9])", r"\1, ranks "),
    (
        r"^((?:ranks?|positions?) [0-9][0-9, ]*(?:and [0-9]+ )?)(?:are )?relevant (?:out )?of (?=[0-9]+$)",
        r"relevant documents at \1 of ",
    ),
    (
        (
            rf"\b(?:first|1st) {_H}(?: \w+)? (?:{_BE}|comes|came|appears|ranks?|ranked) (?:the )?(?={_NTH}\b)"
            r"(?!\w+ (?:rel|corr|doc))"
        ),
        "relevant document is the ",
    ),
    (rf"^(?:the )?first (?:{_H}|hit)(?: [^\W\d_]+)? ?[:=] ?#?(?=[0-9]{{1,4}}$)", "first relevant document at rank "),
    (r"\b(?:top|first) (?:2|two)( ?,? and (?:the )?(?:last|third|fourth|fifth|sixth|[3-9]th))", r"first, second\1"),
    (r"\b(?:top|first) (?:3|three)( ?,? and (?:the )?(?:last|fifth|sixth|[5-9]th))", r"first, second, third\1"),
    (
        rf"\blast of (?:the )?({'|'.join(_FIFTHS)}|[0-9]{{1,3}})\b",
        lambda found: f"{_FIFTHS.get(found[1].lower(), found[1])}th of {found[1]}",
    ),
    # of which query
    (r"\b(queries|questions|users|topics) (?:whose|with|have|had) ", r"\1; "),
    (rf"\b(q[0-9]{{1,3}}|{_Q} ?[0-9]{{1,3}}) - ", r"\1: "),
    (
        (
            rf"\b(?:finds?|found|gets|returns?|retrieves?|ranks?|has) (?:it|(?:its|the) (?:answer|target|{_H} \w+)) "
            r"(?=(?:at|in)\b)"
        ),
        "",
    ),
    (r"\bclick(?:s|ed)? (?:on )?(?:result|item|position|rank|link)s? (?=#?[0-9])", "hit at rank "),
    (
        (
            rf"^(?:for )?(?:an?|one|the|some) (?:single )?{_Q} (?:with|has|having) ({_NUMBER}) {_H}(?: \w+)? "
            rf"?[,.;] ?"
            rf"(?:and )?(?:(?:the|our|a) )?(?:(?:{_SYSTEM}|it) )?{_RETURNS} (?:them|these|all of them) (?=(?:at|"
            rf"in|on) )"
        ),
        r"\1 relevant in all; relevant documents ",
    ),
    # how many
    (r"(\b([0-9]{1,4})\b.*?\b[0-9]{1,4}) of (?:those|these|them) \2(?=\W*$)", r"\1 of them"),
    (r"\b([0-9]{1,4}) dos (?=top|[0-9]|primeir)", r"\1 of the "),
    (r"\b(?:e )?o (?=top|sistema|primeir|documento|resultado)", "; "),
    (rf"^none of (?:the )?(?:top |first )?({_NUMBER}) (?:\w+ )?{_BE} (?=relevant)", r"0 of \1 documents are "),
    (
        (
            r"^([0-9]{1,4}) (relevant\w*)(?: \w+)? (?:em|en|in|im|su|sur|auf|di|out of) ([0-9]{1,4}) (?=recuper|"
            r"retrieved|"
            r"retourn|renvoy|devuelt|gefunden|abgerufen|opgehaald|results?|resultado|documents?)"
        ),
        r"\1 \2 of \3 ",
    ),
    (
        (
            r"^(?:lista?|liste) (?:de|of|von|di) ([0-9]{1,4}) (?:recom|resultad|result|document|[ií]tem|elemento|"
            r"artikel)"
            r"\w* (?:con|com|with|avec|mit) ([0-9]{1,4}) (?:relevant\w*|hits)(?: \([^()\d]*\))?"
        ),
        r"\1 results, \2 relevant",
    ),
    (
        (
            r"\brelevant\w* (?:totale?s|total|in total|en total) (?:en|em|no|in) (?:(?:el|o|the|la) )?"
            r"(?:cat[aá]logo|colecci[oó]n|cole[cç][aã]o|catalog(?:ue)?|collection)"
        ),
        "relevant in all",
    ),
    (r"\b(?:[ol]s |les )?([0-9]{1,4}) (?:primeir[oa]s|primer[oa]s|premi[eè]re?s|primi)\b", r"top \1"),
    # how long the list is
    (rf"^(?:an? |the )?(?:toy )?top[ -]({_NUMBER}) (?:ranking|list|results?) {_RETURNS} (?=relevant)", r"\1 results; "),
    (
        rf"^({_NUMBER}) (?:results|documents|docs|items|hits) (?:with|have|has|contain|of which) (?=relevant)",
        r"\1 results; ",
    ),
    (
        (
            rf",? ?\b(?:in|from|of|out of) (?:an?|the|our) (?:top|ranked list of|ranking of|list of)[ -]({_NUMBER})"
            r"(?: (?:ranked )?(?:list|ranking|results?|documents?|items?))?\b"
        ),
        r" of \1",
    ),
    (r",? ?\bde (?:un|um) total de ([0-9]{1,4})", r" de \1"),
    (
        (
            r"^(?:an? |una? |uma |une )?(?:list[ae]?|ranking|toplist) (?:of|de|di|von) ([0-9]{1,4}) (?:[^\W\d_]+ )?"
            r"(?:con|com|with|avec|mit) (?:[ol]s )?(?=relevante?)"
        ),
        r"\1 resultados; ",
    ),
)


def unframed(text: str) -> str:
    """A wording without its lead, its comment signs, what it asks for and how it counts, in the words of the forms.

    >>> unframed("# Example: the gold chunk is at rank 3. Compute RR.")
    'relevant documents is at rank 3'
    >>> unframed("Relevant at 1 and 3 (1-based) in a top-5 list")
    'Relevant at ranks 1 and 3 of 5'
    """
    body = re.sub(r"(?m)^\s*(?:#+(?![0-9])|//+|--+|[-*•>](?![0-9]))\s+", "", text.replace("**", "").replace("$", ""))
    body = re.sub(r"(?<=[\w,])\s*\n\s*(?=[a-z0-9])", " ", body.strip())
    body = " ".join(re.sub(r"\s*\n\s*", "; ", body).split())
    for frame in _FRAMES:
        body = re.sub(rf"(?i){frame}", "", body).strip()
    for lead in (*_LEADS, *_LEADS):
        body = re.sub(rf"(?i){lead}", "", body)
    body = re.sub(rf"(?i){_LEADS[-1]}", "", re.sub(r"(?<=\.) (?:it|the (?:system|engine|run)) ", " ", body))
    for pattern, plain in _PLAINER:
        body = re.sub(rf"(?i){pattern}", plain, body)
    return " ".join(lettered(_numbered(body)).split()).strip(" .:;,")


_WORDS = ("first 1st", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th")
_PLACE = {word: place for place, words in enumerate(_WORDS, start=1) for word in words.split()}
_NTH_QUERY = re.compile(rf"(?i)\b(?:(?:for|in|of) )?(?:the )?({'|'.join(_PLACE)}) {_Q}(?:'s)?\b")
_FEWEST = 2


def _numbered(body: str) -> str:
    """A sentence whose queries are the first, the second ... in their order, with numbers."""
    found = [_PLACE[one.lower()] for one in _NTH_QUERY.findall(body)]
    if len(found) < _FEWEST or found != [*range(1, len(found) + 1)] or not _NTH_QUERY.match(body):
        return body
    return _NTH_QUERY.sub(lambda one: f"query {_PLACE[one[1].lower()]}", body)


def framed_forms(text: str) -> list[str]:
    """A short wording unframed, that in English, and that with its grades of two words as one, where they differ.

    >>> framed_forms("Relevant at 1"), framed_forms("例: 相关文档排在第1、4位")
    ([], ['相关文档排在第1、4位', 'relevant documents ranks 1, 4'])
    """
    if len(text) > _LONGEST:
        return []
    plain = unframed(text)
    degrees = re.sub(_DEGREE, r"\1-\2", plain)
    return [one for one in dict.fromkeys((plain, translated(plain), degrees)) if one and one != text.strip()]


_DEGREE = (
    r"(?i)\b(highly|very|partially|partly|somewhat|marginally|slightly|fairly|quite|extremely|mildly|weakly|not|non|"
    r"perfectly) (relevant|useful|good|bad|helpful)\b"
)
_LONGEST = 600  # signs
