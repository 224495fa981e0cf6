#pragma once

#include <headtrace/tensor.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headtrace {

/// The named sizes of a lesson, given and derived (d_k = d_model/heads, d_v = d_k,
/// kv_heads = heads, key_seq = seq, d_ff = 4·d_model).
class Dims {
 public:
  Dims() = default;
  /// Throws Error::shape where d_model does not divide into heads; the hint lists the divisors.
  explicit Dims(std::map<std::string, Index> given);

  std::optional<Index> find(const std::string& name) const;
  bool is_given(const std::string& name) const { return given_.count(name) != 0; }
  /// `8/2` for a d_k derived from d_model=8 and heads=2; empty for a given size.
  std::string origin(const std::string& name) const;
  /// Names in the order of `names()`, given and derived.
  std::vector<std::string> known() const;
  const std::map<std::string, Index>& sizes() const { return sizes_; }

  /// An axis by name or number ("3"), or a product of names ("heads*d_v").
  /// Throws Error::in_parameter(parameter, …) with a did-you-mean for an unknown name.
  Axis axis(const std::string& name, const std::string& parameter) const;

  /// Every axis name there is, in the order they are taught.
  static const std::vector<std::string>& names();

 private:
  void derive(const std::string& name, Index size, std::string origin);

  std::map<std::string, Index> given_;
  std::map<std::string, Index> sizes_;
  std::map<std::string, std::string> origins_;
};

}  // namespace headtrace
