#include "core/lazy_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <headtrace/error.hpp>

namespace headtrace {

LazyLibrary::LazyLibrary(const char* name)
    : name_(name), handle_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
  if (handle_ == nullptr) {
    throw Error::file(name, fmt::format("the library can't be loaded: {}", dlerror()),
                      "install the package that has it, or build headtrace anew");
  }
}

void* LazyLibrary::address_of(const char* function) const {
  return dlsym(handle_, function);
}

void* LazyLibrary::existing_address_of(const char* function) const {
  void* const address = address_of(function);
  if (address != nullptr) return address;
  throw Error::file(name_, fmt::format("the library has no {}", function),
                    "install the release that headtrace was built with, or build it anew");
}

}  // namespace headtrace
