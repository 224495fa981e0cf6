#pragma once

#include <zip.h>

// A declared name can't stand in parentheses.
// NOLINTBEGIN(bugprone-macro-parentheses)
#ifdef HEADTRACE_ZIP_LIBRARY
#include "core/lazy_library.hpp"
#define HEADTRACE_ZIP(function) \
  decltype(&::function) function = library.get<decltype(&::function)>(#function)
#else
#define HEADTRACE_ZIP(function) decltype(&::function) function = &::function
#endif
// NOLINTEND(bugprone-macro-parentheses)

namespace headtrace {

/// libzip's functions, by their own names. The library is loaded with the first archive: it brings
/// one for encryption with it, and both together take longer to load than a small lesson to run.
struct LibZip {
#ifdef HEADTRACE_ZIP_LIBRARY
  LazyLibrary library{HEADTRACE_ZIP_LIBRARY};
#endif
  HEADTRACE_ZIP(zip_close);
  HEADTRACE_ZIP(zip_discard);
  HEADTRACE_ZIP(zip_error_fini);
  HEADTRACE_ZIP(zip_error_init);
  HEADTRACE_ZIP(zip_error_init_with_code);
  HEADTRACE_ZIP(zip_error_strerror);
  HEADTRACE_ZIP(zip_fclose);
  HEADTRACE_ZIP(zip_file_add);
  HEADTRACE_ZIP(zip_file_get_error);
  HEADTRACE_ZIP(zip_file_set_dostime);
  HEADTRACE_ZIP(zip_fopen_index);
  HEADTRACE_ZIP(zip_fread);
  HEADTRACE_ZIP(zip_get_num_entries);
  HEADTRACE_ZIP(zip_open);
  HEADTRACE_ZIP(zip_open_from_source);
  HEADTRACE_ZIP(zip_set_file_compression);
  HEADTRACE_ZIP(zip_source_buffer);
  HEADTRACE_ZIP(zip_source_buffer_create);
  HEADTRACE_ZIP(zip_source_close);
  HEADTRACE_ZIP(zip_source_free);
  HEADTRACE_ZIP(zip_source_keep);
  HEADTRACE_ZIP(zip_source_open);
  HEADTRACE_ZIP(zip_source_read);
  HEADTRACE_ZIP(zip_source_stat);
  HEADTRACE_ZIP(zip_stat_index);
  HEADTRACE_ZIP(zip_strerror);
};

/// Throws Error::file where libzip isn't installed.
inline const LibZip& libzip() {
  static const LibZip zip;
  return zip;
}

}  // namespace headtrace

#undef HEADTRACE_ZIP
