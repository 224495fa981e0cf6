#pragma once

#include <headtrace/tensor.hpp>

namespace headtrace {

/// A matrix in memory: element (r, c) stands at first[r·row_stride + c·col_stride].
struct Matrix {
  const double* first;
  Index rows;
  Index cols;
  Index row_stride;
  Index col_stride;

  Matrix transposed() const { return {first, cols, rows, col_stride, row_stride}; }
};

/// out = a·b (+ out, if `accumulate`), with `out` row-major, a.rows × b.cols, rows `out_stride`
/// apart. BLAS reads a and b where they lie as long as one of their strides is 1; else they are
/// copied first.
void multiply(const Matrix& a, const Matrix& b, double* out, Index out_stride,
              bool accumulate = false);

}  // namespace headtrace
