#pragma once

// Explores a program as a plan says, with one worker or with many.
//
// Each worker has automata, searches and a judge of its own, and takes items from a desk (desk.h).
// The findings of items are merged: the result does not depend on which worker explored what.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "explorer/crew/desk.h"
#include "explorer/crew/exploration_state.h"
#include "explorer/findings/findings.h"
#include "explorer/plan/explorer_options.h"
#include "explorer/plan/plan.h"
#include "explorer/work/pool.h"

namespace drover {

struct CrewReport {
  Findings findings;
  StopReason reason = StopReason::Exhausted;
  ExplorationState left;  // empty, unless the run was stopped before its end
  std::vector<std::uint64_t> events_of_workers;
  std::uint64_t items_given = 0;
};

class Crew : private work::Host {
 public:
  // All arguments must outlive this. `program` is the original program. `automata`, of the plan's
  // reduced program, are those of the first worker.
  Crew(const Program& program, const Plan& plan, const ExplorerOptions& options,
       ProgramAutomata& automata);
  ~Crew() override;

  // Runs the whole exploration, or the rest of one. Call once. If there is a cluster and the work
  // can be shared, its other processes help (headquarters.h).
  [[nodiscard]] CrewReport run(ExplorationState state);
  // Works on items of another process until there are no more. Use instead of `run`. Returns the
  // number of events of each worker.
  std::vector<std::uint64_t> run_at(Desk& desk);
  // Explores until at least `wanted` parts are left, or none. Use instead of `run`.
  [[nodiscard]] ExplorationState split(ExplorationState state, std::size_t wanted);

 private:
  class Worker;
  struct Shared;

  void help() override;
  // One thread simulates `count` workers: each in turn explores about as much as the others. They
  // share work by the same board as threads, but behave the same on every machine. This shows how
  // evenly the work of many would be divided on a machine with few processors. It ignores the cost
  // of handing over an item, and the time until a waiting thread wakes up.
  std::vector<std::uint64_t> simulate(std::size_t count);
  std::vector<std::uint64_t> work_together();

  std::unique_ptr<Shared> shared_;
};

}  // namespace drover
