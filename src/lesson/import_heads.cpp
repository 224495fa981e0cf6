#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <headtrace/error.hpp>
#include <headtrace/lesson.hpp>

#include "lesson/import_lesson.hpp"
#include "lesson/json.hpp"

namespace headtrace {
namespace {

constexpr Index most_heads = 4096;
constexpr std::uintmax_t largest_config = std::uintmax_t{1} << 20U;

std::string divisors(Index number) {
  std::vector<Index> found;
  for (Index i = 1; i <= std::min(number, most_heads); ++i) {
    if (number % i == 0) found.push_back(i);
  }
  return fmt::format("{} divides by {}", number, fmt::join(found, ", "));
}

std::optional<Index> whole_number_in(const Json& value) {
  const double* number = value.number();
  if (number == nullptr || *number < 1 || *number > static_cast<double>(most_heads)) return {};
  const auto whole = static_cast<Index>(*number);
  return static_cast<double>(whole) == *number ? std::optional(whole) : std::nullopt;
}

}  // namespace

std::optional<Index> heads_in_config(const std::string& file) {
  const std::string path = (std::filesystem::path(file).parent_path() / "config.json").string();
  std::error_code failed;
  if (!std::filesystem::is_regular_file(path, failed)) return {};
  const auto size = std::filesystem::file_size(path, failed);
  if (failed || size == 0 || size > largest_config) return {};
  const Source config = read_source(path);
  const JsonDocument document = parse_json(config.text);
  if (!document.root.members()) return {};
  for (const JsonMember& member : *document.root.members()) {
    if (member.key == "num_attention_heads" || member.key == "n_head") {
      return whole_number_in(member.value);
    }
  }
  return {};
}

void check_heads(const std::string& path, const FoundLayer& layer, Index heads) {
  if (heads >= 1 && layer.d_model % heads == 0) return;
  throw Error::file(
      path, fmt::format("d_model = {} can't be shared out among {} heads", layer.d_model, heads),
      divisors(layer.d_model));
}

Error unknown_heads(const std::string& path, const FoundLayer& layer) {
  return Error::file(path,
                     "neither the file nor a config.json beside it says how many heads there are",
                     fmt::format("give --heads: {}", divisors(layer.d_model)));
}

}  // namespace headtrace
