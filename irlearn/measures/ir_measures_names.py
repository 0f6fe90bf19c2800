"""The measures of ir_measures as irlearn's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from irlearn.errors import InputError
from irlearn.measures.base import Measure
from irlearn.measures.means import Mean
from irlearn.measures.registry import MEASURES, parse_measure

_IR_MEASURES = {"SetP": "P", "SetR": "R", "SetF": "F", "BPref": "Bpref", "RPrec": "Rprec"}
_SQUARED = (
    "gives its beta to trec_eval, which takes it for the square of beta; give irlearn's F(beta=...) with the beta that "
    "you mean"
)
_OTHERWISE: dict[str, tuple[Callable[[Mapping[str, Any]], bool], str]] = {
    "RBP": (
        lambda options: "rel" not in options,
        "weights by the grade, which irlearn's RBP does not; give RBP(rel=1), which both understand",
    ),
    "Accuracy": (
        lambda _: True,
        "is how often a relevant document stands above another one; irlearn's is not, and it has no such measure",
    ),
    "SetF": (lambda options: options.get("beta", 1) != 1, _SQUARED),
}  # what ir_measures means otherwise: with which options, and how


def from_ir_measures(measure: Any) -> Measure | Mean:
    """The measure that ir_measures means by one of its own; an `InputError` where there is none."""
    name = str(getattr(measure, "NAME", None) or type(measure).__name__)
    options = {option: value for option, value in measure.params.items() if value is not None and value is not False}
    cutoff = options.pop("cutoff", options.pop("recall", None))
    inside = ", ".join(f"{option}={value!r}" for option, value in options.items())
    spelled = f"{name}{f'({inside})' if inside else ''}{'' if cutoff is None else f'@{cutoff}'}"
    refused, why = _OTHERWISE.get(name, (None, ""))
    if refused is not None and refused(options):
        raise InputError(f"{spelled} of ir_measures {why}")
    ours = _IR_MEASURES.get(name, name)
    if ours not in MEASURES:
        raise InputError(f"irlearn has no measure like {spelled} of ir_measures; it has {', '.join(MEASURES)}")
    try:
        return parse_measure(ours + spelled.removeprefix(name))
    except InputError as error:
        raise InputError(f"irlearn has no measure like {spelled} of ir_measures: {error}") from None
