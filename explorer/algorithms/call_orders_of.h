#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "explorer/graph/call_orders.h"
#include "explorer/graph/working_graph.h"

namespace drover {

// Finds the calls of a working graph and their orders: what histories/history.h and
// histories/client_orders.h find on an ExecutionGraph, in one pass over the events. Keeps its
// tables between graphs, to avoid allocations.
template <std::size_t Words>
class CallOrderFinder {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // `hb_of(slot)` returns all events that happen before an event. False if the graph has too many
  // calls, or a client that learns something outside of them.
  template <typename HbOf>
  [[nodiscard]] bool find(const Graph& graph, const CallQuestion& question, const HbOf& hb_of,
                          CallOrders& out) {
    const auto order_of = [&](EventOrder order, Slot event) -> Bits {
      return order == EventOrder::ReadsFrom ? graph[event].porf : hb_of(event);
    };
    if (!find_calls(graph, question, out) || has_client_reads(graph)) return false;
    const std::size_t count = out.calls.size();
    out.rows.assign(count, {});
    const std::size_t locations = graph.location_count();
    first_.assign(count * locations, NoKey);
    last_.assign(count * locations, 0);
    for (std::size_t call = 0; call < count; ++call) {
      for (std::size_t other = 0; other < count; ++other) {
        const bool is_before =
            ends_[other] != NoEvent && graph[begins_[call]].po.contains(ends_[other]);
        if (is_before) out.rows[call].before |= bit(other);
      }
      if (ends_[call] == NoEvent) continue;
      const Bits known = order_of(question.knowledge, ends_[call]);
      out.rows[call].known = begins_in(known);
      out.rows[call].causes = begins_in(order_of(question.causes, ends_[call]));
      known.for_each([&](Slot event) {
        const std::uint32_t key = key_of(graph, event);
        if (key == NoKey) return;
        std::uint32_t& last = last_[call * locations + graph[event].location.value];
        last = std::max(last, key);
      });
    }
    graph.events().for_each([&](Slot event) {
      const std::uint32_t key = key_of(graph, event);
      if (key == NoKey) return;
      const Bits before = order_of(question.knowledge, event);
      for (std::size_t call = 0; call < count; ++call) {
        if (!before.contains(begins_[call])) continue;
        std::uint32_t& first = first_[call * locations + graph[event].location.value];
        first = std::min(first, key);
      }
    });
    for (std::size_t call = 0; call < count; ++call) {
      for (std::size_t other = 0; other < count; ++other) {
        if (clash(other * locations, call * locations, locations)) {
          out.rows[call].clashes |= bit(other);
        }
      }
    }
    return true;
  }

 private:
  static constexpr std::uint32_t NoKey = std::numeric_limits<std::uint32_t>::max();

  [[nodiscard]] static constexpr std::uint32_t bit(std::size_t call) {
    return std::uint32_t{1} << call;
  }

  bool find_calls(const Graph& graph, const CallQuestion& question, CallOrders& out) {
    out.calls.clear();
    begins_.clear();
    ends_.clear();
    inside_.clear();
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      std::size_t depth = 0;
      for (const Slot slot : graph.thread(t).events) {
        const auto& event = graph[slot];
        if (event.kind != LabelKind::Mark) {
          if (depth > 0) inside_.insert(slot);
          continue;
        }
        const MarkKind kind = question.kind_of_mark(t, event.node);
        if (kind == MarkKind::Begin && depth++ == 0) {
          if (begins_.size() == CallOrders::MaxCalls) return false;
          out.calls.push_back({static_cast<std::uint32_t>(t), event.node, NodeId::none()});
          begins_.push_back(slot);
          ends_.push_back(NoEvent);
        } else if (kind == MarkKind::End && depth > 0 && --depth == 0) {
          out.calls.back().end = event.node;
          ends_.back() = slot;
        }
      }
    }
    return true;
  }

  // True if some thread may learn something from another outside of the calls, other than by spawn
  // and join.
  [[nodiscard]] bool has_client_reads(const Graph& graph) const {
    return (graph.events() - inside_).any_of([&](Slot slot) {
      const auto& event = graph[slot];
      return event.kind == LabelKind::Read && event.reads_from < NoEvent &&
             !inside_.contains(event.reads_from) && graph[event.reads_from].thread != event.thread;
    });
  }

  [[nodiscard]] std::uint32_t begins_in(const Bits& events) const {
    std::uint32_t calls = 0;
    for (std::size_t i = 0; i < begins_.size(); ++i) {
      if (events.contains(begins_[i])) calls |= bit(i);
    }
    return calls;
  }

  // Two accesses of a location are in (rf ∪ co ∪ fr)+ if the first has the lower key. NoKey: the
  // event is no access, or one without a source.
  [[nodiscard]] static std::uint32_t key_of(const Graph& graph, Slot slot) {
    const auto& event = graph[slot];
    if (event.kind == LabelKind::Write) return 2 * event.rank;
    if (event.kind != LabelKind::Read || event.reads_from == NoEvent) return NoKey;
    return event.reads_from == InitialWrite ? 1 : 2 * graph[event.reads_from].rank + 1;
  }

  [[nodiscard]] bool clash(std::size_t first, std::size_t last, std::size_t locations) const {
    for (std::size_t i = 0; i < locations; ++i) {
      if (first_[first + i] < last_[last + i]) return true;
    }
    return false;
  }

  std::vector<Slot> begins_;  // by call
  std::vector<Slot> ends_;
  Bits inside_;  // events of calls
  // By call and location: the least key of accesses that know its begin, and the greatest of those
  // that are known at its end.
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> last_;
};

}  // namespace drover
