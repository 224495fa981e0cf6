#include "cli/lesson_list.hpp"

#include <headtrace/lesson.hpp>

#include "lesson/library.hpp"

namespace headtrace::cli {

std::vector<LessonRow> read_lessons(const std::string& folder) {
  std::vector<LessonRow> rows;
  for (const LessonFile& file : lesson_files(folder)) {
    LessonRow row{file.number, file.name, {}, {}, 0, true};
    try {
      const LoadResult loaded = load_lesson(read_source(file.path));
      if (loaded.lesson) {
        row = {file.number,
               file.name,
               loaded.lesson->title,
               loaded.lesson->goal,
               loaded.lesson->minutes,
               false};
      }
    } catch (const Error&) {
      // The row says that the file can't be read; `check` says why.
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace headtrace::cli
