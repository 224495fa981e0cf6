#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/command.hpp"
#include "cli/lesson_run.hpp"
#include "cli/output.hpp"
#include "core/did_you_mean.hpp"
#include "render/compare_text.hpp"
#include "render/trace_text.hpp"
#include "study/compare.hpp"

namespace headtrace::cli {
namespace {

struct CompareRequest {
  std::string lesson;
  std::string variant;
  std::string without;
  std::optional<std::uint32_t> seed;
  std::string format = "text";
};

/// Leaves out the step that makes `name`, or, for a weight, every step that multiplies by it.
Variant without_tensor(const Pipeline& pipeline, const std::string& name) {
  if (pipeline.find_step(name) != nullptr) return without(name);
  if (pipeline.find_input(name) == nullptr) {
    throw Error::usage(fmt::format("there is no tensor '{}'", name),
                       did_you_mean(name, pipeline.tensor_names()));
  }
  Variant variant = without(name);
  variant.edits.clear();
  for (const Step& step : pipeline.steps) {
    if (step.op == "linear" && step.in[1] == name) variant.edits.push_back({Bypass{step.out}, {}});
  }
  if (!variant.edits.empty()) return variant;
  throw Error::usage(fmt::format("'{}' is an input, not the result of a step", name),
                     "name the tensor of the step to leave out, as in --without output");
}

Variant variant_to_compare(const Lesson& lesson, const CompareRequest& given) {
  if (given.variant.empty() == given.without.empty()) {
    std::vector<std::string> ids;
    for (const Variant& variant : lesson.variants) ids.push_back("--variant " + variant.id);
    ids.push_back(fmt::format("--without {}", lesson.pipeline.output()));
    throw Error::usage(given.variant.empty() ? "nothing to compare with"
                                             : "--variant and --without exclude each other",
                       fmt::format("say {}", fmt::join(ids, " or ")));
  }
  if (given.variant.empty()) return without_tensor(lesson.pipeline, given.without);
  return find_variant(lesson, given.variant);
}

int compare_lesson(const CompareRequest& given, const CommonOptions& common) {
  const Style style = common.style();
  const LoadedLesson loaded = load(given.lesson, common);
  const Variant variant = variant_to_compare(loaded.lesson, given);
  const Plan planned = plan(apply(loaded.lesson.pipeline, variant));
  check_memory(planned, common.max_memory());
  const Trace base = run(plan_of(loaded.lesson, "", common), given.seed);
  const Trace other = run(planned, given.seed);
  const Comparison comparison = compare_traces(base, other);
  const Compared what{loaded.lesson.name, variant.id, variant.title, given.without};
  if (given.format == "json") {
    write_out(compare_json(what, comparison));
  } else {
    write_out(compare_text(what, comparison, base.dims, style));
    for (const Trace* trace : {&base, &other}) write_out(failure_text(*trace, style));
  }
  return comparison.same() ? fine : found_wrong;
}

}  // namespace

Action add_compare(Arguments& arguments, const CommonOptions& common) {
  const auto given = std::make_shared<CompareRequest>();
  arguments.required("LESSON", given->lesson, lesson_argument, Wants::lesson);
  arguments.option("--variant", given->variant, "The lesson's variant to hold against it",
                   Wants::variant);
  arguments.option("--without", given->without, "Leave out the step that makes this tensor",
                   Wants::tensor);
  arguments.seed("--seed", given->seed, "Redraw the random tensors from this seed");
  arguments.choice("--format", given->format, {"text", "json"}, "text or json (default text)");
  return [given, &common] { return compare_lesson(*given, common); };
}

}  // namespace headtrace::cli
