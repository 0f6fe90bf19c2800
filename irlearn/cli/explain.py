"""`irlearn explain`: a measure, a mean over queries, or a whole sheet worked out step by step."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irlearn.byhand.ambiguous_rankings import read_ranking
from irlearn.byhand.calculation import Calculation, SeveralCalculations
from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.measure_derivation import Derivation
from irlearn.byhand.parse_question import parse_input, parse_significance, with_tests
from irlearn.byhand.quantity import SignificanceDerivation
from irlearn.byhand.sheet import Sheet, solve
from irlearn.cli.output import (
    DONE,
    Add,
    add_output,
    check_output,
    csv_text,
    json_text,
    say_reading,
    whole_numbers,
    with_version,
    write_output,
)
from irlearn.cli.runs import run_names
from irlearn.errors import InputError
from irlearn.measures import MEASURES, Mean, Measure, parse_measures
from irlearn.ranking import UNJUDGED, Ranking
from irlearn.text.english import count_noun

if TYPE_CHECKING:
    from irlearn.collection import Run


def add(command: Add) -> None:
    """Add the command's arguments."""
    explained = command(
        _explain,
        "A ranking is grades (1 1 0 1), R and N (RRNR; U for unjudged), or ranks. Several measures, with commas\n"
        "between them, or 'all' give a whole sheet. A mean over queries takes rankings with | between\n"
        "them, or values. A test (sign, signed-rank, rank-sum, paired-t; or its statistic, as W(signed-rank)) takes\n"
        "the scores of A | those of B; binomial takes '4 of 5'. The best of many systems (expected-maximum, origin,\n"
        "thresholds, all-inside, one-inside) takes numbers with their names, as 'best .303 of 103, se .0114'.\n"
        "kappa takes a table of counts, or two assessors' lists; tau and tau-ap take two orders, or two lists of\n"
        "scores. A test is one-sided as 'p(sign, greater)' or 'p(sign, less)'; A is higher with greater.\n\n"
        'examples:\n  irlearn explain AP "1 1 1 0 1 1 0 1 0 0" --relevant 8\n'
        '  irlearn explain nDCG@5 "3 2 1 2 3" --format json\n'
        '  irlearn explain P,R,F,AP,IPrec "relevant at 1, 3 of 5; 4 relevant in all" --format latex\n'
        '  irlearn explain all "1 0 1 1" --relevant 5 --format html --output sheet.html\n'
        '  irlearn explain MAP "1 0 1 | 0 1" --relevant 2,3\n'
        '  irlearn explain nDCG@3 "d1, d4, d2; grades {d1: 2, d2: 1, d9: 3}"\n'
        '  irlearn explain "mean P@2" "[1, 0], [0, 1]"\n'
        '  irlearn explain gMAP "values 1 0.5 0.1"\n'
        '  irlearn explain signed-rank "0.28 0.30 0.38 | 0.35 0.20 0.40"\n'
        '  irlearn explain "p(sign, greater)" "0.38 0.30 0.38 | 0.35 0.20 0.40"\n'
        '  irlearn explain kappa "RRNN | RNNN"\n'
        '  irlearn explain tau-ap "A B C D | B A C D"\n'
        '  irlearn explain "MAP,MRR,mean P@2" "1 0 1 | 0 1"\n'
        '  irlearn explain origin "best .303 of 103, se .0114"\n'
        "  irlearn explain AP --qrels qrels.txt --run bm25.run --query 440",
    )
    explained.add_argument(
        "measures", metavar="MEASURE", nargs="?", help="a measure, such as AP or 'nDCG@10'; several, as P,R,AP; or all"
    )
    explained.add_argument(
        "ranking", metavar="RANKING", nargs="*", help="what each rank holds, from rank 1 down; or 'values' and numbers"
    )
    explained.add_argument(
        "-m", "--measure", metavar="MEASURE", action="append", help="a measure, instead of the first word; repeatable"
    )
    explained.add_argument(
        "--relevant",
        metavar="N",
        help="relevant documents in all, found or not; for several rankings one number each, as 2,3",
    )
    explained.add_argument(
        "--missed",
        default="",
        metavar="GRADES",
        help="grades of the documents that were not found; for several rankings with | between them",
    )
    explained.add_argument("--qrels", metavar="QRELS", help="instead of a ranking: the judgments of a real run")
    explained.add_argument("--run", metavar="RUN", help="with --qrels: what a system retrieved")
    explained.add_argument("--query", metavar="ID", help="with --qrels: the query that is worked out")
    explained.add_argument(
        "--format",
        choices=["table", "text", "markdown", "latex", "html", "json", "csv"],
        default="table",
        help="how to write it (default: table, which is text)",
    )
    add_output(explained)


def _explain(options: argparse.Namespace) -> int:
    words = [*filter(None, [options.measures]), *options.ranking] if options.measure else options.ranking
    files = [options.qrels, options.run, options.query]
    needed = {"MEASURE": options.measure or options.measures is not None, "RANKING": words or any(files)}
    if not all(needed.values()):
        lacking = ", ".join(name for name, there in needed.items() if not there)
        raise InputError(f"the following arguments are required: {lacking}; see irlearn explain --help")
    check_output(options.output, force=options.force, inputs=[*filter(None, files[:2])])
    names = ",".join(options.measure or [options.measures])
    real = files != [None] * 3
    solved = _solve_topic(names, words, options) if real else _solve(names, " ".join(words), options)
    of = {"run": run_names([options.run])[options.run], "query": options.query} if real else {}
    write_output(_written(solved, options.format, of), options.output, how=options.format)
    return DONE


