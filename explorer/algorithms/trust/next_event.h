#pragma once

// ADDNEXTEVENT of [SPORE] Algorithm 1: chooses the next thread, the leftmost that can go on, and
// adds its event. A thread that would wait at an await, or give up at another read (giving_up.h),
// is passed over while others can go on: a later write would revisit its read anyway.
//
// Differs from the paper: Remark 2 demands the leftmost of the threads whose next events match, so
// that the twin of an event is in the graph before the event. Here a thread that lacks a twin waits
// for the thread that was passed over, which preserves this order (Lemma 5, docs/proofs.md). When
// no thread can write any more (code_ahead.h), waiting is useless: the leftmost thread goes on as
// in the paper, unless its next event is a read that has left the graph.

#include <cstddef>

#include "explorer/algorithms/giving_up.h"
#include "explorer/algorithms/trust/code_ahead.h"
#include "explorer/algorithms/trust/departed_awaits.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "explorer/algorithms/working_program.h"
#include "semantics/program/address.h"

namespace drover::trust {

template <std::size_t Words>
class NextEvent {
 public:
  using Graph = WorkingGraph<Words>;
  using Checker = incremental::AnyChecker<Words>;
  static constexpr std::size_t NoThread = WorkingProgram<Words>::NoThread;

  // All arguments must outlive this.
  NextEvent(const WorkingProgram<Words>& program, const SymmetryBefore& symmetry,
            const GivenUpReads<Words>& given_up, const CodeAhead& code_ahead)
      : program_(program), symmetry_(symmetry), given_up_(given_up), code_ahead_(code_ahead) {}

  // Returns the first thread that can go on without waiting; if there is none, the first that must
  // wait. Threads of a role start once all earlier roles have finished. `first_unfinished`: all
  // threads before it have finished; updated to the first that has not.
  [[nodiscard]] std::size_t thread(const Graph& graph, const Checker& checker,
                                   std::size_t& first_unfinished) const {
    std::size_t t = first_unfinished;
    while (t < graph.thread_count() && program_.has_finished(graph, t)) ++t;
    first_unfinished = t;
    std::size_t first_waiting = NoThread;
    bool all_before_finished = true;
    bool is_one_passed_over = false;
    for (; t < graph.thread_count(); ++t) {
      const bool starts_role = t > 0 && graph.role(t) != graph.role(t - 1);
      if (starts_role && !all_before_finished) break;
      const LabelKind kind = program_.kind_of(graph, t);
      const bool is_held_up = is_one_passed_over && symmetry_.lacks_twin(graph, t);
      if (is_event(kind) && !program_.is_waiting(graph, t) && !is_held_up &&
          !program_.is_held(graph, t, kind)) {
        if (!would_wait(graph, checker, t) || waits_in_vain(graph, t)) return t;
        is_one_passed_over = true;
        if (first_waiting == NoThread) first_waiting = t;
      }
      all_before_finished &= kind == LabelKind::Finished;
    }
    return first_waiting;
  }

  // Adds the next event of a thread; a read gets no source yet, and a write no place.
  Slot add(Graph& graph, Checker& checker, std::size_t thread) const {
    const Label& label = program_.label_of(graph, thread);
    if (label.is_access()) graph.ensure_location(label.location);
    const Slot event = graph.add(thread, label);
    if (!symmetry_.is_empty()) find_twin(graph, event);
    checker.on_add(graph, event);
    return event;
  }

 private:
  void find_twin(Graph& graph, Slot event) const {
    if (graph[event].kind == LabelKind::Read || graph[event].kind == LabelKind::Write) {
      const Value address = program_.locations().address(graph[event].location);
      graph[event].is_private = address::is_heap(address) &&
                                address::allocating_thread(address).value == graph[event].thread;
    }
    graph.set_twin(event, symmetry_.twin_of(graph, event));
  }

  // Returns the Wait of the thread's next read, if that read has left the graph.
  [[nodiscard]] static const Wait* wait_before_next(const Graph& graph, std::size_t thread) {
    return graph.wait_at(thread, graph.thread(thread).events.size());
  }

  // True if the thread would wait: its next event is an await that the last write does not satisfy,
  // or a read that would give up.
  [[nodiscard]] bool would_wait(const Graph& graph, const Checker& checker,
                                std::size_t thread) const {
    const Label& label = program_.label_of(graph, thread);
    const bool may_give_up = !given_up_.are_awaits() && label.is_read() &&
                             code_ahead_.may_block(thread, graph.thread(thread).node);
    if (!label.is_await && !may_give_up) return false;
    // Whether a graph has room for a location depends on its history; the result must not.
    const bool has_location = label.location.value < graph.location_count();
    const Slot last = has_location ? graph.coherence_maximal(label.location) : InitialWrite;
    const Value value = program_.value_of(graph, label.location, last);
    const NodeId next = program_.next_of(thread, graph.thread(thread).node, value);
    if (given_up_.has_given_up(graph, checker, thread, next, label.location,
                               graph.last_of(thread))) {
      return true;
    }
    const Wait* wait = wait_before_next(graph, thread);
    return wait != nullptr && !leads_back(graph, *wait, last);
  }

  // True if waiting would not let the thread see a new write.
  [[nodiscard]] bool waits_in_vain(const Graph& graph, std::size_t thread) const {
    return wait_before_next(graph, thread) == nullptr &&
           code_ahead_.is_all_written(graph, graph.role(thread));
  }

  const WorkingProgram<Words>& program_;
  const SymmetryBefore& symmetry_;
  const GivenUpReads<Words>& given_up_;
  const CodeAhead& code_ahead_;
};

}  // namespace drover::trust
