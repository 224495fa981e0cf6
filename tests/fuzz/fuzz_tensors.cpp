// The readers of tensor files: any bytes are read, or refused with an Error; nothing is allocated
// on a header's word. HEADTRACE_OPEN is the reader: open_npy, open_npz or open_safetensors.
#include <headtrace/error.hpp>

#include "files/formats.hpp"
#include "files/stored_tensor.hpp"
#include "fuzz/scratch_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headtrace;
  constexpr double most_bytes = 1 << 24;
  const fuzz::ScratchFile file(data, size);
  try {
    const std::unique_ptr<TensorFile> opened = HEADTRACE_OPEN(file.path());
    for (std::size_t i = 0; i < opened->headers().size(); ++i) {
      const TensorHeader& header = opened->headers()[i];
      if (memory_for(header) > most_bytes) continue;
      const StoredTensor tensor = opened->read(i);
      std::size_t count = 1;
      for (const Index axis : tensor.shape) count *= static_cast<std::size_t>(axis);
      if (tensor.values.size() != count) std::abort();
    }
  } catch (const Error&) {
    return 0;
  }
  return 0;
}
