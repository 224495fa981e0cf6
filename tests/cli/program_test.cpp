#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "support.hpp"

namespace headtrace::test {
namespace {

TEST_CASE("headtrace alone says what it is, the lessons, and what to type first") {
  const Ran ran = headtrace({});
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  CHECK(has(ran.out, "headtrace shows multi-head attention being computed"));
  CHECK(has(ran.out, "Type this first:\n  headtrace run 1\n"));
  CHECK(has(ran.out, "  7 Fusion by numbers\n"));
  CHECK(has(ran.out, "  check     Check lesson files"));
}

TEST_CASE("every command has help with an example") {
  for (const char* command : {"lessons", "run", "explain", "export", "check", "new", "import"}) {
    const Ran ran = headtrace({command, "--help"});
    CAPTURE(command);
    CHECK(ran.status == 0);
    CHECK(has(ran.out, std::string("Examples:\n  headtrace ") + command));
  }
  CHECK(headtrace({"--version"}).out == "headtrace 0.1.0\n");
}

// The numbers are worked by hand in the article: x·W and x·Wᵀ.
TEST_CASE("the article's example, both conventions") {
  const Ran ran = headtrace({"run", "07-fusion-by-numbers", "--format", "json"});
  CHECK(ran.status == 0);
  const auto trace = nlohmann::json::parse(ran.out);
  const auto close = [&trace](const std::string& name, const std::vector<double>& expected) {
    for (const auto& step : trace.at("steps")) {
      if (step.at("name") != name) continue;
      const auto values = step.at("values")[0][0].get<std::vector<double>>();
      REQUIRE(values.size() == expected.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        CHECK(std::abs(values[i] - expected[i]) <= 1e-12);
      }
      return;
    }
    FAIL_CHECK("no step " << name);
  };
  close("concat", {1, 0, 0, 2});
  close("output_in_out", {1.8, 0.1, 0.4, 2.1});
  close("output_out_in", {1.8, 0.2, 0.4, 2.1});
}

TEST_CASE("a lesson is found by number, name, slug, path and standard input") {
  const std::string by_number = headtrace({"run", "7"}).out;
  CHECK(headtrace({"run", "07-fusion-by-numbers"}).out == by_number);
  CHECK(headtrace({"run", "fusion-by-numbers"}).out == by_number);
  CHECK(headtrace({"run", "lessons/07-fusion-by-numbers.json"}).out == by_number);
  const std::string text = shell("cat lessons/07-fusion-by-numbers.json").out;
  const Ran ran = headtrace({"run", "-", "--only", "concat"}, {text, {}, ""});
  CHECK(ran.status == 0);
  CHECK(has(ran.out, "concat"));
}

TEST_CASE("lessons are found through --lessons, HEADTRACE_LESSONS and beside the program") {
  const TemporaryFolder folder;
  folder.file("03-mine.json", shell("cat lessons/07-fusion-by-numbers.json").out);
  CHECK(has(headtrace({"lessons", "--lessons", folder.path()}).out, "  3 Fusion by numbers"));
  CHECK(has(headtrace({"lessons"}, {"", {{"HEADTRACE_LESSONS", folder.path()}}, ""}).out,
            "  3 Fusion by numbers"));
  CHECK(has(headtrace({"lessons"}, {"", {}, "/"}).out, "  1 The puzzle"));
}

TEST_CASE("only, from and to choose what is printed") {
  const auto names = [](const Ran& ran) {
    std::vector<std::string> found;
    const auto trace = nlohmann::json::parse(ran.out);
    for (const auto& step : trace.at("steps")) found.push_back(step.at("name"));
    return found;
  };
  CHECK(names(headtrace({"run", "1", "--only", "weights,output", "--format", "json"})) ==
        std::vector<std::string>{"weights", "output"});
  CHECK(names(headtrace({"run", "--only", "weights,output", "1", "--format", "json"})).size() == 2);
  CHECK(names(headtrace(
            {"run", "1", "--from", "heads_transposed", "--to", "concat", "--format", "json"})) ==
        std::vector<std::string>{"heads_transposed", "heads_contiguous", "concat"});
  CHECK(headtrace({"run", "1", "--only", "wieghts"}).err ==
        "headtrace: error: there is no tensor 'wieghts'; did you mean 'weights'?\n");
  CHECK(headtrace({"run", "1", "--from", "concat", "--to", "Q"}).err ==
        "headtrace: error: 'concat' (step 16) comes after 'Q' (step 1); --from names the earlier "
        "step\n");
}

TEST_CASE("a variant is another trace, and a seed other numbers") {
  const Ran variant = headtrace({"run", "6", "--variant", "no-transpose", "--only", "concat"});
  CHECK(variant.status == 0);
  CHECK(variant.out != headtrace({"run", "6", "--only", "concat"}).out);
  CHECK(headtrace({"run", "6", "--variant", "no-transpos"}).err ==
        "headtrace: error: 06-concat has no variant 'no-transpos'; did you mean 'no-transpose'?\n");
  const auto output = [](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"run", "17", "--only", "output"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return headtrace(arguments).out;
  };
  CHECK(output({"--seed", "1"}) != output({}));
  CHECK(output({"--seed", "1"}) == output({"--seed", "1"}));
}

TEST_CASE("the language follows the locale, and --lang outranks it") {
  CHECK(has(headtrace({"run", "7"}, {"", {{"LC_ALL", "zh_CN.UTF-8"}}, ""}).out, "用数字看融合"));
  CHECK(has(headtrace({"run", "7", "--lang", "en"}, {"", {{"LC_ALL", "zh_CN.UTF-8"}}, ""}).out,
            "Fusion by numbers"));
  CHECK(has(headtrace({"--lang", "zh"}).out, "先输入这一条"));
}

TEST_CASE("color only where asked for, ASCII where the locale has no more") {
  CHECK_FALSE(has(headtrace({"run", "1"}).out, "\x1b"));
  CHECK(has(headtrace({"run", "1", "--color", "always"}).out, "\x1b"));
  const auto is_ascii = [](const std::string& text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 128; });
  };
  CHECK(is_ascii(headtrace({"run", "1", "--ascii"}).out));
  CHECK(is_ascii(headtrace({"run", "1"}, {"", {{"LC_ALL", "C"}}, ""}).out));
  CHECK_FALSE(is_ascii(headtrace({"run", "1"}).out));
}

