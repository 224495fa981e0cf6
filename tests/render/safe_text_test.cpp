#include "render/safe_text.hpp"

#include "rendering.hpp"

using namespace headtrace;

TEST_CASE("signs have an ASCII form") {
  CHECK(in_ascii("y = x·Wᵀ − Σ √d_k → 4×4 …", Lang::en) == "y = x*W^T - sum sqrt(d_k) -> 4x4 ...");
  CHECK(in_ascii("“naïve” café ½ σ≈1", Lang::en) == "\"naive\" cafe \\u00bd sigma~=1");
  CHECK(in_ascii("头 0", Lang::en) == "\\u5934 0");
  CHECK(in_ascii("“头 0” → √2", Lang::zh) == "“头 0” -> sqrt(2)");
  CHECK(in_ascii("√(x + 1)", Lang::en) == "sqrt(x + 1)");
  CHECK(in_ascii("\xff", Lang::en) == "?");
}

TEST_CASE("every character has an ASCII form in English") {
  for (char32_t code = 1; code < 0x3000; ++code) {
    std::string text;
    if (code < 0x80) {
      text = std::string(1, static_cast<char>(code));
    } else if (code < 0x800) {
      text = {static_cast<char>(0xC0 | (code >> 6)), static_cast<char>(0x80 | (code & 0x3F))};
    } else {
      text = {static_cast<char>(0xE0 | (code >> 12)),
              static_cast<char>(0x80 | ((code >> 6) & 0x3F)),
              static_cast<char>(0x80 | (code & 0x3F))};
    }
    test::check_ascii(in_ascii(text, Lang::en));
  }
}

TEST_CASE("shown follows the style") {
  Style style;
  CHECK(shown("a·b\x07", style) == "a·b\\x07");
  CHECK(shown_line("a\nb", style) == "a b");
  style.ascii = true;
  CHECK(shown("a·b\x07", style) == "a*b\\x07");
}
