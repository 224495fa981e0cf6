#include <doctest/doctest.h>

#include <filesystem>

#include "study/check.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

// The lessons and PyTorch's values in them: tests/reference/attention_cases.py.
TEST_CASE("every intermediate tensor is PyTorch's, to 1e-10") {
  std::size_t lessons = 0;
  std::size_t tensors = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(test::source_path("tests/fixtures/attention"))) {
    const std::string path = file.path().string();
    CAPTURE(path);
    const Lesson lesson = load_lesson_or_throw(read_source(path));
    const CheckReport report = check(lesson);
    for (const ExpectationResult& result : report.expectations) {
      CAPTURE(result.tensor);
      CAPTURE(result.problem);
      CHECK(result.holds);
      CHECK(result.tolerance == 1e-10);
      CHECK(result.compared > 0);
      ++tensors;
    }
    CHECK(report.problems.empty());
    ++lessons;
  }
  CHECK(lessons == 9);
  CHECK(tensors > 9 * 15);
}

}  // namespace
}  // namespace headtrace
