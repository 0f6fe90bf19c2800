"""Wordings in eight more languages, word by word as English; a word that is not known ends it."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from irlearn.wordings.concepts import tokens_of

_H, _N, _D, _S, _G, _T, _B, _F, _Q, _0 = (
    " relevant ", " nonrelevant ", " documents ", " rank ", " retrieved ", " total ", " ; thereof ", " first ",
    " query ", " none ",
)  # fmt: skip
_HAN: dict[str, str] = {
    "不相关|不相關|无关|無關|非相关|非関連|不適合|関連しない|関連していない|무관|관련\\s*없[가-힣]*": _N,
    "(?:是|为)?(?:与|和|跟)(?:该|此|这个|用户)?(?:查询|问题|需求|请求)(?:是)?(?:真正|确实|实际)?相关的?": _H,
    "真实答案|目标|标准答案|參考答案|参考答案|相关性?|相關|有关|正确|正確|有用|関連(?:する|し(?:て(?:いた|いる|いました|います))?)?|適合(?:する"
    "|し(?:て(?:いた|いる))?)?|正解|正しい"
    "|관련\\s*(?:있(?:는|다|음|고|으며|습니다)|된|이?다)?|정답|적합(?:한)?": _H,
    "未找到|没有?找到|没有?(?:被)?检索到|没有?(?:被)?搜索到|未检索到|未命中|没有?命中|圏外|ランク外|순위\\s*밖|見つから(?:ない|なかった"
    "|ず)|なし|없음|찾지\\s*못(?:함|했다)": _0,
    "(?<=[0-9件个個本篇条つ개档果])\\s*(?:中的?|중)(?:で|の|に|有|에서?)?": _B,
    "第一(?:个|個|条|條|篇|次)?(?:出现)?|首个|首個|最初の?|一番目の|첫(?:\\s*번째)?|최초|처음": _F,
    "文档|文本块?|片段|段落|块|文檔|文件|文献|文章|网页|網頁|页面|结果|結果|项目|商品|物品|电影|答案|条目|图片|文書|ドキュメント"
    "|アイテム|項目|문서|결과|항목|아이템|상품": _D,
    "排在第?|排名|排位|排第|排序|位置|位次|名次|第|順位|ランク|番目|位|名|等|순위|위치|번째|위|등": _S,
    "检索(?:到|出)?了?|检索后|搜索(?:到|出|后)?了?|搜到|返回了?|找到了?|召回了?|推荐了?|给出|输出|查到"
    "|検索(?:された|され|した|し|する|します|しました)?|返(?:された|した|しました|し|す)|取得(?:された|した"
    "|し)?|推薦(?:された|した|し)?"
    "|검색(?:된|한|했고|했으며|했다|하여|하고|하며)?|반환(?:된|한|했고|했으며|하고|하며)?|추천(?:된|한|했고)?"
    "|찾(?:은|았고|았으며)": _G,
    "其中|そのうち|のうち|の中で|うち|그\\s*중(?:에서?)?|이\\s*중(?:에서?)?|중(?:에서?)?": _B,
    "总共有?|總共有?|一共有?|共有|共计|总数(?:为|是)?|总计|总量|全部有?|共|全部で|全体で|全体|合計で?|総数|計"
    "|전체|총|모두|합계": _T,
    "全部(?:都)?(?:分别)?(?:位于|出现在|排在|处于|在)": _S,
    "期望的?|预期的?|期待(?:される|する)?|기대(?:하는|되는)?|喜欢的?|感兴趣的?|点击(?:了|过)?的?|购买(?:了|过)?的?": _H,
    "标注|评分|打分|評価": " grades ",
    "列表|清单|序列|结果集|リスト|一覧|목록": " list ",
    "数据库|語料庫|语料库|文档库|文档集合?|集合|コレクション|データベース|コーパス|컬렉션|데이터베이스"
    "|말뭉치": " collection ",
    "查询|查詢|用户|用戶|问题|問題|主题|主題|请求|クエリー?|質問|ユーザー?|検索語|쿼리|질의|사용자|질문|검색어": _Q,
    "搜索引擎|检索系统|搜索系统|系统|系統|引擎|算法|模型|方法|システム|検索エンジン|エンジン|시스템"
    "|검색\\s*엔진|모델": " system ",
    "两|二|두|둘": " 2 ", "三|세|셋": " 3 ", "四|네|넷": " 4 ", "五|다섯": " 5 ", "六|여섯": " 6 ", "八"
    "|여덟": " 8 ", "十|열": " 10 ",
    "和|与|與|以及|及|、|，|および|と|와|과|및|그리고": " , ",
    "。|；": " ; ", "：": " : ", "（": " ( ", "）": " ) ", "「|」|『|』|“|”|《|》": " ",
    "假设有?|假定有?|假如有?|如果有?|已知有?|对于?|针对|每次|每个|某个?|一个|该|这个|分别(?:为|是|在)?|依次|而|您|你|我们|他们|其实|实际上?|真正|仅|只|假如"
    "|出现(?:在|的)?|位于|处于|排列|结果中"
    "|有|是|为|為|在|中|里|内|的|了|个|個|篇|条|條|份|件|项|次|张|被|其|从|由|得|得到|数量|个数"
    "|それぞれ|に対(?:して|する)|について|対して|現れ(?:る|た|ます|ました)?|ある|あり|あった|あります"
    "|ありました|存在(?:する|し|します)|である|でした|です|だった|だ"
    "|を有する|有する|持つ|における|において|には|では|から|また|これ|その|本|は|が|を|に|で|の|つ|も|し|した|する"
    "|에\\s*(?:있(?:고|으며|다|습니다|음|을|으면)|나타나[가-힣]*)|이(?:며|고|다|었다)|입니다|있(?:고|으며|다|습니다|는|음|을|으면)|場合"
    "|에서|으로|은|는|이|가|을|를|에|의|로|개|건|명|시": " ",
}  # fmt: skip
_VIETNAMESE = {
    r"không (?:liên quan|phù hợp|đúng)|sai": _N,
    "liên quan|phù hợp|đúng|chính xác": _H,
    "tài liệu|văn bản|kết quả|câu trả lời|đáp án": _D,
    "vị trí(?: thứ)?|thứ hạng|xếp hạng|hạng": _S,
    "đầu tiên|thứ nhất": _F,
    "truy vấn|câu hỏi|người dùng": _Q,
    "không (?:tìm thấy|có)": _0,
    "(?:được )?(?:trả về|truy hồi|truy xuất|tìm thấy|tìm được|lấy về)": _G,
    "trong (?:số )?đó": _B,
    "tổng cộng|tổng số|tất cả|toàn bộ": _T,
    "bộ sưu tập|tập dữ liệu|cơ sở dữ liệu": " collection ",
    "hệ thống": " system ",
    "và": " , ",
    "các|những|nằm|ở|tại|có|là|được|của|cho|trong|lần lượt|mỗi|một": " ",
    "hai": " 2 ",
    "ba": " 3 ",
    "bốn": " 4 ",
    "năm": " 5 ",
}
_TURKISH = {
    "ilgisiz": _N,
    "ilgili|doğru": _H,
    r"belge(?:ler|si|nin|yi|leri)?|doküman(?:lar)?|sonuç(?:lar|tan)?|sonucun|belgeden|belgenin|cevap(?:lar)?|"
    r"yanıt(?:lar)?": _D,
    r"sıra(?:lar|lard?a|da|sı|ları|larda|sında|larında|dadır)?|pozisyon(?:lar|da|larda)?": _S,
    "ilk": _F,
    r"sorgu(?:lar|da|ya)?|kullanıcı(?:lar)?": _Q,
    r"getir(?:di|ir|iyor|ildi)|döndür(?:dü|ür)|bul(?:du|undu)": _G,
    r"bunların|bunlardan|içlerinden": _B,
    "toplam(?:da)?": _T,
    r"koleksiyon(?:da|unda)?": " collection ",
    "sistem": " system ",
    "ve": " , ",
    r"var(?:dır)?|tanesi|adet|için|olan": " ",
}
_POLISH = {
    r"nie(?:trafn|istotn|relewantn)\w+": _N,
    r"(?:trafn|istotn|relewantn|oczekiwan|poprawn|właściw)(?:y|e|a|ych|ymi|ego|ą)": _H,
    r"odpowied(?:ź|zi)|dokument(?:y|ów|ach|u)?|wynik(?:i|ów)?": _D,
    r"pozycj(?:a|e|i|ach|ę)|miejsc(?:e|a|u|ach)": _S,
    "pierwsz(?:y|e|a)": _F,
    r"zapyta(?:nie|nia|ń|niu)|użytkownik(?:ów|a)?": _Q,
    r"zwróci(?:ł|ła|ło|ły)|zwraca|zwrócon(?:e|ych|y)|znalezion(?:e|ych|y)|znalaz(?:ł|ła)|znaleźliśmy": _G,
    "wyszuka(?:ł|ła)": _G,
    "z czego|z nich|z których": _B,
    "łącznie|w sumie|ogółem|razem": _T,
    r"kolekcj(?:a|i|ę)": " collection ",
    "system|wyszukiwarka": " system ",
    "i|oraz": " , ",
    r"z(?:e)?(?= [0-9])": " of ",
    r"są|jest|znajduj(?:e|ą)|się|na|w|dla|to|ma": " ",
    "trzech|trzy": " 3 ",
    "dwóch|dwa|dwie": " 2 ",
}
_INDONESIAN = {
    "(?:tidak|tak) relevan": _N,
    "relevan|benar|tepat": _H,
    "dokumen|hasil|jawaban": _D,
    "dari": " of ",
    "peringkat|posisi|urutan": _S,
    "pertama": _F,
    "kueri|pengguna": _Q,
    "mengembalikan|menemukan|mengambil|menampilkan|ditemukan|diambil|dikembalikan": _G,
    "di ?antaranya": _B,
    "jumlah|seluruhnya|keseluruhan": _T,
    "koleksi": " collection ",
    "sistem": " system ",
    "dan": " , ",
    "ada|berada|muncul|terdapat|yang|di|pada|adalah|untuk|sebanyak|buah": " ",
}
_RUSSIAN = {
    r"не\s?релевантн\w+": _N, r"релевантн(?:ый|ая|ое|ые|ых|ы|ому|ого)|попадани(?:е|я|й)|(?:правильн|верн)(?:ый|"
                              r"ого|ые|ых|ая)": _H,
    r"документ(?:а|ы|ов|ах)?|ответ(?:а|ы|ов)?|результат(?:а|ы|ов)?": _D, r"позици(?:я|и|ях|ю|ей)|мест(?:о|а|е|ах)|"
                                                                         r"ранг(?:и|ах|е)?": _S,
    "перв(?:ый|ая|ое|ого)": _F, r"запрос(?:а|ы|ов|у)?|пользовател(?:ь|я|ей)": _Q, r"не найден(?:о|ы|а)?": _0,
    r"наш(?:ла|ёл|ел|ли)|найден(?:о|ы|а)?|верну(?:ла|л|ли)|возвращает|выда(?:ла|ёт|ет)|извлек(?:ла|ает)": _G,
    "из них|из которых|среди них": _B, "всего|итого": _T, r"коллекци(?:и|я|ю)": " collection ",
    r"систем(?:а|ы|ой)": " system ",
    "и": " , ", r"на|в|находятся|находится|стоят|стоит|есть|для|имеется": " ", "два|двух": " 2 ", "три|трёх"
    "|трех": " 3 ", "четыре|четырёх|четырех": " 4 ", "пят(?:ь|и)": " 5 ", "шест(?:ь|и)": " 6 ", "десят(?:ь|и)": " 10 ",
}  # fmt: skip
_ROMANIAN = {
    "(?:ne|i)relevante?": _N,
    "relevante?|corect(?:ă|e|a)?": _H,
    r"răspuns(?:ul|uri|urile)?|raspuns(?:ul)?|documente?(?:le|lor|ul)?|rezultat(?:e|ele|ul|elor)?": _D,
    r"poziți(?:a|e|ile|i)|poziti(?:a|e|ile|i)|locul|locurile|rangul|rangurile": _S,
    "primul|prima": _F,
    r"interogăr(?:i|ile|ii)|interogare(?:a)?|utilizator(?:i|ul|ului)?": _Q,
    r"(?:nu (?:este|e|a fost) )?(?:negăsit|găsit niciunul)": _0,
    r"returne(?:ază|ază)|returnat(?:e|ă)?|găsit(?:e|ă)?|recuperat(?:e|ă)?|regăsit(?:e|ă)?": _G,
    "dintre care|din care": _B,
    "în total|total(?:ul)?": _T,
    "colecți(?:e|a)": " collection ",
    "sistem(?:ul)?": " system ",
    "și|si": " , ",
    r"(?:primele|din|dintre)(?= [0-9])": " of ",
    r"pe|este|sunt|sînt|la|în|are|au|se|află|pentru|ale|al|cu": " ",
}
_LANGUAGES = (_VIETNAMESE, _TURKISH, _POLISH, _INDONESIAN, _RUSSIAN, _ROMANIAN)
_SIGN = r"[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]"


@cache
def _patterns() -> tuple[list[tuple[re.Pattern[str], str]], list[list[tuple[re.Pattern[str], str]]]]:
    """Patterns with their English: of the languages without blanks, and of each of the others."""
    han = [(re.compile(pattern), english) for pattern, english in _HAN.items()]
    blanks = [
        [(re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])"), english) for pattern, english in words.items()]
        for words in _LANGUAGES
    ]
    return han, blanks


@lru_cache(maxsize=64)
def translated(text: str) -> str:
    """A wording word by word as English; empty where nothing of it is of another language, or not all of it is known.

    >>> translated("相关文档排在第1、4位，共有4个相关文档")
    'relevant documents ranks 1, 4, total 4 relevant documents'
    >>> translated("Dokumen relevan di peringkat 1 dan 4"), translated("blue"), translated("相关的猫")
    ('documents relevant ranks 1, 4', '', '')
    """
    if len(text) > _LONGEST:
        return ""
    han, languages = _patterns()
    body, place, said = text.strip().replace("İ", "i"), 0, ""
    while place < len(body):
        if not re.match(_SIGN, body[place]):
            said, place = said + body[place], place + 1
            continue
        found = [(one.end(), english) for pattern, english in han if (one := pattern.match(body, place))]
        if not found:
            return ""
        place, english = max(found)
        said += english
    if said != body:
        return _known(_in_order(said.lower()))
    plain = re.sub(
        r"(?<=[0-9])'\w{1,3}\b|(?<=[0-9])\.(?=\s*(?:,|ve\b|sıra))|\bke-(?=[0-9])|(?<=[0-9])-(?:м|й|е|ом|я)\b",
        "",
        said.lower(),
    )
    return next((english for words in languages if (english := _in_words(plain, words))), "")


def _in_words(plain: str, words: list[tuple[re.Pattern[str], str]]) -> str:
    """A wording in one language with blanks as English; empty where a word of it is not known, or none says much."""
    notions = 0
    for pattern, english in words:
        plain, many = pattern.subn(english, plain)
        notions += many * (english in (_H, _D, _S, _G, _Q) or english.strip().isdigit())
    return _known(_in_order(plain)) if notions >= _FEWEST else ""


def _known(english: str) -> str:
    return "" if any(one.letter in "x!" for one in tokens_of(english)) else english


_LONGEST = 600  # signs
_FEWEST = 2


_SHARE = (
    r"(?:of |retrieved |total |documents |first |query |system )*(?P<all>[0-9]{1,4})(?: documents| retrieved| "
    r"first)*(?: ?[,;]| ; thereof)*"
    r"(?: documents)? (?P<hits>[0-9]{1,4})(?: documents| total)* relevant(?: documents)?\.?"
)
"""How many of how many are relevant, the larger number first."""


def _in_order(said: str) -> str:
    """English words in the order in which English has them: `rank 1, 4`, `first relevant document`."""
    body = " ".join(said.split())
    body = re.sub(r"\b([0-9]+)\s*;\s*thereof(?=\s+relevant\b)", r"; thereof \1", body)
    number = r"[0-9]{1,6}"
    some = rf"{number}(?:\s*,\s*(?:,\s*)?{number})*"
    body = re.sub(r"\brelevant ([0-9]+) documents", r"\1 relevant documents", body)
    body = re.sub(
        r"^retrieved ([0-9]+) relevant documents ;? ?(?:thereof )?([0-9]+)$",
        r"\2 of \1 relevant documents retrieved",
        body,
    )
    whole = re.fullmatch(_SHARE, body)
    if whole:
        return f"{whole['hits']} of {whole['all']} documents are relevant"
    if re.search(r"\brank [0-9]+ (?:relevant|documents)(?! relevant$)", body):
        return ""  # the n-th relevant document, or the document at rank n
    body = body.replace("thereof ,", "thereof").replace("thereof,", "thereof")
    if body.count("query") == 1:
        body = re.sub(r"\bquery,? (?=[0-9]+ (?:relevant|documents))", "", body)
    body = re.sub(rf"\b(?:rank\s+)+(?={number})", "rank ", body)
    body = re.sub(rf"(?<!rank )(?<!query )(?<![0-9] )(?<![0-9], )\b({some})\s+rank\b", r"rank \1", body)
    body = re.sub(rf"\brank\s+({some})\s+rank\b(?!\s*[0-9])", r"rank \1", body)
    for _ in range(6):
        body = re.sub(rf"\branks?\s+({some})\s*,\s*(?:,\s*)?rank\s+({some})", r"rank \1, \2", body)
    body = re.sub(rf"\brank\s*:?\s+(?={some})", "ranks ", body)
    body = re.sub(rf"(\branks {some}) (?=total|relevant|documents)", r"\1; ", body)
    body = re.sub(r"\b((?:relevant|documents)(?:\s+(?:relevant|documents))*)\s+first\b", r"first \1", body)
    return re.sub(r"\s+([,;:.)])", r"\1", re.sub(r"(?:,\s*)+(?=[,;])|(?:;\s*)+(?=;)", "", body)).strip(" ,;.")
