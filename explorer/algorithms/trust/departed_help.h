#pragma once

// Checks the annotations of `help` calls that left the graph with reads that gave up (giving_up.h),
// or in stale graphs. Lemma 9 (docs/proofs.md) says how the explored executions show a wrong
// annotation. The check reports a doubt, not an error: some conditions are strengthened for
// simplicity. A doubt makes the exploration void; it restarts and keeps all `help` calls in their
// graphs.
//
// Executions in which a thread was cut or has failed are skipped, as in the judge: they report an
// error, or the exploration is incomplete.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/algorithms/working_program.h"
#include "semantics/program/address.h"
#include "semantics/program/control_flow.h"

namespace drover::trust {

template <std::size_t Words>
class DepartedHelp {
 public:
  using Graph = WorkingGraph<Words>;

  // Both must outlive this.
  DepartedHelp(const WorkingProgram<Words>& program, const Program& source,
               const TrustOptions& options)
      : program_(program),
        rule_(options.annotation_rule),
        heap_is_harmless_(options.giving_up == GivingUp::AfterCauses ||
                          options.giving_up == GivingUp::AfterAllocation),
        atomic_cells_(options.atomic_cells) {
    if (options.given_up_help == GivenUpHelp::Stays) return;
    for (const Thread& thread : source.threads) leads_to_help_.push_back(ways_to_help(thread));
  }

