#pragma once

#include <cstdint>

namespace drover::litmus {

// Which litmus files are read: also what C accepts and herd does not, or nothing but what
// herd accepts, with herd's meaning.
enum class Strictness : std::uint8_t { Wide, Herd };

}  // namespace drover::litmus
