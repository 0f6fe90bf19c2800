"""Test the parsing of lesson files, and the messages about their errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from message_parts import parts

import irlearn
from irlearn import AP, RR, Ranking, widgets
from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_check import check_options, check_tasks, lists_of, questions_of
from irlearn.course.lesson_file import data_of, read_lesson, read_text
from irlearn.course.lesson_parts import GeneratedExercise, LessonPlan, Prediction, Quiz, WidgetTasks
from irlearn.course.lessons import LESSONS
from irlearn.course.task_conditions import condition
from irlearn.errors import InputError
from irlearn.text.html import html_of
from irlearn.text.markdown import MarkdownText, shown
from irlearn.widgets.lesson.lesson import widget_named

TEXT = """# Q1 Fish

## Topic: pond
query: fish that sing

| document | title | grade |
|---|---|---|
| d1 | The singing fish | 2 |
| d2 | How to cook fish | 0 |
| d3 | Whales and songs | 1 |

A: d1 d2
B: d2 d3

## Predict: first
Which of the two, A or B, has the higher RR?

- [x] A
  > Its *first* document is relevant.
- [ ] B
  > Its first document is `d2`.

> RR of A is {value of RR of A}.

## Play: board
widget: RankingBoard

### top
Move d3 up.

done: RR = 1

Why is {RR of 0 1} less?

- [x] rank 2
- [ ] rank 3
  > Count again.

> {AP of it}.

## Work out: ap
What is AP of B?

number: AP
given: B

1. Write down the precision at rank 2.

## Work out: turn
topic: ap, level 1, seed 2

## Choose all: both
Which hold?

- [x] RR of A is 1
  if: RR of A = 1
  > Yes.
- [ ] RR of B is 1
  if: RR of B = 1
  > It is 1/2.
