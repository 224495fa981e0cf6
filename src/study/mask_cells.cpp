#include "study/mask_cells.hpp"

#include <algorithm>

namespace headtrace {
namespace {

bool same_reasons(const MaskTable& a, const MaskTable& b) {
  return std::ranges::equal(a.reasons, b.reasons, [](const auto& row, const auto& other) {
    return std::ranges::equal(row, other, {}, &Text::en, &Text::en);
  });
}

}  // namespace

MaskTables mask_tables(const Trace& trace, const TraceStep& step, Index most) {
  const Sizes shape = step.output.shape();
  const std::vector<Tensor> operands = trace.operands(step);
  const Sizes leading(shape.begin(), shape.end() - 2);
  const Index queries = std::min(shape[shape.size() - 2], most);
  const Index keys = std::min(shape.back(), most);
  MaskTables found{{}, shape[shape.size() - 2], shape.back(), 0};
  std::vector<MaskTable>& tables = found.tables;
  Index seen = 0;
  for (CellWalk walk(leading, Sizes(leading.size(), 0)); !walk.done(); walk.next(), ++seen) {
    if (seen >= most) {
      ++found.left_out;
      continue;
    }
    MaskTable table{{walk.cell()}, {}};
    Sizes cell = walk.cell();
    cell.resize(shape.size());
    for (Index query = 0; query < queries; ++query) {
      std::vector<Text>& row = table.reasons.emplace_back();
      cell[shape.size() - 2] = query;
      for (Index key = 0; key < keys; ++key) {
        cell.back() = key;
        row.push_back(step.planned.op->explain(operands, cell).reason);
      }
    }
    if (!tables.empty() && same_reasons(tables.back(), table)) {
      tables.back().places.push_back(walk.cell());
    } else {
      tables.push_back(std::move(table));
    }
  }
  return found;
}

const TraceStep* mask_near(const Trace& trace, std::size_t index) {
  const TraceStep* found = nullptr;
  for (const TraceStep& step : trace.steps) {
    if (step.planned.step.op != "mask") continue;
    if (found == nullptr || step.planned.index <= index) found = &step;
  }
  return found;
}

}  // namespace headtrace
