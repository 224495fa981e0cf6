#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "cli/command.hpp"
#include "cli/error_text.hpp"
#include "cli/lesson_run.hpp"
#include "cli/output.hpp"
#include "render/shapes_text.hpp"
#include "study/published_sizes.hpp"
#include "study/shapes.hpp"

namespace headtrace::cli {
namespace {

constexpr Index default_batch = 1;
constexpr Index default_seq = 128;

/// An option that gives a size, and the size's own name.
struct SizeOption {
  const char* option;
  const char* dim;
  const char* what;
};
constexpr std::array<SizeOption, 7> size_options{{
    {"--batch", "batch", "Sequences at once (default 1)"},
    {"--seq", "seq", "Positions in each (default 128, or the model's longest)"},
    {"--key-seq", "key_seq", "Positions that keys come from: cross-attention"},
    {"--d-model", "d_model", "Features of a position"},
    {"--heads", "heads", "Heads"},
    {"--d-k", "d_k", "Features of a head (default d_model/heads)"},
    {"--d-ff", "d_ff", "Features inside the feed-forward network (default 4*d_model)"},
}};

struct ShapesGiven {
  std::string lesson;
  std::string variant;
  std::string like;
  std::string pipeline;
  std::array<std::optional<Index>, size_options.size()> sizes;
  std::optional<Index> layers;
  bool causal = false;
  bool no_bias = false;
  std::string format = "text";

