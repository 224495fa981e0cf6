#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <headtrace/error.hpp>
#include <string_view>

#include "files/formats.hpp"
#include "files/stored_name.hpp"

namespace headtrace {
namespace {

/// A kind of file that is recognized in order to say what to do instead.
struct Refused {
  std::string_view begins;
  const char* what;
  const char* instead;
};
constexpr std::array refused{
    Refused{"\x89HDF", "is an HDF5 file", "save the tensors with np.savez"},
    Refused{"GGUF", "is a GGUF model", "use the model's .safetensors file"},
    Refused{"\x1f\x8b", "is compressed with gzip", "unpack it with gunzip"},
    Refused{"7z\xBC\xAF", "is a 7z archive", "unpack it"},
    Refused{"MATLAB", "is a MATLAB file", "save the tensors with np.savez"},
};

/// Protocols 2 to 5 begin so.
bool is_pickle(std::string_view head) {
  return head.size() >= 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;
}

/// torch.save's older form: a pickle of its own magic number first.
bool is_old_torch(std::string_view head) {
  return is_pickle(head) && head.substr(2).starts_with("\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8");
}

bool is_text(std::string_view head) {
  return std::ranges::all_of(head, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte < 0x7F) || c == '\n' || c == '\r' || c == '\t';
  });
}

[[noreturn]] void refuse(const std::string& path, std::string_view head) {
  if (is_old_torch(head)) refuse_torch(path);
  if (is_pickle(head)) {
    throw Error::file(path, "is a Python pickle, which is never loaded: it could run any code",
                      "save the tensors with np.savez");
  }
  for (const Refused& kind : refused) {
    if (head.starts_with(kind.begins)) throw Error::file(path, kind.what, kind.instead);
  }
  if (is_text(head)) {
    throw Error::file(path, fmt::format("is a text file, it begins with {}", shown_name(head)),
                      "expected .npy, .npz or .safetensors; np.save('a.npy', np.loadtxt(…)) makes "
                      "one of a table");
  }
  throw Error::file(
      path, fmt::format("is no file of tensors that is known, it begins with {}", shown_name(head)),
      "expected .npy, .npz or .safetensors");
}

}  // namespace

FileKind kind_of(FileStream& file) {
  constexpr std::size_t head_bytes = 16;
  constexpr std::size_t brace = 8;  ///< where a .safetensors file's JSON begins
  if (file.size() == 0) {
    throw Error::file(file.where(), "the file is empty", "expected .npy, .npz or .safetensors");
  }
  std::array<char, head_bytes> bytes{};
  const std::string_view head(bytes.data(), file.read(bytes.data(), bytes.size()));
  file.seek(0);
  if (head.starts_with("\x93NUMPY")) return FileKind::npy;
  if (head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06")) return FileKind::zip;
  if (head.size() > brace && head[brace] == '{' && !is_text(head)) return FileKind::safetensors;
  refuse(file.where(), head);
}

void refuse_torch(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  const std::string stem = stem_of(path);
  throw Error::file(
      path, "is a file of torch.save, a pickle, which is never loaded: it could run any code",
      fmt::format("in Python, save its tensors: from safetensors.torch import save_file; "
                  "save_file(torch.load('{0}', map_location='cpu'), '{1}.safetensors') — or "
                  "np.savez('{1}.npz', **{{k: v.numpy() for k, v in torch.load('{0}', "
                  "map_location='cpu').items()}})",
                  name, stem));
}

std::string stem_of(const std::string& path) {
  return std::filesystem::path(path).stem().string();
}

}  // namespace headtrace
