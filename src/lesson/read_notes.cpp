#include <fmt/format.h>

#include "core/shape.hpp"
#include "lesson/object_reader.hpp"
#include "lesson/reading.hpp"

namespace headtrace {
namespace {

/// The tensor that a note or question is shown at.
std::string read_at(ObjectReader& reader, Reading& reading) {
  const auto at = reader.required_text("at", "the tensor it is shown at");
  if (!at) return {};
  check_tensor(*at, reader.find("at")->span(), reading.pipeline, reading);
  return *at;
}

Text read_part(ObjectReader& reader, const std::string& key, const std::string& what,
               Diagnostics& errors) {
  const Json* node = reader.require(key, what);
  return node ? read_text(*node, errors).value_or(Text{}) : Text{};
}

/// The planned shape of a tensor, where the plan came that far.
std::optional<Axes> planned_axes(const std::string& tensor, const Reading& reading) {
  if (!reading.plan) return std::nullopt;
  if (const PlannedStep* step = reading.plan->find(tensor)) return step->output.axes;
  if (const Input* input = reading.pipeline.find_input(tensor)) return input->axes;
  if (reading.has_loss && tensor.starts_with('d')) return planned_axes(tensor.substr(1), reading);
  return std::nullopt;
}

void check_cell(const Json& node, const Sizes& cell, const std::string& tensor, Reading& reading) {
  const auto axes = planned_axes(tensor, reading);
  if (!axes) return;
  const TensorSpec spec = contiguous_spec(tensor, *axes);
  if (cell.size() != axes->size()) {
    reading.errors.add(node.span(),
                       fmt::format("a cell with {} position{}, but {} has {} axes", cell.size(),
                                   cell.size() == 1 ? "" : "s", describe(spec), axes->size()),
                       "give one position for each axis");
    return;
  }
  std::size_t i = 0;
  node.each_item([&](const Json& item) {
    const Axis& axis = (*axes)[i];
    if (cell[i++] < axis.size) return;
    reading.errors.add(item.span(), fmt::format("{} lies outside {}", cell[i - 1], describe(spec)),
                       fmt::format("positions on this axis go from 0 to {}", axis.size - 1));
  });
}

CellAnswer read_cell(const Json& node, const std::string& tensor, Reading& reading) {
  CellAnswer answer;
  const std::size_t before = reading.errors.count();
  if (!node.is_list()) {
    report_expected(reading.errors, node, "a list of positions, one for each axis");
    return answer;
  }
  node.each_item([&](const Json& item) {
    answer.cell.push_back(read_whole(item, 0, largest_size, reading.errors).value_or(0));
  });
  if (reading.errors.count() == before) check_cell(node, answer.cell, tensor, reading);
  return answer;
}

ChoiceAnswer read_choice(ObjectReader& reader, Diagnostics& errors) {
  ChoiceAnswer answer;
  const Json& list = *reader.find("choice");
  const Json* correct = reader.require("correct", "the right choice's number, from 0");
  if (!list.is_list()) {
    report_expected(errors, list, "a list of texts to choose from");
    return answer;
  }
  list.each_item([&](const Json& item) {
    answer.choices.push_back(read_text(item, errors).value_or(Text{}));
  });
  if (answer.choices.size() < 2) {
    errors.add(
        list.span(),
        answer.choices.empty() ? "there is nothing to choose from" : "there is only one choice",
        "give two texts or more");
    return answer;
  }
  if (!correct) return answer;
  const auto most = static_cast<Index>(answer.choices.size()) - 1;
  const double* number = correct->number();
  if (number && (*number < 0 || *number > static_cast<double>(most))) {
    errors.add(correct->span(), fmt::format("there is no choice {}", correct->described()),
               fmt::format("the choices are counted from 0 to {}", most));
  } else if (const auto k = read_whole(*correct, 0, most, errors)) {
    answer.correct = static_cast<std::size_t>(*k);
  }
  return answer;
}

decltype(Question::answer) read_answer(const Json& node, const std::string& tensor,
                                       Reading& reading) {
  Diagnostics& errors = reading.errors;
  ObjectReader reader(node, errors, "an answer, such as {\"cell\": [0, 0, 1]}");
  if (!reader.is_object()) return ShapeAnswer{};
  const auto kinds = reader.present({"shape", "strides", "cell", "choice"});
  decltype(Question::answer) answer;
  if (kinds.size() != 1) {
    reader.find("correct");
    errors.add(node.bracket(), "an answer is one of 'shape', 'strides', 'cell' and 'choice'");
  } else if (kinds[0] == "cell") {
    answer = read_cell(*reader.find("cell"), tensor, reading);
  } else if (kinds[0] == "choice") {
    answer = read_choice(reader, errors);
  } else {
    const Json& flag = *reader.find(kinds[0]);
    if (!flag.flag() || !*flag.flag())
      report_expected(errors, flag, "true", "the program knows the answer");
    if (kinds[0] == "strides") answer = StridesAnswer{};
  }
  reader.done();
  return answer;
}

}  // namespace

std::vector<Note> read_notes(const Json& node, Reading& reading) {
  std::vector<Note> notes;
  if (!node.is_list()) {
    report_expected(reading.errors, node, "a list of notes");
    return notes;
  }
  node.each_item([&](const Json& item) {
    ObjectReader reader(item, reading.errors, "a note {\"at\": …, \"text\": …}");
    if (!reader.is_object()) return;
    const std::string at = read_at(reader, reading);
    notes.push_back(
        {at, read_part(reader, "text", "what the note says", reading.errors), item.span()});
    reader.done();
  });
  return notes;
}

std::vector<Question> read_questions(const Json& node, Reading& reading) {
  std::vector<Question> questions;
  if (!node.is_list()) {
    report_expected(reading.errors, node, "a list of questions");
    return questions;
  }
  node.each_item([&](const Json& item) {
    ObjectReader reader(item, reading.errors, "a question {\"at\": …, \"ask\": …, \"answer\": …}");
    if (!reader.is_object()) return;
    Question question;
    question.span = item.span();
    question.at = read_at(reader, reading);
    question.ask = read_part(reader, "ask", "the question itself", reading.errors);
    if (const Json* answer = reader.require("answer", "an object, such as {\"cell\": [0, 0, 1]}")) {
      question.answer = read_answer(*answer, question.at, reading);
    }
    if (const Json* why = reader.find("why")) {
      question.why = read_text(*why, reading.errors).value_or(Text{});
    }
    reader.done();
    questions.push_back(std::move(question));
  });
  return questions;
}

}  // namespace headtrace
