"""`irlearn adjudicate`: the effect of cheap judgments on which differences between runs are significant."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import get_args

from irlearn.cli.output import (
    DONE,
    Add,
    Progress,
    add_format,
    add_output,
    add_quiet,
    check_figure,
    check_output,
    csv_text,
    json_text,
    number,
    print_note,
    print_notes,
    shares,
    shown,
    table,
    whole,
    write_figure,
    write_output,
)
from irlearn.cli.runs import add_measures, run_names
from irlearn.collection import Run, read_qrels, read_run
from irlearn.errors import InputError, quoted
from irlearn.evaluation import AnyMeasure
from irlearn.measures import parse_measure
from irlearn.measures.registry import spelled_out
from irlearn.statistics import ALPHA
from irlearn.statistics.arrays import check_count as count
from irlearn.statistics.rank_correlation import Variant
from irlearn.studies.adjudication import (
    METHODS,
    Method,
    PooledRuns,
    adjudicate,
    find_method,
    leave_group_out,
    pool_runs,
    write_qrels,
)
from irlearn.studies.adjudication.discrimination import Empty
from irlearn.studies.adjudication.inferred import NAME
from irlearn.studies.adjudication.low_cost import Beyond, RFrom
from irlearn.studies.adjudication.pools import Retrieved, check_pool
from irlearn.studies.adjudication.sweep import HEADER, Sweep, check_numbers, sweep
from irlearn.text.english import count_noun

_MEASURE = "AP"
_METHOD, _BUDGET = "{method}", "{budget}"


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn adjudicate`."""
    parser = command(
        _adjudicate,
        "The runs are pooled. A method judges some documents in the pool of each topic, and the findings from these\n"
        "judgments are compared with those from the whole pool (Otero, Parapar and Ferro, 2023). A pair of runs is\n"
        "AA if both find it significant (randomized Tukey HSD) and agree on the better run; MAG if the low-cost\n"
        "judgments miss it, MAL if they invent it, and PA if neither finds it; AD, MDG, MDL and PD if they disagree.\n"
        "The budget is per topic. Random choices depend on the seed, so use --repetitions. On a random sample,\n"
        f"-m {NAME} estimates AP (Yilmaz and Aslam, 2006), but AP itself counts unjudged documents as not relevant.\n\n"
        f"methods: {', '.join(METHODS)}\n\n"
        "examples:\n  irlearn adjudicate qrels.txt runs/ --method mtf --budget 50 --depth 100 -m AP --seed 1\n"
        '  irlearn adjudicate qrels.txt runs/ --method "mtf,hedge,mm(gamma=0.5)" --budget 10,20,50 --rel 2\n'
        "  irlearn adjudicate qrels.txt runs/ --method all --repetitions 100 --jobs 2 --resume sweep.jsonl\n"
        "  irlearn adjudicate qrels.txt runs/ --method mtf --budget 20 --qrels-out low.qrels\n"
        "  irlearn adjudicate qrels.txt runs/ --leave-one-out -m AP --groups participants.txt\n"
        "  irlearn adjudicate qrels.txt runs/ --method mtf --budget 5,10,20,50 --figure budgets.pdf",
    )
    parser.add_argument("qrels", metavar="QRELS", help="the relevance judgments, which methods take as the truth")
    parser.add_argument("runs", metavar="RUNS_DIR", nargs="+", help="a folder of runs, or the files of runs")
    parser.add_argument(
        "--method", metavar="NAME", action="append", help="the method that chooses the documents, or all (default: mtf)"
    )
    parser.add_argument("--budget", metavar="N", action="append", help="judgments per topic (default: 50)")
    parser.add_argument("--depth", metavar="N", type=whole, default=100, help="depth of the pool (default: 100)")
    parser.add_argument("--rank", metavar="N", type=whole, help="last rank that measures read (default: all of a run)")
    parser.add_argument("--rel", metavar="N", type=whole, default=1, help="lowest relevant grade (default: 1)")
    add_measures(parser, [_MEASURE])
    parser.add_argument("--seed", metavar="N", type=whole, default=1, help="seed of the random numbers (default: 1)")
    parser.add_argument(
        "--repetitions",
        metavar="N",
        type=whole,
        default=1,
        help="number of repetitions, with consecutive seeds (default: 1)",
    )
    parser.add_argument(
        "--jobs", metavar="N", type=whole, help="worker processes, or -1 for one per core (default: none)"
    )
    parser.add_argument(
        "--alpha", metavar="SHARE", type=number, default=ALPHA, help=f"level of the Tukey HSD test (default: {ALPHA})"
    )
    parser.add_argument("--tau", choices=get_args(Variant), default="b", help="Kendall's tau-a or tau-b (default: b)")
    parser.add_argument(
        "--r-from",
        choices=get_args(RFrom),
        default="low",
        help="which judgments count the relevant documents (default: low)",
    )
    parser.add_argument(
        "--empty",
        choices=get_args(Empty),
        default="zero",
        help="what to do with topics without a relevant document (default: zero)",
    )
    parser.add_argument(
        "--beyond",
        choices=get_args(Beyond),
        default="refuse",
        help="what to do if a pool is smaller than the budget: judge all of it, or refuse (default)",
    )
    parser.add_argument(
        "--retrieved",
        choices=get_args(Retrieved),
        default="depth",
        help="which part of a run methods use: its list to the depth of the pool, or all of it (default: depth)",
    )
    parser.add_argument("--skip-broken", action="store_true", help="leave out runs that cannot be read, and name them")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        type=Path,
        help="keep finished work in this file, and continue from it, also with more methods, budgets or repetitions",
    )
    parser.add_argument(
        "--qrels-out",
        metavar="FILE",
        help="write the judgments (of the first repetition) as a TREC file; for several methods or budgets, "
        f"to files named with {_METHOD} and {_BUDGET}",
    )
    parser.add_argument(
        "--leave-one-out",
        action="store_true",
        help="leave each run out of the pool once, and compare its scores with and without its own documents; whole "
        "pools are judged unless --budget is given",
    )
    parser.add_argument(
        "--groups",
        metavar="FILE",
        help="with --leave-one-out: leave out the runs of a group together; a line has a run and its group",
    )
    add_quiet(parser)
    add_format(parser)
    add_output(parser, "tau, the pairs kept and the pairs invented by budget")
    parser.set_defaults(default_of=parser.get_default)


