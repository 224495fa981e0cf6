// The kinds of cases that public JSON parsing suites hold, as documents of our own: what RFC 8259
// accepts is read, what it refuses is refused, and what it leaves open is decided as stated here.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "lesson/json.hpp"

using namespace headtrace;

namespace {

using Documents = std::vector<std::string>;

bool is_read(const std::string& text) {
  const JsonDocument document = parse_json(text);
  return document.complete && document.errors.empty();
}

void check_all(const Documents& documents, bool accepted) {
  for (const std::string& text : documents) {
    CAPTURE(text);
    CHECK(is_read(text) == accepted);
    // A list of it is the same, so that no rule holds at the top alone.
    CHECK(is_read("[" + text + "]") == accepted);
  }
}

}  // namespace

TEST_CASE("numbers") {
  check_all({"0",
             "-0",
             "1",
             "-1",
             "10",
             "123456789",
             "0.5",
             "-0.0",
             "1.25e3",
             "1E3",
             "1e+3",
             "1e-3",
             "1.0E-10",
             "0e0",
             "0E+1",
             "20e1",
             "1e-400",
             "123e65",
             "-123123123123123123123123",
             "0.000000000000000000000000000000000000000000000000000000000000000000000000000001",
             "100000000000000000000"},
            true);
  check_all(
      {"01",       "-01",       "00",  "+1",  "++1",   "1.",    ".5",    "-.5",
       "1.e3",     "1e",        "1e+", "1E-", "1eE",   "0e",    "0x1",   "1_0",
       "1 000",    "-",         "--1", "- 1", "-a",    "1a",    "1e1e1", "1.2.3",
       "Infinity", "-Infinity", "NaN", "nan", "inf",   "1f",    "2.e-3", "1.8011670033376514H-308",
       "0.3e+",    "0.e1",      "٣",   "1٣",  "1e999", "-1e999"},
      false);
}

TEST_CASE("texts") {
  check_all({R"("")",
             R"("a")",
             R"(" ")",
             R"("\"")",
             R"("\\")",
             R"("\/")",
             R"("\b\f\n\r\t")",
             R"("\u0041")",
             R"("\u00e9")",
             R"("\uD834\uDD1E")",
             R"("\ud83d\ude00")",
             "\"é\"",
             "\"汉字\"",
             "\"😀\"",
             "\"\xef\xbf\xbf\"",
             "\"\x7f\"",
             R"("\u0000")",
             R"("\uFFFE")",
             R"("/*not a comment*/")",
             R"("\u005C\u0022")",
             "\"\xe2\x80\xa8\""},
            true);
  check_all(
      {R"(")", R"("a)", R"('a')", R"("\)", R"("\")", R"("\x41")", R"("\a")", R"("\'")", R"("\u")",
       R"("\u00")", R"("\u00G0")", R"("\uD8)", "\"\n\"", "\"\t\"", "\"\r\"", "\"\x01\"", "\"\x1f\"",
       std::string("\"\0\"", 3), R"(a)", R"("a"b")", R"("\ 1")", R"("\U0041")",
       // not UTF-8: alone, too long, a surrogate, above U+10FFFF, cut short, old forms
       "\"\x80\"", "\"\xc0\xaf\"", "\"\xe0\x80\xaf\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"",
       "\"\xe6\xb1\"", "\"\xff\"", "\"\xfe\"", "\"\xf8\x88\x80\x80\x80\"", "\"\xc3\"", "\"\xe9\""},
      false);
}

TEST_CASE("half a surrogate pair stands for no character and is refused") {
  check_all({R"("\uD834")", R"("\uDD1E")", R"("\uDD1E\uD834")", R"("\uD834a")", R"("\uD834\n")",
             R"("\uD834\uD834")", R"("\uD834\u0041")"},
            false);
}

TEST_CASE("lists and objects") {
  check_all({"[]", "[[]]", "[ ]", "[1]", "[1,2]", " [1 , 2 ] ", "[null, 1, \"1\", {}]", "{}", "{ }",
             R"({"a":1})", R"({"":0})", R"({"a":{"b":[]}})", R"({"a\u0000b":1})",
             R"({"a" : 1 , "b":2})", "[\n1\r\n,\t2]"},
            true);
  check_all({"[",
             "]",
             "[1",
             "[1,",
             "[,",
             "[,1]",
             "[1,]",
             "[1,,2]",
             "[1 2]",
             "[1:2]",
             "[1]]",
             "[1}",
             "[x",
             "[x]",
             "[\"a\",]",
             "[*]",
             "[1,\n1\n,1",
             "{",
             "}",
             "{]",
             R"({"a")",
             R"({"a":)",
             R"({"a":1)",
             R"({"a":1,)",
             R"({"a":1,})",
             R"({,"a":1})",
             R"({"a" 1})",
             R"({"a"::1})",
             R"({"a":1 "b":2})",
             R"({"a":1;"b":2})",
             R"({'a':1})",
             "{a:1}",
             "{1:1}",
             "{null:1}",
             R"({"a":1}})",
             R"({"a":1}#)",
             R"({"a":"b"}/**/)",
             R"({"a":"b"}//)",
             R"({"a":"b",/*c*/"d":1})",
             R"({"a":})",
             R"({"a":1,,"b":2})",
             R"({[1]:1})",
             "[1],",
             "<>",
             "[<null>]",
             "[\"a\" : 1]"},
            false);
}

TEST_CASE("words") {
  check_all({"true", "false", "null"}, true);
  check_all({"True", "TRUE", "FALSE", "Null", "nul", "tru", "truth", "nulll", "undefined", "yes",
             "none", "[truefalse]", "true false"},
            false);
}

TEST_CASE("white space, and what stands around a document") {
  CHECK(is_read(" \t\r\n{} \t\r\n"));
  CHECK(is_read("\xef\xbb\xbf{}"));  // a byte order mark is skipped
  for (const char* text :
       {"", " ", "\xef\xbb\xbf", "\x0c{}", "\xc2\xa0{}", "{}\x0c", "\xe2\x81\xa0{}", "{}{}", "{} 1",
        "1 1", "\xff\xfe{\0}\0", "\xfe\xff", "// c\n{}", "/* c */{}"}) {
    CAPTURE(text);
    CHECK(!is_read(text));
  }
}

TEST_CASE("UTF-16 is refused in words that say what it is") {
  const std::string little("\xff\xfe{\0}\0", 6);
  const JsonDocument document = parse_json(little);
  REQUIRE(!document.errors.empty());
  CHECK(std::string(document.errors[0].what()).find("UTF-8") != std::string::npos);
}
