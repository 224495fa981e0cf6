"""PyTorch's own modules with random parameters, and what they give.

Each value is computed twice, by nn.MultiheadAttention or nn.TransformerEncoderLayer
and one tensor at a time (attention_steps.py); where the two disagree, an
AssertionError says by how much.
"""

from __future__ import annotations

import random

import torch
from torch import Tensor, nn

import attention_steps
from attention_kinds import Kind, Sizes
from attention_masks import Mask
from attention_steps import Steps

EPS = 1e-5


def draw_tensor(
    rng: random.Random, shape: torch.Size, mean: float = 0.0, std: float = 1.0
) -> Tensor:
    """Normal numbers of four decimals."""
    values = [round(rng.gauss(mean, std), 4) for _ in range(shape.numel())]
    return torch.tensor(values, dtype=torch.float64).reshape(shape)


def draw_module(rng: random.Random, kind: Kind, sizes: Sizes) -> nn.Module:
    """A module in eval mode, none of its parameters zero or symmetric. They keep
    requires_grad: PyTorch then takes the documented path, not the fused one it has
    for inference.
    """
    shared = {"batch_first": True, "dtype": torch.float64}
    if kind.is_block:
        module: nn.Module = nn.TransformerEncoderLayer(
            sizes.d_model, sizes.heads, sizes.d_ff, activation=kind.activation,
            layer_norm_eps=EPS, norm_first=kind.norm == "pre", **shared,
        )
    else:
        module = nn.MultiheadAttention(sizes.d_model, sizes.heads, bias=kind.biased, **shared)
    for name, parameter in module.named_parameters():
        mean = 1.0 if name in ("norm1.weight", "norm2.weight") else 0.0
        std = parameter.shape[1] ** -0.5 if parameter.dim() == 2 else 0.4
        parameter.data = draw_tensor(rng, parameter.shape, mean, std)
    return module.eval()


def named_weights(module: nn.Module) -> Steps:
    """A module's state dict under the names a lesson uses, still [out, in]."""
    state = {name.removeprefix("self_attn."): value for name, value in module.state_dict().items()}
    weights = dict(zip(("W_q", "W_k", "W_v"), state["in_proj_weight"].chunk(3)))
    weights["W_o"] = state["out_proj.weight"]
    if "in_proj_bias" in state:
        weights |= zip(("b_q", "b_k", "b_v"), state["in_proj_bias"].chunk(3))
        weights["b_o"] = state["out_proj.bias"]
    if "linear1.weight" in state:
        for which in ("1", "2"):
            weights[f"W_{which}"] = state[f"linear{which}.weight"]
            weights[f"b_{which}"] = state[f"linear{which}.bias"]
            weights[f"gamma_{which}"] = state[f"norm{which}.weight"]
            weights[f"beta_{which}"] = state[f"norm{which}.bias"]
    return weights


def attention_values(module: nn.MultiheadAttention, x: Tensor, memory: Tensor, mask: Mask) -> Steps:
    weights = named_weights(module)
    steps = attention_steps.attention(x, memory, weights, module.num_heads, mask.allowed())
    take_attention(steps, module, x, memory, mask)
    return steps


def block_values(layer: nn.TransformerEncoderLayer, x: Tensor, mask: Mask, kind: Kind) -> Steps:
    pre = kind.norm == "pre"
    block = attention_steps.pre_norm_block if pre else attention_steps.post_norm_block
    heads = layer.self_attn.num_heads
    steps = block(x, named_weights(layer), heads, mask.allowed(), kind.activation, EPS)
    attended = steps["norm_1"] if pre else x
    take_attention(steps, layer.self_attn, attended, attended, mask)
    take(steps, last_step(kind), layer(x, mask.forbidden_pattern(), mask.forbidden_keys()))
    return steps


def last_step(kind: Kind) -> str:
    """The name of the tensor that the module returns."""
    if kind.is_block:
        return "residual_2" if kind.norm == "pre" else "norm_2"
    return "output"


def take_attention(
    steps: Steps, module: nn.MultiheadAttention, x: Tensor, memory: Tensor, mask: Mask
) -> None:
    output, weights = module(
        x, memory, memory, key_padding_mask=mask.forbidden_keys(),
        attn_mask=mask.forbidden_pattern(), need_weights=True, average_attn_weights=False,
    )
    take(steps, "weights", weights)
    take(steps, "output", output)


def take(steps: Steps, name: str, value: Tensor) -> None:
    """Put a module's own value in the place of the step's, which it must equal; the
    step keeps its strides.
    """
    torch.testing.assert_close(steps[name], value.detach(), rtol=0, atol=1e-12, equal_nan=True)
    steps[name].copy_(value.detach())
