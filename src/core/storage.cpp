#include "core/storage.hpp"

#include <cstdlib>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace headtrace {
namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;
constexpr std::size_t large = 4 * huge_page;

}  // namespace

std::shared_ptr<double[]> allocate_numbers(Index count) {
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(double);
#if defined(MADV_HUGEPAGE)
  if (bytes >= large) {
    void* memory = nullptr;
    if (posix_memalign(&memory, huge_page, bytes) != 0) throw std::bad_alloc();
    // Advice only, and only for whole pages: the rest of the last one would be waste.
    (void)madvise(memory, bytes / huge_page * huge_page, MADV_HUGEPAGE);
    return {static_cast<double*>(memory), std::free};
  }
#endif
  return std::make_shared_for_overwrite<double[]>(static_cast<std::size_t>(count));
}

}  // namespace headtrace
