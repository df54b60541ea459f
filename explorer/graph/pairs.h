#pragma once

#include "semantics/program/label.h"

namespace drover {

// True for the store of a pair: a store-conditional or exclusive store that succeeds. In working
// graphs it comes directly after the load of its pair (buffering_obstacle, explorer/plan).
[[nodiscard]] inline bool is_store_of_pair(const Label& label) {
  return label.is_write() && !label.is_exclusive_write && label.tags.contains(Tag::Exclusive);
}

}  // namespace drover
