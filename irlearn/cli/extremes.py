"""`irlearn extremes`: is the best of many systems luck? From moments, a file of scores, or runs that are scored."""

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
    """Add the command's arguments."""
    found = command(
        _extremes,
        "Give the moments of equal systems; or a file of scores (topics x runs with a header of the runs' names, a\n"
        "run and its mean a line, or what irlearn score --per-query writes; CSV, TSV or JSON); or QRELS and runs.\n"
        "With topics, a bootstrap that keeps how alike runs are comes first, Carterette's null (2015) beside it.\n\n"
        "examples:\n  irlearn extremes --mean .2 --se .0114 --systems 103 --best .303\n"
        "  irlearn extremes matrix.csv\n  irlearn extremes means.csv --topics 50\n"
        "  irlearn extremes qrels.txt a.run b.run c.run -m AP --format json",
    )
    found.add_argument("files", metavar="FILE", nargs="*", help="a file of scores, or QRELS RUN RUN...")
    found.add_argument("--mean", type=number, help="the mean of the equal systems (default: of the file's)")
    found.add_argument("--se", type=number, help="the standard error of a system's mean")
    found.add_argument("--topics", type=whole, help="of means alone: the error is their deviation over its root")
    found.add_argument("--systems", metavar="N", type=whole, help="how many systems there were (default: in the file)")
    found.add_argument("--best", type=number, help="the best value seen (default: the file's)")
    found.add_argument(
        "--correlation", metavar="RHO", type=number, default=0.0, help="between systems, by one factor (default: 0)"
    )
    found.add_argument("-m", "--measure", default=_MEASURE, help=f"what the scores are (default: {_MEASURE})")
    found.add_argument(
        "--samples", type=whole, default=_SAMPLES, help=f"of the topic bootstrap (default: {_SAMPLES:,})"
    )
    found.add_argument("--seed", type=whole, default=1, help="of the topic bootstrap (default: 1)")
    add_quiet(found)
    add_format(found)
    add_output(found)


def _extremes(options: argparse.Namespace) -> int:
    _check(options)
    check_output(options.output, force=options.force, inputs=options.files)
    if options.files:
        found = _read(options)
        text = _of_scores(found, options)
    else:
        text = _of_moments(options)
    write_output(text, options.output, how=options.format)
    return DONE


def _check(options: argparse.Namespace) -> None:
    """Refuse before any file is read what would be refused after it."""
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


def _of_moments(options: argparse.Namespace) -> str:
    """What the moments alone say."""
    given = {"--mean": options.mean, "--se": options.se, "--systems": options.systems}
    missing = [name for name, value in given.items() if value is None]
    if missing:
        raise InputError(
            f"without a file, {', '.join(missing)} must be given, as in irlearn extremes --mean .2 --se .0114 "
            "--systems 103; or give a file of scores"
        )
    maximum = Maximum(options.systems, options.mean, options.se, options.correlation)
    minimum = Minimum(options.systems, options.mean, options.se, options.correlation)
    seen = _origin(options, maximum, options.best)
    numbers = _numbers(maximum, minimum, seen)
    if options.format == "json":
        return json_text(with_version(numbers))
    if options.format == "csv":
        return csv_text(["quantity", "value"], _flat(numbers).items())
    equal = count_noun(options.systems, "equal system")
    words = f"{equal}, mean {fixed(maximum.mean, 4)}, standard error {fixed(maximum.sd, 4)}"
    return _page([_luck(words, maximum, minimum), *([str(seen)] if seen else [])])


def _of_scores(found: Matrix | Means, options: argparse.Namespace) -> str:
    """What a matrix or the means of systems say."""
    names = found.runs if isinstance(found, Matrix) else found.names
    paper = thresholds(
        found.means, _error(found, options), mean=options.mean, n=options.systems, names=names,
        correlation=options.correlation,
    )  # fmt: skip
    resampled = None
    if isinstance(found, Matrix):
        resampled = topic_bootstrap(found, options.samples, rng=options.seed)
    seen = _origin(options, paper.maximum, float(found.means.max()) if options.best is None else options.best)
    if options.format == "json":
        return json_text(with_version(_json(found, paper, resampled, seen)))
    if options.format == "csv":
        return _csv(paper, resampled)
    words = "The null of Carterette (2015), normal systems"
    luck = _luck(f"{words}, beside it" if resampled else words, paper.maximum, paper.minimum)
    return _page([*([str(resampled)] if resampled else []), luck, str(paper), *([str(seen)] if seen else [])])


