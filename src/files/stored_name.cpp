#include "files/stored_name.hpp"

#include <fmt/format.h>

#include <headtrace/error.hpp>

#include "core/harmless.hpp"
#include "core/utf8.hpp"

namespace headtrace {
namespace {

constexpr std::size_t longest_shown_name = 80;
constexpr std::size_t longest_stored_name = 4096;

bool is_plain(const Character& character) {
  return is_harmless(character.code) && character.code != '\n';
}

}  // namespace

std::string shown_name(std::string_view name) {
  std::string shown;
  for (std::size_t at = 0; at < name.size();) {
    if (shown.size() >= longest_shown_name) {
      shown += "…";
      break;
    }
    const std::string_view rest = name.substr(at);
    const Character next = first_character(rest);
    shown += is_plain(next) ? std::string(rest.substr(0, next.bytes)) : escaped_character(rest);
    at += next.bytes;
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
    const Character next = first_character(name.substr(at));
    if (!is_plain(next)) {
      throw Error::file(where,
                        fmt::format("the tensor name {} is not plain UTF-8 text at its byte {}",
                                    shown_name(name), at),
                        "save it under another name");
    }
    at += next.bytes;
  }
}

}  // namespace headtrace
