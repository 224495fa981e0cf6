#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "cli/process.hpp"
#include "files/write_tensors.hpp"
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

constexpr std::array signals{"HUP", "INT", "QUIT", "TERM", "KILL"};
constexpr std::array moments{"0.001", "0.005", "0.01", "0.02", "0.04", "0.08"};

/// Runs a command in a folder and stops it with a signal so many seconds later. (A shell's `&`
/// would have it ignore INT and QUIT.)
void stopped(const std::string& folder, const std::string& line, const std::string& signal,
             const std::string& moment) {
  shell("ulimit -c 0; cd '" + folder + "' && timeout -s " + signal + " " + moment +
        " \"$HEADTRACE\" " + line + " > /dev/null");
}

TEST_CASE("a command that is stopped at any moment leaves a whole file or none") {
  const StoredTensor weight{
      {"in_proj_weight", "float32", {6, 2}, false}, std::vector<double>(12, 0.5), 0};
  const StoredTensor out_weight{
      {"out_proj.weight", "float32", {2, 2}, false}, std::vector<double>(4, 0.5), 0};
  for (const std::string line :
       {"export 17 --to a.html", "export 17 --to a.py", "export 9 --to a.npz", "new a.json",
        "import w.safetensors --as torch --heads 2 --to a.json"}) {
    CAPTURE(line);
    const auto in_new_folder = [&](const auto& run) {
      const TemporaryFolder folder;
      write_tensors(folder.path() + "/w.safetensors", {weight, out_weight}, false);
      run(folder.path());
      const std::string names = shell("ls -A '" + folder.path() + "'").out;
      CHECK((names == "w.safetensors\n" || has(names, "a.")));
      CHECK(std::ranges::count(names, '\n') <= 2);
      return shell("cat '" + folder.path() + "'/a.*").out;
    };
    const std::string whole = in_new_folder([&](const std::string& folder) {
      CHECK(shell("cd '" + folder + "' && \"$HEADTRACE\" " + line).status == 0);
    });
    CHECK(!whole.empty());
    for (const char* signal : signals) {
      for (const char* moment : moments) {
        CAPTURE(signal);
        CAPTURE(moment);
        const std::string left = in_new_folder(
            [&](const std::string& folder) { stopped(folder, line, signal, moment); });
        CHECK((left.empty() || left == whole));
      }
    }
  }
}

TEST_CASE("a file that is being replaced is the old one or the new one at any moment") {
  const std::string old = "the old one\n";
  const TemporaryFolder folder;
  folder.file("a.html", old);
  CHECK(
      shell("cd '" + folder.path() + "' && \"$HEADTRACE\" export 17 --force --to a.html").status ==
      0);
  const std::string whole = shell("cat '" + folder.path() + "/a.html'").out;
  for (const char* signal : signals) {
    for (const char* moment : moments) {
      CAPTURE(signal);
      CAPTURE(moment);
      folder.file("a.html", old);
      stopped(folder.path(), "export 17 --force --to a.html", signal, moment);
      const std::string left = shell("cat '" + folder.path() + "/a.html'").out;
      CHECK((left == old || left == whole));
    }
  }
}

}  // namespace
}  // namespace headtrace::test
