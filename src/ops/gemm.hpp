#pragma once

#include <headtrace/tensor.hpp>
#include <span>

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
/// apart.
struct Product {
  Matrix a;
  Matrix b;
  double* out;
  Index out_stride;
  bool accumulate = false;
};

/// Computes the products, whose results must not overlap, on several threads where they are large.
/// BLAS reads a and b where they lie as long as one of their strides is 1; else they are copied
/// first. Throws Error::limit for a matrix whose rows are longer than BLAS can count.
void multiply(std::span<const Product> products);
void multiply(const Matrix& a, const Matrix& b, double* out, Index out_stride,
              bool accumulate = false);

}  // namespace headtrace
