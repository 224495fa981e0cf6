#include "core/storage.hpp"

#include <cstdlib>
#include <map>
#include <mutex>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace headtrace {
namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;
constexpr std::size_t large = 4 * huge_page;

void* large_block(std::size_t bytes) {
  void* block = nullptr;
  if (posix_memalign(&block, huge_page, bytes) != 0) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
  // Advice only, and only for whole pages: the rest of the last one would be waste.
  (void)madvise(block, bytes / huge_page * huge_page, MADV_HUGEPAGE);
#endif
  return block;
}

/// Large blocks that nobody uses at the moment, by their size.
class WaitingBlocks {
 public:
  void* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(bytes);
    if (found != blocks_.end()) {
      void* block = found->second;
      blocks_.erase(found);
      return block;
    }
    for (const auto& [size, block] : blocks_) std::free(block);
    blocks_.clear();
    return nullptr;
  }

  void give_back(void* block, std::size_t bytes) noexcept {
    const std::lock_guard lock(mutex_);
    try {
      blocks_.emplace(bytes, block);
    } catch (const std::bad_alloc&) {
      std::free(block);
    }
  }

 private:
  std::mutex mutex_;
  std::multimap<std::size_t, void*> blocks_;
};

/// Never destroyed: tensors of static lifetime may give their blocks back after it would be.
WaitingBlocks& waiting_blocks() {
  static auto& blocks = *new WaitingBlocks;
  return blocks;
}

}  // namespace

std::shared_ptr<double[]> allocate_numbers(Index count) {
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(double);
  if (bytes < large) {
    return std::make_shared_for_overwrite<double[]>(static_cast<std::size_t>(count));
  }
  void* block = waiting_blocks().take(bytes);
  if (block == nullptr) block = large_block(bytes);
  return {static_cast<double*>(block),
          [bytes](double* numbers) { waiting_blocks().give_back(numbers, bytes); }};
}

}  // namespace headtrace
