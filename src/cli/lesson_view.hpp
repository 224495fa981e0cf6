#pragma once

#include <headtrace/lesson.hpp>
#include <headtrace/style.hpp>
#include <headtrace/trace.hpp>
#include <string>
#include <vector>

#include "render/trace_text.hpp"
#include "study/traces.hpp"

namespace headtrace::cli {

/// What stands at the top of a lesson's run, or of that of its variant.
LessonHeader header_of(const Lesson& lesson, const std::string& variant_id, const Trace& trace);

/// The lesson's notes at a tensor with their numbers filled in.
std::vector<Text> notes_at(const Lesson& lesson, const std::string& tensor, const Traces& traces);

/// The picture of a tensor; empty where there is none.
std::string picture_at(const Trace& trace, const std::string& tensor, const Style& style);

}  // namespace headtrace::cli
