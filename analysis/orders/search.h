#pragma once

// Finds the modes that a program needs: the weakest modes with which it is correct (relax), or the
// smallest changes that make it correct (repair).
//
// Stronger modes allow fewer executions (find_model_orders), and an erroneous execution remains
// when modes get weaker. So the correct assignments are upward closed, and the search is for the
// minimal ones. An erroneous execution rules out all assignments that allow it: on that one graph,
// the model tells how strong modes may get before it forbids the graph. If M is as strong as they
// may get, an assignment is wrong unless it has an atom that M lacks: a clause. The next assignment
// to explore is a smallest one that satisfies all clauses so far. If it is correct, it is an
// answer, since every correct assignment satisfies all clauses; if not, its error gives a new
// clause. When no other assignment satisfies all clauses, the answers are complete; and each step
// below an answer violates a clause, whose execution shows why the step is wrong.
//
// If the program is compiled for a machine, its executions have other events with other modes. Then
// explorations find, atom by atom, how strong modes may get, and the execution that shows why each
// step below an answer is wrong.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/orders/atoms.h"
#include "analysis/orders/moded_program.h"
#include "analysis/orders/search_state.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/plan/explorer_options.h"

namespace drover::orders {

// The cost of one site's strength. It must not fall when the strength grows.
using SiteCost = std::function<double(const Site&, Strength)>;

struct SearchOptions {
  ExplorerOptions explorer;  // with the model; max_seconds is for all explorations together
  Atoms::Grouping grouping = Atoms::Grouping::Sites;
  SiteCost cost;               // null: find every minimal assignment; else only the cheapest
  bool same_outcomes = false;  // relax: a new final state is an error
  // Not null: a program is right if it is robust (analysis/robust). An execution that this model,
  // sc, has not is an error; so is a race, where the model gives it no meaning; nothing else is.
  const MemoryModel* robust_against = nullptr;
  const SearchState* resume = nullptr;  // the state of an earlier run of the same search
  const SearchKeeping* keep = nullptr;  // saves the state periodically and at the end
};

enum class FaultKind : std::uint8_t {
  Error,
  NewOutcome,    // SearchOptions::same_outcomes
  NotSequential  // SearchOptions::robust_against
};

// An erroneous execution, and the assignment with which it was found.
struct Fault {
  std::shared_ptr<const Program> program;
  std::shared_ptr<const ExplorationResult> result;  // the names of the graph refer to it
  ReportedError error;
  FaultKind kind = FaultKind::Error;
  Assignment explored;
};

// A step below an answer, and the fault that shows why it is wrong.
struct WeakerStep {
  std::vector<std::size_t> sites;  // the weakened sites
  Assignment assignment;
  std::size_t fault = 0;
};

struct Answer {
  Assignment assignment;
  double cost = 0;
  std::vector<WeakerStep> steps;
};

enum class Ending : std::uint8_t {
  Found,       // `answers` is complete
  NotAsked,    // relax: the program is wrong (`shown`); repair: it is correct
  Impossible,  // repair: wrong with all modes and fences (`shown`)
  Lost,        // repair: every repair makes a required final state impossible
  Cut          // a limit was reached; `answers` is incomplete
};

struct SearchResult {
  Ending ending = Ending::Found;
  std::vector<Answer> answers;
  std::vector<Fault> faults;
  std::optional<Fault> shown;
  bool is_shown_under_sc = false;  // Impossible: `shown` is an execution under sc
  std::uint64_t explorations = 0;
  double assignments = 1;                   // number of possible assignments
  StopReason stop = StopReason::Exhausted;  // Cut: the limit
  bool has_too_many_sets = false;           // Cut: HittingSets::MaxOpen was exceeded
  bool is_not_monotone = false;          // Cut: weaker modes were correct and stronger ones wrong
  std::optional<Assignment> open;        // Cut: the assignment being explored
  std::vector<std::uint32_t> cut_loops;  // Program::loops cut in explorations
  bool is_vacuous = false;               // an answer has no execution, or misses assertions, …
  Assignment before;                     // the assignment of the given program
  bool is_before_right = false;          // that assignment was proved correct
};

// For `repair` with new fences, `program` must contain the possible fences, with mode rlx.
[[nodiscard]] SearchResult relax(const ModedProgram& program, const SearchOptions& options);
[[nodiscard]] SearchResult repair(const ModedProgram& program, const SearchOptions& options);

// Returns the execution of a fault with the modes of an assignment.
[[nodiscard]] ReportedError shown_with(const ModedProgram& program, const Fault& fault,
                                       const Assignment& assignment);

// Makes all registers of threads and all shared cells observable, so that final states can be
// compared without a condition.
[[nodiscard]] Program with_all_observables(Program program);

}  // namespace drover::orders
