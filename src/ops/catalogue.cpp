#include <fmt/format.h>

#include <algorithm>
#include <headtrace/op.hpp>

#include "core/did_you_mean.hpp"

// One line an operation, in the order they are taught.
#define HEADTRACE_OPERATIONS(OP) \
  OP(linear)                     \
  OP(matmul)                     \
  OP(view)                       \
  OP(transpose)                  \
  OP(contiguous)                 \
  OP(scale)                      \
  OP(mask)                       \
  OP(softmax)                    \
  OP(concat)                     \
  OP(slice)                      \
  OP(add)                        \
  OP(relu)                       \
  OP(gelu)                       \
  OP(layer_norm)                 \
  OP(dropout)

namespace headtrace {

#define HEADTRACE_DECLARE(name) OpEntry name##_op();
HEADTRACE_OPERATIONS(HEADTRACE_DECLARE)
#undef HEADTRACE_DECLARE

const std::vector<OpEntry>& catalogue() {
#define HEADTRACE_ENTRY(name) name##_op(),
  static const std::vector<OpEntry> entries{HEADTRACE_OPERATIONS(HEADTRACE_ENTRY)};
#undef HEADTRACE_ENTRY
  return entries;
}

const OpEntry& find_op(const std::string& name) {
  const auto it = std::ranges::find(catalogue(), name, &OpEntry::name);
  if (it != catalogue().end()) return *it;
  std::vector<std::string> names;
  for (const OpEntry& entry : catalogue()) names.push_back(entry.name);
  throw Error::in_parameter("op", fmt::format("unknown operation '{}'", name),
                            did_you_mean(name, names));
}

namespace {

void check_parameter_names(const OpEntry& entry, const Params& params) {
  std::vector<std::string> known;
  for (const ParamInfo& info : entry.params) known.push_back(info.name);
  for (const auto& [name, value] : params.values()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw params.placed(
        name, Error::in_parameter(name, fmt::format("{} has no parameter '{}'", entry.name, name),
                                  did_you_mean(name, known)));
  }
}

void check_input_count(const OpEntry& entry, std::size_t count) {
  if (count >= entry.min_inputs && count <= entry.max_inputs) return;
  const std::string expected =
      entry.min_inputs == entry.max_inputs ? fmt::format("{}", entry.min_inputs)
      : entry.max_inputs > 99              ? fmt::format("{} or more", entry.min_inputs)
                              : fmt::format("{} to {}", entry.min_inputs, entry.max_inputs);
  std::string roles;
  for (const std::string& role : entry.input_roles) roles += (roles.empty() ? "" : ", ") + role;
  throw Error::in_parameter(
      "in", fmt::format("{} reads {} tensors ({}), got {}", entry.name, expected, roles, count));
}

}  // namespace

std::unique_ptr<Op> make_op(const std::string& name, const Params& params, const Dims& dims,
                            std::size_t input_count) {
  const OpEntry& entry = find_op(name);
  check_parameter_names(entry, params);
  check_input_count(entry, input_count);
  return entry.make(params, dims);
}

}  // namespace headtrace
