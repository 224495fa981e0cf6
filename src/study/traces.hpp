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

/// Whether a trace goes on with its gradients: where the lesson names a loss, or always.
enum class Backward { where_loss_named, always };

/// `trace`, a lesson's or its variant's, and its gradients if it is to have them; one that stopped
/// is left as it is. Throws as with_gradients for a loss that doesn't fit.
Trace with_lesson_gradients(Trace trace, const Lesson& lesson,
                            Backward backward = Backward::where_loss_named);

/// Runs the lesson and the variants it mentions. `seed` as for run().
Traces run_mentioned(const Lesson& lesson, std::optional<std::uint32_t> seed = {},
                     Backward backward = Backward::where_loss_named);

}  // namespace headtrace
