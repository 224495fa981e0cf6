#pragma once

#include <headtrace/tensor.hpp>

// The only gateway to xtensor. Up to 0.25 its headers lie flat, from 0.26 on in sub-folders.
#if __has_include(<xtensor/containers/xadapt.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/core/xmath.hpp>
#include <xtensor/core/xnoalias.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xnoalias.hpp>
#endif

namespace headtrace {

/// Adaptors see a tensor's numbers where they lie. What they are combined into is lazy: assign it
/// with `xt::noalias(flat(out)) = …` before the function returns, and name every reduction.

/// `count` numbers side by side in memory.
inline auto flat(const double* first, Index count) {
  const auto n = static_cast<std::size_t>(count);
  return xt::adapt(first, n, xt::no_ownership(), std::array<std::size_t, 1>{n});
}

inline auto flat(double* first, Index count) {
  const auto n = static_cast<std::size_t>(count);
  return xt::adapt(first, n, xt::no_ownership(), std::array<std::size_t, 1>{n});
}

/// All numbers of a contiguous tensor in row-major order.
inline auto flat(const Tensor& tensor) {
  return flat(tensor.data(), tensor.size());
}
inline auto flat(Tensor& tensor) {
  return flat(tensor.data(), tensor.size());
}

}  // namespace headtrace