"""


@pytest.fixture
def read(tmp_path):
    def written(text: str, name: str = "my_lesson.md", encoding: str = "utf-8") -> LessonPlan:
        file = tmp_path / name
        file.write_bytes(text.encode(encoding))
        return read_lesson(file, widget_named)

    return written


def test_lesson_file_builds_the_plan_it_describes(read):
    plan = read(TEXT)
    assert (plan.lesson, plan.title, plan.ids) == ("Q1", "Fish", ("first", "board", "ap", "turn", "both"))
    first, board, ap, turn, both = plan.parts
    assert isinstance(first, Prediction)
    assert (first.why, first.feedback_on("B")) == ("RR of A is 1.", ("Its first document is d2.",))
    assert isinstance(board, WidgetTasks)
    assert (board.widget, board.tasks[0].quiz.question) == ("RankingBoard", "Why is RR = 1/2 = 0.5 less?")
    assert isinstance(ap, Exercise)
    assert (ap.quantity, ap.answer, len(ap.hints)) == (AP, "0.250", 1)
    assert isinstance(turn, GeneratedExercise)
    assert (turn.topic, turn.level, turn.seed) == ("ap", 1, 2)
    assert isinstance(both, Quiz)
    assert both.reference_answer == "RR of A is 1"
    assert plan.data.topics["pond"].judgments == {"d1": 2, "d2": 0, "d3": 1}


@pytest.mark.parametrize("text", [TEXT.replace("\n", "\r\n"), "\ufeff" + TEXT, TEXT.replace("- [", "* [")])
def test_line_ends_byte_order_mark_and_bullets_do_not_change_the_plan(read, text):
    assert [html_of(shown(one.question)) for one in read(text).parts if isinstance(one, Quiz)] == ["Which hold?"]
    assert read(text).ids == read(TEXT).ids


def test_task_condition_and_feedback_read_the_board(read):
    (task,) = read(TEXT).parts[1].tasks
    board = widgets.RankingBoard("0 1", measures=[RR])
    assert not task.is_satisfied([board])
    assert task.answer(board) == "AP = (1/2) / 1 = 1/2 = 0.5."
    board.move("document 2", 1)
    assert task.is_satisfied([board])


GIVEN = [
    ("sign", "0.5 0.2 0.7 | 0.3 0.4 0.1", "0.2"),
    ("sign", "scores", "0.75"),
    ("kappa", "20 5 10 15", "50"),
    ("gMAP", "values 1/2 1/10", "1/10"),
    ("MAP", "1 0 1 | 0 1", "Query 2"),
    ("AP", "1 0 1, 7 relevant", "7 documents are relevant"),
    ("tau", "dog cat fox | cat dog fox", "dog"),
    ("end(origin)", "best .303 of 103, se .0114", "best value 0.303"),
    ("binomial", "4 of 5", "Of 5 trials 4 are successes."),
]


@pytest.mark.parametrize(("number", "given", "seen"), GIVEN, ids=[f"{one[0]} {one[1]}" for one in GIVEN])
@pytest.mark.parametrize("kind", ["Work out", "Predict"])
def test_data_is_shown_below_a_question_of_one_paragraph(read, kind, number, given, seen):
    scores = "## Topic: scores\n\n| query | Old | New |\n|---|---|---|\n| q1 | 0.5 | 1/4 |\n| q2 | 0.75 | 0.5 |\n\n"
    asked = f"# Q1 Fish\n\n{scores}## {kind}: it\nHow *large*?\n\nnumber: {number}\ngiven: {given}\n"
    shown_ = widgets.Lesson(read(asked), folder=None).part("it").picture
    assert ">large</em>?" in shown_
    assert seen in re.sub("<[^>]*>", "", shown_)
    told = widgets.Lesson(read(f"{asked}drawn: no\n"), folder=None).part("it").picture
    assert ">large</em>?" in told
    assert seen not in re.sub("<[^>]*>", "", told)


def test_escaped_numbered_line_is_text_of_the_question(read):
    ap = read(TEXT.replace("What is AP of B?", "Two lists:\n1\\. A\n2\\. B")).part("ap")
    assert (ap.question, len(ap.hints)) == ("Two lists: 1. A 2. B", 1)


def test_nested_emphasis_adds_no_blank(read):
    assert (
        read(TEXT.replace("Which hold?", "Which (***really***) hold?")).part("both").question == "Which (really) hold?"
    )


def test_emphasis_of_several_parts_adds_no_characters(read):
    question = read(TEXT.replace("Which hold?", "Which *of `P@5` and `R`* hold?")).part("both").question
    assert question == "Which of P@5 and R hold?"


def test_texts_keep_emphasis_code_and_formulas_and_escape_html(read):
    asked = "Is *P* `P@5`, or $\\frac{1}{2}$, <b>or</b> 2 * 3 &amp; {value of P of 1 0}?"
    plan = read(TEXT.replace("Which hold?", asked))
    question = plan.part("both").question
    assert isinstance(question, MarkdownText)
    assert question == "Is P P@5, or \\frac{1}{2}, <b>or</b> 2 * 3 &amp; 1/2?"
    drawn = html_of(shown(question))
    assert drawn.startswith('Is <em>P</em> <span style="white-space:nowrap"><code>P@5</code>,</span> or <math')
    assert "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>" in drawn
    assert drawn.endswith("&lt;b&gt;or&lt;/b&gt; 2 * 3 &amp;amp; 1/2?")
    assert drawn in widgets.Quiz(plan.part("both")).picture


SLIPS = [
    ("- [x] A\n", "- [y] A\n", "line 18: an option begins with [x] if it is right, else with [ ], then a text"),
    ("- [x] A\n", "- A\n", "line 18: an option begins with [x] if it is right, else with [ ], then a text; given: 'A'"),
    ("- [x] A\n", "- [x]A\n", "line 18: an option begins with [x]"),
    ("- [x] A\n", "- [ ] A\n", "line 15: no option of 'first' is marked as right; mark it with [x]"),
    ("- [ ] B\n  > Its", "- [x] B\n  > Its", "line 20: a second option of 'first' is marked as right"),
    ("## Predict: first", "## Predict", "line 15: the part needs an id; write '## Predict: some-id'"),
    ("## Predict: first", "## Predict:", "line 15: the part needs an id"),
    ("## Predict: first", "## Predikt: first", "line 15 … 'Predikt' … Predict"),
    ("## Predict: first", "## Predict: My First", "an id is small letters, digits and hyphens"),
    ("## Work out: ap\n", "## Work out: first\n", "the id 'first' is given twice; the first is in my_lesson.md, line"),
    ("widget: RankingBoard", "widget: RankBoard", "'RankBoard' … RankingBoard"),
    ("widget: RankingBoard", "", "Play 'board' needs a line 'widget: …'"),
    ("RankingBoard\n", "RankingBoard\nafter: first\n", None),
    ("RankingBoard\n", "RankingBoard\nafter: frist\n", "line 27 … 'frist'"),
    ("RankingBoard\n", "RankingBoard\nafter: first, ap\n", "'ap'"),
    ("RankingBoard\n", "RankingBoard\nafter: board\n", "line 27 … 'board'"),
    ("RankingBoard\n", "RankingBoard\nafter:\n", "line 27: 'after' is set to nothing"),
    ("RankingBoard\n", "RankingBoard\naftr: first\n", "line 27 … 'aftr' … after"),
    ("done: RR = 1", "done: thrown >= 10", "line 31: a RankingBoard has no 'thrown'"),
    ("done: RR = 1", "done: up-one", "line 31 … 'up-one' … up-by-one"),
    ("done: RR = 1", "done: when she has moved it", "line 31: a condition is as 'thrown >= 10 and revealed'"),
    ("done: RR = 1", "don: RR = 1", "line 31 … 'don' … done"),
    ("done: RR = 1", "done:", "line 31: 'done' is set to nothing"),
    ("{RR of 0 1}", "{RRR of 0 1}", "'RRR' … RR"),
    ("{RR of 0 1}", "{best_hundred}", "'{best_hundred}'"),
    ("{RR of 0 1}", "{RR of 0 1", "a brace without its partner"),
    ("{value of RR of A}", "{value of RR of C}", "line 23 … 'C'"),
    ("{value of RR of A}", "{it.best}", "only what a task tells in the end may name its widget"),
    ("{AP of it}", "{it.best:4}", "a RankingBoard has no 'best'"),
    ("> {AP of it}.", "{AP of it}.", "line 39: no text follows options or settings; what is told begins"),
    ("topic: ap,", "topic: app,", "'app' … ap"),
    ("level 1,", "level 9,", "its level 1, 2 or 3; given: 'ap, level 9, seed 2'"),
    ("seed 2", "seeds 2", "a topic is as 'ap, level 1, seed 5', its level 1, 2 or 3; given: 'ap, level 1, seeds"),
    ("number: AP", "number: APP", "'APP'"),
    ("given: B", "given: B2", "'B2' … B"),
    ("done: RR = 1", "done: RR = 1,00", "line 31: RR compares with a number such as 0.5 or 1/2, with a point"),
    ("done: RR = 1", "done: RR of A = 1", "line 31: a condition takes a measure of the widget's one ranking"),
    ("done: RR = 1", "done: RR of pond/A = 1", "line 31: a condition takes a measure of the widget's one ranking"),
    ("number: AP\n", "number: AP of A\n", "line 44: 'number' is what is worked out, and 'given' of what; given"),
    ("number: AP\n", "number: AP of pond/A\n", "line 44: 'number' is what is worked out, and 'given' of what; given"),
    ("number: AP\n", "number: mean of AP\n", None),
    ("B: d2 d3", "B: d2 d3 d2", "line 13: the ranking 'B': d2 stands in it more than once"),
    ("B: d2 d3", "B: d2 d3 d2 d3", "line 13: the ranking 'B': d2 and d3 stand in it more than once"),
    ("What is AP of B?", "Two lists:\n1. A\n2. B", "line 43: a numbered line is a hint, which stands behind 'giv"),
    ("What is AP of B?", "Two lists:\n\n1) A\n\nWhich?", "line 44: a numbered line is a hint, which stands behind"),
    ("given: B", "given: B\ndrawn: yes", "line 46: 'drawn' is 'no' where the question tells what is given, or is left"),
    ("seed 2", "seed 2\ndrawn: no", "the topic words its own question and hints; take the line 'drawn: …' out"),
    ("given: B", "", "Work out 'ap' needs a line 'given: …'"),
    ("What is AP of B?\n", "", "'ap' asks nothing; write the question below its heading"),
    ("  > Its first document is `d2`.", "> Its first document is `d2`.", "line 21: what is told of an option"),
    ("  > Its first document is `d2`.", "  Its first document is `d2`.", "line 21: an option is one line"),
    ("# Q1 Fish", "# Fish of the pond", "line 1: the title begins with a code of two characters"),
    ("# Q1 Fish", "# QI Fish", "line 1: the title begins with a code of two characters"),
    ("# Q1 Fish", "", "line 3: the first line is the title, as in '# Q1 My lesson'"),
    ("# Q1 Fish", "Fish", "line 1: the first line is the title"),
    ("query: fish that sing\n", "", "Topic 'pond' needs a line 'query: …'"),
    ("| d3 | Whales and songs | 1 |", "| d3 | Whales | songs | 1 |", "line 10: this row has 4 cells and the heading 3"),
    ("| d3 | Whales and songs | 1 |", "| d3 | Whales and songs | one |", "a grade is 0, 1, 2, ..."),
    ("| d3 |", "| d2 |", "line 10: 'd2' is given twice"),
    ("|---|---|---|\n", "", "a table has a line such as |---|---| below its heading"),
    ("B: d2 d3", "B: d2 d4", "the topic has no document 'd4'"),
    ("B: d2 d3", "A: d2 d3", "a second ranking 'A'"),
    ("Move d3 up.", "Move d3 up.\n1. or not", "a 'task' has no numbered lines, and this one has"),
    ("Which hold?", "Which hold?\n- of them", "an option begins with [x]"),
    ("Which hold?", "```\ncode\n```", "this is a block of code"),
    ("### top", "#### top", "a part begins with '## Kind: its-id', a task of a Play with '### its-id'"),
    ("- [ ] B\n", "–\u00a0[ ] B\n", "line 20: this line goes on with what is told above; begin it with '>'"),
    ("- [ ] B\n", "-[ ] B\n", "line 20: this line goes on with what is told above"),
    ("- [x] A\n", "-[x] A\n", "line 18: an option begins with '- [ ] ', a heading with '## '; given: '-[x] A'"),
    ("## Work out: ap\n", "##\u00a0Work out: ap\n", "line 41: an option begins with '- [ ] ', a heading with '## '"),
    ("done: RR = 1", "done: RR == 1", "line 31: a comparison is one of =, !=, >=, <=, >, <; given: 'RR == 1'"),
    ("done: RR = 1", "done: RR =< 1", "line 31: a comparison is one of"),
    ("done: RR = 1", "done: RR = 1 or AP = 1", "a condition has 'and', 'not', 'then' and 'also', and nothing else"),
    ("done: RR = 1", "done: RR = 1 AND AP > 0.5", "a condition has 'and', 'not', 'then' and 'also'"),
    ("done: RR = 1", "done: RR = high", "line 31: RR compares with a number such as 0.5 or 1/2, with a point; given"),
    ("done: RR = 1", "done: RRR = 1", "line 31 … 'RRR' … RR"),
    ("done: RR = 1", "Done: RR = 1", "line 31 … 'Done' … done"),
    ("done: RR = 1", "done: checks ap-over-fund", "'ap-over-fund' … ap-over"),
    ("done: RR = 1", "done: checks ap-over-found", "line 31: a RankingBoard has no 'verdict'"),
    ("number: AP\n", "number: MAP\n", None),
    ("number: AP\n", "number: kappa\n", "line 45: kappa is not about 'B'"),
    ("| d2 | How to cook fish | 0 |", "| d2 | How to cook fish | |", "line 9: a cell is empty; the grade"),
    ("| d2 | How to cook fish | 0 |", "| d2 | | 0 |", "line 9: a cell is empty"),
    ("| d3 | Whales and songs | 1 |", "| d,3 | Whales and songs | 1 |", "line 10: an id has no blanks or commas"),
    ("Which hold?", "Which hold?\n\nnumber: AP", "a Choose all has no setting 'number'; it has title"),
    ("Which hold?", "Which hold?\n\nafter: first", "a Choose all has no setting 'after'; it has title"),
    ("Which hold?", "Which hold?\nversion 1: first", "a Choose all has no setting 'version 1: first'; it has"),
    ("Which hold?", "title: Both\n\nWhich hold?", None),
    ("Which hold?", "title: Both\nWhich hold?", "line 54: 'title' is one line, and text stands behind a blank"),
    ("Which hold?", "title: Both\ntitle: Two\n\nWhich hold?", "line 54: 'title' is set twice"),
    ("Which hold?", "title:\n\nWhich hold?", "line 53: 'title' is set to nothing"),
    ("Which hold?", "titel: Both\n\nWhich hold?", "line 53: a Choose all has no setting 'titel'; did you mean title"),
    ("Move d3 up.", "title: Up\n\nMove d3 up.", "line 29: a task has no setting 'title'; it has done"),
    ("number: AP\n", "title: AP by hand\nnumber: AP\n", None),
    ("topic: ap,", "title: Once more\ntopic: ap,", None),
    ("# Q1 Fish\n", "# Q1 Fish\n\nfurther: turn\n", None),
    ("# Q1 Fish\n", "# Q1 Fish\n\nfurther: turn\nboth\n", None),
    ("# Q1 Fish\n", "# Q1 Fish\n\nversion 1: first board ap turn both\nfurther: turn\n", None),
    ("# Q1 Fish\n", "# Q1 Fish\n\nfurther: trun\n", "line 3: 'further' names 'trun'; did you mean turn?"),
    ("# Q1 Fish\n", "# Q1 Fish\n\nfurther: top\n", "line 3: 'further' names 'top'; the parts are first, board, ap"),
    ("# Q1 Fish\n", "# Q1 Fish\n\nfurther: turn both turn\n", "line 3: 'further' names 'turn' twice; name each part"),
    ("# Q1 Fish\n", "# Q1 Fish\n\nfurther:\n", "line 3: 'further' is followed by the ids of the parts below"),
    ("# Q1 Fish\n", "# Q1 Fish\n\nfurther: turn\n\nfurther: both\n", "line 5: a second line 'further: …'; name"),
    ("# Q1 Fish\n", "# Q1 Fish\n\nfurther: first board ap turn both\n", "line 3: 'further' names all parts; leave"),
    ("# Q1 Fish\n", "# Q1 Fish\n\nfurther: turn\n\n- both\n", "line 5: between the title and the first part stand"),
    ("# Q1 Fish\n", "# Q1 Fish\n\nfurther: turn\nversion 1: first board ap turn both\n", "line 4: between the title"),
    ("given: B\n", "given: B\nand another line\n", "line 46: no text follows options or settings; what is"),
    ("  if: RR of A = 1\n", "  if RR of A = 1\n", "and what is told, '> …'; given: 'if RR of A"),
    ("  if: RR of A = 1\n", "  iff: RR of A = 1\n", "and what is told, '> …'; given: 'iff: RR of"),
    ("  if: RR of A = 1\n", "  if:\n", "below it stand claims, 'if: …', and what is told, '> …'; given: 'if:'"),
    ("- [x] rank 2\n- [ ] rank 3\n  > Count again.\n", "", "line 28: behind 'done: …' the task 'top' has a question"),
    ("Which hold?", "Which $\\frac{1}{2$ hold?", "cannot be read as LaTeX: a brace, or a part"),
    ("Which hold?", "Which $\\frac{1}{2}}$ hold?", "cannot be read as LaTeX: a brace"),
    ("Which hold?", "Which $x__2$ hold?", "the formula '$x__2$' cannot be read as LaTeX: a brace, or a part of a fr"),
    ("Which hold?", "Which $x^^2$ hold?", "the formula '$x^^2$' cannot be read as LaTeX"),
    ("Which hold?", "Which ${}_2 + x_2^3$ hold?", None),
    ("Which hold?", "Which of [these]() hold?", "line 52: a link has a text and an address, as in '[text](https://"),
    ("Which hold?", "Which of [](https://example.org) hold?", "line 52: a link has a text and an address"),
    ("Which hold?", "Which of [these](https://example.org) hold?", None),
    ("  > Yes.", "  > [Yes]().", "line 55: a link has a text and an address"),
    ("Which hold?", "Which $R hold?", "'$'"),
    ("Which hold?", "Which *of them hold?", "'*'"),
    ("Which hold?", "Which `of them hold?", "'`'"),
    ("Which hold?", "Which \\(R\\) hold?", "LaTeX between dollars"),
    ("Which hold?", "Which ![of them](a.png) hold?", "pictures stand in cells"),
    ("> RR of A is {value", "> {RR of A is {value", "a brace without its partner; one"),
    ("# Q1 Fish\n", "# Q1 Fish\n\nversion 1: first first\n", "line 3: between the title and the first part stand only"),
    ("B: d2 d3", "B: d2 d9", "line 13: the ranking 'B': the topic has no document 'd9'"),
    ("# Q1 Fish\n", "# Q1 Fish\n\nversion 1: first board ap turn\n", "line 3: version 1 lists the parts"),
    ("# Q1 Fish\n", "# Q1 Fish\n\nHello\n", "line 3: between the title and the first part stand only versions"),
    ("- [x] A\n  > Its *first*", "- [x] A\n  Its *first*", "line 19: an option is one line that begins with '- [ ] '"),
    ("- [x] A\n  > Its *first*", "- [x] A > Its *first*", "line 18: the option 'A > Its *first* document is re'"),
    ("  > Its *first* document is relevant.", "  >", "line 19: what is told is a text behind '>', and here is none"),
    ("- [x] A\n", "- [x]\n", "line 18: an option begins with [x] if it is right, else with [ ], then a text"),
    ("- [x] A\n", "-- [x] A\n", "line 18: an option begins with '- [ ] ', a heading with '## '; given: '-- [x] A'"),
    ("- [x] A\n", "a) [x] A\n", "line 18: an option begins with '- [ ] ', a heading with '## '; given: 'a) [x] A'"),
    ("  if: RR of A = 1\n", "  claim: RR of A = 1\n", "an option is one line"),
    ("- [x] RR of A is 1\n  if: ", "- [x] RR of A is 1 if: ", "an option is one line"),
    ("done: RR = 1\n", "done: RR = 1\nand AP = 1\n", "line 32: 'done' goes on behind a comma or 'and'"),
    ("done: RR = 1\n", "done: RR = 1 and\nAP = 1\n", None),
    ("done: RR = 1", "done = RR = 1", "line 31: 'done' is set without a colon; write 'done: …'"),
    ("done: RR = 1", "done： RR = 1", "line 31: 'done' is set without a colon"),
    ("done: RR = 1", "done : RR = 1", None),
    ("RankingBoard\n", "RankingBoard\nafter first\n", "line 27: text stands before the first task of 'board'; a task"),
    ("### top", "###top", "line 28: an option begins with '- [ ] ', a heading with '## '; given: '###top'"),
    ("### top", "**top**", "line 28: text stands before the first task of 'board'; a task begins with '### its-id'"),
    ("## Predict: first", "## Predict first", "line 15: the part needs an id; write '## Predict: some-id'"),
    ("## Choose all: both", "## Choose all both", "the part needs an id; write '## Choose all: some-id'"),
    ("## Predict: first", "## Predict: first.", "line 15: an id is small letters, digits and hyphens"),
    ("query: fish", "Query: fish", "line 4 … 'Query' … query"),
    ("B: d2 d3", "B : d2 d3", None),
    ("B: d2 d3", "*B*: d2 d3", "line 13: a Topic has a line 'query: …', a table, and rankings as in 'A: d1 d2'; given"),
    ("given: B", "given: pond", "line 45 … 'pond'"),
    ("given: B", "given: 'B'", "line 45: no ranking is called \"'B'\"; there are A, B"),
    ("given: B", "given: `pond/A`", "line 45 … '`pond/A`'"),
    ("{AP of it}", "{it.ranking:2f}", "line 39 … '{it.ranking:2f}'"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "said"), SLIPS, ids=[f"{number}" for number in range(len(SLIPS))])
def test_error_is_one_sentence_with_file_and_line(read, before, after, said):
    assert TEXT.count(before), "nothing was changed"
    if said is None:
        read(TEXT.replace(before, after, 1))
        return
    with pytest.raises(InputError) as told:
        read(TEXT.replace(before, after, 1))
    assert re.search(parts(said), str(told.value))
    assert str(told.value).startswith("my_lesson.md, line ")


def test_missing_file_is_an_error():
    with pytest.raises(InputError, match=r"there is no file 'none\.md'; a lesson's questions are a Markdown file"):
        read_lesson("none.md")


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff"])
def test_empty_file_lacks_a_title(read, text):
    with pytest.raises(InputError, match=r"my_lesson\.md: the first line is the title"):
        read(text)


def test_file_in_another_encoding_is_an_error(read):
    with pytest.raises(InputError, match="is not text in UTF-8"):
        read("# Q1 Füße", encoding="latin-1")


def test_unreadable_file_is_an_error_with_the_reason():
    name = f"{'x' * 300}.md"
    with pytest.raises(InputError, match=r"^'x+…' \(303 characters\) cannot be read: file name too long$"):
        read_lesson(name)


def test_lesson_data_names_rankings_of_several_topics_and_scores(read):
    text = (
        TEXT.replace(
            "## Predict: first",
            """## Topic: sea
