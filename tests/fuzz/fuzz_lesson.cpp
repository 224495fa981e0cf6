// The lesson loader: any text is a lesson, or a list of errors that can all be shown. A lesson of
// modest size is also planned and run, its promises checked and its texts filled in.
#include <headtrace/lesson.hpp>
#include <headtrace/trace.hpp>

#include <cstdlib>

#include "study/check.hpp"

namespace {

using namespace headtrace;

constexpr double most_bytes = 1 << 22;
constexpr double most_flops = 1e7;

bool is_small(const Pipeline& pipeline) {
  const Plan planned = plan(pipeline);
  double flops = 0;
  for (const PlannedStep& step : planned.steps) flops += step.cost.flops;
  return planned.bytes() <= most_bytes && flops <= most_flops;
}

bool all_small(const Lesson& lesson) {
  if (!is_small(lesson.pipeline)) return false;
  for (const Variant& variant : lesson.variants) {
    if (!is_small(apply(lesson.pipeline, variant))) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Source source{"fuzz/lesson.json", std::string(reinterpret_cast<const char*>(data), size),
                      most_bytes};
  const LoadResult loaded = load_lesson(source);
  if (loaded.lesson.has_value() == !loaded.errors.empty()) std::abort();
  for (const Error& error : loaded.errors) {
    if (describe_error(source, error).empty()) std::abort();
  }
  if (!loaded.lesson) return 0;
  try {
    if (all_small(*loaded.lesson)) check(*loaded.lesson);
  } catch (const Error&) {
    return 0;
  }
  return 0;
}
