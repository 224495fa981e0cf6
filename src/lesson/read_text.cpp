#include "lesson/object_reader.hpp"
#include "lesson/reading.hpp"

namespace headtrace {
namespace {

bool check_not_empty(const Json& node, Diagnostics& errors) {
  if (!node.text() || !node.text()->empty()) return true;
  errors.add(node.span(), "an empty text", "write it or leave it out");
  return false;
}

}  // namespace

std::optional<Text> read_text(const Json& node, Diagnostics& errors) {
  const std::size_t before = errors.count();
  Text text;
  if (node.text()) {
    text.en = *node.text();
    check_not_empty(node, errors);
  } else {
    ObjectReader reader(node, errors, "a text, or an object by language {\"en\": …, \"zh\": …}");
    const Json* en = reader.require("en", "the English text");
    const Json* zh = reader.find("zh");
    if (en && check_not_empty(*en, errors)) text.en = reader.text("en").value_or("");
    if (zh && check_not_empty(*zh, errors)) text.zh = reader.text("zh").value_or("");
    reader.done();
  }
  return errors.count() == before ? std::optional(text) : std::nullopt;
}

}  // namespace headtrace