query: whales

| document | title | grade |
|---|---|---|
| w1 | Whale | 1 |
| w2 | Ship | 0 |

A: w2 w1

## Topic: two-systems

| query | A | B |
|---|---|---|
| q1 | 0.5 | 1/4 |
| q2 | 0.75 | 0.5 |
| q3 | 1 | 0.75 |

## Predict: mean
How large is p?

number: sign
given: two-systems

## Work out: map-of-a
What is MAP of A over both topics?

number: MAP
given: A

## Predict: first""",
        )
        .replace("{value of RR of A}", "{value of RR of pond/A}")
        .replace("RR of A = 1", "RR of pond/A = 1")
    )
    text = text.replace("Which of the two, A or B, has", "Who has")
    plan = read(text)
    assert plan.part("map-of-a").answer == "0.500"
    assert plan.part("mean").wrapped.answer == "0.250"
    assert plan.data.names == ("pond/A", "B", "sea/A")
    lesson = widgets.Lesson(plan, folder=None)
    assert [one.doc_id for one in lesson.ranked("sea/A")] == ["w2", "w1"]
    assert lesson.scores["two-systems"]["A"]["q2"] == 0.75
    with pytest.raises(InputError, match="2 topics have a ranking 'A'; write pond/A or sea/A"):
        lesson.ranked("A")
    with pytest.raises(InputError, match=r"it has pond, sea: lesson\.topics"):
        _ = lesson.topic