def _solve_topic(names: str, words: Sequence[str], options: argparse.Namespace) -> Calculation | Sheet:
    """One topic of a real run, worked out."""
    if None in (options.qrels, options.run, options.query):
        raise InputError("a topic of a real run takes --qrels QRELS, --run RUN and --query ID, all three")
    if words or options.relevant or options.missed:
        raise InputError("--qrels, --run and --query say what was retrieved; leave the ranking and its options out")
    measures = () if names.strip().lower() == _ALL or parse_significance(names) else parse_measures(names)
    if parse_significance(names):
        raise InputError(f"{names} is no measure of one topic; give a measure, such as AP")
    for measure in measures:
        if isinstance(measure, Mean):
            raise InputError(f"{measure!r} is a mean over topics, and --query is one; give {measure.measure!r}")
    from irlearn.cli.runs import reading  # only here are files read
    from irlearn.collection import join

    ((path, name),) = run_names([options.run]).items()
    with reading(options.qrels, {path: name}) as (qrels, runs, _):
        (run,) = runs
        joined = join(qrels, run)
    single = [measure for measure in measures if isinstance(measure, Measure)]
    found = joined.ranking(options.query, ties=any(measure.averages_over_ties for measure in single))
    told = f"Query {options.query} of {name}. {_oddities(name, found, run, options.query)}".strip()
    ranking = Ranking(found.grades, found.judged, documents=found.documents, ties=found.ties, note=told)
    _same_order(single, ranking)
    return explain(single[0], ranking) if len(single) == 1 else solve(single or _ALL, ranking)


def _same_order(measures: Sequence[Measure], ranking: Ranking) -> None:
    """Refuse measures of the order that the run is scored in beside one of all orders of its ties."""
    strict = Ranking(ranking.grades, ranking.judged)
    for one in measures:
        if ranking.ties and not one.averages_over_ties and repr(one.of(strict)) != repr(one.of(ranking)):
            other = next(measure for measure in measures if measure.averages_over_ties)
            raise InputError(
                f"{one!r} is of the order by document id, {other!r} of all orders of ties; ask for one alone"
            )


def _oddities(name: str, ranking: Ranking, run: Run, query: str) -> str:
    """What a reader of one topic wonders at: grades that are ?, and an order that the scores leave open."""
    if not len(ranking):
        return f"{name} retrieves nothing for it."
    unjudged = ranking.grades.count(UNJUDGED)
    scores = Counter(run.scores_of(query).values())
    tied = sum(times for times in scores.values() if times > 1)
    of = f"of its {count_noun(len(ranking), 'document')}"
    told = [
        f"Unjudged, with grade ?: {unjudged:,} {of}." if unjudged else "",
        f"Tied in score, and so ordered by document id, descending: {tied:,} {of}." if tied else "",
    ]
    return " ".join(filter(None, told))


_ALL = "all"


def _solve(names: str, text: str, options: argparse.Namespace) -> Calculation | Sheet:
    relevant = whole_numbers(options.relevant)
    test = parse_significance(names)
    everything = names.strip().lower() == _ALL
    try:
        measures = () if test is not None or everything else parse_measures(names)
    except InputError as error:
        raise with_tests(error) from None
    if test is not None or len(measures) == 1:
        one = measures[0] if test is None else test
        given = parse_input(one, text, relevant=relevant, missed=options.missed)
        if options.format in ("json", "csv"):  # the others write it on the page
            say_reading(given)
        return explain(one, given)
    for mean in (one for one in measures if isinstance(one, Mean)):
        given = parse_input(mean, text, relevant=relevant, missed=options.missed)
        rankings = [one for one in given if isinstance(one, Ranking)] if isinstance(given, tuple) else []
        if not rankings:
            raise InputError(f"values of queries are those of one measure; ask for {mean!r} alone")
        return solve(measures, rankings[0]) if len(rankings) == 1 else solve(measures, rankings)
    if relevant and len(relevant) > 1:
        raise InputError(f"a sheet has one ranking and takes one number of relevant documents; given: {len(relevant)}")
    single = [m for m in measures if isinstance(m, Measure)] or list(MEASURES.values())
    ranking = read_ranking(single, text, relevant=relevant[0] if relevant else None, missed=options.missed)
    return solve(_ALL if everything else single, ranking)


def _written(solved: Calculation | Sheet, how: str, of: dict[str, str]) -> str:
    if how == "json":
        return json_text(with_version({**solved.to_json(), **of}))
    if how == "csv":
        return csv_text(*_csv(solved))
    write = {"markdown": solved.to_markdown, "latex": solved.to_latex, "html": solved.to_html}.get(how)
    return write() if write else f"{solved}\n"


def _csv(solved: Calculation | Sheet) -> tuple[list[str], list[Sequence[Any]]]:
    if isinstance(solved, Sheet | SeveralCalculations):
        results = solved.to_json()["measures"]
        return ["measure", "value", "fraction"], [[one["measure"], one["value"], one["fraction"]] for one in results]
    if isinstance(solved, SignificanceDerivation):
        steps = solved.to_json()["steps"]
        return list(steps[0]), [list(step.values()) for step in steps]
    of = ["rank", "grade"] if isinstance(solved, Derivation) else ["query"]
    header = [*of, "term", "value", "contribution", "running"]
    return header, [[step[column] for column in header] for step in solved.to_json()["steps"]]
