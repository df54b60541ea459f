// The second reference explorer: runs an operational machine (store_machine.cpp) in every way. It
// does not use axioms; it shares with `enumerate` only automata, graphs and labels.
//
// When no move is possible, the threads that wait at an await read memory once more: these are the
// stuck reads of blocked executions.
//
// The search keeps the states it has visited.

#include "explorer/algorithms/reference/interleave.h"

#include <unordered_set>
#include <utility>
#include <vector>

#include "explorer/algorithms/reference/store_machine.h"
#include "explorer/graph/graph_hash.h"

namespace drover::reference {

namespace {

class Interleaving : public Search {
 public:
  Interleaving(ProgramAutomata& automata, StoreBuffers buffers, RunControl& control,
               ExecutionObserver& observer)
      : machine_(automata, buffers),
        thread_count_(automata.thread_count()),
        control_(control),
        observer_(observer) {}

  SearchEnd run() override {
    while (!pending_.empty() && !control_.should_stop_now(pending_.back().graph.size())) {
      MachineState state = std::move(pending_.back());
      pending_.pop_back();
      explore(std::move(state));
    }
    return SearchEnd::Done;
  }
  std::optional<Bytes> split() override { return std::nullopt; }

 private:
  void forget() override {
    pending_.clear();
    visited_.clear();
  }
  void start() override { pending_.push_back(machine_.start()); }
  [[nodiscard]] bool load_from(ByteReader& /*in*/) override { return false; }

  void explore(MachineState state) {
    if (state.graph.size() > MaxReferenceEvents) {
      control_.stop(StopReason::TooManyEvents);
      return;
    }
    if (!visited_.insert(hash_graph(state.graph, CoherencePart::Included)).second) return;
    bool moved = false;
    for (std::size_t t = 0; t < thread_count_; ++t) {
      const ThreadId thread(t);
      for (std::size_t i = 0; i < state.buffers[t].size(); ++i) {
        moved |= try_move(state, {thread, i});
      }
      moved |= try_move(state, {thread});
    }
    if (!moved) report(std::move(state));
  }

  bool try_move(const MachineState& state, MachineMove move) {
    std::optional<MachineState> next = machine_.after(state, move);
    if (!next) return false;
    pending_.push_back(*std::move(next));
    return true;
  }

  void report(MachineState state) {
    machine_.finish(state);
    observer_.on_execution({state.graph, state.nodes, state.ends});
  }

  StoreMachine machine_;
  std::size_t thread_count_;
  RunControl& control_;
  ExecutionObserver& observer_;
  std::vector<MachineState> pending_;
  std::unordered_set<GraphHash> visited_;
};

}  // namespace

std::unique_ptr<Search> make_interleaving(ProgramAutomata& automata, StoreBuffers buffers,
                                          RunControl& control, ExecutionObserver& observer) {
  return std::make_unique<Interleaving>(automata, buffers, control, observer);
}

}  // namespace drover::reference
