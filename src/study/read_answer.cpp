#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/did_you_mean.hpp"
#include "core/words.hpp"
#include "study/exercise.hpp"

namespace headtrace {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// `×`, `，` and the like as a keyboard in Chinese mode writes them.
std::string in_plain_signs(std::string_view written) {
  static const std::pair<std::string_view, std::string_view> signs[]{
      {"×", " "},  {"，", ","}, {"（", "("}, {"）", ")"}, {"【", "["}, {"】", "]"},
      {"、", ","}, {"　", " "}, {"−", "-"},  {"．", "."}, {"∞", "inf"}};
  std::string text(trimmed(written));
  for (const auto& [sign, plain] : signs) {
    for (auto at = text.find(sign); at != std::string::npos; at = text.find(sign, at)) {
      text.replace(at, sign.size(), plain);
    }
  }
  return text;
}

std::optional<double> number(std::string_view word) {
  word = trimmed(word);
  if (word.starts_with('+')) word.remove_prefix(1);
  return parse_number(word);
}

/// A decimal number or a fraction.
std::optional<double> value(std::string_view text) {
  const auto slash = text.find('/');
  if (slash == std::string_view::npos) return number(text);
  const auto above = number(text.substr(0, slash));
  const auto below = number(text.substr(slash + 1));
  if (!above || !below || *below == 0) return std::nullopt;
  return *above / *below;
}

[[noreturn]] void not_sizes(const std::string& written, const std::optional<std::string>& meant) {
  throw Error::learner(fmt::format("'{}' is not a list of sizes", written),
                       meant ? fmt::format("did you mean '{}'?", *meant)
                             : "write it as 1 2 3 2, or with names as batch,heads,seq,d_k",
                       fmt::format("'{}' 不是一组大小；{}", written,
                                   meant ? fmt::format("是不是 '{}'？", *meant)
                                         : "请写成 1 2 3 2，或者用名称：batch,heads,seq,d_k"));
}

Index size_of(const std::string& word, const std::string& written, const Dims& dims) {
  if (const auto size = whole_number(word); size && *size >= 0) return *size;
  if (const auto named = dims.find(word)) return *named;
  not_sizes(written, closest(word, dims.known()));
}

/// Whether `text` is `1x2x3`: an x between digits parts two sizes, in a name it is a letter.
bool is_parting_x(const std::string& text, std::size_t at) {
  const auto digit = [&text](std::size_t i) {
    return i < text.size() && text[i] >= '0' && text[i] <= '9';
  };
  return (text[at] == 'x' || text[at] == 'X' || text[at] == '*') && at > 0 &&
         (digit(at - 1) || is_blank(text[at - 1])) &&
         (at + 1 == text.size() || digit(at + 1) || is_blank(text[at + 1]));
}

Sizes sizes(const std::string& text, const std::string& written, const Dims& dims) {
  Sizes sizes;
  std::string word;
  const auto finish = [&] {
    if (!word.empty()) sizes.push_back(size_of(word, written, dims));
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool parts = std::string_view(" ,()[]\t\r").find(text[i]) != std::string_view::npos;
    if (parts || is_parting_x(text, i)) {
      finish();
    } else {
      word += text[i];
    }
  }
  finish();
  if (sizes.empty()) not_sizes(written, std::nullopt);
  return sizes;
}

std::size_t choice(const std::string& text, const Exercise& exercise, const std::string& written) {
  const auto count = static_cast<Index>(exercise.choices.size());
  std::string word = text;
  while (!word.empty() && (word.front() == '(' || word.front() == '[')) word.erase(0, 1);
  while (!word.empty() && (word.back() == ')' || word.back() == '.' || word.back() == ']')) {
    word.pop_back();
  }
  Index chosen = -1;
  if (const auto as_number = number(word); as_number && *as_number == std::floor(*as_number)) {
    chosen = *as_number >= 1 && *as_number <= static_cast<double>(count)
                 ? static_cast<Index>(*as_number) - 1
                 : -1;
  } else if (word.size() == 1) {
    chosen = (word[0] | 0x20) - 'a';
  }
  if (chosen < 0 || chosen >= count) {
    const char last = static_cast<char>('a' + std::min<Index>(count, 26) - 1);
    throw Error::learner(
        fmt::format("'{}' is none of the choices", written),
        fmt::format("write a letter from a to {}", last),
        fmt::format("'{}' 不是其中的选项；请写 a 到 {} 之间的字母", written, last));
  }
  return static_cast<std::size_t>(chosen);
}

}  // namespace

Answer read_answer(const Exercise& exercise, const std::string& written, const Dims& dims) {
  const std::string text = in_plain_signs(written);
  Answer answer;
  if (exercise.kind == Exercise::Kind::choice) {
    answer.choice = choice(text, exercise, written);
  } else if (exercise.kind == Exercise::Kind::value) {
    const auto read = value(text);
    if (!read) {
      throw Error::learner(fmt::format("'{}' is not a number", written),
                           "write it as 0.25, 1/4, -inf or nan",
                           fmt::format("'{}' 不是一个数；请写成 0.25、1/4、-inf 或 nan", written));
    }
    answer.value = *read;
  } else {
    answer.sizes = sizes(text, written, dims);
  }
  return answer;
}

}  // namespace headtrace
