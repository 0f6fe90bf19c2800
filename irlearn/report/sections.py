"""The sections of a report, each as blocks of a page."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

from irlearn import conventions
from irlearn.comparison import Comparison
from irlearn.conventions import PRESETS, ConventionScore
from irlearn.errors import InputError
from irlearn.formulas.page import Block, Figure, Heading, Note, Prose, Table
from irlearn.report.difference import QueryDifference, diff
from irlearn.report.study import JUDGED_AT, Study, differences_of
from irlearn.statistics import ALPHA
from irlearn.statistics.arrays import FloatArray
from irlearn.text.english import comma_list, count_noun, number_word
from irlearn.text.numbers import fixed, general, p_value, percent, score_texts, true_minus

_MOST_NAMED = 8  # Runs that a sentence names.


def lead(study: Study) -> list[Block]:
    """Return the result in a sentence, and what the tests allow to say."""
    main, family = study.main, study.comparisons[study.primary]
    size, low, high = _texts([abs(main.difference), *main.interval])
    pvalue = main.test("permutation").holm
    several = f" with Holm's correction for {count_noun(len(family), 'comparison')}" if len(family) > 1 else ""
    facts = [
        *([f"95% t interval of the difference {low} to {high}"] if np.isfinite(main.interval[0]) else []),
        *([f"p = {_p(pvalue)}{several}"] if np.isfinite(pvalue) else []),
    ]
    in_parentheses = f" ({'; '.join(facts)})" if facts else ""
    lower = " (lower is better)" if study.primary.better == "lower" else ""
    amount = f"{size} {'higher' if main.difference > 0 else 'lower'}"
    if len(family) > 1:
        words = f"{main.run_b} differs most from {main.run_a}: it is {amount} on average"
    elif main.difference:
        words = f"{main.run_b} is {amount} than {main.run_a} on average"
    else:
        words = f"{main.run_b} and {main.run_a} have the same mean"
    won = f"{main.run_b} wins {count_noun(main.wins_b, 'query')}, ties {main.ties:,} and loses {main.wins_a:,}"
    return [Prose(f"By {study.primary!r}{lower}, {words}{in_parentheses}; {won}."), Prose(_verdict(study))]


def _verdict(study: Study) -> str:
    """Return what the tests of the primary measure allow to say."""
    family, level = study.comparisons[study.primary], general(ALPHA)
    found = [comparison for comparison in family if study.is_significant(comparison)]
    if not any(comparison.has_pvalues for comparison in family):
        return "The scores of each query are the same, so there is nothing to test."
    detectable, could = study.main.detectable, f" With {count_noun(study.main.queries, 'query')}, "
    least = min(1.0, len(family) * 2.0 ** (1 - study.main.queries))
    if least > ALPHA:
        could += f"the test cannot be significant, because p is never below {p_value(least)}."
    elif np.isfinite(detectable):
        could += (
            f"a paired t test{' without a correction' if len(family) > 1 else ''} would find a true difference of "
            f"{fixed(detectable, 4)} in 8 of 10 experiments; a smaller one can easily remain hidden."
        )
    else:
        could = ""
    if len(family) == 1:
        if found:
            return f"The difference is significant at alpha = {level}."
        return f"No difference is shown at alpha = {level}, which does not mean that there is none.{could}"
    if not found:
        return (
            f"None of {number_word(len(family))} runs differs significantly from {study.first} at alpha = {level}, "
            f"which does not mean that they are equal.{could}"
        )
    names = comma_list(_first_names([comparison.run_b for comparison in found]))
    verb = "differs" if len(found) == 1 else "differ"
    return (
        f"At alpha = {level}, {number_word(len(found))} of {number_word(len(family))} runs {verb} significantly from "
        f"{study.first}: {names}."
    )


def _first_names(names: Sequence[str]) -> list[str]:
    more = len(names) - _MOST_NAMED
    return [*names[:_MOST_NAMED], f"{more} more"] if more > 1 else [*names]


def score_sections(study: Study) -> list[Block]:
    """Return the table of scores with intervals and judged documents."""
    header: list[str] = ["run"]
    columns: list[list[str]] = [study.best_first]
    for measure in study.measures:
        header += [repr(measure), "95% interval"]
        columns.append(_texts([study.scores.mean(run, measure) for run in study.best_first]))
        columns.append([_interval(study.mean_interval(run, measure)) for run in study.best_first])
    for cutoff in JUDGED_AT:
        header.append(f"judged@{cutoff}")
        columns.append([percent(study.scores.mean(run, f"Judged@{cutoff}"), 1) for run in study.best_first])
    queries = count_noun(len(study.scores.queries), "query")
    caption = f"Means over {queries} with 95% t intervals, the best run by {study.primary!r} first"
    note = (
        "An interval of a mean says how far the mean would move with other queries. Two intervals that overlap do not "
        "show that two runs are equal, because the runs share their queries; the tests below compare them query by "
        "query."
    )
    return [Heading("Scores"), Table(caption, header, _rows(columns), left=1), Note(note)]


def query_sections(study: Study) -> list[Block]:
    """Return the figures of the queries."""
    main = study.main
    blocks: list[Block] = [Heading("Query by query")]
    if find_spec("matplotlib") is None:
        return [
            *blocks,
            Note("The figures need matplotlib, which is not installed; type: pip install 'irlearn[figures]'"),
        ]
    if len(study.runs) > 2:
        blocks.append(Prose(f"{main.run_b} has the largest difference from {main.run_a}, so it is drawn here."))
    blocks += _figure("query_differences", main)
    blocks += _figure("query_scatter", main)
    blocks += _figure("mean_precision_recall", study.qrels, [study.runs[run] for run in (main.run_a, main.run_b)])
    if len(study.runs) > 2:
        blocks += _figure("score_matrix", study.scores, study.primary)
    return blocks


def test_sections(study: Study) -> list[Block]:
    """Return the family of tests of the primary measure, and the secondary measures."""
    family = sorted(study.comparisons[study.primary], key=lambda comparison: comparison.difference)
    count = len(family)
    against = f"each of {count} runs against {study.first}" if count > 1 else f"{family[0].run_b} against {study.first}"
    stated = (
        f"One family of tests decides: {against} by {study.primary!r}, the measure named first, with a two-sided "
        f"paired permutation test at alpha = {general(ALPHA)}"
    )
    correction = f", corrected by Holm for {count_noun(count, 'comparison')}" if count > 1 else ""
    header = ["run", "difference", "95% interval", "won", "tied", "lost", "p", "p, Holm", "d_z", "detectable"]
    alone = " and of each comparison alone, without the correction" if count > 1 else ""
    if count == 1:
        header.remove("p, Holm")
    rows = [_test_row(comparison, holm=count > 1) for comparison in family]
    hits = frozenset(row for row, comparison in enumerate(family) if study.is_significant(comparison))
    blocks: list[Block] = [
        Heading("Tests"),
        Prose(f"{stated}{correction}. A difference is the mean of the run minus that of {study.first}."),
        Table(f"{study.primary!r}, the primary measure", header, rows, hits=hits, left=1),
        Note(
            f"Rows with {'a corrected p' if count > 1 else 'p'} of at most {general(ALPHA)} are significant, and bold "
            f"on a page. The intervals are those of the t test{alone}, so an interval and the p-value beside it can "
            "disagree about 0. d_z is the mean difference in standard deviations of the differences. A true difference "
            "as large as the last column would be found in 8 of 10 experiments with these topics and a paired t test "
            "of the same alpha, without a correction."
        ),
    ]
    for measure in study.measures[1:]:
        comparisons = sorted(study.comparisons[measure], key=lambda comparison: comparison.difference)
        rows = [_test_row(comparison, holm=count > 1)[:-2] for comparison in comparisons]
        hits = frozenset(row for row, comparison in enumerate(comparisons) if study.is_significant(comparison))
        alone = ", a family of its own" if count > 1 else ""
        blocks.append(Table(f"{measure!r}, a secondary measure{alone}", header[:-2], rows, hits=hits, left=1))
    if len(study.measures) > 1:
        blocks.append(
            Note(
                "Secondary measures describe. If a claim rested on whichever of the "
                f"{number_word(len(study.measures))} measures is significant, the error rate would be above alpha."
            )
        )
    return blocks


def _test_row(comparison: Comparison, *, holm: bool) -> list[str]:
    test = comparison.test("permutation")
    difference, low, high = _texts([comparison.difference, *comparison.interval])
    return [
        comparison.run_b, difference, _between(low, high),
        str(comparison.wins_b), str(comparison.ties), str(comparison.wins_a),
        _p(test.pvalue), *([_p(test.holm)] if holm else []),
        true_minus(fixed(comparison.effects[0].value, 2)), fixed(comparison.detectable, 4),
    ]  # fmt: skip


def deciding_sections(study: Study) -> list[Block]:
    """Return the queries with the largest influence, and the result without each."""
    main = study.main
    if not study.deciding or not main.has_pvalues:
        return []
    pvalue = main.test("permutation").pvalue
    differences = _texts([query.difference for query in study.deciding])
    means = _texts([query.mean_without for query in study.deciding])
    rows = [
        [query.query, difference, mean, _p(query.pvalue_without)]
        for query, difference, mean in zip(study.deciding, differences, means, strict=True)
    ]
    flips = [query.query for query in study.deciding if (query.pvalue_without <= ALPHA) != (pvalue <= ALPHA)]
    if flips:
        stable = (
            f"Without {comma_list(flips, 'or')}, p moves to the other side of {general(ALPHA)}: the conclusion "
            "depends on a single query."
        )
    else:
        stable = f"Without any one of them, p stays on the same side of {general(ALPHA)}."
    (mean,) = _texts([main.difference])
    caption = f"{main.measure} of {main.run_b} minus {main.run_a}; with all queries {mean}, p = {_p(pvalue)}"
    header = ["without query", "its difference", "mean difference then", "p then"]
    return [
        Heading("The queries that decide"),
        Prose(f"These queries move the mean difference most. {stable}"),
        Table(caption, header, rows, left=1),
        Note("The p-values of the permutation test are shown without a correction for several runs."),
    ]


def topic_sections(study: Study) -> list[Block]:
    """Return the query with the largest difference, rank by rank."""
    main, query = study.main, study.largest
    if not np.any(differences_of(main)):
        return []
    chosen = Prose(
        f"Query {query} was selected because none of {count_noun(main.queries, 'query')} has a larger difference, so "
        f"it shows how the runs differ at most, not how they usually differ. A is {main.run_a}, B is {main.run_b}."
    )
    try:
        found = diff(study.qrels, study.runs[main.run_a], study.runs[main.run_b], study.primary, query=query)
    except InputError as error:
        return [Heading(f"Query {query}"), chosen, Note(str(error))]
    return [
        Heading(f"Query {query}, rank by rank"),
        chosen,
        *_figure("running_scores", _contributions(found), found.measure),
        *_without_title(found.blocks()),
    ]


def _contributions(found: QueryDifference) -> dict[str, FloatArray]:
    """Return what each rank adds to the score of either run."""
    added = {
        found.run_a: {change.rank_a: change.a.number for change in found.documents},
        found.run_b: {change.rank_b: change.b.number for change in found.documents},
    }
    last = max(rank or 0 for by_rank in added.values() for rank in by_rank)
    return {run: np.array([by_rank.get(rank, 0.0) for rank in range(1, last + 1)]) for run, by_rank in added.items()}


def _without_title(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield blocks for a section of a larger page: the title is left out, and other headings are one level lower."""
    for number, block in enumerate(blocks):
        if isinstance(block, Heading):
            if number:
                yield block._replace(level=block.level + 1)
        elif not (number == 0 and isinstance(block, Prose) and block.strong):
            yield block


