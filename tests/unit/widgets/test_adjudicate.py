"""Test the widget Adjudicate against plain implementations of what it shows."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import numpy as np
import pytest
from message_parts import parts
from scipy import stats

from irlearn import InputError, widgets
from irlearn.studies.adjudication import METHODS, Adjudication, adjudicate, pool_runs, register
from irlearn.text.html import Element, text_of
from irlearn.widgets.play.adjudicate import RaceLane, beta_curves, card_names, draw_race, shortened, teaching_topic

RACE = ["mtf", "hedge", "mm", "ts", "ntcir", "depth", "rrf", "random"]
TOPIC = teaching_topic()
LISTS = [[TOPIC.doc_ids[doc] for doc in row] for row in TOPIC.lists.tolist()]
TRUTH = dict(zip(TOPIC.doc_ids, TOPIC.relevant.tolist(), strict=True))
PLACE = re.compile(r"(?:left|top|bottom|height|width):(-?[\d.]+)%")


def widget_after(widget: widgets.Adjudicate, steps: int) -> widgets.Adjudicate:
    for _ in range(steps):
        widget.gesture(do="next", value=1)
    return widget


def card_rows(widget: widgets.Adjudicate) -> list[list[Element]]:
    """Return the cards of the lists by rank and run."""
    body = next(next(widget.draw().find("table", "lists")).find("tbody"))
    return [list(row.find("td")) for row in body.find("tr")]


def judged(widget: widgets.Adjudicate, rows: list[list[Element]] | None = None) -> dict[str, bool]:
    """Return the judged documents and whether they are relevant; all copies of a document have the same mark."""
    found: dict[str, bool] = {}
    for rank, row in enumerate(rows or card_rows(widget)):
        for run, cell in enumerate(row):
            looks = str(cell.attributes.get("class") or "").split()
            if {"relevant", "not"} & set(looks):
                assert found.setdefault(LISTS[run][rank], "relevant" in looks) == ("relevant" in looks)
                assert ("✓ relevant" if "relevant" in looks else "✗ not relevant") in cell.text
            else:
                assert LISTS[run][rank] not in found
    return found


def asked_cards(rows: list[list[Element]]) -> set[str]:
    """Return the documents whose cards are marked as asked for."""
    copies = {LISTS[run][rank]: cell.text for rank, row in enumerate(rows) for run, cell in enumerate(row)}
    return {doc for doc, words in copies.items() if "asked for next" in words}


def state_cells(widget: widgets.Adjudicate) -> list[Element]:
    return list(next(next(widget.draw().find("table", "lists")).find("tr", "state")).find("td"))


def race_table(widget: widgets.Adjudicate) -> dict[str, int]:
    """Return the names and counts of the race table, in its order."""
    body = next(next(widget.draw().find("table", "lanes")).find("tbody"))
    rows = list(body.find("tr"))
    return {next(row.find("th")).text: int(next(row.find("b")).text) for row in rows}


# what is shown


@pytest.mark.grid
@pytest.mark.parametrize("method", METHODS)
def test_method_steps_equal_the_strategy_order_to_the_end_of_the_pool(method: str) -> None:
    widget, steps = widgets.Adjudicate(method=method), Adjudication(TOPIC, method, rng=14)
    found: dict[str, bool] = {}
    rows = card_rows(widget)
    for number in range(1, TOPIC.size + 1):
        assert asked_cards(rows) == {TOPIC.doc_ids[steps.next.document]}
        assert steps.next.reason in text_of(widget.status_text())
        taken = steps.step()
        found[taken.doc_id] = taken.relevant
        widget.gesture(do="next", value="1")
        assert (widget.last, widget.steps, widget.relevant) == (taken, number, sum(found.values()))
        rows = card_rows(widget)
        assert judged(widget, rows) == found
        assert f"{taken.doc_id} is {'' if taken.relevant else 'not '}relevant." in text_of(widget.status_text())
    assert all(element.attributes["disabled"] for element in widget.draw().find("button", data_do="next"))
    assert "All 25 documents are judged." in text_of(widget.status_text())
    picture = widget.picture
    widget.gesture(do="next", value=10)
    assert widget.picture == picture


@pytest.mark.grid
@pytest.mark.parametrize("method", [*METHODS, "mm(gamma=0.4)", "hedge(beta=0.5)", "rrf(k=1)"])
def test_back_takes_back_one_judgment_at_a_time_and_can_be_repeated(method: str) -> None:
    widget, pictures = widgets.Adjudicate(method=method), []
    for _ in range(9):
        pictures.append(widget.picture)
        widget.gesture(do="next", value=1)
    end = widget.picture
    for picture in reversed(pictures):
        widget.gesture(do="back")
        assert widget.picture == picture
    widget.gesture(do="back")
    assert (widget.picture, widget.steps, widget.last) == (pictures[0], 0, None)
    assert widget_after(widget, 9).picture == end
    widget.gesture(do="reset")
    assert widget.picture == pictures[0]


def test_race_equals_low_cost_judgments_and_its_table_shows_the_counts() -> None:
    runs = zip(TOPIC.names, LISTS, strict=True)
    pooled = pool_runs(
        {"q": {doc: int(relevant) for doc, relevant in TRUTH.items()}},
        {name: {"q": {doc: -at for at, doc in enumerate(row)}} for name, row in runs},
        depth=10,
    )
    widget = widgets.Adjudicate(pooled)
    for steps in (1, 10, 10):
        widget.gesture(do="next", value=steps if steps == 10 else 1)
        wanted = {name: int(adjudicate(pooled, name, widget.steps, rng=14).relevant) for name in RACE}
        assert widget.race == wanted
        table = race_table(widget)
        assert table == {METHODS[name].title: found for name, found in wanted.items()}
        assert list(table.values()) == sorted(table.values(), reverse=True)
        told = next(widget.draw().find(role="img")).attributes["aria-label"]
        assert f"with {widget.steps} judgments: " in told if widget.steps > 1 else "with 1 judgment: " in told
        assert all(f"{name} {found}" in told for name, found in table.items())
    assert widget.race[widget.method] == widget.relevant


def plain_mm(gamma: float, judgments: int) -> tuple[list[str], dict[str, tuple[float, float]]]:
    """Run MM in plain Python, with ties in the order of the runs; return its judgments and each run's jrel and jret."""
    order: list[str] = []
    rel, ret = [0.0] * 8, [0.0] * 8
    for _ in range(judgments):
        open_ = [run for run in range(8) if set(LISTS[run]) - set(order)]
        run = max(open_, key=lambda one: ((1 + rel[one]) / (2 + ret[one]), -one))
        order.append(next(doc for doc in LISTS[run] if doc not in order))
        for other in range(8):
            if order[-1] in LISTS[other]:
                rel[other] = gamma * rel[other] + TRUTH[order[-1]]
                ret[other] = gamma * ret[other] + 1
    return order, {TOPIC.names[one]: (1 + rel[one], 1 + ret[one] - rel[one]) for one in range(8)}


