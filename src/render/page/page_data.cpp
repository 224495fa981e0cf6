#include "render/page/page_data.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/harmless.hpp"
#include "render/exercise_text.hpp"
#include "render/filled.hpp"
#include "render/numbers.hpp"
#include "render/phrases.hpp"
#include "render/step_text.hpp"
#include "render/svg/curves_picture.hpp"
#include "render/trace_text.hpp"
#include "render/train_phrases.hpp"
#include "render/train_text.hpp"
#include "study/parameters.hpp"

namespace headtrace {
namespace {

/// What `write` gives in each language.
template <typename Write>
nlohmann::json in_both(const Style& style, Write write) {
  Style english = style;
  english.lang = Lang::en;
  Style chinese = style;
  chinese.lang = Lang::zh;
  return text_data({write(english), write(chinese)});
}

nlohmann::json filled_text(const Text& text, const Traces& traces, const Style& style) {
  return in_both(style, [&](const Style& own) { return filled(text, traces, own); });
}

nlohmann::json question_data(const Question& question, const Exercise& exercise,
                             const Traces& traces, const Style& style) {
  nlohmann::json data{{"ask", filled_text(question.ask, traces, style)},
                      {"why", filled_text(question.why, traces, style)}};
  data["answer"] = in_both(style, [&](const Style& own) { return solution_text(exercise, own); });
  if (exercise.kind == Exercise::Kind::choice) {
    data["correct"] = exercise.choice;
    for (const Text& each : exercise.choices) {
      data["choices"].push_back(
          in_both(style, [&](const Style& own) { return shown(each.in(own.lang), own); }));
    }
  }
  return data;
}

/// The lesson's notes and questions at a tensor.
void add_words(nlohmann::json& data, const std::string& name, const LessonTrace& what,
               const Style& style) {
  for (const Note& note : what.lesson->notes) {
    if (note.at == name) data["notes"].push_back(filled_text(note.text, what.traces, style));
  }
  for (const Question& question : what.lesson->questions) {
    if (question.at != name) continue;
    if (const auto exercise = exercise_of(question, what.traces)) {
      data["questions"].push_back(question_data(question, *exercise, what.traces, style));
    }
  }
}

nlohmann::json step_data(const Trace& trace, const TraceStep& step, const Style& style) {
  const PlannedStep& planned = step.planned;
  nlohmann::json data = tensor_data(step.output, trace, &step, style);
  data["index"] = planned.index;
  data["op"] = planned.step.op;
  data["in"] = planned.step.in;
  data["formula"] =
      in_both(style, [&](const Style& own) { return planned.notation.formula_in(own.lang); });
  data["pytorch"] = planned.notation.pytorch;
  data["numpy"] = planned.notation.numpy;
  data["parameters"] = grouped(planned.cost.parameters);
  data["flops"] = grouped(std::llround(planned.cost.flops));
  if (planned.view_of) data["view_of"] = *planned.view_of;
  for (const Remark& remark : step.remarks) {
    data["remarks"].push_back(
        in_both(style, [&](const Style& own) { return remark_text(remark, step.name(), own); }));
  }
  data["cells"] = cells_data(trace, step, style);
  return data;
}

nlohmann::json input_data(const Tensor& input, const Trace& trace, const Style& style) {
  nlohmann::json data = tensor_data(input, trace, nullptr, style);
  if (const auto layout = with_layout(input, trace).spec().layout) {
    data["layout"] = text_data(*layout == WeightLayout::in_out ? phrase::in_out : phrase::out_in);
  }
  return data;
}

bool same_numbers(const Tensor& a, const Tensor& b) {
  if (a.shape() != b.shape() || a.strides() != b.strides()) return false;
  const std::vector<double> left = a.values();
  const std::vector<double> right = b.values();
  return std::ranges::equal(
      left, right, [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

/// The shown cells of a variant's tensor that differ from the lesson's.
nlohmann::json differences(const Tensor& base, const Tensor& other, const Style& style) {
  nlohmann::json cells = nlohmann::json::array();
  if (base.shape() != other.shape()) return cells;
  std::size_t number = 0;
  for (const Sizes& cell : page_grid(other, style).cells()) {
    const double x = base.at(cell);
    const double y = other.at(cell);
    if (x != y && !(std::isnan(x) && std::isnan(y))) cells.push_back(number);
    ++number;
  }
  return cells;
}

/// A variant's tensors as far as they differ from the lesson's; `same` names the others.
nlohmann::json variant_data(const Variant& variant, const Trace& base, const Trace& trace,
                            const Style& style) {
  nlohmann::json data{{"id", variant.id},
                      {"title", text_data(variant.title)},
                      {"same", nlohmann::json::array()},
                      {"tensors", nlohmann::json::object()}};
  const auto add = [&](const Tensor& tensor, const TraceStep* step) {
    const Tensor* before = base.find(tensor.name());
    const TraceStep* base_step = base.find_step(tensor.name());
    const bool made_alike =
        (step == nullptr) == (base_step == nullptr) &&
        (step == nullptr || step->planned.notation.formula == base_step->planned.notation.formula);
    if (before && made_alike && same_numbers(*before, tensor)) {
      data["same"].push_back(tensor.name());
      return;
    }
    nlohmann::json item = step ? step_data(trace, *step, style) : input_data(tensor, trace, style);
    if (before) item["different"] = differences(*before, tensor, style);
    data["tensors"][tensor.name()] = std::move(item);
  };
  for (const Tensor& input : trace.inputs) add(input, nullptr);
  for (const TraceStep& step : trace.steps) add(step.output, &step);
  if (trace.failure)
    data["failure"] = in_both(style, [&](const Style& own) { return failure_text(trace, own); });
  return data;
}

nlohmann::json sizes_data(const Trace& trace) {
  nlohmann::json sizes = nlohmann::json::array();
  for (const std::string& name : axis_names(trace)) {
    if (const auto size = trace.dims.find(name)) {
      sizes.push_back({{"name", name}, {"size", *size}, {"origin", trace.dims.origin(name)}});
    }
  }
  return sizes;
}

nlohmann::json meanings(const Trace& trace) {
  nlohmann::json data = nlohmann::json::object();
  for (const TraceStep& step : trace.steps) {
    const std::string& op = step.planned.step.op;
    data[op] = text_data(meaning_of(step));
  }
  return data;
}

/// The learning curves as a picture and a table.
nlohmann::json training_data(const TrainingResult& training, const Style& style) {
  nlohmann::json data{{"picture", in_both(style,
                                          [&](const Style& own) {
                                            return curves_picture(training.experiment,
                                                                  training.report, own);
                                          })},
                      {"how", text_data(phrase::how_to_read)},
                      {"caveat", text_data(phrase::caveat)}};
  for (const char* lang : {"en", "zh"}) {
    Style own = style;
    own.lang = std::string_view(lang) == "zh" ? Lang::zh : Lang::en;
    data["table"][lang] = report_rows(training.report, own);
  }
  return data;
}

}  // namespace

nlohmann::json text_data(const Text& text) {
  return {{"en", harmless_text(text.en)}, {"zh", harmless_text(text.in(Lang::zh))}};
}

nlohmann::json page_data(const LessonTrace& what, const Style& given) {
  Style style = given;
  style.ascii = false;
  style.plain = false;
  style.color = false;
  style.width = 1000000;
  const Lesson& lesson = *what.lesson;
  const Trace& trace = what.traces.base;
  nlohmann::json data{{"lesson", lesson.name},
                      {"lang", style.lang == Lang::zh ? "zh" : "en"},
                      {"title", filled_text(lesson.title, what.traces, style)},
                      {"goal", filled_text(lesson.goal, what.traces, style)},
                      {"minutes", lesson.minutes},
                      {"output", trace.output},
                      {"parameters", grouped(parameter_count(trace))},
                      {"sizes", sizes_data(trace)},
                      {"meanings", meanings(trace)},
                      {"inputs", nlohmann::json::array()},
                      {"steps", nlohmann::json::array()},
                      {"variants", nlohmann::json::array()}};
  if (what.training) data["training"] = training_data(*what.training, style);
  for (const Tensor& input : trace.inputs) {
    data["inputs"].push_back(input_data(input, trace, style));
    add_words(data["inputs"].back(), input.name(), what, style);
  }
  for (const TraceStep& step : trace.steps) {
    data["steps"].push_back(step_data(trace, step, style));
    add_words(data["steps"].back(), step.name(), what, style);
  }
  for (const Variant& variant : lesson.variants) {
    const auto other = what.traces.variants.find(variant.id);
    if (other != what.traces.variants.end())
      data["variants"].push_back(variant_data(variant, trace, other->second, style));
  }
  if (what.variant) data["variant"] = what.variant->id;
  if (what.seed) data["seed"] = *what.seed;
  if (trace.failure)
    data["failure"] = in_both(style, [&](const Style& own) { return failure_text(trace, own); });
  return data;
}

}  // namespace headtrace
