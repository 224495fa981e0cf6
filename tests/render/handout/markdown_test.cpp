#include "render/handout/markdown.hpp"

#include <doctest/doctest.h>

#include "render/rendering.hpp"

namespace headtrace::test {
namespace {

TEST_CASE("text stays text in Markdown") {
  CHECK(markdown_text("W_o *x* <b> [a](b) `c` | # &") ==
        "W\\_o \\*x\\* &lt;b\\> \\[a\\](b) \\`c\\` \\| \\# &amp;");
  CHECK(markdown_code("x") == "`x`");
  CHECK(markdown_code("a`b") == "`` a`b ``");
}

TEST_CASE("a tensor's tables, filled in and blank") {
  const Tensor tensor = counting("x", {{"heads", 2}, {"seq", 1}, {"d_k", 2}});
  CHECK(markdown_tables(tensor, false, style_of(80)) ==
        "head 0\n\n| seq ↓ d\\_k → | 0 | 1 |\n| --- | ---: | ---: |\n| **0** | 0 | 1 |\n\n"
        "head 1\n\n| seq ↓ d\\_k → | 0 | 1 |\n| --- | ---: | ---: |\n| **0** | 2 | 3 |\n\n");
  const Tensor vector = counting("b", {{"d_k", 2}});
  CHECK(markdown_tables(vector, true, style_of(80)) ==
        "| d\\_k → | 0 | 1 |\n| --- | ---: | ---: |\n|  | ____ | ____ |\n\n");
}

TEST_CASE("a long axis is shown by its ends") {
  const Tensor vector = counting("b", {{"d_k", 20}});
  CHECK(markdown_tables(vector, false, style_of(80)) ==
        "| d\\_k → | 0 | 1 | 2 | 3 | 4 | 5 | … | 14 | 15 | 16 | 17 | 18 | 19 |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | :---: | ---: | ---: | ---: | ---: | "
        "---: | ---: |\n|  | 0 | 1 | 2 | 3 | 4 | 5 | … | 14 | 15 | 16 | 17 | 18 | 19 |\n\n");
}

}  // namespace
}  // namespace headtrace::test
