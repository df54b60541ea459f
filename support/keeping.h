#pragma once

#include <functional>

namespace drover {

// Saves a state of a run about every `every_seconds`.
template <class State>
struct Keeping {
  std::function<void(const State&)> write;
  double every_seconds = 60;
};

}  // namespace drover
