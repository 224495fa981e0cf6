#include "core/harmless.hpp"

#include <fmt/format.h>

#include "core/utf8.hpp"

namespace headtrace {
namespace {

bool is_between(std::int32_t code, std::int32_t low, std::int32_t high) {
  return code >= low && code <= high;
}

bool is_control(std::int32_t code) {
  return (code < 0x20 && code != '\n') || is_between(code, 0x7F, 0x9F);
}

bool turns_direction(std::int32_t code) {
  return is_between(code, 0x202A, 0x202E) || is_between(code, 0x2066, 0x2069) ||
         is_between(code, 0x200E, 0x200F) || code == 0x061C;
}

/// Zero-width joiners are seen by what they join, in emoji and in several scripts.
bool is_unseen(std::int32_t code) {
  return code == 0x200B || is_between(code, 0x2028, 0x2029) || is_between(code, 0x2060, 0x2065) ||
         code == 0xFEFF || code == 0x00AD || is_between(code, 0xE0000, 0xE007F);
}

}  // namespace

bool is_harmless(std::int32_t code) {
  return !is_control(code) && !turns_direction(code) && !is_unseen(code);
}

std::string escaped_character(std::string_view text) {
  const std::int32_t code = first_character(text).code;
  if (code < 0) return fmt::format("\\x{:02x}", static_cast<unsigned char>(text.front()));
  if (code < 0x80) return fmt::format("\\x{:02x}", code);
  return code > 0xFFFF ? fmt::format("\\U{:08x}", code) : fmt::format("\\u{:04x}", code);
}

std::string harmless_text(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const Character next = first_character(text);
    safe +=
        is_harmless(next.code) ? std::string(text.substr(0, next.bytes)) : escaped_character(text);
    text.remove_prefix(next.bytes);
  }
  return safe;
}

}  // namespace headtrace
