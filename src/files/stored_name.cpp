#include "files/stored_name.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <headtrace/error.hpp>

namespace headtrace {
namespace {

constexpr std::size_t longest_shown_name = 80;
constexpr std::size_t longest_stored_name = 4096;

/// The bytes of the character at `at`, 0 where it isn't UTF-8 or is a control character.
std::size_t plain_character(std::string_view name, std::size_t at) {
  const auto* first = reinterpret_cast<const utf8proc_uint8_t*>(name.data() + at);
  const auto rest = static_cast<utf8proc_ssize_t>(std::min<std::size_t>(name.size() - at, 4));
  utf8proc_int32_t code = -1;
  const auto bytes = utf8proc_iterate(first, rest, &code);
  if (bytes <= 0 || utf8proc_category(code) == UTF8PROC_CATEGORY_CC) return 0;
  return static_cast<std::size_t>(bytes);
}

}  // namespace

std::string shown_name(std::string_view name) {
  std::string shown;
  for (std::size_t at = 0; at < name.size();) {
    if (shown.size() >= longest_shown_name) {
      shown += "…";
      break;
    }
    const std::size_t bytes = plain_character(name, at);
    shown += bytes > 0 ? std::string(name.substr(at, bytes))
                       : fmt::format("\\x{:02x}", static_cast<unsigned char>(name[at]));
    at += std::max<std::size_t>(bytes, 1);
  }
  return "'" + shown + "'";
}

void check_stored_name(const std::string& where, std::string_view name) {
  if (name.empty()) throw Error::file(where, "holds a tensor without a name", "give it one");
  if (name.size() > longest_stored_name) {
    throw Error::file(where, fmt::format("holds a name of {} bytes", name.size()),
                      fmt::format("the most is {}", longest_stored_name));
  }
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t bytes = plain_character(name, at);
    if (bytes == 0) {
      throw Error::file(where,
                        fmt::format("the tensor name {} is not plain UTF-8 text at its byte {}",
                                    shown_name(name), at),
                        "save it under another name");
    }
    at += bytes;
  }
}

}  // namespace headtrace
