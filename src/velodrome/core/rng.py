"""Where chance comes from: a fast generator for search, a hashed stream for play that can be proved fair."""

from hashlib import blake2b, sha256
from typing import Final, final

from mypy_extensions import i64

MASK_32: Final = 0xFFFFFFFF
FRACTION_STEPS: Final = 1 << 20  # a share is drawn in so many parts
MULTIPLIER: Final = 698769069  # multiply with carry; the state never passes 62 bits


@final
class Rng:
    """A small, fast generator for playouts and search; never for a real table."""

    def __init__(self, seed: int) -> None:
        # nearby seeds of a small generator are correlated, so the seed is hashed
        word = int.from_bytes(blake2b(str(seed).encode(), digest_size=12).digest(), "big")
        self.state: i64 = (word & MASK_32) + ((word >> 32) % (MULTIPLIER - 1) + 1 << 32)

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, for n up to 2**31."""
        x: i64 = self.state
        x = MULTIPLIER * (x & MASK_32) + (x >> 32)
        self.state = x
        return ((x ^ (x >> 32)) & MASK_32) * n >> 32

    def random(self) -> float:
        """A number from 0 to just below 1."""
        return float(self.below(FRACTION_STEPS)) / float(FRACTION_STEPS)


@final
class Stream:
    """Chance for a real table: every number is a hash of a secret seed and of its place in the stream.

    Show `promise` before the first move and `seed` after the last, and anyone can check every draw.
    """

    def __init__(self, seed: bytes, place: int = 0) -> None:
        self.seed = seed
        self.position = place

    @property
    def commitment(self) -> str:
        """The hash that binds the table to its seed."""
        return sha256(self.seed).hexdigest()

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, all exactly equally likely."""
        top = (1 << 64) - (1 << 64) % n  # numbers from here on would favour the low results: draw again
        while True:
            place = self.position.to_bytes(8, "big")
            self.position += 1
            word = int.from_bytes(blake2b(place, key=self.seed, digest_size=8).digest(), "big")
            if word < top:
                return word % n

    def choose(self, weighted: list[tuple[int, int]]) -> int:
        """One move of a list of (move, whole weight)."""
        total = 0
        for pair in weighted:
            total += pair[1]
        left = self.below(total)
        for move, weight in weighted:
            left -= weight
            if left < 0:
                return move
        raise AssertionError("the weights add up to more than their sum")