@pytest.mark.parametrize("gamma", [0, 0.3, 1])
@pytest.mark.parametrize("judgments", [1, 5, 14])
def test_bandit_shows_each_runs_posterior_and_its_mean(gamma: float, judgments: int) -> None:
    widget = widget_after(widgets.Adjudicate(method="mm(ties=id)", gamma=gamma), judgments)
    order, posterior = plain_mm(gamma, judgments)
    assert judged(widget) == {doc: TRUTH[doc] for doc in order}
    for cell, (a, b) in zip(state_cells(widget), posterior.values(), strict=True):
        assert str(Decimal(a / (a + b)).quantize(Decimal("0.01"), ROUND_HALF_UP)) in cell.text
        (line,) = cell.find("i", "mean")
        assert float(PLACE.findall(str(line))[0]) == pytest.approx(100 * a / (a + b), abs=0.01)


def test_beta_curves_equal_the_densities_of_scipy() -> None:
    rng = np.random.default_rng(2)
    a, b = rng.uniform(1, 30, 20), rng.uniform(1, 30, 20)
    found = beta_curves(a, b)
    at = (np.arange(found.shape[1]) + 0.5) / found.shape[1]
    assert found == pytest.approx(stats.beta.pdf(at, a[:, np.newaxis], b[:, np.newaxis]), rel=1e-9)


