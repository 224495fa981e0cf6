"""`headtrace import` held against PyTorch's nn.MultiheadAttention and, for BERT and GPT-2, against the
layer's attention computed from the models' own formulas with NumPy.

    import_cases.py HEADTRACE

Every case writes weights under the names the models have, imports them, runs the lesson and compares
its output for the lesson's own x. Exit status 77 (skipped) without NumPy or PyTorch.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
    import torch
except ImportError:
    print("skipped: NumPy or PyTorch is not installed")
    sys.exit(77)

from tensor_files import SAFETENSORS, safetensors_bytes

# The models compute in float64 with the numbers that the file's dtype left of the weights.
TOLERANCE = 1e-10
TORCH = {"float64": torch.float64, "float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}


def bytes_of(tensor: torch.Tensor) -> bytes:
    tensor = tensor.contiguous()
    return (tensor.view(torch.int16) if tensor.dtype == torch.bfloat16 else tensor).numpy().tobytes()


def save(path: Path, tensors: dict[str, torch.Tensor], dtype: str) -> None:
    stored = {name: t.to(TORCH[dtype]) for name, t in tensors.items()}
    if path.suffix == ".npz":
        np.savez(path, **{name: t.numpy() for name, t in stored.items()})
        return
    path.write_bytes(safetensors_bytes({n: (SAFETENSORS[dtype], list(t.shape), bytes_of(t)) for n, t in stored.items()}))


def as_stored(tensors: dict[str, torch.Tensor], dtype: str) -> dict[str, torch.Tensor]:
    """The numbers that are left of them in the file, as float64."""
    return {name: t.to(TORCH[dtype]).double() for name, t in tensors.items()}


class Importer:
    def __init__(self, program: str, folder: Path) -> None:
        self.program = program
        self.folder = folder

    def run(self, file: str, *options: str) -> dict:
        lesson = self.folder / "lesson.json"
        lesson.unlink(missing_ok=True)
        subprocess.run([self.program, "import", self.folder / file, "--to", lesson, *options], check=True, capture_output=True)
        ran = subprocess.run([self.program, "run", lesson, "--format", "json"], check=True, capture_output=True)
        return json.loads(ran.stdout)


def tensor(trace: dict, name: str) -> torch.Tensor:
    for each in trace["inputs"] + trace["steps"]:
        if each["name"] == name:
            return torch.tensor(each["values"], dtype=torch.float64)
    raise KeyError(name)


def difference(what: str, trace: dict, expected: torch.Tensor, dtype: str) -> list[str]:
    largest = float((tensor(trace, "output") - expected).abs().max())
    print(f"{what}, {dtype}: largest difference {largest:.2g}")
    return [] if largest <= TOLERANCE else [f"{what}, {dtype}: {largest} is more than {TOLERANCE}"]


def module_of(state: dict[str, torch.Tensor], **options) -> torch.nn.MultiheadAttention:
    module = torch.nn.MultiheadAttention(batch_first=True, dtype=torch.float64, **options)
    module.load_state_dict(state)
    # PyTorch 1.13's fast path of eval() fails without biases; without dropout train() is the same.
    return module.train()


def random_state(module: torch.nn.Module, generator: torch.Generator) -> dict[str, torch.Tensor]:
    return {name: torch.randn(t.shape, generator=generator, dtype=torch.float64) / 3 for name, t in module.state_dict().items()}


def torch_cases(importer: Importer) -> list[str]:
    generator = torch.Generator().manual_seed(7)
    faults = []
    for number, (options, prefix, suffix) in enumerate([
        ({"embed_dim": 12, "num_heads": 3}, "", ".safetensors"),
        ({"embed_dim": 10, "num_heads": 2, "bias": False}, "", ".npz"),
        ({"embed_dim": 12, "num_heads": 4}, "layers.1.self_attn.", ".safetensors"),
        ({"embed_dim": 12, "num_heads": 3, "kdim": 7, "vdim": 7}, "cross.", ".npz"),
    ]):  # fmt: skip
        for dtype in ("float64", "float32") + (("float16", "bfloat16") if suffix == ".safetensors" else ()):
            state = random_state(torch.nn.MultiheadAttention(**options), generator)
            others = {f"layers.0.self_attn.{name}": t + 1 for name, t in state.items()} if "layers" in prefix else {}
            file = f"torch{number}{suffix}"
            save(importer.folder / file, {**others, **{prefix + name: t for name, t in state.items()}}, dtype)
            layer = ["--layer", "1"] if "layers" in prefix else []
            trace = importer.run(file, "--as", "torch", "--heads", str(options["num_heads"]), *layer)
            module = module_of(as_stored(state, dtype), **options)
            x = tensor(trace, "x")
            memory = tensor(trace, "memory") if "kdim" in options else x
            with torch.no_grad():
                expected = module(x, memory, memory)[0]
            faults += difference(f"nn.MultiheadAttention {options} {prefix}", trace, expected, dtype)
    return faults


def softmax(scores: np.ndarray) -> np.ndarray:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, heads: int, causal: bool) -> np.ndarray:
    """q, k, v: [seq, d_model]; a loop over the heads, each a slice of the features."""
    seq, d_model = q.shape
    width = d_model // heads
    results = []
    for head in range(heads):
        part = slice(head * width, (head + 1) * width)
        scores = q[:, part] @ k[:, part].T / np.sqrt(width)
        if causal:
            scores = np.where(np.tri(seq, dtype=bool), scores, -np.inf)
        results.append(softmax(scores) @ v[:, part])
    return np.concatenate(results, axis=-1)


def bert_cases(importer: Importer) -> list[str]:
    """As modeling_bert.py: four nn.Linear, weights [out, in]."""
    generator = torch.Generator().manual_seed(11)
    faults = []
    d_model, heads = 18, 3
    names = ["attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense"]
    for prefix, dtype in (("bert.encoder.layer.", "float64"), ("encoder.layer.", "float32"), ("encoder.layer.", "float16")):
        weights = {}
        for layer in range(12):
            for name in names:
                weights[f"{prefix}{layer}.{name}.weight"] = torch.randn(d_model, d_model, generator=generator).double() / 4
                weights[f"{prefix}{layer}.{name}.bias"] = torch.randn(d_model, generator=generator).double()
            weights[f"{prefix}{layer}.attention.output.LayerNorm.weight"] = torch.ones(d_model).double()
        save(importer.folder / "bert.safetensors", weights, dtype)
        (importer.folder / "config.json").write_text(json.dumps({"num_attention_heads": heads, "hidden_size": d_model}))
        stored = {name: t.numpy() for name, t in as_stored(weights, dtype).items()}
        for layer in (1, 11):
            trace = importer.run("bert.safetensors", "--as", "bert", "--layer", str(layer))
            x = tensor(trace, "x").numpy()[0]
            q, k, v = (x @ stored[f"{prefix}{layer}.{n}.weight"].T + stored[f"{prefix}{layer}.{n}.bias"] for n in names[:3])
            context = attention(q, k, v, heads, causal=False)
            output = context @ stored[f"{prefix}{layer}.{names[3]}.weight"].T + stored[f"{prefix}{layer}.{names[3]}.bias"]
            faults += difference(f"BERT {prefix}{layer}", trace, torch.tensor(output)[None], dtype)
        (importer.folder / "config.json").unlink()
    return faults


def gpt2_cases(importer: Importer) -> list[str]:
    """As modeling_gpt2.py: two Conv1D, weights [in, out], q|k|v side by side, each query sees what came before."""
    generator = torch.Generator().manual_seed(13)
    faults = []
    d_model, heads = 20, 5
    for prefix, dtype in (("h.", "float64"), ("transformer.h.", "float32"), ("h.", "bfloat16")):
        weights = {}
        for layer in range(3):
            weights[f"{prefix}{layer}.attn.bias"] = torch.ones(1, 1, 8, 8).tril().double()
            weights[f"{prefix}{layer}.attn.c_attn.weight"] = torch.randn(d_model, 3 * d_model, generator=generator).double() / 4
            weights[f"{prefix}{layer}.attn.c_attn.bias"] = torch.randn(3 * d_model, generator=generator).double()
            weights[f"{prefix}{layer}.attn.c_proj.weight"] = torch.randn(d_model, d_model, generator=generator).double() / 4
            weights[f"{prefix}{layer}.attn.c_proj.bias"] = torch.randn(d_model, generator=generator).double()
        save(importer.folder / "gpt2.safetensors", weights, dtype)
        stored = {name: t.numpy() for name, t in as_stored(weights, dtype).items()}
        for options, layer in (([], 0), (["--layer", "2"], 2)):
            trace = importer.run("gpt2.safetensors", "--heads", str(heads), *options)
            at = f"{prefix}{layer}.attn."
            x = tensor(trace, "x").numpy()[0]
            q, k, v = np.split(x @ stored[at + "c_attn.weight"] + stored[at + "c_attn.bias"], 3, axis=-1)
            output = attention(q, k, v, heads, causal=True) @ stored[at + "c_proj.weight"] + stored[at + "c_proj.bias"]
            faults += difference(f"GPT-2 {prefix}{layer}", trace, torch.tensor(output)[None], dtype)
    return faults


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        importer = Importer(sys.argv[1], Path(folder))
        faults = torch_cases(importer) + bert_cases(importer) + gpt2_cases(importer)
    print("\n".join(faults) if faults else "every imported layer gives what its model gives")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
