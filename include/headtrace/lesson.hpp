#pragma once

#include <headtrace/error.hpp>
#include <headtrace/experiment.hpp>
#include <headtrace/pipeline.hpp>
#include <headtrace/text.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace headtrace {

/// What a lesson says at one tensor. Texts may hold placeholders (see study/fill_text.hpp).
struct Note {
  std::string at;
  Text text;
  SourceSpan span;
};

struct ShapeAnswer {};
struct StridesAnswer {};
struct CellAnswer {
  Sizes cell;
};
struct ChoiceAnswer {
  std::vector<Text> choices;
  std::size_t correct = 0;
};

struct Question {
  std::string at;
  Text ask;
  std::variant<ShapeAnswer, StridesAnswer, CellAnswer, ChoiceAnswer> answer;
  Text why;
  SourceSpan span;
};

/// What a tensor of the trace, or of a variant's trace, must be.
struct Expectation {
  std::string tensor;
  std::string variant;  ///< empty for the lesson's own trace
  Sizes shape;
  std::vector<double> values;  ///< row-major; empty where only the shape is given
  double tolerance = 0;
  SourceSpan span;
};

/// One lesson file, read and checked for form.
struct Lesson {
  std::string name;  ///< the file's name without `.json`: 07-fusion-by-numbers
  std::string path;  ///< as given; `<stdin>` for standard input
  Text title;
  Text goal;
  double minutes = 0;
  std::vector<std::string> after;
  Pipeline pipeline;
  std::vector<Variant> variants;
  std::vector<Note> notes;
  std::vector<Question> questions;
  std::vector<Expectation> expectations;
  std::optional<Loss> loss;
  std::optional<Experiment> experiment;

  const Variant* find_variant(const std::string& id) const;
};

/// A lesson file's text, kept so that errors can show the line.
struct Source {
  std::string path;  ///< files that the lesson names are looked for in its folder
  std::string text;
  double max_memory = 4294967296;  ///< bytes that tensors from files may take
};

/// Either a lesson or everything that is wrong with the file, never both.
struct LoadResult {
  std::optional<Lesson> lesson;
  std::vector<Error> errors;
};

/// Reads the whole of a file, or standard input for `-`. Throws Error::file for one that is
/// missing, a directory, unreadable, empty (with `if_empty` as what to do) or larger than 256 MiB.
Source read_source(const std::string& path,
                   const std::string& if_empty = "`headtrace new` writes a lesson to start from");
LoadResult load_lesson(const Source& source);
/// Throws one Error::lesson holding every error, each as describe_error shows it.
Lesson load_lesson_or_throw(const Source& source);

/// `lessons/heads.json:14:18: error: unknown operation 'sofmax' (at /steps/2/op)`, then the line
/// and a caret with the hint. Ends with a newline.
std::string describe_error(const Source& source, const Error& error);

}  // namespace headtrace
