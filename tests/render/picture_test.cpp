#include "render/picture.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "render/rendering.hpp"
#include "study/head_reads.hpp"

namespace headtrace::test {
namespace {

Tensor weights_of_two_heads() {
  return Tensor::of("weights", {{"heads", 2}, {"seq", 2}, {"key_seq", 2}},
                    {1, 0, 0.5, 0.5, 0.3, 0.7, 0.1, 0.9});
}

TEST_CASE("weights are shaded, heads side by side, with their scale") {
  CHECK(heat_map(weights_of_two_heads(), style_of(40)) ==
        " head 0           head 1\n"
        " key_seq → 0 1    key_seq → 0 1\n"
        " seq 0     █ ·    seq 0     ░ ▓\n"
        " seq 1     ▒ ▒    seq 1     · █\n"
        " · 0–0.2   ░ 0.2–0.4   ▒ 0.4–0.6\n"
        " ▓ 0.6–0.8   █ 0.8–1\n");
}

TEST_CASE("in ASCII, and one head alone") {
  Style style = style_of(40);
  style.ascii = true;
  style.head = 1;
  const std::string text = heat_map(weights_of_two_heads(), style);
  check_ascii(text);
  CHECK(text ==
        " head 1\n"
        " key_seq -> 0 1\n"
        " seq 0      : O\n"
        " seq 1      . @\n"
        " . 0-0.2   : 0.2-0.4   o 0.4-0.6\n"
        " O 0.6-0.8   @ 0.8-1\n");
}

TEST_CASE("what is masked has a sign of its own, so has NaN") {
  const Tensor masked =
      Tensor::of("m", {{"seq", 2}, {"key_seq", 2}}, {4, -HUGE_VAL, std::nan(""), 2});
  CHECK(heat_map(masked, style_of(60)) ==
        "   key_seq → 0 1\n"
        "   seq 0     █ ×\n"
        "   seq 1     ? ▒\n"
        "   · 0–0.8   ░ 0.8–1.6   ▒ 1.6–2.4   ▓ 2.4–3.2   █ 3.2–4\n"
        "   × -inf   ? nan\n");
}

TEST_CASE("a long axis is cut, and the cut is said") {
  const Tensor large = Tensor::filled("w", {{"seq", 40}, {"key_seq", 2}}, 0.5);
  const std::string text = heat_map(large, style_of(60));
  CHECK(text.find("seq 31") != std::string::npos);
  CHECK(text.find("seq 32") == std::string::npos);
  CHECK(text.find("seq: the first 32 of 40 positions") != std::string::npos);
}

TEST_CASE("pairs are points in the plane") {
  const Tensor pairs = Tensor::of("p", {{"seq", 4}, {"d_v", 2}}, {2, 0, 0, 2, -2, -1, -2, -1});
  CHECK(*plane(pairs, style_of(40)) ==
        "             2\n"
        "             1\n"
        "             │\n"
        "             │\n"
        "             │\n"
        "             │\n"
        "             │\n"
        " ────────────┼───────────0 2\n"
        "             │\n"
        "             │\n"
        " *           │\n"
        "             │\n"
        "             │\n"
        "             │\n"
        " * several points\n");
  CHECK_FALSE(plane(Tensor::filled("p", {{"seq", 4}, {"d_v", 3}}, 1), style_of(40)));
  CHECK_FALSE(plane(Tensor::filled("p", {{"seq", 4}, {"d_v", 2}}, HUGE_VAL), style_of(40)));
  CHECK(plane(Tensor::filled("p", {{"seq", 1}, {"d_v", 2}}, 0), style_of(40)));
}

// √(3² + 4²) = 5, √(5² + 12²) = 13, √(8² + 15²) = 17, √(7² + 24²) = 25
TEST_CASE("what an output feature reads of a head is the norm of its weights") {
  Pipeline pipeline;
  pipeline.inputs = {
      {"concat", {{"seq", 1}, {"d_model", 4, 2}}, {}, ValuesSource{{1, 2, 3, 4}}, {}},
      {"W_o",
       {{"d_model", 4, 2}, {"", 2}},
       WeightLayout::in_out,
       ValuesSource{{3, 5, 4, 12, 8, 7, 15, 24}},
       {}}};
  pipeline.steps = {{"linear", {"concat", "W_o"}, "output", {}, {}}};
  const Trace trace = run(plan(pipeline));
  const Tensor reads = *head_reads(trace, trace.steps[0]);
  CHECK(reads.shape() == Sizes{2, 2});
  CHECK(reads.values() == std::vector<double>{5, 13, 17, 25});
}

TEST_CASE("there is a picture of weights, masks and what W_o reads, not of everything") {
  const Trace trace = small_attention();
  CHECK(picture_of(trace, "weights")->kind == Picture::Kind::shades);
  CHECK(picture_of(trace, "masked")->kind == Picture::Kind::shades);
  CHECK(picture_of(trace, "output")->kind == Picture::Kind::head_reads);
  CHECK_FALSE(picture_of(trace, "Q"));
  CHECK_FALSE(picture_of(trace, "Q_heads"));
  CHECK_FALSE(picture_of(trace, "x"));
  Style plain = style_of(80);
  plain.plain = true;
  CHECK(picture_text("weights", *picture_of(trace, "weights"), plain).empty());
  for (int width : {20, 40, 80}) {
    for (const char* name : {"weights", "masked", "output"}) {
      check_fits(picture_text(name, *picture_of(trace, name), style_of(width)), width);
    }
  }
}

}  // namespace
}  // namespace headtrace::test
