#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <headtrace/params.hpp>

#include "lesson/object_reader.hpp"
#include "lesson/reading.hpp"
#include "lesson/shown_text.hpp"

namespace headtrace {
namespace {

constexpr double format_read = 1;
/// Of tensors, steps, notes or whatever: far more than a lesson has, few enough to be read at once.
constexpr std::size_t most_entries = 10000;

std::string name_of(const std::string& path) {
  if (path == "-" || path == "<stdin>") return "stdin";
  const std::filesystem::path file(path);
  return file.extension() == ".json" ? file.stem().string() : file.filename().string();
}

/// False for a file in another format, of which nothing more can be said.
bool check_format(ObjectReader& reader, Diagnostics& errors) {
  const Json* format = reader.require("format", "1, the number of the lesson format");
  if (!format) return true;
  if (!format->number()) {
    report_expected(errors, *format, "1");
    return false;
  }
  if (*format->number() == format_read) return true;
  errors.add(format->span(),
             fmt::format("this lesson is in format {}", shortest(*format->number())),
             "this program reads format 1");
  return false;
}

Text read_title(ObjectReader& reader, const std::string& key, Diagnostics& errors) {
  const Json* node =
      key == "title" ? reader.require(key, "what the lesson is called") : reader.find(key);
  return node ? read_text(*node, errors).value_or(Text{}) : Text{};
}

double read_minutes(ObjectReader& reader, Diagnostics& errors) {
  const auto minutes = reader.number("minutes");
  if (minutes && *minutes < 0) {
    errors.add(reader.find("minutes")->span(), "a lesson can't take less than 0 minutes");
  }
  return minutes.value_or(0);
}

std::vector<std::string> read_after(ObjectReader& reader, Diagnostics& errors) {
  std::vector<std::string> names;
  const Json* node = reader.find("after");
  if (!node) return names;
  for (const PlacedText& name :
       read_texts(*node, "a lesson's name, such as \"06-concat\"", errors)) {
    if (name.text.ends_with(".json")) {
      errors.add(name.span,
                 fmt::format("{} is a file, expected a lesson's name", in_quotes(name.text)),
                 "leave out .json");
    } else if (check_name(name.text, name.span, "-", errors)) {
      names.push_back(name.text);
    }
  }
  return names;
}

void read_computation(ObjectReader& reader, const Json& root, Reading& reading) {
  if (const Json* dims = reader.find("dims")) read_dims(*dims, reading);
  if (!reading.dims_known) reading.pipeline_sound = false;
  if (const Json* tensors = reader.require("tensors", "an object of the tensors to start from")) {
    read_inputs(*tensors, reading);
  } else {
    reading.names_known = reading.pipeline_sound = false;
  }
  const Json* pipeline = reader.find("pipeline");
  const Json* steps = reader.find("steps");
  if (pipeline && steps) {
    reading.errors.add(steps->bracket(), "'pipeline' and 'steps' in one lesson",
                       "keep one of them");
    reading.names_known = reading.pipeline_sound = false;
  } else if (pipeline) {
    read_pipeline(*pipeline, reading);
  } else if (steps) {
    read_steps(*steps, reading);
  } else {
    reading.errors.add(root.bracket(), "'steps' is missing",
                       "it is a list of steps; or name a standard one with 'pipeline'");
    reading.names_known = reading.pipeline_sound = false;
  }
  if (reading.pipeline_sound) reading.plan = plan(reading.pipeline);
}

Lesson read_lesson(const Json& root, Reading& reading) {
  Lesson lesson;
  Diagnostics& errors = reading.errors;
  ObjectReader reader(root, errors, "a lesson, which is an object {…}");
  if (!reader.is_object()) return lesson;
  reader.find("$schema");
  if (!check_format(reader, errors)) return lesson;
  lesson.title = read_title(reader, "title", errors);
  lesson.goal = read_title(reader, "goal", errors);
  lesson.minutes = read_minutes(reader, errors);
  lesson.after = read_after(reader, errors);
  read_computation(reader, root, reading);
  if (const Json* node = reader.find("loss")) {
    lesson.loss = read_loss(*node, reading);
    reading.has_loss = true;
  }
  if (const Json* node = reader.find("variants")) read_variants(*node, reading);
  if (const Json* node = reader.find("notes")) lesson.notes = read_notes(*node, reading);
  if (const Json* node = reader.find("questions"))
    lesson.questions = read_questions(*node, reading);
  if (const Json* node = reader.find("expect"))
    lesson.expectations = read_expectations(*node, reading);
  if (const Json* node = reader.find("experiment")) {
    lesson.experiment = read_experiment(*node, reading);
  }
  reader.done();
  lesson.pipeline = std::move(reading.pipeline);
  lesson.variants = std::move(reading.variants);
  return lesson;
}

}  // namespace

const Variant* Lesson::find_variant(const std::string& id) const {
  const auto it = std::ranges::find(variants, id, &Variant::id);
  return it == variants.end() ? nullptr : &*it;
}

LoadResult load_lesson(const Source& source) {
  JsonDocument document = parse_json(source.text, most_entries);
  Diagnostics errors;
  for (Error& error : document.errors) errors.add(std::move(error));
  if (!document.complete) return {std::nullopt, errors.sorted()};

  const std::string folder = std::filesystem::path(source.path).parent_path().string();
  Reading reading{source.text, errors, {}, true, true,   false,
                  true,        {},     {}, {},   folder, source.max_memory};
  Lesson lesson = read_lesson(document.root, reading);
  if (errors.count() > 0) return {std::nullopt, errors.sorted()};
  lesson.name = name_of(source.path);
  lesson.path = source.path;
  return {std::move(lesson), {}};
}

Lesson load_lesson_or_throw(const Source& source) {
  LoadResult result = load_lesson(source);
  if (result.lesson) return std::move(*result.lesson);
  throw Error::lesson(describe_errors(source, result.errors));
}

}  // namespace headtrace
