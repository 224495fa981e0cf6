#include <doctest/doctest.h>

#include <numeric>

#include "ops/gemm.hpp"
#include "ops/op_cases.hpp"
#include "support.hpp"

namespace headtrace {
namespace {

/// out = a·b by its definition.
std::vector<double> by_definition(const Matrix& a, const Matrix& b) {
  std::vector<double> out;
  for (Index r = 0; r < a.rows; ++r) {
    for (Index c = 0; c < b.cols; ++c) {
      double sum = 0;
      for (Index k = 0; k < a.cols; ++k) {
        sum += a.first[r * a.row_stride + k * a.col_stride] *
               b.first[k * b.row_stride + c * b.col_stride];
      }
      out.push_back(sum);
    }
  }
  return out;
}

void check_product(const Matrix& a, const Matrix& b) {
  std::vector<double> out(static_cast<std::size_t>(a.rows * b.cols), std::nan(""));
  multiply(a, b, out.data(), b.cols);
  CHECK(out == by_definition(a, b));
}

}  // namespace

// Small whole numbers: their products and sums are exact in any order.
TEST_CASE("a matrix is multiplied where it lies") {
  std::vector<double> memory(64);
  std::iota(memory.begin(), memory.end(), -20.0);
  const double* m = memory.data();
  const Matrix rows{m, 3, 4, 4, 1};
  const Matrix right{m + 7, 4, 2, 2, 1};
  check_product(rows, right);
  SUBCASE("a window: rows further apart than they are long") {
    check_product({m + 2, 3, 4, 9, 1}, {m, 4, 2, 11, 1});
  }
  SUBCASE("transposed") {
    check_product({m, 3, 4, 1, 5}, Matrix{m, 2, 4, 6, 1}.transposed());
  }
  SUBCASE("neither stride is 1") {
    check_product({m, 3, 4, 12, 3}, {m + 1, 4, 2, 5, 2});
  }
  SUBCASE("one row repeated by stride 0") {
    check_product({m, 3, 4, 0, 1}, {m, 4, 2, 0, 1});
  }
  SUBCASE("one row, one column, one number") {
    check_product({m, 1, 4, 1, 2}, right);
    check_product(rows, {m, 4, 1, 3, 7});
    check_product({m, 3, 1, 5, 5}, {m, 1, 2, 1, 1});
    check_product({m + 3, 1, 1, 0, 0}, {m + 5, 1, 1, 0, 0});
  }
}

TEST_CASE("a product larger than one block of the result, transposed and not") {
  std::vector<double> memory(3 * 1100 + 2 * 1030);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<double>(i % 17) - 8;
  const double* m = memory.data();
  check_product({m, 1100, 2, 2, 1}, {m + 5, 2, 1030, 1030, 1});
  check_product({m, 1100, 2, 3, 1}, Matrix{m + 9, 1030, 2, 3, 1}.transposed());
}

TEST_CASE("lines longer than BLAS can count are refused") {
  const double number = 1;
  const Index many = Index{1} << 32;
  double out = 0;
  const Matrix row{&number, 1, many, many, 1};
  CHECK(test::error_of([&] { multiply(row, row.transposed(), &out, 1); }) ==
        "a matrix has lines of 4294967296 numbers, BLAS counts to 2147483647; use smaller dims");
}

TEST_CASE("a product is added to what is there, and rows of the result may stand apart") {
  const std::vector<double> a{1, 2, 3, 4};
  std::vector<double> out{10, 20, -1, 30, 40, -1};
  // [1 2; 3 4]² = [7 10; 15 22]
  multiply({a.data(), 2, 2, 2, 1}, {a.data(), 2, 2, 2, 1}, out.data(), 3, true);
  CHECK(out == std::vector<double>{17, 30, -1, 45, 62, -1});
}

}  // namespace headtrace
