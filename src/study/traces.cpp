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

Trace with_lesson_gradients(Trace trace, const Lesson& lesson, Backward backward) {
  const bool wanted = lesson.loss || backward == Backward::always;
  if (!wanted || trace.failure) return trace;
  return with_gradients(std::move(trace), lesson.loss.value_or(Loss{}));
}

Traces run_mentioned(const Lesson& lesson, std::optional<std::uint32_t> seed, Backward backward) {
  const auto whole = [&](const Pipeline& pipeline) {
    return with_lesson_gradients(run(plan(pipeline), seed), lesson, backward);
  };
  Traces traces{whole(lesson.pipeline), {}};
  for (const std::string& id : variants_mentioned(lesson)) {
    if (const Variant* variant = lesson.find_variant(id)) {
      traces.variants.emplace(id, whole(apply(lesson.pipeline, *variant)));
    }
  }
  return traces;
}

}  // namespace headtrace