TWO = """# Q1 Fish

## Topic: pond
query: fish that sing

| document | title | grade |
|---|---|---|
| d1 | The singing fish | 1 |
| d2 | How to cook fish | 0 |

Old: d2 d1
New: d1 d2

## Topic: sea
query: whales

| document | title | grade |
|---|---|---|
| w1 | Whale | 1 |
| w2 | Ship | 0 |

Old: w1 w2
New: w1 w2

## Topic: scores

| query | Old | New |
|---|---|---|
| q1 | 0.5 | 1/4 |
| q2 | 0.75 | 0.5 |

## Choose: asked
ASKED

- [ ] Old
  > No.
- [x] New
  > Yes.

## Work out: sign
Two systems are compared.

How large is p?

number: sign
given: scores
"""


def test_scores_are_read_by_system_and_the_question_names_the_systems(read):
    plan = read(TWO)
    assert plan.part("sign").question.startswith("Two systems are compared. A is Old, B is New. A: 0.50, 0.75. B: 0.25")
    assert plan.part("sign").question_without_data == "Two systems are compared. A is Old, B is New. How large is p?"
    scores = widgets.Lesson(plan, folder=None).scores["scores"]
    assert list(scores) == ["Old", "New"]
    drawn = widgets.PairedScores(*scores.values(), systems=scores).picture
    assert "Old" in drawn
    assert "New" in drawn
    assert "A is" not in read(TWO.replace("| query | Old | New |", "| query | A | B |")).part("sign").question
    for heading in ("| query | Old | Old |", "| query | Old | New | |", "| quary | Old | New |"):
        with pytest.raises(InputError, match=r"my_lesson\.md, line \d+: (the table of a Topic has|a table has a line)"):
            read(TWO.replace("| query | Old | New |", heading))
    with pytest.raises(InputError, match=r"line \d+: no scores are called 'score'; did you mean scores"):
        read(TWO.replace("given: scores", "given: score"))


