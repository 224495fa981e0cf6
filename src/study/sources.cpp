#include "study/sources.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace headtrace {
namespace {

constexpr std::size_t most_source_cells = 300;

class Follower {
 public:
  Follower(const Trace& trace, std::size_t most) : trace_(trace), most_(most) {}

  SourceCell follow(const Tensor& tensor, const Sizes& cell, int depth) {
    SourceCell source;
    source.tensor = &tensor;
    source.step = trace_.find_step(tensor.name());
    source.cell = cell;
    source.value = tensor.at(cell);
    if (source.step == nullptr || depth == 0) return source;
    if (!met_.insert({tensor.name(), cell}).second) {
      source.above = true;
      return source;
    }
    follow_reads(source, depth);
    return source;
  }

 private:
  void follow_reads(SourceCell& source, int depth) {
    const std::vector<Operand> reads = reads_of(*source.step, source.cell);
    const std::vector<std::string>& names = source.step->planned.step.in;
    for (const Operand& read : reads) {
      if (source.from.size() == most_ || met_.size() >= most_source_cells) {
        source.more = static_cast<Index>(reads.size() - source.from.size());
        return;
      }
      source.from.push_back(follow(*trace_.find(names[read.input]), read.cell, depth - 1));
    }
  }

  /// Every number read once, in the order of the arithmetic.
  std::vector<Operand> reads_of(const TraceStep& step, const Sizes& cell) const {
    const Explanation why = explain(trace_, step, cell);
    std::vector<Operand> reads;
    std::set<std::pair<std::size_t, Sizes>> known;
    const auto add = [&](const std::vector<Operand>& more) {
      for (const Operand& read : more) {
        if (known.insert({read.input, read.cell}).second) reads.push_back(read);
      }
    };
    for (const Term& term : why.terms) add(term.reads);
    for (const Stage& stage : why.stages) add(stage.reads);
    return reads;
  }

  const Trace& trace_;
  std::size_t most_;
  std::set<std::pair<std::string, Sizes>> met_;
};

void collect(const SourceCell& source, std::size_t depth,
             std::vector<std::vector<std::string>>& levels) {
  if (levels.size() <= depth) levels.resize(depth + 1);
  std::vector<std::string>& level = levels[depth];
  if (std::ranges::find(level, source.tensor->name()) == level.end()) {
    level.push_back(source.tensor->name());
  }
  for (const SourceCell& from : source.from) collect(from, depth + 1, levels);
}

}  // namespace

SourceCell follow_back(const Trace& trace, const FoundCell& cell, int depth, std::size_t most) {
  return Follower(trace, most).follow(*cell.tensor, cell.cell, depth);
}

std::vector<std::vector<std::string>> tensors_by_depth(const SourceCell& root) {
  std::vector<std::vector<std::string>> levels;
  collect(root, 0, levels);
  return levels;
}

}  // namespace headtrace
