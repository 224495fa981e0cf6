#include <memory>

#include "cli/command.hpp"
#include "cli/lesson_run.hpp"
#include "cli/output.hpp"
#include "render/explain_text.hpp"
#include "render/json.hpp"
#include "render/sources_text.hpp"
#include "study/find_cell.hpp"
#include "study/sources.hpp"
#include "study/traces.hpp"
#include "trace/backward.hpp"

namespace headtrace::cli {
namespace {

struct ExplainRequest {
  std::string lesson;
  std::string cell;
  std::string variant;
  std::optional<std::uint32_t> seed;
  std::string format = "text";
  int depth = 0;
};

constexpr int deepest = 100;
constexpr std::size_t most_followed = 8;

/// An input's number is given; it comes from nowhere else.
Explanation given_value(const FoundCell& found) {
  Explanation why;
  why.value = found.tensor->at(found.cell);
  return why;
}

/// The cell's tensor and what it is made of; nothing else need stay in memory, unless its numbers
/// are followed further back.
Trace trace_around(const FoundCell& found, const Plan& planned, const ExplainRequest& given,
                   const CommonOptions& common) {
  Wanted wanted;
  wanted.seed = given.seed;
  if (given.depth == 0) wanted.keep = std::set<std::string>{found.tensor->name()};
  if (given.depth == 0 && found.step != nullptr) {
    const auto& in = found.step->planned.step.in;
    wanted.keep->insert(in.begin(), in.end());
  }
  check_memory(planned, live_set(planned, wanted.keep).peak, common.max_memory());
  return run(planned, wanted);
}

bool asks_for_gradient(const std::string& cell, const Trace& shapes) {
  const auto is_tensor = [&](const std::string& name) { return shapes.find(name) != nullptr; };
  const std::string name = cell_name(cell);
  return !is_tensor(name) && may_name_gradient(name, is_tensor);
}

Trace trace_for(const Lesson& lesson, const ExplainRequest& given, const CommonOptions& common) {
  const Plan planned = plan(pipeline_of(lesson, given.variant));
  const Trace shapes = outline(planned);
  if (!asks_for_gradient(given.cell, shapes) || planned.failure) {
    return trace_around(find_cell(shapes, given.cell), planned, given, common);
  }
  check_memory(planned, planned.bytes_with_gradients(), common.max_memory());
  return with_lesson_gradients(run(planned, given.seed), lesson, Backward::always);
}

int explain_cell(const ExplainRequest& given, const CommonOptions& common) {
  const Style style = common.style();
  const LoadedLesson loaded = load(given.lesson, common);
  const Trace trace = trace_for(loaded.lesson, given, common);
  const FoundCell found = find_cell(trace, given.cell);
  if (given.depth > 0) {
    const SourceCell root = follow_back(trace, found, given.depth, most_followed);
    write_out(given.format == "json" ? sources_json(root) + "\n" : sources_text(root, style));
    return fine;
  }
  const Explanation why =
      found.step != nullptr ? explain(trace, *found.step, found.cell) : given_value(found);
  if (given.format == "json") {
    write_out(explain_json(trace, *found.tensor, found.step, found.cell, why));
  } else if (found.step != nullptr) {
    write_out(explain_text(trace, *found.step, found.cell, why, style));
  } else {
    write_out(explain_input_text(*found.tensor, found.cell, style));
  }
  return fine;
}

}  // namespace

Action add_explain(Arguments& arguments, const CommonOptions& common) {
  const auto given = std::make_shared<ExplainRequest>();
  arguments.required("LESSON", given->lesson, lesson_argument, Wants::lesson);
  arguments.required("CELL", given->cell, "A tensor and one position an axis: 'output[0,0,1]'",
                     Wants::cell);
  arguments.number("--depth", given->depth, 1, deepest,
                   "Follow the numbers back so many steps, as a tree");
  arguments.option("--variant", given->variant, "In this variant of the lesson", Wants::variant);
  arguments.seed("--seed", given->seed, "Redraw the random tensors from this seed");
  arguments.choice("--format", given->format, {"text", "json"}, "text or json (default text)");
  return [given, &common] { return explain_cell(*given, common); };
}

}  // namespace headtrace::cli
