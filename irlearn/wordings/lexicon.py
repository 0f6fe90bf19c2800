"""The words that exercises use around a ranking, in several languages, and what each may say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irlearn.wordings.concepts import letters_of, meaning_of, tokens_of


def _words(text: str) -> list[str]:
    return text.split()


RELEVANT, RANKING, GRADES, SCORES, LABELS = "relevant", "ranking", "grades", "scores", "labels"
IDEAL = "ideal"
_AS = {
    frozenset({RELEVANT}): """
        relevant relevants rq gt gold golden qrels qrel truth correct positive positives actual expected liked clicked
        purchased bought interacted groundtruth reference references
        pertinent pertinents pertinentes pertinenti relevante relevantes
        relevanten rilevanti richtige richtigen gesuchte релевантные релевантных 相关 相關 相关文档 正解 正解集合
        正解文書 適合 適合文書 정답 관련 관련문서 đúng liên-quan liên quan
        relevanta relevante-dokumente ilgili istotne relevan
        """,
    frozenset({RANKING}): """
        ranking rankings ranked retrieved retrieves retrieve returning
        got xếp sıralama rec retrieval result results returned returns output recommended
        recommends recommendation recommendations recs topk top list lists system systems run runs hits kept order
        ordering ranklist sequence shown response responses search engine 検索結果
        結果 ランキング 検索 검색 검색결과 추천
        결과 trả về résultats résultat classement liste resultados resultado recuperados lista ergebnisse ergebnis
        ergebnisliste rangliste trefferliste treffer risultati risultato classifica выдача результаты 结果 排序 检索结果
        检索 推荐 query q user topic example case sonuçlar wyniki resultaten resultat hasil
        """,
    frozenset({GRADES}): """
        relevance relevances relevancy relevancies grade grades graded gain gains judgments
        judgements judgment judgement
        relevâncias relevância relevanze 评级 評級
        grados grado niveaux pertinence pertinences noten bewertung bewertungen relevanz relevanzen relevanzwerte
        relevanzgrade relevancia relevancias rilevanza rilevanze rating ratings gradi релевантность оценки 等级 相关性
        相关度 관련성 연관성 関連性 適合性 関連度 適合度 관련도 rels
        """,
    frozenset({IDEAL}): "ideal perfect",
    frozenset({RELEVANT, GRADES}): "rel",
    frozenset({RELEVANT, GRADES, LABELS}): """
        labels label etiquetas étiquettes etichette rótulos 标签 標籤 ラベル 라벨 레이블 метки flags targets target
        y true ytrue
        """,
    frozenset({SCORES, GRADES}): """
        score scores ratings puntuaciones puntuación pontuações pontuação punteggi punteggio 分数 分數 得分 スコア 점수
        skor điểm
        """,
    frozenset({SCORES}): "yscore yscores probabilities probability probs prob similarity similarities",
    frozenset({RANKING, SCORES}): "pred preds prediction predictions predicted ypred ypreds yhat",
}
_MEANS = {word: roles for roles, words in _AS.items() for word in _words(words)}
_FILLERS = frozenset(
    _words("""
    let be wären waren
    a an the of is are was were this that these those there and with for from our my your its all set sets
    document documents doc docs item items page pages entry entries memories id ids by to in as has have we it
    ground search only following values value vector first model algorithm method kandidaten die der das ein eine
    und sind ist les la le el los las des de du et y son sont dokumente dokument documentos documents documento
    documenti elementos scores query queries given at
    """)
)
_OF_BOTH = frozenset(_words("result results list query user topic system q example case"))
_SMALL = r"[A-Za-z]?[0-9]{0,3}|[A-Za-z]{1,2}|[0-9]{1,3}(?:개|件|个|個|st|nd|rd|th)"

_HIT = """relevant relevan rel yes true hit correct r y t pertinent relevante rilevante relevanter
    richtig ja oui sí si sì sim да 相关 相關 是 適合 関連 はい 관련 관련있음 đúng релевантный
        релевантно релевантен релевантна
    예 네 对 對 tak istotny relevanta 👍 🟢 релевантный релевантная
    match matched clicked tp 정답 正解 right
    evet ilgili vrai verdadero verdad wahr vero истина ya có related ○ ◯ ⭕ + ✓ ✔ ✅ ☑"""
_MISS = """nonrelevant nonrel non-relevant non-rel notrelevant not-relevant notrel irrelevant irrel nr no false miss
    incorrect wrong n f unrelevant unrelated irrelevante irrelevantes nein non falsch нет 不相关 不相關 无关 否 不適合
    いいえ 무관 관련없음 sai нерелевантный нерелевантно hayır ilgisiz faux falso falsch
        mismatch unmatched fp 오답 不正解 错误 錯誤
        비관련 아니오 错 錯 nie não nieistotny nrel 👎 🔴 нерелевантен нерелевантна нерелевантная
        no-relevante non-pertinent nicht-relevant niet-relevant não-relevante falsk nee
    non-pertinente non-rilevante tidak tidak-relevan không - ✗ ✘ ✕ ✖ ❌ ☒ ×"""
MARKS = {**dict.fromkeys(_HIT.split(), 1), **dict.fromkeys(_MISS.split(), 0), "unjudged": -1, "?": -1}
"""Words and signs that are one rank each, in lower case; those of two words are joined by a hyphen."""

SIGNS = frozenset("✓✔✅☑✗✘✕✖❌☒👍👎🟢🔴")
"""Signs that say relevant or not wherever they stand."""

LOW = (
    r"(?i)\b(?:not|non|ir|un|no|nicht|niet|bad|junk|poor|useless|wrong|miss|pas|nessun\w*|kein\w*)\b|irrelevan|nonrel|unrel"
    r"|[✗✘✕✖❌☒]|不|无|無|ない|なし|없|않|\bне(?:рел\w*)?\b"
)
"""What says of a grade that it is the lowest, a regular expression."""

_TWO_WORDS = r"(?i)\b(not|non|nicht|niet|não|no|не)\s+(relevante?|rel|pertinente?|rilevante|релевантн\w{1,3})(?![\w-])"

_COUNTS = frozenset(
    _words("""
    tp fp fn tn n r k p f f1 hits total relevant retrieved precision recall prec rec mean median wins losses ties win
    loss rank position positions ranks ideal dcg idcg ndcg ap map rr mrr cutoff depth size length queries topics beta
    alpha max min sum count counts id query topic num_ret num_rel num_rel_ret num_q se sd best systems
    """)
)


def is_count(name: str) -> bool:
    """Whether a name is that of a number about a list, and no document of it.

    >>> is_count("TP"), is_count("d1")
    (True, False)
    """
    return re.sub(r"[@\s].*", "", name.strip().lower()) in _COUNTS


_NO_NAMES = frozenset(
    _words("""
    q query queries question user users topic topics system systems step run runs day days week weeks month year
    assessor assessors judge annotator rater reviewer level class group team student fold trial round term word words
    before after expected got actual observed like likes dislike dislikes clicked shown true false yes no negatives
    bad positive negative precision recall average higher lower larger smaller agree disagree session sessions
    """)
)

_OF_LISTS = frozenset("HNDWSGTKLMBEtuvwYZ")  # meanings of the words that count documents


def holds_ranks(words: str) -> bool:
    """Whether a list of ranks in letters stands among other words, as in `Q1 RNR`.

    >>> holds_ranks("Q1 RNR"), holds_ranks("system A"), holds_ranks("NR")
    (True, False, False)
    """
    if re.fullmatch(r"(?i)\s*(?:q|query|topic|user)\s*[0-9]*\s+[01]{3,}\s*", words):
        return True
    return " " in words.strip() and re.search(r"(?<!\S)[RNU]{2,}(?!\S)", words) is not None


def is_no_name(name: str) -> bool:
    """Whether a name is that of no document: one of the field's own words, of a user, a query, a day, an answer.

    >>> is_no_name("results"), is_no_name("user 3"), is_no_name("d3"), is_no_name("Top Gun"), is_no_name("A")
    (True, True, False, False, False)
    """
    if re.fullmatch("(?:Sn|o)H[DW]?", letters_of(tokens_of(name))) or re.match(
        "第[一二三四五六七八九十]个?[相正]", name
    ):
        return True  # the n-th relevant document
    if holds_ranks(name):
        return True
    parts = [part.lower() for part in re.findall(r"[^\W\d_]+", name)]
    if any(part in _NO_NAMES for part in parts[:1]) and (len(parts) == 1 or len(parts[1]) == 1):
        return len(parts[0]) > 1 or re.fullmatch(r"(?i)q[ _]?[0-9]+", name) is not None
    long = [len(part) > 1 and meaning_of(part) in _OF_LISTS for part in parts]
    return bool(parts) and all(long) and not re.search("[0-9]", name)


def joined(text: str) -> str:
    """A text in which the two words of "not relevant" are one.

    >>> joined("d1: not relevant")
    'd1: not-relevant'
    """
    return re.sub(_TWO_WORDS, r"\1-\2", text)


def mark_of(words: str) -> int | None:
    """The grade that a word or a sign says, or None.

    >>> mark_of("Relevant"), mark_of("✗"), mark_of("not relevant"), mark_of("blue")
    (1, 0, 0, None)
    """
    word = joined(words.strip().lower().replace("_", "-"))
    denied = re.fullmatch(r"(?:not|non|nicht|niet|não|no|не|nie|ikke|inte)-(.+)", word)
    return MARKS.get(word, 0 if denied and MARKS.get(denied[1]) == 1 and len(denied[1]) > 1 else None)


_UNITS = frozenset(["", "分", "점", "点", "點", "级", "級", "등급", "балл", "балла", "баллов"])
_SAID = re.compile(r"(?P<words>\D*?)[\s:=]*(?P<grade>[0-9]{1,3}(?:\.0+)?)\s*(?P<unit>\D*)")


def plain_grade(said: str) -> str:
    """The grade that stands beside a document, without the word or the unit that says that it is one.

    >>> plain_grade("관련도 2"), plain_grade("3分"), plain_grade("rel=1"), plain_grade("score 3")
    ('2', '3', '1', 'score 3')
    """
    parts = [part for part in re.split(r"[\s)]*(?:[,;(–—]|\s-\s)\s*|\)$", said.strip()) if part]
    found = [(part, _grade_in(part)) for part in parts]
    grades = {grade for _, grade in found if grade is not None}
    marks = {mark_of(re.sub(_DEGREES, "", part)) for part, grade in found if grade is None}
    agrees = len(grades) == 1 and marks <= {int(min(grades).partition(".")[0] != "0")}
    return grades.pop() if agrees and len(found) - len(marks) <= 1 else said


_DEGREES = r"(?i)^(?:(?:highly|very|partially|partly|somewhat|marginally|fairly|perfectly|quite|most)\s+)+"


def _grade_in(part: str) -> str | None:
    one = _SAID.fullmatch(part)
    roles = roles_of(one["words"].split()) if one and one["words"] else frozenset({GRADES})
    sound = one is not None and one["unit"].strip() in _UNITS and roles in _OF_GRADES
    return one["grade"] if one and sound else None


_OF_GRADES = (frozenset({GRADES}), frozenset({GRADES, RELEVANT}))


_ROLES = {
    "H": frozenset({RELEVANT}), **dict.fromkeys("GWL", frozenset({RANKING})),
    **dict.fromkeys(["", "i", *"DTOKBqa"], frozenset()),
}  # fmt: skip


def roles_of(heading: Sequence[str]) -> frozenset[str] | None:
    """What a list with these words before it may be; an empty set where they say nothing, None where they are unknown.

    >>> sorted(roles_of(["relevant", "documents"])), roles_of(["relevant", "and", "retrieved"]), roles_of(["blue"])
    (['relevant'], None, None)
    """
    found: list[frozenset[str]] = []
    for word in (part for one in heading for part in _parted(one)):
        if word in _MEANS:
            found.append(_MEANS[word])
        elif word not in _FILLERS and not re.fullmatch(_SMALL, word):
            role = _ROLES.get(meaning_of(word))
            if role is None:
                return None
            found += [role] if role else []
    if not found:
        return frozenset()
    if frozenset({IDEAL}) in found:
        return frozenset({IDEAL})
    if frozenset({GRADES}) in found:
        return frozenset({GRADES})
    if any(GRADES in one for one in found) and {word.lower() for word in heading} & _ORDERED:
        found = [one for one in found if one != {RANKING}]  # "ranked labels"
    if frozenset({RELEVANT}) in found:  # "the relevant results of query 3"
        said = {part for word in heading for part in _parted(word)} - _OF_BOTH
        found = [_MEANS[word] for word in said if word in _MEANS] or [frozenset({RELEVANT})]
    return frozenset.intersection(*found) or None


_ORDERED = frozenset(["ranked", "sorted", "ordered", "order"])


def tells_grades(text: str) -> bool:
    """Whether a word of a text says that grades stand in it.

    >>> tells_grades("rel(a)=1"), tells_grades("ranked a(1)")
    (True, False)
    """
    words = re.findall(r"[^\W\d_]+", text.lower())
    return any(GRADES in _MEANS.get(word, ()) for word in words)


def roles_among(clause: str) -> frozenset[str] | None:
    """What a clause says that the list beside it is, whatever else it says; None where it says two things.

    >>> sorted(roles_among("the system returned these"))
    ['ranking']
    >>> roles_among("relevant documents that were retrieved"), roles_among("for the blue one")
    (None, frozenset())
    """
    apart = re.sub(r"(?i)\by[_-](?=(?:true|scores?|preds?)\b)", "y", clause)
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[^\W\d_])(?=[0-9])", " ", apart)
    words = re.findall(r"[^\W_]+(?:[-'][^\W_]+)*|[\u3040-\u9fff]+", apart)
    found = [part for word in words for part in _known(word)]
    if any(meaning_of(word) in ("N", "!") for word in words):
        return None
    return roles_of(found) if found else frozenset()


def _known(word: str) -> list[str]:
    low = word.lower()
    if low in _MEANS or _ROLES.get(meaning_of(low)):
        return [low]
    parts = [low[at : at + size] for at in range(len(low)) for size in (5, 4, 3, 2)] if _HAN.match(low) else []
    return [part for part in parts if part in _MEANS]


_HAN = re.compile("[\u3040-\u9fff\uac00-\ud7af]")


def _parted(word: str) -> list[str]:
    low = word.lower().strip(".*#'\"")
    if low in _MEANS or low in _FILLERS:
        return [low]
    low = re.sub(r"^y[_-](true|scores?|preds?)$", r"y\1", low)
    return [one for one in re.split(r"[_\-/@.()]+", low) if one]
