"""The one kind of error that a user can mend."""


class InputError(ValueError):
    """Input that cannot be used, said in one sentence: what, where, what is allowed, what was given.

    The shell prints the sentence on standard error and ends with exit status 2.

    >>> raise InputError("a.run, line 3: the score 'x' is not a number")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a.run, line 3: the score 'x' is not a number
    """