def test_thompson_sampling_shows_each_draw_and_takes_the_largest() -> None:
    widget = widgets.Adjudicate(method="ts")
    for _ in range(12):
        drawn = [next(cell.find("i", "draw"), None) for cell in state_cells(widget)]
        places = [float(PLACE.findall(str(one))[0]) if one is not None else -1 for one in drawn]
        taken = widget._session.next.run
        assert TOPIC.names[int(np.argmax(places))] == taken
        assert [one.text for one in widget.draw().find("th", "turn")] == [taken]
        widget.gesture(do="next", value=1)


def test_hedge_shows_each_runs_share_of_the_total_weight() -> None:
    widget = widget_after(widgets.Adjudicate(method="hedge"), 3)
    size, losses = TOPIC.size, [0.0] * 8
    missing = math.log(size) - sum(math.log(rank) for rank in range(9, size + 1)) / (size - 8)
    for judgment in widget._session.judgments:
        for run, row in enumerate(LISTS):
            gain = math.log(size / (row.index(judgment.doc_id) + 1)) if judgment.doc_id in row else missing
            losses[run] += 0.5 * (-1) ** TRUTH[judgment.doc_id] * gain
    weights = [0.1**loss for loss in losses]
    for cell, weight in zip(state_cells(widget), weights, strict=True):
        assert cell.text == f"{100 * weight / sum(weights):.0f}%"


def test_move_to_front_shows_the_lost_priorities() -> None:
    widget = widgets.Adjudicate()
    lost = dict.fromkeys(TOPIC.names, 0)
    for _ in range(20):
        widget.gesture(do="next", value=1)
        assert widget.last
        assert widget.last.run
        lost[widget.last.run] -= not widget.last.relevant
        assert [cell.text for cell in state_cells(widget)] == [
            str(priority).replace("-", "−") for priority in lost.values()
        ]


def test_fixed_order_shows_the_position_and_score_of_each_runs_next_document() -> None:
    widget = widget_after(widgets.Adjudicate(method="ntcir(ties=id)"), 6)
    held = {doc: sum(doc in row for row in LISTS) for doc in TRUTH}
    ranks = {doc: sum(row.index(doc) + 1 for row in LISTS if doc in row) for doc in TRUTH}
    number = {doc: place for place, doc in enumerate(TOPIC.doc_ids)}
    order = sorted(TRUTH, key=lambda doc: (-held[doc], ranks[doc], number[doc]))
    assert set(judged(widget)) == set(order[:6])
    for cell, row in zip(state_cells(widget), LISTS, strict=True):
        doc = next(document for document in row if document not in order[:6])
        assert cell.text == f"{order.index(doc) - 5}. {held[doc]}"


def test_board_and_race_marks_lie_within_their_areas() -> None:
    for method in METHODS:
        widget = widgets.Adjudicate(method=method, gamma=0.5)
        for steps in (0, 1, 10, 10):
            if steps:
                widget.gesture(do="next", value=steps)
            assert all(0 <= float(place) <= 100 for place in PLACE.findall(widget.picture))
            for element in next(widget.draw().find("div", "lines")).find("path"):
                points = [float(x) for x in re.findall(r"-?[\d.]+", str(element.attributes["d"]))]
                assert all(0 <= x <= 25 for x in points[::2])
                assert all(0 <= y <= 10 for y in points[1::2])


def test_judged_document_falls_into_the_pool_from_its_card_and_keeps_its_node() -> None:
    widget, before = widgets.Adjudicate(), []
    for number in range(TOPIC.size):
        widget.gesture(do="next", value=1)
        marks = list(widget.draw().find("i", "token"))
        keys = [str(one.attributes["data-new"]) for one in marks]
        assert (keys[:-1], len(keys)) == (before, number + 1)
        for mark, one in zip(marks, widget._session.judgments, strict=True):
            left, x, up = map(float, re.findall(r":(-?[\d.]+)", str(mark.attributes["style"])))
            run, rank = round((left + x) / 100 * 8 - 0.5), 8 - round(up)
            assert LISTS[run][rank] == one.doc_id
            assert rank == min(row.index(one.doc_id) for row in LISTS if one.doc_id in row)
            assert ("relevant" in str(mark.attributes["class"])) == one.relevant
        before = keys
    assert float(left) == 98


def test_generated_topic_separates_the_methods() -> None:
    found = {name: float(np.mean([board_after(name, seed, 10) for seed in range(40)])) for name in [*RACE, "mm-ns"]}
    assert min(found["mm"], found["hedge"]) > max(found["mtf"], found["ts"]) + 1
    assert min(found["mtf"], found["ts"]) > found["depth"] > found["ntcir"] + 1
    assert found["ntcir"] == found["rrf"] < found["random"] + 0.5
    assert found["mm"] > found["mm-ns"] + 1


