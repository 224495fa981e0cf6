#include "study/traces.hpp"

#include "study/fill_text.hpp"
#include "study/lesson_texts.hpp"
#include "study/placeholder.hpp"

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

std::vector<NotedRun> noted_runs(const Lesson& lesson, const std::set<std::string>& at) {
  std::map<std::string, std::set<std::string>> needed;
  for (const Note& note : lesson.notes) {
    if (at.count(note.at) == 0) continue;
    for (const std::string& text : {note.text.en, note.text.zh}) {
      for (const std::string& inside : placeholders_in(text)) {
        const Mention mention = mention_of(inside);
        auto& tensors = needed[mention.variant];
        if (mention.by_number) tensors.insert(mention.tensor);
      }
    }
  }
  std::vector<NotedRun> runs;
  for (auto& [id, tensors] : needed) {
    const Variant* variant = lesson.find_variant(id);
    if (!id.empty() && variant == nullptr) continue;
    const Pipeline& own = lesson.pipeline;
    runs.push_back({id, plan(variant == nullptr ? own : apply(own, *variant)), std::move(tensors)});
  }
  return runs;
}

Traces run_noted(const Lesson& lesson, const std::vector<NotedRun>& runs,
                 std::optional<std::uint32_t> seed) {
  Traces traces{outline(plan(lesson.pipeline)), {}};
  for (const NotedRun& noted : runs) {
    Wanted wanted;
    wanted.seed = seed;
    wanted.keep = noted.keep;
    Trace trace = run(noted.plan, wanted);
    if (noted.variant.empty()) {
      traces.base = std::move(trace);
    } else {
      traces.variants.emplace(noted.variant, std::move(trace));
    }
  }
  return traces;
}

double kept_bytes(const NotedRun& run) {
  double bytes = 0;
  for (const std::string& name : *run.keep) {
    const Trace shapes = outline(run.plan);
    if (const Tensor* tensor = shapes.find(name)) {
      bytes += static_cast<double>(tensor->size()) * sizeof(double);
    }
  }
  return bytes;
}

bool wants_gradients(const Lesson& lesson, Backward backward) {
  return lesson.loss.has_value() || backward == Backward::always;
}

Trace with_lesson_gradients(Trace trace, const Lesson& lesson, Backward backward) {
  if (!wants_gradients(lesson, backward) || trace.failure) return trace;
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
