#pragma once

#include <cstdint>

namespace drover::vsc {

struct VscCounters {
  std::uint64_t instances = 0;
  std::uint64_t refuted_by_closure = 0;
  std::uint64_t states = 0;  // witness states visited
  double seconds = 0;
};

}  // namespace drover::vsc
