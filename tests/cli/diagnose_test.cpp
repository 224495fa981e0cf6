#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "files/write_tensors.hpp"
#include "render/rendering.hpp"
#include "study/shipped_lessons.hpp"

namespace headtrace::test {
namespace {

StoredTensor stored(const Tensor& tensor, const std::string& name) {
  StoredTensor result;
  result.name = name;
  result.dtype = "float64";
  result.shape = tensor.shape();
  result.values = tensor.values();
  return result;
}

/// What someone dumps who runs the lesson's variant `id`, or the lesson itself.
void dump(const std::string& path, const std::string& lesson_name, const std::string& id,
          const std::vector<std::string>& names) {
  const Lesson lesson = shipped_lesson(lesson_name);
  const Trace trace =
      run(plan(id.empty() ? lesson.pipeline : apply(lesson.pipeline, *lesson.find_variant(id))));
  std::vector<StoredTensor> tensors;
  for (const std::string& name : names) tensors.push_back(stored(*trace.find(name), name));
  write_tensors(path, tensors, false);
}

TEST_CASE("a mistake is named, in both languages and in JSON") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/mine.npz";
  dump(file, "04-attention-per-head", "unscaled", {"scores", "weights", "heads"});
  for (const char* lang : {"en", "zh"}) {
    const Ran ran =
        headtrace({"diagnose", "4", "mine.npz", "--lang", lang}, {{}, {}, folder.path()});
    CHECK(ran.status == 1);
    CHECK(ran.err.empty());
    check_golden(std::string("diagnose/unscaled.") + lang + ".txt", ran.out);
    check_fits(ran.out, 80);
  }
  const Ran json = headtrace({"diagnose", "4", file, "--format", "json"});
  const auto found = nlohmann::json::parse(json.out);
  CHECK(found.at("verdict") == "differs");
  CHECK(found.at("first") == "weights");
  CHECK(found.at("findings")[0].at("id") == "C1");
  CHECK(found.at("checked").size() == 3);
}

TEST_CASE("what is right is called right") {
  const TemporaryFolder folder;
  dump(folder.path() + "/mine.safetensors", "01-the-puzzle", "", {"weights", "output"});
  const Ran ran = headtrace({"diagnose", "1", folder.path() + "/mine.safetensors"});
  CHECK(ran.status == 0);
  CHECK(has(ran.out, "Nothing is wrong, up to rounding. Tensors compared: 2."));
}

TEST_CASE("a class: one row a student, and one bad file doesn't stop the rest") {
  const TemporaryFolder folder;
  dump(folder.path() + "/ada.npz", "01-the-puzzle", "", {"output"});
  dump(folder.path() + "/bob.npz", "04-attention-per-head", "", {"weights"});
  folder.file("eve.npz", "no zip at all");
  const Ran ran = headtrace({"diagnose", "1", folder.path(), "--format", "csv"});
  CHECK(ran.status == 1);
  const std::vector<std::string> lines = split(ran.out, '\n');
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "student,verdict,first,mistakes,score,of,error");
  CHECK(lines[1] == "ada,same,,,1,1,");
  CHECK(has(lines[2], "bob,differs,weights,"));
  CHECK(has(lines[3], "eve,unreadable,"));
}

TEST_CASE("what can't be diagnosed is said") {
  const TemporaryFolder folder;
  dump(folder.path() + "/mine.npz", "01-the-puzzle", "", {"output"});
  const std::string file = folder.path() + "/mine.npz";
  CHECK(headtrace({"diagnose", "1", folder.path() + "/none.npz"}).status == 2);
  CHECK(has(headtrace({"diagnose", "1", file, "--map", "output"}).err, "is not a pair of names"));
  CHECK(has(headtrace({"diagnose", "1", file, "--map", "output=outptu"}).err,
            "did you mean 'output'?"));
  CHECK(has(headtrace({"diagnose", "1", file, "--format", "csv"}).err, "folder of students"));
  CHECK(headtrace({"diagnose", "1", file, "--format", "csv"}).status == 2);
}

}  // namespace
}  // namespace headtrace::test
