"""The files with the marks of a class: for Moodle, for Canvas, for mail merge, and a note for the next class."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from irlearn.homework.marks import MarkedStudent
from irlearn.homework.monday import monday
from irlearn.text.numbers import decimal
from irlearn.text.tables import csv_text

_FIELDS = ("exercise", "answer", "mark", "of", "feedback", "right_answer")
"""The fields of each item in mail merge."""


def marks_files(
    title: str,
    items: Sequence[str],
    students: Sequence[MarkedStudent],
    notes: Sequence[str] = (),
    *,
    lesson_of: Callable[[str], str] = lambda _: "",
) -> dict[str, bytes]:
    """Return the files with the marks of a class by name. Students without answers have no row.

    Moodle finds students by the ID number or the address, and reads any headings. Canvas needs its own headings, and
    finds students by its id, which is left empty, then by the SIS user id, the login id and the name.

    Parameters
    ----------
    title : str
        The name of the homework on a platform.
    items : sequence of str
        The headings of the items.
    students : sequence of MarkedStudent
        All students in the order of the worksheet, also those without answers.
    notes : sequence of str
        Notes on the file with the answers, which `monday.md` repeats.
    lesson_of : callable
        A function that returns the part of a lesson for the id of a mistake, or an empty text.

    Returns
    -------
    dict of str to bytes
        `marks_moodle.csv`, `marks_canvas.csv`, `feedback.csv` and `monday.md`.
    """
    moodle, canvas, feedback = [], [], []
    possible = 0
    for student in filter(lambda student: student.answers, students):
        mark, possible = decimal(student.mark), sum(len(answer.numbers) for answer in student.answers)
        lines = [
            f"{item} ({decimal(answer.mark)} of {len(answer.numbers)}): {answer.feedback}"
            for item, answer in zip(items, student.answers, strict=True)
        ]
        moodle.append([student.id, student.name, mark, " ".join(lines)])
        canvas.append([student.name, "", student.id, student.id, "", mark])
        row = [student.id, student.name, student.email, mark, possible, "\n".join(lines)]
        for answer in student.answers:
            marks = decimal(answer.mark), len(answer.numbers)
            row += [answer.exercise.id, answer.text, *marks, answer.feedback, answer.exercise.answer]
        feedback.append(row)
    identity = "Email address" if all("@" in student.id for student in students) else "ID number"
    canvas.insert(0, ["    Points Possible", *[""] * 4, str(possible)])
    fields = [f"item_{number}_{field}" for number in range(1, len(items) + 1) for field in _FIELDS]
    return {
        "marks_moodle.csv": csv_text([identity, "Full name", title, "Feedback"], moodle).encode(),
        "marks_canvas.csv": csv_text(
            ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", title], canvas
        ).encode(),
        # The mark of UTF-8 at the beginning, without which Word and Excel take names for Latin-1.
        "feedback.csv": csv_text(["student", "name", "email", "mark", "of", "feedback", *fields], feedback).encode(
            "utf-8-sig"
        ),
        "monday.md": monday(title, items, students, notes, lesson_of),
    }
