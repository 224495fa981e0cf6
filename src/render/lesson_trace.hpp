#pragma once

#include <cstdint>
#include <headtrace/lesson.hpp>
#include <headtrace/trace.hpp>
#include <optional>

#include "study/traces.hpp"
#include "study/train_report.hpp"

namespace headtrace {

/// A lesson with what was computed of it: what every document is made from.
struct LessonTrace {
  const Lesson* lesson = nullptr;
  const Variant* variant = nullptr;  ///< whose trace `trace` is; null for the lesson's own
  Plan plan;
  Trace trace;
  Traces traces;  ///< for the numbers in texts; in a page, every variant
  std::optional<std::uint32_t> seed;
  std::optional<TrainingResult> training;
};

}  // namespace headtrace
