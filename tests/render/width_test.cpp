#include "render/width.hpp"

#include "rendering.hpp"

using namespace headtrace;
using Lines = std::vector<std::string>;

TEST_CASE("width counts columns") {
  CHECK(display_width("") == 0);
  CHECK(display_width("head") == 4);
  CHECK(display_width("注意力") == 6);
  CHECK(display_width("e\u0301") == 1);
  CHECK(display_width("√d_k → Wᵀ") == 9);
  CHECK(display_width("\x1b[38;5;32mhead 0\x1b[0m") == 6);
  CHECK(display_width("\xff") == 1);
}

TEST_CASE("padding and cutting go by columns") {
  CHECK(pad_right("头 0", 6) == "头 0  ");
  CHECK(pad_left("头", 4) == "  头");
  CHECK(centered("ab", 5) == " ab  ");
  CHECK(pad_left("too long", 3) == "too long");
  CHECK(cut("heads_transposed", 8, "…") == "heads_t…");
  CHECK(cut("注意力头", 6, "…") == "注意…");
  CHECK(cut("heads", 5, "...") == "heads");
  CHECK(cut("heads", 2, "...") == "..");
}

TEST_CASE("wrapping breaks at spaces") {
  CHECK(wrap("every head reads all of x", 10) == Lines{"every head", "reads all", "of x"});
  CHECK(wrap("", 10) == Lines{""});
  CHECK(wrap("one\n\ntwo", 10) == Lines{"one", "", "two"});
  CHECK(wrap("W_q[0,0]·x[0,0,0]", 8) == Lines{"W_q[0,0]", "·x[0,0,0", "]"});
}

TEST_CASE("wrapping Chinese breaks between characters, but not before closing punctuation") {
  CHECK(wrap("每个头都读全部的输入。", 8) == Lines{"每个头都", "读全部的", "输入。"});
  CHECK(wrap("每个头，都读", 6) == Lines{"每个", "头，都", "读"});
  CHECK(wrap("头（0）和", 5) == Lines{"头", "（0）", "和"});
  CHECK(wrap("宽度是 d_model，正好", 9) == Lines{"宽度是", "d_model，", "正好"});
}

TEST_CASE("wrapped lines fit whatever the text") {
  const std::string text =
      "位置、特征和头都从 0 数起 (feature e\u0301 0): “{x[0,1,0]}·{W_q[0,0]}” + "
      "a_very_long_name_of_a_tensor = 2。";
  for (int width = 2; width < 60; ++width) {
    for (const std::string& line : wrap(text, width)) CHECK(display_width(line) <= width + 1);
    for (const std::string& line : wrap(text, width)) {
      if (width >= 4) CHECK(display_width(line) <= width);
    }
  }
}
