#include <algorithm>
#include <nlohmann/json.hpp>

#include "files/write_tensors.hpp"

namespace headtrace {
namespace {

constexpr std::size_t length_bytes = 8;

std::string lowest_byte_first(std::size_t number) {
  std::string bytes;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    bytes += static_cast<char>(number >> (8 * i) & 0xFFU);
  }
  return bytes;
}

}  // namespace

std::string safetensors_bytes(const std::string& where, const std::vector<StoredTensor>& tensors) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  std::string numbers;
  // The wider numbers first, so that all stand at multiples of their size.
  for (const char* dtype : {"float64", "float32"}) {
    for (const StoredTensor& tensor : tensors) {
      if (tensor.dtype != dtype) continue;
      const std::size_t begin = numbers.size();
      numbers += number_bytes(where, tensor);
      header[tensor.name] = {{"dtype", tensor.dtype == "float32" ? "F32" : "F64"},
                             {"shape", tensor.shape},
                             {"data_offsets", {begin, numbers.size()}}};
    }
  }
  std::string text = header.dump();
  text.append((length_bytes - text.size() % length_bytes) % length_bytes, ' ');
  return lowest_byte_first(text.size()) + text + numbers;
}

}  // namespace headtrace
