"""`irlearn outcomes`: the queries that neither, one or both of two runs answer, and tests on them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fractions import Fraction

from irlearn.cli.output import (
    DONE,
    Add,
    add_format,
    add_output,
    add_quiet,
    check_figure,
    check_output,
    csv_text,
    json_text,
    print_notes,
    table,
    whole,
    with_version,
    write_figure,
    write_output,
)
from irlearn.cli.runs import add_compared, add_missing, format_notes, kept_queries, missing_queries, reading, run_names
from irlearn.collection import Qrels, join
from irlearn.errors import InputError, check_whole
from irlearn.studies.leaderboard import Outcomes, outcomes_of
from irlearn.text.english import count_noun
from irlearn.text.numbers import general, number_or_dash, percent, score_texts

_COUNTS = {"neither": "neither answers", "a_only": "only A", "b_only": "only B", "both": "both answer"}
_VERDICTS = {"both_improved": "both improved", "both_significant": "both significant", "do_no_harm": "do no harm"}
_TESTS = {
    "answered": ("binomial",),
    "esl": ("wilcoxon-signed-rank", "paired-t"),
    "rr": ("wilcoxon-signed-rank", "paired-t"),
}


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn outcomes`."""
    parser = command(
        _outcomes,
        "For qrels with one relevant document per query. A run answers a query if that document is at the cutoff or\n"
        "above. Where both runs answer, ESL is the rank and RR is 1/rank. The verdicts say whether B is better than\n"
        "A.\n\n"
        "examples:\n  irlearn outcomes qrels.txt bm25.run neural.run --cutoff 100\n"
        "  irlearn outcomes qrels.txt bm25.run neural.run --cutoff 10 --figure outcomes.svg\n"
        "  irlearn outcomes qrels.txt R1.run R2.run R3.run --multiplicity 10 --format json",
    )
    add_compared(parser)
    parser.add_argument("--cutoff", metavar="K", type=whole, default=100, help="last rank that counts (default: 100)")
    parser.add_argument(
        "--multiplicity",
        metavar="M",
        type=whole,
        default=1,
        help="number of tests in the Bonferroni correction of each p-value (default: 1)",
    )
    parser.add_argument(
        "--first-relevant",
        action="store_true",
        help="if a query has several relevant documents, use the first one found",
    )
    add_missing(parser, "count them as not found")
    add_quiet(parser)
    add_format(parser)
    add_output(parser, "the outcomes as areas")


def _outcomes(options: argparse.Namespace) -> int:
    check_whole("the cutoff", options.cutoff)
    check_whole("the multiplicity", options.multiplicity)
    names = run_names([options.run_a, *options.runs])
    check_output(options.output, force=options.force, inputs=[options.qrels, *names])
    check_figure(options, [options.qrels, *names], len(options.runs))
    results: list[Outcomes] = []
    notes_by_file: dict[str, Sequence[str]] = {}
    with reading(options.qrels, names) as (qrels, runs, progress):
        run_a = next(runs)
        notes_by_file[options.run_a] = join(qrels, run_a).notes
        for path, run in zip(options.runs, runs, strict=True):
            notes_by_file[path] = join(qrels, run).notes
            lacked = {side.name: missing_queries(side, qrels) for side in (run_a, run)}
            kept = kept_queries(qrels.queries, [run_a.name, run.name], lacked, options.missing)
            if kept.sum() < 2:
                raise InputError(
                    f"{run_a.name} and {run.name}: a comparison needs at least 2 queries; given: {kept.sum()}"
                )
            results.append(
                outcomes_of(
                    qrels if kept.all() else _with_queries(qrels, kept.tolist()),
                    run_a,
                    run,
                    options.cutoff,
                    first_relevant=options.first_relevant,
                    multiplicity=options.multiplicity,
                )
            )
            progress.scoring(1.0)
    notes = [*format_notes(notes_by_file, options.missing)]
    notes += dict.fromkeys(outcomes.note for outcomes in results if outcomes.note)
    print_notes(notes, options)
    write_figure(options, [("draw_outcomes", {"outcomes": outcomes}) for outcomes in results])
    write = {"table": _table, "json": _json, "csv": _csv}[options.format]
    write_output(write(results, notes), options.output, how=options.format)
    return DONE


def _with_queries(qrels: Qrels, kept: Sequence[bool]) -> Qrels:
    return Qrels.from_dict({query: qrels.of(query) for query, keep in zip(qrels.queries, kept, strict=True) if keep})


def _json(results: Sequence[Outcomes], notes: Sequence[str]) -> str:
    objects = [
        with_version({**outcomes.to_dict(), "run_a": outcomes.run_a, "run_b": outcomes.run_b}, notes)
        for outcomes in results
    ]
    return json_text(objects[0] if len(objects) == 1 else objects)


