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


def stepped(it: widgets.Adjudicate, steps: int) -> widgets.Adjudicate:
    for _ in range(steps):
        it.gesture(do="next", value=1)
    return it


def cells(it: widgets.Adjudicate) -> list[list[Element]]:
    """The cards of the lists by rank and run."""
    body = next(next(it.draw().find("table", "lists")).find("tbody"))
    return [list(row.find("td")) for row in body.find("tr")]


def judged(it: widgets.Adjudicate, rows: list[list[Element]] | None = None) -> dict[str, bool]:
    """The documents that the lists show as judged, and how; each copy of a document shows the same."""
    found: dict[str, bool] = {}
    for rank, row in enumerate(rows or cells(it)):
        for run, cell in enumerate(row):
            looks = str(cell.attributes.get("class") or "").split()
            if {"relevant", "not"} & set(looks):
                assert found.setdefault(LISTS[run][rank], "relevant" in looks) == ("relevant" in looks)
                assert ("✓ relevant" if "relevant" in looks else "✗ not relevant") in cell.text
            else:
                assert LISTS[run][rank] not in found
    return found


def asked(rows: list[list[Element]]) -> set[str]:
    """The documents whose cards say that the method asks for them."""
    copies = {LISTS[run][rank]: cell.text for rank, row in enumerate(rows) for run, cell in enumerate(row)}
    return {doc for doc, words in copies.items() if "asked for next" in words}


def states(it: widgets.Adjudicate) -> list[Element]:
    return list(next(next(it.draw().find("table", "lists")).find("tr", "state")).find("td"))


def lanes(it: widgets.Adjudicate) -> dict[str, int]:
    """The table of the race: what each found, those ahead first."""
    body = next(next(it.draw().find("table", "lanes")).find("tbody"))
    rows = list(body.find("tr"))
    return {next(row.find("th")).text: int(next(row.find("b")).text) for row in rows}


# what is shown


@pytest.mark.grid
@pytest.mark.parametrize("method", METHODS)
def test_a_method_is_followed_to_the_end_of_the_pool_as_its_steps_are(method: str) -> None:
    it, steps = widgets.Adjudicate(method=method), Adjudication(TOPIC, method, rng=14)
    found: dict[str, bool] = {}
    rows = cells(it)
    for number in range(1, TOPIC.size + 1):
        assert asked(rows) == {TOPIC.doc_ids[steps.next.document]}
        assert steps.next.reason in text_of(it.status_text())
        taken = steps.step()
        found[taken.doc_id] = taken.relevant
        it.gesture(do="next", value="1")
        assert (it.last, it.steps, it.relevant) == (taken, number, sum(found.values()))
        rows = cells(it)
        assert judged(it, rows) == found
        assert f"{taken.doc_id} is {'' if taken.relevant else 'not '}relevant." in text_of(it.status_text())
    assert all(one.attributes["disabled"] for one in it.draw().find("button", data_do="next"))
    assert "All 25 documents are judged." in text_of(it.status_text())
    picture = it.picture
    it.gesture(do="next", value=10)
    assert it.picture == picture


@pytest.mark.grid
@pytest.mark.parametrize("method", [*METHODS, "mm(gamma=0.4)", "hedge(beta=0.5)", "rrf(k=1)"])
def test_back_takes_back_one_judgment_at_a_time_and_to_come_again_is_the_same(method: str) -> None:
    it, pictures = widgets.Adjudicate(method=method), []
    for _ in range(9):
        pictures.append(it.picture)
        it.gesture(do="next", value=1)
    end = it.picture
    for picture in reversed(pictures):
        it.gesture(do="back")
        assert it.picture == picture
    it.gesture(do="back")
    assert (it.picture, it.steps, it.last) == (pictures[0], 0, None)
    assert stepped(it, 9).picture == end
    it.gesture(do="reset")
    assert it.picture == pictures[0]


