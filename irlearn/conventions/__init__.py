"""Conventions of tools: what each tool chooses where a definition is open, and how its number then differs."""

from irlearn.conventions.cases import (
    CASES as CASES,
    ConventionCase as ConventionCase,
    ToolResult as ToolResult,
    case as case,
    golden as golden,
)
from irlearn.conventions.options import (
    IR_MEASURES as IR_MEASURES,
    IRLEARN as IRLEARN,
    PRESETS as PRESETS,
    RANX as RANX,
    RANX_COMPARABLE as RANX_COMPARABLE,
    SCIKIT_LEARN as SCIKIT_LEARN,
    TREC_EVAL as TREC_EVAL,
    TREC_EVAL_COMPLETE as TREC_EVAL_COMPLETE,
    Convention as Convention,
)
from irlearn.conventions.scoring import (
    ConventionScore as ConventionScore,
    Difference as Difference,
    compare as compare,
    differences as differences,
    score as score,
)
