"""Drives `headtrace walk` and `train` through a pseudo-terminal, as someone at a keyboard would:
completion, history, Ctrl-C, a resized window, Ctrl-D, a fault, and how long a key press takes.

Usage: walk_terminal_test.py HEADTRACE. Exit status 77 where the program has no line editing.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

PATIENCE = 20  # seconds until a missing answer is a failure; answers come in milliseconds


class Terminal:
    def __init__(self, program, *arguments, rows=24, columns=80):
        self.child, self.file = pty.fork()
        if self.child == 0:
            # libedit never frees the names of the functions that are added to it.
            os.environ.update(TERM="xterm", LC_ALL="C.UTF-8", ASAN_OPTIONS="detect_leaks=0")
            os.environ.pop("NO_COLOR", None)
            os.execv(program, [program, *arguments])
        self.resize(rows, columns)
        self.before = termios.tcgetattr(self.file)
        self.text = ""

    def resize(self, rows, columns):
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def wait_for(self, wanted):
        """Reads until `wanted` appears; gives what came before it, colors left out."""
        end = time.monotonic() + PATIENCE
        while wanted not in plain(self.text):
            ready, _, _ = select.select([self.file], [], [], max(0, end - time.monotonic()))
            try:
                more = os.read(self.file, 65536) if ready else b""
            except OSError:  # the other side is gone
                more = b""
            if not more:
                raise AssertionError(f"waited for {wanted!r}, got {plain(self.text)!r}")
            self.text += more.decode("utf-8", "replace")
        before, self.text = plain(self.text).split(wanted, 1)
        return before

    def prompt(self, wanted):
        """wait_for, until the program takes keys one by one: a moment after it shows its prompt."""
        before = self.wait_for(wanted)
        end = time.monotonic() + PATIENCE
        while termios.tcgetattr(self.file)[3] & termios.ICANON and time.monotonic() < end:
            time.sleep(0.002)
        return before

    def rest(self):
        """What it writes until it ends, as it is."""
        text = self.text
        while True:
            try:
                more = os.read(self.file, 65536)
            except OSError:
                more = b""
            if not more:
                return text
            text += more.decode("utf-8", "replace")

    def type(self, keys):
        os.write(self.file, keys.encode())

    def end(self):
        _, status = os.waitpid(self.child, 0)
        return status

    def settings_are_restored(self):
        return termios.tcgetattr(self.file)[:4] == self.before[:4]


def plain(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\x07", "", text)


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def test_line(program):
    terminal = Terminal(program, "walk", "1")
    terminal.prompt("0/17> ")
    terminal.type("n\n")
    check("Q = x·W_q" in terminal.prompt("1/17 Q> "), "n shows the first step")
    terminal.type("g sco\t")
    terminal.wait_for("res")  # scores: the one name that begins so
    terminal.type("\n")
    terminal.prompt("10/17 scores> ")
    terminal.type("hea\t")
    terminal.wait_for("ds")
    terminal.type("\t")
    listed = terminal.wait_for("heads_transposed")
    check("heads_contiguous" in listed, "several names are listed")
    terminal.prompt("10/17 scores> heads")  # drawn again below the list
    terminal.type("\x03")  # Ctrl-C in the middle of a line drops it
    terminal.prompt("10/17 scores> ")
    terminal.type("\x03")
    terminal.wait_for("(q leaves)")
    terminal.prompt("10/17 scores> ")
    terminal.type("\x1b[A\x1b[A\n")  # up twice: the line before the last
    check("Q = x·W_q" not in terminal.prompt("11/17 scaled> "), "history gives `n` back")
    terminal.type("e 0,0,0,0\x01\x1b[C\x1b[C\x04" + "1" + "\n")  # edited to e 1,0,0,0
    terminal.wait_for("lies outside")
    terminal.prompt("11/17 scaled> ")
    terminal.resize(20, 60)
    terminal.type("\x15weights\n")
    shown = terminal.prompt("12/17 weights> ")
    check(all(len(line.rstrip("\r")) <= 60 for line in shown.split("\n")), "the new width is used")
    terminal.type("\x04")  # Ctrl-D on an empty line
    check(os.waitstatus_to_exitcode(terminal.end()) == 0, "Ctrl-D leaves with status 0")
    check(terminal.settings_are_restored(), "the terminal is left as it was found")


def test_question(program):
    terminal = Terminal(program, "walk", "1", "--predict", "--lang", "zh", rows=20, columns=60)
    terminal.prompt("0/17> ")
    terminal.type("\n")
    terminal.prompt("答> ")
    terminal.type("1 3\x03")
    terminal.prompt("答> ")
    terminal.type("（1，3，4）\n")
    terminal.wait_for("答对了。")
    terminal.prompt("1/17 Q> ")
    terminal.type("q\n")
    terminal.wait_for("1 题中，第一次就答对了 1 题")
    check(os.waitstatus_to_exitcode(terminal.end()) == 0, "q leaves with status 0")


def test_ends(program):
    for end in (signal.SIGSEGV, signal.SIGABRT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        for keys in ("", "g sco", "e output[0,0,1] 99\n"):
            terminal = Terminal(program, "walk", "1")
            terminal.prompt("0/17> ")
            terminal.type(keys)
            os.kill(terminal.child, end)
            status = terminal.end()
            check(os.WIFSIGNALED(status) and os.WTERMSIG(status) == end, f"{end} ends it")
            check(terminal.settings_are_restored(), f"{end} leaves the terminal as it was")


def test_training(program):
    for language, line, end in (("en", " steps, ", " left"), ("zh", " 步，每秒 ", "，还要 ")):
        terminal = Terminal(program, "train", "16", "--arm", "with-w-o", "--lang", language)
        terminal.wait_for(line)
        terminal.wait_for(line)
        terminal.type("\x03")
        shown = terminal.rest()
        check(os.waitstatus_to_exitcode(terminal.end()) == 130, "Ctrl-C is told from the end")
        last_line = shown[: shown.rindex("\r\x1b[K")].rsplit("\r", 1)[-1]
        check(end in last_line, "the line is cleared last")
        report = plain(shown[shown.rindex("\r\x1b[K") :])
        check(end not in report.split("\n")[0], "nothing of it is left")
        check("with-w-o" in report, "the report stands in its place")
        check(terminal.settings_are_restored(), "the terminal is left as it was found")


def test_reader_goes_away(program):
    terminal = Terminal(program, "walk", "1")
    terminal.prompt("0/17> ")
    os.close(terminal.file)
    terminal.end()


def tell_speed(program):
    """Not a test: how long lesson 17 takes to answer a key, median of its steps."""
    terminal = Terminal(program, "walk", "17")
    terminal.prompt("> ")
    times = []
    for _ in range(20):
        start = time.monotonic()
        terminal.type("n\n")
        terminal.prompt("> ")
        times.append(time.monotonic() - start)
    terminal.type("q\n")
    terminal.end()
    times.sort()
    print(f"lesson 17, a key press: median {1e3 * times[len(times) // 2]:.1f} ms, "
          f"slowest {1e3 * times[-1]:.1f} ms")


def has_line_editing(program):
    terminal = Terminal(program, "walk", "1")
    terminal.wait_for("0/17> ")
    time.sleep(1)
    raw = not termios.tcgetattr(terminal.file)[3] & termios.ICANON
    terminal.type("q\n")
    terminal.end()
    return raw


def main():
    program = os.path.abspath(sys.argv[1])
    if not has_line_editing(program):
        print("skipped: built without libedit")
        return 77
    for test in (test_line, test_question, test_ends, test_training, test_reader_goes_away):
        test(program)
        print(f"{test.__name__}: fine")
    tell_speed(program)
    return 0


if __name__ == "__main__":
    sys.exit(main())