def board_after(method: str, seed: int, judgments: int) -> int:
    steps = Adjudication(TOPIC, method, rng=seed)
    return sum(steps.step().relevant for _ in range(judgments))


# the learner


def test_pressed_card_is_the_learners_own_judgment_and_keeps_the_methods_steps() -> None:
    widget = widget_after(widgets.Adjudicate(), 4)
    before, picture = widget.relevant, widget.picture
    for number, doc in enumerate(("d21", "d22", "d20"), start=1):
        widget.gesture(do="judge", key=doc, column=7, fields={})
        assert (widget.own, widget.steps, widget.relevant, widget.judging) == (number, 4, before, "you")
    assert widget.own_relevant == 2
    assert judged(widget) == {"d21": True, "d22": True, "d20": False}
    assert race_table(widget)["You"] == 2
    assert "d20 is not relevant. 2 of 3 judged documents are relevant." in text_of(widget.status_text())
    assert f"MTF found {board_after('mtf', 14, 3)} with as many judgments." in text_of(widget.status_text())
    assert [cell.text for cell in state_cells(widget)][-1] == "2 of 2"
    widget.gesture(do="method", value="mtf")
    assert widget.judging == "method"
    assert judged(widget) != {"d21": True, "d22": True, "d20": False}
    widget.gesture(do="you")
    for _ in range(5):
        widget.gesture(do="back")
    assert (widget.own, widget.steps) == (0, 4)
    widget.gesture(do="method", value="mtf")
    assert widget.picture == picture


def test_race_length_is_that_of_the_longer_board() -> None:
    widget = widget_after(widgets.Adjudicate(), 2)
    for doc in TOPIC.doc_ids[:7]:
        widget.gesture(do="judge", key=doc)
    assert widget.race == {name: board_after(name, 14, 7) for name in RACE}
    assert widget.race["mtf"] != widget.relevant
    widget.gesture(do="reset")
    assert (widget.own, widget.steps, widget.judging) == (0, 0, "method")
    assert set(widget.race.values()) == {0}


def test_typed_id_is_judged_and_an_unknown_one_refused(words: Callable[[str], str]) -> None:
    widget = widgets.Adjudicate()
    widget.gesture(do="you")
    for typed, said in (
        (" d2 ", "d2 is relevant."),
        ("d2", "You judged d2 already; choose another document."),
        ("d26", "No list has a document 'd26'; type an id from the lists, such as d1."),
        ("", "No list has a document ''; type an id from the lists, such as d1."),
    ):
        widget.gesture(do="judge", fields={"own": typed})
        assert re.search(parts(said), words(widget.picture))
    assert (widget.own, widget.own_relevant) == (1, 1)


def test_whole_pool_can_be_judged_by_hand() -> None:
    widget = widgets.Adjudicate()
    for doc in TRUTH:
        widget.gesture(do="judge", key=doc)
    assert (widget.own, widget.own_relevant) == (25, 10)
    assert set(widget.race.values()) == {10}
    assert judged(widget) == TRUTH


def test_tab_stops_at_the_next_document_of_each_run_on_the_learners_board_only() -> None:
    widget = widgets.Adjudicate()
    assert not [
        element for element in widget.draw().find("button", data_do="judge") if element.attributes["tabindex"] == "0"
    ]
    widget.gesture(do="judge", key="d20", column=0)
    stops = [element.attributes["data-key"] for element in widget.draw().find("button", data_do="judge", tabindex="0")]
    nexts = {next(doc for doc in row if doc != "d20") for row in LISTS}
    assert set(stops) >= nexts
    assert [element.attributes["data-key"] for element in widget.draw().find("button", data_focus_next=True)] == ["d10"]


# methods and gamma


