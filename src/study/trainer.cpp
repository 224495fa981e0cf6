#include "study/trainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <headtrace/random.hpp>

#include "trace/backward.hpp"

namespace headtrace {
namespace {

/// FNV-1a of the name, mixed with the seed.
std::uint32_t seed_for(const std::string& name, std::uint32_t seed) {
  std::uint32_t hash = 2166136261U ^ seed;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

Input start_of(const Parameter& parameter, std::uint32_t seed) {
  using Start = Parameter::Start;
  Input input{parameter.name, parameter.axes, {}, FillSource{}, {}};
  const std::uint32_t own = seed_for(parameter.name, seed);
  switch (parameter.start) {
    case Start::zeros:
      break;
    case Start::ones:
      input.source = FillSource{FillSource::Kind::constant, 1};
      break;
    case Start::identity:
      input.source = FillSource{FillSource::Kind::identity, 0};
      break;
    case Start::xavier:
      input.source = RandomSource{RandomSource::Kind::xavier_uniform, 0, 0, own, {}};
      break;
    case Start::normal:
      input.source = RandomSource{RandomSource::Kind::normal, 0, 1, own, {}};
      break;
  }
  return input;
}

BatchSizes sizes_of(const std::vector<Example>& batch) {
  BatchSizes sizes{static_cast<Index>(batch.size()), 1, 1};
  for (const Example& example : batch) {
    sizes.source = std::max(sizes.source, static_cast<Index>(example.source.size()));
    sizes.target = std::max(sizes.target, static_cast<Index>(example.target.size()) + 1);
  }
  return sizes;
}

/// Marks symbol `symbol` at one position of one example.
void mark(Tensor& one_hot, std::size_t example, std::size_t position, Index symbol) {
  *(one_hot.data() +
    one_hot.spec().place({static_cast<Index>(example), static_cast<Index>(position), symbol})) = 1;
}

/// What the decoder is to say: the target and its end; -1 where there is nothing to say.
Tensor labels_of(const std::vector<Example>& batch, const BatchSizes& sizes) {
  Tensor labels =
      Tensor::filled("labels", {{"batch", sizes.batch, 0}, {"seq", sizes.target, 0}}, -1);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    double* row = labels.data() + static_cast<Index>(i) * sizes.target;
    for (const Index symbol : batch[i].target) *row++ = static_cast<double>(symbol);
    *row = static_cast<double>(end_symbol);
  }
  return labels;
}

Index likeliest(const double* logits, Index symbols) {
  return std::max_element(logits, logits + symbols) - logits;
}

}  // namespace

Tensor sinusoids(const std::string& name, const Axis& length, const Axis& width) {
  constexpr double longest_wave = 10000;
  Tensor table = Tensor::uninitialized(name, {length, width});
  double* to = table.data();
  for (Index position = 0; position < length.size; ++position) {
    for (Index i = 0; i < width.size; ++i) {
      const double share = static_cast<double>(i - i % 2) / static_cast<double>(width.size);
      const double angle = static_cast<double>(position) / std::pow(longest_wave, share);
      *to++ = i % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  }
  return table;
}

Trainer::Trainer(const Experiment& experiment, const Arm& arm, const Task& task, std::uint32_t seed)
    : model_(experiment.model, arm, static_cast<Index>(task.source_symbols()),
             static_cast<Index>(task.target_symbols())),
      source_symbols_(static_cast<Index>(task.source_symbols())),
      target_symbols_(static_cast<Index>(task.target_symbols())),
      d_model_(experiment.model.d_model),
      optimizer_(experiment.optimizer) {
  for (const Parameter& parameter : model_.parameters()) {
    weights_[parameter.name] = materialize(start_of(parameter, seed));
  }
}

const Plan& Trainer::plan_for(const BatchSizes& sizes) {
  const auto known = plans_.find(sizes);
  if (known != plans_.end()) return known->second;
  Plan made = plan(model_.pipeline(sizes));
  if (made.failure) throw *made.failure;
  return plans_.emplace(sizes, std::move(made)).first->second;
}

double Trainer::flops(const BatchSizes& sizes) {
  double total = 0;
  for (const PlannedStep& step : plan_for(sizes).steps) total += step.cost.flops;
  return total;
}

Trace Trainer::forward(const BatchSizes& sizes, const std::vector<Example>& batch) {
  const Axis batch_axis{"batch", sizes.batch, 0};
  const Axis source_axis{"key_seq", sizes.source, 0};
  const Axis target_axis{"seq", sizes.target, 0};
  const Axis width{"d_model", d_model_, 0};
  Tensor source = Tensor::filled("source", {batch_axis, source_axis, {"", source_symbols_, 0}}, 0);
  Tensor mask = Tensor::filled("source_mask", {batch_axis, {"", 1, 0}, {"", 1, 0}, source_axis}, 0);
  Tensor target = Tensor::filled("target", {batch_axis, target_axis, {"", target_symbols_, 0}}, 0);
  for (std::size_t i = 0; i < batch.size(); ++i) {
    for (std::size_t t = 0; t < batch[i].source.size(); ++t) {
      mark(source, i, t, batch[i].source[t]);
      mask.data()[static_cast<Index>(i) * sizes.source + static_cast<Index>(t)] = 1;
    }
    mark(target, i, 0, begin_symbol);
    for (std::size_t t = 0; t < batch[i].target.size(); ++t) {
      mark(target, i, t + 1, batch[i].target[t]);
    }
  }
  std::vector<Tensor> inputs{source, mask, sinusoids("source_positions", source_axis, width),
                             target, sinusoids("target_positions", target_axis, width)};
  for (const Parameter& parameter : model_.parameters()) {
    inputs.push_back(weights_.at(parameter.name));
  }
  return run(plan_for(sizes), std::move(inputs));
}

std::vector<Parameter> Trainer::trained() const {
  std::vector<Parameter> chosen = model_.parameters();
  std::erase_if(chosen, [](const Parameter& parameter) { return !parameter.trained; });
  return chosen;
}

TrainerState Trainer::state() const {
  TrainerState state;
  const auto& moments = optimizer_.moments();
  std::size_t k = 0;
  for (const Parameter& parameter : trained()) {
    TrainedNumbers& numbers = state[parameter.name];
    numbers.values = weights_.at(parameter.name).values();
    if (k < moments.size()) numbers.moments = moments[k];
    ++k;
  }
  return state;
}

void Trainer::go_on_from(const TrainerState& state, Index steps) {
  std::vector<Optimizer::Moments> moments;
  for (const Parameter& parameter : trained()) {
    const auto known = state.find(parameter.name);
    Tensor& weight = weights_.at(parameter.name);
    const auto size = static_cast<std::size_t>(weight.size());
    const auto fits = [size](const std::vector<double>& numbers) { return numbers.size() == size; };
    const bool whole = known != state.end() && fits(known->second.values) &&
                       fits(known->second.moments.first) && fits(known->second.moments.second);
    if (!whole) {
      throw Error::lesson(fmt::format("the training was of another model: '{}' is not {} numbers",
                                      parameter.name, size));
    }
    std::ranges::copy(known->second.values, weight.data());
    moments.push_back(known->second.moments);
  }
  optimizer_.go_on_from(std::move(moments), steps);
}

double Trainer::step(const std::vector<Example>& batch) {
  const BatchSizes sizes = sizes_of(batch);
  Trace trace = forward(sizes, batch);
  trace.inputs.push_back(labels_of(batch, sizes));
  std::set<std::string> names;
  for (const Parameter& parameter : trained()) names.insert(parameter.name);
  const Gradients gradients =
      backward(std::move(trace), {Loss::Kind::cross_entropy, "labels"}, names);
  std::vector<Tensor*> weights;
  std::vector<Tensor> slopes;
  for (const Parameter& parameter : trained()) {
    weights.push_back(&weights_.at(parameter.name));
    slopes.push_back(*gradients.find(parameter.name));
  }
  optimizer_.step(std::move(weights), slopes);
  return gradients.loss;
}

std::vector<std::vector<Index>> Trainer::answer(const std::vector<Example>& asked, Index longest) {
  std::vector<Example> said;
  for (const Example& example : asked) said.push_back({example.source, {}});
  std::vector<bool> ended(asked.size(), false);
  while (std::ranges::find(ended, false) != ended.end()) {
    const BatchSizes sizes = sizes_of(said);
    if (sizes.target > longest) break;
    const Trace trace = forward(sizes, said);
    const Tensor& logits = *trace.find("logits");
    for (std::size_t i = 0; i < said.size(); ++i) {
      if (ended[i]) continue;
      const Index last = static_cast<Index>(said[i].target.size());
      const double* row =
          logits.data() + (static_cast<Index>(i) * sizes.target + last) * target_symbols_;
      const Index symbol = likeliest(row, target_symbols_);
      ended[i] = symbol == end_symbol;
      if (!ended[i]) said[i].target.push_back(symbol);
    }
  }
  std::vector<std::vector<Index>> answers;
  for (Example& example : said) answers.push_back(std::move(example.target));
  return answers;
}

}  // namespace headtrace
