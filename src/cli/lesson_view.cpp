#include "cli/lesson_view.hpp"

#include "render/picture.hpp"
#include "study/fill_text.hpp"
#include "study/picture.hpp"

namespace headtrace::cli {

LessonHeader header_of(const Lesson& lesson, const std::string& variant_id, const Trace& trace) {
  LessonHeader header{lesson.name,    lesson.title, lesson.goal,
                      lesson.minutes, trace.dims,   axis_names(trace)};
  if (variant_id.empty()) return header;
  const Variant& variant = *lesson.find_variant(variant_id);
  header.name += " / " + variant.id;
  header.goal = variant.title;
  header.minutes = 0;
  return header;
}

std::vector<Text> notes_at(const Lesson& lesson, const std::string& tensor, const Traces& traces) {
  std::vector<Text> notes;
  for (const Note& note : lesson.notes) {
    if (note.at != tensor) continue;
    notes.push_back({fill_text(note.text.en, traces), fill_text(note.text.zh, traces)});
  }
  return notes;
}

std::string picture_at(const Trace& trace, const std::string& tensor, const Style& style) {
  const auto picture = picture_of(trace, tensor);
  return picture ? picture_text(tensor, *picture, style) : "";
}

}  // namespace headtrace::cli
