#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/process.hpp"
#include "files/stored_tensor.hpp"
#include "support.hpp"

namespace headtrace::test {
namespace {

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The rows of the tables under each heading that names a tensor.
std::map<std::string, std::vector<std::string>> table_rows(const std::string& markdown) {
  std::map<std::string, std::vector<std::string>> rows;
  std::string name;
  for (const std::string& line : split(markdown, '\n')) {
    if (line.starts_with("#")) {
      const auto begin = line.find('`');
      name = begin == std::string::npos ? "" : line.substr(begin + 1, line.rfind('`') - begin - 1);
    } else if (line.starts_with("| **")) {
      rows[name].push_back(line);
    }
  }
  return rows;
}

std::vector<double> numbers_in(const std::vector<std::string>& rows) {
  std::vector<double> numbers;
  for (const std::string& row : rows) {
    const std::vector<std::string> cells = split(row, '|');
    for (std::size_t i = 2; i < cells.size(); ++i) {
      if (cells[i].find_first_not_of(' ') != std::string::npos)
        numbers.push_back(std::stod(cells[i]));
    }
  }
  return numbers;
}

void flatten(const nlohmann::json& values, std::vector<double>& flat) {
  if (values.is_number()) return flat.push_back(values.get<double>());
  for (const auto& each : values) flatten(each, flat);
}

TEST_CASE("an exported trace is the one that run prints") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/trace.json";
  const Ran ran = headtrace({"export", "4", "--to", file, "--seed", "3"});
  CHECK(ran.status == 0);
  CHECK(ran.out == "Wrote " + file + ": the trace as data\n");
  CHECK(read_text(file) == headtrace({"run", "4", "--seed", "3", "--format", "json"}).out);
}

TEST_CASE("the trace's tensors are written for other tools") {
  const TemporaryFolder folder;
  for (const char* suffix : {".npz", ".safetensors"}) {
    const std::string file = folder.path() + "/trace" + suffix;
    CHECK(headtrace({"export", "7", "--to", file}).status == 0);
    std::map<std::string, std::vector<double>> values;
    for (const StoredTensor& tensor : read_tensors(file, 1e6)) values[tensor.name] = tensor.values;
    CHECK(values.size() == 7);
    CHECK(values["output_in_out"] == std::vector<double>{1.8, 0.1, 0.4, 2.1});
  }
}

TEST_CASE("a worksheet's blanks and its key together give the trace") {
  const TemporaryFolder folder;
  const std::string sheet = folder.path() + "/sheet.md";
  const std::string key = folder.path() + "/key.md";
  REQUIRE(headtrace({"export", "1", "--to", sheet, "--worksheet", "--key", key}).status == 0);
  auto rows = table_rows(read_text(sheet));
  CHECK(has(rows["weights"].at(0), "____"));
  CHECK(rows["concat"].empty());  // its shape is asked for
  for (const auto& [name, filled] : table_rows(read_text(key))) rows[name] = filled;
  const auto trace = nlohmann::json::parse(headtrace({"run", "1", "--format", "json"}).out);
  for (const char* kind : {"inputs", "steps"}) {
    for (const auto& tensor : trace.at(kind)) {
      std::vector<double> expected;
      flatten(tensor.at("values"), expected);
      const std::vector<double> shown = numbers_in(rows[tensor.at("name")]);
      CAPTURE(tensor.at("name"));
      REQUIRE(shown.size() == expected.size());
      for (std::size_t i = 0; i < shown.size(); ++i) {
        CHECK(std::abs(shown[i] - expected[i]) <= 0.5001e-4);
      }
    }
  }
}

TEST_CASE("each seed gives a worksheet numbers of its own, and no answer is in it") {
  const TemporaryFolder folder;
  const auto sheet = [&](const std::string& seed) {
    const std::string file = folder.path() + "/sheet.md";
    CHECK(
        headtrace({"export", "1", "--to", file, "--worksheet", "--seed", seed, "--force"}).status ==
        0);
    return read_text(file);
  };
  const std::string one = sheet("1");
  CHECK(one == sheet("1"));
  CHECK(one != sheet("2"));
  CHECK(has(one, "Numbers of seed 1"));
  CHECK(!has(one, "The largest score"));
}

TEST_CASE("what stays blank can be chosen") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/sheet.md";
  REQUIRE(headtrace({"export", "1", "--to", file, "--worksheet", "--blank", "Q,heads"}).status ==
          0);
  auto rows = table_rows(read_text(file));
  CHECK(has(rows["Q"].at(0), "____"));
  CHECK(has(rows["heads"].at(0), "____"));
  CHECK(!has(rows["weights"].at(0), "____"));
}

