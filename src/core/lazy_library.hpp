#pragma once

namespace headtrace {

/// A shared library that is loaded when it is first needed, so that a small lesson doesn't wait for
/// those it has no use of. Stays loaded.
class LazyLibrary {
 public:
  /// `name` is the file name that the loader searches for, such as libzip.so.4. Throws Error::file
  /// where it isn't installed.
  explicit LazyLibrary(const char* name);

  /// The function's address; null where the library has none of that name.
  template <typename Function>
  Function find(const char* function) const {
    return reinterpret_cast<Function>(address_of(function));
  }
  /// The same; throws Error::file where the library has none.
  template <typename Function>
  Function get(const char* function) const {
    return reinterpret_cast<Function>(existing_address_of(function));
  }

 private:
  void* address_of(const char* function) const;
  void* existing_address_of(const char* function) const;

  const char* name_;
  void* handle_;
};

}  // namespace headtrace
