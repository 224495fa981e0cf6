"""Tensors through headtrace and back: NumPy and PyTorch write, headtrace reads and writes, and they
read again. Everything must be the same, bit for bit.

    tensor_round_trip.py CONVERT_TENSORS

CONVERT_TENSORS is the program built from tests/reference/convert_tensors.cpp. Exit status 77 (skipped)
without NumPy or PyTorch.
"""

from __future__ import annotations

import json
import struct
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

TORCH = {
    "float64": torch.float64, "float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16,
    "int8": torch.int8, "int16": torch.int16, "int32": torch.int32, "int64": torch.int64, "uint8": torch.uint8,
    "bool": torch.bool,
}  # fmt: skip


def bytes_of(tensor: torch.Tensor) -> bytes:
    if tensor.dtype == torch.bfloat16:
        tensor = tensor.view(torch.int16)
    return tensor.contiguous().numpy().tobytes()


def torch_tensors() -> dict[str, torch.Tensor]:
    """Random ones of every dtype, with what is special among floats; integers within 2^53."""
    generator = torch.Generator().manual_seed(5)
    tensors = {}
    for name, dtype in TORCH.items():
        numbers = torch.randn(4, 3, 5, generator=generator, dtype=torch.float64) * 40
        if dtype.is_floating_point:
            numbers[0, 0] = torch.tensor([float("inf"), float("-inf"), float("nan"), -0.0, 1e-7])
        else:
            numbers = numbers.abs() if name == "uint8" else numbers
        tensors[f"layer.{name}"] = numbers.to(dtype)
    return tensors


def write_safetensors(path: Path, tensors: dict[str, torch.Tensor]) -> None:
    names = {dtype: SAFETENSORS[name] for name, dtype in TORCH.items()}
    path.write_bytes(
        safetensors_bytes({key: (names[t.dtype], list(t.shape), bytes_of(t)) for key, t in tensors.items()})
    )


def read_safetensors(path: Path) -> dict[str, np.ndarray]:
    content = path.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    assert length % 8 == 0, "numbers must stand at multiples of 8"
    tensors = {}
    for name, entry in json.loads(content[8 : 8 + length]).items():
        begin, end = entry["data_offsets"]
        dtype = {"F64": "<f8", "F32": "<f4"}[entry["dtype"]]
        tensors[name] = np.frombuffer(content[8 + length :][begin:end], dtype).reshape(entry["shape"])
    return tensors


def read(path: Path) -> dict[str, np.ndarray]:
    if path.suffix == ".safetensors":
        return read_safetensors(path)
    with np.load(path) as archive:
        return {name: archive[name] for name in archive.files}


def differences(what: str, got: dict[str, np.ndarray], expected: dict[str, np.ndarray]) -> list[str]:
    if set(got) != set(expected):
        return [f"{what}: tensors {sorted(got)}, expected {sorted(expected)}"]
    faults = []
    for name, want in expected.items():
        same = got[name].shape == want.shape and got[name].dtype == want.dtype
        if not same or not np.array_equal(got[name], want, equal_nan=True) or not np.array_equal(
            np.signbit(got[name]) & ~np.isnan(want), np.signbit(want) & ~np.isnan(want)
        ):
            faults.append(f"{what}: {name} differs")
    return faults


def main() -> int:
    convert = sys.argv[1]
    tensors = torch_tensors()
    exact = {name: t.to(torch.float64).numpy() for name, t in tensors.items()}
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        sources = [Path(folder, "torch.safetensors"), Path(folder, "numpy.npz"), Path(folder, "packed.npz")]
        write_safetensors(sources[0], tensors)
        numpy = {name: t.numpy() for name, t in tensors.items() if t.dtype != torch.bfloat16}
        np.savez(sources[1], **numpy)
        np.savez_compressed(sources[2], **numpy)
        for source in sources:
            expected = exact if source.suffix == ".safetensors" else {name: exact[name] for name in numpy}
            for target in ("out.npz", "out.safetensors"):
                for dtype in ("float64", "float32"):
                    path = Path(folder, target)
                    subprocess.run([convert, source, path, dtype], check=True)
                    want = {name: array.astype(dtype) for name, array in expected.items()}
                    faults += differences(f"{source.name} to {target} as {dtype}", read(path), want)
    print("\n".join(faults) if faults else "every tensor came back as it was")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
