#pragma once

#include <string>
#include <string_view>

namespace headtrace {

/// Writes a file whole or not at all: to a new file beside it, then renamed. One that is there is
/// kept unless `replace`. Throws Error::file.
void write_file(const std::string& path, std::string_view content, bool replace);

}  // namespace headtrace
