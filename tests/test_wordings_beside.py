"""Lists beside a list, in remarks, in code of many languages: read where they agree, refused where they do not."""

import pytest
from worded import refusal_of, value

READ = [
    ("DCG", "If the top-4 results have relevance [2, 0, 3, 1]", "2 0 3 1", ""),
    ("DCG", "Suppose the top 4 results have relevance grades [2, 0, 3, 1].", "2 0 3 1", ""),
    ("nDCG", "Ranking: [4, 0, 2, 1] (relevances)", "4 0 2 1", ""),
    ("nDCG", "Ranking: [4, 0, 2, 1] (relevance grades)", "4 0 2 1", ""),
    ("DCG@3", "the query has relevance grades [1, 0, 2] for the top-3 returned pages (in that order)", "1 0 2", ""),
    (
        "DCG",
        "a query has grades [1, 0, 2] of the top-3 pages (in order; first is fairly relevant, second is irrelevant)",
        "1 0 2",
        "",
    ),
    ("DCG", "Relevance scores: [3, 1, 0, 2]\nPredicted ranking: positions 1-4", "3 1 0 2", ""),
    ("AP", "Results: [N, R, R] (R=relevant, N=not)", "0 1 1", ""),
    ("AP", "Results: [N, R, R, N] (R = relevant, N = not relevant)", "0 1 1 0", ""),
    (
        "R@5",
        "The run's relevance judgements are R N N R R (R = relevant). The collection holds 6 relevant documents.",
        "1 0 0 1 1",
        "1 1 1",
    ),
    (
        "AP",
        "judgments are N R N R (R = relevant, N = not relevant). The collection has 3 relevant documents.",
        "0 1 0 1",
        "1",
    ),
    ("nDCG", "Given relevance grades [0, 2, 1] of the results in rank order", "0 2 1", ""),
    ("DCG", "Assume a search returns documents with relevance [3, 0, 2]", "3 0 2", ""),
    ("nDCG", "Example: relevance scores = [3, 0, 2, 1] (ranked by the system)", "3 0 2 1", ""),
    ("P@3", "when the results are [relevant, irrelevant, relevant]", "1 0 1", ""),
    ("AP", "Ranking: [relevant, not_relevant, relevant]", "1 0 1", ""),
    ("AP", "[relevant, not, not, relevant]", "1 0 0 1", ""),
    ("DCG", "// Relevance scores: [2, 0, 3]\nconst scores = [2, 0, 3];", "2 0 3", ""),
    ("DCG", "# relevance grades [2, 0, 3]\nscores = [2, 0, 3]", "2 0 3", ""),
    ("DCG", "// Relevance: [2, 0, 3] (higher = more relevant)\nlet relevance = vec![2.0, 0.0, 3.0];", "2 0 3", ""),
    ("DCG", "\"\"\"DCG for relevances [2, 0, 3].\"\"\"\ndcg([2, 0, 3])", "2 0 3", ""),
    ("DCG", "retrieved = [\"u\", \"v\", \"w\"] -> relevance = [0, 2, 1]", "0 2 1", ""),
    (
        "nDCG",
        ("retrieved = [\"u\", \"v\", \"w\"] -> relevance = [0, 1, 0]\n"
        "ideal = [\"v\", \"x\", \"u\"] -> relevance = [1, 1, 0]"),
        "0 1 0",
        "1",
    ),
    ("nDCG", "Retrieved [2, 0, 1] vs ideal [2, 2, 1]", "2 0 1", "2"),
    ("nDCG", "// Retrieved [1, 2, 0] vs ideal [2, 1]\nndcg([1, 2, 0], [2, 1], 3)", "1 2 0", ""),
    ("nDCG", "Retrieved grades [2,0,3]; full relevant set {3,2,2}.", "2 0 3", "2"),
    ("nDCG", "relevance: [1, 0, 3]\nideal order: [3, 1, 0]", "1 0 3", ""),
    ("nDCG", "Relevance vector: [1, 3, 0]\nSorted descending: [3, 1, 0]", "1 3 0", ""),
    ("DCG", "Results: [good, bad, fair]\nGains: [2, 0, 1]", "2 0 1", ""),
    ("DCG", "Retrieved: [d4 (0), d2 (2), d9 (1)] Ideal: [d2 (2), d9 (1), d4 (0)]", "0 2 1", ""),
    ("nDCG", "Actual grades: [0, 3, 2] (as ranked)\nIdeal grades: [3, 2, 0] (sorted)", "0 3 2", ""),
    ("DCG", "hits = [\"p4\", \"p2\", \"p1\"]\ndoc2rel = {\"p1\": 2, \"p2\": 0, \"p4\": 3}", "3 0 2", ""),
    (
        "nDCG",
        ("ranked = [\"p4\", \"p2\", \"p1\"]\n"
        "relevance = {\"p1\": 1, \"p4\": 3, \"p9\": 2}  # p4 is most relevant but ranked first"),
        "3 0 1",
        "2",
    ),
    (
        "R",
        "retrieved = [\"p4\", \"p2\"]\nrelevance = {\"p4\": 1, \"p7\": 1, \"p8\": 1}  # 3 relevant in total",
        "1 0",
        "1 1",
    ),
    (
        "nDCG@5",
        "qrels := map[string]int{\"p\": 3, \"q\": 2}\nNDCGAt(5, []string{\"q\", \"z\", \"p\"}, qrels)",
        "2 0 3",
        "",
    ),
    (
        "P@2",
        "Evaluate([]string{\"x.md\", \"c.md\", \"y.md\"}, map[string]int{\"b.md\": 2, \"c.md\": 1}, 2)",
        "0 1 0",
        "1",
    ),
    ("DCG@3", ">>> r = np.array([2,0,3,1])\n>>> dcg_at_k(r, 3)", "2 0 3 1", ""),
    (
        "MAP",
        ("relevance = torch.tensor([[1.0, 0.0, 1.0, 0.0]], device=device)\n"
        "n_relevant = torch.tensor([3], device=device)"),
        "1 0 1 0",
        "1",
    ),
    (
        "AP",
        ("let retrieved = vec![\"a1\", \"b2\"];\n"
        "let relevant: HashSet<&str> = [\"b2\", \"c3\"].into_iter().collect();"),
        "0 1",
        "1",
    ),
    ("AP", "let retrieved = [\"a1\", \"b2\"]\nlet relevant: Set<String> = [\"b2\", \"c3\"]", "0 1", "1"),
    ("AP", "const retrieved: string[] = ['a1', 'b2'];\nconst relevant = new Set<string>(['b2', 'c3']);", "0 1", "1"),
    ("AP", "String[] retrieved = {\"a1\", \"b2\"};\nSet<String> relevant = Set.of(\"b2\", \"c3\");", "0 1", "1"),
    ("nDCG", "rels <- c(3, 0, 2)\nndcg(rels, k = 3)", "3 0 2", ""),
    ("nDCG", "val ranked = listOf(\"a1\", \"b2\")\nval grades = mapOf(\"a1\" to 2, \"c3\" to 1)", "2 0", "1"),
    ("nDCG", "val retrieved = Seq(\"a1\", \"b2\")\nval grades = Map(\"a1\" -> 2, \"c3\" -> 1)", "2 0", "1"),
    ("nDCG", "grades = {\"x\": 3, \"z\": 1}\n# ranked x(3), y(0), z(1)", "3 0 1", ""),
    (
        "nDCG",
        "# ranked = [u(3), x(0), b(2)]\nranked = [\"u\", \"x\", \"b\"]\nrelevant = {\"u\": 3, \"b\": 2}",
        "3 0 2",
        "",
    ),
    ("AP", "actual <- 1:3\npredicted <- c(2, 7, 1)", "1 0 1", "1"),
    ("AP", "# relevant at ranks 1 and 3\nmap_of(['u1', 'u2', 'u3', 'u4'], {'u1', 'u3'})", "1 0 1 0", ""),
    (
        "P@3",
        "retrieved = [{\"id\": \"a\"}, {\"id\": \"b\"}, {\"id\": \"c\"}]\nrelevant = {\"a\", \"c\"}",
        "1 0 1",
        "",
    ),
    ("DCG", "[D7 (0), D1 (2), D2 (1)]", "0 2 1", ""),
    ("DCG", "System B: [Apple(rel=0), Pear(rel=1), Plum(rel=2)]", "0 1 2", ""),
    ("AP", "retrieved n1(hit),n2,n3(hit),n4", "1 0 1 0", ""),
    ("AP", "retrieved n1(hit),n2,n3(hit),n4; relevant {n1,n3}", "1 0 1 0", ""),
    ("AP", "ranked: m1(relevant), m2, m3(relevant)", "1 0 1", ""),
    ("DCG", "[Alien(3), Up(0), Heat(2)]", "3 0 2", ""),
    ("P@3", "relevant: [Seoul, Busan]\nrecommended: [Busan✅, Daegu❌, Seoul✅]", "1 0 1", ""),
    ("nDCG", "ranked = ['u', 'v', 'w']\nrelevant = {'u', 'x'}\nrelevance_scores = {'u': 3, 'x': 2}", "3 0 0", "2"),
    ("P@3", "Ground truth passages: {Part 1, Part 4}\nRetrieved passages: [Part 4, Part 2, Part 1]", "1 0 1", ""),
    ("nDCG", "Retrieved (k = 2): [`bill`, `spam`]\ngraded relevance: `bill` = grade 2, `ship` = grade 1", "2 0", "1"),
    ("AP", "# Results: [Relevant, Irrelevant, Relevant]\nap(['d1', 'd2', 'd3'], {'d1', 'd3'})", "1 0 1", ""),
    ("IDCG", "Relevance vector: [1, 3, 0]\nSort all available relevance scores descending: [3, 2, 1]", "1 3 0", "2"),
    ("AP", "n_relevant = [4]; relevance = [1, 0, 1]", "1 0 1", "1 1"),
    ("AP", "gold = 1:3; ranked = [3, 9]", "1 0", "1 1"),
    ("P", "retrieved: [doc 1, doc 2]; relevant: [doc 2]", "0 1", ""),
    ("DCG", "y_true = [3, 0, 2]; y_score = [3, 0, 2]", "3 2 0", ""),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "text", "plain", "missed"), READ)
