#include "files/write_tensors.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "cli/process.hpp"
#include "support.hpp"

namespace headtrace::test {
namespace {

constexpr double memory_enough = 1e9;

StoredTensor tensor(std::string name, std::string dtype, Sizes shape, std::vector<double> values) {
  return {{std::move(name), std::move(dtype), std::move(shape), false}, std::move(values), 0};
}

std::vector<StoredTensor> several() {
  return {tensor("x", "float32", {2, 1}, {0.5, -3}),
          tensor("层/W", "float64", {1, 2, 2}, {0.1, 5e-324, HUGE_VAL, -0.0}),
          tensor("one", "float64", {}, {7}), tensor("none", "float32", {0, 3}, {})};
}

const StoredTensor& called(const std::vector<StoredTensor>& tensors, const std::string& name) {
  for (const StoredTensor& each : tensors) {
    if (each.name == name) return each;
  }
  FAIL("no tensor " << name);
  return tensors.front();
}

std::string write_refusal(const std::string& file, const std::vector<StoredTensor>& tensors) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/" + file;
  const std::string error = error_of([&] { write_tensors(path, tensors, false); });
  CHECK_FALSE(std::filesystem::exists(path));
  return error.starts_with(path) ? error.substr(path.size()) : error;
}

}  // namespace

TEST_CASE("an .npy file is what np.save writes, byte for byte") {
  const auto matrix = tensor("version1", "float64", {2, 3}, {0.1, -2, 3, 4, 5e300, -6e-300});
  CHECK(npy_bytes("", matrix) == shell("cat tests/fixtures/tensors/version1.npy").out);
  const auto scalar = tensor("scalar", "float32", {}, {2.5});
  CHECK(npy_bytes("", scalar) == shell("cat tests/fixtures/tensors/scalar.npy").out);
}

TEST_CASE("what is written is read back") {
  const TemporaryFolder folder;
  for (const char* file : {"/t.npz", "/t.safetensors"}) {
    CAPTURE(file);
    write_tensors(folder.path() + file, several(), false);
    const auto read = read_tensors(folder.path() + file, memory_enough);
    REQUIRE(read.size() == several().size());
    for (const StoredTensor& written : several()) {
      const StoredTensor& back = called(read, written.name);
      CHECK(back.dtype == written.dtype);
      CHECK(back.shape == written.shape);
      CHECK(back.values == written.values);
      for (std::size_t i = 0; i < back.values.size(); ++i) {
        CHECK(std::signbit(back.values[i]) == std::signbit(written.values[i]));
      }
    }
  }
}

TEST_CASE("the same tensors give the same bytes") {
  CHECK(npz_bytes("", several()) == npz_bytes("", several()));
}

TEST_CASE("what can't be written is refused, and no file is left") {
  const auto x = tensor("x", "float32", {1}, {1});
  CHECK(write_refusal("t.txt", {x}) ==
        ": the suffix '.txt' names no format; expected .npy, .npz or .safetensors");
  CHECK(write_refusal("t.npy", {x, x}) ==
        ": two tensors would be called 'x'; give each a name of its own");
  CHECK(write_refusal("t.npy", several()) ==
        ": an .npy file holds one tensor, not 4; write .npz or .safetensors");
  CHECK(write_refusal("t.npz", {tensor("x", "float32", {1}, {1e39})}) ==
        ": 'x' holds 1e+39, too large for float32; write float64");
  CHECK(write_refusal("t.npz", {tensor("a\x1b", "float32", {1}, {1})}) ==
        ": the tensor name 'a\\x1b' is not plain UTF-8 text at its byte 1; save it under another "
        "name");
  CHECK(write_refusal("t.safetensors", {tensor("\xff", "float32", {1}, {1})}) ==
        ": the tensor name '\\xff' is not plain UTF-8 text at its byte 0; save it under another "
        "name");
}

TEST_CASE("a file that is there is kept unless it is to be replaced") {
  const TemporaryFolder folder;
  const std::string path = folder.file("t.npy", "mine");
  const auto x = tensor("t", "float32", {1}, {1});
  CHECK(has(error_of([&] { write_tensors(path, {x}, false); }), "was kept"));
  CHECK(shell("cat " + path).out == "mine");
  write_tensors(path, {x}, true);
  CHECK(read_tensor(path, "", memory_enough).values == std::vector<double>{1});
}

}  // namespace headtrace::test
