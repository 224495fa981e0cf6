#pragma once

#include <headtrace/error.hpp>
#include <string_view>
#include <vector>

namespace headtrace {

struct OpenBracket {
  char bracket;
  std::size_t at;
};

/// Where and why the parser gave up.
struct SyntaxFault {
  std::string_view text;
  SourceSpan read;    ///< what it had read of the token that is wrong
  std::size_t begin;  ///< where that token begins
  const std::vector<OpenBracket>& open;
  std::string_view reason;  ///< nlohmann's
};

/// nlohmann's reason in plain words, with what to do.
Error syntax_error(const SyntaxFault& fault);

/// The line that byte `at` stands on, from 1.
std::size_t line_of(std::string_view text, std::size_t at);

}  // namespace headtrace
