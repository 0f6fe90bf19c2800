"""The sentence that refuses each kind of bad input."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from irlearn import (
    AP,
    ERR,
    ESL,
    MAP,
    RR,
    F,
    InputError,
    IPrec,
    P,
    Ranking,
    Rprec,
    byhand,
    check,
    conventions,
    course,
    explain,
    gMAP,
    nDCG,
    parse_measure,
    read_qrels,
    read_run,
    read_scores,
    solve,
    statistics,
)
from irlearn.byhand.paired_tests import Binomial, PairedT, RankSum, SignedRank, SignTest
from irlearn.byhand.parse_question import parse_input, parse_quantity
from irlearn.studies import leaderboard

Attempts = Iterator[tuple[str, Callable[[], object]]]

MEASURES = (
    "NDCG@10", "ndcg_cut_10", "map", "MAPP", "recip_rank", "precision", "P@", "P@0", "P@-1", "P@1.5", "P@x", "P5",
    "P_5",
    "P@5@6", "AP(rel=0)", "AP(rel=1.5)", "AP(rel=True)", "AP(rel=)", "AP(rel)", "AP(rel=1,rel=2)", "AP(depth=3)", "AP(",
    "F(beta=0)", "F(beta='x')", "F(beta=1e9)", "RBP(p=0)", "RBP(p=1)", "RBP(p=x)", "ERR(max_grade=0)",
    "ERR(max_grade=99)",
    "nDCG(dcg='ln')", "nDCG(dcg=2)", "Rprec@5", "Bpref@3", "IPrec@2", "IPrec@-0.1", "IPrec@x", "IPrec@1/0",
    "ESL(wanted=0)",
    "gMAP(epsilon=0)", "gMAP(epsilon=2)", "MAP(epsilon=0.1)", "gMAP(epsilon=None)", "foo", "", " ", "p", "r",
    "hit_rate@3",
    "sucess@3", "nDGC@5", "P@99999999999999999999", "AP(__import__('os'))", "judged@5", "set_F", "gm_map", "MRR@0",
    "RBP(p=0,8)",
)  # fmt: skip


def measures() -> Attempts:
    yield from ((repr(text), partial(parse_measure, text)) for text in MEASURES)
    yield "5", lambda: parse_measure(5)  # type: ignore[arg-type]
    yield "P @ 0", lambda: P @ 0
    yield "P @ True", lambda: P @ True
    yield "P @ '5'", lambda: P @ "5"  # type: ignore[operator]
    yield "Rprec @ 5", lambda: Rprec @ 5
    yield "AP(depth=1)", lambda: AP(depth=1)
    yield "RR(rel=0)", lambda: RR(rel=0)
    yield "F(beta=True)", lambda: F(beta=True)
    yield "IPrec(recall=2)", lambda: IPrec(recall=2)
    yield "gMAP @ 0", lambda: gMAP @ 0


TESTS = (
    "signn", "sign-test", "p(sgn)", "W", "U", "t", "t(sign)", "W(paired-t)", "p(signed rank)", "mann-whitney", "binom",
    "wilcoxon", "p()", "q(sign)", "rank sum", "permutation", "paired t test", "wins", "wins(sign)", "p(wilcoxon)",
)  # fmt: skip
RANKINGS = (
    "", " ", "1 x 0", "1 0 1 |", "10 11", "1 0 -1 -2", "RNX", "(1 0", "1 0)", "()", "((1) 0)", "1 100 0", "01", "1.5 0",
    "relevant at 1, 3", "relevant at 1, 3 of 2", "relevant at 0 of 3", "relevant at 1, 1 of 3",
    "relevant at 1 of 999999",
    "relevant at 1, 3, 4 of 10; 2 relevant in all", "the relevant documents are first", "1 0 1; relevant 2",
    "R N U u r n",
    "[1, 0, 1]", "1,0,1", "1;0;1", "one two", "3 2 99999999999", "⁵", "1 0 1 relevant=3", "✓ ✗",
)  # fmt: skip


def rankings() -> Attempts:
    yield from ((repr(text), partial(Ranking.parse, text)) for text in RANKINGS)
    for relevant in (1, -1, 1.5, True, 10**9, "2"):
        yield f"'1 0 1', relevant={relevant!r}", partial(Ranking.parse, "1 0 1", relevant=relevant)  # type: ignore[arg-type]
    for missed in ("x", "1 (0", "-1", "3 3 3", "10"):
        yield f"'1 0 1', missed={missed!r}", partial(Ranking.parse, "1 0 1", missed=missed)
    yield "relevant twice", lambda: Ranking.parse("relevant at 1 of 3; 2 relevant in all", relevant=3)
    yield "a list", lambda: Ranking.parse([1, 0])  # type: ignore[arg-type]
    yield "[1, 0.5]", lambda: Ranking([1, 0.5])  # type: ignore[list-item]
    yield "[1, -2]", lambda: Ranking([1, -2])
    yield "judged holds -1", lambda: Ranking([1], judged=[1, -1])
    yield "judged too few", lambda: Ranking([1, 1], judged=[1, 0])
    yield "documents too few", lambda: Ranking([1, 1], documents=["a"])
    yield "ties too many", lambda: Ranking([1, 1], ties=[3])
    yield "ties of 0", lambda: Ranking([1, 1], ties=[2, 0])


def questions() -> Attempts:
    ten, tied = Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8), Ranking.parse("(1 0) 1")
    yield "explain 'AP'", lambda: explain("AP", ten)  # type: ignore[call-overload]
    yield "explain a list", lambda: explain(AP, [1, 0])  # type: ignore[call-overload]
    yield "MAP of one ranking", lambda: explain(MAP, ten)  # type: ignore[arg-type]
    yield "MAP of a list of one", lambda: explain(MAP, [ten])
    yield "MAP of one value", lambda: explain(MAP, [0.5])
    yield "MAP of both", lambda: explain(MAP, [ten, 0.5])  # type: ignore[list-item]
    yield "MAP of 'a'", lambda: explain(MAP, "a")
    for value in ("x", "1.5", "-1", float("nan"), float("inf"), None, True, "1/0", "0,5", "1 2"):
        yield f"MAP of {value!r}", partial(explain, MAP, [0.5, value])  # type: ignore[list-item]
    yield "MRR of a query that is not defined", lambda: explain(MAP, [Ranking([]), ten])
    yield "exponential gain of 60", lambda: explain(nDCG(dcg="exp-log2"), Ranking.parse("60 2"))
    yield "ERR of grade 5", lambda: explain(ERR, Ranking.parse("5 2"))
    yield "ESL of few", lambda: explain(ESL(wanted=3), tied).equation
    yield "check ESL of few", lambda: check(ESL(wanted=3), tied, "1")
    yield "check 'AP'", lambda: check("AP", ten, "1")  # type: ignore[arg-type]
    yield "check a list", lambda: check(AP, [1, 0], "1")  # type: ignore[list-item]
    for typed in ("", "about half", "1/0", "101%", "nan", "1" * 400, None, True, float("nan")):
        yield f"check AP {str(typed)[:12]!r}", partial(check, AP, ten, typed)  # type: ignore[arg-type]
    yield "solve nothing", lambda: solve([], ten)
    yield "solve ''", lambda: solve("", ten)
    yield "solve 'AP,,P'", lambda: solve("AP,,P", ten)
    yield "solve MAP", lambda: solve("MAP", ten)
    yield "solve a list", lambda: solve(AP, [1])  # type: ignore[arg-type]
    for test in (SignTest(), SignedRank(), RankSum(), PairedT()):
        for scores in (
            ([0.5], [0.4]),
            ([0.5, 0.4], [0.5]),
            ([0.5, "x"], [0.4, 0.1]),
            ([1, 1], [1, 1]),
            "1 2",
            [1],
            ([1] * 31,) * 2,
        ):
            yield f"{test} {str(scores)[:30]}", partial(explain, test, scores)  # type: ignore[arg-type]
    yield "t of equal differences", lambda: explain(PairedT(), ([0.5, 0.7], [0.4, 0.6]))
    for counts in ((6, 5), (-1, 5), (1.5, 5), (1, 0), (1, 500), "4 of 5", (1,)):
        yield f"binomial {counts}", partial(explain, Binomial(), counts)  # type: ignore[arg-type]
    yield "a statistic that is none", lambda: PairedT("W")


INPUTS = (
    ("AP", "1 0 | 0 1"), ("AP", "values 1 0.5"), ("MAP", "1 0 1"), ("MAP", "values 1"), ("MAP", "values 1 x"),
    ("MAP", "values 1,0.5,0.1"), ("MAP", "values 0,5; 0,25"), ("MAP", "values 1,5"), ("MAP", "1 0 | x"), ("sign",
    "1 2 3"),
    ("sign", "0.1 0.2 | 0.1"), ("sign", "0.1 0.2 | 0.1 0.4 | 0.3"), ("sign", "A: 0.1, 0.2 B: 0.3, 0.4"), ("binomial",
    "4 5 6"),
    ("binomial", "4 of 5"), ("binomial", "5/4"), ("sign", "1,2 | 3,4"), ("sign", ""), ("MAP", ""), ("AP", ""),
)  # fmt: skip


def typed_inputs() -> Attempts:
    yield from ((repr(text), partial(parse_quantity, text)) for text in TESTS)
    for quantity, text in INPUTS:
        yield f"{quantity} {text!r}", lambda quantity=quantity, text=text: parse_input(parse_quantity(quantity), text)
    for quantity, text, relevant, missed in (
        ("MAP", "1 0 | 0 1", 3, ""),
        ("MAP", "1 0 | 0 1", [1, 2, 3], ""),
        ("MAP", "1 0 | 0 1", [2, 0], ""),
        ("MAP", "values 1 0", 3, ""),
        ("AP", "1 0", [1, 2], ""),
        ("sign", "0.1 | 0.2", 2, ""),
        ("MAP", "1 0 | 0 1", None, "1"),
        ("AP", "1 1", 1, ""),
    ):
        yield (
            f"{quantity} {text!r} {relevant} {missed!r}",
            partial(parse_input, parse_quantity(quantity), text, relevant=relevant, missed=missed),
        )


PAIRED_SCORES: tuple[tuple[object, object], ...] = (
    ([], []), ([1], [1]), ([1, 2], [1]), ([1, float("nan")], [1, 2]), ("ab", [1, 2]), ([1, "x"], [1, 2]),
    ([[1, 2]], [[1, 2]]),
    ([1, 1], [1, 1]), ([1, 2], [0, 1]), (None, [1]), ([1, float("inf")], [1, 2]), (5, 6),
)  # fmt: skip


def tests_and_intervals() -> Attempts:
    for test in (
        statistics.sign_test,
        statistics.wilcoxon_signed_rank,
        statistics.wilcoxon_rank_sum,
        statistics.paired_t,
        statistics.unpaired_t,
        statistics.permutation_test,
        statistics.cohens_d,
        statistics.cliffs_delta,
        statistics.t_interval,
    ):
        for a, b in PAIRED_SCORES:
            yield f"{test.__name__} {a} {b}", partial(test, a, b)  # type: ignore[arg-type]
    a, b = [0.5, 0.7, 0.9], [0.4, 0.9, 0.3]
    yield "alternative", lambda: statistics.sign_test(a, b, alternative="both")  # type: ignore[arg-type]
    yield "zeros", lambda: statistics.wilcoxon_signed_rank(a, b, zeros="drop")  # type: ignore[arg-type]
    yield "method", lambda: statistics.wilcoxon_signed_rank(a, b, method="fast")  # type: ignore[arg-type]
    yield "level", lambda: statistics.paired_t(a, b, level=95)
    yield "permutations", lambda: statistics.permutation_test(a, b, permutations=0)
    yield "rng", lambda: statistics.bootstrap_interval(a, b)
    yield "resamples", lambda: statistics.bootstrap_interval(a, b, resamples=0, rng=1)
    for numbers in ((6, 5), (1, 0), (1.5, 5), (1, 5, 2), (1, 5, "x"), (1, 5, 0)):
        yield f"binomial_test{numbers}", partial(statistics.binomial_test, *numbers)  # type: ignore[arg-type]
    for pvalues in ([], [1.5], [-0.1], ["x"], [float("nan")]):
        yield f"bonferroni {pvalues}", partial(statistics.bonferroni, pvalues)
    yield "bonferroni of fewer tests", lambda: statistics.bonferroni([0.1, 0.2], tests=1)
    yield "holm names", lambda: statistics.holm([0.1, 0.2], names=["R1"])
    yield "tau of two lengths", lambda: statistics.kendall_tau([1, 2], [1])
    yield "tau-c", lambda: statistics.kendall_tau([1, 2], [2, 1], variant="c")  # type: ignore[arg-type]
    yield "rbo twice", lambda: statistics.rank_biased_overlap("aa", "ab")
    yield "rbo p", lambda: statistics.rank_biased_overlap("ab", "ab", p=1)
    yield "topics", lambda: statistics.topics_needed(0)
    yield "topics power", lambda: statistics.topics_needed(0.1, power=0.01)
    yield "rates", lambda: statistics.error_rates(a, b, topics=1, rng=1)
    yield "outcomes", lambda: leaderboard.outcomes([1, 2], [1])
    yield "outcomes cutoff", lambda: leaderboard.outcomes([1, 2], [1, 0], 0)
    yield "outcomes ranks", lambda: leaderboard.outcomes([1, -2], [1, 0])
    yield "table", lambda: leaderboard.table({"R1": [1]}, "R2")
    yield "criterion", lambda: leaderboard.Criterion("mine", ranking="worse")
    yield "shuffle", lambda: leaderboard.align([1, 2], [2, 1], share=2)


def exercises_and_conventions() -> Attempts:
    yield "topic", lambda: byhand.exercise("app")
    yield "level", lambda: byhand.exercise("ap", level=4)
    yield "seed", lambda: byhand.exercise("ap", -1)
    yield "id", lambda: byhand.exercise_by_id("ap:7")
    yield "id of no topic", lambda: byhand.exercise_by_id("xx:1:7")
    yield "one option", lambda: course.Quiz("q", "?", (course.Option("a", True),))
    yield "two alike", lambda: course.Quiz("q", "?", (course.Option("a", True), course.Option("a", False)))
    yield "separator", lambda: course.Quiz("q", "?", (course.Option("a|b", True), course.Option("a", False)))
    quiz = course.Quiz("q", "?", (course.Option("a", True), course.Option("b", False)))
    yield "no option", lambda: quiz.accepts("c")
    for lesson, parts in (("3", ["a"]), ("03", []), ("03", ["a", "a"]), ("03", "ab"), ("0I", ["a"])):
        yield f"progress {lesson} {parts}", partial(course.Progress, lesson, parts, folder=None)
    progress = course.Progress("03", ["predict", "turn-1"], folder=None)
    yield "part", lambda: progress.record("turn1", "done")
    yield "state", lambda: progress.record("turn-1", "finished")
    yield "detail", lambda: progress.record("turn-1", "done", seed={1})
    for code in ("", "x", "IR03-0000-0", "IR04-KZ8C-J", "IR03-KZ8C-K", progress.code):
        yield f"resume {code!r}", partial(progress.resume, code)
    yield "convention", lambda: conventions.Convention(name="mine", ties="alphabetical")
    yield "convention epsilon", lambda: conventions.Convention(name="mine", epsilon=2)
    yield "convention base", lambda: conventions.Convention(name="mine", log_base=1)
    yield "convention option", lambda: conventions.IRLEARN.rule("tie")
    yield "case", lambda: conventions.case("tie")


RUNS: tuple[object, ...] = (
    "1 Q0 a 1 2.5 t\n1 Q0 b 2 2.5\n", "1 Q0 a 1 2.5 t\n1 Q0 b c 2 2.5 t\n", "1 2 3 4 5\n", "1 Q0 a 1 abc t\n",
    "1 Q0 a 1 2,5 t\n",
    "1 Q0 a 1 NaN t\n", "1 Q0 a 1 1e999 t\n", "1 Q0 a 1 2.5 t\n1 Q0 b 2 2 t\n1 Q0 a 3 1 t\n", "", "\n \n", "{}", "[]",
    "{\"1\": 2}",
    "{\"1\": {\"a\": \"x\"}}", "{\"1\": {\"a\": 1}", "query,doc,score\n1,a\n", "query_id,doc_id,score\n1,a,x\n",
    "a,b,c\n1,2,3\n",
    "query_id,doc_id,score\n", b"\x00\x04binary", b"\xff\xfe1 Q0", "1\ta\t1\n1\tb\t2\n", "1\ta\t1\n1\tb\t1\n",
    b"\x1f\x8b\x08broken",
)  # fmt: skip
QRELS: tuple[object, ...] = (
    "1 0 a 1\n1 0 b\n", "1 0 a x\n", "1 0 a 1.5\n", "1 0 a 1\n1 0 a 2\n", "", "1 0 a 99999999999\n", "1 a 1\n",
    "{\"1\": {\"a\": 0.5}}",
    "query_id,doc_id,relevance\n1,a,\n", "1 0 a 1\n1 0 a 1\n", b"\x00",
)  # fmt: skip


def files() -> Attempts:
    readers: tuple[tuple[str, Callable[[Path], object], tuple[object, ...]], ...] = (
        ("a.run", read_run, RUNS),
        ("qrels.txt", read_qrels, QRELS),
    )
    for name, read, contents in readers:
        for content in contents:
            path = Path(name)
            path.write_bytes(content if isinstance(content, bytes) else str(content).encode())
            yield f"{name} {content!r}", partial(read, path)
    yield "no file", lambda: read_run(Path("nowhere.run"))
    yield "a folder", lambda: read_run(Path())
    yield "a number", lambda: read_run(5)
    yield "a dict of numbers", lambda: read_run({"1": 5})
    yield "a dict of words", lambda: read_qrels({"1": {"a": "x"}})
    for content in (
        "",
        "A,B\n",
        "A,A\n1,2\n",
        "A,B\n1,x\n",
        "A,B\n1\n",
        "topic,A\nq1,1\nq1,2\n",
        "A,B\n0.1,0.2\n0.3,0.4\n",
    ):
        Path("scores.csv").write_text(content)
        yield f"scores {content!r}", partial(read_scores, "scores.csv")


REFUSALS: dict[str, Callable[[], Attempts]] = {
    "measures": measures,
    "rankings": rankings,
    "questions": questions,
    "typed inputs": typed_inputs,
    "statistics": tests_and_intervals,
    "exercises and conventions": exercises_and_conventions,
    "files": files,
}


@pytest.mark.parametrize("subject", REFUSALS)
def test_refusals(subject: str, snapshot: SnapshotAssertion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert [outcome(name, attempt) for name, attempt in REFUSALS[subject]()] == snapshot


def outcome(name: str, attempt: Callable[[], object]) -> str:
    """Return the refusal of an input, or the result where it is accepted: some inputs look worse than they are."""
    try:
        return f"{name} -> {attempt()!r}"
    except InputError as error:
        return f"{name} refused: {error}"
