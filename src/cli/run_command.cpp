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
};

/// What is about to be printed.
struct Printing {
  const LoadedLesson& loaded;
  const RunRequest& given;
  const Plan& plan;
  std::set<std::string> chosen;  ///< the tensors to show
  Style style;

  /// A variant's notes would speak of the lesson's own numbers.
  bool with_notes() const { return given.variant.empty(); }
};

/// Prints each tensor as soon as it is made, so that its memory is free after its last use.
/// Pictures are of `pictured`, which kept all.
Trace print_steps(const Printing& printing, const Traces& traces, const Trace& pictured) {
  const Style& style = printing.style;
  const Dims& dims = printing.plan.dims;
  const auto notes = [&](const std::string& name) {
    return printing.with_notes() ? notes_at(printing.loaded.lesson, name, traces)
                                 : std::vector<Text>{};
  };
  const auto picture = [&](const std::string& name) {
    return printing.given.pictures ? picture_at(pictured, name, style) : "";
  };
  std::set<std::string> told;
  Wanted wanted;
  wanted.seed = printing.given.seed;
  wanted.keep.emplace();
  wanted.show = printing.chosen;
  wanted.on_input = [&](const Tensor& input) {
    const std::string& name = input.name();
    write_out(input_text(input, dims, {notes(name), true, true, picture(name)}, style));
  };
  wanted.on_step = [&](const TraceStep& step) {
    const std::string& name = step.name();
    const bool first_time = told.insert(step.planned.step.op).second;
    write_out(step_text(step, dims, {notes(name), first_time, true, picture(name)}, style));
  };
  return run(printing.plan, wanted);
}

/// Throws Error::limit where the notes' runs, the pictures' or the printed one need too much
/// memory.
void check_runs(const Printing& printing, const std::vector<NotedRun>& noted, double limit) {
  double kept = 0;
  for (const NotedRun& run : noted) {
    check_memory(run.plan, kept + live_set(run.plan, run.keep).peak, limit);
    kept += kept_bytes(run);
  }
  if (printing.given.pictures) kept += printing.plan.bytes();
  check_memory(printing.plan, kept + live_set(printing.plan).peak, limit);
}

void print_text(const Printing& printing, double memory_limit) {
  const RunRequest& given = printing.given;
  const Lesson& lesson = printing.loaded.lesson;
  const auto noted =
      printing.with_notes() ? noted_runs(lesson, printing.chosen) : std::vector<NotedRun>{};
  check_runs(printing, noted, memory_limit);
  const bool whole = given.selection.everything();
  if (whole) {
    const Trace shapes = outline(printing.plan);
    write_out(lesson_header(header_of(lesson, given.variant, shapes), printing.style));
  }
  const Trace pictured = given.pictures ? run(printing.plan, given.seed) : Trace{};
  const Trace trace = print_steps(printing, run_noted(lesson, noted, given.seed), pictured);
  if (whole) write_out(trace_summary(trace, printing.style));
}

void print_json(const Printing& printing, double memory_limit) {
  Wanted wanted;
  wanted.seed = printing.given.seed;
  wanted.keep = printing.chosen;
  const Plan& plan = printing.plan;
  check_memory(plan, live_set(plan, wanted.keep).peak, memory_limit);
  const Trace trace = select(run(plan, wanted), printing.given.selection);
  write_out(trace_json(trace, printing.loaded.lesson.name));
}

int run_lesson(const RunRequest& given, const CommonOptions& common) {
  const LoadedLesson loaded = load(given.lesson, common);
  const Plan planned = plan(pipeline_of(loaded.lesson, given.variant));
  const auto chosen = select(outline(planned), given.selection).tensor_names();
  const Printing printing{loaded, given, planned, {chosen.begin(), chosen.end()}, common.style()};
  if (given.format == "json") {
    print_json(printing, common.max_memory());
  } else {
    print_text(printing, common.max_memory());
  }
  if (!planned.failure) return fine;
  flush_out();
  write_err(describe_error(loaded.source, *planned.failure));
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
  arguments.flag("--pictures", given->pictures,
                 "Draw attention weights, masks, what W_o reads, and points in the plane");
  arguments.choice("--format", given->format, {"text", "json"}, "text or json (default text)");
  return [given, &common] { return run_lesson(*given, common); };
}

}  // namespace headtrace::cli
