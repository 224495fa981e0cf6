#include "lesson/json.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace headtrace;

namespace {

std::string bytes(const std::string& text, SourceSpan span) {
  return text.substr(span.begin, span.end - span.begin);
}

const Json& member(const Json& object, std::size_t i) {
  return object.members()->at(i).value;
}

std::string first_error(const std::string& text) {
  const JsonDocument document = parse_json(text);
  REQUIRE(!document.errors.empty());
  const Error& error = document.errors.front();
  return std::to_string(error.span()->begin) + ": " + error.what();
}

}  // namespace

TEST_CASE("every value knows the bytes it was read from") {
  const std::string text =
      "\xEF\xBB\xBF { \"a\" : [ 1 , -2.5e1,\"x\\n\" ], \"多\": {\"c\":true} ,\r\n \"n\":null }";
  const JsonDocument document = parse_json(text);
  REQUIRE(document.complete);
  const Json& root = document.root;
  CHECK(bytes(text, root.span()) == text.substr(4));
  CHECK(bytes(text, root.members()->at(0).key_span) == "\"a\"");
  CHECK(bytes(text, root.members()->at(1).key_span) == "\"多\"");
  CHECK(bytes(text, member(root, 0).span()) == "[ 1 , -2.5e1,\"x\\n\" ]");
  CHECK(bytes(text, member(root, 1).span()) == "{\"c\":true}");
  CHECK(bytes(text, member(member(root, 1), 0).span()) == "true");
  CHECK(bytes(text, member(root, 2).span()) == "null");
  std::vector<std::string> items;
  member(root, 0).each_item([&](const Json& item) { items.push_back(bytes(text, item.span())); });
  CHECK(items == std::vector<std::string>{"1", "-2.5e1", "\"x\\n\""});
}

TEST_CASE("a number's bytes end with its last digit, whatever follows") {
  for (const char* text : {"[12]", "[12 ]", "[12,3]", "[12\n]"}) {
    CAPTURE(text);
    const JsonDocument document = parse_json(text);
    REQUIRE(document.root.numbers());
    CHECK(document.root.numbers()->front().begin == 1);
    CHECK(document.root.numbers()->front().end == 3);
  }
  CHECK(parse_json("12").root.span().end == 2);
  CHECK(parse_json("12 ").root.span().end == 2);
}

TEST_CASE("numbers are read exactly") {
  const Json root =
      parse_json("[0.1, 1e308, -0.0, 9007199254740993, 18446744073709551615, 5e-324]").root;
  const Json::Numbers& numbers = *root.numbers();
  CHECK(numbers[0].value == 0.1);
  CHECK(numbers[1].value == 1e308);
  CHECK(std::signbit(numbers[2].value));
  CHECK(numbers[3].value == 9007199254740992.0);
  CHECK(numbers[4].value == 18446744073709551616.0);
  CHECK(numbers[5].value == 5e-324);
}

TEST_CASE("a list keeps numbers small until something else comes") {
  CHECK(parse_json("[1, 2, 3]").root.numbers());
  CHECK(parse_json("[]").root.numbers());
  const Json mixed = parse_json("[1, 2, \"NaN\"]").root;
  CHECK_FALSE(mixed.numbers());
  CHECK(mixed.is_list());
  CHECK(std::get<Json::Items>(mixed.value).size() == 3);
}

TEST_CASE("a key given twice is an error, and the first one counts") {
  const JsonDocument document = parse_json("{\"a\": 1,\n \"b\": {\"a\": 2}, \"a\": [3]}");
  CHECK(document.complete);
  REQUIRE(document.errors.size() == 1);
  CHECK(document.errors[0].what() ==
        std::string("the key 'a' is given twice; the first is on line 1"));
  CHECK(document.errors[0].span()->begin == 25);
  CHECK(document.root.members()->size() == 2);
  CHECK(*member(document.root, 0).number() == 1);
}

TEST_CASE("depth is limited") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  CHECK(parse_json(nested(64)).complete);
  CHECK(first_error(nested(65)) == "64: nested more than 64 deep");
  CHECK(first_error(std::string(10'000'000, '[')) == "64: nested more than 64 deep");
}

TEST_CASE("errors stand at the byte that is wrong") {
  CHECK(first_error("") == "0: the file holds no lesson; a lesson is an object `{…}`");
  CHECK(first_error("{\"a\" 1}") == "5: expected `:` after the key, got `1`");
  CHECK(first_error("[1 2]") == "3: expected `,` or `]`, got `2`; is a comma missing before it?");
  CHECK(first_error("[1,,2]") == "3: expected a value, got `,`");
  CHECK(first_error("[1,]") == "3: a comma before `]`; remove the comma");
  CHECK(first_error("[,1]") == "1: expected a value, got `,`");
  CHECK(first_error("{\"a\": }") == "6: expected a value, got `}`");
  CHECK(first_error("[1}") == "2: expected `,` or `]`, got `}`; is a comma missing before it?");
  CHECK(first_error("[-]") == "1: `-` is not a number; numbers look like 3, -0.5 or 1e-9");
  CHECK(first_error("[1.]") == "1: `1.` is not a number; numbers look like 3, -0.5 or 1e-9");
  CHECK(first_error("[1e999]") ==
        "1: 1e999 is too large for a number; the greatest is about 1.8e308");
  CHECK(first_error("[nul]") ==
        "1: `nul` is not JSON; texts stand in double quotes; bare words are true, false and null");
  CHECK(first_error("[\"\\x\"]")
            .starts_with("3: a text can't have this character after a backslash"));
  CHECK(first_error("[\"\\u12g4\"]").starts_with("6: \\u needs four hexadecimal digits"));
  CHECK(first_error("[\"a\xC3\x28\"]") ==
        "3: this byte is not valid UTF-8; save the file as UTF-8");
  CHECK(first_error("[1] \xFF").starts_with("4: "));
  CHECK(first_error(std::string("[1]\0", 4)) ==
        "3: a NUL byte is not text; save the file as UTF-8");
}

TEST_CASE("the path of a byte") {
  const std::string text = R"({"a": [10, {"b/c": "x"}, [[1, 2], [3]]], "d~": {}})";
  const auto path = [&](const std::string& what) { return json_path(text, text.find(what)); };
  CHECK(path("{\"a\"") == "");
  CHECK(path("\"a\"") == "/a");
  CHECK(path("[10") == "/a");
  CHECK(path("10") == "/a/0");
  CHECK(path("\"b/c\"") == "/a/1/b~1c");
  CHECK(path("\"x\"") == "/a/1/b~1c");
  CHECK(path("2]") == "/a/2/0/1");
  CHECK(path("3]") == "/a/2/1/0");
  CHECK(path("{}") == "/d~0");
}

TEST_CASE("millions of numbers are read in moderate time and room") {
  std::string text = "[0";
  for (int i = 0; i < 1'000'000; ++i) text += ",1.5";
  text += "]";
  const JsonDocument document = parse_json(text);
  CHECK(document.complete);
  CHECK(document.root.numbers()->size() == 1'000'001);
  CHECK(sizeof(JsonNumber) == 16);
}
