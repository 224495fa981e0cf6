#include "study/check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/shape.hpp"
#include "study/difference.hpp"
#include "study/exercise.hpp"
#include "study/fill_text.hpp"
#include "study/lesson_texts.hpp"

namespace headtrace {
namespace {

void compare_values(const Expectation& expectation, const Tensor& tensor,
                    ExpectationResult& result) {
  std::size_t i = 0;
  for (CellWalk walk(tensor.shape(), tensor.strides()); !walk.done(); walk.next()) {
    const double expected = expectation.values[i++];
    const double got = tensor.data()[walk.offset()];
    const double apart = distance(expected, got);
    if (apart > expectation.tolerance) ++result.wrong;
    if (i > 1 && apart <= result.largest) continue;
    result.largest = apart;
    result.cell = walk.cell();
    result.expected = expected;
    result.got = got;
  }
  result.compared = static_cast<Index>(i);
  result.holds = result.wrong == 0;
  if (!result.holds) {
    result.problem =
        fmt::format("{} of {} values differ by more than {}; the most at {}: expected {}, got {}",
                    result.wrong, result.compared, shortest(result.tolerance),
                    describe(result.cell), shortest(result.expected), shortest(result.got));
  }
}

std::string why_missing(const Expectation& expectation, const Trace& trace) {
  if (!trace.failure) return fmt::format("there is no tensor '{}'", expectation.tensor);
  return fmt::format("'{}' is not made: the steps fail at '{}'", expectation.tensor,
                     trace.failed_step);
}

ExpectationResult compare(const Expectation& expectation, const Traces& traces) {
  ExpectationResult result;
  result.tensor = expectation.tensor;
  result.variant = expectation.variant;
  result.expected_shape = expectation.shape;
  result.tolerance = expectation.tolerance;
  result.span = expectation.span;
  const Trace& trace =
      expectation.variant.empty() ? traces.base : traces.variants.at(expectation.variant);
  const Tensor* tensor = trace.find(expectation.tensor);
  if (!tensor) {
    result.problem = why_missing(expectation, trace);
    return result;
  }
  result.shape = tensor->shape();
  if (result.shape != expectation.shape) {
    result.problem = fmt::format("expected the shape {}, got {}", describe(expectation.shape),
                                 describe(result.shape));
  } else if (expectation.values.empty()) {
    result.holds = true;
  } else {
    compare_values(expectation, *tensor, result);
  }
  return result;
}

void check_question(const Question& question, const Trace& trace, CheckReport& report) {
  const Tensor* tensor = trace.find(question.at);
  try {
    if (tensor == nullptr) {
      throw Error::lesson(fmt::format("the question is about '{}', which is not made", question.at))
          .at(question.span);
    }
    check_answer(question, *tensor);
  } catch (const Error& error) {
    report.problems.push_back(error);
  }
}

void check_texts(const Lesson& lesson, const Traces& traces, CheckReport& report) {
  for (const LessonText& text : texts_of(lesson)) {
    ++report.texts;
    try {
      fill_text(text.text, traces);
    } catch (const Error& error) {
      report.problems.push_back(text.span ? error.at(*text.span) : error);
    }
  }
}

}  // namespace

bool CheckReport::passes() const {
  return problems.empty() && std::ranges::all_of(expectations, &ExpectationResult::holds);
}

CheckReport check(const Lesson& lesson) {
  CheckReport report;
  const Traces traces = run_mentioned(lesson);
  if (traces.base.failure) report.problems.push_back(*traces.base.failure);
  for (const Expectation& expectation : lesson.expectations) {
    report.expectations.push_back(compare(expectation, traces));
  }
  for (const Question& question : lesson.questions) check_question(question, traces.base, report);
  report.questions = lesson.questions.size();
  check_texts(lesson, traces, report);
  return report;
}

}  // namespace headtrace
