"""The lists of parts that the lessons had in earlier versions: resume codes and progress files name them.

A list is written down here when learners have been given it, and is never changed. Where a part of it was renamed, or
lives in another lesson now, the lesson that has it lists the version with the ids of now, as in
`EARLIER["10"] = (Version("09", FIRST["09"], {"which-pair": "which-pair"}),)`.
"""

from __future__ import annotations

from irlearn.exercises.versions import Version

_FIRST = """
    /00 precision-at-4 one-move digits round-last turn-1 turn-2 turn-3 new-machine
    /01 two-assessors pool-cost new-system leaving-out more-judgments turn-1 turn-2 turn-3 old-collection
    /02 precision recall return-everything beta-from-1-to-2 short-list order turn-1 turn-2 turn-3
    /03 recall-at-3 interpolated-at-half two-systems ap-of-ten which-rule find-the-error turn-1 turn-2 turn-3 turn-4
    /04 geometric-mean two-improvements query-with-zero three-ranks one-long-list turn-1 turn-2 turn-3 turn-4
    /05 exchange-two worst-order base-of-the-logarithm linear-or-exponential whose-ideal stops-early turn-1 turn-2
        turn-3 two-reports
    /06 two-papers highest-value tutorial-ndcg short-list divisor epsilon gain detective report
    /07 four-of-five nine-queries a-larger-win one-or-two-sided after-looking other-queries turn-1 turn-2 turn-3
        what-p-means
    /08 two-pairs one-step same-order mean-rank-or-mrr turn-1 turn-2 turn-3 meaningful a-miss
    /09 same-mrr ten-tests paired-test which-pair finding how-many turn-1 turn-2 turn-3 turn-4
"""
FIRST = {lesson: tuple(ids) for lesson, *ids in map(str.split, _FIRST.split("/")[1:])}
"""The parts of the first ten lessons as they were first given out."""
_SECOND = """
    /07 four-of-five nine-queries five-tests a-larger-win larger equal-means after-looking one-or-two-sided
        other-queries turn-1 turn-2 zeros-and-ties turn-3 interval what-p-means
    /09 same-mrr outcomes ten-tests kinds turn-1 four-outcomes turn-2 read-until-two
    /10 all-three paired-test seven-rows which-pair shuffle finding power power-play turn-3 without-the-pairs
        phi-by-hand turn-4
    /11 how-many whose-order criteria four-ranks only-one-answers both-answer which-criterion two-or-one
"""
SECOND = {lesson: tuple(ids) for lesson, *ids in map(str.split, _SECOND.split("/")[1:])}
"""The parts of four lessons before choices in them became calculations of which there are many."""
_SPLIT = {
    "10": ("paired-test", "which-pair", "finding", "turn-3", "turn-4"),
    "11": ("how-many",),
}  # by lesson, the parts that lesson 09 had before it was three
EARLIER: dict[str, tuple[Version, ...]] = {
    lesson: (
        *((Version("09", FIRST["09"], {one: one for one in _SPLIT[lesson]}),) if lesson in _SPLIT else ()),
        *(Version(lesson, lists[lesson]) for lists in (FIRST, SECOND) if lesson in lists),
    )
    for lesson in (*FIRST, *_SPLIT)
}
"""By the two signs of a lesson, the versions of which parts are in it now."""
