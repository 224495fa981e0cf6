#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <headtrace/error.hpp>
#include <headtrace/trace.hpp>
#include <set>

#include "core/did_you_mean.hpp"
#include "core/shape.hpp"
#include "files/formats.hpp"
#include "files/numbers.hpp"
#include "files/stored_name.hpp"

namespace headtrace {
namespace {

constexpr std::size_t most_listed = 20;

void check_memory(const std::string& path, const std::string& what, double needed, double limit) {
  if (needed <= limit) return;
  throw Error::limit(fmt::format("{}: {} would take {} of memory, the limit is {}", path, what,
                                 describe_bytes(needed), describe_bytes(limit)),
                     "allow more with --max-memory, or save fewer tensors");
}

std::string counted(std::size_t count) {
  return count == 1 ? "its tensor" : fmt::format("its {} tensors", count);
}

std::vector<std::string> names_of(const TensorFile& file) {
  std::vector<std::string> names;
  for (const TensorHeader& header : file.headers()) names.push_back(header.name);
  return names;
}

std::string tensors_listed(std::vector<std::string> names) {
  const std::size_t all = names.size();
  names.resize(std::min(all, most_listed));
  for (std::string& name : names) name = shown_name(name);
  std::string list = fmt::format("{}", fmt::join(names, ", "));
  if (all > most_listed) list += fmt::format(" and {} more", all - most_listed);
  return list;
}

}  // namespace

std::string describe(const TensorHeader& header) {
  return header.dtype + " " + describe(header.shape);
}

std::unique_ptr<TensorFile> open_tensors(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return open_folder(path);
  FileStream file(path);
  switch (kind_of(file)) {
    case FileKind::npy:
      return open_npy(path);
    case FileKind::zip:
      return open_npz(path);
    case FileKind::safetensors:
      break;
  }
  return open_safetensors(path);
}

std::size_t find_tensor(const TensorFile& file, const std::string& path, const std::string& key) {
  const auto names = names_of(file);
  if (key.empty()) {
    if (names.size() == 1) return 0;
    throw Error::file(path, fmt::format("holds {} tensors", names.size()),
                      "name one of them: " + tensors_listed(names));
  }
  const auto it = std::ranges::find(names, key);
  if (it != names.end()) return static_cast<std::size_t>(it - names.begin());
  std::string hint = did_you_mean(key, names);
  if (hint.empty()) hint = "it holds " + tensors_listed(names);
  throw Error::file(path, fmt::format("there is no tensor {} in it", shown_name(key)), hint);
}

double memory_for(const TensorHeader& header) {
  // As float64; twice while columns are turned into rows.
  const double numbers = static_cast<double>(count_of(header.name, header.shape)) * sizeof(double);
  return header.fortran_order && header.shape.size() > 1 ? 2 * numbers : numbers;
}

std::vector<StoredTensor> read_tensors(const std::string& path, double max_memory) {
  const auto file = open_tensors(path);
  double needed = 0;
  for (const TensorHeader& header : file->headers()) needed += memory_for(header);
  check_memory(path, counted(file->headers().size()), needed, max_memory);
  std::vector<StoredTensor> tensors;
  for (std::size_t i = 0; i < file->headers().size(); ++i) tensors.push_back(file->read(i));
  return tensors;
}

StoredTensor read_tensor(const std::string& path, const std::string& key, double max_memory) {
  const auto file = open_tensors(path);
  const std::size_t i = find_tensor(*file, path, key);
  const TensorHeader& header = file->headers()[i];
  check_memory(path, fmt::format("{}, {}", shown_name(header.name), describe(header)),
               memory_for(header), max_memory);
  return file->read(i);
}

}  // namespace headtrace
