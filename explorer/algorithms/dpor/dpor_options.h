#pragma once

#include <cstdint>

namespace drover::dpor {

// Commute: fetch-and-adds with unused results commute: IFAA of [Godot] §II-C.
enum class Additions : std::uint8_t { Conflict, Commute };

}  // namespace drover::dpor