def pair_sections(study: Study) -> list[Block]:
    """Return all pairs of three or more runs."""
    pairs = study.pairs
    if pairs is None:
        return []
    found, compared = pairs.of("randomized").found, count_noun(pairs.compared, "pair")
    direction = -1 if study.primary.better == "lower" else 1
    return [
        Heading("All pairs of runs"),
        Prose(
            f"By the randomized Tukey HSD test for all pairs at once, {found:,} of {compared} "
            f"{'differs' if found == 1 else 'differ'} significantly. This test has one threshold for all pairs, so it "
            f"can miss a difference from {study.first} that the tests above find."
        ),
        *pairs.group_blocks("randomized", direction=direction, noun="run"),
        *_figure("comparison_intervals", pairs, measure=study.primary),
        Table("What each procedure finds", *pairs.cells, left=1),
    ]


def luck_sections(study: Study) -> list[Block]:
    """Return whether the best of ten or more runs is only lucky."""
    if study.luck is None:
        return []
    best = study.best_first[0]
    mean, chance = study.scores.mean(best, study.primary), study.luck_probability
    sentence = (
        f"The best of {count_noun(len(study.runs), 'run')}, {best}, has a mean of {fixed(mean, 4)}. The best of many "
        "runs is partly lucky: if all runs were equally good, the best of them would still be as good as this with a "
        f"probability of {p_value(chance)}."
    )
    return [Heading("Is the best run only lucky?"), Prose(sentence), *_without_title(study.luck.blocks())]


