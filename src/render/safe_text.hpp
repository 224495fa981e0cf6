#pragma once

#include <headtrace/style.hpp>
#include <string>
#include <string_view>

/// What a lesson file says is printed, never obeyed.
namespace headtrace {

/// The signs we use, in ASCII: `·` as `*`, `√2` as `sqrt(2)`, `→` as `->`. In English everything
/// else outside ASCII becomes its plain letter or an escape; in Chinese it stays.
std::string in_ascii(std::string_view text, Lang lang);

/// Text as `style` may show it: harmless, and in ASCII where asked for.
std::string shown(std::string_view text, const Style& style);
/// The same on one line: newlines become spaces.
std::string shown_line(std::string_view text, const Style& style);

}  // namespace headtrace
