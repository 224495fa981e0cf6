#include <algorithm>
#include <headtrace/trace.hpp>
#include <map>

#include "trace/bytes.hpp"

namespace headtrace {
namespace {

/// The memory that tensors stand in, and until when it is needed.
struct Block {
  std::string tensor;  ///< that was allocated; the others are views of it
  double bytes = 0;
  std::size_t made = 0;       ///< the index of the step that makes it, 0 for an input
  std::size_t last_used = 0;  ///< the index of the last step that reads it or a view of it
};

class Blocks {
 public:
  Blocks(const Plan& plan, const Kept& kept) : kept_(kept), end_(plan.steps.size() + 1) {
    for (const Input& input : plan.inputs) {
      allocate(input.name, bytes_of(input.spec()), 0);
    }
    for (const PlannedStep& planned : plan.steps) {
      for (const std::string& name : planned.step.in) use(name, planned.index);
      if (planned.view_of) {
        block_of_[planned.step.out] = block_of_.at(*planned.view_of);
      } else {
        allocate(planned.step.out, planned.cost.bytes, planned.index);
      }
      use(planned.step.out, is_kept(planned.step.out) ? end_ : planned.index);
    }
  }

  template <class Visit>
  void for_each_at(std::size_t step, Visit visit) const {
    for (const Block& block : blocks_) {
      if (block.made <= step && step <= block.last_used) visit(block);
    }
  }

 private:
  bool is_kept(const std::string& name) const { return !kept_ || kept_->count(name) != 0; }

  void allocate(const std::string& name, double bytes, std::size_t made) {
    block_of_[name] = blocks_.size();
    blocks_.push_back({name, bytes, made, is_kept(name) ? end_ : made});
  }

  void use(const std::string& name, std::size_t step) {
    Block& block = blocks_[block_of_.at(name)];
    block.last_used = std::max(block.last_used, step);
  }

  const Kept& kept_;
  std::size_t end_;
  std::vector<Block> blocks_;
  std::map<std::string, std::size_t> block_of_;
};

}  // namespace

LiveSet live_set(const Plan& plan, const Kept& kept) {
  const Blocks blocks(plan, kept);
  LiveSet live;
  for (std::size_t step = 0; step <= plan.steps.size(); ++step) {
    double bytes = 0;
    blocks.for_each_at(step, [&bytes](const Block& block) { bytes += block.bytes; });
    if (step > 0) live.bytes.push_back(bytes);
    if (bytes <= live.peak) continue;
    live.peak = bytes;
    live.peak_step = step;
  }
  blocks.for_each_at(live.peak_step,
                     [&live](const Block& block) { live.at_peak.push_back(block.tensor); });
  return live;
}

std::vector<std::vector<std::string>> last_uses(const Plan& plan) {
  std::map<std::string, std::size_t> last;
  for (const Input& input : plan.inputs) last[input.name] = 0;
  for (const PlannedStep& planned : plan.steps) {
    last[planned.step.out] = planned.index;
    for (const std::string& name : planned.step.in) last[name] = planned.index;
  }
  std::vector<std::vector<std::string>> by_step(plan.steps.size() + 1);
  for (const auto& [name, step] : last) by_step[step].push_back(name);
  return by_step;
}

}  // namespace headtrace
