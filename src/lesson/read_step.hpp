#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lesson/object_reader.hpp"
#include "lesson/reading.hpp"

namespace headtrace {

/// A step and where its names stand. A broken step keeps the names that could be read.
struct StepDraft {
  Step step;
  std::vector<PlacedText> in;
  SourceSpan out_span;
  bool sound = true;
};

/// Reads one step and checks it alone: its operation, parameters and number of inputs.
StepDraft read_step(const Json& node, Reading& reading);

/// The names around a list of steps: those that are there before it, and those made after it.
struct Scope {
  std::vector<std::string> before;
  std::vector<std::string> after;
};

/// Checks that every step reads only what is there by then, and makes something new.
void check_references(const std::vector<StepDraft>& steps, const Scope& scope, Reading& reading);

}  // namespace headtrace
