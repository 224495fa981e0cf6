#pragma once

#include <limits>

namespace headtrace::test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace headtrace::test