def test_the_race_is_that_of_low_cost_judgments_and_its_table_says_it() -> None:
    runs = zip(TOPIC.names, LISTS, strict=True)
    pooled = pool_runs(
        {"q": {doc: int(relevant) for doc, relevant in TRUTH.items()}},
        {name: {"q": {doc: -at for at, doc in enumerate(row)}} for name, row in runs},
        depth=10,
    )
    it = widgets.Adjudicate(pooled)
    for steps in (1, 10, 10):
        it.gesture(do="next", value=steps if steps == 10 else 1)
        wanted = {name: int(adjudicate(pooled, name, it.steps, rng=14).relevant) for name in RACE}
        assert it.race == wanted
        table = lanes(it)
        assert table == {METHODS[name].title: found for name, found in wanted.items()}
        assert list(table.values()) == sorted(table.values(), reverse=True)
        told = next(it.draw().find(role="img")).attributes["aria-label"]
        assert f"with {it.steps} judgments: " in told if it.steps > 1 else "with 1 judgment: " in told
        assert all(f"{name} {found}" in told for name, found in table.items())
    assert it.race[it.method] == it.relevant


def plain_mm(gamma: float, judgments: int) -> tuple[list[str], dict[str, tuple[float, float]]]:
    """MM with ties broken by the order of the runs, in plain Python: what it judges, and jrel and jret of each run."""
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
def test_a_bandit_shows_each_runs_posterior_and_its_mean(gamma: float, judgments: int) -> None:
    it = stepped(widgets.Adjudicate(method="mm(ties=id)", gamma=gamma), judgments)
    order, posterior = plain_mm(gamma, judgments)
    assert judged(it) == {doc: TRUTH[doc] for doc in order}
    for cell, (a, b) in zip(states(it), posterior.values(), strict=True):
        assert str(Decimal(a / (a + b)).quantize(Decimal("0.01"), ROUND_HALF_UP)) in cell.text
        (line,) = cell.find("i", "mean")
        assert float(PLACE.findall(str(line))[0]) == pytest.approx(100 * a / (a + b), abs=0.01)


def test_the_curves_are_densities_of_beta() -> None:
    rng = np.random.default_rng(2)
    a, b = rng.uniform(1, 30, 20), rng.uniform(1, 30, 20)
    found = beta_curves(a, b)
    at = (np.arange(found.shape[1]) + 0.5) / found.shape[1]
    assert found == pytest.approx(stats.beta.pdf(at, a[:, np.newaxis], b[:, np.newaxis]), rel=1e-9)


def test_thompson_sampling_shows_what_each_run_drew_and_the_largest_is_taken() -> None:
    it = widgets.Adjudicate(method="ts")
    for _ in range(12):
        drawn = [next(cell.find("i", "draw"), None) for cell in states(it)]
        places = [float(PLACE.findall(str(one))[0]) if one is not None else -1 for one in drawn]
        taken = it._session.next.run
        assert TOPIC.names[int(np.argmax(places))] == taken
        assert [one.text for one in it.draw().find("th", "turn")] == [taken]
        it.gesture(do="next", value=1)


def test_hedge_shows_the_share_of_each_run_in_the_weight_of_all() -> None:
    it = stepped(widgets.Adjudicate(method="hedge"), 3)
    size, losses = TOPIC.size, [0.0] * 8
    missing = math.log(size) - sum(math.log(rank) for rank in range(9, size + 1)) / (size - 8)
    for one in it._session.judgments:
        for run, row in enumerate(LISTS):
            gain = math.log(size / (row.index(one.doc_id) + 1)) if one.doc_id in row else missing
            losses[run] += 0.5 * (-1) ** TRUTH[one.doc_id] * gain
    weights = [0.1**loss for loss in losses]
    for cell, weight in zip(states(it), weights, strict=True):
        assert cell.text == f"{100 * weight / sum(weights):.0f}%"


def test_move_to_front_shows_the_priorities_it_took_away() -> None:
    it = widgets.Adjudicate()
    lost = dict.fromkeys(TOPIC.names, 0)
    for _ in range(20):
        it.gesture(do="next", value=1)
        assert it.last
        assert it.last.run
        lost[it.last.run] -= not it.last.relevant
        assert [cell.text for cell in states(it)] == [str(one).replace("-", "−") for one in lost.values()]


def test_a_fixed_order_shows_the_place_and_the_score_of_each_runs_next_document() -> None:
    it = stepped(widgets.Adjudicate(method="ntcir(ties=id)"), 6)
    held = {doc: sum(doc in row for row in LISTS) for doc in TRUTH}
    ranks = {doc: sum(row.index(doc) + 1 for row in LISTS if doc in row) for doc in TRUTH}
    number = {doc: place for place, doc in enumerate(TOPIC.doc_ids)}
    order = sorted(TRUTH, key=lambda doc: (-held[doc], ranks[doc], number[doc]))
    assert set(judged(it)) == set(order[:6])
    for cell, row in zip(states(it), LISTS, strict=True):
        doc = next(one for one in row if one not in order[:6])
        assert cell.text == f"{order.index(doc) - 5}. {held[doc]}"


