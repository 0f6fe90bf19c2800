"""Forms of lists of documents, labels and scores, as people and programs write them.

Each list has a heading, as in `ranking: d1 d4 d2; relevant: d2 d8`, or is the argument of a call or a value in JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from irlearn.parsing.clauses import Remarks, add_remarks, read_remarks
from irlearn.parsing.form import form
from irlearn.parsing.grade_notation import HIGHEST_OF_A_SCALE
from irlearn.parsing.parsed_ranking import ParsedRanking, ask, ask_which, whole_grades
from irlearn.parsing.tokens import Scanner
from irlearn.parsing.values import Value, grades_of, read_fields, read_heading, read_list, read_marks, refuse_likeness
from irlearn.parsing.vocabulary import ROLES, words_of

_NAMES = ("ranking", "names")
_LABELS_FIRST = words_of("average_precision_score ndcg_score dcg_score")


@form("grades: [1, 0, 1]", "grades: [3, 0, 1]")
def marks_after_a_heading(scan: Scanner) -> ParsedRanking:
    """Read marks or grades after a heading, as a program has them: `relevance = [3, 0, 2]`, `Ranking: 1 1 0`.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("relevance = np.array([3, 0, 2])")
    ParsedRanking(grades=(3, 0, 2))
    """
    role = read_heading(scan, ("grades", "judged", "ranking"))
    scan.expect(role)
    listed = read_list(scan)
    scan.expect(listed.bracket != "{" and not listed.worths)
    parsed = read_marks(listed, scan, surely=role == "grades")
    return add_remarks(parsed, read_remarks(scan))


@form("ranking: [d4, d2, d7]; relevant: [d2, d8]", asked="ranks sets queries first_hits")
def ranking_and_relevant_documents(scan: Scanner) -> ParsedRanking:
    """Read a ranked list of documents and the relevant ones, in either order: names, or ids in JSON or a program.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("ap(relevant={'d2', 'd8'}, retrieved=['d1', 'd4', 'd2'])")
    ParsedRanking(grades=(0, 0, 1), relevant=2, documents=('d1', 'd4', 'd2'))
    """
    lists = _read_two_lists(scan, _NAMES, ("relevant", "judged"))
    names, relevant = _names_of(lists, scan), lists.judged.words
    scan.expect(not lists.judged.worths and (lists.judged_role == "relevant" or not lists.judged.grades))
    refuse_likeness(lists.judged.entries, scan)
    hits = tuple(int(name in relevant) for name in names)
    _refuse_other_numbers(names, hits, lists, scan)
    return add_remarks(ParsedRanking(hits, relevant=len(relevant), documents=names), lists.remarks)


@form("ranking: [d4, d2]; grades: {d4: 3, d2: 1, d8: 2}", asked="grades")
def ranking_and_grades(scan: Scanner) -> ParsedRanking:
    """Read a ranked list of documents and their grades; a graded document that is not in the list is missed.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("ranking = d3, d1; grades = {d3: 2, d9: 1}")
    ParsedRanking(grades=(2, 0), missed=(1,), documents=('d3', 'd1'))
    """
    lists = _read_two_lists(scan, _NAMES, ("grades", "judged"))
    names, judged = _names_of(lists, scan), lists.judged
    if not judged.worths:
        return add_remarks(ParsedRanking(_parallel_grades(names, lists, scan), documents=names), lists.remarks)
    refuse_likeness(judged.entries, scan)
    worths = grades_of(judged.worths)
    scan.expect(worths and {*names} & {*judged.words}, "which grades no document of the list")
    grades = dict(zip(judged.words, whole_grades(worths, scan.text), strict=True))
    missed = tuple(grade for name, grade in grades.items() if name not in names and grade)
    listed = tuple(grades.get(name, 0) for name in names)
    return add_remarks(ParsedRanking(listed, missed, documents=names), lists.remarks)


@form("y_true = [0, 1, 0]; y_score = [0.7, 0.8, 1.2e-05]", "y_true = [0, 3, 1]; y_score = [0.7, 0.8, 0.1]")
def labels_and_scores(scan: Scanner) -> ParsedRanking:
    """Read the label or the grade of each document, and the scores that order them, as scikit-learn takes them.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("average_precision_score([0, 1, 0], [0.7, 0.8, 1.2e-05])")
    ParsedRanking(grades=(1, 0, 0))
    """
    lists = _read_two_lists(scan, ("scores", "ranking"), ("grades", "judged"))
    scores = lists.ranked.numbers
    scan.expect(lists.ranked_role == "scores" or any(score % 1 for score in scores))
    return _sorted_labels(scores, lists, scan)


@form("position: 2 1 3; relevance: 0 1 0", "position: 2 1 3; relevance: 3 1 0")
def positions_and_grades(scan: Scanner) -> ParsedRanking:
    """Read the position of each document, and its mark or grade.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("position: 2 1 3; relevance: 3 1 0")
    ParsedRanking(grades=(1, 3, 0))
    """
    lists = _read_two_lists(scan, ("positions",), ("grades", "judged"))
    positions = lists.ranked.numbers
    scan.expect(sorted(positions) == [*range(1, len(positions) + 1)], "which does not name each position once")
    return _sorted_labels([-position for position in positions], lists, scan)


# Two lists as typed


class TwoLists(NamedTuple):
    """A list that puts documents in order, a list of judgments, the roles of both, and the remarks after them."""

    ranked_role: str
    ranked: Value
    judged_role: str
    judged: Value
    remarks: Remarks


def _read_two_lists(scan: Scanner, ranked: Collection[str], judged: Collection[str]) -> TwoLists:
    """Read a list whose role is in `ranked`, a list whose role is in `judged`, and the remarks after both lists."""
    closing = ""
    if scan.token.text == "{" and scan.ahead().kind == "quoted":  # JSON
        closing = "}" if scan.sign("{") else ""
    elif scan.ahead().text == "(" and scan.token.text.replace(".", "_").isidentifier():  # A call.
        closing = ")" if scan.next() and scan.next() else ""
    if "scores" in ranked and closing == ")" and scan.tokens[0].text.rpartition(".")[2] in _LABELS_FIRST:
        fields = _read_unnamed_labels(scan) or read_fields(scan, {*ranked, *judged})
    else:
        fields = _read_unnamed_ranking(scan, ranked, judged) or read_fields(scan, {*ranked, *judged})
    scan.expect(closing != "}" or scan.sign("}"))
    first, second = ([role for role in fields if role in group] for group in (ranked, judged))
    scan.expect(len(first) == len(second) == 1)
    remarks = read_remarks(scan, closing=")" if closing == ")" else "")
    return TwoLists(first[0], fields[first[0]], second[0], fields[second[0]], remarks)


def _read_unnamed_labels(scan: Scanner) -> dict[str, Value]:
    """Read labels and scores as the arguments of a call; return an empty dictionary if the arguments have names."""
    if scan.token.text != "[" and scan.ahead().text != "(":
        return {}
    labels = read_list(scan)
    scan.expect(scan.sign(","))
    return {"grades": labels, "scores": read_list(scan)}


def _read_unnamed_ranking(scan: Scanner, ranked: Collection[str], judged: Collection[str]) -> dict[str, Value]:
    """Read a ranking without a heading, as in `d1, d4; relevant: d4`, and the judged documents.

    After a ranking in square brackets, documents in braces need no heading. Return an empty dictionary for any other
    text.
    """
    place = scan.place
    if "names" not in ranked or read_heading(scan, ROLES.values()):
        scan.place = place
        return {}
    ranking = read_list(scan)
    scan.expect(len(ranking.entries) > 1 and not ranking.worths)
    scan.expect(scan.sign((";", ",", ".")) or scan.line())
    if ranking.bracket == "[" and scan.token.text == "{":
        other = read_list(scan)
        role = "grades" if other.worths else "relevant"
        scan.expect(role in judged)
        return {"ranking": ranking, role: other}
    return {"ranking": ranking} | read_fields(scan, judged)


# The ranking that two lists define together


def _names_of(lists: TwoLists, scan: Scanner) -> tuple[str, ...]:
    """Return the names of the ranked documents. Fail for a set, for scores, and for names that may be the same."""
    listed = lists.ranked
    scan.expect(not any(number % 1 for number in listed.numbers))
    scan.expect(not listed.worths, "which has numbers beside its names; write the names alone, in their order")
    scan.expect(listed.bracket != "{", "which is a set, and a set has no order; write [ and ]")
    refuse_likeness(listed.entries, scan)
    refuse_likeness([*listed.entries, *lists.judged.entries], scan, twice=True)
    return tuple(listed.words)


def _refuse_other_numbers(names: Sequence[str], hits: Sequence[int], lists: TwoLists, scan: Scanner) -> None:
    """Fail, or raise `InputError`, if numbers of relevant documents may be ranks, labels or a total."""
    listed, judged, ids = lists.ranked, lists.judged, bool(lists.ranked.numbers)
    if ids != bool(judged.numbers):
        scan.fail("which may be a rank or a name", judged.entries[0])
    scan.expect(ids or not listed.grades or any(hits), "which has marks for names")
    relevant = {*judged.words}
    ranks = [int(str(rank) in relevant) for rank in range(1, len(names) + 1)]
    labels = len(names) == len(judged.words) and (relevant <= {"0", "1"} or relevant == {*names})
    total = not judged.bracket and len(relevant) == 1
    bare = not (listed.bracket and judged.bracket) and sum(ranks) == len(relevant) and ranks != [*hits]
    if ids and judged.bracket != "{" and (labels or total or bare):
        said = ", ".join(judged.words)
        raise ask_which(
            scan.text,
            f"may name the relevant documents or their ranks; write the set in braces, 'relevant {{{said}}}', or "
            f"'relevant at ranks {said}'",
        )


def _parallel_grades(names: Sequence[str], lists: TwoLists, scan: Scanner) -> tuple[int, ...]:
    """Return the grades of a list in the order of the documents. Raises `InputError` if the grades may be ids."""
    judged, grades, said = lists.judged, lists.judged.grades, lists.judged.words
    if len(grades) != len(names) or judged.bracket == "{":
        scan.fail("which does not have as many grades as documents")
    scan.expect(lists.ranked.numbers or not lists.ranked.grades, "which has no names beside its grades")
    ids = {*said} <= {*names} or (len({*said}) == len(said) and max(grades) > HIGHEST_OF_A_SCALE)
    if lists.ranked.numbers and (lists.judged_role == "judged" or ids):
        raise ask_which(
            scan.text,
            f"may hold grades or the names of documents; write 'grades {' '.join(said)}' for grades, or the relevant "
            f"documents as a set, 'relevant {{{', '.join(said)}}}'",
        )
    return whole_grades(grades, scan.text)


def _sorted_labels(numbers: Sequence[float], lists: TwoLists, scan: Scanner) -> ParsedRanking:
    """Return the ranking of labels in the order of their numbers, the highest first."""
    labels, maps = lists.judged.grades, lists.ranked.worths or lists.judged.worths
    if len(numbers) != len(labels) or not numbers or maps or "{" in (lists.ranked.bracket, lists.judged.bracket):
        scan.fail("which does not have a number such as 3 or 0.5 for each label")
    rows = [*zip(numbers, labels, strict=True)]
    if len({*rows}) > len({*numbers}):
        raise ask(
            scan.text,
            "has equal scores, and their order is open; write the labels in the order of the list, such as '1 0 1'",
        )
    grades = whole_grades([label for _, label in sorted(rows, reverse=True)], scan.text)
    return add_remarks(ParsedRanking(grades), lists.remarks)
