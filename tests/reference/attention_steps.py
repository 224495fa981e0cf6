"""Multi-head attention and the transformer block, one tensor at a time.

Each function takes the weights by their lesson names, in nn.Linear's layout
[out, in], and returns every intermediate tensor by the name headtrace gives it.
Shapes: B batch, T seq, S key_seq, D d_model, H heads, d_k = D / H.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

Steps = dict[str, Tensor]


def attention(x: Tensor, memory: Tensor, w: Steps, heads: int, allowed: Tensor | None) -> Steps:
    """x [B, T, D] attends to memory [B, S, D]; `allowed`, True where a query may
    see a key, broadcasts against the scores [B, H, T, S].
    """
    s: Steps = {}
    s["Q"] = F.linear(x, w["W_q"], w.get("b_q"))
    s["K"] = F.linear(memory, w["W_k"], w.get("b_k"))
    s["V"] = F.linear(memory, w["W_v"], w.get("b_v"))
    for name in ("Q", "K", "V"):
        batch, seq, d_model = s[name].shape
        s[f"{name}_split"] = s[name].view(batch, seq, heads, d_model // heads)
    for name in ("Q", "K", "V"):
        s[f"{name}_heads"] = s[f"{name}_split"].transpose(1, 2)

    s["scores"] = s["Q_heads"] @ s["K_heads"].transpose(-2, -1)
    s["scaled"] = s["scores"] / math.sqrt(s["Q_heads"].shape[-1])
    if allowed is not None:
        s["masked"] = s["scaled"].masked_fill(~allowed, -math.inf)
    s["weights"] = torch.softmax(s.get("masked", s["scaled"]), dim=-1)

    s["heads"] = s["weights"] @ s["V_heads"]
    s["heads_transposed"] = s["heads"].transpose(1, 2)
    s["heads_contiguous"] = s["heads_transposed"].contiguous()
    s["concat"] = s["heads_contiguous"].view(x.shape)
    s["output"] = F.linear(s["concat"], w["W_o"], w.get("b_o"))
    return s


def norm(x: Tensor, w: Steps, which: int, eps: float) -> Tensor:
    return F.layer_norm(x, x.shape[-1:], w[f"gamma_{which}"], w[f"beta_{which}"], eps)


def feed_forward(x: Tensor, w: Steps, activation: str) -> Steps:
    """[B, T, D] to [B, T, d_ff] and back; dropout passes x on outside training."""
    s: Steps = {}
    s["ffn_hidden"] = F.linear(x, w["W_1"], w["b_1"])
    s["ffn_activated"] = getattr(F, activation)(s["ffn_hidden"])
    s["ffn_output"] = F.linear(s["ffn_activated"], w["W_2"], w["b_2"])
    s["ffn_dropout"] = s["ffn_output"]
    return s


def post_norm_block(
    x: Tensor, w: Steps, heads: int, allowed: Tensor | None, activation: str, eps: float
) -> Steps:
    """The order of 2017: LayerNorm after each residual; `norm_2` is the output."""
    s = attention(x, x, w, heads, allowed)
    s["attn_dropout"] = s["output"]
    s["residual_1"] = x + s["attn_dropout"]
    s["norm_1"] = norm(s["residual_1"], w, 1, eps)
    s |= feed_forward(s["norm_1"], w, activation)
    s["residual_2"] = s["norm_1"] + s["ffn_dropout"]
    s["norm_2"] = norm(s["residual_2"], w, 2, eps)
    return s


def pre_norm_block(
    x: Tensor, w: Steps, heads: int, allowed: Tensor | None, activation: str, eps: float
) -> Steps:
    """LayerNorm before each sub-layer; `residual_2` is the output."""
    s: Steps = {"norm_1": norm(x, w, 1, eps)}
    s |= attention(s["norm_1"], s["norm_1"], w, heads, allowed)
    s["attn_dropout"] = s["output"]
    s["residual_1"] = x + s["attn_dropout"]
    s["norm_2"] = norm(s["residual_1"], w, 2, eps)
    s |= feed_forward(s["norm_2"], w, activation)
    s["residual_2"] = s["residual_1"] + s["ffn_dropout"]
    return s
