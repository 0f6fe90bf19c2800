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


def automatic(collection):
    return [name for name, by_hand in zip(collection.names, collection.manual, strict=True) if not by_hand]


def test_runs_contain_the_lists(small):
    for number, run in enumerate(small.runs):
        assert run.name == small.names[number]
        assert run.queries == small.query_ids
        assert run.notes == ()  # no ties, no look-alikes
        for topic, query in enumerate(small.query_ids):
            expected = tuple(small.doc_ids[topic][document] for document in small.lists[number, topic])
            assert run.ranked(query) == expected
            assert len(set(expected)) == small.length


def test_run_from_columns_equals_run_from_a_dict(small):
    for run in small.runs[::6]:
        from_dict = Run.from_dict(run.to_dict(), name=run.name)
        assert from_dict.notes == run.notes
        assert all(from_dict.ranked(query) == run.ranked(query) for query in run.queries)


def test_run_scores_decrease_by_at_least_one_unit(small):
    for run in small.runs:
        values = run.table.values.reshape(len(small.query_ids), small.length)
        assert (np.diff(values, axis=1) < -0.5e-4).all()


def test_pool_is_the_union_of_the_runs_tops_and_qrels_are_true(small):
    for topic, query in enumerate(small.query_ids):
        documents = {int(document) for ranked in small.lists[:, topic, : small.depth] for document in ranked}
        assert set(small.pool[topic].tolist()) == documents
        expected = {small.doc_ids[topic][document]: int(small.grades[topic][document]) for document in documents}
        assert small.qrels.of(query) == expected
        assert (small.judged[topic] >= 0).sum() == len(documents)


@pytest.mark.parametrize("measure", [AP, nDCG @ 10, P(rel=2) @ 5])
def test_evaluated_equals_evaluate(small, measure):
    expected = evaluate(small.qrels, small.runs, [measure]).values[:, :, 0].T
    assert np.array_equal(small.evaluated(measure), expected)


def test_collection_depends_on_the_seed_alone():
    first, same, other = simulate(rng=5), simulate(rng=np.random.default_rng(5)), simulate(rng=6)
    assert np.array_equal(first.lists, same.lists)
    assert first.qrels.to_dict() == same.qrels.to_dict()
    assert not np.array_equal(first.lists, other.lists)


def test_doc_ids_do_not_reveal_relevance(small):
    """The position of a document in the order of ids says nothing about its relevance."""
    positions = np.concatenate([np.flatnonzero(grades > 0) / len(grades) for grades in small.grades])
    assert abs(positions.mean() - 0.5) < 4 * (1 / 12 / len(positions)) ** 0.5


def test_grades_have_the_shares_of_the_model_and_hidden_documents_are_relevant(small):
    relevant = np.concatenate([grades[grades > 0] for grades in small.grades])
    shares = np.bincount(relevant, minlength=4)[1:] / len(relevant)
    assert np.allclose(shares, CLASSROOM.shares, atol=4 * (0.25 / len(relevant)) ** 0.5)
    hidden = np.concatenate(small.hidden)
    assert (np.concatenate(small.grades)[hidden] > 0).all()
    assert abs(hidden.sum() / len(relevant) - CLASSROOM.hidden) < 4 * (0.25 / len(relevant)) ** 0.5


def share_retrieved(collection, runs, which):
    """Return the share of the documents of `which` that the runs hold down to the depth, averaged over runs."""
    counts = [
        np.isin(collection.lists[runs][:, topic, : collection.depth], np.flatnonzero(which[topic])).sum(axis=1)
        for topic in range(len(collection.query_ids))
    ]
    return np.sum(counts) / (len(runs) * sum(int(of_topic.sum()) for of_topic in which))


def test_manual_runs_find_more_hidden_documents_than_automatic_runs(small):
    manual = np.flatnonzero(small.manual)
    automatic_runs = np.flatnonzero(~small.manual)
    assert share_retrieved(small, manual, small.hidden) > 2 * share_retrieved(small, automatic_runs, small.hidden)


def overlap(collection, first, other):
    pairs = zip(
        collection.lists[first, :, : collection.depth], collection.lists[other, :, : collection.depth], strict=True
    )
    return np.mean([len(np.intersect1d(a, b)) / collection.depth for a, b in pairs])


def test_runs_overlap_most_within_families_then_within_kinds(small):
    family, kind = np.array(small.families), np.array([name[:3] for name in small.families])
    pairs = [(a, b, overlap(small, a, b)) for a in range(len(family)) for b in range(a)]
    same_family = np.mean([share for a, b, share in pairs if family[a] == family[b]])
    same_kind = np.mean([share for a, b, share in pairs if family[a] != family[b] and kind[a] == kind[b]])
    different_kind = np.mean([share for a, b, share in pairs if kind[a] != kind[b]])
    assert same_family > 1.2 * same_kind > 1.2 * different_kind


