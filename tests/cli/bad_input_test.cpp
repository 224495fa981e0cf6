#include <doctest/doctest.h>

#include "cli/process.hpp"
#include "support.hpp"

namespace headtrace::test {
namespace {

TEST_CASE(
    "a broken lesson file: its errors on standard error, status 2, nothing on standard output") {
  for (const char* name :
       {"json_not_json", "json_truncated", "json_duplicate_key", "unknown_key", "step_unknown_op",
        "step_unknown_tensor", "step_before_it_is_made", "step_same_name_twice", "tensor_ragged",
        "tensor_misfit", "dims_not_divisible", "sizes_overflow", "several_errors"}) {
    CAPTURE(name);
    const std::string path = std::string("tests/bad/") + name;
    const Ran ran = headtrace({"run", path + ".json"});
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    CHECK(ran.err == shell("cat " + path + ".expected").out);
  }
}

TEST_CASE("a file that is missing, a directory, empty") {
  const TemporaryFolder folder;
  const auto said = [&](const std::string& path) {
    const Ran ran = headtrace({"run", path});
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    return ran.err;
  };
  const std::string missing = folder.path() + "/missing.json";
  CHECK(said(missing) == "headtrace: error: " + missing + ": there is no such file\n");
  CHECK(said(folder.path() + "/") == "headtrace: error: " + folder.path() +
                                         "/: this is a directory; give a lesson file in it\n");
  const std::string empty = folder.file("empty.json", "");
  CHECK(has(said(empty), empty + ": the file is empty"));
}

TEST_CASE("a lesson number that doesn't exist shows the list") {
  const Ran ran = headtrace({"run", "99"});
  CHECK(ran.status == 2);
  CHECK(has(ran.err,
            "headtrace: error: there is no lesson '99'. The lessons are:\n  01-the-puzzle\n"));
  CHECK(has(headtrace({"run", "concta"}).err, "did you mean 'concat'?"));
}

const char* const view_too_early = R"({"format": 1, "title": "t",
  "dims": {"batch": 2, "seq": 5, "d_model": 18, "heads": 3},
  "tensors": {"heads": {"axes": ["batch", "heads", "seq", "d_k"], "fill": "arange"}},
  "steps": [
    {"op": "transpose", "in": ["heads"], "out": "heads_transposed", "axes": ["heads", "seq"]},
    {"op": "view", "in": ["heads_transposed"], "out": "concat", "shape": ["batch", "seq", "d_model"]}]})";

TEST_CASE("when a step fails, the trace up to it is still printed") {
  const Ran ran = headtrace({"run", "-"}, {view_too_early, {}, ""});
  CHECK(ran.status == 2);
  CHECK(has(ran.out, "1  heads_transposed"));
  CHECK(has(
      ran.err,
      "<stdin>:6:5: error: view: heads_transposed [batch=2, seq=5, heads=3, d_k=6] with strides "
      "[90, 6, 30, 1]: heads and d_k are not adjacent in memory, so they can't be one axis"));
  CHECK(has(ran.err, "Copy first with `contiguous`"));
}

TEST_CASE("more entries than a lesson may have are refused, in every part, but not numbers") {
  const auto checked = [](const std::string& part, int count) {
    std::string list;
    for (int i = 0; i < count; ++i) list += (i == 0 ? "" : ",") + part;
    return headtrace({"check", "-"}, {R"({"format": 1, "title": "t", "dims": {"seq": 10001},
        "tensors": {"x": {"axes": ["seq", 1], "values": [)" +
                                          (part == "[1]" ? list : "") + R"(]}},
        "steps": [{"op": "relu", "in": ["x"], "out": "y"}], "notes": [)" +
                                          (part == "[1]" ? "" : list) + "]}",
                                      {},
                                      ""});
  };
  const Ran notes = checked(R"({"at": "y", "text": "seen"})", 10001);
  CHECK(notes.status == 2);
  CHECK(has(notes.err, "error: more than 10000 items in one list (at /notes/10000)"));
  CHECK(has(notes.err, "numbers and lists of them are not counted"));
  CHECK(!has(checked(R"({"at": "y", "text": "seen"})", 10000).err, "more than"));
  CHECK(checked("[1]", 10001).status == 0);

  std::string tensors;
  for (int i = 0; i <= 10000; ++i) {
    tensors += (i == 0 ? "\"t" : ",\"t") + std::to_string(i) + R"(": {"axes": [1], "fill": 1})";
  }
  const Ran many = headtrace(
      {"check", "-"}, {R"({"format": 1, "title": "t", "tensors": {)" + tensors + "}}", {}, ""});
  CHECK(many.status == 2);
  CHECK(has(many.err, "error: more than 10000 keys in one object (at /tensors/t10000)"));
}

TEST_CASE("sizes past the memory limit are refused with the figure and the costliest tensor") {
  const std::string lesson =
      R"({"format": 1, "title": "t", "dims": {"seq": 100000, "d_model": 100000},
    "tensors": {"x": {"axes": ["seq", "d_model"], "fill": "zeros"}},
    "steps": [{"op": "relu", "in": ["x"], "out": "y"}]})";
  const Ran ran = headtrace({"run", "-"}, {lesson, {}, ""});
  CHECK(ran.status == 2);
  CHECK(
      ran.err ==
      "headtrace: error: this lesson needs 149 GiB of memory, the limit is 4 GiB; x [seq=100000, "
      "d_model=100000] alone takes 74.5 GiB; use smaller dims, or allow more with --max-memory\n");
  CHECK(has(headtrace({"run", "1", "--max-memory", "100"}).err, "the limit is 100 B"));
  CHECK(has(headtrace({"run", "1", "--max-memory", "much"}).err, "'much' is not a size"));
}

TEST_CASE("wrong arguments are explained") {
  CHECK(headtrace({"rnu", "1"}).err ==
        "headtrace: error: there is no command 'rnu'; did you mean 'run'?\n");
  CHECK(headtrace({"run", "1", "--lnag", "zh"}).err ==
        "headtrace: error: there is no option '--lnag'; did you mean '--lang'?\n");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"run"},
                                             {"run", "1", "--precision", "99"},
                                             {"run", "1", "--lang", "fr"},
                                             {"run", "1", "--format", "xml"},
                                             {"run", "1", "--width", "3"},
                                             {"run", "1", "--seed", "x"},
                                             {"check"},
                                             {"explain", "1"}}) {
    CAPTURE(arguments.front());
    const Ran ran = headtrace(arguments);
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    CHECK(ran.err.starts_with("headtrace: error: "));
    CHECK(ran.err.ends_with("\n"));
  }
}

TEST_CASE("a reader who leaves ends it quietly; a full disk is an error") {
  const Ran head = shell("(\"$HEADTRACE\" run 17 --full; echo $? >&2) | head -3");
  CHECK(head.err == "0\n");
  CHECK(split(head.out, '\n').size() == 3);
  const Ran full = shell("\"$HEADTRACE\" run 1 > /dev/full");
  CHECK(full.status == 2);
  CHECK(full.err == "headtrace: error: standard output: No space left on device\n");
}

}  // namespace
}  // namespace headtrace::test