def _adjudicate(options: argparse.Namespace) -> int:
    methods = _methods(options.method or ["mtf"])
    budgets = _budgets(options.budget or ["50"])
    if options.leave_one_out:
        _check_leave_one_out(options, methods, budgets)
    elif options.groups:
        raise InputError("--groups needs --leave-one-out; add it")
    names_of_measures = [name for text in options.measure or [_MEASURE] for name in spelled_out(text, [NAME])]
    measures = [*dict.fromkeys(map(_measure, names_of_measures))]
    check_numbers(options.repetitions, options.seed, options.jobs, options.alpha)
    check_pool(options.depth, options.rank, options.rel, options.retrieved)
    files = _files(options)
    names = run_names(files)
    check = partial(check_output, force=options.force, inputs=[options.qrels, *names])
    check(options.output)
    check_figure(options, [options.qrels, *names], len(measures))
    qrels_files = _qrels_files(options.qrels_out, methods, budgets)
    for path in qrels_files:
        check(path, option="--qrels-out")
    pooled = _pooled(options, names)
    print_notes(pooled.notes, options)
    if options.leave_one_out:
        return _put_leave_one_out(pooled, methods[0], budgets[0], measures, options)
    with shares("judging") as progress:
        try:
            result = sweep(
                pooled, methods, budgets, measures, repetitions=options.repetitions, seed=options.seed,
                path=options.resume, jobs=options.jobs, progress=progress, beyond=options.beyond, alpha=options.alpha,
                r_from=options.r_from, tau=options.tau, empty=options.empty,
            )  # fmt: skip
        except (KeyboardInterrupt, SystemExit):
            if options.resume is not None:
                print_note(
                    f"stopped; finished work is in {shown(options.resume)}, and the same command continues from there"
                )
            raise
    print_notes(result.notes, options)
    for path, (method, budget) in qrels_files.items():
        write_qrels(adjudicate(pooled, method, budget, rng=options.seed, beyond=options.beyond), path)
    named = [{"sweep": result, "measure": measure} for measure in result.measures]
    write_figure(options, [("adjudication_by_budget", arguments) for arguments in named])
    write_output(
        {"table": _table, "json": _json, "csv": _csv}[options.format](result), options.output, how=options.format
    )
    return DONE


def _check_leave_one_out(options: argparse.Namespace, methods: Sequence[Method], budgets: Sequence[int]) -> None:
    """Raise `InputError` for options that `--leave-one-out` does not have."""
    for name in ("repetitions", "jobs", "tau", "empty", "beyond", "resume", "qrels_out", "figure"):
        if vars(options)[name] != options.default_of(name):
            raise InputError(f"--leave-one-out does not use --{name.replace('_', '-')}; leave it out")
    if len(methods) > 1 or len(budgets) > 1:
        raise InputError("--leave-one-out takes one --method and one --budget; give one of each")
    if options.method and not options.budget:
        raise InputError("--leave-one-out judges whole pools, for which no --method is needed; add --budget, as in 50")


