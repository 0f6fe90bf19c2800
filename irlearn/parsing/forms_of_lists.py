"""Forms of lists of documents, labels and scores, as people and programs write them.

Each list has a heading, as in `ranking: d1 d4 d2; relevant: d2 d8`, or is the argument of a call or a value in JSON.
"""

from __future__ import annotations

from collections.abc import Collection

from irlearn.parsing.clauses import add_remarks, read_remarks
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
    return _of_two_lists(scan, _NAMES, ("relevant", "judged"))


@form("ranking: [d4, d2]; grades: {d4: 3, d2: 1, d8: 2}", asked="grades")
def ranking_and_grades(scan: Scanner) -> ParsedRanking:
    """Read a ranked list of documents and their grades; a graded document that is not in the list is missed.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("ranking = d3, d1; grades = {d3: 2, d9: 1}")
    ParsedRanking(grades=(2, 0), missed=(1,), documents=('d3', 'd1'))
    """
    return _of_two_lists(scan, _NAMES, ("grades", "judged"))


@form("y_true = [0, 1, 0]; y_score = [0.7, 0.8, 1.2e-05]", "y_true = [0, 3, 1]; y_score = [0.7, 0.8, 0.1]")
def labels_and_scores(scan: Scanner) -> ParsedRanking:
    """Read the label or the grade of each document, and the scores that order them, as scikit-learn takes them.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("average_precision_score([0, 1, 0], [0.7, 0.8, 1.2e-05])")
    ParsedRanking(grades=(1, 0, 0))
    """
    return _of_two_lists(scan, ("scores", "ranking"), ("grades", "judged"))


@form("position: 2 1 3; relevance: 0 1 0", "position: 2 1 3; relevance: 3 1 0")
def positions_and_grades(scan: Scanner) -> ParsedRanking:
    """Read the position of each document, and its mark or grade.

    >>> from irlearn.parsing import parse_ranking
    >>> parse_ranking("position: 2 1 3; relevance: 3 1 0")
    ParsedRanking(grades=(1, 3, 0))
    """
    return _of_two_lists(scan, ("positions",), ("grades", "judged"))


def _of_two_lists(scan: Scanner, ranked: Collection[str], judged: Collection[str]) -> ParsedRanking:
    """Read a list whose role is in `ranked`, a list whose role is in `judged`, and the remarks after both lists."""
    closing = _read_opening(scan)
    positional = closing == ")" and (scan.token.text == "[" or scan.ahead().text == "(")
    if positional and "names" not in ranked and scan.tokens[0].text.rpartition(".")[2] in _LABELS_FIRST:
        fields = {"grades": read_list(scan)}
        scan.expect(scan.sign(","))
        fields["scores"] = read_list(scan)
    else:
        fields = _read_unnamed(scan, ranked, judged) or read_fields(scan, {*ranked, *judged})
    scan.expect(closing != "}" or scan.sign("}"))
    roles = [[role for role in fields if role in group] for group in (ranked, judged)]
    scan.expect([*map(len, roles)] == [1, 1])
    remarks = read_remarks(scan, closing=")" if closing == ")" else "")
    (first,), (second,) = roles
    return add_remarks(_ranking_of(first, fields[first], second, fields[second], scan), remarks)


def _read_opening(scan: Scanner) -> str:
    """Read the beginning of a JSON object or of a call; return the closing sign, which is empty for any other text."""
    if scan.token.text == "{" and scan.ahead().kind == "quoted":
        return "}" if scan.sign("{") else ""
    if scan.ahead().text == "(" and scan.token.text.replace(".", "_").isidentifier():
        scan.next()
        scan.next()
        return ")"
    return ""


def _read_unnamed(scan: Scanner, ranked: Collection[str], judged: Collection[str]) -> dict[str, Value]:
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


def _ranking_of(role: str, listed: Value, judged_as: str, judged: Value, scan: Scanner) -> ParsedRanking:
    """Return the ranking that a list of names, scores or positions defines together with the judgments."""
    if role in ("positions", "scores") or any(number % 1 for number in listed.numbers):
        return _sorted_labels(role, listed, judged, scan)
    scan.expect(not listed.worths, "which has numbers beside its names; write the names alone, in their order")
    scan.expect(listed.bracket != "{", "which is a set, and a set has no order; write [ and ]")
    names = listed.words
    refuse_likeness(listed.entries, scan)
    if judged.worths or not (judged_as == "grades" or (judged_as == "judged" and judged.grades)):
        refuse_likeness(judged.entries, scan)
        refuse_likeness([*listed.entries, *judged.entries], scan, twice=True)
        return (_with_grades if judged.worths else _with_relevant)(names, listed, judged, scan)
    return _with_parallel_grades(names, listed, judged_as, judged, scan)


