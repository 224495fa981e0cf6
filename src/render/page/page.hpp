#pragma once

#include <headtrace/style.hpp>
#include <string>

#include "render/lesson_trace.hpp"

namespace headtrace {

/// One self-contained HTML page that shows the trace a step at a time, in both languages, beginning
/// in the style's. It asks no other place for anything: what the lesson says is data in it, never
/// markup or script, and its content security policy allows the page's own script alone.
/// `what.traces` holds every variant that the page can show beside the lesson.
std::string html_page(const LessonTrace& what, const Style& style);

}  // namespace headtrace
