#pragma once

// Explores a program as a plan says, with one worker or with many.
//
// Each worker has automata, searches and a judge of its own, and takes items from a desk (desk.h).
// What it finds in an item goes into findings, which are merged: the result does not depend on who
// did what.

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

// How a crew's run ended.
struct CrewReport {
  Findings findings;
  StopReason reason = StopReason::Exhausted;
  ExplorationState left;  // nothing, unless the run was stopped before its end
  std::vector<std::uint64_t> events_of_workers;
  std::uint64_t items_given = 0;
};

class Crew : private work::Host {
 public:
  // All must outlive it. `program` is as it was written. `automata`, made of what the plan has
  // reduced it to, are those of the first worker.
  Crew(const Program& program, const Plan& plan, const ExplorerOptions& options,
       ProgramAutomata& automata);
  ~Crew() override;

  // The whole exploration, or what is left of one. Once. If there is a cluster, and the work can be
  // shared, its other processes help (headquarters.h).
  [[nodiscard]] CrewReport run(ExplorationState state);
  // Works on items of another process, until there are no more. Instead of `run`. Gives how many
  // events each worker explored.
  std::vector<std::uint64_t> run_at(Desk& desk);
  // Explores no more than it takes for `wanted` parts to be left, or none. Instead of `run`.
  [[nodiscard]] ExplorationState split(ExplorationState state, std::size_t wanted);

 private:
  class Worker;
  struct Shared;

  void help() override;
  // One thread plays `count` workers: each in turn explores about as much as the others. They share
  // work as threads do, by the same board, but what they do is the same on every machine. What it
  // is for: to see how evenly the work of many would be divided where there are few processors.
  // It leaves out what handing over an item costs, and the time until a thread that waits wakes up.
  std::vector<std::uint64_t> simulate(std::size_t count);
  // Everybody works until there is no more to do.
  std::vector<std::uint64_t> work_together();

  std::unique_ptr<Shared> shared_;
};

}  // namespace drover
