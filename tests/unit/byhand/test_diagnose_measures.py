"""Test the diagnosis of wrong values of measures against numbers computed here by hand."""

from __future__ import annotations

import re
from fractions import Fraction
from math import log, log2, log10, sqrt

import pytest

from irlearn import MAP, MRR, Ranking, check, gMAP
from irlearn.byhand.catalogue import KINDS, MISCONCEPTIONS
from irlearn.byhand.checking import make_question
from irlearn.measures import (
    AP,
    CG,
    DCG,
    ERR,
    ESL,
    IDCG,
    RBP,
    RR,
    Accuracy,
    Bpref,
    CooperESL,
    F,
    Fallout,
    IPrec,
    Judged,
    MaxAP,
    MinAP,
    P,
    R,
    RBPres,
    Rprec,
    Success,
    nDCG,
    nERR,
)

parse = Ranking.parse
TUTORIAL = parse("1 1 1 0 1 1 0 1 0 0", relevant=8)
HOMEWORK = parse("relevant at 1, 3, 4, 6, 9 of 10; 7 relevant in all")
LATE = parse("0 1 0 1 0 0", relevant=4)
GRADED = parse("3 2 1 2 3")
MISSED = parse("2 0 3 1", missed="3 2")
UNJUDGED = parse("1 U 0 1 U 1 0 U", missed="1 1 0")
SCALE = parse("2 1 0 3 1", missed="2 1")
COLLECTION = parse("1 0 1 0 0", missed="1 1 1 0 0 0 0")
QUERIES = (parse("1 0 1", relevant=3), parse("0 1", relevant=2))
RANKS = ("1", "1/3", "1/2")
EXP = "exp-log2"


def ln_sum(*gains):
    return sum(gain / log(rank + 1) for rank, gain in enumerate(gains, 1))


def dcg(*gains, start=2):
    return sum(gain / log2(place) for place, gain in enumerate(gains, start))


def by(discount, *gains):
    return sum(gain / discount(rank) for rank, gain in enumerate(gains, 1))


def late_log(rank):
    return max(log2(rank), 1)


def one_plus(rank):
    return 1 + log2(rank)


def q(*parts):
    """A fraction from numerator and denominator."""
    return Fraction(*parts)


