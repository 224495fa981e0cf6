#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headtrace {

/// The candidate that `word` is most likely a slip of (edits of one or two letters, case, or a
/// missing underscore), or nothing.
std::optional<std::string> closest(std::string_view word,
                                   const std::vector<std::string>& candidates);

/// `did you mean 'softmax'?`, or the empty string.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace headtrace
