#include <fmt/format.h>

#include <memory>

#include "cli/command.hpp"
#include "cli/lesson_list.hpp"
#include "cli/output.hpp"

namespace headtrace::cli {

Action add_lessons(Arguments& arguments, const CommonOptions& common) {
  const auto folder = std::make_shared<std::string>();
  arguments.optional("DIR", *folder, "A folder of lessons (default: the program's own)",
                     Wants::file);
  return [folder, &common] {
    const Style style = common.style();
    write_out(
        lesson_table(read_lessons(folder->empty() ? common.lessons_folder() : *folder), style));
    return fine;
  };
}

}  // namespace headtrace::cli
