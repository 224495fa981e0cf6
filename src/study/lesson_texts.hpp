#pragma once

#include <headtrace/lesson.hpp>
#include <optional>
#include <string>
#include <vector>

namespace headtrace {

/// One text of a lesson in one language, that may hold placeholders.
struct LessonText {
  std::string text;
  Lang lang = Lang::en;
  std::optional<SourceSpan> span;  ///< of the note or question it is in; titles have none
};

/// Every text of the lesson, titles too, in both languages.
std::vector<LessonText> texts_of(const Lesson& lesson);

}  // namespace headtrace
