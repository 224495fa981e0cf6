#pragma once

#include <nlohmann/json.hpp>

/// What the program knows of operations, standard pipelines and axes, for schema_test.py.
nlohmann::ordered_json dumped_catalogue();

/// The known mistakes, for write_mistakes.py.
nlohmann::ordered_json dumped_mistakes();

/// Every operation's examples with what headtrace gives for them, for op_lines.py.
nlohmann::ordered_json dumped_op_examples();
