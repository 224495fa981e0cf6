#include "study/traces.hpp"

#include "study/lesson_texts.hpp"

namespace headtrace {

std::set<std::string> variants_mentioned(const Lesson& lesson) {
  std::set<std::string> mentioned;
  for (const Expectation& expectation : lesson.expectations) mentioned.insert(expectation.variant);
  mentioned.erase("");
  const std::vector<LessonText> texts = texts_of(lesson);
  for (const Variant& variant : lesson.variants) {
    for (const LessonText& text : texts) {
      if (text.text.find('{' + variant.id + '/') != std::string::npos) mentioned.insert(variant.id);
    }
  }
  return mentioned;
}

Traces run_mentioned(const Lesson& lesson, std::optional<std::uint32_t> seed) {
  Traces traces{run(plan(lesson.pipeline), seed), {}};
  for (const std::string& id : variants_mentioned(lesson)) {
    if (const Variant* variant = lesson.find_variant(id)) {
      traces.variants.emplace(id, run(plan(apply(lesson.pipeline, *variant)), seed));
    }
  }
  return traces;
}

}  // namespace headtrace
