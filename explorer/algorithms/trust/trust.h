#pragma once

// SPORE ([SPORE] Algorithm 1); without symmetric threads it is TruSt. (Helping only adds that
// `help` calls may leave the graph, giving_up.h: the automata have the annotated semantics, Remark
// 1.)
//
// A read tries every write it may read from. A write tries every place in coherence, and then every
// earlier read it may *revisit*: that read reads from the new write instead, and the events that
// were added after the read and are not causes of the write are deleted. A revisit is taken only
// from the one graph in which the read and the deleted events were added *maximally*
// (maximality.h), so every graph comes up exactly once.
//
// The code follows the order and the line numbers of Algorithm 1, with frames instead of recursion:
// `explore` is EXPLORE up to line 3, where its call gets a frame; `resume` continues from there to
// the next call. docs/proofs.md lists the differences from the paper.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/trust/coherence_ranks.h"
#include "explorer/algorithms/trust/dead_ends.h"
#include "explorer/algorithms/trust/departed_awaits.h"
#include "explorer/algorithms/trust/graph_changes.h"
#include "explorer/algorithms/trust/maximal_graphs.h"
#include "explorer/algorithms/trust/maximality.h"
#include "explorer/algorithms/trust/next_event.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "explorer/algorithms/trust/trust_frames.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/algorithms/working_program.h"

namespace drover::trust {

template <std::size_t Words>
class Trust {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;
  using Frames = TrustFrames<Words>;
  using Frame = typename Frames::Frame;
  using Configuration = typename Frames::Configuration;

  Trust(ProgramAutomata& automata, const TrustOptions& options,
        typename Frames::MakeChecker make_checker, ExecutionObserver& observer)
      : program_(automata, observer, options.dependencies),
        symmetry_(automata.thread_count(), options.symmetric),
        dead_ends_(program_, automata, symmetry_, options),
        next_event_(program_, symmetry_, dead_ends_.given_up(), dead_ends_.code_ahead()),
        maximal_graphs_(program_, automata.program(), symmetry_, dead_ends_, options),
        frames_(program_, std::move(make_checker)) {}
  Trust(const Trust&) = delete;
  Trust& operator=(const Trust&) = delete;

  [[nodiscard]] WorkingProgram<Words>& program() { return program_; }
  [[nodiscard]] Frames& frames() { return frames_; }

  // ---- Algorithm 1

  // False if the graph is full. All threads before `first_unfinished` have finished.
  bool explore(Configuration& at, std::size_t first_unfinished = 0) {  // 1
    const std::size_t thread = next_event_.thread(at.graph, at.checker, first_unfinished);
    if (thread != NextEvent<Words>::NoThread) return explore_thread(at, thread, first_unfinished);
    maximal_graphs_.report(at.graph, at.checker, first_unfinished);  // 2
    return true;
  }
  bool explore_thread(Configuration& at, std::size_t thread, std::size_t first_unfinished) {
    if (at.graph.is_full()) return false;
    const Slot a = next_event_.add(at.graph, at.checker, thread);  // 3
    frames_.push_event(at, a);
    frames_.top().first_unfinished = static_cast<std::uint32_t>(first_unfinished);
    return true;
  }

  // Undoes the frame's current choice and takes the next, up to the next call.
  Call resume(Frame& frame) {
    Graph& graph = frame.at->graph;
    const Slot a = frame.event;
    switch (frame.kind) {
      case FrameKind::Read:  // 4
        if (std::exchange(frame.is_taken, false)) take_back_rf(*frame.at, a, frame.mark);
        while (frame.rank > frame.lowest) {  // 5
          const Slot w = graph.at_rank(graph[a].location, --frame.rank);
          if (!waits_allow_reading(graph, a, w)) continue;
          if (!explore_if_consistent(frame, a, w, frame.mark)) continue;
          frame.is_taken = true;
          frame.has_led_on = true;
          return Call::Explore;
        }
        if (!frame.has_led_on) program_.report_dead_end();
        break;
      case FrameKind::Write:  // 6
        if (frame.is_taken) take_back_co(frame);
        if (!frame.is_revisiting) {
          if (explore_cos(frame)) return Call::Explore;  // 7
          frame.is_revisiting = true;
          frame.revisitable = frame.may_revisit ? revisitable_by(graph, a) : Bits();
        }
        while (!frame.revisitable.is_empty()) {  // 8
          const Slot r = frame.revisitable.first();
          frame.revisitable.erase(r);
          const Bits deleted = deleted_by(graph, r, a);         // 9
          if (!should_revisit(graph, r, a, deleted)) continue;  // 10
          frame.read = r;
          push_revisit(*frame.at, r, a, deleted);  // 11
          return Call::ExploreCos;
        }
        break;
      case FrameKind::Revisit:
      case FrameKind::Departure: return resume_revisit(frame);  // 11, its EXPLORECOS
      case FrameKind::Step:                                     // 12
        if (std::exchange(frame.is_taken, true)) break;
        program_.take_step(graph, a);
        return Call::Explore;  // 13
      case FrameKind::Choose:
        if (frame.rank == frame.lowest) break;
        graph[a].value = Value{--frame.rank};
        program_.take_step(graph, a);
        return Call::Explore;
    }
    graph.remove(a);
    return Call::Return;
  }

