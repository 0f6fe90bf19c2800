"""Data: the small examples that the lessons use, embedded, and real data, fetched at your wish by URL and hash.

`software` to `five_queries` are embedded and need no network. `available` lists the real files, and `fetch` gives the
path of one: from the cache folder where it is there already, else downloaded once and checked.
"""

from irlearn.datasets.real import (
    Available as Available,
    DataFile as DataFile,
    available as available,
    fetch as fetch,
)
from irlearn.datasets.teaching import (
    Document as Document,
    Topic as Topic,
    crossing as crossing,
    first_topic as first_topic,
    five_grades as five_grades,
    five_queries as five_queries,
    hard_query as hard_query,
    linear_or_exponential as linear_or_exponential,
    nine_queries as nine_queries,
    software as software,
    software_runs as software_runs,
    ten_ranks as ten_ranks,
    three_queries as three_queries,
    three_ranks as three_ranks,
)
