#pragma once

#include <cstdint>
#include <headtrace/lesson.hpp>
#include <headtrace/trace.hpp>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace headtrace {

/// A lesson's own trace and those of its variants.
struct Traces {
  Trace base;
  std::map<std::string, Trace> variants;  ///< by id; those that were asked for
};

/// The variants that the lesson's texts (`{no-w-o/output[0,0,1]}`) or expectations are about.
std::set<std::string> variants_mentioned(const Lesson& lesson);

/// Runs the lesson and the variants it mentions. `seed` as for run().
Traces run_mentioned(const Lesson& lesson, std::optional<std::uint32_t> seed = {});

}  // namespace headtrace