def test_new_method_or_gamma_judges_as_many_documents_again() -> None:
    widget = widget_after(widgets.Adjudicate(), 8)
    for name in METHODS:
        widget.method = name
        assert (widget.method, widget.steps, widget.relevant) == (name, 8, board_after(name, 14, 8))
        assert widget.race[name] == widget.relevant
        assert len(widget.race) == 8 + (name not in RACE)
    widget.gesture(do="method", value="mm")
    widget.gesture(do="step", key="gamma", by=-1)
    assert (widget.gamma, widget.steps, widget.relevant) == (Fraction(9, 10), 8, widget.race["mm"])
    widget.gesture(do="commit", field="gamma", fields={"gamma": "0"})
    assert (widget.gamma, widget.steps) == (0, 8)
    assert widget.relevant == widget.race["mm"] == board_after("mm-ns", 14, 8)
    assert widget.race["ts"] == board_after("ts-ns", 14, 8)
    assert {"MM γ=0", "TS γ=0"} <= set(race_table(widget))
    for name in RACE:
        widget.gesture(do="method", value=name)
        assert bool(list(widget.draw().find(role="slider"))) == (name in ("mm", "ts"))


def test_method_options_are_kept_and_the_seed_repeats_the_draws() -> None:
    assert widgets.Adjudicate(method="MM(gamma=.5)").gamma == 0.5
    assert widgets.Adjudicate(method="MM_NS").method == "mm-ns"
    assert widgets.Adjudicate(method=METHODS["rrf"](k=1.0)).race.keys() == set(RACE)
    one, same, other = (widget_after(widgets.Adjudicate(method="random", rng=seed), 6) for seed in (3, 3, 4))
    assert one.picture == same.picture != other.picture
    drawn = widget_after(widgets.Adjudicate(method="random", rng=np.random.default_rng(3)), 6)
    assert drawn.steps == 6


def test_registered_method_can_be_chosen_beside_the_others(words: Callable[[str], str]) -> None:
    register("last-first", lambda topic, judged, _: max(set(range(topic.size)) - set(judged)), title="Last first")
    register("stuck", lambda *_: 0, title="Stuck")
    try:
        widget = widgets.Adjudicate(method="last-first")
        assert widget.race["last-first"] == 0
        widget_after(widget, 2)
        assert set(judged(widget)) == {"d24", "d25"}
        assert "Last first" in words(widget.picture)
        widget.gesture(do="method", value="stuck")
        assert widget.method == "last-first"
        assert "The method stuck must give the number of an unjudged document" in words(widget.picture)
    finally:
        METHODS.pop("last-first")
        METHODS.pop("stuck")


# somebody's own topic


def generated_runs(
    runs: int, length: int, topics: int = 2
) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, dict[str, int]]]]:
    rng = np.random.default_rng(runs)
    ids = [f"msmarco_passage_{n:02}" for n in range(60)]
    qrels = {f"q{t}": {doc_id: int(rng.integers(0, 3)) for doc_id in ids[:40]} for t in range(topics)}
    orders = {n: {query: rng.permutation(60)[:length].tolist() for query in qrels} for n in range(runs)}
    lists = {
        f"run {n}": {query: {ids[doc]: -at for at, doc in enumerate(row)} for query, row in order.items()}
        for n, order in orders.items()
    }
    return qrels, lists


@pytest.mark.parametrize(
    ("runs", "length", "said"),
    [
        (3, 4, "Topic q0, the first of 2, 3 runs to rank 4: "),
        (12, 30, "Topic q0, the first of 2, the first 8 of 12 runs to rank 10: "),
    ],
)
def test_own_topic_is_cut_to_the_size_of_a_screen(runs: int, length: int, said: str) -> None:
    qrels, lists = generated_runs(runs, length)
    for given in ((qrels, lists), pool_runs(qrels, lists, depth=25), pool_runs(qrels, lists, depth=10)):
        widget = widgets.Adjudicate(given)
        assert said in widget.note()
        assert len(card_rows(widget)[0]) == min(runs, 8)
        assert len(card_rows(widget)) == min(length, 10)
        widget_after(widget, 5)
        assert widget.steps == 5
    assert next(next(widget.draw().find("tbody")).find("b")).text.isdigit()  # what all ids begin with is left
    other = widgets.Adjudicate(pool_runs(qrels, lists, depth=10).topic("q1"))
    assert "Topic q1, " in other.note()


def test_topic_without_relevant_documents_and_with_short_lists_is_drawn() -> None:
    widget = widgets.Adjudicate(({"q": {"a": 0}}, {"A": {"q": {"a": 2.0, "b": 1.0}}, "B": {"q": {"b": 1.0}}}))
    widget.gesture(do="next", value=10)
    assert (widget.steps, widget.relevant, set(widget.race.values())) == (2, 0, {0})
    assert all(0 <= float(place) <= 100 for place in PLACE.findall(widget.picture))
    assert len(list(widget.draw().find("td", "none"))) == 1


