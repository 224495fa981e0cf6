#include "lesson/read_random.hpp"

#include <fmt/format.h>

#include <headtrace/params.hpp>

namespace headtrace {
namespace {

constexpr Index largest_seed = 4294967295;
constexpr Index most_decimals = 15;

/// The kinds in the order of RandomSource::Kind.
std::optional<RandomSource::Kind> read_kind(const Json& node, Diagnostics& errors) {
  const auto kind = read_choice(node, "distribution",
                                {"uniform", "normal", "xavier_uniform", "xavier_normal",
                                 "kaiming_uniform", "kaiming_normal", "torch_linear"},
                                "the name of a distribution", errors);
  return kind ? std::optional(static_cast<RandomSource::Kind>(*kind)) : std::nullopt;
}

void read_bounds(ObjectReader& reader, RandomSource& source) {
  if (source.kind == RandomSource::Kind::uniform) {
    source.a = reader.number("low").value_or(0);
    source.b = reader.number("high").value_or(1);
  } else if (source.kind == RandomSource::Kind::normal) {
    source.a = reader.number("mean").value_or(0);
    source.b = reader.number("std").value_or(1);
  }
}

void check_bounds(const RandomSource& source, const Json& node, Diagnostics& errors) {
  if (source.kind == RandomSource::Kind::uniform && source.a >= source.b) {
    errors.add(
        node.span(),
        fmt::format("uniform from low={} to high={}", shortest(source.a), shortest(source.b)),
        "low must be less than high");
  } else if (source.kind == RandomSource::Kind::normal && source.b < 0) {
    errors.add(node.span(), fmt::format("normal with std={}", shortest(source.b)),
               "a standard deviation is 0 or more");
  }
}

}  // namespace

std::optional<RandomSource> read_random(ObjectReader& reader, const Json& node,
                                        Diagnostics& errors) {
  const auto kind = read_kind(node, errors);
  const Json* seed =
      reader.require("seed", "a whole number, so that everyone gets the same numbers");
  RandomSource source;
  if (seed)
    source.seed = static_cast<std::uint32_t>(reader.whole("seed", 0, largest_seed).value_or(0));
  if (const auto decimals = reader.whole("round", 0, most_decimals)) {
    source.round = static_cast<int>(*decimals);
  }
  if (!kind) {
    reader.present({"low", "high", "mean", "std"});
    return std::nullopt;
  }
  source.kind = *kind;
  read_bounds(reader, source);
  check_bounds(source, node, errors);
  return source;
}

}  // namespace headtrace
