#include "core/shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/did_you_mean.hpp"
#include "core/words.hpp"

namespace headtrace {

std::optional<Index> product(const Sizes& sizes) {
  Index total = 1;
  for (Index size : sizes) {
    if (__builtin_mul_overflow(total, size, &total)) return std::nullopt;
  }
  return total;
}

std::string describe(const Axes& axes) {
  std::vector<std::string> parts;
  for (const Axis& axis : axes) {
    parts.push_back(axis.name.empty() ? fmt::format("{}", axis.size)
                                      : fmt::format("{}={}", axis.name, axis.size));
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string describe(const TensorSpec& spec) {
  return (spec.name.empty() ? "a tensor" : spec.name) + " " + describe(spec.axes);
}

std::string describe(const Sizes& sizes) {
  return fmt::format("[{}]", fmt::join(sizes, ", "));
}

std::optional<std::size_t> axis_named(const Axes& axes, const std::string& name) {
  const auto it = std::ranges::find(axes, name, &Axis::name);
  if (it == axes.end()) return std::nullopt;
  return static_cast<std::size_t>(it - axes.begin());
}

std::size_t find_axis(const TensorSpec& spec, const std::string& name,
                      const std::string& parameter) {
  if (const auto found = axis_named(spec.axes, name); found && !name.empty()) return *found;
  const auto number = whole_number(name);
  if (number && *number >= -spec.rank() && *number < spec.rank()) {
    return static_cast<std::size_t>(*number < 0 ? *number + spec.rank() : *number);
  }
  std::vector<std::string> names;
  for (const Axis& axis : spec.axes) names.push_back(axis.name);
  throw Error::in_parameter(parameter, fmt::format("{} has no axis '{}'", describe(spec), name),
                            did_you_mean(name, names));
}

namespace {

/// A stretch of memory that is walked with one step: axes that lie adjacent, joined.
struct Chunk {
  Index size;
  Index stride;
};

/// From the last axis to the first. An axis of size 1 never ends a chunk, whatever its stride.
std::vector<Chunk> chunks_from_the_right(const TensorSpec& spec) {
  std::vector<Chunk> chunks;
  bool open = false;
  for (std::size_t i = spec.axes.size(); i-- > 0;) {
    if (!open) chunks.push_back({1, spec.strides[i]});
    chunks.back().size *= spec.axes[i].size;
    open = i > 0 && (spec.axes[i - 1].size == 1 ||
                     spec.strides[i - 1] == chunks.back().size * chunks.back().stride);
  }
  return chunks;
}

}  // namespace

std::optional<Sizes> view_strides(const TensorSpec& spec, const Sizes& shape) {
  Sizes strides(shape.size());
  std::size_t left = shape.size();
  for (const Chunk& chunk : chunks_from_the_right(spec)) {
    Index taken = 1;
    while (left > 0 && (taken < chunk.size || shape[left - 1] == 1)) {
      --left;
      strides[left] = taken * chunk.stride;
      taken *= shape[left];
    }
    if (taken != chunk.size) return std::nullopt;
  }
  // A tensor without axes has one element; every axis of its view then has size 1.
  while (left > 0) strides[--left] = 1;
  return strides;
}

std::pair<std::size_t, std::size_t> axes_that_block_view(const TensorSpec& spec,
                                                         const Sizes& shape) {
  // The boundaries between axes that the new shape keeps, as element counts from the right.
  std::vector<Index> kept{1};
  for (std::size_t i = shape.size(); i-- > 0;) kept.push_back(kept.back() * shape[i]);
  std::size_t right = spec.axes.size();
  Index count = 1;
  for (std::size_t i = spec.axes.size(); i-- > 0;) {
    if (spec.axes[i].size == 1) continue;
    if (right < spec.axes.size()) {
      count *= spec.axes[right].size;
      const bool merged = std::ranges::find(kept, count) == kept.end();
      const bool adjacent = spec.strides[i] == spec.strides[right] * spec.axes[right].size;
      if (merged && !adjacent) return {i, right};
    }
    right = i;
  }
  return {0, 0};
}

std::optional<Axes> broadcast(const Axes& a, const Axes& b) {
  const Axes& longer = a.size() >= b.size() ? a : b;
  const Axes& shorter = a.size() >= b.size() ? b : a;
  Axes result = longer;
  const std::size_t lead = longer.size() - shorter.size();
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    Axis& axis = result[lead + i];
    const Axis& other = shorter[i];
    if (axis.size == other.size) {
      if (axis.name.empty()) axis.name = other.name;
    } else if (axis.size == 1) {
      axis = other;
    } else if (other.size != 1) {
      return std::nullopt;
    }
  }
  return result;
}

TensorSpec broadcast_to(const TensorSpec& spec, const Axes& axes) {
  TensorSpec wide = spec;
  wide.axes = axes;
  wide.strides.assign(axes.size(), 0);
  const std::size_t lead = axes.size() - spec.axes.size();
  for (std::size_t i = 0; i < spec.axes.size(); ++i) {
    if (spec.axes[i].size != 1) wide.strides[lead + i] = spec.strides[i];
  }
  return wide;
}

void tell_apart_repeated_axes(Axes& axes) {
  bool seen = false;
  for (Axis& axis : axes) {
    if (axis.name != "seq") continue;
    if (seen) axis.name = "key_seq";
    seen = true;
  }
}

bool is_heads(const Axis& axis) {
  return axis.name == "heads" || axis.name == "kv_heads";
}

std::optional<Index> head_at(const Axis& axis, Index position) {
  if (is_heads(axis)) return position;
  if (axis.heads > 0 && axis.size >= axis.heads) return position / (axis.size / axis.heads);
  return std::nullopt;
}

bool lies_within(const Sizes& cell, const Sizes& shape) {
  return std::ranges::equal(cell, shape, [](Index at, Index size) { return at >= 0 && at < size; });
}

std::optional<std::size_t> axis_of_heads(const Axes& axes) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].size > 0 && head_at(axes[i], 0)) return i;
  }
  return std::nullopt;
}

}  // namespace headtrace
