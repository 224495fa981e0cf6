#include "study/task.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "study/number_words.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

// By hand, after the rules of school: English with "and", Chinese read by groups of four digits.
TEST_CASE("numbers in English words and in Chinese numerals") {
  struct Case {
    Index number;
    const char* english;
    const char* chinese;
  };
  const std::vector<Case> cases{
      {0, "zero", "零"},
      {7, "seven", "七"},
      {10, "ten", "十"},
      {15, "fifteen", "十五"},
      {20, "twenty", "二十"},
      {21, "twenty one", "二十一"},
      {99, "ninety nine", "九十九"},
      {100, "one hundred", "一百"},
      {101, "one hundred and one", "一百零一"},
      {110, "one hundred and ten", "一百一十"},
      {115, "one hundred and fifteen", "一百一十五"},
      {305, "three hundred and five", "三百零五"},
      {1000, "one thousand", "一千"},
      {1005, "one thousand and five", "一千零五"},
      {1010, "one thousand and ten", "一千零一十"},
      {1100, "one thousand one hundred", "一千一百"},
      {1234, "one thousand two hundred and thirty four", "一千二百三十四"},
      {10000, "ten thousand", "一万"},
      {10005, "ten thousand and five", "一万零五"},
      {10500, "ten thousand five hundred", "一万零五百"},
      {12345, "twelve thousand three hundred and forty five", "一万二千三百四十五"},
      {100000, "one hundred thousand", "十万"},
      {100015, "one hundred thousand and fifteen", "十万零一十五"},
      {115000, "one hundred and fifteen thousand", "十一万五千"},
      {1000000, "one million", "一百万"},
      {1000001, "one million and one", "一百万零一"},
      {1005000, "one million five thousand", "一百万五千"},
      {10001000, "ten million one thousand", "一千万一千"},
      {20300405, "twenty million three hundred thousand four hundred and five",
       "二千零三十万零四百零五"},
      {99999999,
       "ninety nine million nine hundred and ninety nine thousand nine hundred and ninety nine",
       "九千九百九十九万九千九百九十九"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.number);
    CHECK(joined(english_number(c.number), " ") == c.english);
    CHECK(joined(chinese_number(c.number), "") == c.chinese);
  }
}

TEST_CASE("no two numbers are said alike, and every word is known") {
  const auto all = [](const std::vector<std::string>& known, const std::vector<std::string>& said) {
    return std::ranges::all_of(said, [&](const std::string& word) {
      return std::ranges::find(known, word) != known.end();
    });
  };
  std::set<std::string> english;
  std::set<std::string> chinese;
  std::size_t count = 0;
  for (Index number = 0; number < 100000000;
       number = number < 11000 ? number + 1 : number * 9 / 8) {
    ++count;
    english.insert(joined(english_number(number), " "));
    chinese.insert(joined(chinese_number(number), ""));
    CHECK(all(english_number_tokens(), english_number(number)));
    CHECK(all(chinese_number_tokens(), chinese_number(number)));
  }
  CHECK(english.size() == count);
  CHECK(chinese.size() == count);
}

using TaskKind = TaskChoice::Kind;

TEST_CASE("what each task asks for") {
  RandomState random(1);
  for (int i = 0; i < 200; ++i) {
    const bool for_test = i % 2 == 0;
    const Example copy = Task({TaskKind::copy, 6, 5, 0}).draw(random, for_test);
    const Example reverse = Task({TaskKind::reverse, 6, 5, 0}).draw(random, for_test);
    const Example both = Task({TaskKind::two_heads, 6, 5, 0}).draw(random, for_test);
    for (const Example* each : {&copy, &reverse, &both}) {
      const std::size_t n = each->source.size();
      CHECK((n >= 3 && n <= 5));
      REQUIRE(each->target.size() == n);
      for (std::size_t t = 0; t < n; ++t) {
        const Index x = each->source[t];
        const Index mirrored = each->source[n - 1 - t];
        const Index wanted = each == &copy ? x : each == &reverse ? mirrored : (x + mirrored) % 6;
        CHECK(each->target[t] == wanted + 2);
      }
    }
  }
}

TEST_CASE("a number's words go with its numerals, and no answer is too long") {
  const Task task({TaskKind::numbers, 0, 0, 100000000});
  RandomState random(2);
  std::size_t longest = 0;
  for (int i = 0; i < 3000; ++i) {
    const Example example = task.draw(random, false);
    longest = std::max(longest, example.target.size());
  }
  CHECK(static_cast<Index>(longest) + 1 <= task.longest_target());
  const std::vector<Index> three_hundred_and_five{3, 28, 31, 5};
  CHECK(task.source_text(three_hundred_and_five) ==
        std::vector<std::string>{"three", "hundred", "and", "five"});
  CHECK(joined(task.target_text({begin_symbol, 5, 13, 2, 7, end_symbol}), "") == "三百零五");
}

TEST_CASE("a task with too few examples says so instead of looking for ever") {
  RandomState random(1);
  // One symbol twice is the only source, and it is for testing.
  const Task task({TaskKind::copy, 1, 2, 0});
  const std::string error = test::error_of([&] {
    task.draw(random, true);
    task.draw(random, false);
  });
  CHECK(
      error ==
      "the task has too few different examples: none of 100000 draws is for training; give it more "
      "symbols or a greater length");
}

TEST_CASE("nothing that is tested was trained on, and tests are always the same") {
  const Task task({TaskKind::numbers, 0, 0, 10000});
  const std::vector<Example> tests = task.test_examples(150);
  CHECK(tests.size() == 150);
  std::set<std::vector<Index>> sources;
  for (const Example& example : tests) sources.insert(example.source);
  CHECK(sources.size() == tests.size());
  RandomState random(3);
  for (int i = 0; i < 3000; ++i) CHECK(sources.count(task.draw(random, false).source) == 0);
  const std::vector<Example> again = task.test_examples(150);
  for (std::size_t i = 0; i < tests.size(); ++i) CHECK(tests[i].source == again[i].source);
}

}  // namespace
}  // namespace headtrace
