#include <memory>

#include "cli/command.hpp"
#include "cli/lesson_run.hpp"
#include "cli/output.hpp"
#include "render/explain_text.hpp"
#include "render/json.hpp"
#include "study/find_cell.hpp"

namespace headtrace::cli {
namespace {

struct Arguments {
  std::string lesson;
  std::string cell;
  std::string variant;
  std::optional<std::uint32_t> seed;
  std::string format = "text";
};

/// An input's number is given; it comes from nowhere else.
Explanation given_value(const FoundCell& found) {
  Explanation why;
  why.value = found.tensor->at(found.cell);
  return why;
}

int explain_cell(const Arguments& given, const CommonOptions& common) {
  const Style style = common.style();
  const LoadedLesson loaded = load(given.lesson, common);
  const Trace trace = run(plan_of(loaded.lesson, given.variant, common), given.seed);
  const FoundCell found = find_cell(trace, given.cell);
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

Action add_explain(CLI::App& app, const CommonOptions& common) {
  const auto given = std::make_shared<Arguments>();
  app.add_option("LESSON", given->lesson, "A lesson's number, name or path; - reads standard input")
      ->required();
  app.add_option("CELL", given->cell, "A tensor and one position an axis: 'output[0,0,1]'")
      ->required();
  app.add_option("--variant", given->variant, "In this variant of the lesson");
  app.add_option("--seed", given->seed, "Redraw the random tensors from this seed");
  app.add_option("--format", given->format, "text or json (default text)")
      ->check(CLI::IsMember({"text", "json"}));
  return [given, &common] { return explain_cell(*given, common); };
}

}  // namespace headtrace::cli
