"""Random numbers: a fast generator for search; for real games, a stream of hashes that players can check later."""

from hashlib import blake2b, sha256
from typing import Final, final

from mypy_extensions import i64

MASK_32: Final = 0xFFFFFFFF
FRACTION_STEPS: Final = 1 << 20  # resolution of `Rng.random`
MULTIPLIER: Final = 698769069  # multiplier of a multiply-with-carry generator whose state fits into 62 bits


@final
class Rng:
    """Small, fast generator for playouts and search. It is predictable: never use it for a real game."""

    def __init__(self, seed: int) -> None:
        # hash the seed, because a small generator gives correlated numbers for nearby seeds
        word = int.from_bytes(blake2b(str(seed).encode(), digest_size=12).digest(), "big")
        self.state: i64 = (word & MASK_32) + ((word >> 32) % (MULTIPLIER - 1) + 1 << 32)

    def below(self, n: i64) -> i64:
        """Return a whole number from 0 to n - 1, for n up to 2**31."""
        x: i64 = self.state
        x = MULTIPLIER * (x & MASK_32) + (x >> 32)
        self.state = x
        return ((x ^ (x >> 32)) & MASK_32) * n >> 32

    def random(self) -> float:
        """Return a number of at least 0 and less than 1."""
        return float(self.below(FRACTION_STEPS)) / float(FRACTION_STEPS)


@final
class Stream:
    """Random numbers for a real game; each is a hash of a secret seed, the stream's name and a counter.

    Publish `commitment` before the first move and `seed` after the last; then anyone can check every draw.
    """

    def __init__(self, seed: bytes, name: str = "") -> None:
        self.seed = seed
        self.name = name.encode()  # streams of one seed with different names are independent
        self.position = 0  # counter: number of hashes used so far

    @property
    def commitment(self) -> str:
        """Return the hash of the seed, to publish before the game."""
        return sha256(self.seed).hexdigest()

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1; each has exactly the same probability."""
        top = (1 << 64) - (1 << 64) % n  # reject numbers from `top` up: they would favour low results
        while True:
            place = self.name + self.position.to_bytes(8, "big")
            self.position += 1
            word = int.from_bytes(blake2b(place, key=self.seed, digest_size=8).digest(), "big")
            if word < top:
                return word % n

    def choose(self, weighted: list[tuple[int, int]]) -> int:
        """Return a random move from a list of (move, integer weight) pairs: double weight, double probability."""
        total = 0
        for pair in weighted:
            total += pair[1]
        left = self.below(total)
        for move, weight in weighted:
            left -= weight
            if left < 0:
                return move
        raise AssertionError("the weights add up to more than their sum")