TEST_CASE("new writes a lesson that runs and passes check, and keeps what is there") {
  const TemporaryFolder folder;
  const Surroundings there{"", {}, folder.path()};
  CHECK(headtrace({"new", "mine.json"}, there).status == 0);
  CHECK(headtrace({"run", "./mine.json"}, there).status == 0);
  const Ran checked = headtrace({"check", "./mine.json"}, there);
  CHECK(checked.status == 0);
  CHECK(has(checked.out, "mine: ok: 1 expectations hold"));
  const Ran again = headtrace({"new", "mine.json"}, there);
  CHECK(again.status == 2);
  CHECK(again.err ==
        "headtrace: error: mine.json: the file is there already and was kept; use another name, or "
        "--force to replace it\n");
  CHECK(headtrace({"new", "mine.json", "--force"}, there).status == 0);
  CHECK(headtrace({"new", "no/such/folder.json"}, there).status == 2);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("check: 0 when all holds, 1 when a promise doesn't, 2 when the file is unusable") {
  CHECK(headtrace({"check", "1", "6", "7", "17"}).status == 0);
  const TemporaryFolder folder;
  std::string text = shell("cat lessons/07-fusion-by-numbers.json").out;
  const auto place = text.find("[[[1.8, 0.1, 0.4, 2.1]]]");
  REQUIRE(place != std::string::npos);
  text.replace(place, 10, "[[[1.8, 0.");
  text[text.find("0.1", place) + 2] = '3';
  folder.file("07-wrong.json", text);
  const Ran wrong = headtrace({"check", folder.path() + "/07-wrong.json"});
  CHECK(wrong.status == 1);
  CHECK(has(wrong.out, "07-wrong: 1 of 6 expectations don't hold"));
  CHECK(has(wrong.err, "1 of 4 values differ by more than"));
  CHECK(headtrace({"check", "tests/bad/step_unknown_op.json"}).status == 2);
}

TEST_CASE("explain: the article's feature 1, term by term and by head") {
  const Ran ran = headtrace({"explain", "7", "output_out_in[0,0,1]"});
  CHECK(ran.status == 0);
  CHECK(has(ran.out, "output_out_in[0,0,1] = 1·0.2 + 0·0.9 + 0·0.5 + 2·0 = 0.2\n"));
  CHECK(has(ran.out, "head 0: 0.2\n"));
  CHECK(has(ran.out, "head 1: 0\n"));
  const auto json = nlohmann::json::parse(
      headtrace({"explain", "7", "output_out_in[0,0,1]", "--format", "json"}).out);
  double sum = 0;
  for (const auto& term : json.at("terms")) sum += term.at("value").get<double>();
  CHECK(std::abs(sum - 0.2) <= 1e-12);
  CHECK(json.at("op") == "linear");
  CHECK(headtrace({"explain", "7", "output[0,0,1]"}).status == 2);
}

}  // namespace
}  // namespace headtrace::test
