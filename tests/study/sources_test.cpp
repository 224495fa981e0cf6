#include "study/sources.hpp"

#include <doctest/doctest.h>

#include "study/mask_cells.hpp"
#include "study/shipped_lessons.hpp"

namespace headtrace {
namespace {

TEST_CASE("a number is followed back through the tensors it came from") {
  const Trace trace = run(plan(test::shipped_lesson("01-the-puzzle").pipeline));
  const SourceCell root = follow_back(trace, find_cell(trace, "concat[0,1,2]"), 4, 8);
  CHECK(root.value == trace.find("concat")->at({0, 1, 2}));
  const std::vector<std::vector<std::string>> way = tensors_by_depth(root);
  const std::vector<std::vector<std::string>> expected{
      {"concat"}, {"heads_contiguous"}, {"heads_transposed"}, {"heads"}, {"weights", "V_heads"}};
  CHECK(way == expected);
  const SourceCell& head = root.from[0].from[0].from[0];
  CHECK(head.cell == Sizes{0, 1, 1, 0});
  CHECK(head.from.size() == 6);  // three weights and three values
  CHECK(head.from[0].from.empty());
}

TEST_CASE("of many numbers the first are followed, and the rest counted") {
  const Trace trace = run(plan(test::shipped_lesson("01-the-puzzle").pipeline));
  const SourceCell root = follow_back(trace, find_cell(trace, "output[0,0,1]"), 2, 3);
  CHECK(root.from.size() == 3);
  CHECK(root.more == 5);
  CHECK(root.from[0].from.size() == 1);
  CHECK(root.from[1].step == nullptr);
}

TEST_CASE("a cell met again is not followed twice") {
  const Trace trace = run(plan(test::shipped_lesson("01-the-puzzle").pipeline));
  const SourceCell root = follow_back(trace, find_cell(trace, "weights[0,0,0,0]"), 9, 9);
  // The row's three scaled scores share a query, whose numbers come from the same places.
  const auto above = [](const auto& self, const SourceCell& cell) -> int {
    int count = cell.above ? 1 : 0;
    for (const SourceCell& from : cell.from) count += self(self, from);
    return count;
  };
  CHECK(above(above, root) == 4);
}

TEST_CASE("a mask's tables say why a key is hidden") {
  const Trace trace = run(plan(test::shipped_lesson("05-masks").pipeline));
  const TraceStep& both = *trace.find_step("both");
  const std::vector<MaskTable> tables = mask_tables(trace, both, 12).tables;
  REQUIRE(tables.size() == 2);
  CHECK(tables[0].places == std::vector<Sizes>{{0, 0}});
  CHECK(tables[0].reasons[1][1].empty());
  CHECK(tables[0].reasons[0][1].en == "key 1 comes after query 0");
  CHECK(tables[1].reasons[0][0].en == "keep[1, 0, 0, 0] is 0");
  const MaskTables few = mask_tables(trace, both, 1);
  CHECK(few.left_out == 1);
  CHECK(few.queries == 3);
  CHECK(few.tables[0].reasons.size() == 1);
  CHECK(mask_near(trace, 2)->name() == "causal");
  CHECK(mask_near(trace, 5)->name() == "both");
  CHECK(mask_near(trace, 0)->name() == "causal");
  CHECK(mask_near(run(plan(test::shipped_lesson("01-the-puzzle").pipeline)), 3) == nullptr);
}

}  // namespace
}  // namespace headtrace
