// consumer LESSON.json: every tensor's name, shape and first number.
#include <headtrace/error.hpp>
#include <headtrace/lesson.hpp>
#include <headtrace/trace.hpp>
#include <iostream>

int main(int argc, char** argv) {
  using namespace headtrace;
  if (argc != 2) return 2;
  try {
    const Lesson lesson = load_lesson_or_throw(read_source(argv[1]));
    const Plan planned = plan(lesson.pipeline);
    check_memory(planned, 1 << 30);
    for (const TraceStep& step : run(planned).steps) {
      std::cout << step.name();
      for (const Index size : step.output.shape()) std::cout << ' ' << size;
      std::cout << " : " << step.output.at(Sizes(step.output.shape().size(), 0)) << '\n';
    }
  } catch (const Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
