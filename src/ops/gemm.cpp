#include "ops/gemm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <headtrace/error.hpp>
#include <limits>
#include <vector>

#include "core/lazy_library.hpp"
#include "core/parallel.hpp"
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
  CBLAS_TRANSPOSE transpose;
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
    return {m.first, CblasNoTrans, leading_dimension(m.rows, m.cols, m.row_stride)};
  }
  if (const Matrix t = m.transposed(); lies_in_rows(t)) {
    return {m.first, CblasTrans, leading_dimension(t.rows, t.cols, t.row_stride)};
  }
  copy.reserve(static_cast<std::size_t>(m.rows * m.cols));
  for (Index r = 0; r < m.rows; ++r) {
    for (Index c = 0; c < m.cols; ++c) {
      copy.push_back(m.first[r * m.row_stride + c * m.col_stride]);
    }
  }
  return {copy.data(), CblasNoTrans, std::max<Index>(1, m.cols)};
}

/// Rows and columns of a result that one call of BLAS computes; large enough that reading a and b
/// anew for each costs nothing beside multiplying them.
constexpr Index block_rows = 1024;
constexpr Index block_cols = 1024;
using BlasInt = int;

using Dgemm = decltype(&cblas_dgemm);

/// BLAS's product. It is loaded with the first one that is worth it: that takes as long as a small
/// lesson.
Dgemm load_dgemm() {
#ifdef HEADTRACE_BLAS_LIBRARY
  static const LazyLibrary library{HEADTRACE_BLAS_LIBRARY};
  // Threads are ours (see parallel_for): those of OpenBLAS would only get in their way.
  using SetThreads = void (*)(int);
  if (auto* set = library.find<SetThreads>("openblas_set_num_threads"); set != nullptr) set(1);
  return library.get<Dgemm>("cblas_dgemm");
#else
  return &cblas_dgemm;
#endif
}

Dgemm dgemm() {
  static const Dgemm loaded = load_dgemm();
  return loaded;
}

BlasInt blas_int(Index number) {
  if (number <= std::numeric_limits<BlasInt>::max()) return static_cast<BlasInt>(number);
  throw Error::limit(fmt::format("a matrix has lines of {} numbers, BLAS counts to {}", number,
                                 std::numeric_limits<BlasInt>::max()),
                     "use smaller dims");
}

Matrix lines_from(Matrix m, Index first, Index count) {
  m.first += first * m.row_stride;
  m.rows = count;
  return m;
}

/// At most block_rows × block_cols.
void multiply_block(const Product& product) {
  std::vector<double> a_copy;
  std::vector<double> b_copy;
  const BlasOperand left = operand(product.a, a_copy);
  const BlasOperand right = operand(product.b, b_copy);
  dgemm()(CblasRowMajor, left.transpose, right.transpose, blas_int(product.a.rows),
          blas_int(product.b.cols), blas_int(product.a.cols), 1.0, left.first,
          blas_int(left.leading), right.first, blas_int(right.leading),
          product.accumulate ? 1.0 : 0.0, product.out,
          blas_int(std::max<Index>(1, product.out_stride)));
}

/// A product's result in blocks, so that one large product is work for several threads. They depend
/// on its sizes alone.
void append_blocks(const Product& product, std::vector<Product>& blocks) {
  for (Index row = 0; row < product.a.rows; row += block_rows) {
    for (Index col = 0; col < product.b.cols; col += block_cols) {
      Product block = product;
      block.a = lines_from(product.a, row, std::min(block_rows, product.a.rows - row));
      const Matrix cols =
          lines_from(product.b.transposed(), col, std::min(block_cols, product.b.cols - col));
      block.b = cols.transposed();
      block.out += row * product.out_stride + col;
      blocks.push_back(block);
    }
  }
}

double operations(const Product& product) {
  return 2 * static_cast<double>(product.a.rows) * static_cast<double>(product.a.cols) *
         static_cast<double>(product.b.cols);
}

/// Operations of all products together up to which loading BLAS isn't worth it: a lesson on small
/// numbers never needs it.
constexpr double small_work = 4096;

void multiply_in_loops(const Product& product) {
  const Matrix& a = product.a;
  const Matrix& b = product.b;
  for (Index r = 0; r < a.rows; ++r) {
    double* const out = product.out + r * product.out_stride;
    for (Index c = 0; c < b.cols; ++c) {
      double sum = product.accumulate ? out[c] : 0;
      for (Index k = 0; k < a.cols; ++k) {
        sum += a.first[r * a.row_stride + k * a.col_stride] *
               b.first[k * b.row_stride + c * b.col_stride];
      }
      out[c] = sum;
    }
  }
}

}  // namespace

void multiply(std::span<const Product> products) {
  double work = 0;
  for (const Product& product : products) work += operations(product);
  if (work <= small_work) {
    for (const Product& product : products) multiply_in_loops(product);
    return;
  }
  std::vector<Product> blocks;
  for (const Product& product : products) append_blocks(product, blocks);
  dgemm();  // before threads are started, so that what it throws is thrown here
  // BLAS does several operations in the time that others take for one.
  constexpr double speed = 8;
  const auto count = static_cast<Index>(blocks.size());
  const double each = work / speed / static_cast<double>(std::max<Index>(1, count));
  parallel_for(count, each, [&blocks](Index first, Index last) {
    for (Index i = first; i < last; ++i) multiply_block(blocks[static_cast<std::size_t>(i)]);
  });
}

void multiply(const Matrix& a, const Matrix& b, double* out, Index out_stride, bool accumulate) {
  const Product product{a, b, out, out_stride, accumulate};
  multiply(std::span(&product, 1));
}

}  // namespace headtrace
