"""`irlearn extremes`: whether the best of many systems is luck, from moments, a file of scores, or runs."""

from __future__ import annotations

import argparse
from typing import Any

from irlearn.cli.output import (
    DONE,
    STDIN,
    Add,
    add_format,
    add_output,
    add_quiet,
    check_figure,
    check_output,
    check_seed,
    csv_text,
    json_text,
    number,
    print_notes,
    standard_input,
    table,
    whole,
    with_version,
    write_figure,
    write_output,
)
from irlearn.cli.runs import format_notes, reading, run_names
from irlearn.errors import InputError
from irlearn.evaluation import evaluate
from irlearn.measures import parse_measure
from irlearn.statistics.arrays import check_count as count
from irlearn.statistics.distributions import MOST_SYSTEMS
from irlearn.studies.extremes import (
    Matrix,
    Maximum,
    Minimum,
    Origin,
    Thresholds,
    TopicBootstrap,
    matrix,
    origin,
    standard_error,
    thresholds,
    topic_bootstrap,
)
from irlearn.studies.extremes.bootstrap import MOST
from irlearn.studies.extremes.extreme_values import above_zero, correlation_of
from irlearn.studies.extremes.matrix import Means, range_of, read_table
from irlearn.studies.extremes.thresholds import ThresholdGroups
from irlearn.text.english import count_noun
from irlearn.text.numbers import fixed, general, percent

_MEASURE = "AP"
_SAMPLES = 10_000


def add(command: Add) -> None:
    """Add the parser and the arguments of `irlearn extremes`."""
    parser = command(
        _extremes,
        "Give the mean and standard error of equal systems; or a file of scores (topics x runs with the runs' names\n"
        "in the header, a run and its mean in each line, or the output of irlearn score --per-query, as CSV, TSV or\n"
        "JSON); or QRELS and runs. With scores per topic, the first result is a bootstrap that keeps the\n"
        "correlation of the runs, followed by Carterette's null (2015).\n\n"
        "examples:\n  irlearn extremes --mean .2 --se .0114 --systems 103 --best .303\n"
        "  irlearn extremes matrix.csv\n  irlearn extremes means.csv --topics 50\n"
        "  irlearn extremes --mean .2 --se .0114 --systems 103 --best .303 --figure luck.pdf\n"
        "  irlearn extremes qrels.txt a.run b.run c.run -m AP --format json",
    )
    parser.add_argument("files", metavar="FILE", nargs="*", help="a file of scores, or QRELS RUN RUN...")
    parser.add_argument("--mean", type=number, help="the mean of the equal systems (default: the mean in the file)")
    parser.add_argument("--se", type=number, help="the standard error of a system's mean")
    parser.add_argument(
        "--topics",
        type=whole,
        help="number of topics behind means alone; the error is their deviation divided by its square root",
    )
    parser.add_argument(
        "--systems", metavar="N", type=whole, help="number of systems (default: as many as in the file)"
    )
    parser.add_argument("--best", type=number, help="the best value (default: the best in the file)")
    parser.add_argument(
        "--correlation",
        metavar="RHO",
        type=number,
        default=0.0,
        help="correlation between systems, by one factor (default: 0)",
    )
    parser.add_argument("-m", "--measure", default=_MEASURE, help=f"the measure of the scores (default: {_MEASURE})")
    parser.add_argument(
        "--samples", type=whole, default=_SAMPLES, help=f"samples of the topic bootstrap (default: {_SAMPLES:,})"
    )
    parser.add_argument("--seed", type=whole, default=1, help="seed of the topic bootstrap (default: 1)")
    add_quiet(parser)
    add_format(parser)
    add_output(parser, "the distribution of the best by luck, and its origin")


def _extremes(options: argparse.Namespace) -> int:
    _check(options)
    check_output(options.output, force=options.force, inputs=options.files)
    check_figure(options, options.files)
    text = _from_scores(_read_scores(options), options) if options.files else _from_moments(options)
    write_output(text, options.output, how=options.format)
    return DONE


