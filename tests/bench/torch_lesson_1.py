#!/usr/bin/env python3
"""Lesson 1 by hand in PyTorch: prints every tensor of self-attention, unmasked.

    tests/bench/torch_lesson_1.py LESSON_FILE
"""

import json
import math
import sys

import torch

with open(sys.argv[1], encoding="utf-8") as file:
    lesson = json.load(file)
dims = lesson["dims"]
batch, seq, d_model, heads = (dims[name] for name in ("batch", "seq", "d_model", "heads"))
d_k = d_model // heads


def tensor(name):
    declared = lesson["tensors"][name]
    if "values" in declared:
        return torch.tensor(declared["values"], dtype=torch.float64)
    fill = declared["fill"]
    shape = [dims.get(axis, axis) for axis in declared["axes"]]
    if fill == "identity":
        return torch.eye(*shape, dtype=torch.float64)
    if fill == "arange":
        return torch.arange(math.prod(shape), dtype=torch.float64).reshape(shape)
    number = {"zeros": 0.0, "ones": 1.0}.get(fill, fill)
    return torch.full(shape, number, dtype=torch.float64)


def linear(x, which):
    W = tensor(f"W_{which}")
    if lesson["tensors"][f"W_{which}"].get("layout") == "out_in":
        W = W.T
    y = x @ W
    return y + tensor(f"b_{which}") if f"b_{which}" in lesson["tensors"] else y


def show(name, value):
    print(f"{name} {list(value.shape)} strides {list(value.stride())}")
    print(value, end="\n\n")
    return value


x = show("x", tensor("x"))
Q = show("Q", linear(x, "q"))
K = show("K", linear(x, "k"))
V = show("V", linear(x, "v"))
Q_split = show("Q_split", Q.view(batch, seq, heads, d_k))
K_split = show("K_split", K.view(batch, seq, heads, d_k))
V_split = show("V_split", V.view(batch, seq, heads, d_k))
Q_heads = show("Q_heads", Q_split.transpose(1, 2))
K_heads = show("K_heads", K_split.transpose(1, 2))
V_heads = show("V_heads", V_split.transpose(1, 2))
scores = show("scores", Q_heads @ K_heads.transpose(-2, -1))
scaled = show("scaled", scores / math.sqrt(d_k))
weights = show("weights", torch.softmax(scaled, dim=-1))
heads_out = show("heads", weights @ V_heads)
heads_transposed = show("heads_transposed", heads_out.transpose(1, 2))
heads_contiguous = show("heads_contiguous", heads_transposed.contiguous())
concat = show("concat", heads_contiguous.view(batch, seq, d_model))
output = show("output", linear(concat, "o"))