BY_HAND = {
    # precision: HOMEWORK has hits at 1 3 4 6 9 of 10, 7 relevant in all; P@5 is 3/5
    "p-cutoff-ignored": (P @ 5, HOMEWORK, "5/10"),
    "p-recall-given": (P @ 5, HOMEWORK, "3/7"),
    "p-over-retrieved": (P @ 8, LATE, "2/6"),
    "p-over-list": (P @ 5, HOMEWORK, "3/10"),
    "p-hits-below-cutoff": (P @ 8, HOMEWORK, "5/8"),
    "p-one-rank-short": (P @ 6, HOMEWORK, "3/5"),
    "p-one-rank-more": (P @ 4, HOMEWORK, "3/5"),
    "p-not-divided": (P @ 5, HOMEWORK, "3"),
    "p-share-not-relevant": (P @ 5, HOMEWORK, "2/5"),
    "p-odds": (P @ 5, HOMEWORK, "3/2"),
    "p-ap-given": (P @ 5, HOMEWORK, "(1/1 + 2/3 + 3/4) / 7"),
    "p-unjudged-left-out": (P @ 5, UNJUDGED, "2/3"),
    "p-unjudged-relevant": (P @ 5, UNJUDGED, "4/5"),
    "p-every-grade-counts": (P(rel=2) @ 4, SCALE, "3/4"),
    "p-document-twice": (P @ 5, HOMEWORK, "4/5"),
    # recall: R@5 is 3/7
    "r-cutoff-ignored": (R @ 5, HOMEWORK, "5/7"),
    "r-precision-given": (R @ 5, HOMEWORK, "0.6"),
    "r-over-found": (R @ 6, HOMEWORK, "4/5"),
    "r-over-list": (R @ 5, HOMEWORK, "3/10"),
    "r-odds": (R @ 5, HOMEWORK, "3/4"),
    "r-unjudged-relevant": (R, UNJUDGED, "6/5"),
    "r-every-grade-counts": (R(rel=2) @ 4, SCALE, "3/6"),
    "r-not-divided": (R @ 5, HOMEWORK, "3"),
    "r-one-rank-short": (R @ 6, HOMEWORK, "3/7"),
    "r-one-rank-more": (R @ 5, HOMEWORK, "4/7"),
    "r-document-twice": (R @ 5, HOMEWORK, "4/7"),
    "r-judged-twice": (R @ 5, HOMEWORK, "3/8"),
    "r-success-given": (R @ 5, HOMEWORK, "1"),
    # F: TUTORIAL has P 6/10 and R 6/8
    "f-cutoff-ignored": (F @ 5, TUTORIAL, q(2 * 6, 18)),
    "f-arithmetic-mean": (F, TUTORIAL, "(3/5 + 3/4) / 2"),
    "f-beta-on-precision": (F(beta=2), TUTORIAL, 5 * 0.6 * 0.75 / (0.6 + 4 * 0.75)),
    "f-beta-not-squared": (F(beta=2), TUTORIAL, 3 * 0.6 * 0.75 / (2 * 0.6 + 0.75)),
    "f-beta-ignored": (F(beta=2), TUTORIAL, "2/3"),
    "f-factor-missing": (F, TUTORIAL, "1/3"),
    "f-geometric-mean": (F, TUTORIAL, sqrt(0.6 * 0.75)),
    "f-product": (F, TUTORIAL, "9/20"),
    "f-precision-given": (F, TUTORIAL, "3/5"),
    "f-recall-given": (F, TUTORIAL, "3/4"),
    "f-recall-over-found": (F, TUTORIAL, "12/16"),
    "f-document-twice": (F, TUTORIAL, "14/18"),
    # success and the judged share
    "success-cutoff-ignored": (Success @ 1, LATE, "1"),
    "success-counted": (Success @ 4, LATE, "2"),
    "success-precision-given": (Success @ 4, LATE, "2/4"),
    "success-recall-given": (Success @ 6, parse("0 1 0 1 0 0", relevant=5), "2/5"),
    "success-rr-given": (Success @ 4, parse("0 0 1 1"), "1/3"),
    "judged-cutoff-ignored": (Judged @ 4, UNJUDGED, "5/8"),
    "judged-over-cutoff": (Judged @ 10, UNJUDGED, "5/10"),
    "judged-relevant-counted": (Judged @ 7, UNJUDGED, "3/7"),
    "judged-unjudged-counted": (Judged @ 7, UNJUDGED, "2/7"),
    "judged-over-all-judged": (Judged @ 7, UNJUDGED, "5/8"),
    "judged-not-divided": (Judged @ 7, UNJUDGED, "5"),
    # average precision of the tutorial: (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 8
    "ap-over-found": (AP, TUTORIAL, "0.897"),
    "ap-over-list": (AP, TUTORIAL, "5.383/10"),
    "ap-over-smaller": (AP @ 5, TUTORIAL, "(1/1 + 2/2 + 3/3 + 4/5) / 5"),
    "ap-mean-over-all-ranks": (AP, LATE, "(0 + 1/2 + 1/3 + 2/4 + 2/5 + 2/6) / 6"),
    "ap-all-ranks-added": (AP, LATE, "(0 + 1/2 + 1/3 + 2/4 + 2/5 + 2/6) / 4"),
    "ap-ranks-from-0": (AP, LATE, "(1/1 + 2/3) / 4"),
    "ap-ranks-from-2": (AP, TUTORIAL, "(1/2 + 2/3 + 3/4 + 4/6 + 5/7 + 6/9) / 8"),
    "ap-hit-not-counted": (AP, TUTORIAL, "(0/1 + 1/2 + 2/3 + 3/5 + 4/6 + 5/8) / 8"),
    "ap-not-divided": (AP, TUTORIAL, "1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8"),
    "ap-reciprocal-ranks-averaged": (AP, TUTORIAL, "(1/1 + 1/2 + 1/3 + 1/5 + 1/6 + 1/8) / 10"),
    "ap-reciprocal-ranks": (AP, TUTORIAL, "(1/1 + 1/2 + 1/3 + 1/5 + 1/6 + 1/8) / 8"),
    "ap-rr-given": (AP, TUTORIAL, "1"),
    "ap-precision-given": (AP, TUTORIAL, "6/10"),
    "ap-recall-given": (AP, HOMEWORK, "5/7"),
    "ap-rprec-given": (AP, HOMEWORK, "4/7"),
    "ap-interpolated": (AP, HOMEWORK, "(1/1 + 3/4 + 3/4 + 4/6 + 5/9) / 7"),
    "ap-eleven-points": (AP, LATE, "6 * 1/2 / 11"),
    "ap-trapezoids": (AP, HOMEWORK, "(1 + (1 + 2/3)/2 + (2/3 + 3/4)/2 + (3/4 + 4/6)/2 + (4/6 + 5/9)/2) / 7"),
    "ap-over-missed": (AP, TUTORIAL, "(1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 2"),
    "ap-one-too-many": (AP, TUTORIAL, "(1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 9"),
    "ap-unjudged-left-out": (AP, UNJUDGED, "(1/1 + 2/3 + 3/4) / 5"),
    "ap-every-grade-counts": (AP(rel=2), SCALE, "(1/1 + 2/2 + 3/4 + 4/5) / 6"),
    "ap-cutoff-ignored": (AP @ 5, HOMEWORK, "(1/1 + 2/3 + 3/4 + 4/6 + 5/9) / 7"),
    "ap-over-cutoff": (AP @ 5, LATE, "(1/2 + 2/4) / 5"),
    "ap-over-all": (AP(divisor="min") @ 5, TUTORIAL, "(1/1 + 2/2 + 3/3 + 4/5) / 8"),
    "ap-ties-expected": (AP, parse("(1 0)"), "3/4"),
    "ap-ties-as-listed": (AP(ties="expected"), parse("(1 0)"), "1"),
    # its bounds, with two documents missed by the homework's list
    "maxap-ap-given": (MaxAP, HOMEWORK, "(1/1 + 2/3 + 3/4 + 4/6 + 5/9) / 7"),
    "maxap-over-found": (MaxAP, HOMEWORK, "(1/1 + 2/3 + 3/4 + 4/6 + 5/9) / 5"),
    "minap-ap-given": (MinAP(collection=50), HOMEWORK, "(1/1 + 2/3 + 3/4 + 4/6 + 5/9) / 7"),
    "minap-not-divided": (MinAP(collection=50), HOMEWORK, "1/1 + 2/3 + 3/4 + 4/6 + 5/9 + 6/49 + 7/50"),
    "minap-over-found": (MinAP, HOMEWORK, "(1/1 + 2/3 + 3/4 + 4/6 + 5/9) / 5"),
    "minap-largest-given": (MinAP(collection=50), HOMEWORK, "(1/1 + 2/3 + 3/4 + 4/6 + 5/9 + 6/11 + 7/12) / 7"),
    # fallout and accuracy of 12 documents, 5 of them relevant; four are read, two of them relevant
    "fallout-over-read": (Fallout @ 4, COLLECTION, "2/4"),
    "fallout-over-collection": (Fallout @ 4, COLLECTION, "2/12"),
    "fallout-cutoff-ignored": (Fallout @ 4, COLLECTION, "3/7"),
    "p-accuracy": (P, COLLECTION, "(2 + 4) / 12"),
    "r-accuracy": (R, COLLECTION, "(2 + 4) / 12"),
    "accuracy-not-read-left-out": (Accuracy @ 4, COLLECTION, "2/12"),
    "accuracy-precision-given": (Accuracy @ 4, COLLECTION, "2/4"),
    "accuracy-cutoff-ignored": (Accuracy @ 4, COLLECTION, "6/12"),
    "ap-document-twice": (AP, LATE, "(1/2 + 2/3 + 3/4) / 4"),
    "ap-over-retrieved": (AP @ 10, LATE, "(1/2 + 2/4) / 6"),
    # reciprocal rank: LATE has hits at 2 and 4 of 6, 4 relevant in all
    "rr-rank-given": (RR, LATE, "2"),
    "rr-second-hit": (RR, LATE, "1/4"),
    "rr-rank-plus-1": (RR, LATE, "1/3"),
    "rr-ranks-from-0": (RR, LATE, "1/1"),
    "rr-all-hits-added": (RR, LATE, "1/2 + 1/4"),
    "rr-all-hits-averaged": (RR, LATE, "(1/2 + 1/4) / 2"),
    "rr-all-hits-over-ranks": (RR, Ranking.parse("1 0 0 1"), "0.3125"),
    "rr-mean-rank-turned-over": (RR, LATE, "1 / ((2 + 4) / 2)"),
    "rr-ap-given": (RR, LATE, "(1/2 + 2/4) / 4"),
    "rr-over-relevant": (RR, LATE, "1/8"),
    "rr-unjudged-left-out": (RR, parse("U 0 U 1"), "1/2"),
    "rr-every-grade-counts": (RR(rel=2), parse("0 1 0 2"), "1/2"),
    "rr-cutoff-ignored": (RR @ 1, LATE, "1/2"),
    # R-precision of the homework: four hits in seven ranks
    "rprec-precision-given": (Rprec, HOMEWORK, "5/10"),
    "rprec-recall-given": (Rprec, HOMEWORK, "5/7"),
    "rprec-at-found": (Rprec, HOMEWORK, "3/5"),
    "rprec-over-list": (Rprec, HOMEWORK, "4/10"),
    "rprec-over-retrieved": (Rprec, parse("1 0 1", relevant=5), "2/3"),
    "rprec-ap-given": (Rprec, HOMEWORK, "(1/1 + 2/3 + 3/4 + 4/6 + 5/9) / 7"),
    "rprec-not-divided": (Rprec, HOMEWORK, "4"),
    # rank-biased precision of hits at 2 and 4
    "rbp-first-hit-only": (RBP(p=0.8), LATE, "0.1600"),
    "rbp-weights-of-the-list": (RBP(p=0.8), LATE, (0.8 + 0.8**3) / sum(0.8**n for n in range(6))),
    "rbp-not-divided": (RBP(p=0.8), LATE, "0.8 + 0.512"),
    "rbp-power-of-rank": (RBP(p=0.8), LATE, 0.2 * (0.8**2 + 0.8**4)),
    "rbp-p-and-stop-swapped": (RBP(p=0.8), LATE, 0.8 * (0.2 + 0.2**3)),
    "rbp-cutoff-ignored": (RBP(p=0.8) @ 3, LATE, 0.2 * (0.8 + 0.8**3)),
    "maxap-not-divided": (MaxAP, HOMEWORK, "1/1 + 2/3 + 3/4 + 4/6 + 5/9 + 6/11 + 7/12"),
    "rbpres-rbp-given": (RBPres(p=0.8) @ 5, UNJUDGED, 0.2 * (1 + 0.8**3)),
    "rbpres-one-power-less": (RBPres(p=0.8), LATE, 0.8**5),
    "rbpres-unjudged-left-out": (RBPres(p=0.8) @ 5, UNJUDGED, 0.8**5),
    # expected reciprocal rank of grades 2 0 3 1: chances to stop 3/8, 0, 7/8, 1/8
    "err-reader-never-stops": (ERR(max_grade=3), MISSED, "3/8 + 7/8/3 + 1/8/4"),
    "err-scale-of-the-list": (ERR(max_grade=4), MISSED, "3/8 + 5/8*7/8/3 + 5/8*1/8*1/8/4"),
    "err-stops-for-certain": (ERR(max_grade=3), MISSED, "3/7 + 4/7*7/7/3"),
    "err-rr-given": (ERR(max_grade=3), parse("0 1 0 3"), "1/2"),
    "err-goes-on-by-whole-chance": (
        ERR(max_grade=3),
        parse("3 2 3 1 0"),
        "7/8 + 1/8*3/8/2 + 1/8*(1-3/64)*7/8/3 + 1/8*(1-3/64)*(1-1/8*61/64*7/8)*1/8/4",
    ),
    "err-cutoff-ignored": (ERR(max_grade=3) @ 2, MISSED, "3/8 + 5/8*7/8/3 + 5/8*1/8*1/8/4"),
    "nerr-err-given": (nERR(max_grade=3), MISSED, "3/8 + 5/8*7/8/3 + 5/8*1/8*1/8/4"),
    "nerr-ideal-of-retrieved": (nERR(max_grade=3) @ 1, parse("1 0 2", missed="3"), "1/3"),
    "nerr-ideal-not-cut": (nERR(max_grade=3) @ 1, parse("1 0 3"), "1/8 / (7/8 + 1/8*1/8/2)"),
    # binary preference of 1 U 0 1 U 1 0 U with R = 5 and N = 3, so counts are divided by 3
    "bpref-not-divided": (Bpref, UNJUDGED, "3/3 + 2/3 + 2/3"),
    "bpref-unjudged-not-relevant": (Bpref, UNJUDGED, "(3/3 + 1/3 + 0/3) / 5"),
    "bpref-over-found": (Bpref, UNJUDGED, "(3/3 + 2/3 + 2/3) / 3"),
    "bpref-over-r": (Bpref, UNJUDGED, "(5/5 + 4/5 + 4/5) / 5"),
    "bpref-as-trec-eval": (Bpref(divisor="R"), UNJUDGED, "(3/3 + 2/3 + 2/3) / 5"),
    "bpref-ten-more": (Bpref, UNJUDGED, "(15/15 + 14/15 + 14/15) / 5"),
    # expected search length
    "esl-read-in-vain": (ESL, parse("0 0 1 0"), "2"),
    "cooperesl-every-document-counted": (CooperESL, parse("0 0 1 0"), "3"),
    "cooperesl-first-hit": (CooperESL(wanted=2), parse("0 1 0 1 0"), "1"),
    "cooperesl-ties-at-best": (CooperESL, parse("0 (0 0 1 0) 1"), "1"),
    "cooperesl-ties-at-worst": (CooperESL, parse("0 (0 0 1 0) 1"), "4"),
    "esl-rr-given": (ESL, parse("0 0 1 0"), "1/3"),
    "esl-first-hit": (ESL(wanted=2), LATE, "2"),
    "esl-ties-at-best": (ESL, parse("0 (0 0 1 0) 1"), "2"),
    "esl-ties-at-worst": (ESL, parse("0 (0 0 1 0) 1"), "5"),
    # interpolated precision of the homework: recall 1/7 .. 5/7, precision 1, 2/3, 3/4, 4/6, 5/9
    "iprec-at-the-level": (IPrec @ 0.2, HOMEWORK, "2/3"),
    "iprec-last-point-carried-on": (IPrec @ 0.8, HOMEWORK, "5/9"),
    "iprec-highest-of-the-list": (IPrec @ 0.5, HOMEWORK, "1"),
    "iprec-recall-over-found": (IPrec @ 0.6, HOMEWORK, "3/4"),
    "iprec-over-ten": (IPrec, LATE, "6 * 1/2 / 10"),
    "iprec-reached-levels-only": (IPrec, parse("1 0 0 1", relevant=4), "(3 * 1 + 3 * 1/2) / 6"),
    "iprec-ap-given": (IPrec, HOMEWORK, "(1/1 + 2/3 + 3/4 + 4/6 + 5/9) / 7"),
    "iprec-interpolated": (IPrec(interpolate=False) @ 0.2, HOMEWORK, "3/4"),
    # cumulated gain of 3 2 1 2 3
    "cg-cutoff-ignored": (CG @ 3, GRADED, "11"),
    "cg-discounted": (CG @ 3, GRADED, dcg(3, 2, 1)),
    "cg-documents-counted": (CG @ 4, MISSED, "3"),
    "cg-averaged": (CG @ 3, GRADED, "6/3"),
    "cg-exponential-gain": (CG @ 4, GRADED, "7 + 3 + 1 + 3"),
    "cg-missed-counted": (CG @ 3, MISSED, "11"),
    "cg-first-skipped": (CG @ 4, GRADED, "2 + 1 + 2"),
    "cg-one-rank-more": (CG @ 3, GRADED, "8"),
    "cg-one-rank-short": (CG @ 4, GRADED, "6"),
    # DCG of 3 2 1 2 3, and of the ideal 3 3 2 2 1
    "dcg-cutoff-ignored": (DCG @ 3, GRADED, dcg(3, 2, 1, 2, 3)),
    "dcg-natural-log": (DCG @ 5, GRADED, ln_sum(3, 2, 1, 2, 3)),
    "dcg-log10": (DCG @ 5, GRADED, by(lambda rank: log10(rank + 1), 3, 2, 1, 2, 3)),
    "dcg-log-of-rank": (DCG @ 5, GRADED, by(late_log, 3, 2, 1, 2, 3)),
    "dcg-log-of-rank-plus-1": (DCG(discount="log2-rank") @ 5, GRADED, "6.784"),
    "dcg-log-shifted": (DCG @ 5, GRADED, dcg(3, 2, 1, 2, 3, start=3)),
    "dcg-over-rank": (DCG @ 5, GRADED, "3 + 2/2 + 1/3 + 2/4 + 3/5"),
    "dcg-not-discounted": (DCG @ 5, GRADED, "11"),
    "dcg-exponential-gain": (DCG @ 5, GRADED, dcg(7, 3, 1, 3, 7)),
    "dcg-linear-gain": (DCG(dcg=EXP) @ 5, GRADED, "6.784"),
    "dcg-two-to-the-grade": (DCG(dcg=EXP) @ 5, GRADED, dcg(8, 4, 2, 4, 8)),
    "dcg-relevance-only": (DCG @ 5, GRADED, dcg(1, 1, 1, 1, 1)),
    "dcg-averaged": (DCG @ 5, GRADED, dcg(3, 2, 1, 2, 3) / 5),
    "dcg-first-skipped": (DCG @ 5, GRADED, dcg(0, 2, 1, 2, 3)),
    "dcg-ideal-given": (DCG @ 5, GRADED, "7.141"),
    "dcg-ndcg-given": (DCG @ 5, GRADED, "0.94998"),
    "dcg-one-rank-more": (DCG @ 3, GRADED, dcg(3, 2, 1, 2)),
    "dcg-one-rank-short": (DCG @ 4, GRADED, dcg(3, 2, 1)),
    "dcg-document-twice": (DCG @ 4, MISSED, dcg(2, 2, 3, 1)),
    "idcg-natural-log": (IDCG @ 5, GRADED, ln_sum(3, 3, 2, 2, 1)),
    "idcg-log10": (IDCG @ 5, GRADED, by(lambda rank: log10(rank + 1), 3, 3, 2, 2, 1)),
    "idcg-log-of-rank": (IDCG @ 5, GRADED, by(late_log, 3, 3, 2, 2, 1)),
    "idcg-log-of-rank-plus-1": (IDCG(discount="log2-rank") @ 5, GRADED, "7.141"),
    "idcg-log-shifted": (IDCG @ 5, GRADED, dcg(3, 3, 2, 2, 1, start=3)),
    "idcg-over-rank": (IDCG @ 5, GRADED, "3 + 3/2 + 2/3 + 2/4 + 1/5"),
    "idcg-not-discounted": (IDCG @ 5, GRADED, "11"),
    "idcg-exponential-gain": (IDCG @ 5, GRADED, dcg(7, 7, 3, 3, 1)),
    "idcg-linear-gain": (IDCG(dcg=EXP) @ 5, GRADED, "7.141"),
    "idcg-two-to-the-grade": (IDCG(dcg=EXP) @ 5, GRADED, dcg(8, 8, 4, 4, 2)),
    "idcg-relevance-only": (IDCG @ 5, GRADED, dcg(1, 1, 1, 1, 1)),
    "idcg-averaged": (IDCG @ 5, GRADED, dcg(3, 3, 2, 2, 1) / 5),
    "idcg-first-skipped": (IDCG @ 5, GRADED, dcg(0, 3, 2, 2, 1)),
    "idcg-dcg-given": (IDCG @ 5, GRADED, "6.784"),
    "idcg-retrieved-only": (IDCG @ 4, MISSED, dcg(3, 2, 1, 0)),
    "idcg-first-ranks-sorted": (IDCG @ 3, GRADED, dcg(3, 2, 1)),
    "idcg-cutoff-ignored": (IDCG @ 3, GRADED, "7.141"),
    "idcg-not-sorted": (IDCG @ 4, MISSED, dcg(2, 3, 1, 3)),
    # nDCG of 2 0 3 1 with missed grades 3 and 2: the ideal at 4 is 3 3 2 2
    "ndcg-cutoff-ignored": (nDCG @ 2, MISSED, dcg(2, 0, 3, 1) / dcg(3, 3, 2, 2, 1, 0)),
    "ndcg-ideal-of-retrieved": (nDCG @ 4, MISSED, dcg(2, 0, 3, 1) / dcg(3, 2, 1, 0)),
    "ndcg-ideal-of-first-ranks": (nDCG @ 3, GRADED, dcg(3, 2, 1) / dcg(3, 2, 1)),
    "ndcg-ideal-not-cut": (nDCG @ 4, MISSED, dcg(2, 0, 3, 1) / dcg(3, 3, 2, 2, 1, 0)),
    "ndcg-dcg-given": (nDCG @ 5, GRADED, "6.784"),
    "ndcg-idcg-given": (nDCG @ 5, GRADED, "7.141"),
    "ndcg-not-discounted": (nDCG @ 4, MISSED, "6/10"),
    "ndcg-ideal-not-discounted": (nDCG @ 4, MISSED, dcg(2, 0, 3, 1) / 10),
    "ndcg-list-not-discounted": (nDCG @ 4, MISSED, 6 / dcg(3, 3, 2, 2)),
    "ndcg-over-cutoff": (nDCG @ 4, MISSED, dcg(2, 0, 3, 1) / 4),
    "ndcg-log-of-rank": (nDCG @ 4, MISSED, by(late_log, 2, 0, 3, 1) / by(late_log, 3, 3, 2, 2)),
    "ndcg-log-of-rank-plus-1": (nDCG(discount="log2-rank") @ 4, MISSED, dcg(2, 0, 3, 1) / dcg(3, 3, 2, 2)),
    "ndcg-over-rank": (nDCG @ 4, MISSED, "(2 + 3/3 + 1/4) / (3 + 3/2 + 2/3 + 2/4)"),
    "ndcg-log-shifted": (nDCG @ 4, MISSED, dcg(2, 0, 3, 1, start=3) / dcg(3, 3, 2, 2, start=3)),
    "ndcg-exponential-gain": (nDCG @ 4, MISSED, dcg(3, 0, 7, 1) / dcg(7, 7, 3, 3)),
    "ndcg-linear-gain": (nDCG(dcg=EXP) @ 4, MISSED, dcg(2, 0, 3, 1) / dcg(3, 3, 2, 2)),
    "ndcg-relevance-only": (nDCG @ 4, MISSED, dcg(1, 0, 1, 1) / dcg(1, 1, 1, 1)),
    "ndcg-document-twice": (nDCG @ 4, MISSED, dcg(2, 2, 3, 1) / dcg(3, 3, 2, 2)),
    "ndcg-ideal-not-sorted": (nDCG @ 4, MISSED, dcg(2, 0, 3, 1) / dcg(2, 3, 1, 3)),
    "ndcg-exponential-gain-of-list": (nDCG @ 4, MISSED, dcg(3, 0, 7, 1) / dcg(3, 3, 2, 2)),
    "ndcg-log-of-rank-of-list": (nDCG @ 4, MISSED, by(late_log, 2, 0, 3, 1) / dcg(3, 3, 2, 2)),
    # means of 1, 1/2 and 1/10
    "map-geometric-mean": (MAP, ("1", "0.5", "0.1"), "0.3684"),
    "map-not-divided": (MAP, ("1", "0.5", "0.1"), "1.6"),
    "map-zeros-left-out": (MAP, ("1", "0.5", "0"), "1.5/2"),
    "map-harmonic-mean": (MAP, ("1", "0.5", "0.1"), "3 / (1 + 2 + 10)"),
    "map-median": (MAP, ("1", "0.5", "0.1"), "0.500"),
    "map-pooled": (MAP, QUERIES, "(1/1 + 2/3 + 3/5) / 5"),
    "map-by-documents": (MAP, QUERIES, "(1/1 + 2/3 + 1/2) / 5"),
    "map-mrr-given": (MAP, QUERIES, "(1 + 1/2) / 2"),
    "map-ap-over-found": (MAP, QUERIES, "(5/6 + 1/2) / 2"),
    "gmap-arithmetic-mean": (gMAP, ("1", "0.5", "0.1"), "0.5333"),
    "gmap-zero-kills": (gMAP, ("1", "0.5", "0"), "0"),
    "gmap-zeros-left-out": (gMAP, ("1", "0.5", "0"), sqrt(0.5)),
    "gmap-no-root": (gMAP, ("1", "0.5", "0.1"), "0.05"),
    "gmap-square-root": (gMAP, ("1", "0.5", "0.1"), sqrt(0.05)),
    "gmap-harmonic-mean": (gMAP, ("1", "0.5", "0.1"), "3/13"),
    "gmap-product-over-queries": (gMAP, ("1", "0.5", "0.1"), "0.0167"),
    "gmap-logs-not-turned-back": (gMAP, ("1", "0.5", "0.1"), log(0.05) / 3),
    "gmap-epsilon-added": (gMAP(epsilon=0.1), ("1", "0.5", "0"), (1.1 * 0.6 * 0.1) ** (1 / 3) - 0.1),
    "gmap-ap-over-found": (gMAP, QUERIES, sqrt(5 / 6 * 1 / 2)),
    # reciprocal ranks of ranks 1, 3 and 2
    "mrr-mean-rank-turned-over": (MRR, RANKS, "3/6"),
    "mrr-mean-rank": (MRR, RANKS, "6/3"),
    "mrr-rank-plus-1": (MRR, RANKS, "(1/2 + 1/4 + 1/3) / 3"),
    "mrr-not-divided": (MRR, RANKS, "11/6"),
    "mrr-zeros-left-out": (MRR, ("1", "1/4", "0"), "(1 + 1/4) / 2"),
    "mrr-median": (MRR, RANKS, "1/2"),
    "mrr-map-given": (MRR, QUERIES, "(5/9 + 1/4) / 2"),
    "mrr-rr-second-hit": (MRR, QUERIES, "(1/3 + 1/2) / 2"),
}
LIFTED = {"map-ap-over-found", "gmap-ap-over-found", "mrr-rr-second-hit"}  # a measure's mistake, made in each query


