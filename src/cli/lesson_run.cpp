#include "cli/lesson_run.hpp"

#include <fmt/format.h>

#include "core/did_you_mean.hpp"

namespace headtrace::cli {
const Variant& find_variant(const Lesson& lesson, const std::string& id) {
  if (const Variant* variant = lesson.find_variant(id)) return *variant;
  std::vector<std::string> ids;
  for (const Variant& variant : lesson.variants) ids.push_back(variant.id);
  std::string hint = did_you_mean(id, ids);
  if (hint.empty()) {
    hint = ids.empty() ? "it has none" : fmt::format("it has {}", fmt::join(ids, ", "));
  }
  throw Error::usage(fmt::format("{} has no variant '{}'", lesson.name, id), hint);
}

LoadedLesson load(const std::string& named, const CommonOptions& common) {
  Source source = common.lesson_source(named);
  Lesson lesson = load_lesson_or_throw(source);
  return {std::move(source), std::move(lesson)};
}

Pipeline pipeline_of(const Lesson& lesson, const std::string& id) {
  return id.empty() ? lesson.pipeline : apply(lesson.pipeline, find_variant(lesson, id));
}

Plan plan_of(const Lesson& lesson, const std::string& id, const CommonOptions& common,
             Backward backward) {
  Plan planned = plan(pipeline_of(lesson, id));
  const bool gradients = wants_gradients(lesson, backward);
  check_memory(planned, gradients ? planned.bytes_with_gradients() : planned.bytes(),
               common.max_memory());
  return planned;
}

}  // namespace headtrace::cli
