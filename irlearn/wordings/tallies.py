"""Hits in the top k told in free sentences of several languages: `8 are relevant; the top 5 contains 4 of them`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.wordings.aside import harms
from irlearn.wordings.concepts import Token, letters_of, tokens_of
from irlearn.wordings.negatives import with_true_negatives
from irlearn.wordings.prose import Facts, counted
from irlearn.wordings.reading import Reading

_HOLDS = "holdz"  # the word that stands for contain, include, have
_PHRASES = (
    (r"(?i)\bil\s+y\s+a\b|\b(?:dans|parmi)\s+les\b|\bnei\b", " "), (r"(?i)\bсреди\b|\bиз\b", " of "),
    ((r"(?i)\b(?:out\s+)?of\s+(?:these|those|the|its|all(?:\s+the)?)\s+(?=[0-9]|(?:two|three|four|five|six|seven|eight|"
     r"nine|ten|twelve|fifteen|twenty)\b)"), " of "),
    ((r"(?i)\b(?:conta(?:in|ins|ined|ining)|include[sd]?|including|has|have|had|hold|holds|held|feature[sd]?|comprise[sd]?|"
     r"enthält|enthalten|contient|contiennent|comprend|contiene[n]?|incluye[n]?|tiene[n]?|hay|contém|inclui|tem|"
     r"contengono|bevat|bevatten|содерж\w+)\b"), f" {_HOLDS} "),
    (r"\bcó\b|包含|含有|中有|里有|含まれ\w*|包括", f" {_HOLDS} "),
    (r"(?i)\b(?:click(?:s|ed)?(?:\s+on)?|like[sd]?|buys|bought|purchase[sd]?|adds|added|watche[sd]|chose|selected)\b",
     " relevant "),
    (r"(?i)\b(?:liên\s+quan|đúng|phù\s+hợp|relevan|релевантн\w+|pertinent\w*|rilevant\w+)\b", " relevant "),
    (r"관련\s*있는|관련된|관련|정답|相关的?|相關的?|関連する|関連|適合|正解", " relevant "),
    (r"(?i)\btài\s+liệu\b|\bkết\s+quả\b|\bdokumen\b|\bдокумент\w*|\bчанк\w*", " documents "),
    (r"문서|결과|아이템|항목|文档|文件|文書|结果|結果|件", " documents "),
    (r"(?i)\btổng(?:\s+(?:cộng|số))?\b|\btất\s+cả\b|\bвсего\b|전체|총|모두", " total "),
    (r"总共|一共|总计|全部|共有|全体|合計|データベース|数据库|语料库", " total "),
    (r"(?i)\b(?:первы[ехй]+|ersten|premiers|premières|primeros|primi|primeiros|eerste)\s+(?=[0-9])", " top "),
    (r"(?i)\b([0-9]+)\s+(?:premiers|premières|primeros|primeiros|primi|первых)\b", r" top \1 "),
    (r"(?i)\b(?:top|топ)[\s-]*(?=[0-9])|상위|前\s?(?=[0-9])|上位", " top "),
    (r"其中", " ; thereof "), (r"중(?:에서?)?|中|のうち|里", f" {_HOLDS} "),
    (r"검색된?|추천된?|检索到?|返回|推荐|検索された|検索|найден\w+|извлеч\w+|возвращ\w+", " retrieved "),
    (r"(?<=[0-9])\s*(?:개|건|篇|条|個|个|本|つ)(?:의|가|는|이|が|は|の|を)?", " "),
    ((r"(?i)\b(?:gefundene[nr]?|abgerufene[nr]?|zurückgegebene[nr]?|gelieferte[nr]?|récupéré[es]*|renvoyé[es]*|"
     r"recuperad[oa]s|devuelt[oa]s|retornad[oa]s|recuperati|restituiti|opgehaalde|appear|appears|show|shows|showed|retrieving)\b"),
     " retrieved "),
    *((rf"(?i)\b(?:{words})\b", f" {number} ") for number, words in (
        (1, "один"), (2, "два|две|hai|dois"), (3, "три|ba"), (4, "четыре|bốn"), (5, "пять|пяти|năm"),
        (10, "десять|mười"))),
)  # fmt: skip
_QUANTITY = re.compile(
    r"(?i)(?:не\w+|ir\w+|incorrect\w*|bad|unwanted|useless|dozens?|couple|few|several|many|some|percent\w*|each|per|twice|halves|thirds?|quarters?|hälfte|"
    r"moitié|mitad|metade|metà|helft|half|average|respectively|every|both|additional\w*|extra|highly|very|somewhat|partial\w*|partly|marginal\w*|rest|remain\w*|also|too|"
    r"another|first|next|then|later|queries|users?\s*[0-9].*|mehr\w*|plus|más|mais|più|meer|weiter\w*|auch|"
    r"ungefähr|etwa|environ|unos|cerca|circa|jeweils|chacun|cada|ogni)"
)
_LONGEST = 400  # signs
_SAID_OF = (
    r"(?i)(?<!\btop )(?<!\bof )(?<!\bfirst )(?<![0-9.])\b([0-9]{1,4}|two|three|four|five|six|seven|eight|nine|ten)\s+"
    r"(?:are|were|is|was|sind|waren|sont|son|sono|são)\s+"
    r"(?:(?:actually|really|truly|indeed|in\s+fact|tatsächlich|wirklich|vraiment|realmente|effettivamente)\s+)?relevant\b"
)
_SIZED = (
    r"(?i)\b(?:from|in|out\s+of|among|has|with)\s+(?:an?|the|our)?\s*(?:total\s+)?(?:document\s+)?(?:collection|corpus|database|index|data\s*set)"
    r"\s+(?:of|with|containing)\s+(?P<size>[0-9]{1,7})(?:\s+(?:documents?|docs|items|pages))?"
    r"|\b(?P<before>[0-9]{1,7})\s+(?:documents?[\s-]+)?(?:total\s+)?collection\b"
)


class _Clause(NamedTuple):
    said: str
    numbers: tuple[int, ...]


def of_tally(text: str) -> Reading | None:
    """How many documents in the top k are relevant, told in sentences; it says nothing of their order.

    >>> of_tally("8 relevant, top-5 contains 4").relevant
    8
    >>> sum(of_tally("Unter fünf abgerufenen Treffern sind drei davon relevant").grades)
    3
    """
    text = re.sub(r"(?i)^\s*(?:if|suppose|assume)\s", "", text)
    if (
        len(text) > _LONGEST
        or harms(text)
        or re.search(
            r"目|번째|第\s*[0-9]|约|約|至少|最少|最多|超过|以上|以下|以内|多于|少于|左右|大概|약\s*[0-9]|이상|이하|미만|정도|少なくと|程度",
            text,
        )
        or re.search(r"[?%\[\]{}<>=/≥≤]|\b[0-9]+[.,][0-9]|[0-9]\s*[-:]\s*[0-9]", text)
    ):
        return None
    size = re.search(_SIZED, text)
    text = f"{text[: size.start()]} {text[size.end() :]}" if size else text
    body = re.sub(r"(?i)(?<![\w])@\s*(?=[0-9])", " top ", text.replace("**", ""))
    for pattern, word in _PHRASES:
        body = re.sub(pattern, word, body)
    body = re.sub(_SAID_OF, r"\1 thereof relevant", re.sub(r"[ \t]+", " ", body))
    tokens = tokens_of(body)
    tokens = tuple(one._replace(letter="C") if one.text == _HOLDS else one for one in tokens)
    words = [one for one in tokens if one.letter == "x"]
    if any(_QUANTITY.fullmatch(one.text) or re.search("[0-9]", one.text) for one in words):
        return None
    clauses = _clauses(tokens)
    facts = _facts(clauses) if clauses else None
    if facts is None or facts.hits is None or facts.length is None:
        return None
    if facts.hits > facts.length or (facts.total is not None and facts.hits > facts.total):
        return None
    read = counted(facts, text)
    if size:
        others = int(size["size"] or size["before"]) - facts.length - (facts.total or 0) + facts.hits
        read = with_true_negatives(read, others) if facts.total is not None and others >= 0 else None
    tops = {number for clause in clauses for sign, number in zip(_numbers(clause.said), clause.numbers, strict=True)
            if sign == "k"}  # fmt: skip
    return replace(read, cutoff=tops.pop()) if read and len(tops) == 1 else read


def refuse_untold(text: str) -> None:
    """Refuse a sentence that says how many are relevant and how many were retrieved, but not how many are both.

    >>> refuse_untold("20 documents are relevant in total and the system retrieves 7")
    Traceback (most recent call last):
    irlearn.errors.InputError: the wording '20 documents are relevant in total and the system retrieves 7' says that 20 documents are relevant and 7 were retrieved, and not how many of these 7 are relevant; write that, too, such as '7 retrieved, 3 relevant; 20 relevant in all'
    """  # noqa: E501
    tokens = tokens_of(text)
    parts = re.findall("[^&;]+", letters_of(tokens))
    numbers = [one.numbers[0] for one in tokens if one.letter == "n"]
    if len(parts) != 2 or len(numbers) != 2:
        return
    forms = {"relevant": _SAYS_TOTAL, "retrieved": "[DW]*G[DW=O]*n[DW]*|n[DW]*G[DW]*"}
    kinds = [next((kind for kind, form in forms.items() if re.fullmatch(form, part)), "") for part in parts]
    if sorted(kinds) != ["relevant", "retrieved"]:
        return
    total, length = numbers if kinds[0] == "relevant" else numbers[::-1]
    raise InputError(
        f"the wording {quoted(text.strip())} says that {total} documents are relevant and {length} were retrieved, and "
        f"not how many of these {length} are relevant; write that, too, such as '{length} retrieved, "
        f"{min(total, length) // 2} relevant; {total} relevant in all'"
    )


_SAYS_TOTAL = "[DWTK=O]*n[DWT=O]*H[DWT]*|T?H[DWT=O]*n[DWT]*"


def _of_the_top(said: str, numbers: Sequence[int], relevant: set[int]) -> bool:
    """Whether a clause says how many relevant documents the top k holds, k being more than that."""
    if (
        not re.fullmatch("[DG]*OT?kD*[GC]+nB?|[DG]*k[DG]*G[DGC]*nB?|[DGC]*nB?G*O?k[DG]*", said)
        or "G" not in said
        or len(numbers) != 2
    ):
        return False
    many, top = numbers if said.index("n") < said.index("k") else numbers[::-1]
    return many < top and len(relevant) == 1 and many <= min(relevant)


def _numbers(said: str) -> str:
    return "".join(sign for sign in said if sign in "nk")


def _clauses(tokens: Sequence[Token]) -> list[_Clause]:
    """The clauses that hold a number, as letters: `k` is the number of the top k; empty where one is strange."""
    found: list[_Clause] = []
    said = ""
    numbers: list[int] = []
    for one in (*tokens, Token(";")):
        if one.letter in ";&":
            if numbers:
                found.append(_Clause(said, tuple(numbers)))
                said, numbers = "", []
            elif set(said) & set("HNBC"):
                continue  # its words belong to the next number: "of the retrieved, relevant: 3"
            continue
        letter = one.letter.replace("W", "G").replace("L", "G")
        if letter == "n" and said.endswith("A"):
            said = said[:-1] + "k"
        elif letter not in "=K":
            said += letter
        numbers += one.numbers if letter == "n" else ()
    return found if all(set(one.said) <= set("nkHDGTBOCx") for one in found) and not said.strip("DGTOx") else []


def _facts(clauses: Sequence[_Clause]) -> Facts | None:
    """What the numbers of the clauses count; None where one of them is not sure."""
    hits: set[int] = set()
    length: set[int] = set()
    total: set[int] = set()
    loose: set[int] = set()
    before = ""
    for worded, numbers in clauses:
        said = worded.replace("x", "")
        if re.fullmatch(r"[DG]*n[DG]*O[DG]*[nk]D*[GC]+D*k?H|nO[nk]?(?:DG?|GD?)k?[DGC]*H", said) and len(numbers) > 1:
            hits.add(numbers[0])  # 4 of 5 retrieved documents are relevant
            length |= {*numbers[1:]}
            before = "hits"
        elif re.fullmatch(r"OkD*[CG]*nD*HD*", said):
            length.add(numbers[0])  # among the first 5 documents 3 are relevant
            hits.add(numbers[1])
            before = "hits"
        elif re.fullmatch(r"HC?nO(?:k[DG]*|n[DG]*G[DG]*)", said):
            hits.add(numbers[0])  # the user clicked 3 of the top 5
            length.add(numbers[1])
            before = "hits"
        elif re.fullmatch(r"nOnHD*[GCD]*k[DG]*", said):
            hits.add(numbers[0])  # 3 of the 4 relevant documents are in the top 5
            total.add(numbers[1])
            length.add(numbers[2])
            before = "hits"
        elif re.fullmatch(r"[GDO]*k[GDO]*C[GO]*nOnHD*", said):
            length.add(numbers[0])  # the top 5 contains 3 of the 8 relevant documents
            hits.add(numbers[1])
            total.add(numbers[2])
            before = "hits"
        elif before == "of relevant" and re.fullmatch(r"[CG]*n[CG]*O?kD*G?", worded):
            hits.add(numbers[0])  # of the 8 relevant documents, 3 are in the top 5
            length.add(numbers[1])
            before = "hits"
        elif re.fullmatch(r"[GDO]*k[GDO]*C[GO]*n[DG]*H?[DGC]*B?|[GDO]*k[GDO]*C?HD*C?n[DG]*B?", said):
            if not set(said) & set("HBC") or ("H" not in said and not total | loose):
                return None
            length.add(numbers[0])  # the top 5 contains 4
            hits.add(numbers[1])
            before = "hits"
        elif re.fullmatch(r"x?C?nD*HD*[CG]*O?k[DGC]*x?", worded):
            hits.add(numbers[0])  # 4 relevant documents in the top 5
            length.add(numbers[1])
            before = "hits"
        elif re.fullmatch(r"O?[CGD]*n(?:[DG]+[CG]*|C)n(?:D*HD*|BH?)[BCG]*", said) and set(
            said[: said.rindex("n")]
        ) & set("G"):
            if "H" not in said and not total | loose:
                return None
            length.add(numbers[0])  # among 5 retrieved there are 3 relevant
            hits.add(numbers[1])
            before = "hits"
        elif re.fullmatch(r"[GDOC]*k[GDOC]*|O?B?D?[GC]*n[DGC]+|G+n", said) and (set(said) & set("GkO")):
            length |= {*numbers}
            before = "among" if said[0] in "OB" or (said[0] == "k" and "C" not in said) else "length"
        elif before == "length" and re.fullmatch(r"H?nB[CD]*H?|BC?nD*H|HnB", said):
            if "H" not in said and not total | loose:
                return None
            hits |= {*numbers}
            before = "hits"
        elif before == "relevant" and re.fullmatch(r"C?nB[CGD]*O?k[DG]*|C?nB?[CG]+O?k[DG]*", said):
            hits.add(numbers[0])  # 4 were bought, and 2 of them are in the top 5
            length.add(numbers[1])
            before = "hits"
        elif re.fullmatch(r"nD*HD*On[DGC]+k[DG]*", said) and numbers[1] == numbers[2]:
            hits.add(numbers[0])  # 2 relevant ones of the 5 found in the top 5
            length.add(numbers[2])
            before = "hits"
        elif before == "relevant" and _of_the_top(said, numbers, loose | total):
            hits.add(numbers[said.index("n") > said.index("k")])  # 8 are relevant, the top 5 retrieved 4
            length.add(numbers[said.index("n") < said.index("k")])
            before = "hits"
        elif before == "among" and re.fullmatch(r"[CG]*nD*B?HD*[CGB]*|D?H[DC]*nB?", said):
            hits |= {*numbers}
            before = "hits"
        elif re.fullmatch(r"[TCDGOH]*nD*B?[TCDGOH]*|n", said) and "H" in said and len(numbers) == 1 and "G" not in said:
            (total if "T" in said else loose).update(numbers)
            before = "of relevant" if said[0] == "O" else "relevant"
        else:
            return None
    if loose and hits:
        total |= loose
        loose = set()
    if loose or any(len(one) != 1 for one in (hits, length)) or len(total) > 1:
        return None
    return Facts(hits=hits.pop(), length=length.pop(), total=total.pop() if total else None)
