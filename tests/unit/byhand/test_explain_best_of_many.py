"""Test derivations about the best of many equal systems against SciPy."""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st
from message_parts import parts
from scipy import integrate, special, stats

from irlearn import explain
from irlearn.byhand.catalogue import AllInside, BestOrigin, ExpectedMaximum, LuckThresholds, OneInside
from irlearn.byhand.input_numbers import read_named
from irlearn.byhand.parse_question import kinds_of, parse_input, parse_quantity, parse_significance
from irlearn.errors import InputError
from irlearn.formulas import Normal, NormalQuantile
from irlearn.measures import parse_measures

ALL = [kind(one) for kind in kinds_of("best").values() for one in kind.statistics]


def quantile(share: float, n: float = 1) -> float:
    """Φ⁻¹(share^(1/n)), from the logarithm."""
    return float(special.ndtri_exp(math.log(share) / n))


def m(n: int) -> float:
    """The mean of the highest of n standard normal numbers, by integration."""
    density = lambda x: x * n * stats.norm.pdf(x) * stats.norm.cdf(x) ** (n - 1)  # noqa: E731
    return integrate.quad(density, -12, 12, epsabs=1e-13, limit=400, points=(0, 2, 4))[0]


@given(
    n=st.integers(1, 100_000),
    mean=st.integers(0, 1000),
    error=st.integers(1, 500),
    share=st.integers(1, 99),
    rho=st.integers(0, 99),
)
def test_each_number_is_that_of_scipy(n, mean, error, share, rho):
    mu, s, p, r = mean / 1000, error / 10_000, share / 100, rho / 100
    stated = {"systems": n, "se": s}
    z = quantile(p, n)

    def close(asked, value, **numbers):
        found = explain(
            asked, {**stated, **numbers} if "error" in asked.required_numbers else {"systems": n, **numbers}
        )
        assert found.value == pytest.approx(value, rel=1e-9, abs=1e-12)
        assert all(line.is_correct for line in found.equations)

    close(BestOrigin(), mu - z * s, best=mu, probability=Fraction(100 - share, 100))
    close(BestOrigin("end"), mu - 2 * z * s, best=mu, probability=Fraction(100 - share, 100))
    close(LuckThresholds(), mu + z * s, mean=mu, level=p)
    close(LuckThresholds("lower"), mu - z * s, mean=mu, level=p)
    if n < 3000:
        close(ExpectedMaximum(), mu + s * m(n) * math.sqrt(1 - r), mean=mu, rho=r)
    close(ExpectedMaximum(), mu + s * 2.5 * math.sqrt(1 - r), mean=mu, rho=r, m=2.5)
    close(OneInside(), 2 * special.ndtr(p) - 1, z=p)
    close(AllInside(), (2 * special.ndtr(p) - 1) ** n, z=p)
    close(OneInside(), 2 * math.exp(math.log(p) / n) - 1, probability=Fraction(100 - share, 100))


@pytest.mark.parametrize(
    ("asked", "typed", "printed"),
    [
        (ExpectedMaximum(), "systems 100, mean .2, se .027", 0.2677),
        (ExpectedMaximum(), "N 100, mean .2, se .027, m_N 2.5076", 0.2677),
        (BestOrigin(), "best .303 of 103, se .0114", 0.2705),
        (BestOrigin("end"), "best .303 of 103 systems, se .0114", 0.2379),
        (BestOrigin(), "N=31 s=.0108 max=.4033", 0.3769),
        (BestOrigin("end"), "N=31 s=.0108 max=.4033", 0.3504),
        (BestOrigin(), "55 runs; maximum .3591; standard error 0.0024", 0.3527),
        (LuckThresholds(), "103 systems with mean .2 and se .0114", 0.2375),
        (LuckThresholds("lower"), "mean .2, sd .0806 over 50 topics, N 103", 0.1625),
        (AllInside(), "systems 100", 0.6397),
        (OneInside(), "systems 103", 0.9957),
        (OneInside(), "100 systems within 1.96 standard errors", 0.9500),
    ],
)
def test_the_figures_of_the_paper_come_out_of_what_students_type(asked, typed, printed):
    """Carterette (2015), figure 1, table 3 and section 3, as recomputed."""
    assert explain(asked, parse_input(asked, typed)).value == pytest.approx(printed, abs=5.1e-5)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("best of 103 systems is .303, se .0114", {"best": ".303", "systems": "103", "error": ".0114"}),
        ("the best of 103: .303", {"best": ".303", "systems": "103"}),
        ("Max = 0,303; N = 1,000; s.e. = 0,0114", {"best": ".303", "systems": "1000", "error": ".0114"}),
        ("µ=.2, rho 61%", {"mean": ".2", "correlation": ".61"}),
        ("m_103 2.5181 m", None),
        ("m_103 = 2.5181", {"m": "2.5181"}),
        ("m₁₀₃ = 2.5181", {"m": "2.5181"}),
        ("mu .2 sigma .027 n 100", {"mean": ".2", "error": ".027", "systems": "100"}),
        (
            "103 runs, the best value is 0.303, a standard error of 0.0114",
            {"systems": "103", "best": ".303", "error": ".0114"},
        ),
        ("b=.303,N=103,s=.0114", {"best": ".303", "systems": "103", "error": ".0114"}),
        ("N 9, a 20% chance", {"systems": "9", "chance": ".2"}),
        ("a mean of 0.2 among 103 systems", {"mean": ".2", "systems": "103"}),
        ("a maximum of 0,4 of 9", {"best": ".4", "systems": "9"}),
        ("95% level", {"level": ".95"}),
        ("standard deviation 0.0806 over 50", {"sd": ".0806", "topics": "50"}),
        ("sd .08 topics 50 systems 7", {"sd": ".08", "topics": "50", "systems": "7"}),
        ("probability 1/5 z 2", {"chance": "1/5", "z": "2"}),
        ("  ", {}),
    ],
)
def test_numbers_are_read_by_their_names_before_or_behind_them(text, numbers):
    if numbers is None:
        with pytest.raises(InputError, match="m has no number"):
            read_named(text)
    else:
        assert read_named(text) == {name: Fraction(number) for name, number in numbers.items()}