def test_what_is_said_beside_a_list_leaves_its_value(measure, text, plain, missed):
    assert value(measure, text) == pytest.approx(value(measure, plain, missed=missed))


TESTS = [
    (
        "signed-rank",
        "let a = [1.5, 2.0, 3.0, 4.0];\nlet b = [2.0, 4.5, 6.0, 3.0];",
        "1.5 2.0 3.0 4.0 | 2.0 4.5 6.0 3.0",
    ),
    (
        "signed-rank",
        "// wilcoxon([1.5,2,3,4],[2,4.5,6,3])\nlet a = [1.5, 2.0, 3.0, 4.0];\nlet b = [2.0, 4.5, 6.0, 3.0];",
        "1.5 2.0 3.0 4.0 | 2.0 4.5 6.0 3.0",
    ),
    (
        "signed-rank",
        "paired_wilcoxon([0.3, 0.4, 0.5, 0.2], [0.1, 0.2, 0.15, 0.0])",
        "0.3 0.4 0.5 0.2 | 0.1 0.2 0.15 0.0",
    ),
    ("signed-rank", "wilcoxon([0.05, 0.04, -0.03, 0.02])", "0.05 0.04 -0.03 0.02 | 0 0 0 0"),
    (
        "kappa",
        "a = [\"yes\"] * 3 + [\"no\"] * 2\nb = [\"yes\"] * 2 + [\"no\"] * 3",
        "yes yes yes no no | yes yes no no no",
    ),
    ("tau", "rank a = [1,2,3,4], rank b = [1,2,4,3]", "1 2 3 4 | 1 2 4 3"),
    ("tau", "kendalltau([1, 2, 3, 4], [1, 2, 4, 3])", "1 2 3 4 | 1 2 4 3"),
    ("binomial", "binomtest(9, n=10)", "9 of 10"),
    ("signed-rank", "b = [2, 3, 5]\na = [1, 4, 3]", "1 4 3 | 2 3 5"),
    ("tau", "x = [1, 2, 3], y = [1, 3, 2]: 1 swap", "1 2 3 | 1 3 2"),
]  # fmt: skip


