"""Compare what two checkouts of irlearn explain, check and ask: python tests/tools/equal.py OLD NEW [--most 5]

Each checkout is imported in a process of its own and works through the same grid: explanations and verdicts of
measures, means and other quantities, and exercises with their hints. The program prints the outputs that differ and
exits with status 1 if there are any. Names that moved between checkouts are looked up under each of their names.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

ALL_QUANTITIES = (
    "irlearn.byhand.parse_question:all_quantities",
    "irlearn.derivation.parse_question:all_quantities",
    "irlearn.derivation.parse_question:every_kind",
    "irlearn.derivation.given:every_kind",
)
TOPICS = ("irlearn.byhand:TOPICS", "irlearn.exercises:TOPICS")
EXERCISE = ("irlearn:exercise", "irlearn.exercises:exercise")
ATTRIBUTES = {"phrase": ("phrase", "spoken"), "why": ("why",), "range": ("range",)}
QUESTION_WITHOUT_DATA = ("question_without_data", "words")

RANKINGS = ("1 0 1", "1 1 0 1 0", "0 0 1 1", "3 0 2 1", "1 ? 0 1")
MEASURES = (
    "AP", "P@5", "R", "RR", "F(beta=2)", "nDCG@3", "DCG@4", "CG", "ERR(max_grade=3)", "RBP", "Bpref", "Judged", "Rprec",
    "IPrec@0.3", "ESL", "IPrec",
)  # fmt: skip
QUERIES = ("1 0 1 | 0 1", "values 1 0.5 0.1", "1 1 | 0 1 1 | 0 0 1")


def lookup(places: tuple[str, ...]) -> Any:
    """Return the object of the first `module:name` that exists."""
    for place in places:
        module, _, name = place.partition(":")
        with suppress(ImportError, AttributeError):
            return getattr(import_module(module), name)
    raise LookupError(f"none of {', '.join(places)} exists in this checkout")


def attribute(value: Any, names: tuple[str, ...]) -> Any:
    """Return an attribute by the first of its names that exists."""
    return getattr(value, next(name for name in names if hasattr(value, name)))


def verdict_text(verdict: Any) -> Any:
    """Return all that a verdict says."""
    return str(verdict), verdict.to_json()


def outputs() -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield each output of the grid as its name and a function that computes it."""
    from irlearn import Ranking, check, explain

    for measure in MEASURES:
        for text in RANKINGS:
            for relevant in (None, 4):
                ranking = Ranking.parse(text, relevant=relevant) if relevant else text
                case = f"{measure} of {text!r}, relevant={relevant}"
                yield f"explain {case}", lambda m=measure, r=ranking: str(explain(m, r))
                for answer in ("0.5", "0.833", "1/3", "0.25", "0.67", "2", "0.41"):
                    yield (
                        f"check {case}: {answer}",
                        lambda m=measure, r=ranking, a=answer: verdict_text(check(m, r, a)),
                    )
    for mean in ("MAP", "gMAP", "MRR", "mean P@2"):
        for text in QUERIES:
            yield f"explain {mean} of {text!r}", lambda m=mean, t=text: str(explain(m, t))
            for answer in ("0.5", "0.533", "0.368", "0.75", "0.61"):
                yield (
                    f"check {mean} of {text!r}: {answer}",
                    lambda m=mean, t=text, a=answer: verdict_text(check(m, t, a)),
                )
    for name, kind in lookup(ALL_QUANTITIES)().items():
        for statistic in kind.statistics:
            quantity, case = kind(statistic), f"{name} {statistic}"
            yield (
                f"explain {case}",
                lambda q=quantity: (
                    str(explain(q, q.example)),
                    *(attribute(q, names) for names in ATTRIBUTES.values()),
                ),
            )
            for answer in ("0.5", "0.187", "1/3", "3", "0.05", "12", "-0.2"):
                yield (
                    f"check {case}: {answer}",
                    lambda q=quantity, a=answer: verdict_text(check(q, q.example, a)),
                )
    for topic in lookup(TOPICS):
        for level in (1, 2, 3):
            yield f"exercise {topic} at level {level}", lambda t=topic, n=level: exercise_text(t, n)


def exercise_text(topic: str, level: int) -> Any:
    """Return all that an exercise says, with its verdicts on four wrong answers."""
    made = lookup(EXERCISE)(topic, 3, level=level)
    said = (
        made.question,
        attribute(made, QUESTION_WITHOUT_DATA),
        made.hints,
        made.answer,
        made.names,
        str(made.solution),
        made.wrong[:6],
    )
    return *said, [str(made.check(answer)) for answer, _ in made.wrong[:4]]


def compute(checkout: Path) -> dict[str, str]:
    """Return the outputs of a checkout, computed in this process."""
    checkout = checkout.resolve()
    sys.path.insert(0, str(checkout))
    import irlearn
    from irlearn import InputError

    if not Path(irlearn.__file__).is_relative_to(checkout):
        raise SystemExit(f"{checkout} holds no irlearn/")
    computed: dict[str, str] = {}
    for name, function in outputs():
        try:
            computed[name] = repr(function())
        except InputError as error:
            computed[name] = f"refused: {error}"
    return computed


def computed_apart(checkout: str) -> dict[str, str]:
    """Return the outputs of a checkout, computed in a process of its own."""
    command = [sys.executable, "-B", __file__, "--compute", checkout]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the outputs of {checkout} could not be computed")
    outputs: dict[str, str] = json.loads(done.stdout)
    return outputs


def main() -> int:
    """Compare two checkouts and print the outputs that differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", nargs="+", metavar="CHECKOUT", help="the old and the new checkout")
    parser.add_argument("--compute", action="store_true", help="print the outputs of one checkout as JSON")
    parser.add_argument("--most", type=int, default=5, help="how many differences to print whole (default: 5)")
    options = parser.parse_args()
    if options.compute:
        print(json.dumps(compute(Path(options.checkouts[0]))))
        return 0
    if len(options.checkouts) != 2:
        parser.error("name two checkouts, the old and the new one")
    old, new = map(computed_apart, options.checkouts)
    different = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    for name in different[: options.most]:
        print(name, f"- {old.get(name)}", f"+ {new.get(name)}", sep="\n  ")
    for name in different[options.most :]:
        print(name)
    print(f"{len(new) - sum(name in new for name in different)} of {len(old)} outputs are equal")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
