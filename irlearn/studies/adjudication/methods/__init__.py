"""The methods of adjudication, each a value that is started on a topic and then steps one judgment at a time."""

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
