"""The vocabulary of forms: marks of a document, the headings of lists and columns, and words without meaning."""

from __future__ import annotations

import re

from irlearn.limits import UNJUDGED


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


_TICKS = frozenset("✓✔✅☑✗✘✕✖❌☒")
LETTERS = {"r": 1, "n": 0, "u": UNJUDGED, "?": UNJUDGED}
WORDS = {  # Words that are marks, with their grades.
    **dict.fromkeys(words_of("rel relevant yes y true t hit"), 1),
    **dict.fromkeys(words_of("nr nonrel non-rel notrel not-rel nonrelevant non-relevant notrelevant not-relevant"), 0),
    **dict.fromkeys(words_of("irrelevant irrel no false f miss"), 0),
    **dict.fromkeys(words_of("unjudged unj not-judged notjudged"), UNJUDGED),
}
SIGNS = {**dict.fromkeys("+✓✔✅☑", 1), **dict.fromkeys("-✗✘✕✖❌☒×", 0), "?": UNJUDGED}
MARKS = {**SIGNS, **LETTERS, **WORDS}

_ROLES = {
    "ranking": """ranking|ranked|ranked list|retrieved|returned|result|results|result list|predicted|prediction
        |predictions|preds|pred|y pred|run|list|output|system output|found|order|recommended|recommendations""",
    "relevant": "relevant|relevant set|gold|truth|ground truth|actual|expected|target|targets|relevant ids",
    "grades": """grade|grades|relevance|relevances|label|labels|judgment|judgments|judgement|judgements|gain|gains
        |rating|ratings|relevance scores|relevance grades|relevance labels|true relevance|y true|reldict""",
    "judged": "rel|rels|qrel|qrels",  # Relevant documents, or grades.
    "scores": "score|scores|y score|y scores|similarity|similarities|confidence|probability",
    "positions": "rank|ranks|position|positions|pos|place|#",
    "names": "document|documents|doc|docs|docid|doc id|id|ids|title|name|url|item|items",
    "query": "query|topic|qid|query id|user|q",
}
ROLES = {" ".join(words.split()): role for role, said in _ROLES.items() for words in said.split("|")}
_UNSAID = "documents|document|docs|doc|items|item|the|list of|true|top|of"
_HEADING_FILLER = re.compile(rf"\b(?:{_UNSAID}|[0-9]{{1,4}})\b")
NOISE = words_of(
    """a an the there is are was were be been have has had that those these this it
    stand stands lie lies appear appears occur occurs found come comes i we get got my our
    document documents doc docs item items page pages answer answers passage passages only exactly"""
)
OVERALL = words_of("all total whole entire overall altogether collection exist exists existing")
NOTHING = words_of("none nothing empty []")
RESERVED = words_of(  # Words that are names of documents only in quotes.
    """r n k p f tp fp fn tn relevant irrelevant precision recall rank ranks position positions grade grades score
    scores total missed retrieved num_ret num_rel num_rel_ret not none no all but except and or etc other others rest
    values value query topic hit hits every any some at in of on to by is are"""
)


def role_of(heading: str) -> str | None:
    """Return the role of a list or a column with this heading; None for an unknown heading.

    >>> role_of("retrieved_docs"), role_of("y_true"), role_of("Relevant documents"), role_of("foo")
    ('ranking', 'grades', 'relevant', None)
    """
    if len(heading) > 60:
        return None
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])|[_\s?-]+", " ", heading).strip().lower()
    if parted in ROLES:
        return ROLES[parted]
    return ROLES.get(" ".join(_HEADING_FILLER.sub(" ", parted).split()))


def mark_of(word: str) -> int | None:
    """Return the grade that a mark gives a document; None for any other word.

    >>> mark_of("yes"), mark_of("✗"), mark_of("U"), mark_of("maybe")
    (1, 0, -1, None)
    """
    return MARKS.get(word.lower())


def is_spoiled(word: str) -> bool:
    """Return whether a word combines a tick or a cross with other characters and so is neither a name nor a mark."""
    return len(word) > 1 and not {*word}.isdisjoint(_TICKS)


def is_id(word: str) -> bool:
    """Return whether a word looks like an id: with a digit, a sign or a capital inside, in capitals, or one letter.

    >>> [*map(is_id, ("d1", "A", "k.md", "VII", "poem", "well-known"))]
    [True, True, True, True, False, False]
    """
    capitals = word.isalpha() and word.isupper() and len(word) <= 6
    return (len(word) == 1 and word.isalnum()) or capitals or bool(re.search(r"[0-9]|\w[._/@#]\w|[a-z][A-Z]", word))
