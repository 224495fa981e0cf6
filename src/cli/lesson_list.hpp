#pragma once

#include <string>
#include <vector>

#include "render/lesson_table.hpp"

namespace headtrace::cli {

/// The lessons of a folder as rows to show; one that can't be read says so in its row. Throws
/// Error::file for a folder that can't be read.
std::vector<LessonRow> read_lessons(const std::string& folder);

}  // namespace headtrace::cli
