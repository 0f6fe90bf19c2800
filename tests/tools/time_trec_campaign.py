"""Time scoring all runs of a TREC in one command, against pytrec_eval.

Usage: `python tests/tools/time_trec_campaign.py DIR [--runs 115] [--repeats 3]`

Written into DIR, by a seed, are judgments and runs of TREC-8's size (50 topics, 1,737 judged documents each, 1,000
retrieved, 115 runs of 245 MB together). irlearn's command and pytrec_eval take turns; each prints the means of the same
measures for every run. Reported are medians of wall and processor seconds, the highest resident memory, and ratios;
where the two print another mean in the fourth decimal, the program stops.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

TOPICS, JUDGED, RELEVANT, RETRIEVED = 50, 1737, 95, 1000
_SEED = 19991117
_SOURCES = ("FBIS3-{}", "FBIS4-{}", "FT911-{}", "FT944-{}", "LA0{}-0042", "FR940104-0-{:05}")
MEASURES = {"AP": "map", "nDCG@10": "ndcg_cut_10", "RR": "recip_rank", "P@10": "P_10"}

_PYTREC_EVAL = """
import sys
from pathlib import Path
import pytrec_eval
measures = sys.argv[1].split(",")
with open(sys.argv[2]) as file:
    evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(file), set(measures))
for path in sys.argv[3:]:
    with open(path) as file:
        found = evaluator.evaluate(pytrec_eval.parse_run(file))
    means = [pytrec_eval.compute_aggregated_measure(name, [one[name] for one in found.values()]) for name in measures]
    print(Path(path).stem, *(f"{mean:.4f}" for mean in means))
"""


def campaign(folder: Path, runs: int) -> tuple[Path, list[Path]]:
    """Write missing judgments and runs into `folder`; return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    qrels, paths = folder / "qrels.txt", [folder / f"system{number:03}.run" for number in range(runs)]
    rng = np.random.default_rng(_SEED)
    names = [_SOURCES[number % len(_SOURCES)].format(number) for number in range(20_000)]
    pools = [rng.choice(len(names), 6_000, replace=False) for _ in range(TOPICS)]  # what anybody may retrieve
    if not qrels.exists():
        lines = (
            f"{401 + topic} 0 {names[document]} {int(place < RELEVANT)}\n"
            for topic, pool in enumerate(pools)
            for place, document in enumerate(pool[:JUDGED].tolist())
        )
        qrels.write_text("".join(lines))
    for number, path in enumerate(paths):
        if not path.exists():
            _write(path, np.random.default_rng([_SEED, number]), pools, names)
    return qrels, paths


def _write(path: Path, rng: np.random.Generator, pools: list[np.ndarray], names: list[str]) -> None:
    """Return a run; its skill raises the scores of relevant documents, and judged documents score above unjudged."""
    skill, lines = rng.uniform(0.5, 3), []
    for topic, pool in enumerate(pools):
        places = np.arange(len(pool))
        scores = rng.gumbel(size=len(pool)) + skill * (places < RELEVANT) + 2 * (places < JUDGED)
        best = np.argsort(-scores)[:RETRIEVED]
        lines += [
            f"{401 + topic} Q0 {names[document]} {rank} {score:.6f} {path.stem}\n"
            for rank, (document, score) in enumerate(zip(pool[best].tolist(), scores[best].tolist(), strict=True))
        ]
    path.write_text("".join(lines))


def timed(command: list[str], bytecode: str) -> tuple[float, float, float, list[list[str]]]:
    """Return wall seconds, CPU seconds and peak megabytes of a process, and the words of its output lines."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(Path(__file__).resolve().parents[2]), "PYTHONPYCACHEPREFIX": bytecode}
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{' '.join(command)[:200]} failed with status {process.returncode}")
        output.seek(0)
        lines = [line.split() for line in output.read().decode().splitlines()]
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, lines


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=115)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    qrels, runs = campaign(options.folder, options.runs)
    files = [str(qrels), *map(str, runs)]
    asked = [word for measure in MEASURES for word in ("-m", measure)]
    tools = {
        "irlearn": [sys.executable, "-m", "irlearn", "score", *files, *asked, "--quiet"],
        "pytrec_eval": [sys.executable, "-c", _PYTREC_EVAL, ",".join(MEASURES.values()), *files],
    }
    taken: dict[str, list[tuple[float, float, float]]] = {tool: [] for tool in tools}
    means: dict[str, dict[str, list[str]]] = {}
    with tempfile.TemporaryDirectory() as bytecode:
        for turn in range(options.repeats + 1):
            for tool, command in tools.items():  # alternating, so that a noisy minute hits both
                *measured, lines = timed(command, bytecode)
                means[tool] = {run: values[-len(MEASURES) :] for run, *values in lines if run != "run"}
                if turn:  # the first turn only writes bytecode and warms the file cache
                    taken[tool].append((measured[0], measured[1], measured[2]))
            if means["irlearn"] != means["pytrec_eval"]:
                sys.exit("the two print different means")
    size = sum(path.stat().st_size for path in [qrels, *runs]) / 1e6
    print(f"{len(runs)} runs, {size:.0f} MB, whole processes, medians of {options.repeats}; the same means")
    wall, cpu = ({tool: statistics.median(one[at] for one in runs) for tool, runs in taken.items()} for at in (0, 1))
    for tool, measured_runs in taken.items():
        memory = max(one[2] for one in measured_runs)
        print(
            f"{tool:12} {wall[tool]:6.2f} s, {cpu[tool]:6.2f} s of processors, {memory:5.0f} MB; "
            f"{wall[tool] / wall['irlearn']:4.1f} and {cpu[tool] / cpu['irlearn']:4.1f} x irlearn's"
        )


if __name__ == "__main__":
    main()