def _sorted_labels(role: str, listed: Value, judged: Value, scan: Scanner) -> ParsedRanking:
    """Order labels by scores, the highest first, or by positions."""
    numbers, labels = listed.numbers, judged.grades
    if (
        len(numbers) != len(labels)
        or not numbers
        or listed.worths
        or judged.worths
        or "{" in (listed.bracket, judged.bracket)
    ):
        scan.fail("which does not have a number such as 3 or 0.5 for each label")
    if role == "positions":
        scan.expect(sorted(numbers) == [*range(1, len(numbers) + 1)], "which does not name each position once")
        numbers = [-number for number in numbers]
    if len({*zip(numbers, labels, strict=True)}) > len({*numbers}):
        raise ask(
            scan.text,
            "has equal scores, and their order is open; write the labels in the order of the list, such as '1 0 1'",
        )
    ordered = sorted(zip(numbers, labels, strict=True), reverse=True)
    return ParsedRanking(whole_grades([label for _, label in ordered], scan.text))


def _with_relevant(names: list[str], listed: Value, judged: Value, scan: Scanner) -> ParsedRanking:
    """Return the ranking of names in which the names in `judged` are relevant."""
    relevant, ids, said = judged.words, bool(listed.numbers), ", ".join(judged.words)
    if ids != bool(judged.numbers):
        scan.fail("which may be a rank or a name", judged.entries[0])
    scan.expect(ids or not listed.grades or {*names} & {*relevant}, "which has marks for names")
    hits = tuple(int(name in relevant) for name in names)
    if ids and not judged.bracket and len(relevant) == 1:
        row = " ".join(names)
        raise ask_which(
            scan.text,
            f"may have {said} relevant documents in all or the one named {said}; write 'grades {row}; {said} relevant "
            f"in all' or 'relevant {{{said}}}; ranking [{row}]'",
        )
    ranks = tuple(int(str(rank) in relevant) for rank in range(1, len(names) + 1))
    labels = len(names) == len(relevant) and ({*relevant} <= {"0", "1"} or {*relevant} == {*names})
    bare = not (listed.bracket and judged.bracket) and sum(ranks) == len(relevant) and ranks != hits
    if ids and judged.bracket != "{" and (labels or bare):
        raise ask_which(
            scan.text,
            f"may name the relevant documents or their ranks; write the set in braces, 'relevant {{{said}}}', or "
            f"'relevant at ranks {said}'",
        )
    return ParsedRanking(hits, relevant=len(relevant), documents=tuple(names))


def _with_grades(names: list[str], _: Value, judged: Value, scan: Scanner) -> ParsedRanking:
    """Return the ranking of names with grades from a map; graded documents outside the ranking count as missed."""
    worths = grades_of(judged.worths)
    scan.expect(worths and {*names} & {*judged.words}, "which grades no document of the list")
    grades = dict(zip(judged.words, whole_grades(worths, scan.text), strict=True))
    missed = tuple(grade for name, grade in grades.items() if name not in names and grade)
    return ParsedRanking(tuple(grades.get(name, 0) for name in names), missed, documents=tuple(names))


def _with_parallel_grades(
    names: list[str], listed: Value, judged_as: str, judged: Value, scan: Scanner
) -> ParsedRanking:
    """Return the ranking of names with grades from a list in the same order."""
    grades, said = judged.grades, judged.words
    if len(grades) != len(names) or judged.bracket == "{":
        scan.fail("which does not have as many grades as documents")
    scan.expect(listed.numbers or not listed.grades, "which has no names beside its grades")
    ids = {*said} <= {*names} or (len({*said}) == len(said) and max(grades) > HIGHEST_OF_A_SCALE)
    if listed.numbers and (judged_as == "judged" or ids):
        raise ask_which(
            scan.text,
            f"may hold grades or the names of documents; write 'grades {' '.join(said)}' for grades, or the relevant "
            f"documents as a set, 'relevant {{{', '.join(said)}}}'",
        )
    return ParsedRanking(whole_grades(grades, scan.text), documents=tuple(names))