@pytest.mark.parametrize(
    ("asked", "because"),
    [
        ("Which has the higher MAP?", "MAP of New is 1, MAP of Old is 3/4 = 0.75"),
        ("Which has the higher RR on the topic pond?", "RR of New is 1, RR of Old is 1/2 = 0.5"),
        ("Which has the higher RR?", ""),
        ("Which has the higher RR, in the pond or in the sea?", ""),
    ],
)
def test_check_compares_rankings_of_the_same_name_in_two_topics(tmp_path, asked, because):
    wrong = TWO.replace("ASKED", asked).replace("[ ] Old", "[x] Old").replace("[x] New", "[ ] New")
    assert [
        fault.partition("hold: ")[2] or fault.partition("right: ")[2] for fault in marks(wrong, tmp_path)["asked"]
    ] == ([because, because] if because else [])


def test_check_computes_a_number_for_one_of_two_topics(tmp_path):
    for asked, right in (("What is MAP of Old?", "3/4"), ("What is RR of Old in the pond?", "1/2")):
        text = TWO.replace("ASKED", asked).replace("[ ] Old", "[ ] 1").replace("[x] New", f"[x] {right}")
        assert marks(text, tmp_path)["asked"] == ["", ""]


def test_hint_fills_in_numbers_in_braces(read):
    hinted = TEXT.replace("1. Write down the precision at rank 2.", "1. {AP of 0 1}, and no more.")
    assert read(hinted).part("ap").hints == ("AP = (1/2) / 1 = 1/2 = 0.5, and no more.",)


