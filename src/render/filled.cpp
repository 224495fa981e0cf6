#include "render/filled.hpp"

#include "render/safe_text.hpp"
#include "study/fill_text.hpp"

namespace headtrace {

std::string filled(const Text& text, const Traces& traces, const Style& style) {
  return shown(fill_text(text.in(style.lang), traces), style);
}

}  // namespace headtrace
