"""Prose as a row of concepts: what each word says in this field, in eight languages, as one letter.

A sentence about a ranking uses few notions, whatever its language: relevant, document, rank, retrieved, in all, of,
and numbers. With a letter for each, a form is a short pattern; a word that is none of them is `x`, and no form has it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

PHRASES = (
    (r"true[\s_-]?positives?", "tp"),
    (r"false[\s_-]?positives?|false[\s_-]alarms?", "fp"),
    (r"false[\s_-]?negatives?", "fn"),
    (r"true[\s_-]?negatives?", "tn"),
    (r"in all|in total", "total"),
    (r"in the (?:whole |entire |full )?(?:collection|corpus|catalog(?:ue)?|database|index|data ?set)", "total"),
    (r"en tout|au total|en total|no total|in totale|im ganzen|in totaal|in der (?:sammlung|kollektion)", "total"),
    (r"dans (?:la )?collection|en (?:la )?colección|na coleção|nella collezione|in (?:de )?collectie", "total"),
    (r"(?:(?:that )?(?:were|was|are) )?(?:not|never) (?:retrieved|found|returned)", "missed"),
    (r"nicht gefunden(?:en)?|non retrouvés?|no recuperados|non recuperati|não recuperados|niet gevonden", "missed"),
    (r"(?:of|among) (?:which|these|those|them|whom)|de los cuales|dei quali|di cui|dos quais", "thereof"),
    (r"out of", "of"),
    (r"(?:delas|deles|de ellos|de ellas|d'entre eux|d'entre elles|di essi|ervan)", "thereof"),
    (r"bonnes?(?= r[ée]ponses?)", "relevant"),
    (r"o(?= (?:primeir|document|sistema|resultado|top))", ""),
    (r"number of|count of|nombre de|número de|numero di|aantal", "number"),
    (r"non[\s-](?:pertinents?|rilevanti)|(?:no|não|nao)[\s-]relevantes?|niet[\s-]relevante?", "nonrelevant"),
    (r"(?:not|non|nicht|un)[\s-]?(?:relevante?n?)|not[\s-]rel\b|irrelevante?s?", "nonrelevant"),
    (r"the rest|all others?|the others?", "others"),
    (r"relevant (?:and|&) retrieved|retrieved (?:and|&) relevant", "relevant retrieved"),
    (
        r"(?:expected|target|ground[\s-]truth|desired)(?= (?:doc|document|item|page|passage|chunk|answer|result)s?\b)",
        "relevant",
    ),
    (r"top-?[kn] ?\( ?[kn] ?= ?([0-9]{1,4}) ?\)", r"top \1"),
    (r"không (?:liên quan|phù hợp)|tidak relevan", "nonrelevant"),
    (r"tài liệu|văn bản", "document"),
    (r"liên quan|phù hợp", "relevant"),
    (r"độ chính xác|độ chuẩn xác", "precision"),
    (r"độ (?:bao phủ|phủ|nhớ|hồi tưởng|triệu hồi|nhạy)", "recall"),
    (r"tổng số|jumlah(?: total)?", "number"),
    (r"num rel ret", "relevant retrieved"),
    (r"num ret", "retrieved"),
    (r"n(?:um)? ?(?:rel(?:evant)?|pos(?:itives?)?)", "number relevant"),
)  # fmt: skip
"""Words that are one notion together, and the word that stands for them."""

_LETTERS = {
    "H": """relevant relevants relevante relevantes relevanten relevanter pertinent pertinents pertinente pertinentes
        rilevante rilevanti rilevanza rel rels hit hits correct correctos correctas corretas correcta correcto correta
        correto corretta corretto corect corecta juist juiste richtig
        corretos correctes corretti corrette korrekten korrekte richtige richtigen gold good right useful positive
        positives
        relevan релевантные релевантны релевантных 答案 正确 相关 相關 真实 正解 適合 関連 관련""",
    "N": "nonrelevant non-relevant irrelevant irrelevante irrelevants irrelevanti junk 不相关 不相關 无关",
    "D": """document documents doc docs item items page pages memory memories entry entries one ones product products
        dokumen movie movies book books article articles paper papers answer answers passage passages image images
        website respuestas respostas réponses risposte antworten respuesta resposta réponse risposta antwort antwoord
        websites site sites url urls link links song songs chunk chunks
        recommendation recommendations suggestion suggestions candidate candidates dokument dokumente dokumenten
        documento documentos documenti documenten 文档 文件 文書 문서 документов документы""",
    "W": """result results response responses output resultado resultados résultat résultats risultato risultati
        ergebnis resultaat результат ergebnisse ergebnissen resultaten
        treffer treffern 结果 結果 결과 результатов""",
    "S": """rank ranks ranked position positions pos place places spot spots slot slots posición posiciones posição
        posições posizione posizioni rang range rangs ränge rängen plätze plätzen platz stelle stellen positie
        posities positionen puesto puestos lugar lugares
        peringkat posisi ранг ранги рангах позициях позиции местах 第 位 位置 順位 순위 위""",
    "G": """return returns returned retrieve retrieves retrieved recommend recommends recommended show shows shown find
        finds found predict predicts predicted output outputs list lists listed give gives given get gets fetched
        fetches liefert findet gefunden gefundene gefundenen zurückgegeben retourne renvoie trouve trouvés trouvé
        recupera recuperados recuperó devuelve devueltos encuentra restituisce recuperati trova trovati retorna
        devolve
        devolveu retornou recuperou recuperaram devolvió encontró retourné renvoyé restituito
        lieferte вернула найдено нашла recuperou vindt gevonden geeft 检索 返回 検索""",
    "T": """total altogether overall exist exists collection corpus catalog catalogue database insgesamt gesamt
        sammlung collectie colección collezione coleção 共 总共 全部 総数 一共 всего""",
    "O": """of among from von sur su van aus unter parmi entre fra tra de di do des dos dei den der delle sobre uit
        из""",
    "A": "top its-top ersten premiers primeros primi primeiros eerste 前 上位",
    "B": "thereof davon darunter wovon dont whereof where while daarvan cui 其中",
    "K": "number count anzahl num",
    "L": "list ranking length size liste lista lijst rangliste classement",
    "M": "missed misses missing unretrieved missed-documents verpasst manquants faltan mancano",
    "E": "more further additional other others remaining rest andere anderen autres otros altri",
    "!": """not non no-one never except without but nicht keine kein niet geen pas aucun sin ningún senza nessuno não
        nenhum 不 没有 не 最后 最後 마지막""",
    "a": "all every both alle tous todos tutti",
    "t": "tp", "u": "fp", "v": "fn", "w": "tn",
    "Y": """precision prec präzision genauigkeit précision precisión precisione precisão precisie precizie kesinlik
        精确率 精度 准确率 適合率 정밀도 точность""",
    "Z": """recall rec trefferquote vollständigkeit rappel exhaustividad recuperación sensibilidad richiamo revocação
        sensitivity rapel duyarlılık 召回率 查全率 再現率 재현율 полнота""",
    "&": "and und et y e en ed dan и 和 と 및",
    "@": "at @",
    ";": "with mit avec con com met",
    "m": "none miss null nan inf infinity ∞ nil n/a na nirgends jamais nunca mai nooit nothing",
    "q": """query queries user users topic topics question questions q anfrage anfragen requête requêtes consulta
        consultas usuario usuarios richiesta utente utenti 查询 用户
        nutzer benutzer utilisateur utilisateurs
        usuário usuários
        gebruiker gebruikers frage fragen pregunta preguntas domanda domande pergunta perguntas vraag vragen""",
    "": """the a an is are was were be been being has have had  by for in on to as at-rank its our my your this
        that these those there they it we i if only exactly single just also so then each which thus here an total-of
        system systems search engine model retriever recommender s information
        der die das dem ein eine einen einer sind ist gibt es auf im am zu hat  für und-zwar stehen steht
        liegen erscheinen les le la l un une il y-a sont est aux au à ont  se trouvent système los las el
        están está hay son en-las una al por  sistema i gli lo sono è ci nelle nella alle hanno per si
        trovano os as estão estão nas há são uma de-zoekopdracht het er zijn op staan staat systeem
        them they search assume suppose consider given let holds contains contain contient contiene enthält
        bevat contém aparecen existen existe aparecem appear appears appearing appeared
        stand stands occur occurs located sit sits come comes judged marked
        considered documents-are ir dans tem têm
        到 在 的 有 是 为 个 個 件 篇 は が を で に の 개 의 на в""",
}  # fmt: skip

_NUMBERS = """zero no|one single un une uno ein eine um uma een|two deux dos zwei due dois duas twee|
    three trois tres drei tre três drie|four quatre cuatro vier quattro quatro|five cinq cinco fünf cinque vijf|
    six seis sechs sei zes|seven sept siete sieben sette sete zeven|eight huit ocho acht otto oito|
    nine neuf nueve neun nove negen|ten dix diez zehn dieci dez tien|eleven elf onze once undici|
    twelve zwölf douze doce dodici twaalf|thirteen|fourteen|fifteen fünfzehn quinze quince|sixteen|seventeen|eighteen|
    nineteen|twenty zwanzig vingt veinte venti vinte twintig"""
_ORDINALS = """first erste erster erstes ersten premier première primer primero primera primo prima primeiro primeira
    pertama|
    second zweite zweiter zweites zweiten deuxième segundo segunda secondo seconda tweede kedua|
    third dritte dritter dritten troisième tercero tercer terzo terceiro derde ketiga|
    fourth vierte vierten quatrième cuarto quarto vierde keempat|fifth fünfte fünften cinquième quinto vijfde kelima|
    sixth sechste sechsten sixième sexto sesto zesde|seventh siebte siebten septième séptimo settimo zevende|
    eighth achte achten huitième octavo ottavo achtste|ninth neunte neunten neuvième noveno nono negende|
    tenth zehnte zehnten dixième décimo decimo tiende"""
_HAN = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_LETTER = rf"(?:(?![{_HAN}])[^\W\d_])"
_QUERY = re.compile(r"(?:q|u|query|user|topic|question)([0-9]{1,4})")
_TOKEN = re.compile(
    rf"(?P<part>[0-9]+/[0-9]+|[0-9]*\.[0-9]+%?|[0-9]+%)"
    rf"|(?P<range>[0-9]{{1,6}}\s*(?:-|\bto\b|\bbis\b)\s*[0-9]{{1,6}}(?![\w%]))"
    rf"|(?P<nth>[0-9]{{1,6}}(?:st|nd|rd|th|er|ère|e|ème|º|ª|°)\b|[0-9]{{1,6}}\.(?=\s*(?:,|und|bis|platz|stelle|rang)))"
    rf"|(?P<number>[0-9]{{1,9}})(?=[{_HAN}]|(?!\w))"
    rf"|(?P<han>[{_HAN}]+)|(?P<id>{_LETTER}+[0-9]+\w*)|(?P<word>{_LETTER}+(?:[-/']{_LETTER}+)*)|(?P<sign>\S)"
)
_SIGNS = {**dict.fromkeys(",&", "&"), **dict.fromkeys(";.()[]{}", ";"), **dict.fromkeys(":=", "="),
          **dict.fromkeys("'\"*`", ""), "@": "@", "#": "@",
          "-": "m", "∞": "m", "✗": "m", "–": "m"}  # fmt: skip


class Token(NamedTuple):
    """A word of a sentence: its letter, and the numbers that it says."""

    letter: str
    numbers: tuple[int, ...] = ()
    text: str = ""


@cache
def _meanings() -> dict[str, Token]:
    found = {word: Token(letter) for letter, words in _LETTERS.items() for word in words.split()}
    for start, letter, lists in ((0, "n", _NUMBERS), (1, "o", _ORDINALS)):
        for number, words in enumerate(lists.split("|"), start=start):
            found |= {word: Token(letter, (number,)) for word in words.split() if word not in ("en", "no")}
    for word in ("ein", "eine", "un", "une", "uno", "um", "uma", "een", "one", "single", "ersten"):
        found[word] = Token("i", (1,))  # a number, or an article or "ones"
    found |= {"no": Token("z", (0,)), "first": Token("o", (1,))}
    return {bare: found[word] for word in found if len(bare := unaccented(word)) > 2} | found


def unaccented(word: str) -> str:
    """A word as those write it whose keyboard has no accents; letters that only look like it keep their signs.

    >>> unaccented("posição"), unaccented("Ergebnis"), unaccented("первый")
    ('posicao', 'Ergebnis', 'первый')
    """
    if not re.search("[\u00c0-\u024f\u1e00-\u1eff]", word):
        return word
    parts = unicodedata.normalize("NFD", word.replace("đ", "d"))
    return "".join(sign for sign in parts if not unicodedata.combining(sign))


@lru_cache(maxsize=64)
def tokens_of(text: str) -> tuple[Token, ...]:
    """The words of a sentence as concepts, without the words that say nothing.

    >>> "".join(one.letter for one in tokens_of("Relevant documents were found at ranks 1, 3 and 4 out of ten."))
    'HDG@Sn&n&nOn;'
    >>> "".join(one.letter for one in tokens_of("Die relevanten Dokumente stehen auf den Rängen 1 und 3 von 5"))
    'HDSn&nOn'
    """
    body = re.sub(
        r"(?<![\w|])\|?R\|?\s*=\s*(?=[0-9])", " relevant in all ", text.replace("\n", " ; ").replace("_", " ")
    )
    body = " ".join(
        re.sub(r"(?i:\b(rel|docs?|pos|no|nr|prec|rec|approx))\.(?=\s*(?:[^A-Z\s]|$))", r"\1", body).lower().split()
    )
    body = re.sub(r"(?<=[0-9])\s?(?:%|per ?cent|prozent|pour ?cent|por ?ciento|procent)", "%", body)
    body = re.sub(r"(?<=[a-z])-(?=[0-9])", " ", re.sub("[-=]>|→|➔", " = ", body))
    body = re.sub(r"([0-9]+)\s*(?:番目|번째|[件個つ本枚]目)", r"第\1 ", body)
    for pattern, word in PHRASES:
        body = re.sub(rf"(?<![\w-])(?:{pattern})(?![\w-])", f" {word} ", body)
    meanings = _meanings()
    found: list[Token] = []
    for match in _TOKEN.finditer(body):
        word = match[0]
        if match["part"]:
            found.append(Token("d", text=word))
        elif match["range"]:
            low, high = (int(number) for number in re.findall("[0-9]+", word))
            found.append(Token("r", tuple(range(low, min(high, low + 1_000) + 1)) if low < high else (), word))
        elif match["nth"] or match["number"]:
            number = int(re.findall("[0-9]+", word)[0])
            found.append(Token("o" if match["nth"] else "n", (number,), word))
        elif match["id"]:
            query = _QUERY.fullmatch(word)
            found += [Token("q"), Token("n", (int(query[1]),), query[1])] if query else [Token("x", text=word)]
        elif match["han"]:
            found += _cut(word)
        elif match["sign"]:
            found.append(Token(_SIGNS.get(word, "x"), text=word))
        else:
            if meanings.get(word, Token("x")).letter == "q" and not _is_label(found, body[match.start() :]):
                continue
            one = meanings.get(word) or meanings.get(word.replace("-", ""), Token("x"))
            found.append(one._replace(text=word))
    return tuple(_settled([one for one in found if one.letter]))


def _is_label(before: Sequence[Token], rest: str) -> bool:
    """Whether the word query has a number beside it: `query 3`, `3 queries`."""
    return re.match(r"\w+[\s#]*[0-9]", rest) is not None or (bool(before) and before[-1].letter == "n")


def _cut(text: str) -> list[Token]:
    """A text without blanks as the longest words that are known."""
    meanings, found = _meanings(), []
    while text:
        size = next((size for size in range(min(4, len(text)), 0, -1) if text[:size] in meanings), 1)
        found.append(meanings.get(text[:size], Token("x"))._replace(text=text[:size]))
        text = text[size:]
    return found


def _settled(tokens: list[Token]) -> list[Token]:
    """The tokens with those words settled that are one thing before a number, and another one elsewhere."""
    found: list[Token] = []
    for place, one in enumerate(tokens):
        after = tokens[place + 1].letter if place + 1 < len(tokens) else ""
        before = found[-1].letter if found else ""
        if one.letter == "i":
            counts = after in ("H", "N", "D", "W", "G") and one.text not in (
                "one",
                "eine",
                "ein",
                "een",
                "um",
                "uma",
                "un",
                "une",
                "uno",
            )
            counts = counts or (one.text == "one" and before != "H" and (after or before) not in ("", "D"))
            if not counts:
                continue
            one = one._replace(letter="n")
        elif one.letter == "z":
            one = one._replace(letter="n" if after in ("H", "N", "D", "W") else "x")
        elif one.letter == "o" and one.numbers == (1,) and after == "n" and one.text[:1].isalpha():
            one = Token("A", text=one.text)
        elif (one.letter == "O" and after not in ("n", "A")) or (one.letter == "q" and after != "n" and before != "n"):
            continue
        elif one.text == "na" and after in ("S", "H", "D", "W"):
            continue  # no hit, or Portuguese
        found.append(one)
    return found


def letters_of(tokens: Sequence[Token]) -> str:
    """The letters of the tokens, a sign a token.

    >>> letters_of(tokens_of("3 relevant in the top 5"))
    'nHAn'
    """
    return "".join(one.letter for one in tokens)


def alike(tokens: Sequence[Token]) -> bool:
    """Whether there are numbers, all in digits or all in words: `2, 3 and 7, five` are of two things.

    >>> alike(tokens_of("2 and 3")), alike(tokens_of("2, 3, five"))
    (True, False)
    """
    return len({one.text.isalpha() for one in tokens if one.letter == "n"}) < 2


def meaning_of(word: str) -> str:
    """The letter of one word; x for a word that is none of the field's.

    >>> meaning_of("Dokumente"), meaning_of("the"), meaning_of("blue")
    ('D', '', 'x')
    """
    return _meanings().get(word.lower(), Token("x")).letter