@pytest.mark.parametrize("identity", BY_HAND)
def test_the_number_of_a_wrong_rule_is_recognised(identity):
    asked, given, answer = BY_HAND[identity]
    typed = answer if isinstance(answer, str) else str(answer) if isinstance(answer, Fraction) else f"{answer:.5f}"
    verdict = check(asked, given, typed)
    assert not verdict.conclusive
    assert identity in [one.id for one in verdict.diagnoses]


@pytest.mark.parametrize(
    ("asked", "given", "identity", "said"),
    [
        (AP @ 10, parse("1 0 1 0 1", relevant=4), "ap-over-list", "You divided by 10, the cutoff. AP divides by 4,"),
        (AP, LATE, "ap-over-list", "You divided by 6, the length of the list."),
        (
            R @ 10,
            parse("1 0 1", relevant=4),
            "r-precision-given",
            "You divided by 10, the cutoff, which gives precision.",
        ),
        (
            gMAP,
            ("1", "0", "0"),
            "gmap-zero-kills",
            "This is gMAP by another convention: 2 queries with 0 make the product 0",
        ),
        (
            gMAP,
            ("1", "0.5", "0"),
            "gmap-zero-kills",
            "This is gMAP by another convention: 1 query with 0 makes the product 0",
        ),
        (
            AP,
            parse("0 1 0", relevant=2),
            "ap-over-found",
            "You divided by the 1 relevant document that was retrieved, not by all 2.",
        ),
        (R @ 2, parse("0 1 0 1", relevant=3), "r-over-found", "You divided by the 2 relevant documents in the list."),
        (AP @ 1, parse("1 0 1", relevant=2), "ap-mean-over-all-ranks", "You averaged the precision over 1 rank."),
    ],
)
def test_the_sentence_of_a_rule_is_true_of_the_ranking_and_agrees_in_number(asked, given, identity, said):
    found = {one.id: one.message for one in make_question(asked, given).wrong_answers}
    assert found[identity].startswith(said)


