"""Measure how many planted bugs the tests detect.

Usage: `python tests/tools/mutation_testing.py --number 200 --seed 1 --resume results.jsonl`

Needs mutmut (`pip install mutmut`, which brings libcst). Its operators make the mutants: they increase a number, change
a text, replace an argument by None or remove it, swap a comparison, or negate a condition. mutmut's own runner is not
used, because it skips code outside of functions and every decorated function, here the tables of misconceptions, the
properties and the actions of widgets, and because it draws no sample. The sample consists of sites, each with one of
its mutants, so that a call with many arguments counts no more than a comparison. Half of the sample is spread evenly
over the packages, the remainder by their sizes. Types, docstrings, asserts and sizes of caches are left out, because no
test can see them or other checks examine them. A mutant that changes nothing for another reason is listed with that
reason in `equivalent_mutants.toml`.

Python's profiler finds out once which tests call a function, and the answer is stored beside the results. A mutant's
tests run in this order until one fails: the nearest and quickest first and the snapshots last, so that a mutant killed
by a snapshot was seen by no other test that ran. The tests are those of a plain `pytest`, without tests that are marked
`all`, and without browsers, lessons and the wheel. A process that has collected all tests is forked for each mutant,
and the mutated function gets other code in the fork, so that no test is collected again. If a mutant differs outside
of functions, or in a function that was called during collection, a new process imports the package and runs a few test
files.

Everything happens in copies of this tree. A second run with the same file of results continues the first; with --again
it examines the survivors again, and runs tests that are newer than the profile first. --javascript plants the edits of
`javascript_mutants.toml` in the widgets' JavaScript instead, and runs the browser tests named beside each. --check
lists the entries of the two TOML files that no longer match the code.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mutation_outcomes import QUIET, SNAPSHOTS, Reach, examine, find_reach, import_libraries, serve
from mutation_sample import HERE, IRLEARN, PACKAGES, ROOT, Mutant, draw_sample, equivalent_mutants, sites

HAND_CALCULATION = ("byhand", "byhand/catalogue", "formulas", "parsing")
MINIMUM_SHARE = 0.9  # of mutants that are killed, for status 0


def _copy_tree(folder: Path) -> Path:
    copy = folder / "tree"
    ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".hypothesis", ".*_cache")
    shutil.copytree(ROOT, copy, ignore=ignored)
    return copy


def _work(mutants: Sequence[Mutant], reach: Reach, copy: Path, next_index: Any, file: Path) -> None:
    """Examine mutants that no other worker has taken, and append the results to the file."""
    context = multiprocessing.get_context("fork")
    connection, other_end = context.Pipe()
    server = context.Process(target=serve, args=(reach, copy, other_end, connection))
    server.start()
    other_end.close()
    print(f"{connection.recv():,} tests collected", flush=True)
    while True:
        with next_index.get_lock():
            index, next_index.value = next_index.value, next_index.value + 1
        if index >= len(mutants):
            connection.send(None)
            server.join()
            return
        result = examine(mutants[index], reach, copy, connection)
        with file.open("a", encoding="utf-8") as output:
            output.write(json.dumps(result, ensure_ascii=False) + "\n")
        if _survived(result):
            change = f"  - {result['before']}\n  + {result['after']}"
            print(f"survived: {result['key']} {result['operator']}\n{change}", flush=True)


def report(mutants: Sequence[Mutant], results: Mapping[str, Mapping[str, Any]]) -> None:
    """Print how many mutants of each package were killed, and how many by snapshots alone."""
    equivalent = set(equivalent_mutants())
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for mutant in mutants:
        count, result = counts[mutant.package], results.get(mutant.key)
        if mutant.name in equivalent:
            count["equivalent"] += 1
        elif result:
            count[result["outcome"]] += 1
            count["snapshots"] += result["by"].startswith(SNAPSHOTS)
    by_hand = [package for package in counts if package in HAND_CALCULATION]
    totals = {
        "hand calculation": sum((counts[package] for package in by_hand), Counter()),
        "other packages": sum((count for package, count in counts.items() if package not in by_hand), Counter()),
        "all": sum(counts.values(), Counter()),
    }
    print(f"{'package':28} killed survived  share equivalent by snapshots alone")
    for name, count in [*sorted(counts.items()), *totals.items()]:
        killed, survived = count["killed"], count["survived"]
        share = killed / (killed + survived) if killed + survived else 1.0
        print(f"{name:28} {killed:6} {survived:8} {share:6.1%} {count['equivalent']:10} {count['snapshots']:18}")


def plant_javascript_edits(budget: float) -> int:
    """Plant each edit of `javascript_mutants.toml` in a copy, run its tests, and print the outcome.

    Return status 1 if more than a tenth of the edits survived.
    """
    edits = _javascript_edits()
    survived = 0
    with tempfile.TemporaryDirectory(prefix="irlearn-javascript-") as folder:
        copy = _copy_tree(Path(folder))
        for edit in edits:
            path = copy / "irlearn" / "widgets" / edit["file"]
            text = path.read_text(encoding="utf-8")
            if text.count(edit["before"]) != 1:
                raise ValueError(f"{edit['file']} has {edit['before']!r} not once: name another place")
            path.write_text(text.replace(edit["before"], edit["after"]), encoding="utf-8")
            start = time.monotonic()
            outcome = _run_browser_tests(edit["tests"], copy, budget)
            path.write_text(text, encoding="utf-8")
            survived += outcome == "survived"
            print(f"{outcome:9} {time.monotonic() - start:4.0f} s  {edit['file']}: {edit['breaks']}", flush=True)
    print(f"{len(edits) - survived} of {len(edits)} killed")
    return int(survived > (1 - MINIMUM_SHARE) * len(edits))


def _javascript_edits() -> list[dict[str, Any]]:
    edits: list[dict[str, Any]] = tomllib.loads((HERE / "javascript_mutants.toml").read_text(encoding="utf-8"))["edit"]
    return edits


def _run_browser_tests(tests: Sequence[str], copy: Path, budget: float) -> str:
    """Run tests in a copy, and return the outcome: killed, survived or timeout."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.setdefault("IRLEARN_DATA", str(ROOT.parent / "shared" / "data"))
    command = [sys.executable, "-m", "pytest", "-x", "-n0", "--all", *QUIET, *tests]
    try:
        completed = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False, timeout=budget)
    except subprocess.TimeoutExpired:
        return "timeout"
    if completed.returncode not in (0, 1):
        raise RuntimeError(completed.stdout.decode() + completed.stderr.decode())
    return "killed" if completed.returncode else "survived"


