#pragma once

#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace drover {

// Returns the bytes of memory this process uses; 0 if the system does not say.
[[nodiscard]] inline std::uint64_t memory_in_use() {
#ifdef __EMSCRIPTEN__
  // The whole heap, from address 0.
  return reinterpret_cast<std::uintptr_t>(::sbrk(0));
#else
  std::ifstream statistics("/proc/self/statm");
  std::uint64_t whole = 0;
  std::uint64_t resident = 0;
  if (!(statistics >> whole >> resident)) return 0;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
#endif
}

}  // namespace drover
