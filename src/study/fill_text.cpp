#include "study/fill_text.hpp"

#include "study/placeholder.hpp"

namespace headtrace {

std::string fill_text(const std::string& text, const Traces& traces) {
  std::string filled;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool doubled = at + 1 < text.size() && text[at + 1] == c;
    if (c != '{' || doubled) {
      filled += c;
      at += (c == '{' || c == '}') && doubled ? 2 : 1;
      continue;
    }
    const std::size_t end = text.find('}', at);
    if (end == std::string::npos) {
      throw Error::lesson("a `{` in a text is never closed", "a literal brace is {{");
    }
    filled += placeholder_value(text.substr(at + 1, end - at - 1), traces);
    at = end + 1;
  }
  return filled;
}

}  // namespace headtrace