def _csv(results: Sequence[Outcomes], _: Sequence[str]) -> str:
    tests = [(on, test) for on, names in _TESTS.items() for test in names]
    plain = ["queries", *_COUNTS, "esl_a", "esl_b", "rr_a", "rr_b"]
    header = ["run_a", "run_b", *plain, *(f"p {on} {test}" for on, test in tests), *_VERDICTS]
    rows = []
    for outcomes in results:
        numbers = outcomes.to_dict()
        pvalues = {(test["on"], test["test"]): test["pvalue"] for test in numbers["tests"]}
        verdicts = [str(numbers["verdicts"][name]).lower() for name in _VERDICTS]
        cells = [*(numbers[name] for name in plain), *(pvalues[test] for test in tests), *verdicts]
        rows.append([outcomes.run_a, outcomes.run_b, *("" if cell is None else cell for cell in cells)])
    return csv_text(header, rows)


def _table(results: Sequence[Outcomes], _: Sequence[str]) -> str:
    parts = _single(results[0]) if len(results) == 1 else _several(results)
    return "\n\n".join(parts) + "\n"


def _single(outcomes: Outcomes) -> list[str]:
    """Return the parts of the output for two runs."""
    esl, rr = score_texts(outcomes.means("esl")), score_texts(outcomes.means("rr"))
    counts = [
        [words, str(outcomes.counts[name]), percent(Fraction(outcomes.counts[name], outcomes.queries), 1)]
        for name, words in _COUNTS.items()
    ]
    ranked = [
        [name, *means, *(_p_value(outcomes, on, test) for test in _TESTS[on])]
        for name, on, means in (("ESL", "esl", esl), ("RR", "rr", rr))
    ]
    verdicts = zip(_VERDICTS.values(), _verdict_cells(outcomes), strict=True)
    queries = count_noun(outcomes.queries, "query")
    return [
        f"A {outcomes.run_a} and B {outcomes.run_b} on {queries}, cutoff {outcomes.cutoff}",
        table(["", "queries", "share"], counts),
        _answered_by_one(outcomes),
        table(["both answer", "A", "B", "signed-rank p", "paired t p"], ranked),
        f"Is B better than A?{_correction(outcomes)}\n{table(['', ''], [*verdicts]).lstrip()}",
    ]


def _several(results: Sequence[Outcomes]) -> list[str]:
    """Return the parts of the output for several runs compared with A."""
    first = results[0]
    counts = [
        [
            outcomes.run_b,
            str(outcomes.queries),
            *(percent(Fraction(outcomes.counts[name], outcomes.queries), 1) for name in _COUNTS),
            _p_value(outcomes, "answered", "binomial"),
        ]
        for outcomes in results
    ]
    parts = [
        f"Outcomes against A {first.run_a}, cutoff {first.cutoff}",
        table(["B", "queries", "neither", "only A", "only B", "both", "p binomial"], counts),
    ]
    for name, on in (("ESL", "esl"), ("RR", "rr")):
        means = score_texts([mean for outcomes in results for mean in outcomes.means(on)])
        pairs = zip(means[::2], means[1::2], strict=True)
        rows = [
            [outcomes.run_b, mean_a, mean_b, *(_p_value(outcomes, on, test) for test in _TESTS[on])]
            for outcomes, (mean_a, mean_b) in zip(results, pairs, strict=True)
        ]
        parts += [
            f"{name} where both answer",
            table(["B", f"{name} A", f"{name} B", "p signed-rank", "p paired t"], rows),
        ]
    return [
        *parts,
        f"Is B better than A?{_correction(first)}",
        table(["B", *_VERDICTS.values()], [[outcomes.run_b, *_verdict_cells(outcomes)] for outcomes in results]),
    ]


def _verdict_cells(outcomes: Outcomes) -> list[str]:
    return ["yes" if outcomes.verdicts[name] else "no" for name in _VERDICTS]


def _correction(outcomes: Outcomes) -> str:
    """Return a sentence about the corrected significance level; empty without a correction."""
    if outcomes.multiplicity == 1:
        return ""
    level = general(outcomes.alpha / outcomes.multiplicity, 3)
    return f" A p-value of at most {outcomes.alpha:g} / {outcomes.multiplicity} = {level} is significant."


def _p_value(outcomes: Outcomes, on: str, test: str) -> str:
    return number_or_dash(outcomes.pvalue(on, test))


def _answered_by_one(outcomes: Outcomes) -> str:
    count = outcomes.a_only + outcomes.b_only
    if not count:
        return "No query is answered by only one of the runs."
    queries = count_noun(count, "query is", "queries are")
    return f"{queries} answered by only one: binomial p {_p_value(outcomes, 'answered', 'binomial')}"
