#pragma once

#include <string>
#include <string_view>

namespace headtrace {

/// A tensor's name as messages show it: in quotes, control characters and bytes that are not UTF-8
/// as `\x1b`, shortened where it is long.
std::string shown_name(std::string_view name);

/// Throws Error::file for a name that is empty, isn't UTF-8, or holds control characters.
void check_stored_name(const std::string& where, std::string_view name);

}  // namespace headtrace
