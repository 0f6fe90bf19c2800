"""Count how many planted bugs the tests detect.

Usage: `python tests/tools/mutation_testing.py --number 400 --seed 1 --resume results.jsonl`

Needs mutmut (`pip install mutmut`, which brings libcst). Its operators make the mutants: a number that is
one more, a text that is another, an argument that is None or gone, another comparison, a branch that is never taken.
mutmut's own runner is not used: it leaves out whatever stands outside of functions and every decorated function, here
the tables of rules, the properties and the actions of widgets, and it draws no sample. Drawn are places, each with one
of its mutants, so that a call with many arguments counts no more than a comparison; of each room of the package at
least `LEAST`, the others by its size. Left out of the draw is what no test can see or what other checks of the house
see, each by a rule below: types, docstrings, asserts, caches. A mutant that changes nothing for another reason is set
aside by name, in `equivalent_mutants.toml`.

Which tests call a function is asked once of Python's profiler and kept beside the results; a mutant meets those tests,
the near and quick ones first, and the snapshots last, until one fails or they are through: what the snapshots kill, no
other test has seen. Tests run as they do where no file is named, without those marked `all`; browsers, lessons and the
wheel are left out. A process that has collected all tests is forked for each mutant of a function, and the fork's
function is given other code: nothing is collected anew. Where something outside of functions differs, or a function
that was called as the tests were collected, the package is loaded anew with few files of tests.

All happens in copies, never in this tree. A second run with the same file goes on where the first stopped, with --again
it examines anew what had survived; tests that are new since the profiler was asked are run first. --javascript plants
the edits of `javascript_mutants.toml` in the page's own code instead, and runs the tests in a browser that are named
beside each.
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
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mutation_outcomes import QUIET, SNAPSHOTS, Reach, examine, reach, served, warmed
from mutation_sample import HERE, ROOMS, ROOT, Mutant, drawn, equivalents


def _copied(folder: Path) -> Path:
    copy = folder / "tree"
    left = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".hypothesis", ".*_cache")
    shutil.copytree(ROOT, copy, ignore=left)
    return copy


def _work(mutants: Sequence[Mutant], known: Reach, copy: Path, taken: Any, file: Path) -> None:
    """Test mutants in turn, and append the results to the file."""
    context = multiprocessing.get_context("fork")
    mine, theirs = context.Pipe()
    server = context.Process(target=served, args=(known, copy, theirs, mine))
    server.start()
    theirs.close()
    print(f"{mine.recv():,} tests collected", flush=True)
    while True:
        with taken.get_lock():
            place, taken.value = taken.value, taken.value + 1
        if place >= len(mutants):
            mine.send(None)
            server.join()
            return
        found = examine(mutants[place], known, copy, mine)
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(found, ensure_ascii=False) + "\n")
        if found["outcome"] == "survived":
            print(
                f"survived: {found['key']} {found['operator']}\n  - {found['before']}\n  + {found['after']}", flush=True
            )


def report(mutants: Sequence[Mutant], found: dict[str, dict[str, Any]]) -> None:
    """Print how many mutants of each room were killed, and how many only by snapshots."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in (found[mutant.key] for mutant in mutants if mutant.key in found):
        counts[one["room"]].update(
            [one["outcome"], *["snapshots"] * (not _survived(one) and one["by"].startswith(SNAPSHOTS))]
        )
    equal = {(path, on, before[:300], after[:300]) for path, on, before, after in equivalents()}
    for one in found.values():
        name = one["key"].partition(":")[0], one["on"], one["before"], one["after"]
        counts[one["room"]]["equal"] += _survived(one) and name in equal
    counts = {**dict(sorted(counts.items())), "all": sum(counts.values(), Counter())}
    print(f"{'room':12} killed survived  share  changes nothing  by snapshots alone")
    for room, count in counts.items():
        killed, survived = count["killed"], count["survived"]
        share = killed / ((killed + survived) or 1)
        print(f"{room:12} {killed:6} {survived:8} {share:6.1%} {count['equal']:16} {count['snapshots']:19}")


