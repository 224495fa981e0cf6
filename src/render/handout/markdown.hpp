#pragma once

#include <headtrace/style.hpp>
#include <headtrace/tensor.hpp>
#include <string>

/// Pieces of Markdown.
namespace headtrace {

/// Text that Markdown shows as it stands: no emphasis, link or HTML comes of it.
std::string markdown_text(const std::string& text);
/// `` `text` ``, whatever backticks are in it.
std::string markdown_code(const std::string& text);

/// A table for every two-dimensional part of the tensor, under a line that says which; `blank`:
/// `____` instead of numbers.
std::string markdown_tables(const Tensor& tensor, bool blank, const Style& style);

}  // namespace headtrace