def test_titles_and_folded_parts_are_read_from_the_file(read):
    text = TEXT.replace("# Q1 Fish\n", "# Q1 Fish\n\nversion 1: first board ap turn both\nfurther: both\nturn\n")
    text = text.replace("Which hold?", "title: Which of these, and *why*,\n\nWhich hold?")
    plan = read(text.replace("widget: Rank", "title: Move d3\nwidget: Rank"))
    assert (plan.core, plan.further) == (("first", "board", "ap"), ("both", "turn"))
    assert plan.titles == {"board": "Move d3", "both": "Which of these, and *why*,"}
    assert list(plan.names.values()) == ["First", "Move d3", "AP", "Turn", "Which of these, and *why*,"]


@pytest.mark.parametrize("sign", ["\f", "\v", "\x85", "\u2028"])
def test_unicode_separators_do_not_split_lines(read, sign):
    with pytest.raises(InputError, match="line 31: a task has no setting 'don'"):
        read(TEXT.replace("How to cook fish", f"How to{sign}cook fish").replace("done: RR", "don: RR"))


def test_resume_codes_and_progress_files_of_earlier_versions_count(read, tmp_path):
    first = TEXT.replace("# Q1 Fish\n", "# Q1 Fish\n\nversion 1: first board ap turn both\n")
    before = widgets.Lesson(read(first), folder=tmp_path).progress
    before.record("ap", "done", "1/4")
    before.record("board", "done")
    second = first.replace("both\n", "both\nversion 2: new first ap turn both\n", 1)
    start, end = second.index("## Play: board"), second.index("## Work out: ap")
    asked = "## Choose: new\nIs it?\n\n- [x] yes\n  > It is.\n- [ ] no\n  > It is not.\n\n"
    second = (second[:start] + second[end:]).replace("## Predict", f"{asked}## Predict", 1)
    plan = read(second)
    assert widgets.Lesson(plan, folder=tmp_path).progress.done == ("ap",)
    elsewhere = widgets.Lesson(plan, folder=None)
    elsewhere.resume(before.code)
    assert elsewhere.progress.done == ("ap",)


