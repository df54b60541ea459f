// The base relations of machines with scopes: GPUs.
#include <algorithm>
#include <utility>
#include <vector>

#include "explorer/graph/base_values.h"
#include "explorer/graph/scopes.h"
#include "semantics/program/scope_tag.h"
#include "support/format.h"

namespace drover {

std::optional<std::size_t> scope_of(const Label& label, const Topology& topology) {
  return scope_of(label.tags, topology);
}

std::optional<std::size_t> scope_of(const TagSet& tags, const Topology& topology) {
  for (const auto& [tag, level] : ScopeTags) {
    const std::size_t depth = topology.depth_of(level);
    if (tags.contains(tag) && depth < topology.levels.size()) return depth;
  }
  return std::nullopt;
}

TagSet with_scope(const TagSet& tags, std::size_t level, const Topology& topology) {
  const TagSet old = scopes_among(tags);
  if (old.is_empty()) return tags;
  TagSet out = tags;
  old.for_each([&](Tag tag) { out = out.without(tag); });
  return out.with(scope_tag(topology.levels[level]));
}

TagSet with_scope(const TagSet& tags, std::size_t from, std::size_t to, const Topology& topology) {
  return scope_of(tags, topology) == from ? with_scope(tags, to, topology) : tags;
}

std::string place_text(ThreadId thread, const Topology& topology) {
  std::string out;
  for (std::size_t level = topology.levels.size(); level-- > 1;) {
    if (!out.empty()) out += ", ";
    out += format("{} {}", topology.levels[level], topology.places[thread.value][level]);
  }
  return out;
}

namespace {

std::string_view level_of(Base base) {
  switch (base) {
    case Base::SameCta: return "cta";
    case Base::SameSubgroup: return "sg";
    case Base::SameWorkgroup: return "wg";
    case Base::SameQueueFamily: return "qf";
    default: return "dev";
  }
}

// A control barrier that was passed.
struct PassedBarrier {
  EventId event;
  ThreadId thread;
  const BarrierSite* site = nullptr;
  Value resource = 0;
  bool synchronises = true;
};

// The event of a barrier follows the choice of its way.
std::vector<PassedBarrier> passed_barriers(const ExecutionGraph& graph) {
  std::vector<PassedBarrier> passed;
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const std::span<const EventId> events = graph.events_of(ThreadId(t));
    for (std::size_t i = 0; i + 1 < events.size(); ++i) {
      const Event& choice = graph.event(events[i]);
      if (!choice.label.is_of_barrier) continue;
      const BarrierSite& site = graph.topology()->barriers[choice.label.detail];
      const auto way = static_cast<BarrierWay>(choice.value);
      if (way == BarrierWay::Stops) continue;
      passed.push_back({.event = events[i + 1],
                        .thread = ThreadId(t),
                        .site = &site,
                        .resource = choice.label.value,
                        .synchronises = !site.quorum || way == BarrierWay::Synchronises});
    }
  }
  return passed;
}

bool belong_together(const PassedBarrier& a, const PassedBarrier& b, const Topology& topology) {
  if (a.site->instance != b.site->instance) return false;
  if (a.site->has_resource != b.site->has_resource || a.resource != b.resource) return false;
  return topology.share(a.thread, b.thread, topology.depth_of(topology.barrier_level));
}

}  // namespace

void BaseValues::fill_scoped(Base base, Relation& out) const {
  const Topology* topology = graph_->topology();
  if (base == Base::FenceOrder) {
    if (const ChosenOrders* orders = graph_->orders()) out = orders->fences;
    return;
  }
  if (topology == nullptr) return;
  if (base == Base::BarrierSync) {
    const std::vector<PassedBarrier> passed = passed_barriers(*graph_);
    for (const PassedBarrier& from : passed) {
      for (const PassedBarrier& to : passed) {
        const bool is_same = from.event == to.event;
        const bool leads = is_same || (from.synchronises && to.site->waits &&
                                       belong_together(from, to, *topology));
        if (leads) out.insert(at(from.event), at(to.event));
      }
    }
    return;
  }
  const auto is_related = [&](const Event& a, const Event& b) {
    switch (base) {
      case Base::VirtualLoc:
        return a.label.is_access() && b.label.is_access() && a.label.location == b.label.location &&
               a.label.alias == b.label.alias;
      case Base::SystemSync:
        return !a.is_initial() && !b.is_initial() &&
               std::ranges::find(topology->system_order, std::pair(a.thread, b.thread)) !=
                   topology->system_order.end();
      case Base::ScopesReach: {
        const auto one = scope_of(a.label, *topology);
        const auto other = scope_of(b.label, *topology);
        return one && other && topology->share(a.thread, b.thread, std::max(*one, *other));
      }
      default: break;
    }
    if (a.is_initial() || b.is_initial()) return false;
    // In Vulkan there is one device.
    const bool is_one = base == Base::SameDevice && topology->levels.front() == "dv";
    return is_one || topology->share(a.thread, b.thread, topology->depth_of(level_of(base)));
  };
  for (std::size_t i = 0; i < event_count(); ++i) {
    for (std::size_t j = 0; j < event_count(); ++j) {
      const bool is_pair = is_related(graph_->event(EventId(i)), graph_->event(EventId(j)));
      if (is_pair) out.insert(at(EventId(i)), at(EventId(j)));
    }
  }
}

}  // namespace drover
