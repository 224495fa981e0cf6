"""Writes the tensor files that headtrace must read, and what is in them.

    tensor_files.py --write tests/fixtures/tensors --weights tests/bad/files

expected.json holds, for every file and tensor, dtype, shape, order and the numbers that NumPy reads.
bfloat16, which NumPy doesn't know, is the upper half of a float32; .safetensors files are written
here byte by byte, after the format's description. Needs NumPy alone.
"""

from __future__ import annotations

import argparse
import io
import json
import struct
import sys
import zipfile
from pathlib import Path

try:
    import numpy as np
    from numpy.lib import format as npy
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

FLOATS = {"float64": "f8", "float32": "f4", "float16": "f2"}
INTEGERS = {f"{sign}int{8 * size}": f"{code}{size}" for sign, code in (("", "i"), ("u", "u")) for size in (1, 2, 4, 8)}
SAFETENSORS = {
    "float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16", "bool": "BOOL",
    "int8": "I8", "int16": "I16", "int32": "I32", "int64": "I64",
    "uint8": "U8", "uint16": "U16", "uint32": "U32", "uint64": "U64",
}  # fmt: skip
ZIP_DATE = (1980, 1, 1, 0, 0, 0)


def float_values(dtype: np.dtype) -> np.ndarray:
    info = np.finfo(dtype)
    special = [0.0, -0.0, 1.5, -2.25, info.max, -info.max, info.tiny, info.smallest_subnormal, np.inf, -np.inf, np.nan, 1 / 3]
    return np.array(special, dtype=dtype)


def integer_values(dtype: np.dtype) -> np.ndarray:
    info = np.iinfo(dtype)
    middle = info.max // 3
    return np.array([info.min, info.max, 0, 1, 2, 3, 5, 7, middle, middle + 1, info.max - 1, 42], dtype=dtype)


def bfloat16_bits() -> np.ndarray:
    """Every kind of bfloat16, as bits: zeros, ones, largest, smallest, subnormal, inf, nan."""
    return np.array(
        [0, 0x8000, 0x3F80, 0xC010, 0x7F7F, 0xFF7F, 0x0080, 0x0001, 0x7F80, 0xFF80, 0x7FC0, 0x3EAB], dtype=np.uint16
    )


def as_float64(array: np.ndarray, dtype: str) -> np.ndarray:
    if dtype == "bfloat16":
        bits = array.view(np.uint16) if array.dtype.kind == "V" else array
        return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return array.astype(np.float64)


def plain(value: float) -> float | str:
    if np.isnan(value):
        return "NaN"
    return float(value) if np.isfinite(value) else ("Infinity" if value > 0 else "-Infinity")


def described(array: np.ndarray, dtype: str) -> dict:
    fortran = array.ndim > 1 and array.flags.f_contiguous and not array.flags.c_contiguous
    numbers = as_float64(np.ascontiguousarray(array), dtype).reshape(-1)
    inexact = 0
    if array.dtype.kind in "iu":
        inexact = sum(int(float(int(v))) != int(v) for v in array.reshape(-1))
    return {
        "dtype": dtype,
        "shape": list(array.shape),
        "fortran": bool(fortran),
        "inexact": inexact,
        "values": [plain(v) for v in numbers],
    }


def every_kind() -> dict[str, tuple[np.ndarray, str]]:
    """Each dtype in both byte orders and both memory orders, as [2, 3, 2]."""
    arrays = {}
    for name, code in {**FLOATS, **INTEGERS}.items():
        for order, sign in (("little", "<"), ("big", ">")):
            dtype = np.dtype(sign + code)
            values = (float_values if code[0] == "f" else integer_values)(np.dtype(code)).astype(dtype).reshape(2, 3, 2)
            arrays[f"{name}_{order}_c"] = (values, name)
            arrays[f"{name}_{order}_fortran"] = (np.asfortranarray(values), name)
    truth = (np.arange(12) % 5 < 2).reshape(2, 3, 2)
    bfloat16 = bfloat16_bits().view("V2").reshape(2, 3, 2)
    for name, values in (("bool", truth), ("bfloat16", bfloat16)):
        arrays[f"{name}_c"] = (values, name)
        arrays[f"{name}_fortran"] = (np.asfortranarray(values), name)
    return arrays


def npy_bytes(array: np.ndarray, version: tuple[int, int] = (1, 0)) -> bytes:
    file = io.BytesIO()
    npy.write_array(file, array, version=version)
    return file.getvalue()


def npz_bytes(entries: dict[str, bytes], method: int) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in entries.items():
            # As np.savez does it, so that sizes past 4 GiB have room.
            with archive.open(entry_of(name, method), "w", force_zip64=True) as entry:
                entry.write(content)
    return file.getvalue()


def entry_of(name: str, method: int) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, date_time=ZIP_DATE)
    entry.compress_type = method
    return entry