def marks(text: str, tmp_path) -> dict[str, list[str]]:
    (file := tmp_path / "my_lesson.md").write_text(text, encoding="utf-8")
    found = read_text(file)
    brought = data_of(found)
    return {place: [one.fault for one in check_options(section, brought)] for place, section in questions_of(found)}


def test_check_options_computes_marked_answers(tmp_path):
    assert marks(TEXT, tmp_path) == {"first": ["", ""], "board/top": [], "both": ["", ""]}
    swapped = TEXT.replace("- [x] A\n", "- [ ] A\n").replace("- [ ] B\n", "- [x] B\n")
    assert marks(swapped.replace("[ ] RR of B", "[x] RR of B"), tmp_path) == {
        "first": [
            "my_lesson.md, line 18: 'A' holds, and is not marked as right: RR of A is 1, RR of B is 1/2 = 0.5",
            "my_lesson.md, line 20: 'B' is marked as right, and does not hold: RR of A is 1, RR of B is 1/2 = 0.5",
        ],
        "board/top": [],
        "both": [
            "",
            "my_lesson.md, line 58: 'RR of B is 1' is marked as right, and does not hold: RR of B is 1/2 = 0.5",
        ],
    }


NAMES = [
    ("What is AP of Old?", "P@5", "pond/Old", "line 35: the question names AP, and what is worked out is P@5"),
    ("What is P@5 of Old?", "P@10", "pond/Old", "line 35: the question names P@5, and what is worked out is P@10"),
    ("What is IPrec@0.5 here?", "IPrec@0.1", "pond/Old", "line 35: the question names IPrec@0.5, and what is worked"),
    (
        "What is AP of pond/New?",
        "AP",
        "pond/Old",
        "line 36: the question names pond/New, and what is worked out is of p",
    ),
    (
        "What is AP of sea/New?",
        "AP",
        "1 0 1",
        "line 36: the question names sea/New, and what is worked out is of 1 0 1",
    ),
    ("For system pond/New: how large is AP?", "AP", "pond/Old", "line 36: the question names pond/New"),
    ("What is MAP of New?", "MAP", "Old", "line 36: the question names New, and what is worked out is of Old"),
    ("What is P of pond/Old at 5?", "P@5", "pond/Old", ""),
    ("What is IPrec@0.5 here?", "IPrec@0.5", "pond/Old", ""),
    ("What is nDCG@2, with exponential gains?", "nDCG(dcg='exp-log2')@2", "pond/Old", ""),
    ("What is the mean of P and R?", "F", "pond/Old", ""),
    ("Which mean of AP has Old?", "MAP", "Old", ""),
    ("What is AP of Old?", "AP", "pond/Old", ""),
    ("What is AP of pond/New?", "AP", "1 0", ""),
    ("Is pond/New better? What is AP of pond/Old, a run like New?", "AP", "pond/Old", ""),
    ("These are AP values of Old. What is p?", "sign", "scores", ""),
]


