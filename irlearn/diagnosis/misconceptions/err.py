"""Misconceptions about expected reciprocal rank."""

from __future__ import annotations

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.kinds.rules import COMMON, About, Formula, Wrong
from irlearn.measures import RR

misconception = About("ERR")


def _err(
    context: RankingContext,
    written: str,
    below: int = 0,
    *,
    before: bool = True,
    goes_on: bool = False,
    name: str = "",
) -> Formula:
    """The sum of the chances to stop at each rank, their divisor 2^max_grade unless told.

    With `goes_on` a reader goes on who did not stop here, as if nobody had stopped before: in floats, as the digits of
    the fraction double with each rank.
    """
    below = below or 2 ** context.measure.options["max_grade"]
    total, reached = context.share(0, 1), 1.0 if goes_on else context.share(1, 1)
    for rank, grade in enumerate(map(int, context.grades), start=1):
        stop = context.share(2**grade - 1, below)
        total += (reached if before else 1) * stop / rank
        reached *= 1 - (reached * stop if goes_on else stop)
    return Formula(total, written, name=name)


@misconception("You left out the chance that the reader stopped before this rank.", common=COMMON)
def reader_never_stops(context: RankingContext) -> Wrong:
    return _err(context, "sum of stop / rank", before=False)


@misconception(
    "This is {on_scale}, right on a scale of grades that ends at {highest}, the highest here. {measure} as it was "
    "asked for ends its scale at grade {max_grade}.",
    common=COMMON,
    definition=True,
    evidence="Chapelle and others (2009) leave the scale open; gdeval ends it at 4",
)
def scale_of_the_list(context: RankingContext) -> Wrong:
    top = context.highest
    if not top or top == context.measure.options["max_grade"]:
        return None
    return _err(context, f"sum with the chances (2^grade − 1) / {2**top}", 2**top, name=context.on_scale)


@misconception("You divided by 2^highest − 1. The divisor is 2^highest, so no reader is certain to stop.")
def stops_for_certain(context: RankingContext) -> Wrong:
    below = 2 ** context.measure.options["max_grade"] - 1
    return _err(context, f"sum with the chances (2^grade − 1) / {below}", below)


@misconception("This is the reciprocal rank, which knows no grades.")
def rr_given(context: RankingContext) -> Wrong:
    return context.given_for(context.other(RR))


@misconception(
    "You took 1 − the whole chance to stop at a rank as the chance to go on behind it. It is 1 − the chance that the "
    "document there is enough, for a reader who got so far.",
    common=COMMON,
)
def goes_on_by_whole_chance(context: RankingContext) -> Wrong:
    return _err(context, "sum of the products of 1 − the chances to stop", goes_on=True)