def test_run_names_are_family_names_with_numbers():
    collection = simulate(systems=90, topics=2, families=85, manual=3, rng=1)
    assert len(set(collection.names)) == 90
    assert all(name.startswith(family) for name, family in zip(collection.names, collection.families, strict=True))
    assert {"lexA1", "lexAA1", "manA1", "manB1"} <= set(collection.names)
    assert int(collection.manual.sum()) == 3


def test_easy_topics_have_higher_scores():
    collection = simulate(systems=20, topics=60, families=10, rng=2)
    means = collection.evaluated(AP).mean(axis=1)
    assert np.corrcoef(means, collection.easiness)[0, 1] > 0.5
    assert np.array_equal(collection.difficulty, -collection.easiness)


@pytest.mark.all
def test_systems_with_larger_signals_have_higher_maps(large):
    assert np.corrcoef(large.evaluated(AP).mean(axis=0), large.signals)[0, 1] > 0.8


def test_pooled_from_uses_the_named_runs_only(small):
    names = automatic(small)
    fewer = small.pooled_from(names)
    runs = [run for run, name in enumerate(small.names) if name in names]
    for topic, query in enumerate(small.query_ids):
        expected = {small.doc_ids[topic][document] for document in small.lists[runs, topic, : small.depth].ravel()}
        assert set(fewer.of(query)) == expected
        assert fewer.of(query).items() <= small.qrels.of(query).items()
    assert len(small.pooled_from("lexA1", depth=1)) == len(small.query_ids)


@pytest.mark.parametrize("rate", [0.1, 0.3])
def test_judged_by_misses_the_share_of_its_error_rate(large, rate):
    truth, judged = large.qrels.grades, large.judged_by(rate, rng=1).grades
    relevant = truth > 0
    missed = (relevant & (judged == 0)).sum()
    assert missed == pytest.approx(rate * relevant.sum(), rel=0.1)
    assert (~relevant & (judged > 0)).sum() == missed  # as many false alarms as misses
    shared, either = (relevant & (judged > 0)).sum(), (relevant | (judged > 0)).sum()
    assert shared / either == pytest.approx((1 - rate) / (1 + rate), abs=0.02)
    found_relevant = relevant & (judged > 0)
    assert (judged[found_relevant] == truth[found_relevant]).all()
    rates = [((truth == grade) & (judged == 0)).sum() / (truth == grade).sum() for grade in (1, 2, 3)]
    assert rates[0] > rates[1] > rates[2]


def test_judged_by_marks_documents_that_look_relevant(large):
    looks_of_false_alarms, looks_of_the_rest = [], []
    judged = large.judged_by(0.3, rng=2)
    for topic, query in enumerate(large.query_ids):
        pool, grades, looks = large.pool[topic], large.grades[topic], large.looks[topic]
        judged_grades = np.array(list(judged.of(query).values()))
        looks_of_false_alarms += looks[pool[(grades[pool] == 0) & (judged_grades > 0)]].tolist()
        looks_of_the_rest += looks[pool[(grades[pool] == 0) & (judged_grades == 0)]].tolist()
    assert np.mean(looks_of_false_alarms) > np.mean(looks_of_the_rest) + 0.5


def test_judged_by_depends_on_the_seed_alone():
    collection = classroom()
    first, same, other = (
        collection.judged_by(0.2, rng=1),
        collection.judged_by(0.2, rng=1),
        collection.judged_by(0.2, rng=2),
    )
    assert first.to_dict() == same.to_dict() != other.to_dict()


def test_written_collection_is_read_back(small, tmp_path):
    qrels, runs = write_collection(small, tmp_path / "made")
    assert read_qrels(qrels).to_dict() == small.qrels.to_dict()
    assert sorted(path.stem for path in runs.iterdir()) == sorted(small.names)
    read_back = read_run(runs / "lexA1.txt")
    assert read_back.to_dict() == small.runs[0].to_dict()
    with pytest.raises(InputError, match="holds something already; give the name of a new folder"):
        write_collection(small, tmp_path / "made")


def test_collection_report_shows_families_and_the_pools_share_of_the_truth(small):
    relevant = sum(int((grades > 0).sum()) for grades in small.judged)
    true = sum(int((grades > 0).sum()) for grades in small.grades)
    assert str(small).endswith(
        f"{len(small.qrels):,} documents judged, {relevant} of them relevant, of {true:,} that are relevant in truth."
    )
    assert all(f"{family} " in str(small) and family in small._repr_html_() for family in small.families)


