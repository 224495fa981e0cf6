#pragma once

#include <string>

#include "study/traces.hpp"

namespace headtrace {

/// What stands for the placeholder `{inside}` (see fill_text). Throws Error::lesson for one that
/// stands for nothing.
std::string placeholder_value(const std::string& inside, const Traces& traces);

/// What a placeholder is about, as far as its form tells.
struct Mention {
  std::string variant;
  std::string tensor;
  bool by_number = false;  ///< one of its numbers, or of all of them; not its shape
};
Mention mention_of(const std::string& inside);

/// `1.8`, `0.3333`, `-inf`: up to 4 decimals, without trailing zeros, never `-0`.
std::string in_prose(double value);

}  // namespace headtrace
