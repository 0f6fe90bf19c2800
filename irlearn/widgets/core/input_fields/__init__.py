"""What each kind of number is asked about, as widgets take it in and draw it, one file a field."""

from irlearn.widgets.core.input_fields import (
    agreement as agreement,
    challengers as challengers,
    numbers as numbers,
    pairs as pairs,
    runs as runs,
    scores as scores,
    tables as tables,
)
from irlearn.widgets.core.input_fields.base import FIELDS as FIELDS, InputField as InputField
