#pragma once

#include <cstdint>

namespace drover {

// init { } runs before every worker; final { } runs once every worker has finished.
enum class ThreadRole : std::uint8_t { Init, Worker, Final };

}  // namespace drover