def _check(options: argparse.Namespace) -> None:
    """Raise `InputError` for invalid options before any file is read."""
    if options.systems is not None:
        count(options.systems, "the number of systems N", most=MOST_SYSTEMS)
    if options.se is not None:
        above_zero(options.se, "the standard error")
    if options.topics is not None:
        count(options.topics, "the number of topics")
    correlation_of(options.correlation)
    count(options.samples, "the number of samples", most=MOST)
    check_seed(options.seed)
    for name, value in (("--mean", options.mean), ("--best", options.best)):
        if value is not None:
            _check_range(value, name, options.measure)


def _from_moments(options: argparse.Namespace) -> str:
    """Return the output for moments without a file."""
    required = {"--mean": options.mean, "--se": options.se, "--systems": options.systems}
    missing = [name for name, value in required.items() if value is None]
    if missing:
        raise InputError(
            f"without a file, {', '.join(missing)} must be given, as in irlearn extremes --mean .2 --se .0114 "
            "--systems 103; or give a file of scores"
        )
    maximum = Maximum(options.systems, options.mean, options.se, options.correlation)
    minimum = Minimum(options.systems, options.mean, options.se, options.correlation)
    best_origin = _origin(options, maximum, options.best)
    _draw(options, maximum, best_origin)
    numbers = _numbers(maximum, minimum, best_origin)
    if options.format == "json":
        return json_text(with_version(numbers))
    if options.format == "csv":
        return csv_text(["quantity", "value"], _flattened(numbers).items())
    equal = count_noun(options.systems, "equal system")
    words = f"{equal}, mean {fixed(maximum.mean, 4)}, standard error {fixed(maximum.sd, 4)}"
    return _page([_luck(words, maximum, minimum), *([str(best_origin)] if best_origin else [])])


def _from_scores(scores: Matrix | Means, options: argparse.Namespace) -> str:
    """Return the output for a matrix of scores or for means."""
    names = scores.runs if isinstance(scores, Matrix) else scores.names
    paper = thresholds(
        scores.means, _standard_error(scores, options), mean=options.mean, n=options.systems, names=names,
        correlation=options.correlation,
    )  # fmt: skip
    resampled = None
    if isinstance(scores, Matrix):
        resampled = topic_bootstrap(scores, options.samples, rng=options.seed)
    best = float(scores.means.max()) if options.best is None else options.best
    best_origin = _origin(options, paper.maximum, best)
    _draw(options, paper.maximum, best_origin)
    if options.format == "json":
        return json_text(with_version(_json(scores, paper, resampled, best_origin)))
    if options.format == "csv":
        return _csv(paper, resampled)
    words = "The null of Carterette (2015), normal systems"
    luck = _luck(f"For comparison: {words[0].lower()}{words[1:]}" if resampled else words, paper.maximum, paper.minimum)
    parts = [resampled, luck, paper, best_origin]
    return _page([str(part) for part in parts if part is not None])


def _draw(options: argparse.Namespace, maximum: Maximum, best_origin: Origin | None) -> None:
    calls: list[tuple[str, dict[str, Any]]] = [("draw_maximum", {"maximum": maximum, "measure": options.measure})]
    if best_origin is not None:
        calls.append(("draw_origin", {"origin": best_origin, "measure": options.measure}))
    write_figure(options, calls)


def _read_scores(options: argparse.Namespace) -> Matrix | Means:
    """Read a file of scores, or evaluate runs."""
    measure = parse_measure(options.measure)
    if len(options.files) == 1:
        (file,) = options.files
        return read_table(standard_input() if file == STDIN else file, measure)
    qrels, *runs = options.files
    names = run_names(runs)
    if len(names) < 2:
        raise InputError("the best of many needs at least 2 runs, as in irlearn extremes QRELS RUN RUN; given: 1")
    with reading(qrels, names) as (judged, read, progress):
        scores = evaluate(judged, read, [measure], progress=progress.scoring)
    print_notes(format_notes({path: scores.notes[name] for path, name in names.items()}, None), options)
    return matrix(scores)