def _read(options: argparse.Namespace) -> Matrix | Means:
    """The scores: of one file, or of runs against qrels."""
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


def _error(found: Matrix | Means, options: argparse.Namespace) -> float:
    if isinstance(found, Matrix) and options.topics is not None:
        raise InputError(f"--topics is for means alone; these scores are on {count_noun(found.topics, 'topic')}")
    if options.se is not None:
        return float(options.se)
    if isinstance(found, Matrix):
        error = found.standard_error
    elif options.topics is None:
        raise InputError("means alone say nothing about their error; add --se, or --topics to take their deviation")
    else:
        error = standard_error(found.means, options.topics)
    if not error:
        raise InputError("all runs have the same mean, which says nothing about their error; add --se")
    return error


def _origin(options: argparse.Namespace, maximum: Maximum, best: float | None) -> Origin | None:
    if best is None:
        return None
    _check_range(best, "--best", options.measure)
    return origin(best, maximum.n, maximum.sd, correlation=maximum.correlation, centre=maximum.mean)


def _check_range(value: float, option: str, measure: str) -> None:
    wanted = parse_measure(measure)
    least, most = range_of(wanted)
    if not least <= value <= most:
        raise InputError(
            f"{option} is {general(value)}, but {wanted!r} lies from {general(least)} to {general(most)}; "
            "name another measure with -m"
        )


def _numbers(maximum: Maximum, minimum: Minimum, seen: Origin | None) -> dict[str, Any]:
    return {
        "expected_maximum": maximum.expected,
        "maximum_95": maximum.quantile(0.95),
        "minimum_05": minimum.quantile(0.05),
        "origin_mean": seen.mean if seen else None,
        "origin_interval": list(seen.interval) if seen else None,
    }


def _json(found: Matrix | Means, paper: Thresholds, resampled: TopicBootstrap | None, seen: Origin | None) -> Any:
    data: dict[str, Any] = {}
    if resampled is not None:
        data["bootstrap"] = {
            "expected_maximum": resampled.expected_maximum,
            "maximum_95": resampled.upper,
            "minimum_05": resampled.lower,
            **_groups(resampled),
        }
    data |= {"systems": paper.n, "mean": paper.mean, "se": paper.se}
    if isinstance(found, Matrix):
        data["topics"] = found.topics
    return {**data, **_numbers(paper.maximum, paper.minimum, seen), **_groups(paper)}


def _groups(found: ThresholdGroups) -> dict[str, list[str]]:
    return {"above": list(found.above), "below": list(found.below), "between": list(found.between)}


def _flat(numbers: dict[str, Any]) -> dict[str, Any]:
    """The numbers of JSON with one value each."""
    low, high = numbers.pop("origin_interval") or (None, None)
    return {**numbers, "origin_low": low, "origin_high": high}


def _csv(paper: Thresholds, resampled: TopicBootstrap | None) -> str:
    groups = [_where(found) for found in (resampled, paper) if found is not None]
    header = ["run", "mean", *(["bootstrap"] if resampled is not None else []), "paper"]
    rows: list[list[Any]] = [
        [name, mean, *(where[name] for where in groups)]
        for name, mean in zip(paper.names, paper.means.tolist(), strict=True)
    ]
    return csv_text(header, [rows[place] for place in (-paper.means).argsort(kind="stable")])


def _where(found: ThresholdGroups) -> dict[str, str]:
    return {name: group for group, names in _groups(found).items() for name in names}


def _luck(words: str, maximum: Maximum, minimum: Minimum) -> str:
    """What the best and the worst of equal systems reach, as a table."""
    rows = [
        ["expected maximum", fixed(maximum.expected, 4)],
        [f"maximum, {percent(0.95)} point", fixed(maximum.quantile(0.95), 4)],
        [f"minimum, {percent(0.05)} point", fixed(minimum.quantile(0.05), 4)],
    ]
    if maximum.correlation:
        given = maximum.given_factor().quantile(0.95)
        rows.append([f"maximum, {percent(0.95)} point, given the factor", fixed(given, 4)])
    return f"{words}\n{table(['by luck alone', 'value'], rows)}"


def _page(parts: list[str]) -> str:
    return "\n\n".join(parts) + "\n"
