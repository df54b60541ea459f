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

}  // namespace drover::incremental