def _standard_error(scores: Matrix | Means, options: argparse.Namespace) -> float:
    """Return the standard error of a mean, from the options or the scores."""
    if isinstance(scores, Matrix) and options.topics is not None:
        raise InputError(f"--topics is for means alone, but these scores are on {count_noun(scores.topics, 'topic')}")
    if options.se is not None:
        return float(options.se)
    if isinstance(scores, Matrix):
        error = scores.standard_error
    elif options.topics is None:
        raise InputError("means alone do not show their error; add --se, or --topics to compute it")
    else:
        error = standard_error(scores.means, options.topics)
    if not error:
        raise InputError("all runs have the same mean, which says nothing about their error; add --se")
    return error


def _origin(options: argparse.Namespace, maximum: Maximum, best: float | None) -> Origin | None:
    if best is None:
        return None
    _check_range(best, "--best", options.measure)
    return origin(best, maximum.n, maximum.sd, correlation=maximum.correlation, center=maximum.mean)


def _check_range(value: float, option: str, measure: str) -> None:
    parsed = parse_measure(measure)
    least, most = range_of(parsed)
    if not least <= value <= most:
        raise InputError(
            f"{option} is {general(value)}, but {parsed!r} ranges from {general(least)} to {general(most)}; "
            "name another measure with -m"
        )


def _numbers(maximum: Maximum, minimum: Minimum, best_origin: Origin | None) -> dict[str, Any]:
    return {
        "expected_maximum": maximum.expected,
        "maximum_95": maximum.quantile(0.95),
        "minimum_05": minimum.quantile(0.05),
        "origin_mean": best_origin.mean if best_origin else None,
        "origin_interval": list(best_origin.interval) if best_origin else None,
    }


def _json(
    scores: Matrix | Means, paper: Thresholds, resampled: TopicBootstrap | None, best_origin: Origin | None
) -> Any:
    data: dict[str, Any] = {}
    if resampled is not None:
        data["bootstrap"] = {
            "expected_maximum": resampled.expected_maximum,
            "maximum_95": resampled.upper,
            "minimum_05": resampled.lower,
            **_groups(resampled),
        }
    data |= {"systems": paper.n, "mean": paper.mean, "se": paper.se}
    if isinstance(scores, Matrix):
        data["topics"] = scores.topics
    return {**data, **_numbers(paper.maximum, paper.minimum, best_origin), **_groups(paper)}


def _groups(groups: ThresholdGroups) -> dict[str, list[str]]:
    return {"above": list(groups.above), "below": list(groups.below), "between": list(groups.between)}


def _flattened(numbers: dict[str, Any]) -> dict[str, Any]:
    """Return the numbers of JSON with the interval as two values."""
    low, high = numbers.pop("origin_interval") or (None, None)
    return {**numbers, "origin_low": low, "origin_high": high}


def _csv(paper: Thresholds, resampled: TopicBootstrap | None) -> str:
    group_by_run = [_group_by_run(result) for result in (resampled, paper) if result is not None]
    header = ["run", "mean", *(["bootstrap"] if resampled is not None else []), "paper"]
    rows: list[list[Any]] = [
        [name, mean, *(groups[name] for groups in group_by_run)]
        for name, mean in zip(paper.names, paper.means.tolist(), strict=True)
    ]
    return csv_text(header, [rows[index] for index in (-paper.means).argsort(kind="stable")])


def _group_by_run(result: ThresholdGroups) -> dict[str, str]:
    return {name: group for group, names in _groups(result).items() for name in names}


def _luck(words: str, maximum: Maximum, minimum: Minimum) -> str:
    """Return a table of the scores that the best and the worst of equal systems reach."""
    rows = [
        ["expected maximum", fixed(maximum.expected, 4)],
        [f"maximum, {percent(0.95)} point", fixed(maximum.quantile(0.95), 4)],
        [f"minimum, {percent(0.05)} point", fixed(minimum.quantile(0.05), 4)],
    ]
    if maximum.correlation:
        quantile = maximum.given_factor().quantile(0.95)
        rows.append([f"maximum, {percent(0.95)} point, given the factor", fixed(quantile, 4)])
    return f"{words}\n{table(['by chance alone', 'value'], rows)}"


def _page(parts: list[str]) -> str:
    return "\n\n".join(parts) + "\n"
