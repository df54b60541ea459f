#pragma once

#include <unistd.h>

#include <cstdint>
#include <fstream>

namespace drover {

// How many bytes of memory this process takes now; 0 if the system does not say.
[[nodiscard]] inline std::uint64_t memory_in_use() {
#ifdef __EMSCRIPTEN__
  // All of it, from its beginning.
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
