#pragma once

#include <headtrace/style.hpp>
#include <headtrace/tensor.hpp>
#include <headtrace/text.hpp>
#include <string>
#include <vector>

namespace headtrace {

/// What a list of lessons shows of one.
struct LessonRow {
  Index number = 0;
  std::string name;
  Text title;
  Text goal;
  double minutes = 0;
  bool broken = false;  ///< the file can't be read
};

/// Number, title and minutes on one line, the goal below; no line passes the width.
std::string lesson_table(const std::vector<LessonRow>& rows, const Style& style);
/// Number and title alone, a line each.
std::string lesson_titles(const std::vector<LessonRow>& rows, const Style& style);

}  // namespace headtrace
