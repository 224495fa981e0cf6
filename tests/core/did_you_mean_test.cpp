#include <doctest/doctest.h>

#include "core/did_you_mean.hpp"

namespace headtrace {
namespace {

const std::vector<std::string> ops{"softmax", "linear", "layer_norm", "view", "relu", "gelu"};

TEST_CASE("slips are recognized") {
  CHECK(closest("sofmax", ops) == "softmax");
  CHECK(closest("LayerNorm", ops) == "layer_norm");
  CHECK(closest("veiw", ops) == "view");
  CHECK(closest("rellu", ops) == "relu");
}

TEST_CASE("other words are not") {
  CHECK_FALSE(closest("attention", ops).has_value());
  CHECK_FALSE(closest("", ops).has_value());
  CHECK_FALSE(closest("x", ops).has_value());
  CHECK_FALSE(closest(std::string(1000, 'a'), ops).has_value());
  CHECK(did_you_mean("attention", ops).empty());
  CHECK(did_you_mean("sofmax", ops) == "did you mean 'softmax'?");
}

}  // namespace
}  // namespace headtrace
