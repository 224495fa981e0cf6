#include <fmt/format.h>

#include <algorithm>

#include "core/did_you_mean.hpp"
#include "lesson/json_syntax.hpp"
#include "lesson/read_step.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

struct Made {
  std::string name;
  std::size_t step;  ///< from 0
  SourceSpan span;
};

const Made* find(const std::vector<Made>& made, const std::string& name) {
  const auto it = std::ranges::find(made, name, &Made::name);
  return it == made.end() ? nullptr : &*it;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Reports a name that is taken; false if it is.
bool check_new(const StepDraft& draft, const std::vector<Made>& made, const Scope& scope,
               Reading& reading) {
  const std::string& out = draft.step.out;
  if (const Made* first = find(made, out)) {
    reading.errors.add(draft.out_span, fmt::format("two steps make {}", in_quotes(out)),
                       fmt::format("the first is step {}, line {}; rename one of them",
                                   first->step + 1, line_of(reading.text, first->span.begin)));
    return false;
  }
  if (!contains(scope.before, out) && !contains(scope.after, out)) return true;
  reading.errors.add(draft.out_span, fmt::format("there is a tensor {} already", in_quotes(out)),
                     "give the step's result another name");
  return false;
}

std::vector<Made> check_results(const std::vector<StepDraft>& steps, const Scope& scope,
                                Reading& reading) {
  std::vector<Made> made;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string& out = steps[i].step.out;
    if (!out.empty() && check_new(steps[i], made, scope, reading)) {
      made.push_back({out, i, steps[i].out_span});
    }
  }
  return made;
}

/// Reports a tensor that step `reader` can't read yet, or that there never is.
void check_read(const PlacedText& name, std::size_t reader, const std::vector<Made>& made,
                const Scope& scope, Reading& reading) {
  const Made* maker = find(made, name.text);
  if (contains(scope.before, name.text) || (maker && maker->step < reader)) return;
  if (maker && maker->step == reader) {
    reading.errors.add(name.span,
                       fmt::format("the step reads {}, its own result", in_quotes(name.text)),
                       "a step reads what earlier steps have made");
  } else if (maker) {
    reading.errors.add(name.span,
                       fmt::format("{} is made by step {}, after this step", in_quotes(name.text),
                                   maker->step + 1),
                       "a step reads what earlier steps have made");
  } else if (contains(scope.after, name.text)) {
    reading.errors.add(name.span, fmt::format("{} is made after this step", in_quotes(name.text)),
                       "a step reads what earlier steps have made");
  } else if (reading.names_known) {
    std::vector<std::string> there = scope.before;
    for (const Made& each : made) {
      if (each.step < reader) there.push_back(each.name);
    }
    report_unknown_tensor(name.text, name.span, there, reading.errors);
  }
}

}  // namespace

void check_references(const std::vector<StepDraft>& steps, const Scope& scope, Reading& reading) {
  const std::vector<Made> made = check_results(steps, scope, reading);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    for (const PlacedText& name : steps[i].in) check_read(name, i, made, scope, reading);
  }
}

}  // namespace headtrace
