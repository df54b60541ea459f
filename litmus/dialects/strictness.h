#pragma once

#include <cstdint>

namespace drover::litmus {

// The accepted litmus files. Wide: also C that herd rejects. Herd: only files that herd accepts,
// with herd's meaning.
enum class Strictness : std::uint8_t { Wide, Herd };

// Whether accesses that overlap others in part must be aligned to their size. Any: as with herd's
// `-variant unaligned`, each is still one access.
enum class Alignment : std::uint8_t { Natural, Any };

}  // namespace drover::litmus
