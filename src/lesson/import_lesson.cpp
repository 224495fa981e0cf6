#include "lesson/import_lesson.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

namespace headtrace {
namespace {

std::string json_text(const std::string& text) {
  return nlohmann::json(text).dump();
}

/// A text of a lesson in which nothing is a placeholder.
std::string plain_text(std::string text) {
  for (std::size_t at = 0; (at = text.find('{', at)) != std::string::npos; at += 2) {
    text.insert(at, 1, '{');
  }
  return json_text(text);
}

std::string text_json(const Text& text) {
  return fmt::format(R"({{"en": {}, "zh": {}}})", plain_text(text.en), plain_text(text.zh));
}

Text title_of(const FoundLayer& layer) {
  if (layer.prefix.empty()) return {layer.model.en, layer.model.zh};
  return {fmt::format("{}: {}", layer.model.en, layer.prefix),
          fmt::format("{}：{}", layer.model.zh, layer.prefix)};
}

std::string axes_json(const LayerTensor& tensor, const FoundLayer& layer) {
  std::vector<std::string> axes;
  for (const Index size : tensor.shape) {
    axes.push_back(size == layer.d_model ? "\"d_model\"" : fmt::format("{}", size));
  }
  return fmt::format("[{}]", fmt::join(axes, ", "));
}

std::string range_json(const char* key, const std::optional<Range>& range) {
  return range ? fmt::format(R"(, "{}": [{}, {}])", key, range->begin, range->end) : "";
}

std::string tensor_json(const LayerTensor& tensor, const FoundLayer& layer,
                        const std::string& file) {
  std::string layout;
  if (tensor.layout) {
    layout = fmt::format(R"(, "layout": "{}")",
                         *tensor.layout == WeightLayout::out_in ? "out_in" : "in_out");
  }
  return fmt::format(R"(    "{}": {{"axes": {}{}, "file": {}, "key": {}{}{}}})", tensor.name,
                     axes_json(tensor, layer), layout, json_text(file), json_text(tensor.key),
                     range_json("rows", tensor.part.rows),
                     range_json("columns", tensor.part.columns));
}

std::string tensors_json(const FoundLayer& layer, const std::string& file) {
  std::vector<std::string> lines{
      R"(    "x": {"axes": ["batch", "seq", "d_model"], "random": "normal", "seed": 1})"};
  if (layer.memory_width > 0) {
    lines.push_back(
        fmt::format(R"(    "memory": {{"axes": ["batch", "key_seq", {}], "random": "normal", )"
                    R"("seed": 2}})",
                    layer.memory_width));
  }
  for (const LayerTensor& tensor : layer.tensors) lines.push_back(tensor_json(tensor, layer, file));
  return fmt::format("{}", fmt::join(lines, ",\n"));
}

std::string pipeline_json(const FoundLayer& layer) {
  return fmt::format(R"({{"name": "multi_head_attention", "mask": "{}"{}}})",
                     layer.causal ? "causal" : "none",
                     layer.memory_width > 0 ? R"(, "memory": "memory")" : "");
}

constexpr const char* goal =
    R"({"en": "Follow x through an attention layer with its own weights.", )"
    R"("zh": "让 x 走过一个带有真实权重的注意力层。"})";

}  // namespace

std::string imported_lesson(const FoundLayer& layer, const std::string& file, Index heads) {
  return fmt::format(R"({{
  "format": 1,
  "title": {},
  "goal": {},
  "dims": {{"batch": 1, "seq": 4, "d_model": {}, "heads": {}}},
  "tensors": {{
{}
  }},
  "pipeline": {},
  "notes": [
    {{"at": "Q", "text": {}}}
  ]
}}
)",
                     text_json(title_of(layer)), goal, layer.d_model, heads,
                     tensors_json(layer, file), pipeline_json(layer), text_json(layer.storage));
}

}  // namespace headtrace
