"""Forms of ranks, counts and shares in English words."""

from __future__ import annotations

from fractions import Fraction

from irlearn.parsing.clauses import TOTALS, read_clause, read_remarks, read_separators
from irlearn.parsing.form import form
from irlearn.parsing.parsed_ranking import ParsedRanking, of_counts, of_ranks, of_shares, share_of
from irlearn.parsing.tokens import MOST_RELEVANT_DIGITS, Scanner
from irlearn.parsing.vocabulary import NOISE, words_of

_LEADS = words_of("relevant hit hits at in rank ranks position positions")
_PLACES = words_of("at in rank ranks position positions")
_COUNTED = words_of("relevant rel documents docs items")
_AMONG = NOISE | words_of("of in first top list results result retrieved returned")


@form("relevant at 1, 3 of 5; 4 relevant in all", asked="ranks sets queries")
def ranks_of_relevant_documents(scan: Scanner) -> ParsedRanking:
    """Read the ranks of the relevant documents, the length of the list, and how many are relevant in all.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("relevant documents are at ranks 1, 3 and 4 of 5, 6 relevant in all")
    ParsedRanking(grades=(1, 0, 1, 1, 0), relevant=6, plain=True)
    """
    scan.skip(NOISE)
    leads: set[str] = set()
    while word := scan.word(_LEADS - leads):
        leads.add(word)
        scan.skip(NOISE)
    scan.expect(leads & _PLACES)
    scan.sign((":", "="))
    ranks = _read_ranks(scan, relevant_before="relevant" in leads)
    scan.skip(NOISE)
    if "relevant" not in leads:
        scan.word(("relevant",))
    length = _read_length(scan)
    remarks = read_remarks(scan)
    return of_ranks(ranks, length, remarks.total, scan.text, remarks.cutoff)


def _read_length(scan: Scanner) -> int | None:
    """Read the length after the ranks, as in `of 10` or `in the top 10`."""
    if not scan.word(("of", "out", "in", "among")):
        return None
    scan.skip(_AMONG)
    length = scan.whole()
    scan.expect(length)
    scan.skip(_AMONG)
    return length


def _read_ranks(scan: Scanner, *, relevant_before: bool) -> list[int]:
    """Read ranks separated by blanks, commas or "and"; stop before a number that is a count."""
    bracket = scan.sign("[")
    ranks: list[int] = []
    place = scan.place
    counted = _COUNTED | {"are"} if relevant_before else _COUNTED
    while (rank := scan.whole()) is not None and not (ranks and scan.token.low in counted):
        ranks.append(rank)
        place = scan.place
        scan.sign((",",))
        scan.word(("and", "&"))
    scan.place = place
    scan.expect(ranks and (not bracket or scan.sign("]")))
    return ranks


_COUNTS = {  # Shapes of clauses, and the quantity that each number counts.
    **dict.fromkeys(TOTALS, "total"),
    "# retrieved": "length", "retrieved #": "length", "# relevant": "relevant", "relevant #": "relevant",
    "# of them": "hits", "# of them relevant": "hits", "# them relevant": "hits", "of them # relevant": "hits",
    "# relevant retrieved": "hits", "retrieved # relevant": "hits", "# retrieved relevant": "hits",
    "# retrieved # relevant": "length hits", "# of # retrieved relevant": "hits length",
    "# of # relevant retrieved": "hits total", "# missed": "missed", "missed #": "missed",
    "# relevant missed": "missed", "# not relevant": "others",
}  # fmt: skip


@form("5 retrieved, 3 of them relevant; 4 relevant in all", asked="sets")
def counts(scan: Scanner) -> ParsedRanking:
    """Read how many documents were retrieved, how many of them are relevant, and how many are relevant in all.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("20 docs retrieved 12 relevant").grades.count(1)
    12
    """
    counted: dict[str, int] = {}
    while not scan.at_end():
        start = scan.token
        shape, numbers = read_clause(scan)
        roles = _COUNTS.get(shape, "").split()
        if not roles:
            scan.fail(token=start)
        for role, number in zip(roles, numbers, strict=True):
            if role == "relevant":
                role = "hits" if "length" in counted and "hits" not in counted else "total"
            if counted.setdefault(role, number) != number:
                scan.fail("which contradicts a number before it", start)
        scan.expect(read_separators(scan) or scan.at_end())
    return _of_counts(counted, scan)


