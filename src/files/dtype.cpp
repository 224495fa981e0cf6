#include "files/dtype.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace headtrace {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers in files are lowest byte first");

/// Whether `number`, which came from `value`, is the same integer.
template <typename Integer>
bool is_exact(Integer value, double number) {
  if constexpr (sizeof(Integer) < sizeof(double)) return true;
  constexpr auto past_the_end = static_cast<double>(std::numeric_limits<Integer>::max());
  return number < past_the_end && static_cast<Integer>(number) == value;
}

template <typename Number>
void decode(const unsigned char* from, std::size_t count, double* to, Index& inexact) {
  for (std::size_t i = 0; i < count; ++i) {
    Number value;
    std::memcpy(&value, from + i * sizeof value, sizeof value);
    to[i] = static_cast<double>(value);
    if constexpr (std::is_integral_v<Number>) inexact += is_exact(value, to[i]) ? 0 : 1;
  }
}

/// IEEE 754 binary16: sign, 5 bits of exponent, 10 of fraction.
double of_float16(std::uint16_t bits) {
  const int exponent = bits >> 10U & 0x1F;
  const int fraction = bits & 0x3FF;
  double size = 0;
  if (exponent == 0x1F) {
    size = fraction == 0 ? std::numeric_limits<double>::infinity()
                         : std::numeric_limits<double>::quiet_NaN();
  } else {
    size = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(fraction + 0x400, exponent - 25);
  }
  return (bits & 0x8000U) != 0 ? -size : size;
}

/// The upper half of a float32.
double of_bfloat16(std::uint16_t bits) {
  return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U));
}

template <double (*of_bits)(std::uint16_t)>
void decode_half(const unsigned char* from, std::size_t count, double* to, Index& /*inexact*/) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, from + i * sizeof bits, sizeof bits);
    to[i] = of_bits(bits);
  }
}

void decode_bool(const unsigned char* from, std::size_t count, double* to, Index& /*inexact*/) {
  for (std::size_t i = 0; i < count; ++i) to[i] = from[i] != 0 ? 1 : 0;
}

// NumPy knows no bfloat16; ml_dtypes, and JAX with it, saves one as two bytes of no type.
constexpr std::array<Dtype, 13> dtypes{{
    {"float64", "f8", "F64", 8, decode<double>},
    {"float32", "f4", "F32", 4, decode<float>},
    {"float16", "f2", "F16", 2, decode_half<of_float16>},
    {"bfloat16", "V2", "BF16", 2, decode_half<of_bfloat16>},
    {"int8", "i1", "I8", 1, decode<std::int8_t>},
    {"int16", "i2", "I16", 2, decode<std::int16_t>},
    {"int32", "i4", "I32", 4, decode<std::int32_t>},
    {"int64", "i8", "I64", 8, decode<std::int64_t>},
    {"uint8", "u1", "U8", 1, decode<std::uint8_t>},
    {"uint16", "u2", "U16", 2, decode<std::uint16_t>},
    {"uint32", "u4", "U32", 4, decode<std::uint32_t>},
    {"uint64", "u8", "U64", 8, decode<std::uint64_t>},
    {"bool", "b1", "BOOL", 1, decode_bool},
}};

const Dtype* find(std::string_view name, std::string_view Dtype::*by) {
  const auto it = std::ranges::find(dtypes, name, by);
  return it == dtypes.end() ? nullptr : &*it;
}

}  // namespace

const Dtype* dtype_of_npy(std::string_view kind_and_bytes) {
  return find(kind_and_bytes, &Dtype::npy);
}

const Dtype* dtype_of_safetensors(std::string_view name) {
  return find(name, &Dtype::safetensors);
}

std::string known_dtypes() {
  return "float64, float32, float16, bfloat16, integers or bool";
}

}  // namespace headtrace
