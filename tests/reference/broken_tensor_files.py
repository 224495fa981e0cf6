"""Writes tensor files that are broken, lie or are something else, each a few bytes.

    broken_tensor_files.py --write tests/bad_tensors

tests/files/bad_tensors_test.cpp holds what headtrace says of each against NAME.expected beside it.
"""

from __future__ import annotations

import argparse
import json
import pickle
import struct
import sys
import zipfile
import zlib
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

from tensor_files import npy_bytes, npz_bytes, safetensors_bytes

MATRIX = np.arange(6.0).reshape(2, 3)
NPY = npy_bytes(MATRIX)
FLOATS = struct.pack("<4f", 1, 2, 3, 4)


def npy_with(text: str, data: bytes = MATRIX.tobytes(), version: int = 1) -> bytes:
    """An .npy file with any text for a header."""
    head = text.encode("latin-1")
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack("<H" if version == 1 else "<I", len(head)) + head + data


def npy_of(descr: str = "'<f8'", order: str = "False", shape: str = "(2, 3)") -> bytes:
    return npy_with(f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n")


def npy_files() -> dict[str, bytes]:
    return {
        "cut_in_magic.npy": NPY[:5],
        "cut_in_length.npy": NPY[:9],
        "cut_in_header.npy": NPY[:40],
        "cut_in_numbers.npy": NPY[:-7],
        "too_long.npy": NPY + b"\0" * 8,
        "two_arrays.npy": NPY + NPY,
        "version_4.npy": NPY[:6] + b"\x04" + NPY[7:],
        "header_length.npy": npy_with("", b"", 2)[:8] + b"\xff\xff\xff\xff" + b"{}",
        "no_dict.npy": npy_with("[1, 2]\n"),
        "no_shape.npy": npy_with("{'descr': '<f8', 'fortran_order': False}\n"),
        "key_twice.npy": npy_with("{'descr': '<f8', 'descr': '<f8'}\n"),
        "unknown_key.npy": npy_with("{'descr': '<f8', 'order': 'C'}\n"),
        "open_quote.npy": npy_with("{'descr': '<f8"),
        "code.npy": npy_with("__import__('os').system('true')\n"),
        "after_dict.npy": npy_with("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3)} + x\n"),
        "order_word.npy": npy_of(order="Maybe"),
        "shape_list.npy": npy_of(shape="[2, 3]"),
        "shape_negative.npy": npy_of(shape="(-2, 3)"),
        "shape_lies.npy": npy_of(shape="(2, 4)"),
        "shape_overflow.npy": npy_of(shape="(4294967296, 4294967296, 4294967296)"),
        "shape_past_64_bits.npy": npy_of(shape="(99999999999999999999,)"),
        "shape_huge.npy": npy_of(shape="(1000000000000,)"),
        "shape_too_many_axes.npy": npy_of(shape="(" + "1, " * 65 + ")"),
        "objects.npy": npy_bytes_of_objects(),
        "complex.npy": npy_of("'<c16'", shape="(3,)"),
        "texts.npy": npy_of("'<U4'", shape="(3,)"),
        "dates.npy": npy_of("'<M8[s]'", shape="(6,)"),
        "longdouble.npy": npy_of("'<f16'", shape="(3,)"),
        "empty_descr.npy": npy_of("''"),
        "signs_for_descr.npy": npy_of("'<>'"),
        "order_alone.npy": npy_of("'<'"),
        "escape_in_descr.npy": npy_of("'<\x1b[2J'"),
        "structured.npy": npy_of("[('a', '<f8'), ('b', '<f8')]", shape="(3,)"),
    }


def npy_bytes_of_objects() -> bytes:
    return npy_with("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }\n", pickle.dumps([None], protocol=3))


def patched(content: bytes, signature: bytes, offset: int, value: bytes, which: int = 0) -> bytes:
    """`content` with `value` at `offset` from the which-th `signature` on."""
    at = -1
    for _ in range(which + 1):
        at = content.index(signature, at + 1)
    return content[: at + offset] + value + content[at + offset + len(value) :]


def plain_zip(entries: list[tuple[str | bytes, bytes]], method: int = zipfile.ZIP_STORED) -> bytes:
    """As zipfile writes it, without the fields for sizes past 4 GiB, so that sizes can be patched."""
    parts: list[bytes] = []
    central: list[bytes] = []
    at = 0
    for name, content in entries:
        raw = name if isinstance(name, bytes) else name.encode()
        flag = 0 if isinstance(name, bytes) else 0x800  # the name is UTF-8
        packed = content
        if method == zipfile.ZIP_DEFLATED:
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            packed = packer.compress(content) + packer.flush()
        fields = struct.pack("<HHHHHIIIHH", 20, flag, method, 0, 33, zlib.crc32(content), len(packed), len(content), len(raw), 0)
        parts.append(b"PK\x03\x04" + fields + raw + packed)
        central.append(b"PK\x01\x02" + struct.pack("<H", 20) + fields + struct.pack("<HHHII", 0, 0, 0, 0, at) + raw)
        at += len(parts[-1])
    directory = b"".join(central)
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, len(entries), len(entries), len(directory), at, 0)
    return b"".join(parts) + directory + end


