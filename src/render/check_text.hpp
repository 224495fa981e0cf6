#pragma once

#include <headtrace/lesson.hpp>
#include <headtrace/style.hpp>
#include <string>

#include "study/check.hpp"

namespace headtrace {

/// One line: `07-fusion-by-numbers: ok: 6 expectations hold, 4 questions, 14 texts`, or how many of
/// them don't.
std::string check_text(const Lesson& lesson, const CheckReport& report, const Style& style);

}  // namespace headtrace
