#include <doctest/doctest.h>

#include <headtrace/explanation.hpp>

namespace headtrace {
namespace {

TEST_CASE("terms add up, in all and by head; a bias belongs to no head") {
  Explanation why;
  why.terms = {{"{0}", 1, {}, 0}, {"{0}", 2, {}, 1}, {"{0}", 4, {}, 0}, {"{0}", 8, {}, {}}};
  why.add_up();
  CHECK(why.value == 15);
  REQUIRE(why.groups.size() == 2);
  CHECK(why.groups[0].sum == 5);
  CHECK(why.groups[1].sum == 2);
}

}  // namespace
}  // namespace headtrace
