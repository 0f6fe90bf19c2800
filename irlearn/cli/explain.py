"""`irlearn explain`: the step-by-step calculation of a measure, a mean, a test, or several measures on a sheet."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from irlearn.byhand.ambiguous_rankings import read_ranking
from irlearn.byhand.calculation import Calculation, SeveralCalculations
from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.hand_quantity import SignificanceDerivation
from irlearn.byhand.measure_derivation import Derivation
from irlearn.byhand.parse_question import parse_input, parse_significance, with_tests
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
    """Add the parser and the arguments of `irlearn explain`."""
    parser = command(
        _explain,
        "A ranking is grades (1 1 0 1), R and N (RRNR; U for unjudged), or ranks. Several measures, separated by\n"
        "commas, or 'all' give a whole sheet. A mean over queries takes rankings separated by |, or values. A test\n"
        "(sign, signed-rank, rank-sum or paired-t, or its statistic, such as W(signed-rank)) takes the scores of A\n"
        "| those of B; binomial takes '4 of 5'. The best of many systems (expected-maximum, origin, thresholds,\n"
        "all-inside, one-inside) takes numbers with their names, such as 'best .303 of 103, se .0114'. kappa takes\n"
        "a table of counts, or two assessors' lists; tau and tau-ap take two orders, or two lists of scores. For a\n"
        "one-sided test, write 'p(sign, greater)' or 'p(sign, less)'; with greater, A is expected to be higher.\n\n"
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
    parser.add_argument(
        "measures",
        metavar="MEASURE",
        nargs="?",
        help="a measure, such as AP or 'nDCG@10'; several, such as P,R,AP; or all",
    )
    parser.add_argument(
        "ranking",
        metavar="RANKING",
        nargs="*",
        help="the grade at each rank, from rank 1 down; or 'values' and numbers",
    )
    parser.add_argument(
        "-m",
        "--measure",
        metavar="MEASURE",
        action="append",
        help="a measure, in place of the first word; can be repeated",
    )
    parser.add_argument(
        "--relevant",
        metavar="N",
        help="relevant documents in all, found or not; for several rankings, one number for each, such as 2,3",
    )
    parser.add_argument(
        "--missed",
        default="",
        metavar="GRADES",
        help="grades of the documents that were not found; for several rankings, separated by |",
    )
    parser.add_argument("--qrels", metavar="QRELS", help="instead of a ranking: the judgments of a real run")
    parser.add_argument("--run", metavar="RUN", help="with --qrels: what a system retrieved")
    parser.add_argument("--query", metavar="ID", help="with --qrels: the query to work out")
    parser.add_argument(
        "--format",
        choices=["table", "text", "markdown", "latex", "html", "json", "csv"],
        default="table",
        help="how to write it (default: table, which is text)",
    )
    add_output(parser)


def _explain(options: argparse.Namespace) -> int:
    words = [*filter(None, [options.measures]), *options.ranking] if options.measure else options.ranking
    files = [options.qrels, options.run, options.query]
    needed = {"MEASURE": options.measure or options.measures is not None, "RANKING": words or any(files)}
    if not all(needed.values()):
        missing = ", ".join(name for name, is_given in needed.items() if not is_given)
        raise InputError(f"the following arguments are required: {missing}; see irlearn explain --help")
    check_output(options.output, force=options.force, inputs=[*filter(None, files[:2])])
    names = ",".join(options.measure or [options.measures])
    if any(name is not None for name in files):
        solved = _solve_topic(names, words, options)
        source = {"run": run_names([options.run])[options.run], "query": options.query}
    else:
        solved = _solve(names, " ".join(words), options)
        source = {}
    write_output(_format(solved, options.format, source), options.output, how=options.format)
    return DONE


def _solve_topic(names: str, words: Sequence[str], options: argparse.Namespace) -> Calculation | Sheet:
    """Explain the measures on a topic of a run that is read from files."""
    if None in (options.qrels, options.run, options.query):
        raise InputError("a topic of a real run needs all of --qrels QRELS, --run RUN and --query ID")
    if words or options.relevant or options.missed:
        raise InputError("--qrels, --run and --query say what was retrieved; leave out the ranking and its options")
    if parse_significance(names):
        raise InputError(f"{names} is not a measure of one topic; give a measure, such as AP")
    measures = () if names.strip().lower() == _ALL else parse_measures(names)
    for measure in measures:
        if isinstance(measure, Mean):
            raise InputError(f"{measure!r} is a mean over topics, but --query is one topic; give {measure.measure!r}")
    from irlearn.cli.runs import reading  # Imported here because only this function reads files.
    from irlearn.collection import join

    ((path, name),) = run_names([options.run]).items()
    with reading(options.qrels, {path: name}) as (qrels, runs, _):
        (run,) = runs
        joined = join(qrels, run)
    single = [measure for measure in measures if isinstance(measure, Measure)]
    plain = joined.ranking(options.query, ties=any(measure.averages_over_ties for measure in single))
    note = f"Query {options.query} of {name}. {_remarks(name, plain, run, options.query)}".strip()
    ranking = Ranking(plain.grades, plain.judged, documents=plain.documents, ties=plain.ties, note=note)
    _require_same_order(single, ranking)
    return explain(single[0], ranking) if len(single) == 1 else solve(single or _ALL, ranking)


def _require_same_order(measures: Sequence[Measure], ranking: Ranking) -> None:
    """Raise `InputError` if some measures average over ties and others depend on the order of tied documents."""
    strict = Ranking(ranking.grades, ranking.judged)
    for measure in measures:
        if ranking.ties and not measure.averages_over_ties and repr(measure.of(strict)) != repr(measure.of(ranking)):
            averaging = next(other for other in measures if other.averages_over_ties)
            raise InputError(
                f"{measure!r} orders ties by document id, but {averaging!r} averages over all orders; ask for one of "
                "them"
            )


def _remarks(name: str, ranking: Ranking, run: Run, query: str) -> str:
    """Return remarks on unjudged and tied documents of a topic."""
    if not len(ranking):
        return f"{name} retrieves nothing for this query."
    unjudged = ranking.grades.count(UNJUDGED)
    scores = Counter(run.scores_of(query).values())
    tied = sum(times for times in scores.values() if times > 1)
    of_documents = f"of its {count_noun(len(ranking), 'document')}"
    remarks = [
        f"Unjudged, with grade ?: {unjudged:,} {of_documents}." if unjudged else "",
        f"Tied in score, and so ordered by descending document id: {tied:,} {of_documents}." if tied else "",
    ]
    return " ".join(filter(None, remarks))


_ALL = "all"


def _solve(names: str, text: str, options: argparse.Namespace) -> Calculation | Sheet:
    """Explain the named quantities for typed data."""
    relevant = whole_numbers(options.relevant)
    test = parse_significance(names)
    is_all = names.strip().lower() == _ALL
    try:
        measures = () if test is not None or is_all else parse_measures(names)
    except InputError as error:
        raise with_tests(error) from None
    if test is not None or len(measures) == 1:
        quantity = measures[0] if test is None else test
        data = parse_input(quantity, text, relevant=relevant, missed=options.missed)
        if options.format in ("json", "csv"):  # The other formats contain this note.
            say_reading(data)
        return explain(quantity, data)
    mean = next((measure for measure in measures if isinstance(measure, Mean)), None)
    if mean is not None:
        data = parse_input(mean, text, relevant=relevant, missed=options.missed)
        rankings = [ranking for ranking in data if isinstance(ranking, Ranking)] if isinstance(data, tuple) else []
        if not rankings:
            raise InputError(f"values of queries are those of one measure; ask for {mean!r} alone")
        return solve(measures, rankings[0]) if len(rankings) == 1 else solve(measures, rankings)
    if relevant and len(relevant) > 1:
        raise InputError(
            f"a sheet is about one ranking and takes one number of relevant documents; given: {len(relevant)}"
        )
    single = [measure for measure in measures if isinstance(measure, Measure)] or list(MEASURES.values())
    ranking = read_ranking(single, text, relevant=relevant[0] if relevant else None, missed=options.missed)
    return solve(_ALL if is_all else single, ranking)


def _format(solved: Calculation | Sheet, how: str, source: dict[str, str]) -> str:
    """Write a calculation in a format; `source` are the run and the query, which JSON contains."""
    if how == "json":
        return json_text(with_version({**solved.to_json(), **source}))
    if how == "csv":
        return csv_text(*_csv(solved))
    write = {"markdown": solved.to_markdown, "latex": solved.to_latex, "html": solved.to_html}.get(how)
    return write() if write else f"{solved}\n"


def _csv(solved: Calculation | Sheet) -> tuple[list[str], list[Sequence[Any]]]:
    if isinstance(solved, Sheet | SeveralCalculations):
        results = solved.to_json()["measures"]
        return ["measure", "value", "fraction"], [
            [result["measure"], result["value"], result["fraction"]] for result in results
        ]
    if isinstance(solved, SignificanceDerivation):
        steps = solved.to_json()["steps"]
        return list(steps[0]), [list(step.values()) for step in steps]
    key_columns = ["rank", "grade"] if isinstance(solved, Derivation) else ["query"]
    header = [*key_columns, "term", "value", "contribution", "running"]
    return header, [[step[column] for column in header] for step in solved.to_json()["steps"]]
