#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headtrace {

using Index = std::int64_t;
/// A shape, a cell's position or strides; one number an axis.
using Sizes = std::vector<Index>;

/// One axis: its name (empty where a lesson gives only a number) and its size. `heads` counts the
/// equal blocks that a merged axis is made of (d_model = heads·d_v after concatenation); 0 if none.
struct Axis {
  std::string name;
  Index size = 0;
  Index heads = 0;
};
using Axes = std::vector<Axis>;

/// How a weight is stored: y = x·W (the paper) or y = x·Wᵀ (PyTorch's nn.Linear).
enum class WeightLayout { in_out, out_in };

/// Everything about a tensor but its numbers. Shape rules work on this alone.
struct TensorSpec {
  std::string name;
  Axes axes;
  Sizes strides;     ///< in elements, one an axis
  Index offset = 0;  ///< of the first element in its storage
  std::optional<WeightLayout> layout;

  Index rank() const { return static_cast<Index>(axes.size()); }
  Sizes shape() const;
  /// The number of elements. The sizes were checked against overflow when the axes were made.
  Index size() const;
  /// Row-major without gaps, as PyTorch's is_contiguous(): strides of size-1 axes don't matter.
  bool is_contiguous() const;
  /// Where `cell` stands in the storage, in elements.
  Index place(const Sizes& cell) const;
};

/// Strides of a row-major array without gaps.
Sizes contiguous_strides(const Axes& axes);
TensorSpec contiguous_spec(std::string name, Axes axes);

/// A strided window on shared storage of float64. Copying a Tensor copies no numbers; `transposed`,
/// `viewed` and `sliced` give windows on the same storage.
class Tensor {
 public:
  Tensor() = default;
  /// A row-major tensor whose numbers are not set yet.
  static Tensor uninitialized(std::string name, Axes axes);
  static Tensor filled(std::string name, Axes axes, double value);
  /// `values` in row-major order; as many as the axes' product.
  static Tensor of(std::string name, Axes axes, const std::vector<double>& values);
  /// A tensor's shape alone: `data()` is null.
  static Tensor without_numbers(TensorSpec spec);

  const TensorSpec& spec() const { return spec_; }
  const std::string& name() const { return spec_.name; }
  const Axes& axes() const { return spec_.axes; }
  const Sizes& strides() const { return spec_.strides; }
  Sizes shape() const { return spec_.shape(); }
  Index rank() const { return spec_.rank(); }
  Index size() const { return spec_.size(); }
  bool is_contiguous() const { return spec_.is_contiguous(); }
  /// False once a run gave the memory back, and in an outline.
  bool has_numbers() const { return storage_ != nullptr; }

  /// The first element; others stand at multiples of the strides from it.
  const double* data() const { return storage_.get() + spec_.offset; }
  /// For the one who has just made the tensor and fills it.
  double* data() { return storage_.get() + spec_.offset; }
  double at(const Sizes& cell) const;
  /// All elements in row-major order, copied.
  std::vector<double> values() const;

  /// The same storage seen through `spec` (whose offset counts from the storage's start).
  Tensor window(TensorSpec spec) const;
  Tensor renamed(std::string name) const;
  /// Itself where already row-major without gaps, else a copy that is.
  Tensor contiguous() const;
  bool shares_storage_with(const Tensor& other) const { return storage_ == other.storage_; }

 private:
  TensorSpec spec_;
  std::shared_ptr<double[]> storage_;
};

/// Walks the cells of a shape in row-major order; `offset` follows along with the given strides.
class CellWalk {
 public:
  CellWalk(Sizes shape, Sizes strides);
  bool done() const { return done_; }
  void next();
  const Sizes& cell() const { return cell_; }
  Index offset() const { return offset_; }

 private:
  Sizes shape_;
  Sizes strides_;
  Sizes cell_;
  Index offset_ = 0;
  bool done_;
};

}  // namespace headtrace
