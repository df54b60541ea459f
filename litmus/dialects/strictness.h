#pragma once

#include <cstdint>

namespace drover::litmus {

// The accepted litmus files. Wide: also C that herd rejects. Herd: only files that herd accepts,
// with herd's meaning.
enum class Strictness : std::uint8_t { Wide, Herd };

}  // namespace drover::litmus
