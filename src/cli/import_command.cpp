#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <headtrace/trace.hpp>
#include <memory>

#include "cli/command.hpp"
#include "cli/output.hpp"
#include "files/write_file.hpp"
#include "lesson/import_lesson.hpp"
#include "lesson/shown_text.hpp"
#include "render/safe_text.hpp"

namespace headtrace::cli {
namespace {

namespace fs = std::filesystem;

struct ImportGiven {
  std::string file;
  LayerChoice choice;
  int layer = -1;
  int heads = 0;
  std::string to;
  bool force = false;
};

constexpr int most_layers = 9999;
constexpr int most_heads = 4096;

const Text imported{
    "Wrote {0}\n  {1}: d_model {2}, {3} heads, {4} tensors of {5}\n  headtrace run {0}\n"
    "Its x is random; put your own in its place.\n",
    "已写好 {0}\n  {1}：d_model 为 {2}，{3} 个头，{4} 个张量来自 {5}\n  headtrace run {0}\n"
    "其中的 x 是随机数，可以换成你自己的。\n"};

std::vector<TensorHeader> headers_of(const std::string& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    throw Error::file(file, "is a folder", "name a .safetensors or .npz file");
  }
  return open_tensors(file)->headers();
}

/// The file as the lesson will name it: a lesson names no file outside its own folder.
std::string seen_from_lesson(const std::string& file, const std::string& lesson) {
  const fs::path folder = lesson.empty() ? fs::path() : fs::path(lesson).parent_path();
  std::error_code failed;
  const fs::path home = fs::canonical(folder.empty() ? "." : folder, failed);
  if (failed) throw Error::file(folder.string(), failed.message(), "name a folder that is there");
  const fs::path seen = fs::canonical(file).lexically_relative(home);
  if (broken_utf8(seen.string(), 0) != seen.string().size()) {
    throw Error::file(file, "its name is not UTF-8, which a lesson is", "give it another name");
  }
  if (!seen.empty() && *seen.begin() != "..") return seen.string();
  if (fs::is_symlink(file, failed)) {
    throw Error::file(file, "is a symbolic link to " + fs::canonical(file).string(),
                      "a lesson doesn't follow links out of its folder; copy the file");
  }
  throw Error::usage(
      fmt::format("a lesson names files in its own folder or below, and {} isn't there", file),
      fmt::format("write it beside the file: --to {}",
                  (fs::path(file).parent_path() / "lesson.json").string()));
}

Index heads_of(const ImportGiven& given, const FoundLayer& layer) {
  const auto heads =
      given.heads > 0 ? std::optional<Index>(given.heads) : heads_in_config(given.file);
  if (!heads) throw unknown_heads(given.file, layer);
  check_heads(given.file, layer, *heads);
  return *heads;
}

/// Weights of NaN give nothing but NaN.
void check_numbers(const Lesson& lesson, const std::string& file) {
  for (const Input& input : lesson.pipeline.inputs) {
    const auto* source = std::get_if<ValuesSource>(&input.source);
    if (source == nullptr) continue;
    Index broken = 0;
    for (const double value : source->values) broken += std::isfinite(value) ? 0 : 1;
    if (broken == 0) continue;
    throw Error::file(file,
                      fmt::format("{} of the {} numbers of {} are NaN or infinite", broken,
                                  source->values.size(), input.name),
                      "these weights can't be computed with; see how they were saved");
  }
}

/// The lesson is loaded and planned once before it is written, so that it is known to run.
void check_lesson(const std::string& text, const ImportGiven& given, const CommonOptions& common) {
  Source source;
  source.path = given.to.empty() ? "<stdin>" : given.to;
  source.text = text;
  source.max_memory = common.max_memory();
  const Lesson lesson = load_lesson_or_throw(source);
  const Plan planned = plan(lesson.pipeline);
  if (planned.failure) throw *planned.failure;
  check_memory(planned, common.max_memory());
  check_numbers(lesson, given.file);
}

int import_file(ImportGiven given, const CommonOptions& common) {
  if (given.layer >= 0) given.choice.layer = given.layer;
  const FoundLayer layer = find_layer(given.file, headers_of(given.file), given.choice);
  const Index heads = heads_of(given, layer);
  const std::string text = imported_lesson(layer, seen_from_lesson(given.file, given.to), heads);
  check_lesson(text, given, common);
  if (given.to.empty()) {
    write_out(text);
    return fine;
  }
  write_file(given.to, text, given.force);
  const Style style = common.style();
  const std::string& name = layer.prefix.empty() ? layer.model.in(style.lang) : layer.prefix;
  const std::string path = given.to.find('/') == std::string::npos ? "./" + given.to : given.to;
  write_out(shown(fmt::format(fmt::runtime(imported.in(style.lang)), path, name, layer.d_model,
                              heads, layer.tensors.size(), given.file),
                  style));
  return fine;
}

}  // namespace

Action add_import(Arguments& arguments, const CommonOptions& common) {
  const auto given = std::make_shared<ImportGiven>();
  arguments.required("FILE", given->file, "A .safetensors or .npz file of weights", Wants::file);
  arguments.choice("--as", given->choice.as, importable_models(),
                   "torch (nn.MultiheadAttention), bert or gpt2 (default: by the tensors' names)");
  arguments.number("--layer", given->layer, 0, most_layers,
                   "The layer, by its number in the names (default: the first)");
  arguments.option("--prefix", given->choice.prefix, "What the layer's tensors' names begin with");
  arguments.number("--heads", given->heads, 1, most_heads,
                   "How many heads (default: what a config.json beside the file says)");
  arguments.option("--to", given->to, "The lesson to write (default: standard output)",
                   Wants::file);
  arguments.flag("--force", given->force, "Replace a lesson that is there");
  return [given, &common] { return import_file(*given, common); };
}

}  // namespace headtrace::cli
