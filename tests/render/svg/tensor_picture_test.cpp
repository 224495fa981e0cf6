#include "render/svg/tensor_picture.hpp"

#include <doctest/doctest.h>

#include "render/rendering.hpp"
#include "render/svg/svg.hpp"

namespace headtrace::test {
namespace {

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST_CASE("a step's picture has its formula, what it reads and what it makes") {
  const std::string svg = tensor_picture(small_attention(), "Q", style_of(80));
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  CHECK(count(svg, ">Q = x·W_q</text>") == 1);
  CHECK(count(svg, ">x  [batch=1, seq=3, d_model=4]</text>") == 1);
  // A box for each of 12 + 16 + 12 numbers.
  CHECK(count(svg, "stroke=\"#9aa1ad\"") == 40);
  // W_q's and Q's columns are made of heads.
  CHECK(count(svg, ">head 1</text>") == 2);
}

TEST_CASE("an input is pictured alone") {
  CHECK(count(tensor_picture(small_attention(), "x", style_of(80)), "stroke=\"#9aa1ad\"") == 12);
}

TEST_CASE("text in a picture is no markup") {
  Svg svg;
  svg.text({}, "<a>&\"\x1b");
  CHECK(svg.document("<t>").find(">&lt;a&gt;&amp;&quot;\\x1b</text>") != std::string::npos);
  CHECK(svg.document("<t>").find("<title>&lt;t&gt;</title>") != std::string::npos);
}

}  // namespace
}  // namespace headtrace::test
