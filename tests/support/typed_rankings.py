"""Read typed rankings: the value of a measure on a text, and the message that refuses it."""

import pytest

from irlearn import InputError, explain
from irlearn.byhand.parse_question import parse_input, parse_quantity


def value(measure, text, **more):
    """Return the value of a measure on a typed ranking; `more` holds other arguments, such as `missed`."""
    asked = parse_quantity(measure)
    return explain(asked, parse_input(asked, text, **more)).value


def refusal_of(measure, text):
    """Return the single sentence that rejects a text."""
    with pytest.raises(InputError) as refusal:
        value(measure, text)
    said = str(refusal.value)
    assert said.isprintable()
    return said