def test_document_names_lose_their_common_prefix_and_long_ids_become_numbers(words: Callable[[str], str]) -> None:
    assert shortened(["clueweb09-en0000-01", "clueweb09-en0001-02"]) == ["en0000-01", "en0001-02"]
    assert shortened(["one"]) == ["one"]
    assert shortened(["a-", "a-b"]) == ["a-", "a-b"]
    qrels, lists = generated_runs(3, 4)
    assert set(card_names(pool_runs(qrels, lists, depth=4).topics[0])) < {f"{n:02}" for n in range(60)}
    long = {query: {f"{doc_id} at length": grade for doc_id, grade in docs.items()} for query, docs in qrels.items()}
    runs = {
        name: {query: {f"{doc_id} at length": score for doc_id, score in docs.items()} for query, docs in run.items()}
        for name, run in lists.items()
    }
    widget = widgets.Adjudicate((long, runs))
    widget.gesture(do="judge", fields={"own": "d3"})
    widget.gesture(do="judge", fields={"own": widget._topic.doc_ids[4]})
    assert widget._own_judgments == [2, 4]
    assert f"d5 ({widget._topic.doc_ids[4]}) is " in words(widget.picture)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"topic": 5}, r"Adjudicate needs a topic of pooled runs: give pool_runs\(qrels, runs, depth=10\)"),
        ({"topic": ({"q": {"a": 1}}, {"A": {"q": {"a": 1}}})}, "two runs or more"),
        ({"method": "mft"}, "'mft'.*mtf"),
        ({"method": 3}, "a method is named by a text"),
        ({"method": "mm(gamma=2)"}, "gamma of mm.*'2'"),
        ({"gamma": 1.5}, r"gamma.*1\.5"),
        ({"gamma": True}, "gamma.*True"),
        ({"rng": -1}, "seed"),
        ({"rng": "x"}, "seed"),
    ],
)
def test_adjudicate_refuses_invalid_arguments_in_one_sentence(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        widgets.Adjudicate(**given)  # type: ignore[arg-type]


def test_adjudicate_refuses_invalid_fields_and_keeps_its_state(words: Callable[[str], str]) -> None:
    widget = widget_after(widgets.Adjudicate(method="mm"), 3)
    with pytest.raises(
        InputError, match=r"give a method's options when you create the widget, as in Adjudicate\(method="
    ):
        widget.method = "hedge(beta=0.5)"
    widget.gesture(do="commit", field="gamma", fields={"gamma": "2"})
    assert re.search(parts("Gamma … 2"), words(widget.picture))
    assert (widget.method, widget.gamma, widget.steps) == ("mm", 1, 3)


@pytest.mark.parametrize(
    "said",
    [
        {"do": "next"},
        {"do": "next", "value": "2"},
        {"do": "next", "value": 10**9},
        {"do": "judge", "key": ["d1"]},
        {"do": "judge", "key": "d1", "column": "x"},
        {"do": "method"},
        {"do": "method", "value": 3},
        {"do": "back", "value": 1},
        {"do": "slide", "key": "method", "at": 0.5},
    ],
)
def test_undeclared_reports_do_nothing(said: dict[str, object]) -> None:
    widget = widget_after(widgets.Adjudicate(), 2)
    before = widget.picture
    widget.gesture(**said)
    assert widget.picture == before


def test_controls_have_labels_and_unique_keys(well_formed: Callable[[str], list[str]]) -> None:
    widget = widgets.Adjudicate(method="ts")
    for said in ({"do": "next", "value": 10}, {"do": "you"}, {"do": "judge", "key": "d3"}):
        widget.gesture(**said)
        assert len(well_formed(widget.picture)) > 20
    assert "This is a still picture" in widget.static()


def test_race_ranks_equal_counts_by_the_earlier_hits() -> None:
    late, early = RaceLane("late", [False, True, True]), RaceLane("early", [True, True, False])
    rows = next(draw_race([late, early], 3, 2).find("tbody")).find("tr")
    assert [next(row.find("th")).text for row in rows] == ["early", "late"]
