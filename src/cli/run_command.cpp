#include <fmt/format.h>

#include <memory>
#include <set>

#include "cli/command.hpp"
#include "cli/lesson_run.hpp"
#include "cli/output.hpp"
#include "cli/selection.hpp"
#include "render/json.hpp"
#include "render/step_text.hpp"
#include "render/trace_text.hpp"
#include "study/fill_text.hpp"
#include "study/traces.hpp"

namespace headtrace::cli {
namespace {

struct Given {
  std::string lesson;
  Selection selection;
  std::string variant;
  std::optional<std::uint32_t> seed;
  std::string format = "text";
};

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

/// What is about to be printed.
struct Printing {
  const LoadedLesson& loaded;
  const Given& given;
  const Plan& plan;
  std::set<std::string> chosen;  ///< the tensors to show
};

/// The lesson's notes at a tensor with their numbers filled in.
std::vector<Text> notes_at(const Lesson& lesson, const std::string& tensor, const Traces& traces) {
  std::vector<Text> notes;
  for (const Note& note : lesson.notes) {
    if (note.at != tensor) continue;
    notes.push_back({fill_text(note.text.en, traces), fill_text(note.text.zh, traces)});
  }
  return notes;
}

/// Prints each tensor as soon as it is made, so that its memory is free after its last use.
Trace print_steps(const Printing& printing, const Traces& traces, const Style& style) {
  // A variant's notes would speak of the lesson's own numbers.
  const bool with_notes = printing.given.variant.empty();
  const auto notes = [&](const std::string& name) {
    return with_notes ? notes_at(printing.loaded.lesson, name, traces) : std::vector<Text>{};
  };
  const Dims& dims = printing.plan.dims;
  std::set<std::string> told;
  RunRequest request;
  request.seed = printing.given.seed;
  request.keep.emplace();
  request.show = printing.chosen;
  request.on_input = [&](const Tensor& input) {
    write_out(input_text(input, dims, {notes(input.name()), true}, style));
  };
  request.on_step = [&](const TraceStep& step) {
    const bool first_time = told.insert(step.planned.step.op).second;
    write_out(step_text(step, dims, {notes(step.name()), first_time}, style));
  };
  return run(printing.plan, request);
}

/// Throws Error::limit where the notes' runs or the printed one need too much memory.
void check_runs(const Printing& printing, const std::vector<NotedRun>& noted, double limit) {
  double kept = 0;
  for (const NotedRun& run : noted) {
    check_memory(run.plan, kept + live_set(run.plan, run.keep).peak, limit);
    kept += kept_bytes(run);
  }
  check_memory(printing.plan, kept + live_set(printing.plan).peak, limit);
}

void print_text(const Printing& printing, const CommonOptions& common) {
  const Style style = common.style();
  const Given& given = printing.given;
  const Lesson& lesson = printing.loaded.lesson;
  const bool with_notes = given.variant.empty();
  const auto noted = with_notes ? noted_runs(lesson, printing.chosen) : std::vector<NotedRun>{};
  check_runs(printing, noted, common.max_memory());
  const bool whole = given.selection.everything();
  if (whole) {
    write_out(lesson_header(header_of(lesson, given.variant, outline(printing.plan)), style));
  }
  const Trace trace = print_steps(printing, run_noted(lesson, noted, given.seed), style);
  if (whole) write_out(trace_summary(trace, style));
}

void print_json(const Printing& printing, const CommonOptions& common) {
  RunRequest request;
  request.seed = printing.given.seed;
  request.keep = printing.chosen;
  const Plan& plan = printing.plan;
  check_memory(plan, live_set(plan, request.keep).peak, common.max_memory());
  const Trace trace = select(run(plan, request), printing.given.selection);
  write_out(trace_json(trace, printing.loaded.lesson.name));
}

int run_lesson(const Given& given, const CommonOptions& common) {
  const LoadedLesson loaded = load(given.lesson, common);
  const Plan planned = plan(pipeline_of(loaded.lesson, given.variant));
  const auto chosen = select(outline(planned), given.selection).tensor_names();
  const Printing printing{loaded, given, planned, {chosen.begin(), chosen.end()}};
  if (given.format == "json") {
    print_json(printing, common);
  } else {
    print_text(printing, common);
  }
  if (!planned.failure) return fine;
  flush_out();
  write_err(describe_error(loaded.source, *planned.failure));
  return unusable;
}

}  // namespace

Action add_run(Arguments& arguments, const CommonOptions& common) {
  const auto given = std::make_shared<Given>();
  arguments.required("LESSON", given->lesson, lesson_argument);
  arguments.list("--only", given->selection.only, "Only these tensors: weights,output");
  arguments.option("--from", given->selection.from, "The first step to show");
  arguments.option("--to", given->selection.to, "The last step to show");
  arguments.option("--variant", given->variant, "Compute this variant of the lesson");
  arguments.seed("--seed", given->seed, "Redraw the random tensors from this seed");
  arguments.choice("--format", given->format, {"text", "json"}, "text or json (default text)");
  return [given, &common] { return run_lesson(*given, common); };
}

}  // namespace headtrace::cli
