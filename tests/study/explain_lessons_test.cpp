#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>

#include <headtrace/trace.hpp>

#include "study/difference.hpp"
#include "study/shipped_lessons.hpp"

namespace headtrace {
namespace {

// Nearly all cells are lesson 17's, and sanitized they take minutes: of large tensors every 61st
// cell is explained, unless HEADTRACE_EVERY_CELL is set.
constexpr Index many_cells = 3000;
constexpr Index one_in = 61;

double sum_of_terms(const Explanation& why) {
  double sum = 0;
  for (const Term& term : why.terms) sum += term.value;
  return sum;
}

TEST_CASE("in every lesson the terms of each cell add up to what was computed") {
  const bool every = std::getenv("HEADTRACE_EVERY_CELL") != nullptr;
  Index explained = 0;
  for (const Lesson& lesson : test::shipped_lessons()) {
    const Trace trace = run(plan(lesson.pipeline));
    for (const TraceStep& step : trace.steps) {
      const Tensor& made = step.output;
      const Index skip = every || made.size() <= many_cells ? 1 : one_in;
      Index number = 0;
      for (CellWalk walk(made.shape(), made.strides()); !walk.done(); walk.next()) {
        if (number++ % skip != 0) continue;
        const Explanation why = explain(trace, step, walk.cell());
        const double value = made.data()[walk.offset()];
        ++explained;
        const double scale = std::max(1.0, std::isfinite(value) ? std::abs(value) : 1.0);
        if (distance(value, sum_of_terms(why)) <= 1e-12 * scale &&
            distance(value, why.value) <= 1e-12 * scale) {
          continue;
        }
        FAIL_CHECK(lesson.name << " " << step.name() << ": " << value << " is not "
                               << sum_of_terms(why));
      }
    }
  }
  CHECK(explained > 10'000);
  MESSAGE(explained << " cells");
}

}  // namespace
}  // namespace headtrace
