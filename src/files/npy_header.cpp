#include "files/npy_header.hpp"

#include <fmt/format.h>

#include <array>
#include <headtrace/error.hpp>

#include "core/shape.hpp"
#include "files/numbers.hpp"
#include "files/stored_name.hpp"

namespace headtrace {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::uint32_t longest_dict = 1U << 20U;

/// The dict's length: two bytes in version 1, four since version 2 (version 3 is UTF-8).
std::uint32_t read_dict_length(ByteStream& stream) {
  std::array<unsigned char, 8> head{};
  stream.read_all(head.data(), head.size(), "the beginning of an .npy file");
  if (std::string_view(reinterpret_cast<const char*>(head.data()), magic.size()) != magic) {
    throw Error::file(stream.where(), "doesn't begin as an .npy file does, with \\x93NUMPY",
                      "save it with np.save");
  }
  const int version = head[6];
  if (version < 1 || version > 3) {
    throw Error::file(stream.where(), fmt::format("is .npy version {}.{}", head[6], head[7]),
                      "versions 1, 2 and 3 are read");
  }
  std::array<unsigned char, 4> length{};
  stream.read_all(length.data(), version == 1 ? 2 : 4, "the header's length");
  std::uint32_t bytes = 0;
  for (std::size_t i = length.size(); i-- > 0;) bytes = bytes << 8U | length[i];
  return bytes;
}

std::string read_dict_text(ByteStream& stream) {
  const std::uint32_t length = read_dict_length(stream);
  if (length > longest_dict || length > stream.size() - std::min(stream.size(), stream.at())) {
    throw Error::file(
        stream.where(),
        fmt::format("is cut short or broken: its header of {} bytes at byte {} doesn't fit into "
                    "the {} bytes there are",
                    length, stream.at(), stream.size()),
        save_again);
  }
  std::string text(length, '\0');
  stream.read_all(text.data(), length, "the header");
  return text;
}

/// What NumPy's letter stands for, of kinds that are not numbers to compute with.
[[noreturn]] void refuse(const std::string& where, const std::string& descr) {
  const auto letter = descr.find_first_not_of("<>|=");
  const char kind = letter == std::string::npos ? '\0' : descr[letter];
  if (kind == 'O') {
    throw Error::file(where, "holds Python objects as a pickle, which is never loaded",
                      "save numbers: np.save('a.npy', np.asarray(a, dtype=np.float64))");
  }
  const std::string what = kind == 'c'                  ? "complex numbers"
                           : kind == 'U' || kind == 'S' ? "texts"
                           : kind == 'M' || kind == 'm' ? "dates or times"
                                                        : "a type that isn't read";
  throw Error::file(
      where,
      fmt::format("holds {}, dtype {}; expected {}", what, shown_name(descr), known_dtypes()),
      "convert before saving: np.save('a.npy', a.astype(np.float64))");
}

void read_descr(const std::string& where, const std::string& descr, NpyHeader& header) {
  const bool has_order = descr.find_first_of("<>|=") == 0;
  header.dtype = dtype_of_npy(std::string_view(descr).substr(has_order ? 1 : 0));
  if (header.dtype == nullptr) refuse(where, descr);
  header.high_byte_first = descr.front() == '>' && header.dtype->bytes > 1;
}

/// The bytes that follow must be the numbers', no fewer and no more.
void check_size(const ByteStream& stream, const NpyHeader& header) {
  const std::uint64_t needed = count_of(stream.where(), header.tensor.shape) * header.dtype->bytes;
  const std::uint64_t there = stream.size() - std::min(stream.size(), stream.at());
  if (needed == there) return;
  throw Error::file(stream.where(),
                    fmt::format("{}: {} from byte {} on is {} bytes, the file has {}",
                                there < needed ? "is cut short" : "is longer than its header says",
                                describe(header.tensor), stream.at(), needed, there),
                    there < needed ? save_again : "save one array in one file, with np.save");
}

}  // namespace

NpyHeader read_npy_header(ByteStream& stream, const std::string& name) {
  const std::string text = read_dict_text(stream);
  const NpyDict dict = parse_npy_dict(stream.where(), text);
  NpyHeader header;
  read_descr(stream.where(), dict.descr, header);
  header.tensor = {name, std::string(header.dtype->name), dict.shape, dict.fortran_order};
  check_size(stream, header);
  return header;
}

}  // namespace headtrace
