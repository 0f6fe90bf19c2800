"""Act a course, check its answers, and print what it got: python tests/tools/act_course.py [STUDENTS [SEED]]

The files of each platform are checked in a process of their own, which also writes the marks.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))

from acted_course import EXPORTS, act, slips


def main(students: int, seed: int) -> int:
    seeds, actors = act(students, seed=seed)
    counted = [given for actor in actors for given in actor.attempts[-1]]
    planted = sum(bool(given.mistakes) for given in counted)
    print(f"{students} students, {len(counted)} answers that count, {planted} planted mistakes or conventions")
    all_slips = 0
    for name, export in EXPORTS.items():
        with tempfile.TemporaryDirectory() as name_of_folder:
            folder = Path(name_of_folder)
            (folder / "seeds.csv").write_text(seeds, "utf-8")
            (folder / "export.csv").write_bytes(export(actors))
            before = _seconds()
            files = ["--file", "export.csv", "--students", "seeds.csv", "--marks", "marked"]
            command = [sys.executable, "-m", "irlearn", "check", *files, "--format", "json", "--output", "checked.json"]
            subprocess.run(command, cwd=folder, check=False, capture_output=True)
            found = slips(actors, json.loads((folder / "checked.json").read_text("utf-8"))["students"])
            seconds = _seconds() - before
        print(
            f"{name}: {len(found)} slips, {1000 * seconds / len(counted):.1f} ms of CPU an answer", *found, sep="\n  "
        )
        all_slips += len(found)
    return min(all_slips, 1)


def _seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(*numbers, *(120, 47)[len(numbers) :]))