  // EXPLOREIFCONSISTENT(SetRF(G, r, w)): true if EXPLORE is to be called. `r` has no source yet.
  bool explore_if_consistent(const Frame& frame, Slot r, Slot w, std::size_t& mark) {  // 14
    Configuration& at = *frame.at;
    const Label& label = program_.label_at(at.graph, r);
    const Value value = program_.value_of(at.graph, at.graph[r].location, w);
    const bool is_update =
        label.exclusive.kind != ExclusiveValues::Kind::None && label.exclusive.contains(value);
    if (is_update && !dead_ends_.may_write(at.graph, r, w)) return false;
    const NodeId next = program_.next_node(at.graph, r, value);
    const bool is_overwritten = frame.rank != frame.last;
    if (is_overwritten && dead_ends_.has_given_up(at.graph, at.checker, r, next)) return false;
    program_.set_value(at.graph, r, value, label);
    at.graph[r].is_pending_await = next.is_none();
    at.graph.set_reads_from(r, w);
    mark = at.checker.mark();
    if (at.checker.on_read(at.graph, r)) {  // 15
      if (!next.is_none()) at.graph.set_node(at.graph[r].thread, next);
      if (is_update || !dead_ends_.is_over(at.graph, at.checker)) return true;
    }
    take_back_rf(at, r, mark);
    return false;
  }
  // EXPLOREIFCONSISTENT(SetCO(G, w, a)), where w has the frame's rank.
  bool explore_if_consistent(Frame& frame) {  // 14
    Configuration& at = *frame.at;
    const Slot a = frame.event;
    if (splits_rmw(at.graph, at.graph[a].location, frame.rank)) return false;
    set_co(frame);
    if (at.checker.on_place(at.graph, a)) {  // 15
      at.graph.set_node(at.graph[a].thread, frame.next);
      // A revisit checks this once its read has a source.
      const bool is_later = frame.kind == FrameKind::Revisit;
      if (is_later || !dead_ends_.is_over(at.graph, at.checker)) return true;
    }
    take_back_co(frame);
    return false;
  }

  // EXPLORECOS(G, a), up to the next call of EXPLORE.
  bool explore_cos(Frame& frame) {       // 16
    while (frame.rank > frame.lowest) {  // 17
      --frame.rank;
      if (explore_if_consistent(frame)) return true;
    }
    return false;
  }

  // ---- Resuming frames

  // EXPLORE(G) of lines 13 and 15, called by `frame`.
  bool explore(const Frame& frame) {
    Configuration& at = *frame.at;
    const Slot chosen = frame.kind == FrameKind::Revisit ? frame.read : frame.event;
    const auto& event = at.graph[chosen];
    // The write of a read-modify-write directly follows its read.
    const bool is_at_once = event.kind == LabelKind::Read && event.is_exclusive_read;
    // An unspawned thread counts as finished, so a spawn resets the count.
    const std::size_t first = event.kind == LabelKind::Spawn ? 0 : frame.first_unfinished;
    return is_at_once ? explore_thread(at, event.thread, first) : explore(at, first);
  }

  // Pushes the frame of EXPLORECOS(SetRF(G \ deleted, r, a), a), line 11.
  void push_revisit(const Configuration& from, Slot r, Slot a, const Bits& deleted) {
    if (dead_ends_.leaves(from.graph, from.checker, r, a)) {
      push_departure(frames_, from, r, a, deleted);
    } else {
      push_revisited(frames_, from, r, a, deleted);
    }
  }

  // EXPLORECOS(SetRF(G \ deleted, r, a), a), line 11.
  //
  // Differs from the paper: the write takes its place before the read reads from it, as in appendix
  // E.3, and each of the two steps must be consistent (docs/proofs.md). `seen`, the write of the
  // read's lowest rank, is computed before the write has a place.
  Call resume_revisit(Frame& frame) {
    Configuration& at = *frame.at;
    const bool is_departure = frame.kind == FrameKind::Departure;
    const Slot r = frame.read;
    const Slot a = frame.event;
    if (frame.is_taken) {
      if (!is_departure) take_back_rf(at, r, frame.read_mark);
      take_back_co(frame);
    }
    while (explore_cos(frame)) {
      if (is_departure) return Call::Explore;
      const LocationId location = at.graph[a].location;
      const bool is_seen_before =
          at.graph.coherence_rank(location, frame.seen) < at.graph.coherence_rank(location, a);
      if (is_seen_before && explore_if_consistent(frame, r, a, frame.read_mark)) {
        return Call::Explore;
      }
      take_back_co(frame);
    }
    return Call::Return;
  }

 private:
  WorkingProgram<Words> program_;
  SymmetryBefore symmetry_;
  DeadEnds<Words> dead_ends_;
  NextEvent<Words> next_event_;
  MaximalGraphs<Words> maximal_graphs_;
  Frames frames_;
};

}  // namespace drover::trust
