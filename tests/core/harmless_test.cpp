#include "core/harmless.hpp"

#include <doctest/doctest.h>

using headtrace::harmless_text;

TEST_CASE("what would act on the terminal is shown instead") {
  CHECK(harmless_text("\x1b[31mred\x1b[0m") == "\\x1b[31mred\\x1b[0m");
  CHECK(harmless_text(std::string("a\0b\tc\x7f", 6)) == "a\\x00b\\x09c\\x7f");
  CHECK(harmless_text("\u0085\u009b2J") == "\\u0085\\u009b2J");
  CHECK(harmless_text("abc\u202Egpj.\u2066x\u200f") == "abc\\u202egpj.\\u2066x\\u200f");
  CHECK(harmless_text("a\u200bb\ufeff\U000E0041") == "a\\u200bb\\ufeff\\U000e0041");
  CHECK(harmless_text("\xff\xc3(") == "\\xff\\xc3(");
  CHECK(harmless_text("两行\n还在") == "两行\n还在");
}
