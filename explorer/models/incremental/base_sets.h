#pragma once

#include <cstddef>

#include "explorer/cat/code.h"
#include "explorer/graph/working_graph.h"

namespace drover::incremental {

// Whether an event of a thread is in a set that cat files have without a definition. False of tags:
// those are a matter of the label.
template <std::size_t Words>
[[nodiscard]] bool is_in_base(const WorkingEvent<Words>& event, cat::Base base) {
  using cat::Base;
  const bool is_access = event.kind == LabelKind::Read || event.kind == LabelKind::Write;
  const bool has_mode = is_access || event.kind == LabelKind::Fence;
  const auto has = [&](Mode mode) { return has_mode && event.mode == mode; };
  switch (base) {
    case Base::All: return true;
    case Base::Writes: return event.kind == LabelKind::Write;
    case Base::Reads: return event.kind == LabelKind::Read;
    case Base::Fences: return event.kind == LabelKind::Fence;
    case Base::Rmw: return event.is_exclusive_read || event.is_exclusive_write;
    case Base::Failed: return event.is_failed_exclusive;
    case Base::Allocations: return event.kind == LabelKind::Alloc;
    case Base::Spawns: return event.kind == LabelKind::Spawn;
    case Base::Joins: return event.kind == LabelKind::Join;
    case Base::Frees: return event.kind == LabelKind::Free;
    case Base::Calls: return event.kind == LabelKind::Call;
    case Base::Na: return has(Mode::Na);
    case Base::Rlx: return has(Mode::Rlx);
    case Base::Acq: return has(Mode::Acq);
    case Base::Rel: return has(Mode::Rel);
    case Base::AcqRel: return has(Mode::AcqRel);
    case Base::Sc: return has(Mode::Sc) || has(Mode::Plain);
    case Base::Plain: return has(Mode::Plain);
    default: return false;
  }
}

[[nodiscard]] inline bool has_tag(const TagSet& tags, cat::Base base) {
  bool has = false;
  if (base < cat::Base::FirstTag || tags.is_empty()) return has;
  tags.for_each([&](Tag tag) { has |= cat::base_of(tag) == base; });
  return has;
}

// Whether an event with these tags is in a set that is made of such sets alone.
template <std::size_t Words>
[[nodiscard]] bool is_in_set(const cat::Code& code, cat::NodeIndex set,
                             const WorkingEvent<Words>& event, const TagSet& tags) {
  using cat::Operation;
  const cat::Node& at = code.nodes[set];
  const auto has = [&](cat::NodeIndex part) { return is_in_set(code, part, event, tags); };
  switch (at.operation) {
    case Operation::Base:
      return at.base < cat::Base::FirstTag ? is_in_base(event, at.base) : has_tag(tags, at.base);
    case Operation::Union: return has(at.a) || has(at.b);
    case Operation::Intersection: return has(at.a) && has(at.b);
    case Operation::Difference: return has(at.a) && !has(at.b);
    case Operation::Complement: return !has(at.a);
    default: return false;
  }
}

}  // namespace drover::incremental
