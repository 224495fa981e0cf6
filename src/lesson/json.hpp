#pragma once

#include <cstdint>
#include <headtrace/error.hpp>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headtrace {

/// A number in a list of nothing but numbers, kept small: a lesson may hold millions.
struct JsonNumber {
  double value;
  std::uint32_t begin;
  std::uint32_t end;
};

struct JsonMember;

/// A JSON value and the bytes it was read from. Null is the first alternative.
struct Json {
  using Items = std::vector<Json>;
  using Numbers = std::vector<JsonNumber>;  ///< a list of numbers alone, the empty list too
  using Members = std::vector<JsonMember>;

  std::variant<std::monostate, bool, double, std::string, Numbers, Items, Members> value;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  SourceSpan span() const { return {begin, end}; }
  /// The bracket alone, for what is missing inside.
  SourceSpan bracket() const { return {begin, begin + std::size_t{1}}; }

  const bool* flag() const { return std::get_if<bool>(&value); }
  const double* number() const { return std::get_if<double>(&value); }
  const std::string* text() const { return std::get_if<std::string>(&value); }
  const Numbers* numbers() const { return std::get_if<Numbers>(&value); }
  const Members* members() const { return std::get_if<Members>(&value); }
  bool is_list() const { return numbers() != nullptr || std::holds_alternative<Items>(value); }
  /// Calls `visit` with every item of a list of either kind, in order.
  template <class Visit>
  void each_item(Visit visit) const;
  /// `a text`, `a list`, `an object`, `3`, `true`, `null`: as messages name it.
  std::string described() const;
};

struct JsonMember {
  std::string key;
  SourceSpan key_span;
  Json value;
};

template <class Visit>
void Json::each_item(Visit visit) const {
  if (const auto* items = std::get_if<Items>(&value)) {
    for (const Json& item : *items) visit(item);
  } else if (numbers()) {
    for (const JsonNumber& each : *numbers()) visit(Json{each.value, each.begin, each.end});
  }
}

/// A text as a tree. Errors are what isn't JSON (then the tree is empty) and keys given twice
/// (of which the tree has the first).
struct JsonDocument {
  Json root;
  std::vector<Error> errors;
  bool complete = false;
};

constexpr std::size_t deepest_json = 64;

/// `most_entries` bounds an object's keys and a list's items, but for numbers and lists, of which
/// tensors are made.
JsonDocument parse_json(std::string_view text,
                        std::size_t most_entries = std::numeric_limits<std::size_t>::max());

/// The JSON pointer of what stands at byte `at` (/steps/2/op), empty for the document itself.
std::string json_path(std::string_view text, std::size_t at);

}  // namespace headtrace
