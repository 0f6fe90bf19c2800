"""The many ways in which exercises state a ranking, read only where the plain notation is not what was written.

Nothing here guesses: a wording is read by a form that knows all of its words, or it is left to the sentence that says
what to write. What a wording leaves open is kept as other readings, and matters only where they give other values.
"""

from irlearn.wordings.readers import FirstHits as FirstHits, read_wording as read_wording, readings_of as readings_of
from irlearn.wordings.reading import Reading as Reading