def safetensors_bytes(tensors: dict[str, tuple[str, list[int], bytes]], metadata: dict | None = None) -> bytes:
    """tensors: by name, safetensors' dtype, shape and bytes."""
    header: dict = {"__metadata__": metadata} if metadata else {}
    at = 0
    for name, (dtype, shape, data) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + len(data)]}
        at += len(data)
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(data for _, _, data in tensors.values())


class Fixtures:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.expected: dict[str, dict] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def add(self, name: str, content: bytes, tensors: dict[str, tuple[np.ndarray, str]]) -> None:
        (self.folder / name).write_bytes(content)
        self.expected[name] = {key: described(*tensor) for key, tensor in tensors.items()}


def write_npy(fixtures: Fixtures) -> None:
    matrix = np.array([[0.1, -2, 3], [4, 5e300, -6e-300]])
    for version in (1, 2, 3):
        fixtures.add(f"version{version}.npy", npy_bytes(matrix, (version, 0)), {f"version{version}": (matrix, "float64")})
    fixtures.add("fortran.npy", npy_bytes(np.asfortranarray(matrix)), {"fortran": (np.asfortranarray(matrix), "float64")})
    fixtures.add("scalar.npy", npy_bytes(np.float32(2.5)[()]), {"scalar": (np.array(2.5, np.float32), "float32")})
    empty = np.zeros((0, 3))
    fixtures.add("no_rows.npy", npy_bytes(empty), {"no_rows": (empty, "float64")})
    # ml_dtypes' bfloat16 arrays come out with this dtype.
    text = b"{'descr': '<V2', 'fortran_order': False, 'shape': (12,), }"
    text += b" " * (-(10 + len(text) + 1) % 64) + b"\n"
    head = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text
    fixtures.add("ml_dtypes.npy", head + bfloat16_bits().tobytes(), {"ml_dtypes": (bfloat16_bits().view("V2"), "bfloat16")})


def write_npz(fixtures: Fixtures) -> None:
    arrays = every_kind()
    entries = {f"{key}.npy": npy_bytes(array) for key, (array, _) in arrays.items()}
    fixtures.add("every_kind.npz", npz_bytes(entries, zipfile.ZIP_DEFLATED), arrays)
    two = {"W_q": (np.arange(6.0).reshape(2, 3), "float64"), "层/偏置": (np.array([1, 2], np.int32), "int32")}
    stored = {f"{key}.npy": npy_bytes(array) for key, (array, _) in two.items()}
    fixtures.add("stored.npz", npz_bytes({"__MACOSX/._W_q.npy": b"\0", **stored, "note.txt": b"hi"}, zipfile.ZIP_STORED), two)


def write_safetensors(fixtures: Fixtures) -> None:
    arrays: dict[str, tuple[np.ndarray, str]] = {}
    for name, code in FLOATS.items():
        arrays[f"encoder.{name}"] = (float_values(np.dtype(code)).reshape(2, 3, 2), name)
    for name, code in INTEGERS.items():
        arrays[name] = (integer_values(np.dtype(code)).reshape(3, 4), name)
    arrays["bool"] = (np.arange(12) % 5 < 2, "bool")
    arrays["bfloat16"] = (bfloat16_bits().view("V2").reshape(4, 3), "bfloat16")
    arrays["nothing"] = (np.zeros((0, 4), np.float32), "float32")
    arrays["一个数"] = (np.array(7.25, np.float16), "float16")
    tensors = {key: (SAFETENSORS[name], list(array.shape), array.tobytes()) for key, (array, name) in arrays.items()}
    fixtures.add("every_kind.safetensors", safetensors_bytes(tensors, {"format": "pt"}), arrays)


def write_weights(folder: Path) -> None:
    """What the broken lessons in tests/bad name: a fused weight, a bias, integers, a pickle."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays = {
        "in_proj_weight": np.arange(48, dtype=np.float32).reshape(12, 4) / 8,
        "in_proj_bias": np.arange(12, dtype=np.float32),
        "tall": np.arange(8.0).reshape(4, 2),
        "one": np.array(3.5),
        "large": np.array([2**53 + 1, 2**53, -(2**63) + 1, 5]),
    }
    entries = {f"{key}.npy": npy_bytes(array) for key, array in arrays.items()}
    (folder / "weights.npz").write_bytes(npz_bytes(entries, zipfile.ZIP_STORED))
    np.save(folder / "objects.npy", np.array([None]))
    (folder / "out.npy").unlink(missing_ok=True)
    (folder / "out.npy").symlink_to("../../fixtures/tensors/version1.npy")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--weights", type=Path, required=True, metavar="FOLDER")
    arguments = parser.parse_args()
    fixtures = Fixtures(arguments.write)
    write_weights(arguments.weights)
    write_npy(fixtures)
    write_npz(fixtures)
    write_safetensors(fixtures)
    text = json.dumps(fixtures.expected, ensure_ascii=False, indent=1)
    (fixtures.folder / "expected.json").write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