def planted(budget: float) -> int:
    """Plant each edit of `javascript_mutants.toml` in a copy, run its tests, and tell those that nothing sees."""
    edits = tomllib.loads((HERE / "javascript_mutants.toml").read_text(encoding="utf-8"))["edit"]
    unseen = 0
    with tempfile.TemporaryDirectory(prefix="irlearn-planted-") as folder:
        copy = _copied(Path(folder))
        everything = ["--all"] * ("--all" in (copy / "tests" / "conftest.py").read_text(encoding="utf-8"))
        for edit in edits:
            path = copy / "irlearn" / "widgets" / edit["file"]
            text = path.read_text(encoding="utf-8")
            if text.count(edit["before"]) != 1:
                raise ValueError(f"{edit['file']} has {edit['before']!r} not once: name another place")
            path.write_text(text.replace(edit["before"], edit["after"]), encoding="utf-8")
            began = time.monotonic()
            outcome = _seen([*everything, *edit["tests"]], copy, budget)
            path.write_text(text, encoding="utf-8")
            unseen += outcome == "survived"
            print(f"{outcome:9} {time.monotonic() - began:4.0f} s  {edit['file']}: {edit['breaks']}", flush=True)
    print(f"{len(edits) - unseen} of {len(edits)} killed")
    return int(10 * unseen > len(edits))


def _seen(tests: Sequence[str], copy: Path, budget: float) -> str:
    """Return True if any of these tests fails in a copy."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.setdefault("IRLEARN_DATA", str(ROOT.parent / "shared" / "data"))
    command = [sys.executable, "-m", "pytest", "-x", "-n0", *QUIET, *tests]
    try:
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False, timeout=budget)
    except subprocess.TimeoutExpired:
        return "no end"
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stdout.decode() + done.stderr.decode())
    return "killed" if done.returncode else "survived"


def main() -> int:
    """Draw, examine what the file does not hold yet, and report; status 1 where fewer than nine of ten were killed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=400, help="how many mutants are drawn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", metavar="ROOM", nargs="+", choices=ROOMS, default=ROOMS, help="draw from these rooms")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="results, kept and gone on with")
    parser.add_argument("--budget", type=float, default=15, help="seconds of tests that a mutant meets")
    parser.add_argument("--minutes", type=float, default=40, help="for asking the profiler, 0: not again")
    parser.add_argument("--again", action="store_true", help="examine anew what had survived")
    parser.add_argument("--javascript", action="store_true", help="plant the edits of the page's own code")
    options = parser.parse_args()
    if options.javascript:
        return planted(budget=40 * options.budget)
    os.environ["OMP_NUM_THREADS"] = "1"
    mutants = drawn(options.number, options.seed, options.only, options.jobs)
    with tempfile.TemporaryDirectory(prefix="irlearn-mutants-") as folder:
        file = (options.resume or Path(folder) / "results.jsonl").absolute()
        copies = []
        for job in range(options.jobs):
            (place := Path(folder) / str(job)).mkdir()
            copies.append(_copied(place))
        known = reach(file.with_suffix(".reach.json"), copies[0], options.minutes)
        known.budget = options.budget
        for copy in copies[1:]:  # with what Python and pytest have compiled
            shutil.copytree(copies[0], copy, dirs_exist_ok=True)
        warmed()
        found = _read(file)
        todo = [one for one in mutants if one.key not in found or (options.again and _survived(found[one.key]))]
        print(f"{len(todo)} of {len(mutants)} mutants to examine", flush=True)
        context = multiprocessing.get_context("fork")
        taken = context.Value("i", 0)
        workers = [context.Process(target=_work, args=(todo, known, copy, taken, file)) for copy in copies]
        for worker in workers if todo else []:
            worker.start()
        for worker in workers if todo else []:
            worker.join()
        found = _read(file)
    report(mutants, found)
    there = [found[one.key] for one in mutants if one.key in found]
    return int(10 * sum(not _survived(one) for one in there) < 9 * len(there))


def _read(file: Path) -> dict[str, dict[str, Any]]:
    """Return the last result of each mutant in a file."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {one["key"]: one for one in map(json.loads, lines)}


def _survived(found: dict[str, Any]) -> bool:
    return bool(found["outcome"] == "survived")


if __name__ == "__main__":
    sys.exit(main())
