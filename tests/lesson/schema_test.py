"""Holds every lesson and every broken example against lessons/lesson.schema.json, and the schema
against the program's own catalogue.

    schema_test.py SOURCE_DIR DUMP

DUMP is the program built from tests/reference/dump.cpp. Exit status 77 (skipped)
without python3-jsonschema.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)

# Faults of content, which only the program sees: names that don't exist, sizes that don't fit,
# keys given twice (a JSON parser drops the first).
BEYOND_SCHEMA = {
    "dims_not_divisible",
    "expect_unknown_tensor",
    "file_columns_of_vector",
    "file_columns_past_the_end",
    "file_folder",
    "file_inexact",
    "file_key_missing",
    "file_key_unknown",
    "file_link_out",
    "file_misfit",
    "file_misfit_axes",
    "file_misfit_part",
    "file_misfit_scalar",
    "file_misfit_transposed",
    "file_pickle",
    "file_rows_backward",
    "file_rows_of_number",
    "file_rows_past_the_end",
    "json_duplicate_key",
    "json_duplicate_tensor",
    "loss_unknown_tensor",
    "many_errors",
    "pipeline_mask_unknown",
    "pipeline_missing_tensor",
    "pipeline_note_unknown",
    "step_before_it_is_made",
    "step_same_name_twice",
    "step_unknown_tensor",
    "tensor_axis_not_given",
    "tensor_file",
    "tensor_misfit",
    "tensor_mixed_depth",
    "tensor_ragged",
    "tensor_ragged_first_row",
    "variant_bypass_input",
    "variant_unknown_tensor",
}


def refuse_constant(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def read(path: Path) -> object:
    return json.loads(path.read_bytes().decode("utf-8-sig"), parse_constant=refuse_constant)


def check_lessons(validator, folder: Path) -> list[str]:
    faults = []
    for path in sorted(folder.glob("*.json")):
        if path.name == "lesson.schema.json":
            continue
        try:
            errors = list(validator.iter_errors(read(path)))
        except ValueError as error:
            faults.append(f"{path}: {error}")
            continue
        faults += [f"{path}: {error.json_path}: {error.message[:200]}" for error in errors]
    return faults


def check_broken(validator, folder: Path) -> list[str]:
    faults = []
    for path in sorted(folder.glob("*.json")):
        try:
            accepted = validator.is_valid(read(path))
        except (ValueError, RecursionError):
            continue  # not JSON, so there is nothing to hold against the schema
        if accepted and path.stem not in BEYOND_SCHEMA:
            faults.append(f"{path}: the schema accepts it")
        if not accepted and path.stem in BEYOND_SCHEMA:
            faults.append(f"{path}: the schema refuses it; take it off the list in schema_test.py")
    return faults


def difference(what: str, program: set[str], schema: set[str]) -> list[str]:
    faults = [f"{what} '{name}' is missing in the schema" for name in sorted(program - schema)]
    return faults + [f"{what} '{name}' is in the schema only" for name in sorted(schema - program)]


def check_op(name: str, op: dict, definition: dict) -> list[str]:
    faults = difference(f"{name}'s parameter", set(op["params"]), set(definition["properties"]) - {"op", "in", "out"})
    required = {param for param, info in op["params"].items() if info["required"]}
    faults += difference(f"{name}'s required parameter", required, set(definition.get("required", [])))
    inputs = definition["properties"]["in"]
    if inputs["minItems"] != op["min_inputs"] or inputs.get("maxItems", op["max_inputs"]) != op["max_inputs"]:
        faults.append(f"{name} reads {op['min_inputs']} to {op['max_inputs']} tensors, the schema says otherwise")
    return faults


def check_catalogue(schema: dict, program: dict) -> list[str]:
    definitions = schema["definitions"]
    faults = difference("operation", set(program["ops"]), set(definitions["step"]["properties"]["op"]["enum"]))
    for name, op in program["ops"].items():
        if f"op_{name}" not in definitions:
            faults.append(f"the schema has no definition op_{name}")
        else:
            faults += check_op(name, op, definitions[f"op_{name}"])
    faults += difference("pipeline", set(program["pipelines"]), set(definitions["pipeline"]["oneOf"][0]["enum"]))
    for name, options in program["pipelines"].items():
        known = set(definitions[f"pipeline_{name}"]["properties"]) - {"name"}
        faults += difference(f"{name}'s option", set(options), known)
    return faults + difference("axis", set(program["axes"]), set(schema["properties"]["dims"]["properties"]))


def main() -> int:
    source, dump = Path(sys.argv[1]), sys.argv[2]
    schema = read(source / "lessons/lesson.schema.json")
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    program = json.loads(subprocess.run([dump, "catalogue"], check=True, capture_output=True).stdout)
    faults = check_lessons(validator, source / "lessons")
    faults += check_broken(validator, source / "tests/bad")
    faults += check_catalogue(schema, program)
    print("\n".join(faults) if faults else "the schema agrees with lessons, broken examples and catalogue")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
