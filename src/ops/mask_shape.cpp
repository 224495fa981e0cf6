#include "ops/mask_shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/shape.hpp"
#include "ops/entries.hpp"

namespace headtrace {
namespace {

/// The axes, with a second `seq` read as the keys'.
Axes told_apart(Axes axes) {
  tell_apart_repeated_axes(axes);
  return axes;
}

/// The names that the mask must get between its own to be aligned with the scores' by name; empty
/// where names don't help.
std::vector<std::string> missing_names(const Axes& mask, const Axes& scores) {
  std::vector<std::string> missing;
  auto own = mask.begin();
  for (const Axis& axis : scores) {
    if (own != mask.end() && own->name == axis.name) {
      ++own;
    } else if (own != mask.begin()) {
      missing.push_back(axis.name);
    }
  }
  return own == mask.end() ? missing : std::vector<std::string>{};
}

/// `batch axis falls on heads`; with sizes where the names don't say it.
std::string collision(const Axis& axis, const Axis& other) {
  if (axis.name.empty()) return fmt::format("axis of {} falls on {}", axis.size, label(other));
  const bool by_name = !other.name.empty() && axis.name != other.name;
  return by_name ? fmt::format("{} axis falls on {}", axis.name, other.name)
                 : fmt::format("{} axis falls on {}", label(axis), label(other));
}

std::string remedy(const std::vector<std::string>& missing) {
  if (missing.empty()) return "counted from the last, a mask's axes are the scores' or 1";
  return fmt::format(fmt::runtime(missing.size() == 1 ? "add a {} axis" : "add {} axes"),
                     fmt::join(missing, " and "));
}

/// How the mask's axes would have to be written in the lesson.
std::string written_axes(const Axes& mask, const Axes& scores) {
  std::vector<std::string> parts;
  for (const Axis& axis : scores) {
    const auto own = axis_named(mask, axis.name);
    if (!own && parts.empty()) continue;
    parts.push_back(own && mask[*own].size != 1 ? '"' + axis.name + '"' : "1");
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

[[noreturn]] void refuse(const TensorSpec& mask, const TensorSpec& scores, std::size_t i) {
  const Axes own = told_apart(mask.axes);
  const Axis& axis = own[i];
  const Axis& other = scores.axes[scores.axes.size() - own.size() + i];
  const auto missing = missing_names(own, scores.axes);
  throw Error::shape(fmt::format("{} meets {}: its {}; {}", describe(mask), describe(scores),
                                 collision(axis, other), remedy(missing)),
                     missing.empty() ? "" : "its axes are then " + written_axes(own, scores.axes));
}

}  // namespace

void check_mask_shape(const TensorSpec& mask, const TensorSpec& scores) {
  if (mask.rank() > scores.rank()) {
    throw Error::shape(
        fmt::format("mask: {} has more axes than {}", describe(mask), describe(scores)),
        remedy({}));
  }
  const std::size_t lead = scores.axes.size() - mask.axes.size();
  for (std::size_t i = 0; i < mask.axes.size(); ++i) {
    const Index size = mask.axes[i].size;
    if (size != 1 && size != scores.axes[lead + i].size) refuse(mask, scores, i);
  }
}

std::vector<Remark> mask_remarks(const TensorSpec& mask, const TensorSpec& scores) {
  const Axes own = told_apart(mask.axes);
  const std::size_t lead = scores.axes.size() - own.size();
  for (std::size_t i = 0; i < own.size(); ++i) {
    const std::string& name = own[i].name;
    const std::string& other = scores.axes[lead + i].name;
    if (own[i].size == 1 || name.empty() || name == other || !axis_named(scores.axes, name))
      continue;
    return {
        {{fmt::format("The {0} axis of {1} falls on {2}, which has the same size by chance: axes "
                      "are matched from the last. If {1} is meant to differ by {0}, {3}.",
                      name, mask.name, other, remedy(missing_names(own, scores.axes))),
          fmt::format(
              "{1} 的 {0} 轴对到了 {2} 轴上，两者只是碰巧一样大：广播时各轴从最后一个开始对齐。"
              "如果 {1} 本来是随 {0} 变化的，要给它补上缺少的轴。",
              name, mask.name, other)},
         0,
         {}}};
  }
  return {};
}

}  // namespace headtrace
