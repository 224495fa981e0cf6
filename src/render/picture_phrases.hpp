#pragma once

#include <headtrace/text.hpp>

#include "render/phrases.hpp"

namespace headtrace::phrase {

extern const Text picture_cut;
extern const Text pictures_left_out;
extern const Text picture_of;
extern const Text picture_of_reads;
extern const Text picture_of_plane;
extern const Text no_picture;
extern const Text no_picture_in_plain;
extern const Text points_together;

}  // namespace headtrace::phrase
