"""What a sentence says of its subject, `3 of the 5 are relevant`, put before it, as the forms of prose have it."""

from __future__ import annotations

import re

_BE = r"(?:are|were|is|was|sind|waren|ist|war|sont|étaient|est|son|eran|es|sono|erano|são|eram|zijn|waren)"
_SOME = r"(?:[0-9]{1,4}|two|three|four|five|six|seven|eight|nine|ten)"
_COLLECTION = r"(?:collection|corpus|database|catalog(?:ue)?|index|db|data\s?base|knowledge\s+base)"
_PUT = tuple(
    (re.compile(rf"(?i){pattern}"), said)
    for pattern, said in (
        (rf"\bnone(?:\s+of\s+(?:them|these|those|which))?\s+(?:{_BE}\s+)?(?=relevant\b)", "0 "),
        (r"^R(?=\s+(?:at|in|on)\s+(?:the\s+)?(?:ranks?|positions?)\b)", "relevant"),
        (
            r"^(?:a|an|the|one|another|this)\s+(?:(?:single|first|second|third|fourth|other)\s+)?(?:query|user|topic)\s+(?:has|with|had)\s+",
            "",
        ),
        (
            rf"\b((?:top|first)\s+{_SOME}(?:\s+\w+)?)\s+(?:contains?|ha(?:s|ve)|includes?|holds?)\s+(?=(?:the\s+)?(?:relevant|hits)\b[^,;]*\b(?:ranks?|positions?)\b)",
            r"\1; ",
        ),
        (rf"\b({_SOME})\s+(?:{_BE}\s+)?both(?=\s*(?:[.;,)]|$))", r"\1 relevant retrieved"),
        (rf"\b({_SOME})\s+(?:{_BE}\s+)?in\s+both(?=\s*(?:[.;,)]|$))", r"\1 relevant retrieved"),
        (
            rf"^({_SOME})\s+(?:{_BE}\s+)?(?:found|retrieved)\s+(?:out\s+)?of\s+(?:the\s+)?({_SOME})\.?$",
            r"\1 of \2 relevant documents retrieved",
        ),
        (
            rf"^({_SOME})\s+relevant\s+(\w+\s+)?(?:{_BE}\s+)?(?:found|retrieved)\s+(?:out\s+)?of\s+({_SOME})\s+(?:(?:in\s+)?total\s+)?in\s+(?:the\s+)?(?:whole\s+)?{_COLLECTION}\.?$",
            r"\1 of \3 relevant documents retrieved",
        ),
        (r"(?<=\s)--?(?=\s)", ";"),
        (
            r"^([0-9]{1,4})\s*/\s*([0-9]{1,4})(?=\s+(?:[^\W\d_]+\s+){0,4}[^\W\d_]+\s*\.?$)",
            r"\1 of \2",
        ),
    )
)


def put_plainly(text: str) -> str:
    """A sentence with its subjects and predicates in the order that the forms of prose know.

    >>> put_plainly("2/5 relevant"), put_plainly("2 found of 6")
    ('2 of 5 relevant', '2 of 6 relevant documents retrieved')
    """
    body = text.strip()
    for pattern, said in _PUT:
        body = pattern.sub(said, body)
    return body


def is_said_last(text: str) -> bool:
    """Whether the last word of a sentence is said of what stands before it.

    >>> is_said_last("ranks 1 and 3 of 4 are relevant."), is_said_last("ranks 1 and 3 of 4 relevant")
    (True, False)
    """
    return re.search(rf"(?i)\b{_BE}\s+(?:all\s+|both\s+)?[^\W\d_]+\s*\.?\s*$", text) is not None
