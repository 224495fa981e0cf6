#include "lesson/read_file.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <headtrace/lesson.hpp>

#include "cli/process.hpp"
#include "support.hpp"

namespace headtrace::test {
namespace {

/// A lesson beside the files of tests/bad/files, with these tensors.
std::string lesson_reading(const std::string& tensors, const std::string& more = "") {
  return R"({"format": 1, "title": "T", "dims": {"batch": 1, "seq": 3, "d_model": 4, "heads": 2},
  "tensors": {"x": {"axes": ["seq", "d_model"], "fill": 1}, )" +
         tensors + R"(}, "steps": [{"op": "relu", "in": ["x"], "out": "y"}])" + more + "}";
}

Lesson loaded_beside_files(const std::string& tensors) {
  return load_lesson_or_throw({"tests/bad/files/lesson.json", lesson_reading(tensors)});
}

const std::vector<double>& numbers_of(const Lesson& lesson, const std::string& name) {
  return std::get<ValuesSource>(lesson.pipeline.find_input(name)->source).values;
}

}  // namespace

// in_proj_weight is arange(48)/8 as [12, 4]; in_proj_bias is arange(12).
TEST_CASE("a fused weight is taken apart by rows and columns") {
  const Lesson lesson = loaded_beside_files(R"(
    "W": {"axes": [12, "d_model"], "file": "weights.npz", "key": "in_proj_weight"},
    "W_k": {"axes": ["d_model", "d_model"], "layout": "out_in", "file": "weights.npz",
            "key": "in_proj_weight", "rows": [4, 8]},
    "cut": {"axes": [2, 3], "file": "weights.npz", "key": "in_proj_weight", "rows": [10, 12], "columns": [1, 4]},
    "b_v": {"axes": ["d_model"], "file": "weights.npz", "key": "in_proj_bias", "rows": [8, 12]},
    "column": {"axes": [4, 1], "file": "weights.npz", "key": "tall", "columns": [1, 2]})");
  CHECK(numbers_of(lesson, "W").size() == 48);
  CHECK(numbers_of(lesson, "W_k").front() == 2);
  CHECK(numbers_of(lesson, "W_k").back() == 31 / 8.0);
  CHECK(lesson.pipeline.find_input("W_k")->layout == WeightLayout::out_in);
  CHECK(numbers_of(lesson, "cut") ==
        std::vector<double>{41 / 8.0, 42 / 8.0, 43 / 8.0, 45 / 8.0, 46 / 8.0, 47 / 8.0});
  CHECK(numbers_of(lesson, "b_v") == std::vector<double>{8, 9, 10, 11});
  CHECK(numbers_of(lesson, "column") == std::vector<double>{1, 3, 5, 7});
}

TEST_CASE("a variant may set a tensor from a file") {
  const std::string text = lesson_reading(R"("b": {"axes": [4], "fill": 0})",
                                          R"(, "variants": [{"id": "v", "title": "V", "edit": [
      {"set": "b", "to": {"axes": ["d_model"], "file": "weights.npz", "key": "in_proj_bias", "rows": [0, 4]}}]}])");
  const Lesson lesson = load_lesson_or_throw({"tests/bad/files/lesson.json", text});
  const auto& set = std::get<SetTensor>(lesson.find_variant("v")->edits[0].change);
  CHECK(std::get<ValuesSource>(set.to.source).values == std::vector<double>{0, 1, 2, 3});
}

TEST_CASE("a lesson from standard input names files of the folder it is run in") {
  const Lesson lesson = load_lesson_or_throw(
      {"<stdin>",
       lesson_reading(
           R"("b": {"axes": [12], "file": "tests/bad/files/weights.npz", "key": "in_proj_bias"})")});
  CHECK(numbers_of(lesson, "b").back() == 11);
}

TEST_CASE("all tensors from files together stay within the memory allowed") {
  const std::string two = lesson_reading(R"(
    "a": {"axes": [12, 4], "file": "weights.npz", "key": "in_proj_weight"},
    "b": {"axes": [12, 4], "file": "weights.npz", "key": "in_proj_weight"})");
  const auto errors = [&](double max_memory) {
    return load_lesson({"tests/bad/files/lesson.json", two, max_memory}).errors;
  };
  CHECK(errors(768).empty());
  REQUIRE(errors(767).size() == 1);
  CHECK(std::string(errors(767)[0].what()) ==
        "'in_proj_weight', float32 [12, 4], takes 384 B of memory, of which 383 B are left; allow "
        "more with --max-memory");
  CHECK(errors(100).size() == 2);
}

TEST_CASE("a lesson that is found through a link, and a file through a link that stays below it") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() + "/real");
  std::filesystem::copy_file("tests/bad/files/weights.npz", folder.path() + "/real/weights.npz");
  std::filesystem::create_symlink("real", folder.path() + "/linked");
  const std::string text =
      lesson_reading(R"("b": {"axes": [12], "file": "linked/weights.npz", "key": "in_proj_bias"})");
  CHECK(load_lesson({folder.path() + "/lesson.json", text}).lesson);
  const std::string inner =
      lesson_reading(R"("b": {"axes": [12], "file": "weights.npz", "key": "in_proj_bias"})");
  CHECK(load_lesson({folder.path() + "/linked/lesson.json", inner}).lesson);
}

}  // namespace headtrace::test
