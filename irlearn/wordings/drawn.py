"""Tables that are drawn with lines, or written in HTML or LaTeX, as rows between bars; rows of several ranks apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from irlearn.wordings.lexicon import is_no_name
from irlearn.wordings.shown import is_mark

_LINE = r"[\s─━═┄┈╌\-+|│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╓╖╙╜╟╢╥╨╫┏┓┗┛┣┫┳┻╋┡┩╇┢┪╈]+"
_BARS = re.compile("[│┃║]")
_MOST_ROWS = 100  # that one line stands for


def as_rows(text: str) -> str:
    r"""A text with its tables as lines with bars.

    >>> as_rows("┌───┬───┐\n│ k │ r │\n├───┼───┤\n│ 1 │ 3 │\n└───┴───┘")
    '| k | r |\n| 1 | 3 |'
    >>> as_rows("| k | r |\n| 1 | yes |\n| 2-3 | no |")
    '| k | r |\n| 1 | yes |\n| 2 | no |\n| 3 | no |'
    """
    body = _flat(_of_html(_of_latex(text)))
    if _BARS.search(body):
        lines = [line for line in body.splitlines() if not re.fullmatch(_LINE, line) or not line.strip()]
        body = "\n".join(_BARS.sub("|", line).strip() if _BARS.search(line) else line for line in lines)
    return "\n".join(_each_rank(body.splitlines())) if re.search(r"\|\s*[0-9]+\s*[-–]\s*[0-9]+\s*\|", body) else body


def _flat(text: str) -> str:
    """A table whose rows stand in one line as lines; one row of nothing but marks as a list of them."""
    line = text.strip()
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) > _FEWEST_BARS - _FEWEST_BARS // 2 and all(
        re.fullmatch(r"[A-Za-z]\w{0,9}\s*[:=]\s*[0-9]", one) for one in cells
    ):
        return ", ".join(cells)
    if "\n" in line or not re.fullmatch(r"[^|]{0,80}\|.*\|", line) or line.count("|") < _FEWEST_BARS:
        return text
    head, bar, body = line.partition("|")
    rows = [row.strip(" |") for row in re.split(r"\|\s*\|", bar + body)]
    widths = {row.count("|") for row in rows if not re.fullmatch(r"[-:|\s]*", row)}
    cells = [cell.strip() for cell in body.strip(" |").split("|")]
    if any(is_no_name(row.partition("|")[0].strip()) and re.search("[0-9]", row.partition("|")[0]) for row in rows):
        return text  # queries
    if len(rows) > 1 and len(widths) == 1 and widths != {0}:
        return "\n".join([*([head.strip()] if head.strip() else []), *(f"| {row} |" for row in rows)])
    return f"{head}[{', '.join(cells)}]" if len(rows) == 1 and all(map(is_mark, cells)) else text


_FEWEST_BARS = 4


def _each_rank(lines: list[str]) -> Iterator[str]:
    """The lines, with a row that stands for the next several ranks once for each of them."""
    last = 0
    for line in lines:
        row = re.match(r"[ \t]*\|[ \t]*(?P<first>[0-9]{1,3})(?:[ \t]*[-–][ \t]*(?P<last>[0-9]{1,3}))?[ \t]*\|", line)
        first, end = (int(row["first"]), int(row["last"] or row["first"])) if row else (0, 0)
        if row and row["last"] and last and first == last + 1 and first < end < first + _MOST_ROWS:
            yield from (f"| {rank} |{line[row.end() :]}" for rank in range(first, end + 1))
        else:
            yield line
        last = end or last


class _Page(HTMLParser):
    """The text of a page, with a line between bars for each row of its tables."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the parser calls it so
        self.text += {"tr": "\n| ", "table": "\n", "p": "\n", "br": "\n"}.get(tag, "")

    def handle_endtag(self, tag: str) -> None:
        self.text += {"td": " | ", "th": " | ", "table": "\n"}.get(tag, "")

    def handle_data(self, data: str) -> None:
        self.text += " ".join(data.split()) if self.text.endswith(("| ", "\n")) else re.sub(r"\s+", " ", data)


def _of_html(text: str) -> str:
    if not re.search(r"(?i)</t[dh]\b", text):
        return text
    page = _Page()
    page.feed(text)
    return "\n".join(line.strip() for line in page.text.splitlines() if line.strip())


def _of_latex(text: str) -> str:
    if r"\begin{tabular" not in text:
        return text
    body = re.sub(
        r"\\(?:begin\{tabular\w*\}\s*(?:\{[^{}]*\})?|end\{tabular\w*\}|hline|toprule|midrule|bottomrule)", "", text
    )
    rows = [" ".join(row.split()) for row in re.split(r"\\\\", body)]
    return "\n".join("| " + row.replace("&", "|") + " |" if "&" in row else row for row in rows if row)
