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

/// Writes the chosen tensors one after another.
class StepPrinter {
 public:
  /// Notes take their numbers from `traces`; pictures are of `pictured`, which kept all.
  StepPrinter(const Printing& printing, const Traces& traces, const Trace& pictured)
      : printing_(printing), traces_(traces), pictured_(pictured) {}

  void input(const Tensor& input) {
    write_out(input_text(input, printing_.plan.dims, extras(input.name(), true), printing_.style));
  }

  void step(const TraceStep& step) {
    const bool first_time = told_.insert(step.planned.step.op).second;
    write_out(
        step_text(step, printing_.plan.dims, extras(step.name(), first_time), printing_.style));
  }

 private:
  Extras extras(const std::string& name, bool meaning) const {
    const auto notes = printing_.with_notes() ? notes_at(printing_.loaded.lesson, name, traces_)
                                              : std::vector<Text>{};
    return {notes, meaning, true,
            printing_.given.pictures ? picture_at(pictured_, name, printing_.style) : ""};
  }

  const Printing& printing_;
  const Traces& traces_;
  const Trace& pictured_;
  std::set<std::string> told_;
};

/// Prints each tensor as soon as it is made, so that its memory is free after its last use.
Trace print_steps(const Printing& printing, const Traces& traces, const Trace& pictured) {
  StepPrinter printer(printing, traces, pictured);
  Wanted wanted;
  wanted.seed = printing.given.seed;
  wanted.keep.emplace();
  wanted.show = printing.chosen;
  wanted.on_input = [&](const Tensor& input) { printer.input(input); };
  wanted.on_step = [&](const TraceStep& step) { printer.step(step); };
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

void print_header(const Printing& printing, const Trace& shapes) {
  write_out(lesson_header(header_of(printing.loaded.lesson, printing.given.variant, shapes),
                          printing.style));
}

void print_text(const Printing& printing, double memory_limit) {
  const RunRequest& given = printing.given;
  const Lesson& lesson = printing.loaded.lesson;
  const auto noted =
      printing.with_notes() ? noted_runs(lesson, printing.chosen) : std::vector<NotedRun>{};
  check_runs(printing, noted, memory_limit);
  const bool whole = given.selection.everything();
  if (whole) print_header(printing, outline(printing.plan));
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

/// A gradient needs every tensor of the way forward, so this trace is whole before it is printed.
void print_with_gradients(const Printing& printing, const Trace& trace, Backward backward) {
  const Trace chosen = select(trace, printing.given.selection);
  if (printing.given.format == "json") {
    write_out(trace_json(chosen, printing.loaded.lesson.name));
    return;
  }
  const bool whole = printing.given.selection.everything();
  if (whole) print_header(printing, trace);
  const Traces traces = printing.with_notes()
                            ? run_mentioned(printing.loaded.lesson, printing.given.seed, backward)
                            : Traces{};
  StepPrinter printer(printing, traces, trace);
  for (const Tensor& input : chosen.inputs) printer.input(input);
  for (const TraceStep& step : chosen.steps) printer.step(step);
  if (whole) write_out(trace_summary(trace, printing.style));
}

void print_forward(const Printing& printing, double memory_limit) {
  if (printing.given.format == "json") {
    print_json(printing, memory_limit);
  } else {
    print_text(printing, memory_limit);
  }
}

int run_lesson(const RunRequest& given, const CommonOptions& common) {
  const LoadedLesson loaded = load(given.lesson, common);
  const Plan planned = plan(pipeline_of(loaded.lesson, given.variant));
  const Backward backward = given.backward ? Backward::always : Backward::where_loss_named;
  Printing printing{loaded, given, planned, {}, common.style()};
  if (!planned.failure && wants_gradients(loaded.lesson, backward)) {
    check_memory(planned, planned.bytes_with_gradients(), common.max_memory());
    const Trace trace = with_lesson_gradients(run(planned, given.seed), loaded.lesson, backward);
    print_with_gradients(printing, trace, backward);
    return fine;
  }
  const auto chosen = select(outline(planned), given.selection).tensor_names();
  printing.chosen = {chosen.begin(), chosen.end()};
  print_forward(printing, common.max_memory());
  if (!planned.failure) return fine;
  flush_out();
  write_err(describe_error(loaded.source, *planned.failure));
  return unusable;
}

}  // namespace

Action add_run(Arguments& arguments, const CommonOptions& common) {
  const auto given = std::make_shared<RunRequest>();
  arguments.required("LESSON", given->lesson, lesson_argument, Wants::lesson);
  arguments.list("--only", given->selection.only, "Only these tensors: weights,output",
                 Wants::tensor);
  arguments.option("--from", given->selection.from, "The first step to show", Wants::tensor);
  arguments.option("--to", given->selection.to, "The last step to show", Wants::tensor);
  arguments.option("--variant", given->variant, "Compute this variant of the lesson",
                   Wants::variant);
  arguments.seed("--seed", given->seed, "Redraw the random tensors from this seed");
  arguments.flag("--backward", given->backward,
                 "Go on with the loss and its gradient at every tensor");
  arguments.flag("--pictures", given->pictures,
                 "Draw attention weights, masks, what W_o reads, and points in the plane");
  arguments.choice("--format", given->format, {"text", "json"}, "text or json (default text)");
  return [given, &common] { return run_lesson(*given, common); };
}

}  // namespace headtrace::cli
