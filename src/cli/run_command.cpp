#include <fmt/format.h>

#include <memory>
#include <set>

#include "cli/command.hpp"
#include "cli/lesson_run.hpp"
#include "cli/lesson_view.hpp"
#include "cli/output.hpp"
#include "cli/selection.hpp"
#include "render/json.hpp"
#include "render/step_text.hpp"
#include "render/trace_text.hpp"
#include "study/traces.hpp"

namespace headtrace::cli {
namespace {

struct RunRequest {
  std::string lesson;
  Selection selection;
  std::string variant;
  std::optional<std::uint32_t> seed;
  std::string format = "text";
  bool pictures = false;
  bool backward = false;

  Backward how_backward() const { return backward ? Backward::always : Backward::where_loss_named; }
};

void print_text(const Lesson& lesson, const RunRequest& given, const Trace& trace, Style style) {
  const Trace chosen = select(trace, given.selection);
  const bool whole = given.selection.everything();
  if (whole) write_out(lesson_header(header_of(lesson, given.variant, trace), style));
  // A variant's notes would speak of the lesson's own numbers.
  const bool with_notes = given.variant.empty();
  const Traces traces =
      with_notes ? run_mentioned(lesson, given.seed, given.how_backward()) : Traces{};
  const auto notes = [&](const std::string& name) {
    return with_notes ? notes_at(lesson, name, traces) : std::vector<Text>{};
  };
  const auto picture = [&](const std::string& name) {
    return given.pictures ? picture_at(trace, name, style) : "";
  };
  for (const Tensor& input : chosen.inputs) {
    const std::string& name = input.name();
    write_out(input_text(input, trace.dims, {notes(name), true, true, picture(name)}, style));
  }
  std::set<std::string> told;
  for (const TraceStep& step : chosen.steps) {
    const bool first_time = told.insert(step.planned.step.op).second;
    write_out(step_text(step, trace.dims,
                        {notes(step.name()), first_time, true, picture(step.name())}, style));
  }
  if (whole) write_out(trace_summary(trace, style));
}

int run_lesson(const RunRequest& given, const CommonOptions& common) {
  const Style style = common.style();
  const LoadedLesson loaded = load(given.lesson, common);
  const Trace trace =
      with_lesson_gradients(run(plan_of(loaded.lesson, given.variant, common), given.seed),
                            loaded.lesson, given.how_backward());
  if (given.format == "json") {
    write_out(trace_json(select(trace, given.selection), loaded.lesson.name));
  } else {
    print_text(loaded.lesson, given, trace, style);
  }
  if (!trace.failure) return fine;
  flush_out();
  write_err(describe_error(loaded.source, *trace.failure));
  return unusable;
}

}  // namespace

Action add_run(Arguments& arguments, const CommonOptions& common) {
  const auto given = std::make_shared<RunRequest>();
  arguments.required("LESSON", given->lesson, lesson_argument);
  arguments.list("--only", given->selection.only, "Only these tensors: weights,output");
  arguments.option("--from", given->selection.from, "The first step to show");
  arguments.option("--to", given->selection.to, "The last step to show");
  arguments.option("--variant", given->variant, "Compute this variant of the lesson");
  arguments.seed("--seed", given->seed, "Redraw the random tensors from this seed");
  arguments.flag("--backward", given->backward,
                 "Go on with the loss and its gradient at every tensor");
  arguments.flag("--pictures", given->pictures,
                 "Draw attention weights, masks, what W_o reads, and points in the plane");
  arguments.choice("--format", given->format, {"text", "json"}, "text or json (default text)");
  return [given, &common] { return run_lesson(*given, common); };
}

}  // namespace headtrace::cli
