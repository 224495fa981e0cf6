#!/usr/bin/env python3
"""Twenty steps of training in PyTorch, in float64: an encoder-decoder of one layer each.

    tests/reference/training_case.py --write tests/fixtures/training.json

For each of two arms the file holds the weights before the first step, the batches, the loss at
every step by autograd, and the weights after the last step of torch.optim's Adam or AdamW. The
model is put together from torch.nn.functional here, and uses nothing of headtrace's.
"""
from __future__ import annotations

import argparse
import json
import math
import random
import sys
from pathlib import Path

try:
    import torch
    import torch.nn.functional as F
except ModuleNotFoundError:
    print("skipped: PyTorch is not installed")
    sys.exit(77)

D_MODEL, HEADS, SYMBOLS, LONGEST, BATCH, STEPS = 8, 2, 5, 4, 3, 20
TARGETS = SYMBOLS + 2  # 0 ends a sequence, 1 begins it
ARMS = (
    {"id": "post-adam", "w_o": "learned", "norm": "post", "d_ff": 12,
     "optimizer": {"name": "adam", "lr": 0.01, "warmup": 8, "weight_decay": 0.0}},
    {"id": "pre-adamw", "w_o": "none", "norm": "pre", "d_ff": 0,
     "optimizer": {"name": "adamw", "lr": 0.02, "warmup": 5, "weight_decay": 0.01}},
)


def parameter_shapes(arm: dict) -> dict[str, tuple]:
    shapes = {"source.embedding": (SYMBOLS, D_MODEL), "target.embedding": (TARGETS, D_MODEL)}
    norms = ["encoder.attention", "decoder.attention", "decoder.cross"]
    for name in list(norms):
        for letter in "qkvo" if arm["w_o"] == "learned" else "qkv":
            shapes[f"{name}.W_{letter}"] = (D_MODEL, D_MODEL)
    if arm["d_ff"]:
        for name in ("encoder.ffn", "decoder.ffn"):
            norms.append(name)
            shapes |= {f"{name}.W_1": (D_MODEL, arm["d_ff"]), f"{name}.b_1": (arm["d_ff"],),
                       f"{name}.W_2": (arm["d_ff"], D_MODEL), f"{name}.b_2": (D_MODEL,)}
    if arm["norm"] == "pre":
        norms += ["encoder.last", "decoder.last"]
    for name in norms:
        shapes |= {f"{name}.gamma": (D_MODEL,), f"{name}.beta": (D_MODEL,)}
    return shapes | {"W_logits": (D_MODEL, TARGETS), "b_logits": (TARGETS,)}


def draw_weights(rng: random.Random, arm: dict) -> dict[str, torch.Tensor]:
    weights = {}
    for name, shape in parameter_shapes(arm).items():
        mean = 1.0 if name.endswith("gamma") else 0.0
        values = [round(rng.gauss(mean, 0.3), 4) for _ in range(math.prod(shape))]
        weights[name] = torch.tensor(values, dtype=torch.float64).reshape(shape).requires_grad_()
    return weights


def positions(length: int) -> torch.Tensor:
    """PE(pos, 2i) = sin(pos/10000^(2i/d)), PE(pos, 2i+1) = cos of the same."""
    angle = torch.arange(length, dtype=torch.float64)[:, None] / 10000 ** (
        torch.arange(0, D_MODEL, 2, dtype=torch.float64) / D_MODEL)
    return torch.stack([angle.sin(), angle.cos()], -1).flatten(1)


