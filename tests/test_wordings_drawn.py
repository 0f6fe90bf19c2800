"""Tables drawn with lines, in HTML and LaTeX, with a topic, ranges of ranks, ordinals, and words behind the grades."""

import pytest
from worded import refusal_of, value

READ = [
    ("┌──────┬─────┐\n│ Rank │ Rel │\n├──────┼─────┤\n│ 1    │ 2   │\n│ 2    │ 0   │\n└──────┴─────┘", "2 0", ""),
    ("╔═══╦═════╗\n║ k ║ Rel ║\n╠═══╬═════╣\n║ 1 ║ 0   ║\n║ 2 ║ 3   ║\n╚═══╩═════╝", "0 3", ""),
    ("<table><tr><th>Rank</th><th>Rel</th></tr><tr><td>1</td><td>2</td></tr><tr><td>2</td><td>0</td></tr></table>",
     "2 0", ""),
    ("\\begin{tabular}{cc}\n\\hline\nRank & Rel \\\\\n\\hline\n1 & 2 \\\\\n2 & 0 \\\\\n\\end{tabular}", "2 0", ""),
    ("| Rank | Page | Relevant? |\n|--|--|--|\n| 1 | u | yes |\n| 2 | v | no |\n| 3-4 | w, x | no |", "1 0 0 0", ""),
    ("| Place | Page | Relevant? |\n|--|--|--|\n| 1st | u | ✗ |\n| 2nd | v | ✓ |", "0 1", ""),
    ("| Rank | Page | Relevance |\n|--|--|--|\n| 1 | u | 2 (relevant) |\n| 2 | v | 0 (not relevant) |", "2 0", ""),
    ("topic,rank,page,rel\n9,1,u,1\n9,2,v,0", "1 0", ""),
    ("| Query | Rank | Page | Rel |\n|--|--|--|--|\n| hats | 1 | u | 0 |\n| hats | 2 | v | 1 |", "0 1", ""),
    ("rank  page  rel?  P\n──  ──  ──  ──\n1  u  ✓  1/1 = 1  ●\n2  v  ✗\n(R = 3 relevant exist; two never retrieved)",
     "1 0", "1 1"),
    ("| Hạng | Tài liệu | Liên quan? |\n|--|--|--|\n| 1 | u | Có |\n| 2 | v | Không |", "1 0", ""),
    ("| Peringkat | Dokumen | Relevan? |\n|--|--|--|\n| 1 | u | Tidak |\n| 2 | v | Ya |", "0 1", ""),
    ("Rank:     1   2   3\nRelevant? Y   N   Y", "1 0 1", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "grades", "missed"), READ)
def test_a_drawn_table_is_read_as_its_rows(text, grades, missed):
    for measure in ("AP", "nDCG"):
        assert value(measure, text) == value(measure, grades, missed=missed)


@pytest.mark.parametrize(
    "text",
    [
        "┌──────┬─────┐\n│ Rank │ Rel │\n├──────┼─────┤\n│ 2    │ 2   │\n│ 1    │ 0   │\n└──────┴─────┘",
        "| Rank | Page | Relevant? |\n|--|--|--|\n| 1 | u | yes |\n| 3-5 | w, x, y | no |",
        "| Rank | Page | Relevance |\n|--|--|--|\n| 1 | u | 2 (not relevant) |\n| 2 | v | 0 (relevant) |",
        "topic,rank,page,rel\n9,1,u,1\n8,2,v,0",
        "| Topic | DocNo | Rel |\n|--|--|--|\n| 9 | 110 | 1 |\n| 9 | 111 | 0 |",
        "<table><tr><th>Doc</th><th>Ideal</th></tr><tr><td>1</td><td>2</td></tr><tr><td>2</td><td>0</td></tr></table>",
        "rank  page  rel?\n──  ──  ──\n1  u  ✓\n2  v  ✗\n(R = 4 relevant pages exist; one never retrieved)",
    ],
)
def test_a_table_that_is_no_ranking_stays_refused(text):
    assert refusal_of("AP", text)
