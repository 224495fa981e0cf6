#include <doctest/doctest.h>

#include <filesystem>
#include <regex>
#include <set>

#include "study/shipped_lessons.hpp"

namespace headtrace {
namespace {

const std::string course_path = "docs/course.md";

std::string course() {
  return read_source(test::source_path(course_path)).text;
}

/// The lines of a table under a heading, without its head.
std::vector<std::string> rows_under(const std::string& heading) {
  std::vector<std::string> rows;
  bool under = false;
  for (const std::string& line : test::split(course(), '\n')) {
    if (line.starts_with("## ")) under = line == "## " + heading;
    if (under && line.starts_with("| ")) rows.push_back(line);
  }
  rows.erase(rows.begin(), rows.begin() + 2);
  return rows;
}

std::set<std::string> lessons_linked(const std::string& text) {
  static const std::regex link(R"(\]\(\.\./lessons/([^)]+)\.json\))");
  std::set<std::string> names;
  for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it) {
    names.insert((*it)[1]);
  }
  return names;
}

TEST_CASE("the course names every lesson, and none that there isn't") {
  std::set<std::string> shipped;
  for (const Lesson& lesson : test::shipped_lessons()) shipped.insert(lesson.name);
  std::set<std::string> listed;
  for (const std::string& row : rows_under("Lessons")) listed.merge(lessons_linked(row));
  CHECK(listed == shipped);
  for (const std::string& name : lessons_linked(course())) {
    CAPTURE(name);
    CHECK(shipped.count(name) == 1);
  }
}

TEST_CASE("each of the ten questions and each belief has a lesson that computes it") {
  CHECK(rows_under("The ten questions").size() == 10);
  const std::vector<std::string> beliefs = rows_under("Beliefs often repeated, and what is shown");
  CHECK(beliefs.size() >= 10);
  for (const auto& rows : {rows_under("The ten questions"), beliefs}) {
    for (const std::string& row : rows) {
      CAPTURE(row);
      CHECK_FALSE(lessons_linked(row).empty());
    }
  }
}

}  // namespace
}  // namespace headtrace
