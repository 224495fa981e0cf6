#include "study/lesson_texts.hpp"

namespace headtrace {
namespace {

void append(std::vector<LessonText>& texts, const Text& text, std::optional<SourceSpan> span = {}) {
  if (!text.en.empty()) texts.push_back({text.en, Lang::en, span});
  if (!text.zh.empty()) texts.push_back({text.zh, Lang::zh, span});
}

}  // namespace

std::vector<LessonText> texts_of(const Lesson& lesson) {
  std::vector<LessonText> texts;
  append(texts, lesson.title);
  append(texts, lesson.goal);
  for (const Variant& variant : lesson.variants) append(texts, variant.title);
  for (const Note& note : lesson.notes) append(texts, note.text, note.span);
  for (const Question& question : lesson.questions) {
    append(texts, question.ask, question.span);
    append(texts, question.why, question.span);
    if (const auto* choice = std::get_if<ChoiceAnswer>(&question.answer)) {
      for (const Text& each : choice->choices) append(texts, each, question.span);
    }
  }
  return texts;
}

}  // namespace headtrace
