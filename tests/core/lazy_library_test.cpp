#include "core/lazy_library.hpp"

#include <doctest/doctest.h>

#include <headtrace/error.hpp>
#include <string>

using headtrace::Error;
using headtrace::LazyLibrary;

namespace {

std::string message_of(void (*attempt)()) {
  try {
    attempt();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a function of a library that is loaded when needed") {
  const LazyLibrary library("libm.so.6");
  CHECK(library.get<double (*)(double)>("cbrt")(27) == doctest::Approx(3));
  const bool found = library.find<double (*)(double)>("no_such_function") != nullptr;
  CHECK_FALSE(found);
}

TEST_CASE("a library that isn't there, or lacks a function, is an error that names it") {
  const std::string absent = message_of([] { LazyLibrary("libnot-there.so.1"); });
  CHECK(absent.find("libnot-there.so.1: the library can't be loaded") == 0);
  const std::string lacking =
      message_of([] { LazyLibrary("libm.so.6").get<void (*)()>("no_such_function"); });
  CHECK(lacking.find("libm.so.6: the library has no no_such_function") == 0);
}