def test_all_that_is_drawn_lies_within_its_place() -> None:
    for method in METHODS:
        it = widgets.Adjudicate(method=method, gamma=0.5)
        for steps in (0, 1, 10, 10):
            if steps:
                it.gesture(do="next", value=steps)
            assert all(0 <= float(place) <= 100 for place in PLACE.findall(it.picture))
            for one in next(it.draw().find("div", "lines")).find("path"):
                points = [float(x) for x in re.findall(r"-?[\d.]+", str(one.attributes["d"]))]
                assert all(0 <= x <= 25 for x in points[::2])
                assert all(0 <= y <= 10 for y in points[1::2])


def test_each_judgment_falls_into_the_pool_from_its_card_and_keeps_its_node() -> None:
    it, before = widgets.Adjudicate(), []
    for number in range(TOPIC.size):
        it.gesture(do="next", value=1)
        marks = list(it.draw().find("i", "token"))
        keys = [str(one.attributes["data-new"]) for one in marks]
        assert (keys[:-1], len(keys)) == (before, number + 1)
        for mark, one in zip(marks, it._session.judgments, strict=True):
            left, x, up = map(float, re.findall(r":(-?[\d.]+)", str(mark.attributes["style"])))
            run, rank = round((left + x) / 100 * 8 - 0.5), 8 - round(up)
            assert LISTS[run][rank] == one.doc_id
            assert rank == min(row.index(one.doc_id) for row in LISTS if one.doc_id in row)
            assert ("relevant" in str(mark.attributes["class"])) == one.relevant
        before = keys
    assert float(left) == 98


def test_the_made_topic_shows_what_tells_the_methods_apart() -> None:
    found = {name: float(np.mean([_at(name, seed, 10) for seed in range(40)])) for name in [*RACE, "mm-ns"]}
    assert min(found["mm"], found["hedge"]) > max(found["mtf"], found["ts"]) + 1
    assert min(found["mtf"], found["ts"]) > found["depth"] > found["ntcir"] + 1
    assert found["ntcir"] == found["rrf"] < found["random"] + 0.5
    assert found["mm"] > found["mm-ns"] + 1


def _at(method: str, seed: int, judgments: int) -> int:
    steps = Adjudication(TOPIC, method, rng=seed)
    return sum(steps.step().relevant for _ in range(judgments))


# the learner


def test_a_card_is_judged_as_the_learners_own_and_the_methods_steps_stay() -> None:
    it = stepped(widgets.Adjudicate(), 4)
    before, picture = it.relevant, it.picture
    for number, doc in enumerate(("d21", "d22", "d20"), start=1):
        it.gesture(do="judge", key=doc, column=7, fields={})
        assert (it.own, it.steps, it.relevant, it.judging) == (number, 4, before, "you")
    assert it.own_relevant == 2
    assert judged(it) == {"d21": True, "d22": True, "d20": False}
    assert lanes(it)["You"] == 2
    assert "d20 is not relevant. 2 of 3 judged documents are relevant." in text_of(it.status_text())
    assert f"MTF found {_at('mtf', 14, 3)} with as many." in text_of(it.status_text())
    assert [cell.text for cell in states(it)][-1] == "2 of 2"
    it.gesture(do="method", value="mtf")
    assert it.judging == "method"
    assert judged(it) != {"d21": True, "d22": True, "d20": False}
    it.gesture(do="you")
    for _ in range(5):
        it.gesture(do="back")
    assert (it.own, it.steps) == (0, 4)
    it.gesture(do="method", value="mtf")
    assert it.picture == picture


def test_the_race_goes_as_far_as_the_longer_of_both() -> None:
    it = stepped(widgets.Adjudicate(), 2)
    for doc in TOPIC.doc_ids[:7]:
        it.gesture(do="judge", key=doc)
    assert it.race == {name: _at(name, 14, 7) for name in RACE}
    assert it.race["mtf"] != it.relevant
    it.gesture(do="reset")
    assert (it.own, it.steps, it.judging) == (0, 0, "method")
    assert set(it.race.values()) == {0}


