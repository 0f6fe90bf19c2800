"""The forms of a wording, tried one after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from irlearn.errors import InputError, quoted
from irlearn.spelling import FOLDED, read_grades
from irlearn.wordings.annotated import of_annotated
from irlearn.wordings.aside import without_results
from irlearn.wordings.cardinalities import of_cardinalities
from irlearn.wordings.counts import of_outcomes, of_quality
from irlearn.wordings.drawn import as_rows
from irlearn.wordings.first_hits import FirstHits as FirstHits, first_hits as _first_hits, hits_by_line, hits_remarked
from irlearn.wordings.framed import framed_forms
from irlearn.wordings.glosses import plain_entries
from irlearn.wordings.in_turn import of_nth_relevant, of_turned_grades
from irlearn.wordings.legend import of_legend, without_meanings
from irlearn.wordings.lexicon import joined, mark_of, tells_grades
from irlearn.wordings.lines import of_ranks
from irlearn.wordings.lists import of_sections
from irlearn.wordings.loose import of_loose, of_target
from irlearn.wordings.marks import of_marks
from irlearn.wordings.members import none_lost
from irlearn.wordings.numbered import of_numbered
from irlearn.wordings.prose import number_beside, of_prose
from irlearn.wordings.queries_counted import queries_counted
from irlearn.wordings.ranks_by_query import ranks_by_query
from irlearn.wordings.reading import MOST_OPEN, MOST_PASTED, MOST_WORDED, Reading
from irlearn.wordings.rows import of_bare_rows, of_headed, of_rows
from irlearn.wordings.runs import of_stated, of_turns
from irlearn.wordings.scored import of_triples
from irlearn.wordings.shapes import of_shapes
from irlearn.wordings.sheets import first_hits_of_sheet, of_sheet, of_titles
from irlearn.wordings.shown import plain_signs, shows_grades
from irlearn.wordings.structures import of_structure
from irlearn.wordings.tables import of_rows_across, of_table, of_trec
from irlearn.wordings.tallies import of_tally, refuse_untold
from irlearn.wordings.terms import of_terms
from irlearn.wordings.tidy import (
    braced,
    plainer,
    tidied,
    unheaded,
    unnumbered,
    unpacked,
    with_id_ranges,
    with_ranges,
    with_repeats,
)
from irlearn.wordings.topics import of_nested, of_pieces, of_told
from irlearn.wordings.translated import translated
from irlearn.wordings.wrapped import of_wrapped

_FORMS: tuple[Callable[[str], Reading | None], ...] = (
    of_terms, of_cardinalities, of_outcomes, of_quality, of_legend, of_rows_across, of_table, of_ranks, of_sections,
    of_annotated, of_marks, of_shapes, of_loose, of_prose,
)  # fmt: skip


def _of_english(text: str) -> Reading | None:
    english = translated(text)
    return (of_prose(english) or of_tally(english) or of_turns(english)) if english else None


def _of_framed(text: str) -> Reading | None:
    forms = (of_prose, of_tally, of_outcomes, of_turns, of_turned_grades, of_legend)
    for plain in framed_forms(text):
        read = next((read for form in forms if (read := form(plain)) is not None), None)
        if read is not None:
            return replace(read, doubt=read.doubt.replace(quoted(plain.strip()), quoted(text.strip())))
    refuse_untold(translated(text) or text)
    return None


_LAST: tuple[Callable[[str], Reading | None], ...] = (
    of_triples, of_sheet, of_rows, of_titles, of_bare_rows, of_wrapped, of_headed, of_turns, of_tally, of_stated,
    of_turned_grades, of_nth_relevant, _of_english, of_numbered,
    _of_framed,
)  # fmt: skip


def read_wording(text: str) -> Reading | None:
    """What a wording says of one ranking; None where no form reads it, an `InputError` where it is doubtful.

    >>> read_wording("relevant: {d2, d8}; ranking: [d2, d4, d8]").grades
    (1, 0, 1)
    >>> read_wording("a poem") is None
    True
    """
    text = _narrow(text)
    read = _of_one(text)
    data = None if read or len(text) > MOST_WORDED else of_structure(text)
    read = data[0] if data and len(data) == 1 else read
    if read is None:
        return None
    none_lost([read], text)
    return _no_ranks(read, text)


def _no_ranks(read: Reading, text: str) -> Reading:
    """A reading; refused where its grades may be ranks."""
    if not read.counting or tells_grades(text) or shows_grades(text):
        return read
    listed = " ".join(map(str, read.grades)) if len(text) <= _SHORT else "1 2 3"
    raise InputError(
        f"the wording {quoted(text.strip())} may tell the grades of {len(read.grades)} documents or their ranks; write "
        f"'grades {listed}' for grades, or which of the documents are relevant, as in 'ranking: a b c; relevant: b'"
    )


_SHORT = 200  # signs


_TURNED = re.compile(
    r"(?i)(?:\w+\s*=\s*)?[\[({\s]*[0-9](?:[\[\](){}\s,;]|[0-9])*(?:#|//|--|\()\s*"
    r"(?P<said>(?:[^\n]*\bsort(?:ed)?\s+(?:desc\w*\s+)?by\s+(?:the\s+)?(?:relevanc\w+|grades?|gains?)[^\n]*?"
    r"|(?:[a-z]+\s+){0,3}(?:(?:[01]|zero|one)-(?:based|indexed))?\s*(?:positions?|ranks?|indices|indexes)(?:\s+of\s+(?:the\s+)?(?:relevant|hits)[^\n]*)?))\)?\s*"
)
"""Numbers with a remark beside them that they are sorted, or that they are ranks."""


def _refuse_turned(text: str) -> None:
    found = _TURNED.fullmatch(text) if len(text) <= MOST_WORDED else None
    if found:
        raise InputError(
            f"the wording {quoted(text.strip())} leaves open what its numbers are, as it says {quoted(found['said'])}; "
            "write the grades in the order of the list, such as '1 0 1', or 'relevant at 1, 3 of 5'"
        )


_LONG_WORD = r"[^\W\d]\w{250}"
"""A word that no wording has; forms that look for words would search it again from each of its letters."""


def _narrow(text: str) -> str:
    """A text without its widest gaps, through which each form that allows for blanks would search again and again."""
    return re.sub(r"\s{25,}", lambda gap: "\n" if "\n" in gap[0] else " " * 24, text)


def _of_one(text: str) -> Reading | None:
    if len(text) > MOST_PASTED or re.search(_LONG_WORD, text):
        return None
    _refuse_turned(text)
    body = _folded(text)
    topics = of_trec(body)
    if topics:
        return topics[0] if len(topics) == 1 else None
    if len(body) > MOST_WORDED:
        return None
    for form in _shapes(body):
        said = (
            of_target(form)
            or _with_number_beside(form)
            or _with_cutoff(form)
            or _of_forms(form)
            or (form != text and read_plain(form))
        )
        if said:
            return said
    nested = of_nested(tidied(body))
    if nested and len(nested) == 1:
        return nested[0]
    read = next((read for read in (form(body) for form in _LAST) if read is not None), None)
    return read or _unfinished(body)


_MORE = r" ?[,;]? ?\n?(?:\.\.\.|…) ?\n?(?=[\])>]|$)"
"""What stands at the end of a list that goes on."""


def _unfinished(body: str) -> Reading | None:
    """A list of which only the first ranks are written out, as `[1, 0, 1, ...]`; what follows them is left open."""
    plain = re.sub(r"[ \t]+", " ", body)
    begun = re.sub(_MORE, "", plain)
    read = None if begun == plain or re.search(_MORE, begun) else read_plain(begun) or _of_one(begun)
    if read is None or read.others or read.missed or read.relevant is not None or read.formula:
        return None
    most = max(1, *read.grades)
    others = tuple(replace(read, grades=read.grades + tail) for tail in ((0,), (most,), (most,) * MOST_OPEN))
    doubt = (
        f"the wording {quoted(body)} goes on behind what it shows (...); write the whole list, or ask for fewer ranks"
    )
    return replace(read, others=others, open=True, doubt=doubt)


def _folded(text: str) -> str:
    text = text.strip()[1:-1] if re.fullmatch(r"\s*`[^`]+`\s*", text) else text
    if len(text) <= MOST_WORDED:
        for plain in (plain_signs, without_meanings, unpacked, as_rows, plain_entries):
            text = plain(text)
    body = with_id_ranges(with_repeats(text))
    body = re.sub(r"(?<=[^\s,;:|])\s*[—―]\s*(?=[^\s,;|])", "; ", body.translate(FOLDED))
    body = with_ranges(re.sub("[—―]", "-", body).strip())
    return re.sub(_RUN, lambda run: run[0].replace(";", ",") if _are_ranks(run[0].split(";")) else run[0], body)


def _are_ranks(words: list[str]) -> bool:
    return all(word.strip().isdigit() or mark_of(word) is not None for word in words)


_RUN = r"(?:[^\s;,:=()\[\]]{1,14}\s*;\s*){2,}[^\s;,:=()\[\]]{1,14}(?=\s*(?:[;,()\]]|$))"
"""Single words with semicolons between them."""


def _with_cutoff(body: str) -> Reading | None:
    """A list with its cutoff behind it, as `1, 0, 1; k = 2`."""
    match = re.fullmatch(r"(?is)(?P<head>.+?)\s*[,;(\n]\s*(?:k|cutoff|top|n)\s*[=:]\s*(?P<k>[0-9]{1,4})\)?\.?", body)
    read = read_plain(match["head"]) if match else None
    return replace(read, cutoff=int(match["k"])) if match and read else None


def _shapes(body: str) -> Iterator[str]:
    """A wording as it stands, then without what only a program needs, then without the numbers of its rows."""
    yield body
    plain = tidied(body)
    plain = joined(plain) if re.search("[,;\n]", plain) else plain
    if plain != body:
        yield plain
    call = re.fullmatch(r"[A-Za-z_][\w.]*\(([^()\[\]{}]+)\)|\{([^()\[\]{}]+)\}", without_results(body))
    if call and "=" in (call[1] or ""):
        yield call[1]
    for further in (unnumbered(plain), braced(plain), plainer(plain), unheaded(unnumbered(plain))):
        if further != plain:
            yield further


def _with_number_beside(body: str) -> Reading | None:
    """A list with the number of relevant documents, or of those missed, behind or before it."""
    for head, total, missed in number_beside(body):
        read = read_plain(head) or _of_forms(head)
        if read is None or read.missed or read.relevant not in (None, total):
            continue
        if len(str(missed)) > _LONGEST_COUNT and len(re.findall(rf"(?<!\d)\d{{{len(str(missed))}}}(?!\d)", head)) > 1:
            continue  # the name of a document
        relevant = sum(grade > 0 for grade in read.grades) + missed if total is None else total
        if total in read.grades and max(read.grades) > 1:
            _refuse_id(body, read, relevant)
        others = tuple(replace(other, relevant=relevant, open=False) for other in read.others)
        return replace(read, relevant=relevant, open=False, others=others)
    return None


_LONGEST_COUNT = 2  # digits of a number of documents beside names that are numbers as long


def _refuse_id(body: str, read: Reading, relevant: int) -> None:
    """Refuse `retrieved: 5, 3, 1; relevant: 3`, where the last number may count documents or name one of them."""
    named = of_sections(body)
    if named and named.grades != read.grades:
        listed = " ".join(map(str, read.grades))
        raise InputError(
            f"the wording {quoted(body)} may have {relevant} relevant documents in all or the one named {relevant}; "
            f"write 'grades {listed}; {relevant} relevant in all' or 'relevant = {{{relevant}}}; ranking = [{listed}]'"
        )


def _of_forms(body: str) -> Reading | None:
    return next((read for read in (form(body) for form in _FORMS) if read is not None), None)


def read_plain(body: str) -> Reading | None:
    """A list of two ranks or more in the plain notation.

    >>> read_plain("1 0 1").grades, read_plain("poem")
    ((1, 0, 1), None)
    """
    try:
        grades, ties = read_grades(body)
    except InputError:
        return None
    return Reading(tuple(grades)) if max(ties, default=1) == 1 and (len(grades) > 1 or "[" in body) else None


def readings_of(text: str) -> tuple[Reading, ...] | FirstHits | None:
    """What a wording says of several queries: their rankings, or the ranks of their first hits.

    >>> [one.grades for one in readings_of("[[1, 0], [0, 1]]")]
    [(1, 0), (0, 1)]
    >>> readings_of("ranks 1, 3, 2")
    FirstHits(ranks=(1, 3, 2))
    """
    if len(text) > MOST_PASTED or re.search(_LONG_WORD, text):
        return None
    _refuse_turned(text)
    text = _narrow(text)
    body = _folded(text)
    topics = of_trec(body)
    if topics and len(topics) > 1:
        return tuple(topics)
    if len(body) > MOST_WORDED:
        return None
    plain = tidied(body)
    hits = queries_counted(body) or _first_hits(body) or _first_hits(plain)
    hits = hits or first_hits_of_sheet(body) or ranks_by_query(text)
    hits = hits or _first_hits(translated(body)) or hits_remarked(text)
    hits = hits or next((said for one in framed_forms(body) if (said := _first_hits(one))), None)
    if hits:
        return hits
    bare = without_results(re.sub(r"(?m)^\s*(?:[-*•]|#+|//)\s+", "", body))
    cut = re.search(r"(?i)[\s.,;]+k\s*=\s*(?P<k>[0-9]{1,4})\.?$", bare)
    hits = _first_hits(bare[: cut.start()] if cut else bare) if bare != body or cut else None
    if hits and (cut is None or max(rank or 1 for rank in hits.ranks) <= int(cut["k"])):
        return hits
    found = of_structure(text) or of_nested(plain)
    found = found or of_pieces(body, _piece) or of_pieces(plain, _piece) or of_pieces(bare, _piece)
    english = translated(body)
    found = found or of_told(body, of_prose) or of_told(english, of_prose)
    found = found or next((told for one in framed_forms(body) if (told := of_told(one, of_prose))), None)
    if not found:
        return hits_by_line(body)
    none_lost(found, text)
    return tuple(_no_ranks(one, text) for one in found)


def _piece(text: str) -> Reading | None:
    return read_plain(text) or _of_one(text)