def split(x: torch.Tensor) -> torch.Tensor:
    return x.unflatten(-1, (HEADS, D_MODEL // HEADS)).transpose(1, 2)


def attention(x, memory, allowed, weights, name):
    q, k, v = x @ weights[f"{name}.W_q"], memory @ weights[f"{name}.W_k"], memory @ weights[f"{name}.W_v"]
    scores = split(q) @ split(k).transpose(-2, -1) / math.sqrt(D_MODEL // HEADS)
    heads = scores.masked_fill(~allowed, -math.inf).softmax(-1) @ split(v)
    concat = heads.transpose(1, 2).flatten(2)
    return concat @ weights[f"{name}.W_o"] if f"{name}.W_o" in weights else concat


def model(source, source_known, target, weights, arm):
    def norm(x, name):
        return F.layer_norm(x, (D_MODEL,), weights[f"{name}.gamma"], weights[f"{name}.beta"])

    def residual(x, name, sublayer):
        if arm["norm"] == "pre":
            return x + sublayer(norm(x, name))
        return norm(x + sublayer(x), name)

    def feed_forward(x, name):
        if not arm["d_ff"]:
            return x
        return residual(x, name, lambda y: F.relu(y @ weights[f"{name}.W_1"] + weights[f"{name}.b_1"])
                        @ weights[f"{name}.W_2"] + weights[f"{name}.b_2"])

    known = source_known[:, None, None, :]
    x = weights["source.embedding"][source] * source_known[..., None] + positions(source.shape[1])
    x = residual(x, "encoder.attention", lambda y: attention(y, y, known, weights, "encoder.attention"))
    x = feed_forward(x, "encoder.ffn")
    if arm["norm"] == "pre":
        x = norm(x, "encoder.last")
    length = target.shape[1]
    causal = torch.ones(length, length, dtype=torch.bool).tril()
    # A place after a target's end has no symbol; nothing that counts looks at it.
    begun = target >= 0
    y = weights["target.embedding"][target.clamp(min=0)] * begun[..., None] + positions(length)
    y = residual(y, "decoder.attention", lambda z: attention(z, z, causal, weights, "decoder.attention"))
    y = residual(y, "decoder.cross", lambda z: attention(z, x, known, weights, "decoder.cross"))
    y = feed_forward(y, "decoder.ffn")
    if arm["norm"] == "pre":
        y = norm(y, "decoder.last")
    return y @ weights["W_logits"] + weights["b_logits"]


def padded(rows: list[list[int]], fill: int) -> torch.Tensor:
    longest = max(map(len, rows))
    return torch.tensor([row + [fill] * (longest - len(row)) for row in rows])


def loss_of(batch: list[dict], weights, arm) -> torch.Tensor:
    source = padded([example["source"] for example in batch], -1)
    said = padded([[1] + example["target"] for example in batch], -1)
    labels = padded([example["target"] + [0] for example in batch], -1)
    logits = model(source.clamp(min=0), source >= 0, said, weights, arm)
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=-1)


def draw_batch(rng: random.Random) -> list[dict]:
    batch = []
    for _ in range(BATCH):
        source = [rng.randrange(SYMBOLS) for _ in range(rng.randint(1, LONGEST))]
        batch.append({"source": source, "target": [symbol + 2 for symbol in reversed(source)]})
    return batch


def train(arm: dict, rng: random.Random) -> dict:
    weights = draw_weights(rng, arm)
    before = {name: value.detach().flatten().tolist() for name, value in weights.items()}
    chosen = arm["optimizer"]
    kind = torch.optim.AdamW if chosen["name"] == "adamw" else torch.optim.Adam
    optimizer = kind(list(weights.values()), lr=1.0, betas=(0.9, 0.98), eps=1e-9,
                     weight_decay=chosen["weight_decay"])
    batches, losses = [draw_batch(rng) for _ in range(STEPS)], []
    for step, batch in enumerate(batches, 1):
        for group in optimizer.param_groups:
            group["lr"] = chosen["lr"] * min(step / chosen["warmup"], math.sqrt(chosen["warmup"] / step))
        optimizer.zero_grad()
        loss = loss_of(batch, weights, arm)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    after = {name: value.detach().flatten().tolist() for name, value in weights.items()}
    return {**arm, "before": before, "batches": batches, "losses": losses, "after": after}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, metavar="FILE", required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    rng = random.Random(16)
    sizes = {"d_model": D_MODEL, "heads": HEADS, "symbols": SYMBOLS, "length": LONGEST}
    arms = [train(arm, rng) for arm in ARMS]
    text = json.dumps({**sizes, "arms": arms}, separators=(",", ":"), allow_nan=False)
    arguments.write.write_text(text + "\n", encoding="utf-8")
    for arm in arms:
        print(f"{arm['id']}: loss {arm['losses'][0]:.4f} to {arm['losses'][-1]:.4f}")


if __name__ == "__main__":
    main()
