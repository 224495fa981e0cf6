#!/usr/bin/env python3
"""Asks bash, zsh and fish what they complete with the scripts of `headtrace completion`, and groff
whether the manual page is in order: shell_completion_test.py HEADTRACE. A shell that isn't there is
left out; bash must be."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = Path(sys.argv[1]).resolve()
CASES = [
    (["headtrace", "exp"], ["explain", "export"]),
    (["headtrace", "run", "1", "--on"], ["--only"]),
    (["headtrace", "run", "06"], ["06-concat"]),
    (["headtrace", "explain", "1", "con"], ["concat["]),
    (["headtrace", "run", "6", "--variant", ""], ["no-transpose"]),
    (["headtrace", "export", "1", "--to", "some"], ["some file.html"]),
]


def shell(program: str, script: str, folder: str) -> list[str]:
    environment = os.environ | {"PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "HOME": folder}
    done = subprocess.run(
        [program, *(["--norc"] if program == "bash" else []), "-c", script],
        capture_output=True, text=True, cwd=folder, env=environment,
    )
    assert done.returncode == 0 and not done.stderr, (program, script, done)
    return sorted(filter(None, done.stdout.splitlines()))


def quoted(words: list[str]) -> str:
    return " ".join("'" + word + "'" for word in words)


def in_bash(words: list[str], folder: str) -> list[str]:
    return shell("bash", f"""
        compopt() {{ :; }}
        source <(headtrace completion bash)
        COMP_WORDS=({quoted(words)}); COMP_CWORD={len(words) - 1}
        _headtrace
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """, folder)


def in_zsh(words: list[str], folder: str) -> list[str]:
    # The functions of zsh's completion are replaced by ones that print what they are given.
    return shell("zsh", f"""
        compdef() {{ :; }}
        compadd() {{ shift 3; print -rl -- "$@" }}
        _describe() {{ local each; for each in "${{(@P)2}}"; do print -r -- "${{each%%:*}}"; done }}
        _files() {{ print -rl -- *(N) }}
        eval "$(headtrace completion zsh)"
        words=({quoted(words)}); CURRENT={len(words)}
        _headtrace
    """, folder)


def in_fish(words: list[str], folder: str) -> list[str]:
    lines = shell("fish", f"""
        headtrace completion fish | source
        complete -C {"'" + " ".join(words) + "'"}
    """, folder)
    return sorted(line.split("\t")[0] for line in lines)


def main() -> int:
    problems = []
    shells = {"bash": in_bash, "zsh": in_zsh, "fish": in_fish}
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "some file.html").touch()
        for name, ask in shells.items():
            if not shutil.which(name):
                print(f"{name} isn't installed")
                continue
            for words, wanted in CASES:
                got = [word.replace("\\", "") for word in ask(words, folder)]
                got = [word for word in got if word != "some file.html"] if len(words) < 5 else got
                if got != wanted:
                    problems.append(f"{name}: {words} gives {got}, not {wanted}")
            print(f"{name}: {len(CASES)} command lines")
        if shutil.which("groff"):
            page = subprocess.run([PROGRAM, "manual"], capture_output=True, check=True).stdout
            done = subprocess.run(
                ["groff", "-man", "-Tutf8", "-ww", "-z"], input=page, capture_output=True
            )
            if done.stderr:
                problems.append(f"groff: {done.stderr.decode()}")
            print("groff: the manual page")
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
