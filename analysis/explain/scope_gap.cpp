#include "analysis/explain/scope_gap.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "explorer/graph/scopes.h"
#include "semantics/program/instruction_tags.h"

namespace drover::explain {

namespace {

std::size_t innermost_shared(ThreadId a, ThreadId b, const Topology& topology) {
  std::size_t level = topology.levels.size();
  while (level-- > 1) {
    if (topology.share(a, b, level)) return level;
  }
  return 0;
}

class ScopeGapFinder {
 public:
  explicit ScopeGapFinder(const ExecutionGraph& graph)
      : graph_(graph), topology_(*graph.topology()) {}

  std::vector<ScopeGap> find() {
    for (const EventId read : graph_.ids()) {
      const Event& reader = graph_.event(read);
      if (!reader.label.is_read() || reader.reads_from.is_none()) continue;
      add_pair(reader.reads_from, read, true);
    }
    for (const EventId read : graph_.ids()) {
      if (!graph_.event(read).label.is_access()) continue;
      for (const EventId write : graph_.writes_to(graph_.event(read).label.location)) {
        add_pair(write, read, false);
      }
    }
    return std::move(gaps_);
  }

 private:
  // The pair may communicate in one direction or the other.
  void add_pair(EventId one, EventId other, bool is_read_from) {
    const Event& first = graph_.event(one);
    const Event& second = graph_.event(other);
    if (first.is_initial() || second.is_initial() || first.thread == second.thread) return;
    for (const auto& [event, thread] :
         {std::pair(&first, second.thread), std::pair(&second, first.thread)}) {
      const EventId access = event == &first ? one : other;
      for (const EventId id : graph_.events_of(event->thread)) {
        if (id == access || graph_.event(id).label.is_fence()) add(id, thread, is_read_from);
      }
    }
  }
  void add(EventId id, ThreadId other, bool is_read_from) {
    const Event& event = graph_.event(id);
    const std::optional<std::size_t> level = scope_of(event.label, topology_);
    if (!level || topology_.share(event.thread, other, *level)) return;
    const std::size_t needed = innermost_shared(event.thread, other, topology_);
    const auto same = std::ranges::find_if(
        gaps_, [&](const ScopeGap& gap) { return gap.narrow == id && gap.other == other; });
    if (same == gaps_.end()) gaps_.push_back({id, other, *level, needed, is_read_from});
  }

  const ExecutionGraph& graph_;
  const Topology& topology_;
  std::vector<ScopeGap> gaps_;
};

}  // namespace

std::vector<ScopeGap> find_scope_gaps(const ExecutionGraph& graph) {
  return graph.topology() == nullptr ? std::vector<ScopeGap>() : ScopeGapFinder(graph).find();
}

PlacedScope placed(const ScopeGap& gap, const ExecutionGraph& graph) {
  const Event& event = graph.event(gap.narrow);
  return {event.thread, event.label.source, gap.level, gap.needed};
}

std::vector<PlacedScope> scopes_of(const Program& program) {
  std::vector<PlacedScope> out;
  if (program.topology == nullptr) return out;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (const Instruction& each : program.threads[t].code) {
      TagSet tags;
      for_each_tags(each, [&](const TagSet& of_half) { tags = tags.with(of_half); });
      const std::optional<std::size_t> level = scope_of(tags, *program.topology);
      if (!level || tags.contains(Tag::ControlBarrier)) continue;
      const bool is_known = std::ranges::any_of(out, [&](const PlacedScope& scope) {
        return scope.thread == ThreadId(t) && scope.source.begin == each.source.begin;
      });
      if (!is_known) out.push_back({ThreadId(t), each.source, *level, *level});
    }
  }
  return out;
}

Program with_scopes(Program program, const std::vector<PlacedScope>& changes) {
  for (const PlacedScope& change : changes) {
    const auto set = [&](TagSet& tags) {
      tags = with_scope(tags, change.level, change.other, *program.topology);
    };
    for (Instruction& each : program.threads[change.thread.value].code) {
      if (each.source.begin != change.source.begin) continue;
      for_each_tags(each, set);
    }
  }
  return program;
}

}  // namespace drover::explain
