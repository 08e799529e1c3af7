"""The toy game speaks as games do."""

from collections.abc import Iterator

import pytest
from tests.core.toy import SENTENCES

from velodrome.core import texts


@pytest.fixture(autouse=True, scope="package")
def toy_sentences() -> Iterator[None]:
    patch = pytest.MonkeyPatch()
    patch.setattr(texts, "sentences", lambda game: SENTENCES)
    yield
    patch.undo()
