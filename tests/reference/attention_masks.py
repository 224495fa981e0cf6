"""Random attention masks: the causal one, padding, any pattern, and their combinations.

True means that attention is allowed, as in a lesson's mask tensor. PyTorch's
boolean masks mean the opposite, so the methods for it are called `forbidden_…`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True)
class Mask:
    kind: str
    pattern: Tensor | None  # [seq, key_seq]: which key a query may see
    keys: Tensor | None  # [batch, key_seq]: which keys are no padding

    def allowed(self) -> Tensor | None:
        """Both parts in one, broadcasting against scores [batch, heads, seq, key_seq]."""
        pattern = None if self.pattern is None else self.pattern[None, None]
        keys = None if self.keys is None else self.keys[:, None, None, :]
        if pattern is None or keys is None:
            return keys if pattern is None else pattern
        return pattern & keys

    def axes(self) -> list[str | int]:
        """The axes of `allowed`, as a lesson declares them."""
        batch = 1 if self.keys is None else "batch"
        seq = 1 if self.pattern is None else "seq"
        return [batch, 1, seq, "key_seq"]

    def forbidden_pattern(self) -> Tensor | None:
        """PyTorch's attn_mask."""
        return None if self.pattern is None else ~self.pattern

    def forbidden_keys(self) -> Tensor | None:
        """PyTorch's key_padding_mask."""
        return None if self.keys is None else ~self.keys


def draw_mask(rng: random.Random, kind: str, batch: int, seq: int, key_seq: int) -> Mask:
    """`kind` is "none", or "causal" or "pattern" and "padding" or "left-padding",
    alone or joined by "+". Only "causal+left-padding" masks a whole row.
    """
    parts = kind.split("+")
    pattern = keys = None
    if "causal" in parts:
        pattern = torch.ones(seq, key_seq, dtype=torch.bool).tril()
    if "pattern" in parts:
        pattern = draw_pattern(rng, seq, key_seq)
    if "padding" in parts:
        keys = draw_padding(rng, batch, key_seq)
    if "left-padding" in parts:
        keys = draw_padding(rng, batch, key_seq).flip(1)
    return Mask(kind, pattern, keys)


def draw_pattern(rng: random.Random, seq: int, key_seq: int) -> Tensor:
    """Every query sees key 0, which padding never hides, and not all of the others."""
    pattern = torch.zeros(seq, key_seq, dtype=torch.bool)
    for query in range(seq):
        others = rng.sample(range(1, key_seq), rng.randint(0, key_seq - 2))
        pattern[query, [0, *others]] = True
    return pattern


def draw_padding(rng: random.Random, batch: int, key_seq: int) -> Tensor:
    """Sequences of at least one key, one of them full and one shorter, padded at the end."""
    lengths = [key_seq, rng.randint(1, key_seq - 1)]
    lengths += [rng.randint(1, key_seq) for _ in range(batch - 2)]
    rng.shuffle(lengths)
    return torch.arange(key_seq) < torch.tensor(lengths)[:, None]
