#include "study/number_words.hpp"

namespace headtrace {
namespace {

const std::vector<std::string>& small_numbers() {
  static const std::vector<std::string> words{
      "zero",     "one",     "two",     "three",     "four",     "five",    "six",
      "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
      "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
  return words;
}

const std::vector<std::string>& tens() {
  static const std::vector<std::string> words{"twenty", "thirty",  "forty",  "fifty",
                                              "sixty",  "seventy", "eighty", "ninety"};
  return words;
}

const std::vector<std::string>& digits() {
  static const std::vector<std::string> signs{"零", "一", "二", "三", "四",
                                              "五", "六", "七", "八", "九"};
  return signs;
}

constexpr Index twenty = 20;
constexpr Index hundred = 100;
constexpr Index thousand = 1000;
constexpr Index million = 1000000;
constexpr Index ten_thousand = 10000;

std::size_t at(Index number) {
  return static_cast<std::size_t>(number);
}

void append_below_hundred(std::vector<std::string>& words, Index number) {
  if (number < twenty) {
    words.push_back(small_numbers()[at(number)]);
    return;
  }
  words.push_back(tens()[at(number / 10 - 2)]);
  if (number % 10 != 0) words.push_back(small_numbers()[at(number % 10)]);
}

/// 1 to 999. British: `and` before what is less than a hundred.
void append_below_thousand(std::vector<std::string>& words, Index number) {
  if (number >= hundred) {
    words.push_back(small_numbers()[at(number / hundred)]);
    words.emplace_back("hundred");
    if (number % hundred != 0) words.emplace_back("and");
  }
  if (number % hundred != 0) append_below_hundred(words, number % hundred);
}

/// 1 to 9999 within its group; zeros inside it are said once, those at its end not at all.
void append_group(std::vector<std::string>& signs, Index number, bool starts) {
  const std::vector<std::string> place_signs{"千", "百", "十", ""};
  bool begun = false;
  bool zeros = false;
  Index place = thousand;
  for (const std::string& unit : place_signs) {
    const Index digit = number / place % 10;
    place /= 10;
    if (digit == 0) {
      zeros = begun;
      continue;
    }
    if (zeros) signs.push_back(digits()[0]);
    zeros = false;
    const bool bare_ten = starts && !begun && unit == "十" && digit == 1;
    if (!bare_ten) signs.push_back(digits()[at(digit)]);
    if (!unit.empty()) signs.push_back(unit);
    begun = true;
  }
}

}  // namespace

std::vector<std::string> english_number(Index number) {
  if (number == 0) return {"zero"};
  std::vector<std::string> words;
  if (number >= million) {
    append_below_thousand(words, number / million);
    words.emplace_back("million");
  }
  if (number % million >= thousand) {
    append_below_thousand(words, number % million / thousand);
    words.emplace_back("thousand");
  }
  const Index rest = number % thousand;
  if (rest == 0) return words;
  if (!words.empty() && rest < hundred) words.emplace_back("and");
  append_below_thousand(words, rest);
  return words;
}

std::vector<std::string> chinese_number(Index number) {
  if (number == 0) return {digits()[0]};
  std::vector<std::string> signs;
  const Index high = number / ten_thousand;
  const Index low = number % ten_thousand;
  if (high > 0) {
    append_group(signs, high, true);
    signs.emplace_back("万");
  }
  if (low == 0) return signs;
  if (high > 0 && low < thousand) signs.push_back(digits()[0]);
  append_group(signs, low, high == 0);
  return signs;
}

std::vector<std::string> english_number_tokens() {
  std::vector<std::string> tokens = small_numbers();
  tokens.insert(tokens.end(), tens().begin(), tens().end());
  for (const char* word : {"hundred", "thousand", "million", "and"}) tokens.emplace_back(word);
  return tokens;
}

std::vector<std::string> chinese_number_tokens() {
  std::vector<std::string> tokens = digits();
  for (const char* sign : {"十", "百", "千", "万"}) tokens.emplace_back(sign);
  return tokens;
}

}  // namespace headtrace