def test_an_id_is_typed_and_one_that_cannot_be_is_refused(words: Callable[[str], str]) -> None:
    it = widgets.Adjudicate()
    it.gesture(do="you")
    for typed, said in (
        (" d2 ", "d2 is relevant."),
        ("d2", "You judged d2 already; take another document."),
        ("d26", "No list holds a document 'd26'; type an id as the lists have it, d1."),
        ("", "No list holds a document ''; type an id as the lists have it, d1."),
    ):
        it.gesture(do="judge", fields={"own": typed})
        assert re.search(parts(said), words(it.picture))
    assert (it.own, it.own_relevant) == (1, 1)


def test_the_whole_pool_can_be_judged_by_hand() -> None:
    it = widgets.Adjudicate()
    for doc in TRUTH:
        it.gesture(do="judge", key=doc)
    assert (it.own, it.own_relevant) == (25, 10)
    assert set(it.race.values()) == {10}
    assert judged(it) == TRUTH


def test_tab_comes_to_the_next_document_of_each_run_on_the_learners_board_only() -> None:
    it = widgets.Adjudicate()
    assert not [one for one in it.draw().find("button", data_do="judge") if one.attributes["tabindex"] == "0"]
    it.gesture(do="judge", key="d20", column=0)
    stops = [one.attributes["data-key"] for one in it.draw().find("button", data_do="judge", tabindex="0")]
    nexts = {next(doc for doc in row if doc != "d20") for row in LISTS}
    assert set(stops) >= nexts
    assert [one.attributes["data-key"] for one in it.draw().find("button", data_focus_next=True)] == ["d10"]


# methods and gamma


def test_another_method_or_gamma_judges_as_many_documents_anew() -> None:
    it = stepped(widgets.Adjudicate(), 8)
    for name in METHODS:
        it.method = name
        assert (it.method, it.steps, it.relevant) == (name, 8, _at(name, 14, 8))
        assert it.race[name] == it.relevant
        assert len(it.race) == 8 + (name not in RACE)
    it.gesture(do="method", value="mm")
    it.gesture(do="step", key="gamma", by=-1)
    assert (it.gamma, it.steps, it.relevant) == (Fraction(9, 10), 8, it.race["mm"])
    it.gesture(do="commit", field="gamma", fields={"gamma": "0"})
    assert (it.gamma, it.steps) == (0, 8)
    assert it.relevant == it.race["mm"] == _at("mm-ns", 14, 8)
    assert it.race["ts"] == _at("ts-ns", 14, 8)
    assert {"MM γ=0", "TS γ=0"} <= set(lanes(it))
    for name in RACE:
        it.gesture(do="method", value=name)
        assert bool(list(it.draw().find(role="slider"))) == (name in ("mm", "ts"))


def test_options_of_a_method_are_kept_and_the_same_seed_gives_the_same() -> None:
    assert widgets.Adjudicate(method="MM(gamma=.5)").gamma == 0.5
    assert widgets.Adjudicate(method="MM_NS").method == "mm-ns"
    assert widgets.Adjudicate(method=METHODS["rrf"](k=1.0)).race.keys() == set(RACE)
    one, same, other = (stepped(widgets.Adjudicate(method="random", rng=seed), 6) for seed in (3, 3, 4))
    assert one.picture == same.picture != other.picture
    drawn = stepped(widgets.Adjudicate(method="random", rng=np.random.default_rng(3)), 6)
    assert drawn.steps == 6


def test_a_method_of_ones_own_is_picked_beside_the_others(words: Callable[[str], str]) -> None:
    register("last-first", lambda topic, judged, _: max(set(range(topic.size)) - set(judged)), title="Last first")
    register("stuck", lambda *_: 0, title="Stuck")
    try:
        it = widgets.Adjudicate(method="last-first")
        assert it.race["last-first"] == 0
        stepped(it, 2)
        assert set(judged(it)) == {"d24", "d25"}
        assert "Last first" in words(it.picture)
        it.gesture(do="method", value="stuck")
        assert it.method == "last-first"
        assert "The method stuck must give the number of an unjudged document" in words(it.picture)
    finally:
        METHODS.pop("last-first")
        METHODS.pop("stuck")


# somebody's own topic