  bool by_sizes() const {
    return !like.empty() || !pipeline.empty() || causal || no_bias ||
           std::ranges::any_of(sizes, [](const auto& size) { return size.has_value(); });
  }
};

void check_size(const std::optional<Index>& size, const char* option) {
  if (!size || *size > 0) return;
  throw Error::usage(fmt::format("{} is {}", option, *size), "sizes are 1 or more");
}

/// What was asked for, from sizes alone.
struct Asked {
  Sizing sizing;
  ShapesOf of;
  std::optional<Index> layers;
};

std::map<std::string, Index> given_sizes(const ShapesGiven& given) {
  std::map<std::string, Index> sizes;
  for (std::size_t i = 0; i < size_options.size(); ++i) {
    check_size(given.sizes[i], size_options[i].option);
    if (given.sizes[i]) sizes[size_options[i].dim] = *given.sizes[i];
  }
  return sizes;
}

void start_from_model(const std::string& name, Asked& asked, std::map<std::string, Index>& sizes) {
  const PublishedSizes& model = find_published_sizes(name);
  asked.sizing = model.sizing(default_seq);
  asked.of.source = fmt::format("{}: {}", model.title, model.source);
  asked.of.remark = model.remark;
  asked.layers = model.layers;
  if (sizes.count("seq") == 0 && model.seq) sizes["seq"] = *model.seq;
  sizes.emplace("d_model", model.d_model);
  sizes.emplace("heads", model.heads);
  sizes.emplace("d_ff", model.d_ff);
}

void assume(const char* name, Index size, Asked& asked, std::map<std::string, Index>& sizes) {
  if (!sizes.emplace(name, size).second) return;
  asked.of.assumed.push_back(fmt::format("{}={}", name, size));
}

void check_complete(const std::map<std::string, Index>& sizes) {
  for (const char* needed : {"d_model", "heads"}) {
    if (sizes.count(needed) != 0) continue;
    const std::string option = std::string(needed) == "heads" ? "--heads" : "--d-model";
    throw Error::usage(fmt::format("{} is missing", option),
                       "give --d-model and --heads, or a model with --like, as in --like gpt2");
  }
}

void check_pipeline(const ShapesGiven& given, const Asked& asked) {
  const bool block = asked.sizing.pipeline == "transformer_block";
  if (given.sizes.back() && !block) {
    throw Error::usage(fmt::format("{} has no feed-forward network, so --d-ff has no effect",
                                   asked.sizing.pipeline),
                       "add --pipeline transformer_block");
  }
  if (given.like.empty() || !block) return;
  const PublishedSizes& model = find_published_sizes(given.like);
  if (model.pipeline == asked.sizing.pipeline) return;
  throw Error::usage(fmt::format("the layers of {} are no transformer_block", model.title),
                     model.remark.en);
}

Asked asked_for(const ShapesGiven& given) {
  Asked asked;
  std::map<std::string, Index> sizes = given_sizes(given);
  if (!given.like.empty()) start_from_model(given.like, asked, sizes);
  check_complete(sizes);
  assume("batch", default_batch, asked, sizes);
  assume("seq", default_seq, asked, sizes);
  if (!given.pipeline.empty() && given.pipeline != asked.sizing.pipeline) {
    asked.sizing.pipeline = given.pipeline;
    asked.sizing.options = {};
  }
  check_pipeline(given, asked);
  asked.sizing.dims = Dims(std::move(sizes));
  if (given.causal) asked.sizing.options.set("mask", {std::string("causal"), {}});
  if (given.no_bias) asked.sizing.attention_bias = asked.sizing.ffn_bias = false;
  asked.of.name = asked.sizing.pipeline;
  if (!given.like.empty()) asked.of.name = given.like + " / " + asked.of.name;
  return asked;
}

void print_shapes(const ShapeReport& report, const ShapesOf& of, const ShapesGiven& given,
                  const Style& style) {
  write_out(given.format == "json" ? shapes_json(report, of) : shapes_text(report, of, style));
}

int shapes_of_lesson(const ShapesGiven& given, const CommonOptions& common) {
  if (given.by_sizes()) {
    throw Error::usage("a lesson has its own sizes", "leave out the lesson or the sizes");
  }
  const LoadedLesson loaded = load(given.lesson, common);
  const ShapeReport report = shapes(plan(pipeline_of(loaded.lesson, given.variant)), given.layers);
  const std::string variant = given.variant.empty() ? "" : " / " + given.variant;
  print_shapes(report, {loaded.lesson.name + variant, {}, {}, {}}, given, common.style());
  if (!report.plan.failure) return fine;
  flush_out();
  write_err(describe_error(loaded.source, *report.plan.failure));
  return unusable;
}

int shapes_of_sizes(const ShapesGiven& given, const CommonOptions& common) {
  if (!given.variant.empty()) throw Error::usage("--variant is of a lesson", "name the lesson");
  if (!given.by_sizes()) {
    throw Error::usage("shapes of what?",
                       "name a lesson, give --d-model and --heads, or a model with --like");
  }
  const Asked asked = asked_for(given);
  const auto layers = given.layers ? given.layers : asked.layers;
  const ShapeReport report = shapes(plan(sized_pipeline(asked.sizing)), layers);
  print_shapes(report, asked.of, given, common.style());
  if (!report.plan.failure) return fine;
  flush_out();
  write_err(error_text(*report.plan.failure));
  return unusable;
}

int show_shapes(const ShapesGiven& given, const CommonOptions& common) {
  check_size(given.layers, "--layers");
  return given.lesson.empty() ? shapes_of_sizes(given, common) : shapes_of_lesson(given, common);
}

}  // namespace

Action add_shapes(Arguments& arguments, const CommonOptions& common) {
  const auto given = std::make_shared<ShapesGiven>();
  arguments.optional("LESSON", given->lesson, lesson_argument, Wants::lesson);
  for (std::size_t i = 0; i < size_options.size(); ++i) {
    arguments.size(size_options[i].option, given->sizes[i], size_options[i].what);
  }
  arguments.size("--layers", given->layers, "How often the whole is repeated, for the totals");
  arguments.option("--like", given->like,
                   "A model's published sizes: transformer-base, bert-base, gpt2, llama-2-7b, ...",
                   Wants::published);
  arguments.option("--pipeline", given->pipeline,
                   "multi_head_attention (default) or transformer_block");
  arguments.flag("--causal", given->causal, "With a causal mask");
  arguments.flag("--no-bias", given->no_bias, "Without biases");
  arguments.option("--variant", given->variant, "Of this variant of the lesson", Wants::variant);
  arguments.choice("--format", given->format, {"text", "json"}, "text or json (default text)");
  return [given, &common] { return show_shapes(*given, common); };
}

}  // namespace headtrace::cli
