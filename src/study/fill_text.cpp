#include "study/fill_text.hpp"

#include "study/placeholder.hpp"

namespace headtrace {

namespace {

/// Reads a text: `on_sign` gets what stands as it is, `on_placeholder` the inside of each `{…}`.
template <class OnSign, class OnPlaceholder>
void read_placeholders(const std::string& text, OnSign on_sign, OnPlaceholder on_placeholder) {
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool doubled = at + 1 < text.size() && text[at + 1] == c;
    if (c != '{' || doubled) {
      on_sign(c);
      at += (c == '{' || c == '}') && doubled ? 2 : 1;
      continue;
    }
    const std::size_t end = text.find('}', at);
    if (end == std::string::npos) {
      throw Error::lesson("a `{` in a text is never closed", "a literal brace is {{");
    }
    on_placeholder(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
}

}  // namespace

std::string fill_text(const std::string& text, const Traces& traces) {
  std::string filled;
  read_placeholders(
      text, [&](char sign) { filled += sign; },
      [&](const std::string& inside) { filled += placeholder_value(inside, traces); });
  return filled;
}

std::vector<std::string> placeholders_in(const std::string& text) {
  std::vector<std::string> found;
  read_placeholders(
      text, [](char) {}, [&](std::string inside) { found.push_back(std::move(inside)); });
  return found;
}

}  // namespace headtrace