@pytest.mark.parametrize(("asked", "number", "given", "said"), NAMES, ids=[str(at) for at in range(len(NAMES))])
def test_check_tasks_reports_a_question_that_names_another_measure_or_ranking(tmp_path, asked, number, given, said):
    (file := tmp_path / "my_lesson.md").write_text(
        TWO[: TWO.index("## Choose")] + f"## Work out: it\n{asked}\n\nnumber: {number}\ngiven: {given}\n", "utf-8"
    )
    found = [*check_tasks(text := read_text(file), data_of(text))]
    assert len(found) == bool(said)
    assert all(one.startswith(f"my_lesson.md, {said}") for one in found)


@pytest.mark.parametrize(("text", "unjudged"), [("0 ?", True), ("0 1", False)])
def test_task_is_checked_with_unjudged_documents_if_the_board_has_them(text, unjudged):
    rankings, are_all = lists_of(widgets.RankingBoard(Ranking.parse(text)))
    assert are_all
    assert any(-1 in ranking.grades for ranking in rankings) == unjudged


@pytest.mark.parametrize("lesson", LESSONS)
def test_check_tasks_finds_nothing_in_the_lessons_of_irlearn(lesson):
    text = read_text(Path(irlearn.__file__).parent / "course" / f"{lesson}.md")
    assert [*check_tasks(text, data_of(text))] == []


@pytest.mark.parametrize(
    ("asked", "right", "wrong"),
    [
        ("Which has the lower RR?", "B", "A"),
        ("Which list has the highest P@1?", "list A", "list B"),
        ("Which has the larger P@2?", "both are alike", "A"),
        ("What is AP of B?", "1/4", "0.5"),
        ("What is RR of A?", "1", "1/2"),
        ("What is P@3 of 1 0 1 1?", "0.67", "3/4"),
    ],
)
def test_check_options_computes_comparisons_and_numbers(tmp_path, asked, right, wrong):
    other = "- [ ] B\n  > No.\n" if right.startswith("both") else ""
    options = f"- [x] {right}\n  > Yes.\n- [ ] {wrong}\n  > No.\n{other}"
    text = f"{TEXT}\n## Choose: asked\n{asked}\n\n{options}"
    assert set(marks(text, tmp_path)["asked"]) == {""}
    turned = text.replace(f"[x] {right}", f"[ ] {right}").replace(f"[ ] {wrong}\n  > No", f"[x] {wrong}\n  > No")
    assert all(marks(turned, tmp_path)["asked"][:2])


@pytest.mark.parametrize(
    ("text", "grades", "holds"),
    [
        ("AP = 0.83", "1 0 1", True),
        ("AP = 0.82", "1 0 1", False),
        ("AP = 5/6", "1 0 1", True),
        ("AP != 0.83", "1 0 1", False),
        ("RR = 1", "0 1", False),
        ("AP >= 0.83", "1 0 1", True),
        ("ranking.grades = 1 0 1", "1 0 1", True),
        ("ranking.grades = 1 0", "1 0 1", False),
        ("ranking.grades.count = 3 and not ranking.missed", "1 0 1", True),
        ("AP = 23/126", "0 0 0 0 0 0 1 0 1", True),
        ("AP = 23/127", "0 0 0 0 0 0 1 0 1", False),
    ],
)
def test_condition_holds_for_matching_grades(text, grades, holds):
    board = widgets.RankingBoard(grades, measures=[AP])
    assert condition(text, type(board)).is_done(board) is holds


@pytest.mark.parametrize(
    ("text", "seen", "holds"),
    [
        ("P@1 = 0 then P@1 = 1", ["1 0", "0 1"], False),
        ("P@1 = 0 then P@1 = 1", ["1 0", "0 1", "1 0"], True),
        ("P@1 = 0 also P@1 = 1", ["1 0", "0 1"], True),
        ("P@1 = 0 also P@1 = 1", ["0 1", "0 1"], False),
    ],
)
def test_condition_then_requires_an_order_and_also_does_not(text, seen, holds):
    asked = condition(text)
    assert asked.is_done([asked.observe(widgets.RankingBoard(one, measures=[AP])) for one in seen]) is holds
