#pragma once

#include <array>
#include <headtrace/tensor.hpp>
#include <string_view>

namespace headtrace {

/// The color of a head, or of anything else that is numbered; as in the page.
inline std::string_view head_fill(Index number) {
  static constexpr std::array<std::string_view, 8> fills{
      "#0087d7", "#d75f00", "#5f875f", "#af0087", "#875fff", "#ff005f", "#8700ff", "#af87af"};
  return fills[static_cast<std::size_t>(number) % fills.size()];
}

}  // namespace headtrace
