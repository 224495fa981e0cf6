#pragma once

#include <headtrace/style.hpp>
#include <headtrace/tensor.hpp>
#include <optional>
#include <string>

#include "study/picture.hpp"

namespace headtrace {

/// The last two axes of a tensor as shaded cells, one picture for each position of the others, side
/// by side where they fit; below them which shade stands for which numbers. What is masked (−∞) has
/// a sign of its own. Long axes are cut, and the cut is said.
std::string heat_map(const Tensor& tensor, const Style& style);

/// A tensor of pairs as points in the plane, each the digit of its position, `*` where several fall
/// together, with both axes and their scale. Nothing for a tensor of anything else.
std::optional<std::string> plane(const Tensor& tensor, const Style& style);

/// The picture of the tensor `name` under a line that says what it shows; nothing in plain text,
/// where the numbers say it.
std::string picture_text(const std::string& name, const Picture& picture, const Style& style);

}  // namespace headtrace
