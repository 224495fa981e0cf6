#pragma once

#include <headtrace/error.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace headtrace {

/// Is told of everything in a JSON text, in order and with its bytes. A false answer stops the
/// reading.
class JsonListener {
 public:
  virtual ~JsonListener() = default;

  /// `begin` is the place of the `{` or `[`.
  virtual bool open_object(std::size_t begin) = 0;
  virtual bool open_array(std::size_t begin) = 0;
  /// `end` is the place after the `}` or `]`.
  virtual bool close(std::size_t end) = 0;
  virtual bool key(std::string& name, SourceSpan span) = 0;
  virtual bool text(std::string& value, SourceSpan span) = 0;
  virtual bool number(double value, SourceSpan span) = 0;
  virtual bool flag(bool value, SourceSpan span) = 0;
  virtual bool null(SourceSpan span) = 0;
};

/// Reads `text` with nlohmann's SAX parser, which knows the grammar; what is added here is the
/// place of every token. Gives the first thing that isn't JSON, in plain words and with its place.
std::optional<Error> read_json(std::string_view text, JsonListener& listener);

}  // namespace headtrace