def npz_files() -> dict[str, bytes]:
    good = plain_zip([("W.npy", NPY)])
    packed = plain_zip([("W.npy", npy_bytes(np.zeros((100, 100))))], zipfile.ZIP_DEFLATED)
    size = 24  # of the unpacked size in a directory entry
    return {
        "cut_at_end.npz": good[:-30],
        "cut_in_entry.npz": good[:100],
        "no_entries.npz": plain_zip([]),
        "no_arrays.npz": plain_zip([("readme.txt", b"hello")]),
        "not_an_array.npz": plain_zip([("W.npy", b"hello, this is no array")]),
        "objects_inside.npz": plain_zip([("W.npy", npy_bytes_of_objects())]),
        "name_twice.npz": plain_zip([("W.npy", NPY), ("W.npy", NPY)]),
        "leads_out.npz": plain_zip([("../W.npy", NPY)]),
        "absolute.npz": plain_zip([("/etc/W.npy", NPY)]),
        "no_name.npz": plain_zip([(".npy", NPY)]),
        "name_not_utf8.npz": plain_zip([(b"W\xff.npy", NPY)]),
        "name_escape.npz": plain_zip([(b"W\x1b[2J.npy", NPY)]),
        "name_escape_utf8.npz": plain_zip([("W\x1b[2J.npy", NPY)]),
        "checksum.npz": good.replace(NPY[-8:], b"\1" * 8, 1),
        "deflated_garbage.npz": patched(packed, b"W.npy", 8, b"\xff\xff\xff\xff"),
        "size_smaller.npz": patched(good, b"PK\x01\x02", size, struct.pack("<I", 100)),
        "size_larger.npz": patched(good, b"PK\x01\x02", size, struct.pack("<I", 4000000000)),
        "deflated_size_larger.npz": patched(packed, b"PK\x01\x02", size, struct.pack("<I", 4000000000)),
        "deflated_size_smaller.npz": patched(packed, b"PK\x01\x02", size, struct.pack("<I", 1000)),
        "encrypted.npz": patched(patched(good, b"PK\x01\x02", 8, b"\1"), b"PK\x03\x04", 6, b"\1"),
        "method_93.npz": patched(patched(good, b"PK\x01\x02", 10, b"\x5d"), b"PK\x03\x04", 8, b"\x5d"),
        "torch_new.pt": plain_zip([("model/data.pkl", pickle.dumps({}, 2)), ("model/data/0", FLOATS)]),
    }


def safetensors_with(header: object, data: bytes = FLOATS) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def entry(begin: int, end: int, shape: list, dtype: str = "F32") -> dict:
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


def safetensors_files() -> dict[str, bytes]:
    good = safetensors_bytes({"W": ("F32", [2, 2], FLOATS)})
    one = {"W": entry(0, 16, [2, 2])}
    return {
        "cut_in_numbers.safetensors": good[:-3],
        "cut_in_header.safetensors": good[:30],
        "too_long.safetensors": good + b"\0\0\0\0",
        "header_length.safetensors": struct.pack("<Q", 2**63 + 1) + good[8:],
        "header_length_larger.safetensors": struct.pack("<Q", 4000) + good[8:],
        "not_json.safetensors": safetensors_with(b'{"W": {"dtype": "F32", '),
        "not_utf8.safetensors": safetensors_with(b'{"W\xff": {}}'),
        "no_tensors.safetensors": safetensors_with({}, b""),
        "only_metadata.safetensors": safetensors_with({"__metadata__": {"a": "b"}}, b""),
        "deep.safetensors": safetensors_with(b'{"W":' + b"[" * 3000 + b"]" * 3000 + b"}"),
        "name_twice.safetensors": safetensors_with(
            json.dumps(one).encode()[:-1] + b", " + json.dumps(one).encode()[1:]
        ),
        "name_escape.safetensors": safetensors_with({"W\x1b[2J": entry(0, 16, [2, 2])}),
        "no_dtype.safetensors": safetensors_with({"W": {"shape": [4], "data_offsets": [0, 16]}}),
        "entry_is_list.safetensors": safetensors_with({"W": [1]}),
        "float8.safetensors": safetensors_with({"W": entry(0, 16, [16], "F8_E4M3")}),
        "shape_text.safetensors": safetensors_with({"W": entry(0, 16, ["2", 2])}),
        "shape_negative.safetensors": safetensors_with({"W": entry(0, 16, [-2, 2])}),
        "shape_fraction.safetensors": safetensors_with({"W": entry(0, 16, [2.5, 2])}),
        "shape_lies.safetensors": safetensors_with({"W": entry(0, 16, [2, 3])}),
        "shape_overflow.safetensors": safetensors_with({"W": entry(0, 16, [2**40, 2**40])}),
        "offsets_three.safetensors": safetensors_with({"W": {"dtype": "F32", "shape": [4], "data_offsets": [0, 8, 16]}}),
        "offsets_backward.safetensors": safetensors_with({"W": entry(16, 0, [2, 2])}),
        "offsets_past_the_end.safetensors": safetensors_with({"W": entry(0, 160, [40])}),
        "overlap.safetensors": safetensors_with({"W": entry(0, 12, [3]), "b": entry(8, 16, [2])}),
        "gap.safetensors": safetensors_with({"W": entry(0, 4, [1]), "b": entry(8, 16, [2])}),
    }


def other_files() -> dict[str, bytes]:
    old_torch = b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.\x80\x02M\xe9\x03."
    return {
        "torch_old.bin": old_torch,
        "a_pickle.npy": pickle.dumps({"W": [1.0]}, protocol=4),
        "hdf5.h5": b"\x89HDF\r\n\x1a\n" + b"\0" * 40,
        "gguf.safetensors": b"GGUF\x03\0\0\0" + b"\0" * 40,
        "gzip.npy": b"\x1f\x8b\x08" + b"\0" * 20,
        "table.npy": b"1.0, 2.0, 3.0\n4.0, 5.0, 6.0\n",
        "one_byte.npy": b"\x00",
        "noise.npy": bytes(range(128, 168)),
        "empty.safetensors": b"",
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", type=Path, required=True, metavar="FOLDER")
    folder = parser.parse_args().write
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in {**npy_files(), **npz_files(), **safetensors_files(), **other_files()}.items():
        (folder / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
