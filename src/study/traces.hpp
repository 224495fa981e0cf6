#pragma once

#include <cstdint>
#include <headtrace/lesson.hpp>
#include <headtrace/trace.hpp>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headtrace {

/// A lesson's own trace and those of its variants.
struct Traces {
  Trace base;
  std::map<std::string, Trace> variants;  ///< by id; those that were asked for
};

/// The variants that the lesson's texts (`{no-w-o/output[0,0,1]}`) or expectations are about.
std::set<std::string> variants_mentioned(const Lesson& lesson);

/// A run that notes take numbers from, and the tensors whose numbers they take.
struct NotedRun {
  std::string variant;  ///< its id; empty for the lesson's own
  Plan plan;
  Kept keep;
};

/// The runs that the notes at the tensors `at` need: none where they name no number.
std::vector<NotedRun> noted_runs(const Lesson& lesson, const std::set<std::string>& at);
/// The traces for those notes' placeholders. `seed` as for run().
Traces run_noted(const Lesson& lesson, const std::vector<NotedRun>& runs,
                 std::optional<std::uint32_t> seed = {});
/// What the tensors that a run keeps take together.
double kept_bytes(const NotedRun& run);

/// Whether a trace goes on with its gradients: where the lesson names a loss, or always.
enum class Backward { where_loss_named, always };
bool wants_gradients(const Lesson& lesson, Backward backward);

/// `trace`, a lesson's or its variant's, and its gradients if it is to have them; one that stopped
/// is left as it is. Throws as with_gradients for a loss that doesn't fit.
Trace with_lesson_gradients(Trace trace, const Lesson& lesson,
                            Backward backward = Backward::where_loss_named);

/// Runs the lesson and the variants it mentions. `seed` as for run().
Traces run_mentioned(const Lesson& lesson, std::optional<std::uint32_t> seed = {},
                     Backward backward = Backward::where_loss_named);

}  // namespace headtrace
