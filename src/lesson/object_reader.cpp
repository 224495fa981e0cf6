#include "lesson/object_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <headtrace/params.hpp>

#include "core/did_you_mean.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_list = 12;  ///< of keys worth listing in a hint

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// Reports a text that is none of `known`.
void report_choice(const Json& node, const std::string& what, const std::vector<std::string>& known,
                   Diagnostics& errors) {
  std::string hint = did_you_mean(*node.text(), known);
  if (hint.empty()) hint = fmt::format("there are {}", fmt::join(known, ", "));
  errors.add(node.span(), fmt::format("unknown {} {}", what, in_quotes(*node.text())), hint);
}

}  // namespace

void report_expected(Diagnostics& errors, const Json& got, const std::string& expected,
                     const std::string& hint) {
  errors.add(got.span(), fmt::format("expected {}, got {}", expected, got.described()), hint);
}

ObjectReader::ObjectReader(const Json& node, Diagnostics& errors, const std::string& expected)
    : node_(node), members_(node.members()), errors_(errors) {
  if (!members_) report_expected(errors, node, expected);
}

const Json* ObjectReader::find(const std::string& key) {
  asked_.push_back(key);
  if (!members_) return nullptr;
  const auto it = std::ranges::find(*members_, key, &JsonMember::key);
  return it == members_->end() ? nullptr : &it->value;
}

const Json* ObjectReader::require(const std::string& key, const std::string& what) {
  const Json* value = find(key);
  if (!value && members_) report_missing(key, what);
  return value;
}

void ObjectReader::report_missing(const std::string& key, const std::string& what) {
  errors_.add(node_.bracket(), fmt::format("'{}' is missing", key), fmt::format("it is {}", what));
}

std::optional<std::string> ObjectReader::text(const std::string& key) {
  const Json* value = find(key);
  if (!value) return std::nullopt;
  if (const std::string* text = value->text()) return *text;
  report_expected(errors_, *value, "a text");
  return std::nullopt;
}

std::optional<std::string> ObjectReader::required_text(const std::string& key,
                                                       const std::string& what) {
  return require(key, what) ? text(key) : std::nullopt;
}

std::optional<double> ObjectReader::number(const std::string& key) {
  const Json* value = find(key);
  if (!value) return std::nullopt;
  if (const double* number = value->number()) return *number;
  report_expected(errors_, *value, "a number");
  return std::nullopt;
}

std::optional<bool> ObjectReader::flag(const std::string& key) {
  const Json* value = find(key);
  if (!value) return std::nullopt;
  if (const bool* flag = value->flag()) return *flag;
  report_expected(errors_, *value, "true or false");
  return std::nullopt;
}

std::optional<Index> ObjectReader::whole(const std::string& key, Index least, Index most) {
  const Json* value = find(key);
  return value ? read_whole(*value, least, most, errors_) : std::nullopt;
}

std::vector<std::string> ObjectReader::present(const std::vector<std::string>& keys) {
  std::vector<std::string> there;
  for (const std::string& key : keys) {
    if (find(key)) there.push_back(key);
  }
  return there;
}

void ObjectReader::done() {
  if (!members_) return;
  std::vector<std::string> known;
  for (const std::string& key : asked_) {
    if (std::ranges::find(known, key) == known.end()) known.push_back(key);
  }
  for (const JsonMember& member : *members_) {
    if (std::ranges::find(known, member.key) != known.end()) continue;
    std::string hint = did_you_mean(member.key, known);
    if (hint.empty() && known.size() <= longest_list)
      hint = fmt::format("the keys here are {}", fmt::join(known, ", "));
    errors_.add(member.key_span, fmt::format("unknown key {}", in_quotes(member.key)), hint);
  }
}

std::optional<Index> read_whole(const Json& node, Index least, Index most, Diagnostics& errors) {
  const double* number = node.number();
  if (!number) {
    report_expected(errors, node, "a whole number");
  } else if (*number > static_cast<double>(most)) {
    errors.add(node.span(), fmt::format("{} is too large here", shortest(*number)),
               fmt::format("the most is {}", most));
  } else if (*number < static_cast<double>(least)) {
    errors.add(node.span(), fmt::format("{} is too small here", shortest(*number)),
               fmt::format("the least is {}", least));
  } else if (*number != std::floor(*number)) {
    report_expected(errors, node, "a whole number");
  } else {
    return static_cast<Index>(*number);
  }
  return std::nullopt;
}

std::optional<std::size_t> read_choice(const Json& node, const std::string& what,
                                       const std::vector<std::string>& known,
                                       const std::string& expected, Diagnostics& errors) {
  if (!node.text()) {
    report_expected(errors, node, expected);
    return std::nullopt;
  }
  const auto it = std::ranges::find(known, *node.text());
  if (it == known.end()) {
    report_choice(node, what, known, errors);
    return std::nullopt;
  }
  return static_cast<std::size_t>(it - known.begin());
}

std::vector<PlacedText> read_texts(const Json& node, const std::string& what, Diagnostics& errors) {
  std::vector<PlacedText> texts;
  if (!node.is_list()) {
    report_expected(errors, node, fmt::format("a list, each item {}", what));
    return texts;
  }
  node.each_item([&](const Json& item) {
    if (item.text()) {
      texts.push_back({*item.text(), item.span()});
    } else {
      report_expected(errors, item, what);
    }
  });
  return texts;
}

bool check_name(const std::string& name, SourceSpan span, const std::string& extra,
                Diagnostics& errors) {
  const bool digit_first = !extra.empty() && !name.empty() && is_digit(name[0]);
  const bool fits = !name.empty() && name.size() <= longest_name &&
                    (is_letter(name[0]) || digit_first) &&
                    std::ranges::all_of(name, [&extra](char c) {
                      return is_letter(c) || is_digit(c) || extra.find(c) != std::string::npos;
                    });
  if (fits) return true;
  errors.add(span, fmt::format("{} can't be a name here", in_quotes(name)),
             extra.empty() ? "a name is made of letters, digits and _, begins with no digit, and "
                             "has 64 characters at most"
                           : "a name is made of letters, digits, _ and -, and has 64 characters "
                             "at most");
  return false;
}

}  // namespace headtrace
