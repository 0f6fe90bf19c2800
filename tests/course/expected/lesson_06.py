"""Expected correct options and numbers of lesson 06.

The disputes are public: trec_eval 22, pytrec_eval 56 and mteb 5092 (ties), pytrec_eval 30 and trectools 24 (queries),
spark 24458 and trectools 36 (AP's divisor), scikit-learn 18817 and 32049 (gain).
"""

from __future__ import annotations

from fractions import Fraction

from irlearn import AP, Ranking
from irlearn.byhand.terms import exact_value
from irlearn.conventions import IR_MEASURES, RANX, SCIKIT_LEARN, TREC_EVAL, Convention, case, differences, score
from irlearn.text.numbers import decimal

TIED = case("ties")
CUTOFF, RELEVANT = 3, 8  # of Ana's and Ben's list
TUTORIAL = {"q1": {"d1": 3, "d2": 2, "d3": 1, "d4": 2, "d5": 3}}
TUTORIAL_RUN = {"q1": {"d1": 0.9, "d2": 0.8, "d3": 0.7, "d4": 0.6, "d5": 0.5}}
CLUE = 0.1667
CLUE_QRELS = {"1": {"b": 1, "d": 1, "e": 1}, "2": {"f": 1}}
CLUE_RUN = {"1": {"a": 2.0, "b": 2.0, "c": 1.0, "d": 1.0}}
ROWS = {row.name: row for row in case("missing-query").rows}
SUSPECTS = {
    "trec_eval without options": TREC_EVAL,
    "trec_eval with -c": ROWS["trec_eval -c"],
    "ranx with make_comparable=True": ROWS["ranx, make_comparable"],
    "scikit-learn, on the retrieved documents": SCIKIT_LEARN,
}


def parting() -> str:
    """Return the convention that explains the difference between the two papers."""
    (found,) = differences(TIED.measure, TIED.qrels, TIED.run, RANX, base=TREC_EVAL)
    return {
        "ap_divisor": "the divisor of AP",
        "ties": "the order of documents with equal scores",
        "log_base": "the base of the logarithm",
        "missing": "the queries that are averaged",
    }[found.option]


def ceilings() -> tuple[Fraction, Fraction]:
    """Return the highest AP@3 with the divisor R, and with the smaller of R and k."""
    over_all = exact_value(AP @ CUTOFF, Ranking.parse("1 1 1", relevant=RELEVANT)) or Fraction(0)
    return over_all, over_all * RELEVANT / min(RELEVANT, CUTOFF)


def highest() -> str:
    over_all, smaller = ceilings()
    if over_all == smaller:
        return f"{smaller} by both"
    return f"{smaller} by Ben's rule, {over_all} by Ana's"


def numbers_of_the_tutorial() -> str:
    """Return how many different numbers the four tools give for the tutorial's list by default."""
    tools = (TREC_EVAL, IR_MEASURES, RANX, SCIKIT_LEARN)
    found = {decimal(score("nDCG@5", TUTORIAL, TUTORIAL_RUN, tool).value) for tool in tools}
    return {1: "one", 2: "two", 4: "four"}[len(found)]


def unchanged_by_a_swap() -> str:
    """Return whether P@5 or set_P of the short list changes when its two documents are swapped."""
    short = case("short-list")
    swapped = {query: dict(zip(run, reversed(run.values()), strict=True)) for query, run in short.run.items()}
    before, after = (
        [score(short.measure, short.qrels, run, row).value for row in short.rows] for run in (short.run, swapped)
    )
    return {True: "all rows treat the list as a set"}[before == after]


def perfect() -> str:
    """Return the change of irlearn's gMAP without query 2, where gMAP of trec_eval becomes 1."""
    gmap = case("gmap")
    rows = {row.name: row for row in gmap.rows}
    whole, dropped = (
        {name: score(gmap.measure, gmap.qrels, run, rows[name]).value for name in ("irlearn", "trec_eval")}
        for run in (gmap.run, {"1": gmap.run["1"]})
    )
    assert dropped["trec_eval"] == 1
    return "nothing" if dropped["irlearn"] == whole["irlearn"] else "as much as by trec_eval's"


def left_out() -> str:
    """Return which runs gain by leaving out a query without relevant documents."""
    empty = case("empty-query")
    zero, out = (next(row for row in empty.rows if row.name == name) for name in ("irlearn", "left out of the mean"))
    runs = [empty.run, {**empty.run, "1": dict(zip(empty.run["1"], (1.0, 2.0), strict=True))}]
    factors = {
        score(empty.measure, empty.qrels, run, out).value / score(empty.measure, empty.qrels, run, zero).value
        for run in runs
    }
    return {1: "all of them, in the same proportion"}[len(factors)]


def of(key: str, row: str) -> float:
    """Return the value in a row of a case in the widget's first state."""
    one = case(key)
    return score(one.measure, one.qrels, one.run, next(tool for tool in one.rows if tool.name == row)).value


def best_of_missed() -> set[float]:
    """Return the values of all tools except scikit-learn with both retrieved relevant documents at the top."""
    missed = case("missed")
    rows = [row for row in missed.rows if not row.name.startswith("scikit-learn")]
    return {score(missed.measure, missed.qrels, {"1": {"a": 3.0, "c": 2.0, "b": 1.0}}, row).value for row in rows}


