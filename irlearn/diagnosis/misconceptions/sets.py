"""Misconceptions about measures of a set: precision, recall, F, accuracy, fallout, R-precision, success, judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from irlearn.diagnosis.context import RankingContext
from irlearn.diagnosis.misconceptions.families import adding, instead, often, over, rare, rules, with_copies, wrong
from irlearn.expression import Name, Node, Number as Shown, Ratio, Root, Sum, Tight
from irlearn.kinds.rules import Formula, Number, Rule, Wrong
from irlearn.measures import AP, P, R, Success
from irlearn.measures.base import Terms

# how much of the list is read, and what counts as relevant: of precision and recall before all else


def cutoff_ignored(context: RankingContext) -> Wrong:
    if not context.measure.cutoff or context.k >= context.retrieved:
        return None  # nothing stands below the cutoff
    if context.measure.ends_at_a_hit and context.found:
        return None  # the first relevant document is the same
    return context.given_for(replace(context.measure, cutoff=None))


def _judged(context: RankingContext) -> int:
    return sum(grade >= 0 for grade in context.top.grades.tolist())


def _unjudged_relevant(context: RankingContext) -> Any:
    unjudged = context.integers(context.top.grades < 0)
    return context.hits + unjudged if unjudged.any() else None


def _ranks_more(more: int) -> Rule:
    """The same measure of a rank more or fewer, where that is neither the whole list nor beyond it."""

    def rule(context: RankingContext) -> Wrong:
        cutoff = context.k + more
        within = context.measure.cutoff and 0 < cutoff < context.retrieved and context.k <= context.retrieved
        return context.given_for(context.measure @ cutoff) if within else None

    return rule


rules(
    often("unjudged-left-out", "P", over(lambda c: _judged(c) if _judged(c) < c.read else 0)),
    often("unjudged-relevant", "P R", adding(_unjudged_relevant)),
    often("cutoff-ignored", "P R F Accuracy Fallout Judged AP RR CG DCG nDCG ERR RBP", cutoff_ignored),
    often("every-grade-counts", "P R AP RR", instead(lambda c: c.measure(rel=1) if c.rel > 1 else None)),
    wrong("one-rank-short", "P R CG DCG", _ranks_more(-1)),
    wrong("one-rank-more", "P R CG DCG", _ranks_more(1)),
)


# a document that stands in the list, or in the judgments, twice


def _each_again(context: RankingContext) -> Wrong:
    """The only one found counts at each rank."""
    return context.but(numerators=with_copies(context.hits, all_ranks=True)) if context.found == 1 else None


rules(
    rare("document-twice", "P R", adding(lambda c: with_copies(c.hits)), ways=(_each_again,)),
    rare("judged-twice", "R", over(lambda c: c.relevant + 1)),
)


# precision


def _accuracy(context: RankingContext) -> Wrong:
    everything = len(context.judged)
    left_out = everything - context.relevant - (context.retrieved - context.found_in_all)
    if context.measure.cutoff or -1 in context.ranking.grades or left_out < 1:
        return None
    return Formula(context.share(context.found + left_out, everything), Ratio(Sum(context.found, left_out), everything))


rules(
    often("recall-given", "P", over(lambda c: c.relevant)),
    often("over-retrieved", "P", over(lambda c: c.retrieved if c.retrieved < c.k else 0), definition=True),
    wrong("over-list", "P", over(lambda c: c.retrieved if c.hits_below else 0)),
    wrong("hits-below-cutoff", "P", lambda c: Terms(c.all_hits, divisor=c.k) if c.hits_below else None),
    wrong("not-divided", "P R Rprec Judged Bpref", over(lambda _: 1)),
    wrong("share-not-relevant", "P", lambda c: Terms(1 - c.hits, divisor=c.k)),
    wrong("ap-given", "P Rprec", instead(lambda c: c.other(AP))),
    rare("accuracy", "P R", _accuracy),
)


# recall


rules(
    often("precision-given", "R", over(lambda c: c.k), posted=True),
    often("over-found", "R Bpref", over(lambda c: c.found_in_all)),
    wrong("over-list", "R", over(lambda c: c.retrieved if c.measure.cutoff and c.retrieved != c.k else 0)),
    often("success-given", "R", instead(lambda c: c.other(Success) if c.relevant > 1 else None)),
    wrong("odds", "P R", over(lambda c: max(c.divisor - c.found, 0))),
)


# F


def _shares(context: RankingContext) -> tuple[Number, Number]:
    """Precision and recall."""
    return context.share(context.found, context.k), context.share(context.found, context.relevant)


def _named(context: RankingContext) -> tuple[Name, Name]:
    """Precision and recall by their names."""
    p, r = _shares(context)
    return Name("P", p), Name("R", r)


def _beta(context: RankingContext) -> Number:
    beta = Fraction(repr(float(context.measure.options["beta"])))
    return beta if context.exact else float(beta)


def _f(
    context: RankingContext,
    factor: Number | None,
    weight: Number,
    name: str = "",
    *,
    on_recall: bool = False,
    **other: Node,
) -> Formula:
    """F as it is written: a factor, 1 + `factor`, over precision and recall, with a `weight` on one of them.

    A factor of None is left out; `name` is that of the weight, in place of its number. `other` precision or recall (`p`
    or `r`) may be given.
    """
    p, r = other.get("p", _named(context)[0]), other.get("r", _named(context)[1])
    above = Tight(p, r) if factor is None else Tight(_factor(factor, name), p, r)
    weighed = r if on_recall else p
    weighed = weighed if weight == 1 else Tight(Name(name, weight) if name else Shown(weight), weighed)
    written = above / (p + weighed if on_recall else weighed + r)
    if written.parts[1].value == 0:
        return Formula(Fraction(0), written)
    return Formula(written.value if written.exact is None else written.exact, written)


def _factor(square: Number, name: str = "") -> Node:
    """1 + β², or 2."""
    return Shown(2) if square == 1 else 1 + (Name(name, square) if name else Shown(square))


def _of_both(build: Callable[[Node, Node], Node]) -> Rule:
    """Precision and recall put together in another way, written with their names and with their numbers."""

    def rule(context: RankingContext) -> Wrong:
        named, counted = build(*_named(context)), build(*map(Shown, _shares(context)))
        return Formula(named.value if named.exact is None else named.exact, named, counted)

    return rule


def _recall_over_found(context: RankingContext) -> Wrong:
    b = _beta(context) ** 2
    return _f(context, b, b, "β²", r=Shown(1)) if context.missed and context.found else None


def _with_copies(context: RankingContext, copies: int) -> Wrong:
    found, b = context.found + copies, _beta(context) ** 2
    if not 0 < context.found < found <= context.read:
        return None
    p, r = context.share(found, context.k), context.share(found, context.relevant)
    return _f(context, b, b, "β²" if b != 1 else "", p=Name("P", p), r=Name("R", r))


rules(
    often("arithmetic-mean", "F", _of_both(lambda p, r: (p + r) / 2)),
    often(
        "beta-on-precision",
        "F",
        lambda c: _f(c, _beta(c) ** 2, _beta(c) ** 2, on_recall=True) if _beta(c) != 1 else None,
    ),
    often("beta-not-squared", "F", lambda c: _f(c, _beta(c), _beta(c)) if _beta(c) != 1 else None),
    often("beta-ignored", "F", lambda c: _f(c, 1, 1) if _beta(c) != 1 else None),
    often("factor-missing", "F", lambda c: _f(c, None, _beta(c) ** 2, "β²")),
    wrong("geometric-mean", "F", _of_both(lambda p, r: Root(p * r))),
    wrong("product", "F", _of_both(lambda p, r: p * r)),
    wrong("precision-given", "F", instead(lambda c: c.other(P))),
    wrong("recall-given", "F", instead(lambda c: c.other(R))),
    wrong("recall-over-found", "F", _recall_over_found),
    rare(
        "document-twice",
        "F",
        lambda c: _with_copies(c, 1),
        ways=(lambda c: _with_copies(c, c.read - c.first) if c.found == 1 else None,),
    ),
)


# fallout and accuracy, which also count the documents that are not read


def _others(context: RankingContext) -> int:
    """Documents of the collection that are not relevant."""
    return int(context.measure.facts(context.ranking)["others"])


rules(
    often("over-read", "Fallout", over(lambda c: c.read)),
    often("over-collection", "Fallout", over(lambda c: _others(c) + c.relevant)),
    wrong(
        "specificity-given",
        "Fallout",
        lambda c: c.ratio(_others(c) - c.read + c.found, _others(c)) if _others(c) else None,
    ),
    often("not-read-left-out", "Accuracy", lambda c: Terms(c.hits, divisor=c.terms.divisor)),
    often("precision-given", "Accuracy", instead(lambda c: c.other(P))),
)


# R-precision, success, the judged share


def _longer(context: RankingContext) -> bool:
    """Whether the list goes on below rank R."""
    return context.relevant < context.retrieved


rules(
    often("precision-given", "Rprec", lambda c: Terms(c.all_hits, divisor=c.retrieved) if _longer(c) else None),
    often("recall-given", "Rprec", lambda c: Terms(c.all_hits, divisor=c.relevant) if _longer(c) else None),
    often("at-found", "Rprec", instead(lambda c: P(rel=c.rel) @ c.found_in_all if c.found_in_all else None)),
    wrong("over-list", "Rprec", over(lambda c: c.retrieved if _longer(c) else 0)),
    wrong("over-retrieved", "Rprec", over(lambda c: 0 if c.retrieved >= c.relevant else c.retrieved)),
    often("counted", "Success", lambda c: Terms(c.hits)),
    wrong("rr-given", "Success", lambda c: c.ratio(1, c.first) if c.found else None),
    wrong("cutoff-ignored", "Success", lambda c: Formula(c.share(1, 1)) if c.found_in_all and not c.found else None),
    often("relevant-counted", "Judged", adding(lambda c: c.hits)),
    often("unjudged-counted", "Judged", adding(lambda c: c.top.grades < 0)),
    wrong("over-cutoff", "Judged", over(lambda c: c.k if c.retrieved < c.k else 0)),
    wrong("over-all-judged", "Judged", over(lambda c: len(c.judged))),
)