@pytest.mark.parametrize(("measure", "text", "plain"), TESTS)
def test_two_lists_of_a_call_or_of_code_are_those_of_the_test(measure, text, plain):
    assert value(measure, text) == value(measure, plain)


@pytest.mark.parametrize(
    ("measure", "text"),
    [
        ("nDCG", "ndcg([3, 2, 0, 1], [3, 2, 0, 1])"),
        ("nDCG", "scores = [3, 2, 0, 1]; relevance = [3, 2, 0, 1]"),
        ("DCG", "If the top-3 results have relevance [3, 0, 2], but the last is missing"),
        ("DCG", "If the top-3 results have relevance [3, 0, 2, 1]"),
        ("DCG", "If not [3, 0, 2]"),
        ("DCG", "Ranking: [3, 1, 2, 4] (document ids)"),
        ("DCG", "Ranking: [3, 1, 2, 4] (relevance order)"),
        ("DCG", "Relevance scores: [3, 1, 0, 2]\nPredicted ranking: positions 4-1"),
        ("DCG", "Relevance scores: [3, 1, 0, 2]\nPredicted ranking: positions 1-5"),
        ("DCG", "// Relevance scores: [3, 2, 0]\nconst scores = [0, 2, 3];"),
        ("AP", "Results: [N, R, R] (N=relevant, R=not)"),
        ("nDCG", "Retrieved [2, 0, 1] vs ideal [2, 2]"),
        ("nDCG", "Retrieved [2, 0, 1] vs baseline [2, 2, 1]"),
        ("nDCG", 'retrieved = ["u", "v", "w"] -> relevance = [0, 1]'),
        ("nDCG", 'ranked = ["p4", "p2", "p1"]\nrelevance = {"p1": 1, "p4": 2}  # p4 is ranked third'),
        ("nDCG", 'ranked = ["p4", "p2", "p1"]\nrelevance = {"p1": 1, "p4": 2}  # p2 is relevant too'),
        ("R", 'retrieved = ["p4", "p2"]\nrelevance = {"p4": 1, "p7": 1, "p8": 1}  # 2 relevant in total'),
        ("AP", "precision_at_k(['b'], ['b', 'd'], 1)"),
        ("AP", "retrieved n1(hit),n2,n3(hit),n4; relevant {n1,n2}"),
        ("DCG", "Retrieved ranking: [Py ✓✓✓, AI ✓✓✓✓, Java ✗]\nRelevance scores: [3, 2, 0]"),
        ("nDCG", '# ranked = [u(2), x(0), b(2)]\nranked = ["u", "x", "b"]\nrelevant = {"u": 3, "b": 2}'),
        ("DCG", "Retrieved: [d4 (0), d2 (2), d9 (1)] Ideal: [d2 (2), d9 (3), d4 (0)]"),
        ("DCG", "[D7 (0), D1 (2), D7 (1)]"),
        ("AP", "# relevant at ranks 1 and 2\nmap_of(['u1', 'u2', 'u3', 'u4'], {'u1', 'u3'})"),
        ("DCG", "relevance: [2, 0, 3]\nconst scores = [0.1, 0.5];"),
        ("nDCG", "ranked = ['u', 'v', 'w']\nrelevant = {'u', 'v'}\nrelevance_scores = {'u': 3, 'x': 2}"),
        ("AP", "# Results: [Relevant, Relevant, Irrelevant]\nap(['d1', 'd2', 'd3'], {'d1', 'd3'})"),
        (
            "nDCG",
            'retrieved = ["u", "v", "w"] -> relevance = [0, 1, 0]\nideal = ["v", "x", "u"] -> relevance = [1, 1, 1]',
        ),
        (
            "nDCG",
            'ranked = ["p4", "p2"]\nrelevance = {"p1": 1, "p4": 2, "p9": 3}  # p4 is most relevant but ranked first',
        ),
        ("DCG", "Ranking: [3, 1, 2] (relevance rank)"),
        ("DCG", "Results: [2, 0, 1] (not relevances)"),
        ("DCG", "[2, 0, 1] (first is irrelevant)"),
        ("DCG", "relevance: [2, 0, 1] (higher = less relevant)"),
        ("DCG", "relevance = [2, 0, 1]; other = [2, 0, 1]"),
        ("DCG", "# ids [3, 0, 2]\nrels = [3, 0, 2]"),
        ("nDCG", "relevance: [2, 0, 1]\nideal: [3, 2]"),
        ("nDCG", "relevance: [2, 0, 1]\nsorted ascending: [0, 1, 2]"),
        ("nDCG", "relevance: [2, 0, 1]; relevant {2, 1}"),
        ("DCG", "ratings = [3, 0, 2]; scores = [3, 0, 2]"),
        ("R", "retrieved = ['a', 'b']; relevant = {'a': 1, 'c': 1}  # 3 relevant"),
        ("nDCG", "ranked = ['u','v']; relevant = {'u','v'}; scores = {'u': 1, 'v': 3}"),
        ("DCG", "ids = [3, 1, 2]\nndcg(ids)"),
        ("DCG", "r = [3, 0, 2]\nr.sort()\ndcg(r)"),
        ("DCG", "r = [3, 0, 2]\nr = sorted(r)\ndcg(r)"),
        ("AP", "n_relevant = [1]; relevance = [1, 0, 1]"),
        ("DCG", "r = [3, 2, 0]\nndcg(r, 3)\nndcg(s, 2)"),
        ("AP", "# relevant at positions 0 and 2\nf(['a','b','c'],{'a','c'})"),
        ("nDCG", "u = [2, 0, 1] (relevance)\nv = [2, 1, 0] (relevance)"),
        ("signed-rank", "scores = [0.1, 0.2, 0.3]"),
        ("signed-rank", "a = [1, 2, 3]; b = [2, 3, 4]; c = [3, 1, 2]"),
        ("binomial", "sign_test(6, 0)"),
        ("DCG", "results [a (2), b (0)]; grades {a: 2, b: 1}"),
        ("DCG", "run = [('a', 1), ('b', 3)]; qrels = {'a': 1, 'b': 3}"),
        ("AP", "recommended: [x✅, y❌]; liked: [y]"),
        ("AP", "a, b, c; third is relevant"),
        ("nDCG", "Ideal list: d1: 3, d2: 0"),
        ("nDCG", "Ideal list:\nd1: 3\nd2: 0"),
    ],
)
def test_lists_that_do_not_agree_or_may_be_two_things_are_refused(measure, text):
    assert refusal_of(measure, text)


