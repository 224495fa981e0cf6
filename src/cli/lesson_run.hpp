#pragma once

#include <cstdint>
#include <headtrace/lesson.hpp>
#include <headtrace/trace.hpp>
#include <optional>
#include <string>

#include "cli/common_options.hpp"
#include "study/traces.hpp"

namespace headtrace::cli {

/// What every command's help says of its LESSON.
inline constexpr const char* lesson_argument =
    "A lesson's number, name or path; - reads standard input";

/// A lesson as a command works on it: read, planned, and found to fit the memory allowed.
struct LoadedLesson {
  Source source;
  Lesson lesson;
};

/// Throws Error for a lesson that can't be found, read, or that needs too much memory.
LoadedLesson load(const std::string& named, const CommonOptions& common);

/// The lesson's own pipeline, or that of the variant called `id`. Throws Error::usage with a
/// did-you-mean for a variant that isn't there.
Pipeline pipeline_of(const Lesson& lesson, const std::string& id);
/// Throws Error::usage with a did-you-mean for a variant that isn't there.
const Variant& find_variant(const Lesson& lesson, const std::string& id);

/// The lesson's own plan, or that of the variant called `id`. Throws Error::usage with a
/// did-you-mean for a variant that isn't there, Error::limit for one whose whole trace needs too
/// much memory, with the gradients it goes on with.
Plan plan_of(const Lesson& lesson, const std::string& id, const CommonOptions& common,
             Backward backward = Backward::where_loss_named);

}  // namespace headtrace::cli
