#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <headtrace/dims.hpp>
#include <utility>

#include "core/did_you_mean.hpp"
#include "core/shape.hpp"
#include "core/words.hpp"

namespace headtrace {
namespace {

std::vector<Index> divisors(Index n) {
  std::vector<Index> small;
  std::vector<Index> large;
  for (Index d = 1; d <= n / d; ++d) {
    if (n % d != 0) continue;
    small.push_back(d);
    if (d != n / d) large.insert(large.begin(), n / d);
  }
  small.insert(small.end(), large.begin(), large.end());
  return small;
}

}  // namespace

const std::vector<std::string>& Dims::names() {
  static const std::vector<std::string> all{"batch",    "seq", "key_seq", "d_model", "heads",
                                            "kv_heads", "d_k", "d_v",     "d_ff"};
  return all;
}

Dims::Dims(std::map<std::string, Index> given) : given_(std::move(given)), sizes_(given_) {
  const auto d_model = find("d_model");
  const auto heads = find("heads");
  if (d_model && heads) {
    if (*d_model % *heads == 0) {
      derive("d_k", *d_model / *heads, fmt::format("{}/{}", *d_model, *heads));
    } else if (!find("d_k")) {
      throw Error::shape(
          fmt::format("d_model={} does not divide into heads={}", *d_model, *heads),
          fmt::format("divisors of {}: {}", *d_model, fmt::join(divisors(*d_model), ", ")));
    }
  }
  if (const auto d_k = find("d_k")) derive("d_v", *d_k, is_given("d_k") ? "d_k" : origin("d_k"));
  if (heads) derive("kv_heads", *heads, "heads");
  if (const auto seq = find("seq")) derive("key_seq", *seq, "seq");
  Index d_ff = 0;
  if (d_model && !__builtin_mul_overflow(*d_model, Index{4}, &d_ff)) {
    derive("d_ff", d_ff, fmt::format("4·{}", *d_model));
  }
}

void Dims::derive(const std::string& name, Index size, std::string origin) {
  if (sizes_.emplace(name, size).second) origins_[name] = std::move(origin);
}

std::optional<Index> Dims::find(const std::string& name) const {
  const auto it = sizes_.find(name);
  return it == sizes_.end() ? std::nullopt : std::optional(it->second);
}

std::string Dims::origin(const std::string& name) const {
  const auto it = origins_.find(name);
  return it == origins_.end() ? std::string{} : it->second;
}

std::vector<std::string> Dims::known() const {
  std::vector<std::string> known;
  std::ranges::copy_if(names(), std::back_inserter(known),
                       [this](const std::string& name) { return sizes_.count(name) != 0; });
  return known;
}

Axis Dims::axis(const std::string& name, const std::string& parameter) const {
  if (const auto size = find(name)) return {name, *size, 0};
  if (const auto number = whole_number(name)) {
    if (*number > 0) return {"", *number, 0};
    throw Error::in_parameter(parameter, fmt::format("an axis can't have the size {}", name),
                              "sizes are 1 or more");
  }
  if (const auto star = name.find('*'); star != std::string::npos) {
    const Axis left = axis(name.substr(0, star), parameter);
    const Axis right = axis(name.substr(star + 1), parameter);
    const auto size = product({left.size, right.size});
    if (!size) throw Error::in_parameter(parameter, fmt::format("{} is too large", name));
    return {*size == find("d_model") ? "d_model" : "", *size, left.name == "heads" ? left.size : 0};
  }
  if (std::ranges::find(names(), name) != names().end()) {
    throw Error::in_parameter(parameter, fmt::format("the size of axis '{}' is not known", name),
                              fmt::format("give it in `dims`"));
  }
  throw Error::in_parameter(parameter, fmt::format("unknown axis '{}'", name),
                            did_you_mean(name, names()));
}

}  // namespace headtrace
