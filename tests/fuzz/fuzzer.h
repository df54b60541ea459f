#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "tests/fuzz/outcome.h"

namespace drover::fuzz {

// The entry point of libFuzzer: a fault is a crash, and so is an input that takes long.
// Time is measured as processor time, since libFuzzer's own measure depends on the load of the
// machine.
inline int run(Outcome (*target)(const std::string&), const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t MaxSize = 4096;
  if (size > MaxSize) return 0;
  constexpr std::clock_t MaxSeconds = 2;
  const std::clock_t begin = std::clock();
  Outcome outcome = target(std::string(reinterpret_cast<const char*>(data), size));
  const std::clock_t used = (std::clock() - begin) / CLOCKS_PER_SEC;
  if (outcome.fault.empty() && used >= MaxSeconds) {
    outcome.fault = "took " + std::to_string(used) + " s";
  }
  if (outcome.fault.empty()) return 0;
  std::fprintf(stderr, "%s\n", outcome.fault.c_str());
  std::abort();
}

}  // namespace drover::fuzz
