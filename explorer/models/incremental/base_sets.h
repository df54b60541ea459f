#pragma once

#include <cstddef>

#include "explorer/cat/code.h"
#include "explorer/graph/working_graph.h"

namespace drover::incremental {

template <std::size_t Words>
[[nodiscard]] EventClass class_of(const WorkingEvent<Words>& event) {
  return {.kind = event.kind,
          .mode = event.mode,
          .is_exclusive_read = event.is_exclusive_read,
          .is_exclusive_write = event.is_exclusive_write,
          .is_failed_exclusive = event.is_failed_exclusive};
}
[[nodiscard]] inline bool has_tag(const TagSet& tags, Base base) {
  return base >= Base::FirstTag && tags.contains(tag_of(base));
}

// True if an event with these tags is in a set built from such sets alone.
[[nodiscard]] inline bool is_in_set(const cat::Code& code, cat::NodeIndex set,
                                    const EventClass& event, const TagSet& tags) {
  using cat::Operation;
  const cat::Node& at = code.nodes[set];
  const auto has = [&](cat::NodeIndex part) { return is_in_set(code, part, event, tags); };
  switch (at.operation) {
    case Operation::Base: return is_among(at.base, sets_of(event)) || has_tag(tags, at.base);
    case Operation::Union: return has(at.a) || has(at.b);
    case Operation::Intersection: return has(at.a) && has(at.b);
    case Operation::Difference: return has(at.a) && !has(at.b);
    case Operation::Complement: return !has(at.a);
    default: return false;
  }
}

}  // namespace drover::incremental
