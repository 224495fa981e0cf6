#pragma once

#include <headtrace/style.hpp>
#include <headtrace/text.hpp>
#include <string>
#include <vector>

#include "study/shapes.hpp"

namespace headtrace {

/// What the shapes are of, and where the sizes come from.
struct ShapesOf {
  std::string name;    ///< a lesson, or a pipeline
  std::string source;  ///< the paper of published sizes
  Text remark;
  std::vector<std::string> assumed;  ///< sizes that nobody gave: `batch=1`
};

/// Sizes; every input and step with its axes, formula, parameters, operations, bytes and shares,
/// and what is kept meanwhile; the totals, by operation too. No line passes the width.
std::string shapes_text(const ShapeReport& report, const ShapesOf& of, const Style& style);

/// `shapes --format json`: `name`, `source`, `dims`, `origins`, `inputs`, `steps` (`name`, `op`,
/// `axes`, `shape`, `parameters`, `flops`, `bytes` and more), `by_op`, `totals`, `layers`,
/// `failure`.
std::string shapes_json(const ShapeReport& report, const ShapesOf& of);

}  // namespace headtrace
