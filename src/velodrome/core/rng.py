"""Random numbers: a fast generator for search, and a hashed stream for play that can be proved fair."""

from hashlib import blake2b, sha256
from typing import Final, final

from mypy_extensions import i64

MASK_32: Final = 0xFFFFFFFF
FRACTION_STEPS: Final = 1 << 20  # resolution of `Rng.random`
MULTIPLIER: Final = 698769069  # of multiply-with-carry; the state stays below 62 bits


@final
class Rng:
    """Small, fast generator for playouts and search; never for a real table."""

    def __init__(self, seed: int) -> None:
        # nearby seeds of a small generator are correlated, so the seed is hashed
        word = int.from_bytes(blake2b(str(seed).encode(), digest_size=12).digest(), "big")
        self.state: i64 = (word & MASK_32) + ((word >> 32) % (MULTIPLIER - 1) + 1 << 32)

    def below(self, n: i64) -> i64:
        """Return a whole number from 0 to n - 1, for n up to 2**31."""
        x: i64 = self.state
        x = MULTIPLIER * (x & MASK_32) + (x >> 32)
        self.state = x
        return ((x ^ (x >> 32)) & MASK_32) * n >> 32

    def random(self) -> float:
        """Return a number from 0 to just below 1."""
        return float(self.below(FRACTION_STEPS)) / float(FRACTION_STEPS)


@final
class Stream:
    """Random numbers for a real table: each is a hash of a secret seed and of its position in the stream.

    Publish `commitment` before the first move and `seed` after the last, and anyone can check every draw.
    """

    def __init__(self, seed: bytes, place: int = 0) -> None:
        self.seed = seed
        self.position = place

    @property
    def commitment(self) -> str:
        """Return the hash that commits the table to its seed."""
        return sha256(self.seed).hexdigest()

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, all exactly equally likely."""
        top = (1 << 64) - (1 << 64) % n  # numbers from here on would favour the low results: draw again
        while True:
            place = self.position.to_bytes(8, "big")
            self.position += 1
            word = int.from_bytes(blake2b(place, key=self.seed, digest_size=8).digest(), "big")
            if word < top:
                return word % n

    def choose(self, weighted: list[tuple[int, int]]) -> int:
        """Draw one move of a list of (move, whole weight)."""
        total = 0
        for pair in weighted:
            total += pair[1]
        left = self.below(total)
        for move, weight in weighted:
            left -= weight
            if left < 0:
                return move
        raise AssertionError("the weights add up to more than their sum")
