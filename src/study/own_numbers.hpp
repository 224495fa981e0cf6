#pragma once

#include <cstdint>
#include <headtrace/pipeline.hpp>

namespace headtrace {

/// The pipeline with other numbers of the same kind, for one student of a class: random inputs are
/// drawn from `seed`, and of an input whose numbers are written in the lesson the rows, and the
/// numbers in each row, change places, so that they stay as easy to calculate with and a row of
/// weights still adds up to 1. Masks and filled inputs stay as they are.
Pipeline with_own_numbers(Pipeline pipeline, std::uint32_t seed);

}  // namespace headtrace