COUNTING = [
    *("ranked a(1), b(2), c(3)", "a (1), b (2)", "d1: 1, d2: 2, d3: 3, d4: 4", "retrieved: x7 (1), x9 (2), x4 (3)"),
    *("(a, 1), (b, 2), (c, 3)", "ranking = [('a', 1), ('b', 2)]", "a -> 1; b -> 2; c -> 3", "a,1\nb,2\nc,3"),
    *("1: 1, 2: 2, 3: 3", "Dokumente a (1), b (2), c (3)", "d3 - 1, d5 - 2, d7 - 3", "a\t1\nb\t2\nc\t3"),
    *("The system returned A=1, B=2, C=3", "résultats : a (1), b (2), c (3)", "1 1\n2 2\n3 3"),
]


@pytest.mark.parametrize("text", COUNTING)
@pytest.mark.parametrize("measure", ["nDCG@3", "P@2", "CG"])
def test_numbers_beside_names_that_just_count_may_be_ranks_and_are_not_read(text, measure):
    said = refusal_of(measure, text)
    assert "may tell the grades of" in said or "not understood" in said or "at rank" in said
    assert "documents or their ranks; write 'grades 1 2" in refusal_of("CG", COUNTING[0])


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("d1 (grade 1), d2 (grade 2), d3 (grade 3)", 6),
        ("doc grade\na 1\nb 2\nc 3", 6),
        ("rel(a)=1, rel(b)=2", 3),
        ("doc;Relevanz\na;1\nb;2", 3),
        ("Position 1: relevance 1\nPosition 2: relevance 2", 3),
        ("ranked a(3), b(2), c(1)", 6),
        ("a(0), b(1), c(2)", 3),
        ("a(1), b(3), c(2)", 6),
        ("d1: 1, d2: 2, d3: 2", 5),
        ("ranking: a, b, c; grades {a: 1, b: 2, c: 3}", 6),
        ("grades 1 2 3", 6),
    ],
)
def test_numbers_that_are_said_to_be_grades_or_do_not_count_are_read(text, right):
    assert value("CG", text) == right


@pytest.mark.parametrize(
    "text",
    [
        *("Relevant d1: 3, retrieved d2: 0", "relevant D7: 2; retrieved D7: 2", "retrieved d2: 0; relevant d1: 3"),
        *("Relevant A: 3, retrieved B: 0", "Relevant d1 = 3, ranked d2 = 0", "pertinent d1 : 3 ; résultats d2 : 0"),
    ],
)
def test_a_number_behind_one_document_is_no_list_of_its_own(text):
    for measure in ("CG", "P", "RR"):
        assert "not understood" in refusal_of(measure, text) or "write" in refusal_of(measure, text)


def test_lists_with_ids_in_their_names_are_read_as_before():
    assert value("P", "Relevant: d1; retrieved: d2, d1") == 0.5
    assert value("P", "relevant for q1: d1, d3; retrieved for q1: d3 d2") == 0.5