def outdated_entries() -> Iterator[str]:
    """Yield a sentence for each entry of the two TOML files that does not match the code."""
    names = equivalent_mutants()
    for path in dict.fromkeys(path for path, *_ in names):
        if not (ROOT / path).is_file():
            yield f"equivalent_mutants.toml: {path} does not exist"
            continue
        of_file = [name for name in names if name[0] == path]
        listed = {line for _, line, _, _ in of_file}
        source_lines = (ROOT / path).read_text(encoding="utf-8").split("\n")
        numbers = {number for number, line in enumerate(source_lines, 1) if line.strip() in listed}
        file_sites = [site for site in sites(ROOT / path) if site.line is None or site.line in numbers]
        mutants = {mutant.name for site in file_sites for make in site.mutants if (mutant := make())}
        for name in of_file:
            if name not in mutants:
                _, line, before, after = name
                yield f"equivalent_mutants.toml: no mutant of {path} changes {before} to {after} in the line {line}"
    for edit in _javascript_edits():
        path = IRLEARN / "widgets" / edit["file"]
        if not path.is_file():
            yield f"javascript_mutants.toml: {edit['file']} does not exist"
        elif (count := path.read_text(encoding="utf-8").count(edit["before"])) != 1:
            yield f"javascript_mutants.toml: {edit['file']} has {edit['before']!r} {count} times instead of once"
        for test in edit["tests"]:
            if not (ROOT / test).is_file():
                yield f"javascript_mutants.toml: {test} does not exist"


def check_entries() -> int:
    """Print the entries of the two TOML files that do not match the code; return status 1 if there are any."""
    problems = list(outdated_entries())
    print(*problems, f"{len(problems)} entries do not match the code", sep="\n")
    return int(bool(problems))


def main() -> int:
    """Run the command, and return status 1 if fewer than nine of ten mutants were killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=400, help="how many mutants are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", metavar="PACKAGE", nargs="+", choices=PACKAGES, default=PACKAGES, help="draw from these packages"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--first", type=int, metavar="N", help="examine only the first N mutants of the sample")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="store results in this file, and continue with it")
    parser.add_argument("--budget", type=float, default=15, help="seconds of tests that run on a mutant")
    parser.add_argument("--minutes", type=float, default=40, help="time for the profiler; 0 uses the stored profile")
    parser.add_argument("--again", action="store_true", help="examine survivors again")
    parser.add_argument("--javascript", action="store_true", help="plant the edits of the widgets' JavaScript")
    parser.add_argument("--check", action="store_true", help="list entries of the TOML files that match no code")
    options = parser.parse_args()
    if options.check:
        return check_entries()
    if options.javascript:
        return plant_javascript_edits(budget=40 * options.budget)
    os.environ["OMP_NUM_THREADS"] = "1"
    mutants = draw_sample(options.number, options.seed, options.only, options.jobs)[: options.first]
    with tempfile.TemporaryDirectory(prefix="irlearn-mutants-") as temporary:
        folder = Path(temporary)
        file = (options.resume or folder / "results.jsonl").absolute()
        copies = [_copy_tree(folder / str(job)) for job in range(options.jobs)]
        reach = find_reach(file.with_suffix(".reach.json"), copies, options.minutes)
        reach.budget = options.budget
        import_libraries()
        results, equivalent = _read_results(file), set(equivalent_mutants())
        left = [
            mutant
            for mutant in mutants
            if mutant.name not in equivalent
            and (mutant.key not in results or (options.again and _survived(results[mutant.key])))
        ]
        print(f"{len(left)} of {len(mutants)} mutants to examine", flush=True)
        if left:
            _examine_all(left, reach, copies, file)
        results = _read_results(file)
    report(mutants, results)
    outcomes = [
        results[mutant.key]["outcome"] for mutant in mutants if mutant.key in results and mutant.name not in equivalent
    ]
    return int(outcomes.count("killed") < MINIMUM_SHARE * len(outcomes))


def _examine_all(mutants: Sequence[Mutant], reach: Reach, copies: Sequence[Path], file: Path) -> None:
    """Examine mutants in a process for each copy."""
    context = multiprocessing.get_context("fork")
    next_index = context.Value("i", 0)
    workers = [context.Process(target=_work, args=(mutants, reach, copy, next_index, file)) for copy in copies]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def _read_results(file: Path) -> dict[str, dict[str, Any]]:
    """Return the last result of each mutant in a file."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {result["key"]: result for result in map(json.loads, lines)}


def _survived(result: Mapping[str, Any]) -> bool:
    return bool(result["outcome"] == "survived")


if __name__ == "__main__":
    sys.exit(main())
