#pragma once

#include <headtrace/style.hpp>
#include <string>

#include "study/sources.hpp"

namespace headtrace {

/// A cell and what it was made from, as a tree; above it the way in one line: `output ← concat ←
/// heads ← weights, V_heads`.
std::string sources_text(const SourceCell& root, const Style& style);

/// `{"tensor", "cell", "value", "op", "from": […], "more"}`, nested; `op` is null for an input.
std::string sources_json(const SourceCell& root);

}  // namespace headtrace
