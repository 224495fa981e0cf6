#include "lesson/diagnostics.hpp"

#include <doctest/doctest.h>

#include "lesson/shown_text.hpp"
#include "lesson/source_line.hpp"

using namespace headtrace;

namespace {

/// The error as shown for the bytes of `what` in `text`.
std::string shown(const std::string& text, const std::string& what, const std::string& hint = "") {
  const std::size_t begin = text.find(what);
  return describe_error({"heads.json", text},
                        Error::lesson("wrong", hint).at({begin, begin + what.size()}));
}

}  // namespace

TEST_CASE("place, path, line, caret and hint") {
  const std::string text =
      "{\n\n\n\n\n\n\n\n\n\n\n\n  \"steps\": [{\n      \"op\": \"sofmax\"}]}\n";
  const std::size_t begin = text.find("\"sofmax\"");
  const Error error =
      Error::lesson("unknown operation 'sofmax'", "did you mean 'softmax'?").at({begin, begin + 8});
  CHECK(describe_error({"lessons/heads.json", text}, error) ==
        "lessons/heads.json:14:13: error: unknown operation 'sofmax' (at /steps/0/op)\n"
        "   14 |       \"op\": \"sofmax\"}]}\n"
        "      |             ^~~~~~~~ did you mean 'softmax'?\n");
}

TEST_CASE("an error without a place has only the file's name") {
  CHECK(describe_error({"heads.json", "{}"}, Error::lesson("too large", "make it smaller")) ==
        "heads.json: error: too large; make it smaller\n");
}

TEST_CASE("columns count characters, the caret counts terminal columns") {
  CHECK(shown("{\"多头\": 5}", "5") ==
        "heads.json:1:8: error: wrong (at /多头)\n"
        "    1 | {\"多头\": 5}\n"
        "      |          ^\n");
  CHECK(shown("{\"é\": \"多头\"}", "\"多头\"") ==
        "heads.json:1:7: error: wrong (at /é)\n"
        "    1 | {\"é\": \"多头\"}\n"
        "      |       ^~~~~~\n");
}

TEST_CASE("tabs stay tabs, so that the caret stays under its character") {
  CHECK(shown("{\t\"a\":\t5}", "5") ==
        "heads.json:1:8: error: wrong (at /a)\n"
        "    1 | {\t\"a\":\t5}\n"
        "      |  \t    \t^\n");
}

TEST_CASE("the mark ends with its line, and CRLF is not shown") {
  CHECK(shown("{\r\n\"a\": [1,\r\n2]}\r\n", "[1,\r\n2]") ==
        "heads.json:2:6: error: wrong (at /a)\n"
        "    2 | \"a\": [1,\n"
        "      |      ^~~\n");
}

TEST_CASE("a byte-order mark is no column") {
  CHECK(shown("\xEF\xBB\xBF{\"a\": 5}", "5") ==
        "heads.json:1:7: error: wrong (at /a)\n"
        "    1 | {\"a\": 5}\n"
        "      |       ^\n");
}

TEST_CASE("what lies beyond the end is shown after the last thing there is") {
  const std::string text = "{\"a\": 1\n\n\n";
  CHECK(describe_error({"heads.json", text},
                       Error::lesson("cut off").at({text.size(), text.size()})) ==
        "heads.json:1:8: error: cut off (at /a)\n"
        "    1 | {\"a\": 1\n"
        "      |        ^\n");
  CHECK(describe_error({"heads.json", ""}, Error::lesson("empty").at({0, 0})) ==
        "heads.json:1:1: error: empty\n    1 | \n      | ^\n");
}

TEST_CASE("of a long line, the part around the mark is shown") {
  const std::string text = "[" + std::string(500, ' ') + "5, " + std::string(500, '6') + "]";
  const SourceLine line = source_line(text, {501, 502});
  CHECK(line.column == 502);
  CHECK(line.shown == "…" + std::string(40, ' ') + "5, " + std::string(57, '6') + "…");
  CHECK(line.mark == std::string(41, ' ') + "^");
  const SourceLine last = source_line(text, {text.size() - 1, text.size()});
  CHECK(last.shown == "…" + std::string(99, '6') + "]");
  CHECK(last.mark == std::string(100, ' ') + "^");
  CHECK(source_line(text, {0, 1}).shown == "[" + std::string(99, ' ') + "…");
}

TEST_CASE("a window does not cut characters in half") {
  std::string text = "[\"";
  for (int i = 0; i < 200; ++i) text += "头";
  text += "\", 5]";
  for (std::size_t at = 2; at < 602; at += 3) {
    CHECK(source_line(text, {at, at + 3}).shown.find("\uFFFD") == std::string::npos);
  }
}

TEST_CASE("nothing from the file reaches the terminal as a command") {
  CHECK(shown("{\"a\x1b[2J\": 5}", "5") ==
        "heads.json:1:11: error: wrong\n"
        "    1 | {\"a\\x1b[2J\": 5}\n"
        "      |              ^\n");
}

TEST_CASE("of more than 20 errors, 20 are shown") {
  const Source source{"heads.json", "{}"};
  const std::vector<Error> errors(23, Error::lesson("wrong"));
  const std::string all = describe_errors(source, errors);
  CHECK(all.ends_with("heads.json: error: wrong\nheads.json: and 3 more errors\n"));
  CHECK(describe_errors(source, {errors.begin(), errors.begin() + 21})
            .ends_with("heads.json: and 1 more error\n"));
}

TEST_CASE("errors are sorted by place") {
  Diagnostics errors;
  errors.add({9, 10}, "second");
  errors.add({3, 4}, "first");
  errors.add(Error::lesson("nowhere"));
  const auto sorted = errors.sorted();
  CHECK(sorted[0].message() == "nowhere");
  CHECK(sorted[1].message() == "first");
  CHECK(sorted[2].message() == "second");
}
