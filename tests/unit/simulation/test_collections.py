"""Test simulated collections against their model and published figures."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace

import numpy as np
import pytest
from message_parts import parts

from irlearn import AP, InputError, P, Run, evaluate, nDCG, read_qrels, read_run
from irlearn.simulation.collections import (
    CLASSROOM,
    TREC8,
    Model,
    against_published,
    classroom,
    simulate,
    trec8,
    write_collection,
)
from irlearn.simulation.published import MATRIX


@pytest.fixture(scope="module")
def small():
    return classroom()


@pytest.fixture(scope="module")
def large():
    return trec8()


def automatic(made):
    return [name for name, by_hand in zip(made.names, made.manual, strict=True) if not by_hand]


def test_the_runs_are_the_lists(small):
    for number, run in enumerate(small.runs):
        assert run.name == small.names[number]
        assert run.queries == small.query_ids
        assert run.notes == ()  # no ties, no look-alikes
        for topic, query in enumerate(small.query_ids):
            expected = tuple(small.doc_ids[topic][document] for document in small.lists[number, topic])
            assert run.ranked(query) == expected
            assert len(set(expected)) == small.length


def test_a_run_made_of_columns_is_the_run_that_a_dict_gives(small):
    for run in small.runs[::6]:
        again = Run.from_dict(run.to_dict(), name=run.name)
        assert again.notes == run.notes
        assert all(again.ranked(query) == run.ranked(query) for query in run.queries)


def test_scores_fall_by_what_their_decimals_can_tell(small):
    for run in small.runs:
        values = run.table.values.reshape(len(small.query_ids), small.length)
        assert (np.diff(values, axis=1) < -0.5e-4).all()


def test_the_pool_is_the_union_of_the_heads_and_the_qrels_tell_the_truth_about_it(small):
    for topic, query in enumerate(small.query_ids):
        heads = {int(document) for ranked in small.lists[:, topic, : small.depth] for document in ranked}
        assert set(small.pool[topic].tolist()) == heads
        expected = {small.doc_ids[topic][document]: int(small.grades[topic][document]) for document in heads}
        assert small.qrels.of(query) == expected
        assert (small.judged[topic] >= 0).sum() == len(heads)


@pytest.mark.parametrize("measure", [AP, nDCG @ 10, P(rel=2) @ 5])
def test_scores_over_arrays_are_those_of_evaluate(small, measure):
    expected = evaluate(small.qrels, small.runs, [measure]).values[:, :, 0].T
    assert np.array_equal(small.evaluated(measure), expected)


def test_a_seed_gives_the_same_collection_and_another_seed_another():
    one, same, other = simulate(rng=5), simulate(rng=np.random.default_rng(5)), simulate(rng=6)
    assert np.array_equal(one.lists, same.lists)
    assert one.qrels.to_dict() == same.qrels.to_dict()
    assert not np.array_equal(one.lists, other.lists)


def test_doc_ids_do_not_tell_the_truth(small):
    """Where a document stands among the numbers says nothing about its relevance."""
    places = np.concatenate([np.flatnonzero(grades > 0) / len(grades) for grades in small.grades])
    assert abs(places.mean() - 0.5) < 4 * (1 / 12 / len(places)) ** 0.5


def test_grades_have_the_shares_of_the_model_and_hidden_documents_are_relevant_ones(small):
    relevant = np.concatenate([grades[grades > 0] for grades in small.grades])
    shares = np.bincount(relevant, minlength=4)[1:] / len(relevant)
    assert np.allclose(shares, CLASSROOM.shares, atol=4 * (0.25 / len(relevant)) ** 0.5)
    hidden = np.concatenate(small.hidden)
    assert (np.concatenate(small.grades)[hidden] > 0).all()
    assert abs(hidden.sum() / len(relevant) - CLASSROOM.hidden) < 4 * (0.25 / len(relevant)) ** 0.5


def found(made, runs, which):
    """The share of the documents of `which` that the runs hold down to the depth, a run with another."""
    counts = [
        np.isin(made.lists[runs][:, topic, : made.depth], np.flatnonzero(which[topic])).sum(axis=1)
        for topic in range(len(made.query_ids))
    ]
    return np.sum(counts) / (len(runs) * sum(int(one.sum()) for one in which))


def test_manual_runs_find_hidden_documents_that_automatic_runs_do_not(small):
    by_hand = np.flatnonzero(small.manual)
    others = np.flatnonzero(~small.manual)
    assert found(small, by_hand, small.hidden) > 2 * found(small, others, small.hidden)


def overlap(made, one, other):
    pairs = zip(made.lists[one, :, : made.depth], made.lists[other, :, : made.depth], strict=True)
    return np.mean([len(np.intersect1d(a, b)) / made.depth for a, b in pairs])


def test_runs_of_a_family_share_more_than_others_of_their_kind_and_these_more_than_strangers(small):
    family, kind = np.array(small.families), np.array([name[:3] for name in small.families])
    pairs = [(a, b, overlap(small, a, b)) for a in range(len(family)) for b in range(a)]
    related = np.mean([share for a, b, share in pairs if family[a] == family[b]])
    alike = np.mean([share for a, b, share in pairs if family[a] != family[b] and kind[a] == kind[b]])
    strangers = np.mean([share for a, b, share in pairs if kind[a] != kind[b]])
    assert related > 1.2 * alike > 1.2 * strangers


def test_names_are_those_of_families_with_a_number():
    made = simulate(systems=90, topics=2, families=85, manual=3, rng=1)
    assert len(set(made.names)) == 90
    assert all(name.startswith(family) for name, family in zip(made.names, made.families, strict=True))
    assert {"lexA1", "lexAA1", "manA1", "manB1"} <= set(made.names)
    assert int(made.manual.sum()) == 3


def test_an_easy_topic_is_easier():
    made = simulate(systems=20, topics=60, families=10, rng=2)
    means = made.evaluated(AP).mean(axis=1)
    assert np.corrcoef(means, made.easiness)[0, 1] > 0.5
    assert np.array_equal(made.difficulty, -made.easiness)


@pytest.mark.all
def test_a_better_signal_is_a_better_system(large):
    assert np.corrcoef(large.evaluated(AP).mean(axis=0), large.signals)[0, 1] > 0.8


def test_a_pool_of_some_runs_is_theirs(small):
    names = automatic(small)
    fewer = small.pooled_from(names)
    chosen = [place for place, name in enumerate(small.names) if name in names]
    for topic, query in enumerate(small.query_ids):
        heads = {small.doc_ids[topic][document] for document in small.lists[chosen, topic, : small.depth].ravel()}
        assert set(fewer.of(query)) == heads
        assert fewer.of(query).items() <= small.qrels.of(query).items()
    assert len(small.pooled_from("lexA1", depth=1)) == len(small.query_ids)


@pytest.mark.parametrize("rate", [0.1, 0.3])
def test_a_judge_errs_as_often_as_was_asked(large, rate):
    truth, seen = large.qrels.grades, large.judged_by(rate, rng=1).grades
    relevant = truth > 0
    missed = (relevant & (seen == 0)).sum()
    assert missed == pytest.approx(rate * relevant.sum(), rel=0.1)
    assert (~relevant & (seen > 0)).sum() == missed  # as many the other way round
    shared, either = (relevant & (seen > 0)).sum(), (relevant | (seen > 0)).sum()
    assert shared / either == pytest.approx((1 - rate) / (1 + rate), abs=0.02)
    kept = relevant & (seen > 0)
    assert (seen[kept] == truth[kept]).all()
    rates = [((truth == grade) & (seen == 0)).sum() / (truth == grade).sum() for grade in (1, 2, 3)]
    assert rates[0] > rates[1] > rates[2]


def test_a_judge_takes_what_looks_relevant_for_relevant(large):
    lured, others = [], []
    seen = large.judged_by(0.3, rng=2)
    for topic, query in enumerate(large.query_ids):
        pool, grades, looks = large.pool[topic], large.grades[topic], large.looks[topic]
        marks = np.array(list(seen.of(query).values()))
        lured += looks[pool[(grades[pool] == 0) & (marks > 0)]].tolist()
        others += looks[pool[(grades[pool] == 0) & (marks == 0)]].tolist()
    assert np.mean(lured) > np.mean(others) + 0.5


def test_two_judges_differ_and_one_judge_does_not():
    made = classroom()
    one, same, other = made.judged_by(0.2, rng=1), made.judged_by(0.2, rng=1), made.judged_by(0.2, rng=2)
    assert one.to_dict() == same.to_dict() != other.to_dict()


def test_a_collection_is_written_as_files_that_are_read_back(small, tmp_path):
    qrels, runs = write_collection(small, tmp_path / "made")
    assert read_qrels(qrels).to_dict() == small.qrels.to_dict()
    assert sorted(path.stem for path in runs.iterdir()) == sorted(small.names)
    again = read_run(runs / "lexA1.txt")
    assert again.to_dict() == small.runs[0].to_dict()
    with pytest.raises(InputError, match="holds something already; give the name of a new folder"):
        write_collection(small, tmp_path / "made")


def test_a_collection_shows_its_families_and_how_much_of_the_truth_the_pool_has(small):
    relevant = sum(int((grades > 0).sum()) for grades in small.judged)
    true = sum(int((grades > 0).sum()) for grades in small.grades)
    assert str(small).endswith(
        f"{len(small.qrels):,} documents judged, {relevant} of them relevant, of {true:,} that are relevant in truth."
    )
    assert all(f"{family} " in str(small) and family in small._repr_html_() for family in small.families)


def test_a_collection_travels():
    made = simulate(topics=3, rng=4)
    again = pickle.loads(pickle.dumps(made))
    assert again.qrels.to_dict() == made.qrels.to_dict()
    assert again.runs[3].to_dict() == made.runs[3].to_dict()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"systems": 1}, "number of systems … 1"),
        ({"topics": 1}, "number of topics … 1"),
        ({"manual": 25}, "the number of manual runs must be at most 24; given: 25"),
        ({"families": 1}, "number of families … 1"),
        ({"families": 25}, "the number of families must be at most 24; given: 25"),
        ({"depth": 0}, "depth of a pool … 0"),
        ({"depth": 101}, "the depth of a pool must be at most 100; given: 101"),
        ({"length": 401}, "the length of a run must be at most 400; given: 401"),
        ({"rng": None}, "a simulation needs random numbers; give rng=numpy.random.default_rng(seed), or a seed"),
    ],
)
def test_what_cannot_be_made_is_said_in_a_sentence(options, sentence):
    with pytest.raises(InputError) as complaint:
        simulate(**{"systems": 25, **options})
    assert re.search(parts(sentence), str(complaint.value))


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda made: made.pooled_from(["lexA3", "lexQ"]), "'lexQ' … lexC3"),
        (lambda made: made.pooled_from([]), "a pool needs at least one run; none was given"),
        (lambda made: made.pooled_from(["lexA1"], depth=101), "the depth of a pool must be at most 100; given: 101"),
        (lambda made: made.judged_by(1, 1), "error rate … 1"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_sentence(small, ask, sentence):
    with pytest.raises(InputError) as complaint:
        ask(small)
    assert re.search(parts(sentence), str(complaint.value))


def test_trec8_is_like_trec8(large):
    table = against_published(large)
    off = {figure.what: figure.error for figure in table.figures}
    for what in ("runs", "of them manual", "topics"):
        assert off[what] == 0
    for what in ("documents judged", "relevant documents", "significant pairs"):
        assert abs(off[what]) < 0.03
    for what in (
        "mean of the MAPs",
        "sd between the MAPs",
        "median MAP",
        "best automatic MAP",
        "best manual MAP",
        "sd between the topics' mean AP",
        "sd of a run's AP over topics",
        "sd of a topic's AP over runs",
        "correlation of two runs' AP",
        "mean P@10",
        "sd between the P@10",
    ):
        assert abs(off[what]) < 0.1, what


@pytest.mark.all
def test_other_seeds_are_like_trec8_too():
    off = {figure.what: figure.error for figure in against_published(trec8(rng=1)).figures}
    assert abs(off["documents judged"]) < 0.05
    assert abs(off["relevant documents"]) < 0.08
    assert abs(off["mean of the MAPs"]) < 0.12
    assert abs(off["correlation of two runs' AP"]) < 0.1


def test_published_figures_are_those_of_the_real_matrices(large, real_data):
    ap, p10 = (
        np.loadtxt(real_data / "trec" / f"adhoc8_{name}.csv", delimiter=",", skiprows=1) for name in ("ap", "p10")
    )
    maps = ap.mean(axis=0)
    pairs = np.corrcoef(ap[:, ap.std(axis=0) > 0].T)[np.triu_indices(int((ap.std(axis=0) > 0).sum()), 1)]
    expected = {
        "mean of the MAPs": maps.mean(),
        "sd between the MAPs": maps.std(ddof=1),
        "lowest MAP": maps.min(),
        "lower quartile of the MAPs": np.quantile(maps, 0.25),
        "median MAP": np.median(maps),
        "upper quartile of the MAPs": np.quantile(maps, 0.75),
        "sd between the topics' mean AP": ap.mean(axis=1).std(ddof=1),
        "sd of a run's AP over topics": ap.std(axis=0, ddof=1).mean(),
        "sd of a topic's AP over runs": np.sqrt(ap.var(axis=1, ddof=1).mean()),
        "correlation of two runs' AP": pairs.mean(),
        "5% of the correlations": np.quantile(pairs, 0.05),
        "95% of the correlations": np.quantile(pairs, 0.95),
        "share of AP of 0": (ap == 0).mean(),
        "mean P@10": p10.mean(),
        "sd between the P@10": p10.mean(axis=0).std(ddof=1),
        "significant pairs": 2669,
    }
    table = {figure.what: figure for figure in against_published(large).figures if figure.source == MATRIX}
    assert set(table) == set(expected)
    for what, value in expected.items():
        assert table[what].published == pytest.approx(value, abs=6e-4), what


def test_the_table_is_written_in_text_and_html(small):
    table = against_published(small)
    assert "documents judged" in str(table)
    assert "86,830" in table._repr_html_()
    assert table.to_frame().shape == (len(table.figures), 5)
    with pytest.raises(KeyError):
        table.of("colour")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"candidates": 0}, "number of candidates … 0"),
        ({"shares": (0.5, 0.4)}, "shares must add up to 1, with a gain for each of them"),
        ({"gains": (1.0,)}, "shares must add up to 1, with a gain for each of them"),
        ({"own": -0.1}, "variances of noise must be 0 or more"),
        ({"vectors": 1.5}, "vectors must lie from 0 to 1"),
        ({"fewest": 5, "most": 4}, "fewest must be 1 or more and at most most; given: 5 and 4"),
    ],
)
def test_a_model_that_cannot_be_is_refused(options, sentence):
    with pytest.raises(InputError) as complaint:
        Model(**options)
    assert re.search(parts(sentence), str(complaint.value))


def test_a_collection_may_do_without_manual_runs():
    made = simulate(systems=6, topics=3, families=6, manual=0, rng=1)
    assert not made.manual.any()
    assert made.names == ("lexA1", "expA1", "vecA1", "lexB1", "expB1", "vecB1")


def test_weak_families_that_fail_find_next_to_nothing_on_some_topics():
    options = {"systems": 40, "topics": 30, "families": 40, "manual": 0, "rng": 1}
    sound = simulate(**options, like=replace(CLASSROOM, weak=0.3, fails=0.0)).evaluated(AP)
    failing = simulate(**options, like=replace(CLASSROOM, weak=0.3, fails=0.5)).evaluated(AP)
    assert 0.3 * 0.5 * 0.7 < (failing < 0.02).mean() - (sound < 0.02).mean() < 0.3 * 0.5 * 1.3


def test_the_classroom_overlaps_as_real_runs_do(small, real_data):
    """DL 2021 has 63 runs; the share of their first ten documents that two runs have in common."""
    real = np.load(real_data / "dl21" / "passage_63runs_top100.npz")["D"]
    found = [np.quantile(overlaps(lists[:, :, :10]), [0.05, 0.25, 0.5, 0.75, 0.95]) for lists in (real, small.lists)]
    assert np.abs(found[0] - found[1]).max() < 0.08


def overlaps(lists):
    shared = np.zeros((len(lists), len(lists)))
    for topic in range(lists.shape[1]):
        held = np.zeros((len(lists), int(lists[:, topic].max()) + 2))
        held[np.arange(len(lists))[:, None], lists[:, topic]] = 1
        held[:, -1] = 0  # where -1 stands for no document
        shared += held @ held.T
    return shared[np.triu_indices(len(lists), 1)] / (lists.shape[1] * lists.shape[2])


def test_a_model_is_a_value():
    assert Model() == Model()
    assert Model(hidden=0.5) != Model()


def test_the_table_is_of_the_collection_that_is_given(small):
    assert against_published(small).of("runs").simulated == len(small.names)


def test_what_noise_is_multiplied_by_is_in_single_precision():
    assert {of.dtype.name for of in (TREC8.shared_noise_factors, TREC8.kind_noise_factors)} == {"float32"}
