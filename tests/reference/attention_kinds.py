"""What a random case is about, and sizes that suit it."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass
from typing import Iterator

SELF_MASKS = ("none", "causal", "padding", "pattern", "causal+padding", "causal+left-padding")
CROSS_MASKS = ("none", "padding", "pattern", "pattern+padding")
BLOCK_MASKS = ("none", "causal", "padding", "causal+padding")
BLOCKS = ("post-relu", "post-gelu", "pre-relu", "pre-gelu")


@dataclass(frozen=True)
class Kind:
    model: str  # "self", "cross" or one of BLOCKS
    mask: str
    layout: str = "out_in"
    biased: bool = True

    @property
    def is_cross(self) -> bool:
        return self.model == "cross"

    @property
    def is_block(self) -> bool:
        return self.model in BLOCKS

    @property
    def norm(self) -> str:
        """A block's order, "post" or "pre"."""
        return self.model.split("-")[0]

    @property
    def activation(self) -> str:
        """A block's activation, "relu" or "gelu"."""
        return self.model.split("-")[1]


# What the stored fixtures are about.
STORED = (
    Kind("self", "causal"),
    Kind("self", "causal+padding", layout="in_out"),
    Kind("self", "causal+left-padding"),
    Kind("cross", "none", biased=False),
    Kind("cross", "pattern+padding", layout="in_out"),
    Kind("post-relu", "padding"),
    Kind("pre-relu", "causal"),
    Kind("post-gelu", "none", layout="in_out"),
    Kind("pre-gelu", "causal"),
)


def draw_kinds(rng: random.Random) -> Iterator[Kind]:
    """Every model with every mask it can have, over and over."""
    pairs = [
        *itertools.product(("self",), SELF_MASKS),
        *itertools.product(("cross",), CROSS_MASKS),
        *itertools.product(BLOCKS, BLOCK_MASKS),
    ]
    for model, mask in itertools.cycle(pairs):
        layout = "in_out" if rng.random() < 0.4 else "out_in"
        yield Kind(model, mask, layout, biased=model in BLOCKS or rng.random() < 0.8)


@dataclass(frozen=True)
class Sizes:
    batch: int
    seq: int
    key_seq: int
    heads: int
    d_k: int
    d_ff: int

    @property
    def d_model(self) -> int:
        return self.heads * self.d_k

    def suit(self, kind: Kind) -> bool:
        """Whether every size differs from the others, so that no exchange of two axes
        goes unseen, and the mask has keys to hide.
        """
        sizes = [self.batch, self.seq, self.heads, self.d_k, self.d_model, self.d_ff]
        if kind.is_cross:
            sizes.append(self.key_seq)
        distinct = len(set(sizes)) == len(sizes)
        maskable = kind.mask == "none" or self.key_seq >= 3
        paddable = "padding" not in kind.mask or self.batch >= 2
        return distinct and maskable and paddable


def draw_sizes(rng: random.Random, kind: Kind) -> Sizes:
    while True:
        seq = rng.randint(1, 7)
        sizes = Sizes(
            batch=rng.randint(1, 4),
            seq=seq,
            key_seq=rng.randint(1, 7) if kind.is_cross else seq,
            heads=rng.randint(2, 5),
            d_k=rng.choice((3, 5, 6, 7)),
            d_ff=rng.randint(8, 24),
        )
        if sizes.suit(kind):
            return sizes


def draw_small_sizes(rng: random.Random, kind: Kind) -> Sizes:
    """The smallest of a few with more than one position."""
    draws = [draw_sizes(rng, kind) for _ in range(100)]
    return min(
        (s for s in draws if min(s.seq, s.key_seq) > 1),
        key=lambda s: (s.d_model + s.d_ff + 2 * s.batch * (s.seq + s.key_seq)) * s.d_model,
    )
