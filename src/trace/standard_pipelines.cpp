#include <fmt/format.h>

#include <algorithm>
#include <headtrace/pipeline.hpp>

#include "core/did_you_mean.hpp"
#include "trace/attention_steps.hpp"
#include "trace/block_steps.hpp"

namespace headtrace {
namespace {

const ParamInfo mask_option{
    "mask",
    ParamType::text,
    false,
    {"\"none\", \"causal\", or the name of a tensor that is 1 where attention is allowed",
     "\"none\"、\"causal\"，或一个张量名（允许注意的位置为 1）"}};
const ParamInfo memory_option{"memory",
                              ParamType::text,
                              false,
                              {"the tensor that keys and values come from (cross-attention)",
                               "键和值的来源张量（交叉注意力）"}};
const ParamInfo dropout_option{
    "dropout", ParamType::number, false, {"probability of dropping a number", "丢弃一个数的概率"}};
const ParamInfo training_option{
    "training", ParamType::flag, false, {"whether dropout acts", "dropout 是否起作用"}};
const ParamInfo seed_option{
    "seed", ParamType::integer, false, {"seed of dropout", "dropout 的随机种子"}};

std::vector<StandardPipeline> make_table() {
  return {
      {"multi_head_attention",
       {"projections, heads, attention, concatenation and W_o", "投影、分头、注意力、拼接与 W_o"},
       {mask_option, memory_option, dropout_option, training_option, seed_option},
       attention_steps},
      {"transformer_block",
       {"multi-head attention, residuals, LayerNorm and the feed-forward network",
        "多头注意力、残差、层归一化与前馈网络"},
       {mask_option,
        memory_option,
        dropout_option,
        training_option,
        seed_option,
        {"norm",
         ParamType::text,
         false,
         {"\"post\" (the 2017 order) or \"pre\"", "\"post\"（2017 年的次序）或 \"pre\""}},
        {"activation", ParamType::text, false, {"\"relu\" or \"gelu\"", "\"relu\" 或 \"gelu\""}},
        {"eps", ParamType::number, false, {"LayerNorm's epsilon", "层归一化的 ε"}}},
       block_steps},
  };
}

/// The output features of W_q, W_k, W_v are the heads side by side; so are W_o's input features.
void mark_heads(std::vector<Input>& inputs, Index heads) {
  const auto mark = [heads](Axis& axis) {
    if (axis.size % heads == 0) axis.heads = heads;
  };
  for (Input& input : inputs) {
    const bool out_in = input.layout == WeightLayout::out_in;
    const bool projection = input.name == "W_q" || input.name == "W_k" || input.name == "W_v";
    if (input.axes.size() == 2 && (projection || input.name == "W_o")) {
      mark(input.axes[projection != out_in ? 1 : 0]);
    }
    const bool bias = input.name == "b_q" || input.name == "b_k" || input.name == "b_v";
    if (bias && input.axes.size() == 1) mark(input.axes[0]);
  }
}

void check_options(const StandardPipeline& standard, const Params& options) {
  std::vector<std::string> known;
  for (const ParamInfo& info : standard.options) known.push_back(info.name);
  for (const auto& [name, value] : options.values()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw options.placed(
        name, Error::in_parameter(name, fmt::format("{} has no option '{}'", standard.name, name),
                                  did_you_mean(name, known)));
  }
}

const StandardPipeline& find_standard(const std::string& name) {
  const auto& all = standard_pipelines();
  const auto it = std::ranges::find(all, name, &StandardPipeline::name);
  if (it != all.end()) return *it;
  std::vector<std::string> names;
  for (const StandardPipeline& standard : all) names.push_back(standard.name);
  std::string hint = did_you_mean(name, names);
  if (hint.empty()) hint = fmt::format("there are {} and {}", names[0], names[1]);
  throw Error::in_parameter("pipeline", fmt::format("unknown pipeline '{}'", name), hint);
}

}  // namespace

const std::vector<StandardPipeline>& standard_pipelines() {
  static const std::vector<StandardPipeline> table = make_table();
  return table;
}

Pipeline make_standard_pipeline(const std::string& name, const Params& options, Dims dims,
                                std::vector<Input> inputs) {
  const StandardPipeline& standard = find_standard(name);
  check_options(standard, options);
  Pipeline pipeline;
  pipeline.steps = standard.steps(options, dims, inputs);
  mark_heads(inputs, dims.find("heads").value_or(1));
  pipeline.inputs = std::move(inputs);
  pipeline.dims = std::move(dims);
  return pipeline;
}

}  // namespace headtrace
