#pragma once

#include <string>

namespace headtrace {

/// The path of the file that a lesson in `folder` names. Throws Error::lesson unless it lies in
/// that folder or below, symbolic links followed: a lesson that came from elsewhere must not read
/// just any file.
std::string file_below(const std::string& folder, const std::string& named);

}  // namespace headtrace
