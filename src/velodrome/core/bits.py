"""Helpers for bit masks in compiled code. A mask may use only its bits 0 to 61."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

CHUNK_BITS: Final = 11  # the lookup tables _COUNT and _LOW are indexed by a number of 11 bits

BIT: Final = vec[i64]([1 << i for i in range(62)])  # BIT[n] is 1 << n; in compiled code, `1 << n` has only 32 bits
_COUNT: Final = vec[i64]([bin(i).count("1") for i in range(1 << CHUNK_BITS)])
_LOW: Final = vec[i64]([(i & -i).bit_length() - 1 for i in range(1 << CHUNK_BITS)])


def count_bits(mask: i64) -> i64:
    """Return the number of set bits."""
    n: i64 = 0
    while mask:
        n += _COUNT[mask & 2047]
        mask >>= CHUNK_BITS
    return n


def nth_bit(mask: i64, n: i64) -> i64:
    """Return the position of the n-th set bit; n = 0 is the lowest. The mask must have more than n bits set."""
    while n:
        mask &= mask - 1
        n -= 1
    at: i64 = 0
    while at < 55 and not mask & 2047:  # `at < 55` ends the loop for an empty mask
        mask >>= CHUNK_BITS
        at += CHUNK_BITS
    return at + _LOW[mask & 2047]