@pytest.mark.parametrize(
    ("asked", "typed", "reason"),
    [
        (BestOrigin(), "best .303, se .0114", "number of systems"),
        (BestOrigin(), "best .303 of 103", "needs the standard error, too"),
        (BestOrigin(), "best .303 of 103, sd .0806", "over 50 topics"),
        (BestOrigin(), "best .303 of 103, se .0114 over 50 topics", "a standard error already has the topics in it"),
        (BestOrigin(), "best .3 of 9, sd .1, se .1, 50 topics", "not both; leave out one"),
        (BestOrigin(), "best .303 of 103, se .0114, rho .61", "leave out the correlation"),
        (
            BestOrigin(),
            "best .303 of 103, se 0",
            "standard error … 0",
        ),
        (BestOrigin(), "best .303 of 103, se -.01", "standard error"),
        (BestOrigin(), "best .303, N 0, se .01", "number of systems"),
        (BestOrigin(), "best .303, N 2.5, se .01", "number of systems"),
        (BestOrigin(), "best .303 of 103, se .0114, probability 1", "above 0 and below 1, such as 0.2; given: 1"),
        (ExpectedMaximum(), "N 9 mean .2 se .01 rho 1", "correlation"),
        (BestOrigin(), "best .303 of 103, se .0114, se .02", "the standard error is given twice"),
        (BestOrigin(), "103 .303 .0114", "what 103 is has to be said; write each number once with its name"),
        (BestOrigin(), "best ever .303", "'ever' is not understood"),
        (BestOrigin(), "best, se .01", "the best value has no number"),
        (BestOrigin(), "best 1,303 of 103, se .0114", "the comma in '1,303' may part numbers"),
        (AllInside(), "9 systems, z 2, probability .1", "by its z or by a probability, not by both"),
        (BestOrigin(), "", "needs the number of systems, the best value and the standard error, too"),
        (BestOrigin(), "x" * 500, "the numbers have 500 signs"),
    ],
)
def test_what_is_missing_or_none_is_refused_in_one_sentence(asked, typed, reason):
    with pytest.raises(InputError) as refused:
        parse_input(asked, typed)
    assert re.search(parts(reason), str(refused.value))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("given", [(1, 2), ((), ()), 5, None, {"best": 0.3, "x": 1}, {"N": 9, "runs": 9}, ([9], [1])])
def test_what_are_no_numbers_by_name_is_refused(given):
    with pytest.raises(InputError):
        BestOrigin().read(given)


@given(st.text(alphabet="0123456789., /%=;Nsezbtmopµ_over ofbestmean\n", max_size=60))
def test_any_text_is_read_or_refused_in_one_sentence(text):
    try:
        BestOrigin().read(text)
    except InputError as error:
        refused = str(error)
    else:
        refused = ""
    assert "\n" not in refused


@pytest.mark.parametrize("asked", ALL, ids=repr)
def test_a_number_about_the_best_is_written_in_every_form_and_reads_back(asked):
    derivation = explain(asked, asked.example)
    plain = derivation.to_json()
    assert json.loads(json.dumps(plain)) == plain
    assert derivation.why in str(derivation)
    written = derivation.to_markdown(), derivation.to_latex(), re.sub("<.*?>", "", derivation.to_html())
    assert all(derivation.why.split(":")[-1][-40:] in text for text in written)
    assert derivation.equation.startswith(f"{asked.label} = ")
    assert asked.range[0] <= derivation.value <= asked.range[1]
    assert parse_significance(repr(asked)) == asked
    assert parse_significance(asked.name) == type(asked)()
    pair = asked.read(asked.example)
    assert asked.read(pair) == pair
    assert parse_input(asked, asked.input_text(pair)) == pair
    assert str(derivation.typeset())


def test_short_names_of_these_numbers_are_left_to_others():
    assert parse_significance("all") is None
    assert parse_quantity("expected maximum") == ExpectedMaximum()
    assert len(parse_measures("P,R")) == 2


def test_the_quantile_is_typeset_as_the_inverse():
    z = NormalQuantile(0.975)
    assert z.latex() == r"\Phi^{-1}\left(0.9750\right)"
    assert "<msup" in str(z.typeset())
    assert str(z.typeset()).count("Φ⁻¹") == 1  # in the text for screen readers
    assert str(Normal(2)) == "Φ(2)"


def test_a_best_value_below_the_mean_is_answered_and_said():
    found = explain(BestOrigin(), "best .1 of 9, mean .2, se .02")
    assert found.value == pytest.approx(0.1 - 0.02 * quantile(0.8, 9))
    assert found.notes[-1].startswith("The best value is below the mean")
