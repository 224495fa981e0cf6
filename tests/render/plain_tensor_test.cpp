#include "render/plain_tensor.hpp"

#include "render/tensor_text.hpp"
#include "rendering.hpp"

using namespace headtrace;
using namespace headtrace::test;

namespace {

Style plain(int width = 80) {
  Style style = style_of(width);
  style.plain = true;
  return style;
}

}  // namespace

TEST_CASE("a row is a sentence with its position in words") {
  const Tensor heads = counting("heads", {{"batch", 1}, {"heads", 2}, {"seq", 1}, {"d_k", 3}}, 0.5);
  CHECK(tensor_text(heads, plain()) ==
        "batch 0, head 0, seq 0: 0.0000, 0.5000, 1.0000\n"
        "batch 0, head 1, seq 0: 1.5000, 2.0000, 2.5000\n");
}

TEST_CASE("a row made of heads is a sentence a head") {
  const Tensor concat = counting("concat", {{"seq", 2}, {"d_model", 4, 2}});
  CHECK(tensor_text(concat, plain()) ==
        "seq 0, head 0: 0, 1\n"
        "seq 0, head 1: 2, 3\n"
        "seq 1, head 0: 4, 5\n"
        "seq 1, head 1: 6, 7\n");
  CHECK(tensor_text(counting("b", {{"d_model", 2, 2}}), plain()) == "head 0: 0\nhead 1: 1\n");
}

TEST_CASE("what is left out is said") {
  Style style = plain();
  style.threshold = 0;
  style.edge_items = 1;
  CHECK(tensor_text(counting("t", {{"seq", 4}, {"d_model", 5}}), style) ==
        "seq 0: 0, (3 more not shown), 4\n"
        "seq 1 to 2: (2 more not shown)\n"
        "seq 3: 15, (3 more not shown), 19\n");
  style.lang = Lang::zh;
  CHECK(tensor_text(counting("t", {{"heads", 2}, {"seq", 1}, {"d_k", 5}}), style) ==
        "头 0，seq 0：0, （略去 3 个）, 4\n"
        "头 1，seq 0：5, （略去 3 个）, 9\n");
}

TEST_CASE("few axes") {
  CHECK(tensor_text(counting("b", {{"d_model", 3}}), plain()) == "0, 1, 2\n");
  CHECK(tensor_text(Tensor::of("loss", {}, {0.25}), plain()) == "0.2500\n");
}

TEST_CASE("long sentences are wrapped") {
  CHECK(tensor_text(counting("t", {{"seq", 1}, {"d_k", 8}}), plain(20)) ==
        "seq 0: 0, 1, 2, 3,\n"
        "4, 5, 6, 7\n");
}
