#pragma once

#include <headtrace/style.hpp>
#include <headtrace/text.hpp>
#include <string>

#include "study/traces.hpp"

namespace headtrace {

/// A text of the lesson with its numbers filled in, in the reader's language.
std::string filled(const Text& text, const Traces& traces, const Style& style);

}  // namespace headtrace
