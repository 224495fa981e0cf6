#include <doctest/doctest.h>

#include <headtrace/params.hpp>

#include "support.hpp"

namespace headtrace {
namespace {

const Params stored{{"p", {0.5, {}}},
                    {"training", {true, {}}},
                    {"axis", {-1.0, {}}},
                    {"by", {std::string("1/sqrt(d_k)"), SourceSpan{3, 9}}},
                    {"shape", {std::vector<std::string>{"batch", "4"}, {}}}};

TEST_CASE("parameters are read by type, with defaults") {
  CHECK(stored.number("p", 0) == 0.5);
  CHECK(stored.number("eps", 1e-5) == 1e-5);
  CHECK(stored.flag("training", false));
  CHECK_FALSE(stored.flag("causal", false));
  CHECK(stored.integer("axis") == -1);
  CHECK(stored.text("axis") == "-1");
  CHECK(stored.text("by") == "1/sqrt(d_k)");
  CHECK(stored.list("shape") == std::vector<std::string>{"batch", "4"});
}

TEST_CASE("a wrong type says what was given and what was expected") {
  CHECK(test::error_of([] { stored.number("by", 0); }) ==
        "'by' is \"1/sqrt(d_k)\", expected a number");
  CHECK(test::error_of([] { stored.integer("p"); }) == "'p' is 0.5, expected a whole number");
  CHECK(test::error_of([] { stored.flag("shape", false); }) ==
        "'shape' is [batch, 4], expected true or false");
  CHECK(test::error_of([] { stored.list("axes"); }) ==
        "'axes' is missing, expected a list of axis names or numbers");
}

TEST_CASE("a wrong type knows its place in the lesson") {
  try {
    stored.number("by", 0);
  } catch (const Error& error) {
    REQUIRE(error.span().has_value());
    CHECK(error.span()->begin == 3);
    CHECK(error.parameter() == "by");
    return;
  }
  FAIL("no error");
}

}  // namespace
}  // namespace headtrace
