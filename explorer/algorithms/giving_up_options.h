#pragma once

#include <cstdint>

namespace drover {

// The reads that leave the graph if their threads give up (giving_up.h).
enum class GivingUp : std::uint8_t {
  Stays,            // only awaits leave
  LeavesVariables,  // also reads of shared variables whose accesses are all atomic
  AfterCauses,      // also reads of the heap after the allocation in po ∪ rf
  AfterAllocation   // also reads of the heap after the allocation in happens-before
};

// `help` calls stay, or leave with the reads before them.
enum class GivenUpHelp : std::uint8_t { Stays, Leaves };

}  // namespace drover
