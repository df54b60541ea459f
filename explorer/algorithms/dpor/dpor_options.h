#pragma once

#include <cstdint>

namespace drover::dpor {

// Whether fetch-and-adds whose result is dead are taken to commute: IFAA of [Godot] §II-C.
enum class Additions : std::uint8_t { Conflict, Commute };

}  // namespace drover::dpor