def own_runs(
    runs: int, length: int, topics: int = 2
) -> tuple[dict[str, dict[str, int]], dict[str, dict[str, dict[str, int]]]]:
    rng = np.random.default_rng(runs)
    ids = [f"msmarco_passage_{n:02}" for n in range(60)]
    qrels = {f"q{t}": {one: int(rng.integers(0, 3)) for one in ids[:40]} for t in range(topics)}
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
def test_as_much_of_an_own_topic_as_a_screen_holds_is_shown(runs: int, length: int, said: str) -> None:
    qrels, lists = own_runs(runs, length)
    for given in ((qrels, lists), pool_runs(qrels, lists, depth=25), pool_runs(qrels, lists, depth=10)):
        it = widgets.Adjudicate(given)
        assert said in it.hint()
        assert len(cells(it)[0]) == min(runs, 8)
        assert len(cells(it)) == min(length, 10)
        stepped(it, 5)
        assert it.steps == 5
    assert next(next(it.draw().find("tbody")).find("b")).text.isdigit()  # what all ids begin with is left
    other = widgets.Adjudicate(pool_runs(qrels, lists, depth=10).topic("q1"))
    assert "Topic q1, " in other.hint()


def test_a_topic_without_a_relevant_document_and_one_of_short_lists_are_shown() -> None:
    it = widgets.Adjudicate(({"q": {"a": 0}}, {"A": {"q": {"a": 2.0, "b": 1.0}}, "B": {"q": {"b": 1.0}}}))
    it.gesture(do="next", value=10)
    assert (it.steps, it.relevant, set(it.race.values())) == (2, 0, {0})
    assert all(0 <= float(place) <= 100 for place in PLACE.findall(it.picture))
    assert len(list(it.draw().find("td", "none"))) == 1


def test_names_keep_what_tells_them_apart_and_long_ids_become_numbers(words: Callable[[str], str]) -> None:
    assert shortened(["clueweb09-en0000-01", "clueweb09-en0001-02"]) == ["en0000-01", "en0001-02"]
    assert shortened(["one"]) == ["one"]
    assert shortened(["a-", "a-b"]) == ["a-", "a-b"]
    qrels, lists = own_runs(3, 4)
    assert set(card_names(pool_runs(qrels, lists, depth=4).topics[0])) < {f"{n:02}" for n in range(60)}
    long = {query: {f"{one} at length": grade for one, grade in docs.items()} for query, docs in qrels.items()}
    runs = {
        name: {query: {f"{one} at length": score for one, score in docs.items()} for query, docs in run.items()}
        for name, run in lists.items()
    }
    it = widgets.Adjudicate((long, runs))
    it.gesture(do="judge", fields={"own": "d3"})
    it.gesture(do="judge", fields={"own": it._topic.doc_ids[4]})
    assert it._own == [2, 4]
    assert f"d5 ({it._topic.doc_ids[4]}) is " in words(it.picture)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"topic": 5}, r"what is adjudicated is a topic of pooled runs: give pool_runs\(qrels, runs, depth=10\)"),
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
def test_what_cannot_be_is_refused_in_a_sentence(given: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        widgets.Adjudicate(**given)  # type: ignore[arg-type]


def test_what_cannot_be_set_later_is_refused_and_nothing_is_lost(words: Callable[[str], str]) -> None:
    it = stepped(widgets.Adjudicate(method="mm"), 3)
    with pytest.raises(InputError, match=r"a method's options are given when the widget is made; Adjudicate\(method="):
        it.method = "hedge(beta=0.5)"
    it.gesture(do="commit", field="gamma", fields={"gamma": "2"})
    assert re.search(parts("Gamma … 2"), words(it.picture))
    assert (it.method, it.gamma, it.steps) == ("mm", 1, 3)


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
def test_reports_that_no_page_makes_do_nothing(said: dict[str, object]) -> None:
    it = stepped(widgets.Adjudicate(), 2)
    before = it.picture
    it.gesture(**said)
    assert it.picture == before


def test_each_control_has_words_and_a_key_of_its_own(well_formed: Callable[[str], list[str]]) -> None:
    it = widgets.Adjudicate(method="ts")
    for said in ({"do": "next", "value": 10}, {"do": "you"}, {"do": "judge", "key": "d3"}):
        it.gesture(**said)
        assert len(well_formed(it.picture)) > 20
    assert "A still picture" in it.static()


def test_of_equals_the_one_who_found_them_earlier_is_ahead() -> None:
    late, early = RaceLane("late", [False, True, True]), RaceLane("early", [True, True, False])
    rows = next(draw_race([late, early], 3, 2).find("tbody")).find("tr")
    assert [next(row.find("th")).text for row in rows] == ["early", "late"]