def test_collection_survives_pickling():
    collection = simulate(topics=3, rng=4)
    copy = pickle.loads(pickle.dumps(collection))
    assert copy.qrels.to_dict() == collection.qrels.to_dict()
    assert copy.runs[3].to_dict() == collection.runs[3].to_dict()


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
def test_simulate_rejects_invalid_arguments(options, sentence):
    with pytest.raises(InputError) as complaint:
        simulate(**{"systems": 25, **options})
    assert re.search(parts(sentence), str(complaint.value))


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda collection: collection.pooled_from(["lexA3", "lexQ"]), "'lexQ' … lexC3"),
        (lambda collection: collection.pooled_from([]), "a pool needs at least one run; none was given"),
        (
            lambda collection: collection.pooled_from(["lexA1"], depth=101),
            "the depth of a pool must be at most 100; given: 101",
        ),
        (lambda collection: collection.judged_by(1, 1), "error rate … 1"),
    ],
)
def test_collection_methods_reject_invalid_arguments(small, ask, sentence):
    with pytest.raises(InputError) as complaint:
        ask(small)
    assert re.search(parts(sentence), str(complaint.value))


def test_trec8_matches_the_published_figures(large):
    table = against_published(large)
    errors = {figure.what: figure.error for figure in table.figures}
    for what in ("runs", "of them manual", "topics"):
        assert errors[what] == 0
    for what in ("documents judged", "relevant documents", "significant pairs"):
        assert abs(errors[what]) < 0.03
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
        assert abs(errors[what]) < 0.1, what


@pytest.mark.all
def test_trec8_with_other_seeds_matches_the_published_figures():
    errors = {figure.what: figure.error for figure in against_published(trec8(rng=1)).figures}
    assert abs(errors["documents judged"]) < 0.05
    assert abs(errors["relevant documents"]) < 0.08
    assert abs(errors["mean of the MAPs"]) < 0.12
    assert abs(errors["correlation of two runs' AP"]) < 0.1


def test_published_figures_equal_the_real_matrices(large, real_data):
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


def test_against_published_is_written_as_text_and_html(small):
    table = against_published(small)
    assert "documents judged" in str(table)
    assert re.search("^figure +published +simulated +source$", str(table), re.MULTILINE)
    assert "86,830" in table._repr_html_()
    assert table.to_frame().shape == (len(table.figures), 5)
    with pytest.raises(KeyError):
        table.of("color")


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
def test_model_rejects_invalid_parameters(options, sentence):
    with pytest.raises(InputError) as complaint:
        Model(**options)
    assert re.search(parts(sentence), str(complaint.value))


def test_collection_without_manual_runs_is_possible():
    collection = simulate(systems=6, topics=3, families=6, manual=0, rng=1)
    assert not collection.manual.any()
    assert collection.names == ("lexA1", "expA1", "vecA1", "lexB1", "expB1", "vecB1")


def test_number_of_families_is_limited_by_the_runs_and_the_manual_runs():
    assert len(set(simulate(systems=6, topics=2, families=6, manual=1, rng=1).families)) == 6
    with pytest.raises(InputError, match="must be at most 6; given: 7"):
        simulate(systems=6, topics=2, families=7, manual=1, rng=1)


def test_failing_weak_families_find_next_to_nothing_on_some_topics():
    options = {"systems": 40, "topics": 30, "families": 40, "manual": 0, "rng": 1}
    sound = simulate(**options, like=replace(CLASSROOM, weak=0.3, fails=0.0)).evaluated(AP)
    failing = simulate(**options, like=replace(CLASSROOM, weak=0.3, fails=0.5)).evaluated(AP)
    assert 0.3 * 0.5 * 0.7 < (failing < 0.02).mean() - (sound < 0.02).mean() < 0.3 * 0.5 * 1.3


def test_classroom_runs_overlap_as_real_runs_do(small, real_data):
    """DL 2021 has 63 runs; the share of their first ten documents that two runs have in common."""
    real = np.load(real_data / "dl21" / "passage_63runs_top100.npz")["D"]
    quantiles = [
        np.quantile(overlaps(lists[:, :, :10]), [0.05, 0.25, 0.5, 0.75, 0.95]) for lists in (real, small.lists)
    ]
    assert np.abs(quantiles[0] - quantiles[1]).max() < 0.08


def overlaps(lists):
    shared = np.zeros((len(lists), len(lists)))
    for topic in range(lists.shape[1]):
        retrieved = np.zeros((len(lists), int(lists[:, topic].max()) + 2))
        retrieved[np.arange(len(lists))[:, None], lists[:, topic]] = 1
        retrieved[:, -1] = 0  # the number -1 means that there is no document at the rank
        shared += retrieved @ retrieved.T
    return shared[np.triu_indices(len(lists), 1)] / (lists.shape[1] * lists.shape[2])


def test_models_compare_by_value():
    assert Model() == Model()
    assert Model(hidden=0.5) != Model()


def test_against_published_uses_the_given_collection(small):
    assert against_published(small).of("runs").simulated == len(small.names)


def test_noise_factors_are_in_single_precision():
    assert {factors.dtype.name for factors in (TREC8.shared_noise_factors, TREC8.kind_noise_factors)} == {"float32"}
