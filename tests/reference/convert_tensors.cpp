// convert_tensors FROM TO [float32|float64]: reads tensors and writes them again, so that Python
// can look at both ends.

#include <cstdio>
#include <headtrace/error.hpp>
#include <string>

#include "files/stored_tensor.hpp"
#include "files/write_tensors.hpp"

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  constexpr double max_memory = 1e9;
  try {
    auto tensors = headtrace::read_tensors(argv[1], max_memory);
    for (auto& tensor : tensors) tensor.dtype = argc > 3 ? argv[3] : "float64";
    headtrace::write_tensors(argv[2], tensors, true);
  } catch (const headtrace::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
  return 0;
}
