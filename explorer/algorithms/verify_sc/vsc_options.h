#pragma once

namespace drover::vsc {

// The heuristics of [RVF] §4.2. None changes the answer.
struct VscOptions {
  bool greedy = true;     // (1): reads and unwanted writes are executed at once
  bool closure = true;    // (2)
  bool use_guide = true;  // (3)

  bool operator==(const VscOptions&) const = default;
};

}  // namespace drover::vsc