def _of_counts(counted: dict[str, int], scan: Scanner) -> ParsedRanking:
    """Return the ranking that counts describe. Fail if there are too few counts, or if counts contradict each other."""
    for whole, part, rest in (("length", "hits", "others"), ("total", "hits", "missed")):
        if part in counted and rest in counted:
            both = counted[part] + counted[rest]
            scan.expect(counted.setdefault(whole, both) == both, "which contradicts the other numbers")
        elif whole in counted and rest in counted:
            counted[part] = counted[whole] - counted[rest]
    hits, length, total = counted.get("hits", -1), counted.get("length"), counted.get("total")
    if hits < 0 or (length is None and total is None):
        scan.fail("which says too little: how many were retrieved, and how many are relevant")
    return of_counts(hits, length, total, counted.get("unfound", 0), scan.text)


_CELLS = {"tp": "hits", "fp": "others", "fn": "missed", "tn": "unfound"}


@form("TP 3, FP 2, FN 1", asked="sets")
def true_and_false_positives(scan: Scanner) -> ParsedRanking:
    """Read the numbers of true and false positives and negatives.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("TP = 2, FP = 1, FN = 1").relevant
    3
    """
    counted: dict[str, int] = {}
    while not scan.at_end():
        start = scan.token
        before = scan.word(_CELLS)
        scan.sign((":", "="))
        number = scan.whole()
        cell = _CELLS.get(before or scan.word(_CELLS), "")
        if not cell or number is None or cell in counted:
            scan.fail(token=start)
        counted[cell] = number
        read_separators(scan)
    return _of_counts(counted, scan)


_PRINTED = {"num_ret": "length", "num_rel": "total", "num_rel_ret": "hits", "retrieved": "length", "relevant": "total",
            "rel_ret": "hits"}  # fmt: skip


@form("num_ret all 5\nnum_rel all 9\nnum_rel_ret all 3", asked="sets")
def counts_of_trec_eval(scan: Scanner) -> ParsedRanking:
    r"""Read the counts that trec_eval prints; other lines of its output are passed over.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("num_ret all 3\nnum_rel all 4\nnum_rel_ret all 2").relevant
    4
    """
    counted: dict[str, int] = {}
    for line in scan.text.splitlines():
        name, *words = line.lower().replace("=", " ").replace(":", " ").split() or [""]
        role = _PRINTED.get(name, "")
        scan.expect(len(words) == 2 or (role and len(words) == 1))  # A value, and before it "all" or a topic.
        if role:
            scan.expect(role not in counted and words[-1].isdecimal() and len(words[-1]) <= MOST_RELEVANT_DIGITS)
            counted[role] = int(words[-1])
        scan.expect(name != "num_q" or words[-1] == "1")
    scan.expect(counted)
    if len(counted) < len(("length", "total", "hits")):
        scan.fail("which lacks num_ret, num_rel or num_rel_ret", scan.tokens[-1])
    scan.finish()
    return _of_counts(counted, scan)


@form("P = 0.6, R = 0.5", asked="sets")
def precision_and_recall(scan: Scanner) -> ParsedRanking:
    """Read precision and recall, of which F is worked out: shares, fractions or percentages, at a cutoff or not.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("P@5 = 3/5, R@5 = 0.75").grades
    (1, 1, 1, 0, 0)
    """
    stated: dict[str, tuple[Fraction, Fraction]] = {}
    cutoffs: set[int] = set()
    while len(stated) < len("PR"):
        name, _, cutoff = scan.next().low.partition("@")
        scan.expect(name in ("p", "r", "precision", "recall") and name[0] not in stated)
        if cutoff:
            scan.expect(cutoff.isdecimal() and len(cutoff) < 7 and int(cutoff))
            cutoffs.add(int(cutoff))
        scan.skip(("is", "of"))
        scan.sign((":", "="))
        share = share_of(scan.token.text)
        if share is None:
            scan.fail("which is no share")
        stated[name[0]] = share
        scan.next(), read_separators(scan)
    remarks = read_remarks(scan)
    cutoffs |= {remarks.cutoff} if remarks.cutoff else set()
    scan.expect(len(cutoffs) < 2 and remarks.total is None)
    return of_shares([*stated["p"], *stated["r"]], next(iter(cutoffs), None), scan.text)
