#include "ops/gemm.hpp"

#include <algorithm>
#include <vector>
#if __has_include(<xtensor-blas/xblas.hpp>)
#include <xtensor-blas/xblas.hpp>
#else
#include <xtensor/blas/xblas.hpp>
#endif

namespace headtrace {
namespace {

/// How BLAS is told where a matrix lies: as it is or transposed, and its leading dimension.
struct BlasOperand {
  const double* first;
  cxxblas::Transpose transpose;
  Index leading;
};

bool lies_in_rows(const Matrix& m) {
  return (m.col_stride == 1 || m.cols == 1) && (m.row_stride >= m.cols || m.rows == 1);
}

Index leading_dimension(Index lines, Index length, Index stride) {
  return lines == 1 ? std::max<Index>(1, length) : stride;
}

/// `copy` holds the numbers where BLAS can't read them in place (both strides past 1, or 0).
BlasOperand operand(const Matrix& m, std::vector<double>& copy) {
  if (lies_in_rows(m)) {
    return {m.first, cxxblas::NoTrans, leading_dimension(m.rows, m.cols, m.row_stride)};
  }
  if (const Matrix t = m.transposed(); lies_in_rows(t)) {
    return {m.first, cxxblas::Trans, leading_dimension(t.rows, t.cols, t.row_stride)};
  }
  copy.reserve(static_cast<std::size_t>(m.rows * m.cols));
  for (Index r = 0; r < m.rows; ++r) {
    for (Index c = 0; c < m.cols; ++c) {
      copy.push_back(m.first[r * m.row_stride + c * m.col_stride]);
    }
  }
  return {copy.data(), cxxblas::NoTrans, std::max<Index>(1, m.cols)};
}

}  // namespace

void multiply(const Matrix& a, const Matrix& b, double* out, Index out_stride, bool accumulate) {
  std::vector<double> a_copy;
  std::vector<double> b_copy;
  const BlasOperand left = operand(a, a_copy);
  const BlasOperand right = operand(b, b_copy);
  using blas = int;
  cxxblas::gemm<blas>(cxxblas::RowMajor, left.transpose, right.transpose, static_cast<blas>(a.rows),
                      static_cast<blas>(b.cols), static_cast<blas>(a.cols), 1.0, left.first,
                      static_cast<blas>(left.leading), right.first,
                      static_cast<blas>(right.leading), accumulate ? 1.0 : 0.0, out,
                      static_cast<blas>(std::max<Index>(1, out_stride)));
}

}  // namespace headtrace
