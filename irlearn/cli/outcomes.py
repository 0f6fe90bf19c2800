"""`irlearn outcomes`: which queries neither, one or both of two runs answer, and what follows from it."""

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
    check_output,
    csv_text,
    json_text,
    print_notes,
    table,
    whole,
    with_version,
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
    """Add the command's arguments."""
    found = command(
        _outcomes,
        "For qrels with one relevant document a query. A run answers a query when it has that document at the\n"
        "cutoff or above. Where both answer, ESL is its rank and RR is 1/rank. Verdicts are for B over A.\n\n"
        "examples:\n  irlearn outcomes qrels.txt bm25.run neural.run --cutoff 100\n"
        "  irlearn outcomes qrels.txt R1.run R2.run R3.run --multiplicity 10 --format json",
    )
    add_compared(found)
    found.add_argument("--cutoff", metavar="K", type=whole, default=100, help="ranks that count (default: 100)")
    found.add_argument(
        "--multiplicity",
        metavar="M",
        type=whole,
        default=1,
        help="tests that the verdicts correct each p-value for, by Bonferroni (default: 1)",
    )
    found.add_argument(
        "--first-relevant",
        action="store_true",
        help="where a query has several relevant documents, take the rank of the first one found",
    )
    add_missing(found, "count them as not found")
    add_quiet(found)
    add_format(found)
    add_output(found)


def _outcomes(options: argparse.Namespace) -> int:
    check_whole("the cutoff", options.cutoff)
    check_whole("the multiplicity", options.multiplicity)
    names = run_names([options.run_a, *options.runs])
    check_output(options.output, force=options.force, inputs=[options.qrels, *names])
    found: list[Outcomes] = []
    odd: dict[str, Sequence[str]] = {}
    with reading(options.qrels, names) as (qrels, runs, progress):
        run_a = next(runs)
        odd[options.run_a] = join(qrels, run_a).notes
        for path, run in zip(options.runs, runs, strict=True):
            odd[path] = join(qrels, run).notes
            lacked = {one.name: missing_queries(one, qrels) for one in (run_a, run)}
            kept = kept_queries(qrels.queries, [run_a.name, run.name], lacked, options.missing)
            if kept.sum() < 2:
                raise InputError(
                    f"{run_a.name} and {run.name}: a comparison needs at least 2 queries; given: {kept.sum()}"
                )
            found.append(
                outcomes_of(
                    qrels if kept.all() else _only(qrels, kept.tolist()),
                    run_a,
                    run,
                    options.cutoff,
                    first_relevant=options.first_relevant,
                    multiplicity=options.multiplicity,
                )
            )
            progress.scoring(1.0)
    notes = [*format_notes(odd, options.missing)]
    notes += dict.fromkeys(one.note for one in found if one.note)
    print_notes(notes, options)
    write_output(
        {"table": _table, "json": _json, "csv": _csv}[options.format](found, notes), options.output, how=options.format
    )
    return DONE


def _only(qrels: Qrels, kept: Sequence[bool]) -> Qrels:
    return Qrels.from_dict({query: qrels.of(query) for query, keep in zip(qrels.queries, kept, strict=True) if keep})


def _json(found: Sequence[Outcomes], notes: Sequence[str]) -> str:
    objects = [with_version({**one.to_dict(), "run_a": one.run_a, "run_b": one.run_b}, notes) for one in found]
    return json_text(objects[0] if len(objects) == 1 else objects)


def _csv(found: Sequence[Outcomes], _: Sequence[str]) -> str:
    tests = [(on, test) for on, names in _TESTS.items() for test in names]
    plain = ["queries", *_COUNTS, "esl_a", "esl_b", "rr_a", "rr_b"]
    header = ["run_a", "run_b", *plain, *(f"p {on} {test}" for on, test in tests), *_VERDICTS]
    rows = []
    for one in found:
        numbers = one.to_dict()
        pvalues = {(test["on"], test["test"]): test["pvalue"] for test in numbers["tests"]}
        verdicts = [str(numbers["verdicts"][name]).lower() for name in _VERDICTS]
        cells = [*(numbers[name] for name in plain), *(pvalues[test] for test in tests), *verdicts]
        rows.append([one.run_a, one.run_b, *("" if cell is None else cell for cell in cells)])
    return csv_text(header, rows)


def _table(found: Sequence[Outcomes], _: Sequence[str]) -> str:
    parts = _single(found[0]) if len(found) == 1 else _many(found)
    return "\n\n".join(parts) + "\n"


def _single(one: Outcomes) -> list[str]:
    esl, rr = score_texts(one.means("esl")), score_texts(one.means("rr"))
    counts = [
        [words, str(one.counts[name]), percent(Fraction(one.counts[name], one.queries), 1)]
        for name, words in _COUNTS.items()
    ]
    ranked = [
        [name, *means, *(_p(one, on, test) for test in _TESTS[on])]
        for name, on, means in (("ESL", "esl", esl), ("RR", "rr", rr))
    ]
    verdicts = zip(_VERDICTS.values(), _words(one), strict=True)
    return [
        f"A {one.run_a} and B {one.run_b} on {count_noun(one.queries, 'query')}, cutoff {one.cutoff}",
        table(["", "queries", "share"], counts),
        _one_answers(one),
        table(["both answer", "A", "B", "signed-rank p", "paired t p"], ranked),
        f"Is B better than A?{_corrected(one)}\n{table(['', ''], [*verdicts]).lstrip()}",
    ]


def _many(found: Sequence[Outcomes]) -> list[str]:
    first = found[0]
    counts = [
        [
            one.run_b,
            str(one.queries),
            *(percent(Fraction(one.counts[name], one.queries), 1) for name in _COUNTS),
            _p(one, "answered", "binomial"),
        ]
        for one in found
    ]
    parts = [
        f"Outcomes against A {first.run_a}, cutoff {first.cutoff}",
        table(["B", "queries", "neither", "only A", "only B", "both", "p binomial"], counts),
    ]
    for name, on in (("ESL", "esl"), ("RR", "rr")):
        means = score_texts([mean for one in found for mean in one.means(on)])
        rows = [
            [one.run_b, *means[2 * row : 2 * row + 2], *(_p(one, on, test) for test in _TESTS[on])]
            for row, one in enumerate(found)
        ]
        parts += [
            f"{name} where both answer",
            table(["B", f"{name} A", f"{name} B", "p signed-rank", "p paired t"], rows),
        ]
    return [
        *parts,
        f"Is B better than A?{_corrected(first)}",
        table(["B", *_VERDICTS.values()], [[one.run_b, *_words(one)] for one in found]),
    ]


def _words(one: Outcomes) -> list[str]:
    return ["yes" if one.verdicts[name] else "no" for name in _VERDICTS]


def _corrected(one: Outcomes) -> str:
    if one.multiplicity == 1:
        return ""
    each = general(one.alpha / one.multiplicity, 3)
    return f" A p-value is significant up to {one.alpha:g} / {one.multiplicity} = {each}."


def _p(one: Outcomes, on: str, test: str) -> str:
    return number_or_dash(one.pvalue(on, test))


def _one_answers(one: Outcomes) -> str:
    if not one.a_only + one.b_only:
        return "No query is answered by only one of them."
    queries = count_noun(one.a_only + one.b_only, "query is", "queries are")
    return f"{queries} answered by only one: binomial p {_p(one, 'answered', 'binomial')}"