def _put_leave_one_out(
    pooled: PooledRuns, method: Method, budget: int, measures: Sequence[AnyMeasure], options: argparse.Namespace
) -> int:
    """Write the scores of each run by the judgments with and without it, and return the exit status."""
    if NAME in measures:
        raise InputError(f"--leave-one-out compares scores by measures, and {NAME} is an estimate; give -m AP")
    groups = {name: [name] for name in pooled.names} if options.groups is None else _groups(options.groups)
    results = []
    for measure in measures:
        with shares(f"leaving out, {measure!r}") as progress:
            results.append(
                leave_group_out(
                    pooled, groups, method=method, budget=budget if options.budget else None, measure=measure,
                    seed=options.seed, alpha=options.alpha, r_from=options.r_from, progress=progress,
                )
            )  # fmt: skip
    rows = [row for result in results for row in result.to_json()]
    if options.format == "csv":
        texts = [{**row, "lost": " ".join(row["lost"]), "invented": " ".join(row["invented"])} for row in rows]
        text = csv_text([*rows[0]], [row.values() for row in texts])
    else:
        text = json_text(rows) if options.format == "json" else "\n\n".join(map(str, results)) + "\n"
    write_output(text, options.output, how=options.format)
    return DONE


def _groups(path: str) -> dict[str, list[str]]:
    """Read the names of the runs of each group from a file."""
    groups: dict[str, list[str]] = {}
    text = Path(path).read_text(encoding="utf-8", errors="replace")
    for line_number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if len(words) not in (0, 2):
            raise InputError(
                f"{shown(path)}, line {line_number}: a line has a run and its group; given: {quoted(line)}"
            )
        if words:
            groups.setdefault(words[1], []).append(words[0])
    return groups


def _methods(texts: Sequence[str]) -> list[Method]:
    """Return the distinct methods that `--method` names."""
    # Commas inside parentheses separate the options of a method.
    names = [name.strip() for text in texts for name in re.split(r",(?![^()]*\))", text)]
    expanded = [method for name in names for method in (METHODS if name == "all" else [name])]
    return list(dict.fromkeys(map(find_method, expanded)))


def _measure(text: str) -> AnyMeasure:
    """Parse a measure; inferred AP stays a name, because it is not a measure of a single ranking."""
    return text if text.strip().lower() == NAME.lower() else parse_measure(text)


def _budgets(texts: Sequence[str]) -> list[int]:
    try:
        budgets = [count(whole(word), "a budget (judgments per topic)") for text in texts for word in text.split(",")]
    except argparse.ArgumentTypeError:
        typed = quoted(",".join(texts))
        raise InputError(f"--budget takes whole numbers, separated by commas; given: {typed}") from None
    return sorted(set(budgets))


def _files(options: argparse.Namespace) -> list[str]:
    """Return the named run files and the files of each named folder, without the files of other options."""
    others = [
        Path(name)
        for name in (options.qrels, options.resume, options.output, options.figure, options.qrels_out)
        if name
    ]
    files: list[str] = []
    for text in options.runs:
        folder = Path(text)
        if not folder.is_dir():
            files.append(text)
            continue
        visible = [path for path in sorted(folder.iterdir()) if path.is_file() and not path.name.startswith(".")]
        runs = [path for path in visible if not any(other.exists() and path.samefile(other) for other in others)]
        if not runs:
            raise InputError(f"the folder {shown(text)} has no files of runs")
        files += map(str, runs)
    return files


def _pooled(options: argparse.Namespace, names: Mapping[str, str]) -> PooledRuns:
    with closing(Progress([options.qrels, *names], "reading")) as progress:

        def runs() -> Iterator[Run]:
            for path, name in names.items():
                progress.start(path)
                try:
                    yield read_run(path, name=name, progress=progress.reading)
                except InputError as error:
                    if not options.skip_broken:
                        raise InputError(f"{error}; or add --skip-broken to continue without this run") from None
                    print_note(f"left out: {error}")

        progress.start(options.qrels)
        qrels = read_qrels(options.qrels, progress=progress.reading)
        return pool_runs(
            qrels, runs(), depth=options.depth, rank=options.rank, rel=options.rel, retrieved=options.retrieved
        )


def _qrels_files(name: str | None, methods: Sequence[Method], budgets: Sequence[int]) -> dict[Path, tuple[Method, int]]:
    """Return the method and the budget whose judgments are written to each file of `--qrels-out`."""
    if name is None:
        return {}
    sets = [(method, budget) for method in methods for budget in budgets]
    files = {
        Path(name.replace(_METHOD, repr(method)).replace(_BUDGET, str(budget))): (method, budget)
        for method, budget in sets
    }
    if len(files) < len(sets):
        raise InputError(
            f"--qrels-out {shown(name)} is one file for {count_noun(len(sets), 'set')} of judgments; put {_METHOD} "
            f"and {_BUDGET} into the name, as in low-{_METHOD}-{_BUDGET}.qrels"
        )
    return files


def _table(result: Sweep) -> str:
    parts = [result.title, *(f"{measure}\n{table(HEADER, rows)}" for measure, rows in result.tables())]
    return "\n\n".join(parts) + "\n"


def _json(result: Sweep) -> str:
    return json_text(result.to_json())


def _csv(result: Sweep) -> str:
    rows = [row.flat() for row in result.rows]
    return csv_text(list(rows[0]), [["" if cell is None else cell for cell in row.values()] for row in rows])
