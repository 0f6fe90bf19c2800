"""The embedded topics: documents by their ids, and rankings of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from irlearn import InputError, datasets
from irlearn.datasets import Topic
from irlearn.ranking import UNJUDGED


def test_a_document_that_the_topic_does_not_have_is_refused_in_one_sentence():
    with pytest.raises(InputError, match=r"the topic has no document 'd11'; it has d1, d2, .*, d10$"):
        datasets.software().ranking("d2 d11")


def test_a_document_that_nobody_judged_is_unjudged_in_a_ranking_and_not_missed_by_it():
    topic = datasets.software()
    first, second, *others = topic.documents
    partly = Topic(topic.query, (replace(first, grade=UNJUDGED), replace(second, grade=UNJUDGED), *others))
    ranking = partly.ranking("d1 d5")
    assert ranking.grades == (UNJUDGED, 1)
    assert len(ranking.judged) == 8
