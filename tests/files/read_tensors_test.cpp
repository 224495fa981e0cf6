#include "files/stored_tensor.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/process.hpp"
#include "support.hpp"

namespace headtrace::test {
namespace {

using nlohmann::json;

constexpr double plenty = 1e9;
const std::string fixtures = "tests/fixtures/tensors/";

std::string bytes_of_file(const std::string& path) {
  std::ifstream file(source_path(path), std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

double number(const json& value) {
  if (value.is_number()) return value.get<double>();
  if (value == "NaN") return std::numeric_limits<double>::quiet_NaN();
  return value == "Infinity" ? HUGE_VAL : -HUGE_VAL;
}

bool same_bits(double a, double b) {
  return std::isnan(a) ? std::isnan(b)
                       : std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void check_tensor(const StoredTensor& tensor, const json& expected) {
  CAPTURE(tensor.name);
  CHECK(tensor.dtype == expected.at("dtype").get<std::string>());
  CHECK(tensor.shape == expected.at("shape").get<Sizes>());
  CHECK(tensor.fortran_order == expected.at("fortran").get<bool>());
  CHECK(tensor.inexact == expected.at("inexact").get<Index>());
  const json& values = expected.at("values");
  REQUIRE(tensor.values.size() == values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(i);
    CHECK(same_bits(tensor.values[i], number(values[i])));
  }
}

}  // namespace

TEST_CASE("every dtype, byte order, memory order and version, bit for bit as NumPy reads it") {
  const json files = json::parse(bytes_of_file(fixtures + "expected.json"));
  CHECK(files.size() == 10);
  for (const auto& file : files.items()) {
    const std::string& name = file.key();
    const auto& tensors = file.value();
    CAPTURE(name);
    const auto read = read_tensors(fixtures + name, plenty);
    REQUIRE(read.size() == tensors.size());
    for (const StoredTensor& tensor : read) {
      REQUIRE(tensors.contains(tensor.name));
      check_tensor(tensor, tensors.at(tensor.name));
    }
  }
}

TEST_CASE("one tensor by its key") {
  const StoredTensor one = read_tensor(fixtures + "stored.npz", "W_q", plenty);
  CHECK(one.values == std::vector<double>{0, 1, 2, 3, 4, 5});
  CHECK(describe(one) == "float64 [2, 3]");
  CHECK(read_tensor(fixtures + "scalar.npy", "", plenty).values == std::vector<double>{2.5});
  CHECK(read_tensor(fixtures + "scalar.npy", "scalar", plenty).shape.empty());
  CHECK(error_of([] { read_tensor(fixtures + "stored.npz", "W_k", plenty); }) ==
        "tests/fixtures/tensors/stored.npz: there is no tensor 'W_k' in it; did you mean 'W_q'?");
  CHECK(error_of([] { read_tensor(fixtures + "stored.npz", "nothing like", plenty); }) ==
        "tests/fixtures/tensors/stored.npz: there is no tensor 'nothing like' in it; it holds "
        "'W_q', '层/偏置'");
  CHECK(error_of([] { read_tensor(fixtures + "stored.npz", "", plenty); }) ==
        "tests/fixtures/tensors/stored.npz: holds 2 tensors; name one of them: 'W_q', "
        "'层/偏置'");
}

TEST_CASE("a folder of .npy files, by their names") {
  const TemporaryFolder folder;
  folder.file("b.npy", bytes_of_file(fixtures + "fortran.npy"));
  folder.file("a.npy", bytes_of_file(fixtures + "scalar.npy"));
  folder.file("notes.txt", "not a tensor");
  const auto tensors = read_tensors(folder.path(), plenty);
  REQUIRE(tensors.size() == 2);
  CHECK(tensors[0].name == "a");
  CHECK(tensors[1].name == "b");
  CHECK(tensors[1].values == std::vector<double>{0.1, -2, 3, 4, 5e300, -6e-300});
  folder.file("c.npy", "broken");
  CHECK(has(error_of([&] { read_tensors(folder.path(), plenty); }), "/c.npy: "));
}

TEST_CASE("what is missing, no file, empty or a folder without tensors") {
  const TemporaryFolder folder;
  const auto error = [&](const std::string& name) {
    return error_of([&] { read_tensors(folder.path() + name, plenty); });
  };
  CHECK(error("/nothing.npy") == folder.path() + "/nothing.npy: there is no such file");
  CHECK(error("") == folder.path() +
                         ": there is no .npy file in this folder; save each tensor as NAME.npy, or "
                         "name a .npz or .safetensors file");
  folder.file("empty.npy", "");
  CHECK(error("/empty.npy") == folder.path() +
                                   "/empty.npy: the file is empty; expected .npy, .npz or "
                                   ".safetensors");
  CHECK(error_of([] { read_tensors("/dev/zero", plenty); }) ==
        "/dev/zero: is no ordinary file; name a file of tensors");
}

TEST_CASE("what is larger than the memory allowed is refused before it is read") {
  CHECK(error_of([] { read_tensors(fixtures + "version1.npy", 47); }) ==
        "tests/fixtures/tensors/version1.npy: its tensor would take 48 B of memory, the limit "
        "is 47 B; allow more with --max-memory, or save fewer tensors");
  CHECK(read_tensors(fixtures + "version1.npy", 48).size() == 1);
  CHECK(error_of([] { read_tensor(fixtures + "stored.npz", "W_q", 10); }) ==
        "tests/fixtures/tensors/stored.npz: 'W_q', float64 [2, 3] would take 48 B of memory, the "
        "limit is 10 B; allow more with --max-memory, or save fewer tensors");
}

}  // namespace headtrace::test
