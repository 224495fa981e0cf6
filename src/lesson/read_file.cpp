#include "lesson/read_file.hpp"

#include <fmt/format.h>

#include <headtrace/trace.hpp>

#include "core/shape.hpp"
#include "files/stored_tensor.hpp"
#include "lesson/file_below.hpp"
#include "lesson/read_range.hpp"
#include "lesson/read_values.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

/// One tensor of an opened file.
struct Found {
  std::unique_ptr<TensorFile> file;
  std::size_t index = 0;

  const TensorHeader& header() const { return file->headers()[index]; }
};

/// Opens the file and finds the tensor in it; reports what is wrong at the key that says it.
std::optional<Found> find(ObjectReader& reader, const Json& node, Reading& reading) {
  const auto named = reader.text("file");
  const Json* key_node = reader.find("key");
  const auto key = reader.text("key");
  if (!named || (key_node && !key)) return std::nullopt;
  SourceSpan place = node.span();
  try {
    const std::string path = file_below(reading.folder, *named);
    Found found{open_tensors(path), 0};
    if (key_node) place = key_node->span();
    found.index = find_tensor(*found.file, path, key.value_or(""));
    return found;
  } catch (const Error& error) {
    reading.errors.add(error, place);
    return std::nullopt;
  }
}

Sizes sizes_of_axes(const Axes& axes) {
  Sizes sizes;
  for (const Axis& axis : axes) sizes.push_back(axis.size);
  return sizes;
}

std::string shown_extent(const Sizes& shape) {
  return shape.empty() ? "a single number" : describe_extent(shape);
}

std::string hint_for(const Sizes& got, const Sizes& needed) {
  if (got.size() == 2 && needed.size() == 2 && got[0] == needed[1] && got[1] == needed[0]) {
    return R"(give the axes in the file's order; "layout": "out_in" says that a weight is [out, in])";
  }
  if (got.size() != needed.size()) return "give as many axes as the file has";
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (got[i] < needed[i]) return "";
  }
  return "`rows` and `columns` take a part of it";
}

bool check_fit(const Found& found, const Json& node, const Sizes& got, const Axes* axes,
               Diagnostics& errors) {
  if (!axes) return false;
  const Sizes needed = sizes_of_axes(*axes);
  if (got == needed) return true;
  const bool part = got != found.header().shape;
  errors.add(node.span(),
             fmt::format("{} of {} is {} but axes {} need {}", part ? "this part" : "the shape",
                         in_quotes(found.header().name), shown_extent(got), describe(*axes),
                         describe_extent(needed)),
             hint_for(got, needed));
  return false;
}

bool check_limit(const Found& found, const Json& node, Reading& reading) {
  const double needed = memory_for(found.header());
  if (needed <= reading.memory_left) return true;
  reading.errors.add(
      Error::limit(fmt::format("{}, {}, takes {} of memory, of which {} are left",
                               in_quotes(found.header().name), describe(found.header()),
                               describe_bytes(needed), describe_bytes(reading.memory_left)),
                   "allow more with --max-memory"),
      node.span());
  return false;
}

void check_exact(const StoredTensor& tensor, const Json& node, Diagnostics& errors) {
  if (tensor.inexact == 0) return;
  errors.add(node.span(),
             fmt::format("{} of the integers in {} are beyond 2^53, where float64 has gaps",
                         tensor.inexact, in_quotes(tensor.name)),
             "save it as float64, if that is meant");
}

}  // namespace

std::optional<ValuesSource> read_file(ObjectReader& reader, const Json& node, const Axes* axes,
                                      Reading& reading) {
  const auto found = find(reader, node, reading);
  if (!found) {
    reader.present({"rows", "columns"});
    return std::nullopt;
  }
  const Sizes& whole = found->header().shape;
  const auto part = read_part(reader, whole, reading.errors);
  if (!part || !check_fit(*found, node, shape_of(*part, whole), axes, reading.errors) ||
      !check_limit(*found, node, reading)) {
    return std::nullopt;
  }
  try {
    StoredTensor tensor = found->file->read(found->index);
    check_exact(tensor, node, reading.errors);
    ValuesSource source{cut_out(*part, whole, std::move(tensor.values))};
    reading.memory_left -= static_cast<double>(source.values.size() * sizeof(double));
    return source;
  } catch (const Error& error) {
    reading.errors.add(error, node.span());
    return std::nullopt;
  }
}

}  // namespace headtrace
