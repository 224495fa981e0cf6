#include "files/safetensors_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <headtrace/error.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "core/shape.hpp"
#include "files/numbers.hpp"
#include "files/stored_name.hpp"

namespace headtrace {
namespace {

using nlohmann::json;

constexpr std::uint64_t longest_header = std::uint64_t{16} << 20U;
constexpr int deepest_header = 3;  ///< {"name": {"shape": [

std::string read_text(ByteStream& stream) {
  std::array<unsigned char, 8> head{};
  stream.read_all(head.data(), head.size(), "the header's length");
  std::uint64_t length = 0;
  for (std::size_t i = head.size(); i-- > 0;) length = length << 8U | head[i];
  const std::uint64_t rest = stream.size() - std::min(stream.size(), stream.at());
  if (length > rest || length > longest_header) {
    throw Error::file(stream.where(),
                      fmt::format("the header says it has {} bytes; {}", length,
                                  length > rest ? fmt::format("the file has {} after it", rest)
                                                : "the most that is read is 16 MiB"),
                      save_again);
  }
  std::string text(static_cast<std::size_t>(length), '\0');
  stream.read_all(text.data(), text.size(), "the header");
  return text;
}

/// The header's JSON; nested no deeper than such a header is, and with no name twice (of which a
/// JSON parser would keep one).
json parse(const std::string& where, const std::string& text) {
  std::set<std::string> names;
  const auto look = [&](int depth, json::parse_event_t event, json& parsed) {
    if (depth > deepest_header) {
      throw Error::file(where, "the header is nested deeper than a .safetensors header is",
                        save_again);
    }
    if (event == json::parse_event_t::key && depth == 1 &&
        !names.insert(parsed.get<std::string>()).second) {
      throw Error::file(where,
                        fmt::format("holds two tensors {}", shown_name(parsed.get<std::string>())),
                        "save it again with each name once");
    }
    return true;
  };
  try {
    json header = json::parse(text, look);
    if (header.is_object()) return header;
  } catch (const json::exception& error) {
    const auto* at = dynamic_cast<const json::parse_error*>(&error);
    throw Error::file(where, fmt::format("the header isn't JSON at byte {}", at ? at->byte + 7 : 8),
                      save_again);
  }
  throw Error::file(where, "the header is no JSON object", save_again);
}

/// Whole numbers from 0; a safetensors header has no others.
std::vector<std::uint64_t> read_wholes(const std::string& where, const std::string& name,
                                       const json& entry, const char* key) {
  const auto it = entry.is_object() ? entry.find(key) : entry.end();
  bool fits = entry.is_object() && it != entry.end() && it->is_array();
  std::vector<std::uint64_t> wholes;
  if (fits) {
    for (const json& item : *it) {
      fits = fits && item.is_number_unsigned() &&
             item.get<std::uint64_t>() <= std::uint64_t{INT64_MAX};
      if (fits) wholes.push_back(item.get<std::uint64_t>());
    }
  }
  if (fits) return wholes;
  throw Error::file(
      where, fmt::format("{} has no '{}' that is a list of whole numbers", shown_name(name), key),
      save_again);
}

const Dtype& read_dtype(const std::string& where, const std::string& name, const json& entry) {
  const auto it = entry.is_object() ? entry.find("dtype") : entry.end();
  if (!entry.is_object() || it == entry.end() || !it->is_string()) {
    throw Error::file(where, fmt::format("{} has no 'dtype' that is a text", shown_name(name)),
                      save_again);
  }
  const auto written = it->get<std::string>();
  if (const Dtype* dtype = dtype_of_safetensors(written)) return *dtype;
  throw Error::file(where,
                    fmt::format("{} has dtype {}; expected {}", shown_name(name),
                                shown_name(written), known_dtypes()),
                    "convert it before saving, in PyTorch with .float()");
}

SafetensorsEntry read_entry(const std::string& where, const std::string& name, const json& entry) {
  check_stored_name(where, name);
  const Dtype& dtype = read_dtype(where, name, entry);
  Sizes shape;
  for (const std::uint64_t size : read_wholes(where, name, entry, "shape")) {
    shape.push_back(static_cast<Index>(size));
  }
  const auto offsets = read_wholes(where, name, entry, "data_offsets");
  if (offsets.size() != 2 || offsets[0] > offsets[1]) {
    throw Error::file(where,
                      fmt::format("{} has data_offsets {}; expected the first byte and the one "
                                  "after the last",
                                  shown_name(name), entry["data_offsets"].dump().substr(0, 60)),
                      save_again);
  }
  SafetensorsEntry read{
      {name, std::string(dtype.name), shape, false}, &dtype, offsets[0], offsets[1]};
  const std::uint64_t needed = count_of(where, shape) * dtype.bytes;
  if (read.end - read.begin != needed) {
    throw Error::file(
        where,
        fmt::format("{}: {} is {} bytes, its data_offsets {} to {} span {}", shown_name(name),
                    describe(read.tensor), needed, read.begin, read.end, read.end - read.begin),
        save_again);
  }
  return read;
}

/// The tensors must share out the bytes among them.
void check_places(const ByteStream& stream, const std::vector<SafetensorsEntry>& entries) {
  std::uint64_t at = 0;
  for (const SafetensorsEntry& entry : entries) {
    if (entry.begin != at) {
      throw Error::file(
          stream.where(),
          fmt::format("{} begins at byte {} of the numbers, where {} was expected: {}",
                      shown_name(entry.tensor.name), entry.begin, at,
                      entry.begin < at ? "tensors overlap" : "there is a gap"),
          save_again);
    }
    at = entry.end;
  }
  const std::uint64_t there = stream.size() - stream.at();
  if (at == there) return;
  throw Error::file(stream.where(),
                    fmt::format("{}: the tensors take {} bytes from byte {} on, the file has {}",
                                there < at ? "is cut short" : "is longer than its header says", at,
                                stream.at(), there),
                    save_again);
}

}  // namespace

std::vector<SafetensorsEntry> read_safetensors_header(ByteStream& stream) {
  const json header = parse(stream.where(), read_text(stream));
  std::vector<SafetensorsEntry> entries;
  for (const auto& [name, entry] : header.items()) {
    if (name != "__metadata__") entries.push_back(read_entry(stream.where(), name, entry));
  }
  if (entries.empty()) {
    throw Error::file(stream.where(), "holds no tensor", "save the tensors with save_file");
  }
  std::ranges::sort(
      entries, {}, [](const SafetensorsEntry& entry) { return std::pair(entry.begin, entry.end); });
  check_places(stream, entries);
  return entries;
}

}  // namespace headtrace
