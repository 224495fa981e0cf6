#include "core/utf8.hpp"

#include <utf8proc.h>

namespace headtrace {

Character first_character(std::string_view text) {
  std::int32_t code = -1;
  const auto bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                      static_cast<utf8proc_ssize_t>(text.size()), &code);
  if (bytes <= 0) return {};
  return {code, static_cast<std::size_t>(bytes)};
}

int columns_of(std::int32_t code) {
  return code < 0 ? 1 : utf8proc_charwidth(code);
}

}  // namespace headtrace