def test_no_sentence_speaks_of_one_in_the_plural():
    plural = re.compile(
        r"\b(the|all|only) 1 (relevant )?(documents|ranks|queries|values)\b|\b1 (relevant )?(documents|ranks|queries)\b"
    )
    short = [parse("1", relevant=1), parse("0 1", relevant=1), parse("1 0 1", relevant=4), parse("1 U", missed="1")]
    for measure in (
        P,
        P @ 1,
        P @ 3,
        R,
        R @ 1,
        AP,
        AP @ 1,
        AP @ 3,
        RR,
        Rprec,
        Bpref,
        F,
        F @ 3,
        Judged @ 1,
        Judged @ 3,
        CG @ 1,
        nDCG @ 1,
    ):
        for ranking in short:
            for one in make_question(measure, ranking).wrong_answers:
                assert not plural.search(one.message), one.message


def test_the_steps_of_a_wrong_rule_do_not_hold_the_right_value():
    for measure, identity in ((DCG @ 3, "dcg-averaged"), (CG @ 3, "cg-averaged"), (IDCG @ 3, "idcg-averaged")):
        lines = {one.id: one.working().lines for one in make_question(measure, parse("0 2 0")).wrong_answers}[identity]
        assert "log2" not in lines[0]
        assert f"{measure!r} = sum / 3 = " in lines[0]


