#include "files/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headtrace/error.hpp>

#include "core/shape.hpp"
#include "files/stored_name.hpp"

namespace headtrace {
namespace {

constexpr std::size_t most_axes = 64;  ///< NumPy's own limit
constexpr std::size_t block_bytes = std::size_t{1} << 16U;

void turn_bytes(unsigned char* bytes, std::size_t count, std::size_t each) {
  for (std::size_t i = 0; i < count; ++i) std::reverse(bytes + i * each, bytes + (i + 1) * each);
}

/// The numbers row by row, which stand in `stored` column by column.
std::vector<double> row_major(const std::vector<double>& stored, const Sizes& shape) {
  std::vector<double> values(stored.size());
  Axes axes;
  for (const Index size : shape) axes.push_back({"", size, 0});
  const Sizes strides = contiguous_strides(axes);
  CellWalk walk(Sizes(shape.rbegin(), shape.rend()), Sizes(strides.rbegin(), strides.rend()));
  for (const double value : stored) {
    values[static_cast<std::size_t>(walk.offset())] = value;
    walk.next();
  }
  return values;
}

}  // namespace

std::uint64_t count_of(const std::string& where, const Sizes& shape) {
  if (shape.size() > most_axes) {
    throw Error::file(where, fmt::format("a shape with {} axes", shape.size()),
                      fmt::format("the most is {}", most_axes));
  }
  if (std::ranges::find(shape, 0) != shape.end()) return 0;
  const auto count = product(shape);
  // Bytes, at eight a number, must be countable too.
  if (!count || *count > (Index{1} << 59U)) {
    throw Error::file(
        where, fmt::format("the shape {} has more numbers than can be counted", describe(shape)),
        "the header is broken; save it again");
  }
  return static_cast<std::uint64_t>(*count);
}

StoredTensor read_stored(ByteStream& stream, const TensorHeader& header, const Dtype& dtype,
                         bool high_byte_first) {
  StoredTensor tensor{header, {}, 0};
  const auto count = static_cast<std::size_t>(count_of(stream.where(), header.shape));
  tensor.values.resize(count);
  std::array<unsigned char, block_bytes> block{};
  for (std::size_t done = 0; done < count;) {
    const std::size_t now = std::min(count - done, block_bytes / dtype.bytes);
    stream.read_all(block.data(), now * dtype.bytes, shown_name(header.name));
    if (high_byte_first) turn_bytes(block.data(), now, dtype.bytes);
    dtype.decode(block.data(), now, tensor.values.data() + done, tensor.inexact);
    done += now;
  }
  if (header.fortran_order && header.shape.size() > 1) {
    tensor.values = row_major(tensor.values, header.shape);
  }
  return tensor;
}

}  // namespace headtrace
