"""Lists in programs of many languages, in objects with other keys, and totals said in many languages beside a list."""

import pytest
from worded import refusal_of, value

READ = [
    ('found := search("f", "g", "h")\nscore.Precision(found, []string{"g", "z"})', "0 1 0", "1"),
    ('PrecisionAt([]string{"f", "g"}, map[string]struct{}{"g": {}}, 2)', "0 1", ""),
    ('string[] retrieved = { "f", "g" };\nstring[] relevant = { "g", "z" };', "0 1", "1"),
    ('Assert.Equal(0.5, M.Recall(new[] {"f","g"}, new HashSet<string> {"g","z"}));', "0 1", "1"),
    ('assertEquals(0.5, M.recall(Arrays.asList("f","g"), Set.of("g","z")), 1e-6);', "0 1", "1"),
    ("expect(subject.recall(retrieved: %w[f g], relevant: %w[g z])).to eq(0.5)", "0 1", "1"),
    ('{"id": "t7", "gold_ids": ["g", "z"], "retrieved_ids": ["f", "g"], "k": 2}', "0 1", "1"),
    ('{"query_id": 12, "query": "red hats", "relevant": [4, 9], "results": [7, 4, 8]}', "0 1 0", "1"),
    ('asked = [{"id": "t7", "relevant_ids": ["g"]}]\ngot = [{"id": "t7", "retrieved_ids": ["f", "g"]}]', "0 1", ""),
    ('{"results": [{"id": "f", "score": 0.9}, {"id": "g", "score": 0.2}], "relevant": ["g"]}', "0 1", ""),
    ("retrieved:\n  - f\n  - g\nrelevant:\n  - g", "0 1", ""),
    ("[1, 0, 1], total relevantes en colección = 3", "1 0 1", "1"),
    ("[R, N, R], jumlah dokumen relevan: 3", "1 0 1", "1"),
    ("[1, 0, 1]; tổng số tài liệu liên quan: 3", "1 0 1", "1"),
    ("真实答案是3个文件，预测顺序是[✅, ❌, ✅]", "1 0 1", "1"),
    ("[1, 0, 1], Total relevan = 3", "1 0 1", "1"),
]


@pytest.mark.parametrize(("text", "grades", "missed"), READ)
def test_lists_of_programs_and_totals_are_read(text, grades, missed):
    for measure in ("AP", "P", "R"):
        assert value(measure, text) == value(measure, grades, missed=missed)


@pytest.mark.parametrize(
    "text",
    [
        'asked = [{"id": "t7", "relevant_ids": ["g"]}]\ngot = [{"id": "t8", "retrieved_ids": ["f", "g"]}]',
        '{"id": 7, "excluded_ids": ["f", "g"], "retrieved_ids": ["f", "g"]}',
        '{"id": 7, "irrelevant_ids": ["f"], "retrieved_ids": ["f", "g"]}',
        '{"id": 7, "relevant_ids": ["f"], "retrieved_ids": ["f", "g"], "note": "g moved"}',
        '{"results": [{"id": "f", "score": 0.2}, {"id": "g", "score": 0.9}], "relevant": ["g"]}',
        '{"q_1": {"f": 1.0}, "q_2": {}}',
        "[1, 0, 1], items of the shop = 3",
        'found := search("f", "g")\nscore.Precision(other, []string{"g", "z"}, []string{"f"})',
    ],
)
def test_other_objects_and_numbers_stay_refused(text):
    assert refusal_of("AP", text)
