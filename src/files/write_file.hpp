#pragma once

#include <string>
#include <string_view>

namespace headtrace {

/// Writes a file whole or not at all, whenever the program ends: it gets its name when all of it is
/// on the disk. One that is there is kept unless `replace`. Throws Error::file.
void write_file(const std::string& path, std::string_view content, bool replace);

}  // namespace headtrace
