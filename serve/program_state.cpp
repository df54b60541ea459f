#include "serve/program_state.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "input/question.h"
#include "semantics/program/address.h"
#include "support/format.h"

namespace drover::serve {

namespace {

Value last_value(const ProgramAutomata& automata, const Execution& execution, Value address) {
  const LocationId location = automata.locations().find(address);
  const auto last = location.is_none() ? std::nullopt : execution.last_value(location);
  if (last) return *last;
  const Program& program = automata.program();
  return program.objects[address::object(address)].initial[address::cell(address)];
}

}  // namespace

std::vector<Value> observed_values(const ProgramAutomata& automata, const Execution& execution) {
  std::vector<Value> values;
  for (const Observable& each : automata.program().observables) {
    const Value value = each.is_register
                            ? automata.thread(each.thread)
                                  .register_value(execution.nodes[each.thread.value], each.reg)
                            : last_value(automata, execution, each.address);
    values.push_back(viewed(each.view, value));
  }
  return values;
}

std::string state_text(const ProgramAutomata& automata, const GraphNames& names,
                       const std::vector<Value>& state) {
  std::string text;
  const auto& observables = automata.program().observables;
  for (std::size_t i = 0; i < observables.size(); ++i) {
    text += format("{}{} = {}", i == 0 ? "" : ", ", observables[i].name, names.value(state[i]));
  }
  return text;
}

WantedState read_wanted(const JobRequest& request) {
  const std::string goal = request.string_member("goal");
  input::StateSelection selection = input::read_selection(
      std::string(input::StandardInputPath),
      {.constants = request.constants, .unroll = request.unroll, .standard_input = request.text},
      {.option = "goal", .text = goal}, Colour::Off);
  WantedState out;
  out.complaints = std::move(selection.complaints);
  out.subject = std::move(selection.subject);
  if (!out.subject.program) return out;
  if (!goal.empty()) {
    out.text = goal;
    out.is_wanted = std::move(selection.is_selected);
    return out;
  }
  for (const input::Question& question : input::questions_of(out.subject)) {
    if (question.outcome.failure) continue;
    out.text = question.outcome.text;
    // The outcome refers to its program.
    out.is_wanted = [outcome = question.outcome, program = out.subject.program](
                        std::span<const Value> state) { return outcome.holds(state); };
  }
  return out;
}

}  // namespace drover::serve