  // True if the maximal graph, which is not stale, leaves a `help` call in doubt.
  [[nodiscard]] bool is_in_doubt(const Graph& graph) {
    if (leads_to_help_.empty()) return false;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      const LabelKind kind = program_.kind_of(graph, t);
      if (kind == LabelKind::Cut || kind == LabelKind::Error) return false;
    }
    steps_ = 0;
    find_mains(graph);
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      for (const Slot slot : graph.thread(t).events) {
        if (graph[slot].kind != LabelKind::Read) continue;
        first_ = slot;
        if (follow(graph, t, graph[slot].node)) return true;
      }
    }
    return false;
  }

 private:
  // The source of a read that has left or may have left, and the read's mode.
  struct Reading {
    LocationId location;
    Slot write = NoEvent;
    Mode mode = Mode::Plain;
  };
  // A limit on the ways to give up in one execution; beyond it the call is in doubt.
  static constexpr std::size_t MaxSteps = 1'000'000;

  // By instruction: true if reads, fences and local steps can lead from it to a `help` call.
  static std::vector<bool> ways_to_help(const Thread& thread) {
    const ControlFlow flow(thread);
    std::vector<bool> leads(thread.code.size(), false);
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (std::size_t i = flow.order().size(); i > 0; --i) {
        const InstructionIndex at = flow.order()[i - 1];
        if (leads[at] || !(is_help(thread.code[at]) || may_be_passed(thread.code[at]))) continue;
        leads[at] = is_help(thread.code[at]) ||
                    std::ranges::any_of(flow.successors(at),
                                        [&](InstructionIndex next) { return leads[next]; });
        has_changed |= leads[at];
      }
    }
    return leads;
  }
  static bool is_help(const Instruction& instruction) {
    const auto* call = std::get_if<CallMarker>(&instruction.body);
    return call != nullptr && !call->is_main;
  }
  // True if the instruction may act as a read, a fence or a local step. A failing compare-and-swap
  // is a read.
  static bool may_be_passed(const Instruction& instruction) {
    return !std::holds_alternative<Store>(instruction.body) &&
           !std::holds_alternative<ReadModifyWrite>(instruction.body) &&
           !std::holds_alternative<Allocate>(instruction.body) &&
           !std::holds_alternative<Deallocate>(instruction.body) &&
           !std::holds_alternative<Choose>(instruction.body) &&
           !std::holds_alternative<Spawn>(instruction.body) &&
           !std::holds_alternative<Join>(instruction.body) &&
           !std::holds_alternative<CallMarker>(instruction.body);
  }

  void find_mains(const Graph& graph) {
    mains_.clear();
    graph.events().for_each([&](Slot slot) {
      const auto& event = graph[slot];
      if (event.kind == LabelKind::Call && event.is_main_call) mains_.push_back(slot);
    });
  }

  // True if a `help` call is in doubt on some path from `node` to a block.
  bool follow(const Graph& graph, std::size_t thread, NodeId node) {
    if (++steps_ > MaxSteps) return true;
    const LabelKind kind = program_.kind_at(thread, node);
    if (kind == LabelKind::Block) return is_one_in_doubt(graph, thread);
    const Label& label = program_.label_at(thread, node);
    if (calls_.empty() && !leads_to_help_[thread][program_.instruction_at(thread, node)]) {
      return false;
    }
    if (kind == LabelKind::Fence) return follow(graph, thread, program_.next_of(thread, node, 0));
    if (kind == LabelKind::Call && !label.is_main_call) {
      calls_.push_back(node);
      const bool is_found = follow(graph, thread, program_.next_of(thread, node, 0));
      calls_.pop_back();
      return is_found;
    }
    return kind == LabelKind::Read && follow_read(graph, thread, node, label);
  }

  bool follow_read(const Graph& graph, std::size_t thread, NodeId node, const Label& label) {
    const bool is_known = label.location.value < graph.location_count();
    const std::size_t last = is_known ? graph.location(label.location).coherence.size() : 0;
    const std::size_t lowest = is_known ? lowest_rank(graph, thread, label.location) : 0;
    for (std::size_t rank = lowest; rank <= last; ++rank) {
      const Slot write = rank == 0 ? InitialWrite : graph.at_rank(label.location, rank);
      if (write != InitialWrite && graph[write].porf.contains(first_)) continue;
      // The source of the first read in the graph is already followed from the node after the read.
      if (readings_.empty() && graph[first_].reads_from == write) continue;
      const Value value = program_.value_of(graph, label.location, write);
      if (label.exclusive.contains(value)) continue;
      const NodeId next = program_.next_of(thread, node, value);
      readings_.push_back({label.location, write, label.mode_when_reading(value)});
      const bool is_found = next.is_none() ? is_one_in_doubt(graph, thread)  // an await that waits
                                           : follow(graph, thread, next);
      readings_.pop_back();
      if (is_found) return true;
    }
    return false;
  }

  // Returns the rank of the last write to the location that the thread has read or written on the
  // path.
  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, std::size_t thread,
                                        LocationId location) const {
    for (std::size_t i = readings_.size(); i-- > 0;) {
      if (readings_[i].location != location) continue;
      return graph.coherence_rank(location, readings_[i].write);
    }
    const auto& events = graph.thread(thread).events;
    for (std::size_t i = graph[first_].index; i-- > 0;) {
      const auto& event = graph[events[i]];
      const bool is_write = event.kind == LabelKind::Write;
      if ((!is_write && event.kind != LabelKind::Read) || event.location != location) continue;
      return graph.coherence_rank(location, is_write ? events[i] : event.reads_from);
    }
    return 0;
  }

  [[nodiscard]] bool is_one_in_doubt(const Graph& graph, std::size_t thread) const {
    return std::ranges::any_of(calls_, [&](NodeId node) {
      const AnnotatedCall& call = program_.call_at(thread, node);
      return std::ranges::none_of(mains_, [&](Slot main) {
        const AnnotatedCall& owner = program_.call_at(graph[main].thread, graph[main].node);
        return owner.function == call.function && owner.arguments == call.arguments &&
               is_observed(graph, thread, main) && is_rightly_annotated(graph, main);
      });
    });
  }

  static Mode sc_if_plain(Mode mode) { return mode == Mode::Plain ? Mode::Sc : mode; }

  // Def. 3.3: the thread has read the write directly before the `main` call; D.3 (c): that read
  // synchronises.
  [[nodiscard]] bool is_observed(const Graph& graph, std::size_t thread, Slot main) const {
    const Slot write = graph.previous_of(main);
    if (write == NoEvent || graph[write].kind != LabelKind::Write) return false;
    const Mode written = sc_if_plain(graph[write].mode);
    const auto observes = [&](Slot source, Mode mode) {
      if (source != write) return false;
      if (rule_ == AnnotationRule::Causal) return true;
      return at_least(written, Mode::Rel) && at_least(sc_if_plain(mode), Mode::Acq) &&
             (written != Mode::Sc || sc_if_plain(mode) == Mode::Sc);
    };
    if (std::ranges::any_of(readings_,
                            [&](const Reading& read) { return observes(read.write, read.mode); })) {
      return true;
    }
    for (const Slot event : graph.thread(thread).events) {
      if (event == first_) return false;
      const auto& read = graph[event];
      if (read.kind == LabelKind::Read && observes(read.reads_from, read.mode)) return true;
    }
    return false;
  }

  // The conditions that do not depend on the helping thread.
  [[nodiscard]] bool is_rightly_annotated(const Graph& graph, Slot main) const {
    Slot swap = graph.next_of(main);
    for (;; swap = graph.next_of(swap)) {
      if (swap == NoEvent || graph[swap].kind != LabelKind::Read) return false;
      if (!is_harmless(graph, main, graph[swap].location)) return false;
      if (program_.label_at(graph, swap).exclusive.kind == ExclusiveValues::Kind::One) break;
    }
    return has_source(graph, main, swap) &&
           (rule_ == AnnotationRule::Causal || releases_alike(graph, main, swap));
  }

  // Lemma D.5: every accessed cell is allocated, not freed, and free of races.
  [[nodiscard]] bool is_harmless(const Graph& graph, Slot main, LocationId location) const {
    const Value at = program_.locations().address(location);
    if (!address::is_heap(at)) return atomic_cells_[address::object(at)][address::cell(at)];
    const Value last = program_.locations().last_byte(location);
    return heap_is_harmless_ && graph[main].po.any_of([&](Slot slot) {
      const auto& event = graph[slot];
      return event.kind == LabelKind::Alloc && event.value == address::base(last) &&
             Value{address::cell(last)} < event.size;
    });
  }

  // Def. 3.3 (b) and the last condition: the swap has a write to read from.
  [[nodiscard]] bool has_source(const Graph& graph, Slot main, Slot swap) const {
    const LocationId location = graph[swap].location;
    const Value expected = program_.label_at(graph, swap).exclusive.one;
    // Only the last write of the value can have no later write of the same value.
    for (std::size_t rank = graph.location(location).coherence.size() + 1; rank-- > 0;) {
      const Slot write = graph.at_rank(location, rank);
      if (program_.value_of(graph, location, write) == expected) {
        return write == InitialWrite || graph[main].po.contains(write) ||
               !(graph.readers_of(location, write) & graph[main].po).is_empty();
      }
      if (write == InitialWrite || !graph[write].is_exclusive_write) return false;
    }
    return false;
  }

  // A swap that is not a release must not follow a release of its thread (annotations.cpp).
  [[nodiscard]] bool releases_alike(const Graph& graph, Slot main, Slot swap) const {
    const Slot write = graph.next_of(swap);
    if (!graph[swap].is_exclusive_read || write == NoEvent) return true;
    if (at_least(sc_if_plain(graph[write].mode), Mode::Rel)) return true;
    for (const Slot event : graph.thread(graph[main].thread).events) {
      if (event == main) break;
      const auto& earlier = graph[event];
      const bool may_release =
          earlier.kind == LabelKind::Fence ||
          (earlier.kind == LabelKind::Write && earlier.location == graph[swap].location);
      if (may_release && at_least(sc_if_plain(earlier.mode), Mode::Rel)) return false;
    }
    return true;
  }

  const WorkingProgram<Words>& program_;
  AnnotationRule rule_;
  bool heap_is_harmless_;  // nothing is freed, and every heap access is atomic
  std::vector<std::vector<bool>> atomic_cells_;
  std::vector<std::vector<bool>> leads_to_help_;  // by thread and instruction; empty: none leaves
  std::vector<Slot> mains_;                       // of the current graph
  // The current path:
  Slot first_ = NoEvent;           // the path begins before this read
  std::vector<NodeId> calls_;      // `help` calls on the path
  std::vector<Reading> readings_;  // sources read on the path
  std::size_t steps_ = 0;
};

}  // namespace drover::trust
