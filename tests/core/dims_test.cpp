#include <doctest/doctest.h>

#include <headtrace/dims.hpp>

#include "support.hpp"

namespace headtrace {
namespace {

const Dims paper({{"batch", 2}, {"seq", 10}, {"d_model", 512}, {"heads", 8}});

TEST_CASE("sizes are derived and say where they come from") {
  CHECK(paper.find("d_k") == 64);
  CHECK(paper.origin("d_k") == "512/8");
  CHECK(paper.find("d_v") == 64);
  CHECK(paper.find("d_ff") == 2048);
  CHECK(paper.origin("d_ff") == "4·512");
  CHECK(paper.find("key_seq") == 10);
  CHECK(paper.find("kv_heads") == 8);
  CHECK(paper.origin("d_model").empty());
  CHECK_FALSE(Dims({{"seq", 3}}).find("d_k").has_value());
}

TEST_CASE("a given size outranks the derived one, and then d_model need not divide") {
  const Dims wide({{"d_model", 10}, {"heads", 4}, {"d_k", 8}});
  CHECK(wide.find("d_k") == 8);
  CHECK(wide.find("d_v") == 8);
}

TEST_CASE("d_model that does not divide lists the divisors") {
  CHECK(test::error_of([] {
          Dims({{"d_model", 10}, {"heads", 4}});
        }) == "d_model=10 does not divide into heads=4; divisors of 10: 1, 2, 5, 10");
}

TEST_CASE("an axis is a name, a number or a product") {
  CHECK(paper.axis("d_k", "shape").size == 64);
  CHECK(paper.axis("7", "shape").name.empty());
  const Axis merged = paper.axis("heads*d_v", "shape");
  CHECK(merged.name == "d_model");
  CHECK(merged.size == 512);
  CHECK(merged.heads == 8);
}

TEST_CASE("an axis that isn't there is explained") {
  CHECK(test::error_of([] { paper.axis("head", "shape"); }) ==
        "unknown axis 'head'; did you mean 'heads'?");
  CHECK(test::error_of([] { paper.axis("0", "shape"); }) ==
        "an axis can't have the size 0; sizes are 1 or more");
  CHECK(test::error_of([] {
          Dims({{"seq", 3}}).axis("heads", "shape");
        }) == "the size of axis 'heads' is not known; give it in `dims`");
}

}  // namespace
}  // namespace headtrace
