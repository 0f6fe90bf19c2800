"""The conventions of other programs, the cases in which they differ, and their scores."""

from __future__ import annotations

from syrupy.assertion import SnapshotAssertion

from irlearn import conventions


def test_presets(snapshot: SnapshotAssertion) -> None:
    lines = []
    for convention in conventions.PRESETS.values():
        lines += [f"# {convention.name}", *(f"{option}: {convention.rule(option)}" for option in convention.choices)]
    assert lines == snapshot


def test_cases(snapshot: SnapshotAssertion) -> None:
    lines = []
    for case in conventions.CASES:
        lines += [f"# {case.key}: {case.name}", case.question]
        for row in case.rows:
            score = conventions.score(case.measure, case.qrels, case.run, row)
            differences = conventions.differences(case.measure, case.qrels, case.run, row)
            lines += [f"{row.name}: {score.equation}", *(f"  {line}" for line in score.lines)]
            lines += [f"  {difference.option}: {difference.rule}" for difference in differences]
            lines.append(f"  {conventions.golden(case.key, row.name) or 'no record'}")
    assert lines == snapshot