def outcome_sections(study: Study) -> list[Block]:
    """Return the outcomes of runs where each query has one relevant document."""
    if not study.outcomes:
        return []
    return [
        Heading("Queries with one relevant document"),
        Prose("Each query has one relevant document, so a run finds this document or does not."),
        *(block for outcomes in study.outcomes for block in outcomes.blocks()),
    ]


def pool_sections(study: Study) -> list[Block]:
    """Return what the judgments mean for runs outside the pool."""
    heading = Heading("Judgments")
    if study.depth is None:
        return [
            heading,
            Prose(
                "No two runs are judged completely to depth 10, so the depth of the pool is unknown. Unjudged "
                "documents can put runs with many of them at a disadvantage."
            ),
        ]
    if not study.outsiders:
        return [heading, Prose(f"All documents of all runs are judged to depth {study.depth} or more.")]
    few = len(study.outsiders) == 1
    sentence = (
        f"{comma_list(_first_names(study.outsiders))} {'has' if few else 'have'} unjudged documents above depth "
        f"{study.depth}, to which other runs are judged completely, so {'it is' if few else 'they are'} probably "
        "outside the pool. Unjudged documents can put such a run at a disadvantage."
    )
    blocks: list[Block] = [heading, Prose(sentence)]
    if study.reusability is not None:
        blocks += [
            Prose(
                "To see how large this disadvantage is, each run inside the pool is left out of the pool of these "
                "runs once. Only the judgments of this pool count here, so the scores differ from those above. If "
                "further runs contributed to the pool, they may have found the same documents, and the effect is "
                "smaller."
            ),
            *_without_title(study.reusability.blocks()),
        ]
    return blocks


