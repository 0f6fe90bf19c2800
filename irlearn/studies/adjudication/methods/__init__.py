"""The methods of adjudication: fixed orders, adaptive methods, their base classes, and the registry by name."""

from irlearn.studies.adjudication.methods.base import (
    Choice as Choice,
    Method as Method,
    Option as Option,
    State as State,
    Strategy as Strategy,
)
from irlearn.studies.adjudication.methods.registry import (
    METHODS as METHODS,
    find_method as find_method,
    register as register,
)
