#pragma once

#include <string>
#include <vector>

#include "explorer/algorithms/execution.h"
#include "explorer/graph/graph_names.h"
#include "input/state_selection.h"
#include "serve/job_request.h"

namespace drover::serve {

// Returns the values of Program::observables at the end of an execution in which all threads
// finish.
[[nodiscard]] std::vector<Value> observed_values(const ProgramAutomata& automata,
                                                 const Execution& execution);
// Returns `left:a = 0, x = 1`.
[[nodiscard]] std::string state_text(const ProgramAutomata& automata, const GraphNames& names,
                                     const std::vector<Value>& state);

// The program of a request, and the wanted final states: by `goal`, or else by the program's last
// condition.
struct WantedState {
  input::Subject subject;  // without a program: an error
  std::string complaints;
  std::string text;
  input::StatePredicate is_wanted;  // null: no goal
};
[[nodiscard]] WantedState read_wanted(const JobRequest& request);

}  // namespace drover::serve
