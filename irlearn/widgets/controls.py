"""Where widgets found `check_count` before it stood with the fields; gone when the last of them looks there."""

from irlearn.widgets.fields import check_count as check_count
