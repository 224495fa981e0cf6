#pragma once

#include <headtrace/tensor.hpp>
#include <string>
#include <vector>

/// Numbers from 0 up to 99,999,999 in words, a token each. English counts by thousands, Chinese by
/// ten thousands (万), so the groups of one are not those of the other.
namespace headtrace {

/// `three hundred and five`, without hyphens or commas.
std::vector<std::string> english_number(Index number);
/// 三百零五, a token a character. 二 and never 两; 十五 for 15 at the very start, 一百一十五
/// inside.
std::vector<std::string> chinese_number(Index number);

/// Every token the two can give, in a fixed order.
std::vector<std::string> english_number_tokens();
std::vector<std::string> chinese_number_tokens();

}  // namespace headtrace
