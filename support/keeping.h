#pragma once

#include <functional>

namespace drover {

// Somebody who keeps a state: now and then, and when it is asked for.
template <class State>
struct Keeping {
  std::function<void(const State&)> write;
  double every_seconds = 60;
};

}  // namespace drover
