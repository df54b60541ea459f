#include "explorer/algorithms/lost_memory.h"

#include <algorithm>

#include "semantics/program/address.h"

namespace drover {

void LostMemory::clear() {
  blocks_.clear();
  frees_.clear();
  pointers_.clear();
}

void LostMemory::add_allocation(Value address, AllocationSite site) {
  if (locations_->is_owned(address)) {
    blocks_.push_back({.base = address::base(address), .site = site});
  }
}

void LostMemory::add_free(Value address) {
  if (address::is_heap(address)) frees_.push_back(address::base(address));
}

void LostMemory::add_cell(Value address, Value content) {
  if (!address::is_heap(content)) return;
  const Value to = address::base(content);
  if (!address::is_heap(address)) {
    pointers_.push_back({.from = 0, .to = to});
  } else if (locations_->is_owned(address)) {  // other cells ended with their function or thread
    pointers_.push_back({.from = address::base(address), .to = to});
  }
}

LostMemory::Block* LostMemory::block_at(Value base) {
  const auto at = std::ranges::lower_bound(blocks_, base, {}, &Block::base);
  return at != blocks_.end() && at->base == base ? &*at : nullptr;
}

std::vector<AllocationSite> LostMemory::find() {
  std::ranges::sort(blocks_, {}, &Block::base);
  for (const Value base : frees_) {
    if (Block* block = block_at(base)) block->is_freed = true;
  }
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const Pointer& pointer : pointers_) {
      const Block* from = pointer.from == 0 ? nullptr : block_at(pointer.from);
      const bool leads =
          pointer.from == 0 || (from != nullptr && from->is_reached && !from->is_freed);
      Block* to = leads ? block_at(pointer.to) : nullptr;
      if (to == nullptr || to->is_reached) continue;
      to->is_reached = true;
      has_changed = true;
    }
  }
  std::vector<AllocationSite> lost;
  for (const Block& block : blocks_) {
    if (!block.is_freed && !block.is_reached) lost.push_back(block.site);
  }
  return lost;
}

void describe_memory(const ExecutionGraph& graph, LostMemory& memory) {
  for (const Event& event : graph.events()) {
    if (event.is_initial()) continue;
    if (event.label.kind == LabelKind::Alloc) {
      memory.add_allocation(event.label.value, {event.thread, event.node});
    }
    if (event.label.kind == LabelKind::Free) memory.add_free(event.label.value);
  }
  for (const LocationId location : graph.locations()) {
    const EventId last = graph.coherence_maximal(location);
    if (last.is_none() || graph.event(last).is_initial()) continue;
    memory.add_cell(memory.locations().address(location), graph.event(last).value);
  }
}

}  // namespace drover
