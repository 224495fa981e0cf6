#include "study/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headtrace/error.hpp>
#include <set>

#include "study/number_words.hpp"

namespace headtrace {
namespace {

constexpr std::uint32_t test_seed = 20170612;  ///< the day the paper appeared
constexpr std::uint64_t test_share = 8;        ///< one source in so many is for testing
constexpr double zero_share = 0.2;             ///< digits turned into 0, so that gaps are met
constexpr int most_draws = 100000;

/// FNV-1a over the symbols, stirred by MurmurHash3's last step: without it, the bits that decide
/// would hardly depend on the last symbols.
bool is_for_test(const std::vector<Index>& source) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const Index symbol : source) {
    hash = (hash ^ static_cast<std::uint64_t>(symbol)) * 1099511628211ULL;
  }
  for (const std::uint64_t factor : {0xff51afd7ed558ccdULL, 0xc4ceb9fe1a85ec53ULL}) {
    hash = (hash ^ (hash >> 33U)) * factor;
  }
  return (hash >> 33U) % test_share == 0;
}

Index draw_below(RandomState& random, Index end) {
  return static_cast<Index>(random.random_sample() * static_cast<double>(end));
}

Index number_of_digits(Index below) {
  Index digits = 1;
  for (Index rest = below - 1; rest >= 10; rest /= 10) ++digits;
  return digits;
}

std::vector<Index> numbers_of(const std::vector<std::string>& words,
                              const std::vector<std::string>& known) {
  std::vector<Index> numbers;
  for (const std::string& word : words) {
    numbers.push_back(std::ranges::find(known, word) - known.begin());
  }
  return numbers;
}

std::vector<std::string> words_of(const std::vector<Index>& symbols,
                                  const std::vector<std::string>& known, bool marked) {
  std::vector<std::string> words;
  for (const Index symbol : symbols) {
    const bool mark = marked && (symbol == end_symbol || symbol == begin_symbol);
    if (!mark) words.push_back(known[static_cast<std::size_t>(symbol)]);
  }
  return words;
}

}  // namespace

Task::Task(const TaskChoice& choice) : choice_(choice), target_({"</s>", "<s>"}) {
  if (choice.kind == TaskChoice::Kind::numbers) {
    source_ = english_number_tokens();
    std::ranges::copy(chinese_number_tokens(), std::back_inserter(target_));
    // 一千一百一十一万一千一百一十一 is as long as they get: two signs a digit, 万, and the end.
    longest_target_ = 2 * number_of_digits(choice.below) + 2;
    return;
  }
  for (Index i = 0; i < choice.symbols; ++i) source_.push_back(fmt::format("{}", i));
  std::ranges::copy(source_, std::back_inserter(target_));
  longest_target_ = choice.length + 1;
}

Example Task::number_example(RandomState& random) const {
  const Index digits = 1 + draw_below(random, number_of_digits(choice_.below));
  Index number = 0;
  for (Index i = 0; i < digits; ++i) {
    const Index digit = 1 + draw_below(random, 9);
    const bool zero = random.random_sample() < zero_share && i > 0;
    number = number * 10 + (zero ? 0 : digit);
  }
  number %= choice_.below;
  return {numbers_of(english_number(number), source_), numbers_of(chinese_number(number), target_)};
}

Example Task::symbol_example(RandomState& random) const {
  const auto length = static_cast<std::size_t>(
      1 + choice_.length / 2 + draw_below(random, choice_.length - choice_.length / 2));
  Example example;
  for (std::size_t i = 0; i < length; ++i) {
    example.source.push_back(draw_below(random, choice_.symbols));
  }
  const std::vector<Index>& x = example.source;
  constexpr Index marks = 2;
  for (std::size_t i = 0; i < length; ++i) {
    const Index mirrored = x[length - 1 - i];
    Index y = x[i];
    if (choice_.kind == TaskChoice::Kind::reverse) y = mirrored;
    if (choice_.kind == TaskChoice::Kind::two_heads) y = (x[i] + mirrored) % choice_.symbols;
    example.target.push_back(y + marks);
  }
  return example;
}

Example Task::any(RandomState& random) const {
  return choice_.kind == TaskChoice::Kind::numbers ? number_example(random)
                                                   : symbol_example(random);
}

Example Task::draw(RandomState& random, bool for_test) const {
  for (int i = 0; i < most_draws; ++i) {
    Example example = any(random);
    if (is_for_test(example.source) == for_test) return example;
  }
  throw Error::lesson(
      fmt::format("the task has too few different examples: none of {} draws is for {}", most_draws,
                  for_test ? "testing" : "training"),
      "give it more symbols or a greater length");
}

std::vector<Example> Task::test_examples(Index count) const {
  RandomState random(test_seed);
  std::vector<Example> examples;
  std::set<std::vector<Index>> known;
  for (int i = 0; i < most_draws && static_cast<Index>(examples.size()) < count; ++i) {
    Example example = draw(random, true);
    if (known.insert(example.source).second) examples.push_back(std::move(example));
  }
  return examples;
}

std::vector<std::string> Task::source_text(const std::vector<Index>& symbols) const {
  return words_of(symbols, source_, false);
}

std::vector<std::string> Task::target_text(const std::vector<Index>& symbols) const {
  return words_of(symbols, target_, true);
}

}  // namespace headtrace
