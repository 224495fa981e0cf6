#pragma once

#include <headtrace/trace.hpp>
#include <optional>
#include <string>
#include <vector>

namespace headtrace {

/// What the steps of one operation need together.
struct OpShare {
  std::string op;
  std::size_t steps = 0;
  double flops = 0;
  double bytes = 0;
};

/// What a pipeline takes, told from its shape rules alone.
struct ShapeReport {
  Plan plan;             ///< up to the first step that can't be
  LiveSet live;          ///< where tensors are given back after their last use
  Index parameters = 0;  ///< each weight once
  double flops = 0;      ///< of all steps; a multiply-add counts as two
  double bytes = 0;      ///< of all inputs and results; a view has none
  double input_bytes = 0;
  std::vector<OpShare> by_op;   ///< most operations first
  std::optional<Index> layers;  ///< how often a model repeats the pipeline
};

/// Nothing is computed or allocated. Throws Error::limit where the totals are too large to count.
ShapeReport shapes(Plan plan, std::optional<Index> layers = {});

/// `part` of `whole` in percent; 0 of nothing.
double percent(double part, double whole);

}  // namespace headtrace