def test_a_mistake_in_each_query_names_the_query_in_each_line():
    queries = (parse("0 1 0 1"), parse("0 0 1 1", relevant=3))
    lines = {one.id: one.working().lines for one in make_question(MAP, queries).wrong_answers}["map-ap-rprec-given"]
    assert [line.partition(" = ")[0] for line in lines] == ["Rprec of query 1", "Rprec of query 2", "MAP"]


def test_each_wrong_rule_is_above_under_the_id_that_class_sheets_name():
    about_tests = {
        one.id for one in MISCONCEPTIONS.values() if one.measure in {*KINDS, "mean"}
    }  # in files of their own
    assert set(MISCONCEPTIONS) - about_tests == set(BY_HAND) - LIFTED


@pytest.mark.parametrize(
    ("measure", "first_of_graded", "first_of_relevance"),
    [("DCG", "dcg-not-discounted", "dcg-cutoff-ignored"), ("RBP", "rbp-not-divided", "rbp-cutoff-ignored")],
)
def test_misconceptions_of_graded_relevance_are_named_before_those_of_binary_relevance(
    measure, first_of_graded, first_of_relevance
):
    order = [identity for identity, misconception in MISCONCEPTIONS.items() if misconception.measure == measure]
    assert order.index(first_of_graded) < order.index(first_of_relevance)
