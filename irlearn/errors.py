"""The one kind of error that a user can mend, and the check that is needed in every room."""

from numbers import Integral


class InputError(ValueError):
    """Input that cannot be used, said in one sentence: what, where, what is allowed, what was given.

    The shell prints the sentence on standard error and ends with exit status 2.

    >>> raise InputError("a.run, line 3: the score 'x' is not a number")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a.run, line 3: the score 'x' is not a number
    """


def check_whole(what: str, value: object, *, least: int = 1) -> None:
    """Refuse a value that is no whole number of `least` or more.

    >>> check_whole("the depth of a pool", 0)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: the depth of a pool must be a whole number, 1 or more; given: 0
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or value < least:
        raise InputError(f"{what} must be a whole number, {least} or more; given: {value!r}")
