#pragma once

#include <headtrace/lesson.hpp>
#include <vector>

#include "lesson/library.hpp"
#include "support.hpp"

namespace headtrace::test {

inline std::vector<Lesson> shipped_lessons() {
  std::vector<Lesson> lessons;
  for (const LessonFile& file : lesson_files(source_path("lessons"))) {
    lessons.push_back(load_lesson_or_throw(read_source(file.path)));
  }
  return lessons;
}

inline Lesson shipped_lesson(const std::string& name) {
  return load_lesson_or_throw(read_source(source_path("lessons/" + name + ".json")));
}

}  // namespace headtrace::test
