#include <doctest/doctest.h>

#include <algorithm>

#include "cli/process.hpp"
#include "support.hpp"

namespace headtrace::test {
namespace {

/// One line for every command that prints something.
const std::vector<std::string> command_lines{
    "lessons",
    "run 1",
    "run 1 --format json",
    "run 15 --backward",
    "run 4 --pictures",
    "run 1 --plain",
    "walk 1 --predict",
    "explain 1 'output[0,0,1]' --depth 3",
    "shapes 4",
    "shapes --like gpt2",
    "compare 6 --variant no-transpose",
    "diagnose 6 tests/fixtures/tensors/float64.npz --map x=concat",
    "check 1 6",
    "train 16 --steps 3 --seeds 1 --arm with-w-o",
    "train 16 --steps 3 --seeds 1 --arm with-w-o --format csv",
    "completion bash",
    "manual",
    "complete -- run ''",
    "--help",
    "run --help",
    "shapes --help",
    "train --help",
    "",
};

bool is_ascii(const std::string& text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c < 0x80; });
}

TEST_CASE("a full disk ends every command with status 2 and one message") {
  for (const std::string& line : command_lines) {
    if (has(line, "diagnose")) continue;
    CAPTURE(line);
    const Ran ran = shell("\"$HEADTRACE\" " + line + " > /dev/full < /dev/null");
    CHECK(ran.status == 2);
    CHECK(ran.err.ends_with("headtrace: error: standard output: No space left on device\n"));
  }
}

TEST_CASE("a closed pipe ends every command quietly") {
  for (const std::string& line : command_lines) {
    CAPTURE(line);
    const Ran ran = shell("(\"$HEADTRACE\" " + line +
                          " < /dev/null; echo $? >&2) 2>err | :; tail -n 1 err; rm err");
    CHECK((ran.out == "0\n" || ran.out == "1\n" || ran.out == "2\n"));
  }
}

TEST_CASE("every command works without a terminal, a home, or a locale that has more than ASCII") {
  for (const std::string& line : command_lines) {
    CAPTURE(line);
    const Ran plain = shell("\"$HEADTRACE\" " + line + " < /dev/null");
    const Ran bare = shell("env -i LC_ALL=C TERM=dumb \"$HEADTRACE\" " + line + " < /dev/null");
    CHECK(bare.status == plain.status);
    CHECK(bare.err == plain.err);
    if (!has(line, "json") && !has(line, "csv") && !has(line, "completion"))
      CHECK(is_ascii(bare.out));
    CHECK(!has(bare.out, "\x1b"));
  }
}

TEST_CASE("every command works in a window of 20 columns, and in ones that can't be") {
  const auto works = [](const std::string& line, const std::string& columns) {
    CAPTURE(line);
    CAPTURE(columns);
    const Ran ran = shell("COLUMNS=" + columns + " \"$HEADTRACE\" " + line + " < /dev/null");
    CHECK((ran.status == 0 || ran.status == 1 || has(line, "diagnose")));
  };
  for (const std::string& line : command_lines) works(line, "20");
  for (const char* columns : {"0", "-1", "1", "nonsense", "99999999999999999999"}) {
    works("run 1", columns);
  }
}

TEST_CASE("files go to no folder that can't be written, and none is left half written") {
  const TemporaryFolder folder;
  for (const std::string suffix : {"html", "md", "py", "json", "npz", "safetensors"}) {
    CAPTURE(suffix);
    for (const std::string& place :
         {std::string("/proc/lesson."), folder.path() + "/missing/lesson.",
          std::string("/dev/full/x.")}) {
      const Ran ran = headtrace({"export", "1", "--to", place + suffix});
      CHECK(ran.status == 2);
      CHECK(has(ran.err, "headtrace: error: "));
    }
  }
  CHECK(shell("ls -A '" + folder.path() + "'").out == "");
}

TEST_CASE("an export that is stopped at any moment leaves a whole file or none") {
  const TemporaryFolder folder;
  for (const char* signal : {"INT", "TERM", "KILL"}) {
    for (const char* wait : {"0", "0.005", "0.01", "0.02", "0.04", "0.08"}) {
      CAPTURE(signal);
      CAPTURE(wait);
      const std::string path = folder.path() + "/" + signal + wait + ".html";
      shell("\"$HEADTRACE\" export 17 --to '" + path + "' & sleep " + wait + "; kill -" + signal +
            " $! 2>/dev/null; wait");
      const Ran there = shell("if [ -e '" + path + "' ]; then tail -c 8 '" + path + "'; fi");
      CHECK((there.out.empty() || has(there.out, "</html>")));
    }
  }
}

}  // namespace
}  // namespace headtrace::test
