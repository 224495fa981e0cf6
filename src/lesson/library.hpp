#pragma once

#include <headtrace/tensor.hpp>
#include <string>
#include <vector>

namespace headtrace {

/// A lesson file in a folder of lessons, by its name NN-slug.json.
struct LessonFile {
  Index number = 0;
  std::string name;  ///< 07-fusion-by-numbers
  std::string path;
};

/// The lessons in `folder` in the order of their numbers. Throws Error::file for a folder that
/// can't be read.
std::vector<LessonFile> lesson_files(const std::string& folder);

/// The path of the lesson that a reader names by number (`3`), name (`fusion-by-numbers`) or path;
/// `-` stays `-`. Throws Error::usage with a did-you-mean and the list of lessons.
std::string find_lesson(const std::string& named, const std::string& folder);

/// The folder of lessons: `asked` (--lessons) or HEADTRACE_LESSONS if given, else the one beside
/// the build tree that `program` stands in, else the one of its install prefix. Throws Error::file
/// where there is none.
std::string lessons_folder(const std::string& asked, const std::string& program);

}  // namespace headtrace
