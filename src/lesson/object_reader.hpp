#pragma once

#include <headtrace/tensor.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lesson/diagnostics.hpp"
#include "lesson/json.hpp"

namespace headtrace {

/// `expected a list of numbers, got a text`, at the value.
void report_expected(Diagnostics& errors, const Json& got, const std::string& expected,
                     const std::string& hint = {});

/// Reads an object's values by key and type, and knows which keys were asked for: what is left
/// over is a mistake (after pbrt's ParameterDictionary). Getters report a wrong type and give
/// nothing.
class ObjectReader {
 public:
  /// Reports a value that isn't an object, of which the reader then finds nothing.
  ObjectReader(const Json& node, Diagnostics& errors, const std::string& expected = "an object");

  bool is_object() const { return members_ != nullptr; }
  /// The value of `key`, or null.
  const Json* find(const std::string& key);
  /// As find, but a missing key is reported; `what` says what belongs there.
  const Json* require(const std::string& key, const std::string& what);

  std::optional<std::string> text(const std::string& key);
  std::optional<std::string> required_text(const std::string& key, const std::string& what);
  std::optional<double> number(const std::string& key);
  std::optional<bool> flag(const std::string& key);
  /// A whole number from `least` to `most`.
  std::optional<Index> whole(const std::string& key, Index least, Index most);

  /// Asks for all of `keys` and gives those that are there.
  std::vector<std::string> present(const std::vector<std::string>& keys);

  /// Reports every key that was not asked for, with a did-you-mean among those that were.
  void done();

 private:
  void report_missing(const std::string& key, const std::string& what);

  const Json& node_;
  const Json::Members* members_;
  Diagnostics& errors_;
  std::vector<std::string> asked_;
};

/// A whole number from `least` to `most`, or a report of what is wrong with it.
std::optional<Index> read_whole(const Json& node, Index least, Index most, Diagnostics& errors);

/// The position of a text among `known`; anything else is reported, as an unknown `what`.
std::optional<std::size_t> read_choice(const Json& node, const std::string& what,
                                       const std::vector<std::string>& known,
                                       const std::string& expected, Diagnostics& errors);

/// A list's texts; anything else in it is reported as not being `what`.
struct PlacedText {
  std::string text;
  SourceSpan span;
};
std::vector<PlacedText> read_texts(const Json& node, const std::string& what, Diagnostics& errors);

/// A name that commands and placeholders can hold: a letter or `_`, then letters, digits and `_`
/// (`extra`: other characters allowed, such as `-`). Reports one that isn't.
bool check_name(const std::string& name, SourceSpan span, const std::string& extra,
                Diagnostics& errors);

}  // namespace headtrace
