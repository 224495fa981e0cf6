#include "cli/walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/lesson_view.hpp"
#include "cli/output.hpp"
#include "cli/walk_commands.hpp"
#include "core/did_you_mean.hpp"
#include "core/words.hpp"
#include "render/explain_text.hpp"
#include "render/fact_list.hpp"
#include "render/ink.hpp"
#include "render/step_text.hpp"
#include "render/trace_text.hpp"
#include "render/walk_phrases.hpp"
#include "render/walk_text.hpp"
#include "study/find_cell.hpp"

namespace headtrace::cli {
namespace {

constexpr Index most_masked_shown = 12;

}  // namespace

Walk::Walk(const Lesson& lesson, const Traces& traces, const CommonOptions& common,
           LineReader& lines, Quiz& quiz, bool pictures)
    : lesson_(lesson),
      traces_(traces),
      common_(common),
      lines_(lines),
      quiz_(quiz),
      pictures_(pictures) {}

void Walk::go() {
  for (const Tensor& input : trace().inputs) {
    if (!quiz_.ask_at(input.name(), [this] { show_start(); })) return quiz_.tell_score();
  }
  show(0);
  while (const auto line = lines_.read(prompt())) {
    if (!obey(std::string(trimmed(*line)))) break;
  }
  quiz_.tell_score();
}

const TraceStep* Walk::here() const {
  return place_ == 0 || place_ == last_place() ? nullptr : &trace().steps[place_ - 1];
}

/// Asked for anew each time, so that it follows the window's size.
Style Walk::style() const {
  Style style = common_.style();
  style.head = head_;
  return style;
}

std::string Walk::prompt() const {
  std::string where =
      fmt::format("{}/{}", std::min(place_, trace().steps.size()), trace().steps.size());
  if (const TraceStep* step = here()) where += " " + shown_line(step->name(), style());
  return where + "> ";
}

void Walk::say_line(const std::string& words) const {
  write_out(paragraph(words, style()) + "\n");
}
void Walk::print(const Text& text) const {
  say_line(say(text, style()));
}

bool Walk::obey(const std::string& line) {
  const auto space = line.find_first_of(" \t");
  const std::string name = line.empty() ? "n" : line.substr(0, space);
  const std::string argument =
      space == std::string::npos ? "" : std::string(trimmed(line.substr(space)));
  const auto& table = walk_commands();
  const auto command = std::ranges::find(table, name, &WalkCommand::name);
  if (graded() && (command == table.end() || !command->while_graded)) {
    print(phrase::not_while_graded);
    return true;
  }
  if (command != table.end()) return command->obey(*this, argument);
  if (line.find('[') != std::string::npos) {
    explain_cell(line);
    return true;
  }
  return go_to_named(line);
}

bool Walk::go_to(std::size_t place) {
  if (place > last_place()) {
    print(phrase::last_place);
    return true;
  }
  if (!ask_before(place)) return false;
  place_ = place;
  show(place_);
  return true;
}

bool Walk::ask_before(std::size_t place) {
  if (place == 0 || place == last_place()) return true;
  return quiz_.ask_at(trace().steps[place - 1].name(), [this] { show_inputs(); });
}

bool Walk::go_to_named(const std::string& name) {
  if (const auto number = whole_number(name)) {
    if (*number >= 0 && *number <= static_cast<Index>(trace().steps.size())) {
      return go_to(static_cast<std::size_t>(*number));
    }
    say_line(say(phrase::no_such_step, style(), *number, trace().steps.size()));
    return true;
  }
  if (const TraceStep* step = trace().find_step(name)) return go_to(step->planned.index);
  if (const Tensor* input = trace().find(name)) {
    write_out(input_text(*input, trace().dims, {notes_at(lesson_, name, traces_), true}, style()));
    return true;
  }
  std::vector<std::string> known = trace().tensor_names();
  for (const WalkCommand& command : walk_commands()) known.push_back(command.name);
  const auto meant = closest(name, known);
  say_line(say(phrase::not_a_command, style(), name) + say(phrase::semicolon, style()) +
           (meant ? say(phrase::perhaps, style(), *meant) : say(phrase::where_to_look, style())));
  return true;
}

void Walk::show(std::size_t place) {
  if (place == 0) return show_start();
  if (const TraceStep* step = here()) return show_step(*step, style(), true);
  write_out(graded() ? failure_text(trace(), style()) : trace_summary(trace(), style()));
  print(phrase::end_of_lesson);
}

void Walk::show_start() const {
  write_out(lesson_header(header_of(lesson_, "", trace()), style()));
  write_out(walk_start(trace(), style()));
}

void Walk::show_step(const TraceStep& step, const Style& style, bool numbers) const {
  if (graded()) return;
  const std::string picture = pictures_ ? picture_at(trace(), step.name(), style) : "";
  write_out(step_text(step, trace().dims,
                      {notes_at(lesson_, step.name(), traces_), true, numbers, picture}, style));
}

void Walk::show_inputs() const {
  for (const Tensor& input : trace().inputs) {
    const auto notes = notes_at(lesson_, input.name(), traces_);
    write_out(input_text(input, trace().dims, {notes, true}, style()));
  }
}

/// Where answers are still to come, a list must not give them.
std::size_t Walk::first_unknown() const {
  if (!quiz_.options().ask) return last_place();
  if (graded()) return 0;
  std::size_t known = 0;
  for (const TraceStep& step : trace().steps) {
    if (quiz_.was_asked(step.name())) known = step.planned.index;
  }
  return known + 1;
}

void Walk::choose_head(const std::string& which) {
  if (which == "all" || which.empty()) {
    head_.reset();
    return print(phrase::all_heads);
  }
  const auto heads = trace().dims.find("heads");
  if (!heads) return print(phrase::no_heads);
  const auto head = whole_number(which);
  if (!head || *head < 0 || *head >= *heads) {
    return say_line(say(phrase::no_such_head, style(), which, *heads - 1));
  }
  head_ = head;
  say_line(say(phrase::head_alone, style(), *head));
  if (place_ != 0 && here() != nullptr) show(place_);
}

void Walk::explain_cell(const std::string& named) const {
  std::string cell = named;
  const bool bare = !cell.empty() && cell.find_first_not_of("0123456789, []") == std::string::npos;
  if (cell.empty() || (bare && here() == nullptr)) return print(phrase::needs_tensor);
  if (bare) cell = here()->name() + (cell.front() == '[' ? cell : "[" + cell + "]");
  try {
    const FoundCell found = find_cell(trace(), cell);
    if (found.step == nullptr) {
      write_out(explain_input_text(*found.tensor, found.cell, style()) + "\n");
    } else {
      const Explanation why = explain(trace(), *found.step, found.cell);
      write_out(explain_text(trace(), *found.step, found.cell, why, style()) + "\n");
    }
  } catch (const Error& error) {
    say_line(shown_line(error.in(style().lang), style()));
  }
}

void Walk::show_change() const {
  const TraceStep* step = here();
  if (step == nullptr) return print(phrase::no_step_here);
  const Tensor before = trace().operands(*step).front();
  write_out(change_text(before, *step, difference(before, step->output), style()));
}

void Walk::show_mask() const {
  const TraceStep* step = mask_near(trace(), place_);
  if (step == nullptr) return print(phrase::no_mask);
  write_out(mask_text(*step, mask_tables(trace(), *step, most_masked_shown), style()));
}

}  // namespace headtrace::cli