def note_sections(study: Study) -> list[Block]:
    """Return the notes on each run."""
    notes = [[run, note] for run in study.runs for note in study.scores.notes[run]]
    return [
        Heading("Unjudged, tied and missing documents"),
        Table("", ["run", "note"], notes, left=2) if notes else Prose("There is nothing to note."),
    ]


def convention_sections(study: Study) -> list[Block]:
    """Return the means of the two runs of `main` by the conventions of other tools on these files."""
    rows, reasons = [], {}
    for run in (study.main.run_a, study.main.run_b):
        by_tool = conventions.compare(study.primary, study.all_qrels, study.runs[run], PRESETS.values(), exact=False)
        rows.append([run, *(_tool_score(score) for score, _ in by_tool.values())])
        for tool, (score, differences) in by_tool.items():
            reasons[tool] = score.problem or " ".join(difference.rule for difference in differences)
    names_by_reason: dict[str, list[str]] = {}
    for tool, reason in reasons.items():
        if reason:
            names_by_reason.setdefault(reason, []).append(tool)
    caption = f"Mean {study.primary!r} by the conventions of each tool, worked out by irlearn on these files"
    return [
        Heading("The same files in other tools"),
        Table(caption, ["run", *by_tool], rows, left=1),
        *(Note(f"{comma_list(tools)}: {reason}") for reason, tools in names_by_reason.items()),
        Note("Here irlearn counts queries that a run lacks as 0." if study.missing == "drop" else ""),
    ]


def _tool_score(score: ConventionScore) -> str:
    if score.bounds is not None:
        return _interval(score.bounds)
    return fixed(score.value, 4)


def _figure(function: str, *data: Any, **options: Any) -> list[Block]:
    """Return what a function of `irlearn.plots` draws, or nothing without matplotlib."""
    if find_spec("matplotlib") is None:
        return []
    from irlearn import plots

    with warnings.catch_warnings():
        # The browser has the letters that matplotlib's font lacks, because the text of the figures stays text.
        warnings.filterwarnings("ignore", "Glyph .* missing from font")
        ax = vars(plots)[function](*data, **options)
        svg = plots.svg(ax)
    words = f"{true_minus(ax.get_label())}."
    return [Figure(svg, words, words)]


def _texts(values: Sequence[float]) -> list[str]:
    return [true_minus(text) for text in score_texts(values)]


def _interval(interval: tuple[float, float]) -> str:
    return _between(*(true_minus(fixed(end, 3)) for end in interval))


def _between(low: str, high: str) -> str:
    return "-" if low == "-" else f"{low} to {high}"


def _p(pvalue: float) -> str:
    return true_minus(p_value(pvalue))


def _rows(columns: Sequence[Sequence[str]]) -> list[list[str]]:
    return [list(row) for row in zip(*columns, strict=True)]
