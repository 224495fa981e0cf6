#pragma once

#include <headtrace/error.hpp>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace headtrace {

/// A parameter as written: `true`, `0.5`, `"1/sqrt(d_k)"`, `["batch", "seq", 4]`. List items are
/// kept as text; a number among them is its digits.
struct ParamValue {
  std::variant<bool, double, std::string, std::vector<std::string>> value;
  std::optional<SourceSpan> span;
};

/// `true`, `0.5`, `"1/sqrt(d_k)"`, `[batch, seq, 4]`.
std::string as_written(const ParamValue& value);

/// The parameters of one step, read by type. Each reader throws Error::in_parameter with what was
/// given and what was expected, at the parameter's place in the lesson.
class Params {
 public:
  Params() = default;
  Params(std::initializer_list<std::pair<const std::string, ParamValue>> values)
      : values_(values) {}

  void set(const std::string& name, ParamValue value) { values_[name] = std::move(value); }
  bool has(const std::string& name) const { return values_.count(name) != 0; }
  const std::map<std::string, ParamValue>& values() const { return values_; }

  bool flag(const std::string& name, bool otherwise) const;
  double number(const std::string& name, std::optional<double> otherwise = {}) const;
  /// A whole number; anything else is an error.
  long long integer(const std::string& name, std::optional<long long> otherwise = {}) const;
  /// A text, or a number as its digits (an axis may be given either way).
  std::string text(const std::string& name, std::optional<std::string> otherwise = {}) const;
  /// A list of texts and numbers.
  std::vector<std::string> list(const std::string& name) const;

  /// `error` at the place of parameter `name`, where it has one.
  Error placed(const std::string& name, const Error& error) const;

 private:
  [[noreturn]] void wrong(const std::string& name, const std::string& expected) const;
  const ParamValue* find(const std::string& name) const;

  std::map<std::string, ParamValue> values_;
};

/// `0.5`, `3`: the shortest digits that read back as the same number.
std::string shortest(double value);

}  // namespace headtrace
