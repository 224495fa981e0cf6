#pragma once

#include <string_view>

/// The page's files as they were when headtrace was built, written by CMake from page.html,
/// page.css and page.js. The hashes are SHA-256 in hexadecimal digits.
namespace headtrace::page_assets {

extern const std::string_view html;
extern const std::string_view css;
extern const std::string_view css_sha256;
extern const std::string_view js;
extern const std::string_view js_sha256;

}  // namespace headtrace::page_assets
