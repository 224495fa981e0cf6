"""Prints the counts that tests/study/shapes_test.cpp holds `shapes` to: parameters of PyTorch's
modules, and operations and bytes by the formulas of the papers, written out.

    python3 tests/reference/shape_counts.py
"""

import sys

try:
    import torch
except ImportError:
    sys.exit(77)


def parameters(module):
    return sum(parameter.numel() for parameter in module.parameters())


def layer(d_model, heads, d_ff):
    return torch.nn.TransformerEncoderLayer(d_model, heads, d_ff, device="meta")


def attention_flops(batch, seq, d_model, heads):
    """A multiply-add is two operations; biases one each; softmax five a score, scaling one."""
    positions = batch * seq
    projections = 4 * (2 * positions * d_model * d_model + positions * d_model)
    scores = batch * heads * seq * seq
    return projections + 2 * (2 * scores * (d_model // heads)) + scores + 5 * scores


def live_bytes_at_scaled(batch, seq, d_model, heads):
    """x and the weights of Q, K, V are gone; V, W_o, b_o, scores and scaled are there."""
    scores = batch * heads * seq * seq
    return 8 * (batch * seq * d_model + d_model * d_model + d_model + 2 * scores)


def main():
    print("MultiheadAttention(512, 8):", parameters(torch.nn.MultiheadAttention(512, 8)))
    print("  without bias:", parameters(torch.nn.MultiheadAttention(512, 8, bias=False)))
    for name, sizes in {
        "gpt2, bert-base": (768, 12, 3072),
        "gpt2-medium, bert-large": (1024, 16, 4096),
        "gpt2-large": (1280, 20, 5120),
        "gpt2-xl": (1600, 25, 6400),
        "gpt3-175b": (12288, 96, 49152),
    }.items():
        print(f"{name}:", parameters(layer(*sizes)))
    for name, sizes in {
        "transformer-base": (512, 8, 2048),
        "transformer-big": (1024, 16, 4096),
    }.items():
        print(f"{name}, no bias in attention:", parameters(layer(*sizes)) - 4 * sizes[0])
    print("llama-2-7b, attention:", 4 * parameters(torch.nn.Linear(4096, 4096, bias=False)))
    print("FLOPs of attention 8×512×512, 8 heads:", attention_flops(8, 512, 512, 8))
    print("bytes at once there:", live_bytes_at_scaled(8, 512, 512, 8))


if __name__ == "__main__":
    main()
