#pragma once

// Which modes a program needs: the weakest ones with which it is right (relax), or the smallest
// changes that make it right (repair).
//
// Stronger modes allow fewer executions (find_model_orders), and an error of an execution stays
// where modes get weaker. So what is right is closed upwards, and it is the smallest assignments
// that are looked for. An execution that shows an error rules out all assignments that allow it:
// the model is asked, on that one graph, how much stronger modes may get before it forbids the
// graph. If M is as strong as they may get, an assignment is wrong unless it does something that M
// does not: a clause. The next assignment to explore is a smallest one that satisfies all clauses
// so far. If it is right, it is one of the answers, since every assignment that is right satisfies
// all clauses; if not, its error makes a new one. When no other assignment satisfies all clauses,
// the answers are all there are; and for each step below an answer there is a clause that it does
// not satisfy, and with it an execution that shows why.
//
// Where the program is compiled for a machine, its executions have other events with other modes.
// Then how much stronger modes may get is found by exploring, atom by atom, and so is the execution
// that speaks against each step below an answer.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/orders/atoms.h"
#include "analysis/orders/moded_program.h"
#include "analysis/orders/search_state.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/plan/explorer_options.h"

namespace drover::orders {

// What an assignment costs; must not fall where one gets stronger. Of one site.
using SiteCost = std::function<double(const Site&, Strength)>;

struct SearchOptions {
  ExplorerOptions explorer;  // with the model; max_seconds is for all explorations together
  Atoms::Grouping grouping = Atoms::Grouping::Sites;
  SiteCost cost;               // nothing: every smallest assignment; else the cheapest of them
  bool same_outcomes = false;  // relax: a final state that was not there before is an error
  const SearchState* resume = nullptr;  // of a search for the same, what is known already
  const SearchKeeping* keep = nullptr;  // who keeps the state: now and then, and at the end
};

// An execution that shows an error, and the assignment with which it was found.
struct Fault {
  std::shared_ptr<const Program> program;
  std::shared_ptr<const ExplorationResult> result;  // whose names are those of the graph
  ReportedError error;
  bool is_new_outcome = false;
  Assignment explored;
};

// A step below an answer, and the fault that shows why it is not right.
struct WeakerStep {
  std::vector<std::size_t> sites;  // that would be weaker
  Assignment assignment;
  std::size_t fault = 0;
};

struct Answer {
  Assignment assignment;
  double cost = 0;
  std::vector<WeakerStep> steps;
};

enum class Ending : std::uint8_t {
  Found,       // `answers` are all there are
  NotAsked,    // relax: the program is wrong (`shown`). repair: it is right
  Impossible,  // repair: it is wrong with all modes and fences, too (`shown`)
  Lost,        // repair: whatever makes it right also makes a required final state impossible
  Cut          // a limit was reached; `answers` are some of them
};

struct SearchResult {
  Ending ending = Ending::Found;
  std::vector<Answer> answers;
  std::vector<Fault> faults;
  std::optional<Fault> shown;
  bool is_shown_under_sc = false;  // Impossible: `shown` is an execution under sc
  std::uint64_t explorations = 0;
  double assignments = 1;                   // that there are
  StopReason stop = StopReason::Exhausted;  // Cut: why
  bool has_too_many_sets = false;           // Cut: that is why
  bool is_not_monotone = false;             // Cut: weaker modes were right where stronger were not
  std::optional<Assignment> open;           // Cut: the assignment that was being explored
  std::vector<std::uint32_t> cut_loops;     // Program::loops that were cut in explorations
  bool is_vacuous = false;                  // no execution of an answer, or not all assertions, …
  Assignment before;                        // as the program was given
  bool is_before_right = false;             // which was proved
};

// `program` must have the fences that may be put in, with mode rlx, where repair is to use them.
[[nodiscard]] SearchResult relax(const ModedProgram& program, const SearchOptions& options);
[[nodiscard]] SearchResult repair(const ModedProgram& program, const SearchOptions& options);

// The execution of a fault as it is with the modes of an assignment.
[[nodiscard]] ReportedError shown_with(const ModedProgram& program, const Fault& fault,
                                       const Assignment& assignment);

// So that final states can be compared where no condition says what to look at: all registers of
// threads, and all shared cells.
[[nodiscard]] Program with_all_observables(Program program);

}  // namespace drover::orders