TEST_CASE("a file that is there is kept unless --force") {
  const TemporaryFolder folder;
  const std::string file = folder.file("kept.json", "mine");
  const Ran ran = headtrace({"export", "1", "--to", file});
  CHECK(ran.status == 2);
  CHECK(ran.err == "headtrace: error: " + file +
                       ": the file is there already and was kept; use another name, or --force to "
                       "replace it\n");
  CHECK(read_text(file) == "mine");
  CHECK(headtrace({"export", "1", "--to", file, "--force"}).status == 0);
  CHECK(has(read_text(file), "\"lesson\": \"01-the-puzzle\""));
}

TEST_CASE("what can't be exported is said, and no file is left") {
  const TemporaryFolder folder;
  const auto message = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "export");
    const Ran ran = headtrace(arguments, {{}, {}, folder.path()});
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    return ran.err;
  };
  CHECK(message({"1", "--to", "a.jsn"}) ==
        "headtrace: error: headtrace can't write .jsn files; did you mean '.json'? headtrace "
        "writes .html, .json, .md, .svg, .npz, .safetensors, .py\n");
  CHECK(message({"1", "--to", "a"}) ==
        "headtrace: error: --to 'a' doesn't say by its suffix what to write; headtrace writes "
        ".html, .json, .md, .svg, .npz, .safetensors, .py\n");
  CHECK(message({"1", "--to", "missing/a.py"}) ==
        "headtrace: error: missing/a.py: can't be written: No such file or directory\n");
  CHECK(message({"1", "--to", "a.md", "--framework", "numpy"}) ==
        "headtrace: error: --framework is for .py files, not .md; leave it out, or change --to\n");
  CHECK(message({"1", "--to", "a.md", "--key", "k.md"}) ==
        "headtrace: error: --key is for worksheets; add --worksheet\n");
  CHECK(message({"1", "--to", "a.md", "--worksheet", "--key", "./a.md"}) ==
        "headtrace: error: --key and --to name the same file; give the key a name of its own\n");
  CHECK(message({"1", "--to", "a.md", "--worksheet", "--blank", "wieghts"}) ==
        "headtrace: error: --blank: there is no tensor 'wieghts'; did you mean 'weights'?\n");
  CHECK(message({"1", "--to", "a.svg", "--step", "Qs"})
            .starts_with("headtrace: error: --step: there is no tensor 'Qs'; "));
  CHECK(message({"1", "--to", "a.py", "--seed", "1"}) ==
        "headtrace: error: --seed changes nothing: no tensor of 01-the-puzzle is random; leave it "
        "out; on a --worksheet the numbers change places instead\n");
  CHECK(message({"1", "--to", "a.py", "--variant", "no-wo"}) ==
        "headtrace: error: 01-the-puzzle has no variant 'no-wo'; did you mean 'no-w-o'?\n");
  CHECK(std::filesystem::is_empty(folder.path()));
}

// A limit on the size of files stands for a disk that is full; one block is 512 bytes.
TEST_CASE("a file that can't be written to its end is not written at all") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/a.html";
  const Ran ran = shell(
      "trap '' XFSZ; ulimit -f 8; export LLVM_PROFILE_FILE=/dev/null; exec \"$HEADTRACE\" export 1 "
      "--lang en --to " +
      file);
  CHECK(ran.status == 2);
  CHECK(ran.err == "headtrace: error: " + file + ": can't be written: File too large\n");
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("a trace that stops is exported up to there, and the error is shown") {
  const TemporaryFolder folder;
  const std::string lesson = folder.file("stops.json", R"({
    "format": 1, "title": "t", "goal": "g", "dims": {"seq": 2, "d_model": 3},
    "tensors": {"x": {"axes": ["seq", "d_model"], "values": [[1, -2, 3], [4, 5, 6]]}},
    "steps": [{"op": "relu", "in": ["x"], "out": "y"},
              {"op": "view", "in": ["y"], "out": "z", "shape": ["seq", 2]}]})");
  for (const char* suffix : {".json", ".py", ".md", ".html"}) {
    const std::string file = folder.path() + "/out" + suffix;
    const Ran ran = headtrace({"export", lesson, "--to", file});
    CAPTURE(suffix);
    CHECK(ran.status == 2);
    CHECK(has(ran.err, "view: y [seq=2, d_model=3] has 6 elements"));
    // A script's comment is wrapped.
    std::string text = read_text(file);
    for (auto at = text.find("\n# "); at != std::string::npos; at = text.find("\n# "))
      text.replace(at, 3, " ");
    CHECK(has(text, "has 6 elements"));
  }
}

}  // namespace
}  // namespace headtrace::test