def ap_of_tied(tool: Convention) -> float:
    """Return AP of the run of the two papers."""
    return score(TIED.measure, TIED.qrels, TIED.run, tool).value


def mean_of(tool: Convention) -> float:
    """Return MAP of the detective's run by a tool."""
    return score("MAP", CLUE_QRELS, CLUE_RUN, tool).value


def suspect() -> set[str]:
    """Return the tools that give the number in the clue."""
    return {text for text, tool in SUSPECTS.items() if round(mean_of(tool), 4) == CLUE}


def ranks(tool: Convention) -> dict[str, int]:
    """Return a tool's ranks of the documents of query 1; a tool that averages gives tied documents their last rank."""
    run = CLUE_RUN["1"]
    if tool.ties == "averaged":
        return {document: sum(other >= own for other in run.values()) for document, own in run.items()}
    by_id = tool.ties == "doc_id descending"
    order = sorted(run, key=lambda document: (run[document], document), reverse=True) if by_id else run
    return {document: rank for rank, document in enumerate(order, start=1)}


def by_hand(tool: Convention) -> list[Fraction]:
    """Return the steps of AP of query 1 by a tool: precision at the relevant documents, the divisor, and AP twice."""
    found = [rank for document, rank in ranks(tool).items() if document in CLUE_QRELS["1"]]
    terms = [Fraction(sum(other <= rank for other in found), rank) for rank in found]
    divisor = Fraction(len(terms) if tool.missed == "left out" else len(CLUE_QRELS["1"]))
    ap = sum(terms, Fraction(0)) / divisor
    return [*terms, divisor, ap, ap]


def mean_by_hand(tool: Convention) -> list[Fraction]:
    """Return AP of query 1, 0 for query 2 if the query counts, the number of queries, and MAP twice."""
    ap, queries = by_hand(tool)[-1], 2 if tool.missing == "counts as 0" else 1
    return [ap, *[Fraction(0)] * (queries - 1), Fraction(queries), ap / queries, ap / queries]


TREC, COMPLETE, COMPARABLE, SCIKIT = SUSPECTS.values()
RIGHT = {
    "two-papers": parting,
    "highest-value": highest,
    "four-choices/short": unchanged_by_a_swap,
    "four-choices/epsilon": perfect,
    "four-choices/empty": left_out,
    "tutorial-ndcg": numbers_of_the_tutorial,
    "detective": suspect,
}
TOLD = [
    ("AP = (1/2) / 1 = 1/2 = 0.5. Paper", lambda: [Fraction(1, 2), 1, ap_of_tied(TREC_EVAL), ap_of_tied(TREC_EVAL)]),
    ("AP = (1/1) / 1 = 1. Everything", lambda: [Fraction(1, 1), 1, ap_of_tied(RANX)]),
    ("Each of the four other tools gives 0.5.", best_of_missed),
    ("At the start irlearn gave 0.5,", lambda: [of("missing-query", "irlearn")]),
    ("trec_eval gave 1,", lambda: [of("missing-query", "trec_eval")]),
    ("(1 + 1 + 1) / 8 = 3/8, and", lambda: [1, 1, 1, RELEVANT, ceilings()[0]]),
    ("(1 + 1 + 1) / 3 = 1. Ben's", lambda: [1, 1, 1, CUTOFF, ceilings()[1]]),
    ("1 by Ben's rule, 3/8 by Ana's", lambda: [*reversed(ceilings())]),
    ("3/8 by both", lambda: ceilings()[:1]),
    (
        "raises this mean from 0.5 to 1,",
        lambda: [of("empty-query", "irlearn"), of("empty-query", "left out of the mean")],
    ),
    ("It gives 0.5556.", lambda: [mean_of(TREC)]),
    ("It gives 0.2778.", lambda: [mean_of(COMPLETE)]),
    ("It gives 0.1667.", lambda: [mean_of(COMPARABLE)]),
    ("It gives 0.5000.", lambda: [mean_of(SCIKIT)]),
    ("order b ✓, a, d ✓, c, so AP = (1/1 + 2/3) / 3 = 5/9 = 0.5556", lambda: by_hand(TREC)),
    ("order a, b ✓, c, d ✓, so AP = (1/2 + 2/4) / 3 = 1/3 = 0.3333", lambda: by_hand(COMPARABLE)),
    ("order (a = b ✓), (c = d ✓), so AP = (1/2 + 2/4) / 2 = 1/2 = 0.5", lambda: by_hand(SCIKIT)),
    ("MAP = (5/9) / 1 = 5/9 = 0.5556.", lambda: mean_by_hand(TREC)),
    ("MAP = (5/9 + 0) / 2 = 5/18 = 0.2778.", lambda: mean_by_hand(COMPLETE)),
    ("MAP = (1/3 + 0) / 2 = 1/6 = 0.1667.", lambda: mean_by_hand(COMPARABLE)),
    ("MAP = (1/2) / 1 = 1/2 = 0.5.", lambda: mean_by_hand(SCIKIT)),
]
GIVEN: list[tuple[str, str]] = []
