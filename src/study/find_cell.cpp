#include "study/find_cell.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <headtrace/error.hpp>

#include "core/did_you_mean.hpp"
#include "core/shape.hpp"
#include "core/words.hpp"

namespace headtrace {
namespace {

[[noreturn]] void not_a_cell(const std::string& named) {
  throw Error::learner(
      fmt::format("'{}' is not a cell", named),
      "write a tensor and one position an axis, as in output[0,0,1]",
      fmt::format("'{}' 不是一个格子；请写张量名和每个轴上的位置，例如 output[0,0,1]", named));
}

/// `output[0..2, 0..9, 0..511]`
std::string ranges(const TensorSpec& spec) {
  std::vector<std::string> ranges;
  for (const Axis& axis : spec.axes) ranges.push_back(fmt::format("0..{}", axis.size - 1));
  return fmt::format("{}[{}]", spec.name, fmt::join(ranges, ", "));
}

void check_range(const TensorSpec& spec, const Sizes& cell, const std::string& named) {
  if (cell.size() != spec.axes.size()) {
    throw Error::learner(fmt::format("'{}' has {} positions, {} has {} axes", named, cell.size(),
                                     describe(spec), spec.axes.size()),
                         "its cells are " + ranges(spec),
                         fmt::format("'{}' 写了 {} 个位置，而 {} 有 {} 个轴；它的格子是 {}", named,
                                     cell.size(), describe(spec), spec.axes.size(), ranges(spec)));
  }
  if (lies_within(cell, spec.shape())) return;
  throw Error::learner(
      fmt::format("'{}' lies outside {}", named, describe(spec)), "its cells are " + ranges(spec),
      fmt::format("'{}' 超出了 {} 的范围；它的格子是 {}", named, describe(spec), ranges(spec)));
}

}  // namespace

std::string cell_name(const std::string& named) {
  return std::string(trimmed(named.substr(0, named.find('['))));
}

FoundCell find_cell(const Trace& trace, const std::string& named) {
  const std::string text(trimmed(named));
  const auto bracket = text.find('[');
  if (bracket == std::string::npos || bracket == 0 || text.back() != ']') not_a_cell(named);
  const std::string name = cell_name(text);
  FoundCell found;
  found.tensor = trace.find(name);
  if (found.tensor == nullptr) {
    const auto meant = closest(name, trace.tensor_names());
    throw Error::learner(
        fmt::format("there is no tensor '{}'", name), did_you_mean(name, trace.tensor_names()),
        fmt::format("没有张量 '{}'{}", name, meant ? fmt::format("；是不是 '{}'？", *meant) : ""));
  }
  found.step = trace.find_step(name);
  const auto cell = parse_cell(text.substr(bracket + 1, text.size() - bracket - 2));
  if (!cell) not_a_cell(named);
  found.cell = *cell;
  check_range(found.tensor->spec(), found.cell, named);
  return found;
}

}  // namespace headtrace
