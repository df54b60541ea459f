#include "report/shown_state.h"

#include <cstddef>
#include <numeric>
#include <span>

#include "litmus/proposition.h"
#include "support/format.h"

namespace drover::report {

ShownState::ShownState(const ReportInput& input) : input_(input) {
  if (!input.subject.test()) {
    observables_.resize(input.subject.program->observables.size());
    std::iota(observables_.begin(), observables_.end(), 0U);
    return;
  }
  for (const litmus::ShownItem& item : input.subject.test()->shown) {
    observables_.insert(observables_.end(), item.observables.begin(), item.observables.end());
  }
}

bool ShownState::counts(const std::vector<Value>& state) const {
  if (!input_.subject.test() || !input_.subject.test()->condition.filter) return true;
  return litmus::holds(*input_.subject.test()->condition.filter, state);
}

std::vector<Value> ShownState::project(const std::vector<Value>& state) const {
  std::vector<Value> shown;
  shown.reserve(observables_.size());
  for (const std::uint32_t observable : observables_) shown.push_back(state[observable]);
  return shown;
}

std::optional<std::vector<Value>> ShownState::whole(const std::vector<Value>& shown) const {
  std::vector<std::optional<Value>> known(input_.subject.program->observables.size());
  for (std::size_t i = 0; i < shown.size(); ++i) known[observables_[i]] = shown[i];
  std::vector<Value> state;
  for (const std::optional<Value>& value : known) {
    if (!value) return std::nullopt;
    state.push_back(*value);
  }
  return state;
}

std::vector<std::size_t> ShownState::questions(const std::vector<Value>& shown) const {
  std::vector<std::size_t> met;
  const std::optional<std::vector<Value>> state = whole(shown);
  for (std::size_t i = 0; state && i < input_.questions.size(); ++i) {
    if (input_.questions[i].outcome.holds(*state)) met.push_back(i);
  }
  return met;
}

std::vector<std::string> ShownState::observables() const {
  std::vector<std::string> names;
  names.reserve(observables_.size());
  for (const std::uint32_t observable : observables_) {
    names.push_back(input_.subject.program->observables[observable].name);
  }
  return names;
}

std::vector<std::string> ShownState::values(const std::vector<Value>& shown,
                                            const GraphNames& names) {
  std::vector<std::string> texts;
  texts.reserve(shown.size());
  for (const Value value : shown) texts.push_back(names.value(value));
  return texts;
}

std::string ShownState::text(const std::vector<Value>& shown, const GraphNames& names) const {
  std::string text;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    text +=
        format("{}{} = {}", i == 0 ? "" : ", ",
               input_.subject.program->observables[observables_[i]].name, names.value(shown[i]));
  }
  return text.empty() ? "nothing is observed" : text;
}

explain::Outcome ShownState::outcome(const std::vector<Value>& shown,
                                     const GraphNames& names) const {
  explain::Outcome outcome;
  outcome.text = text(shown, names);
  outcome.constants = shown;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const std::uint32_t observable = observables_[i];
    const Value value = shown[i];
    outcome.parts.push_back(
        {format("{} = {}", input_.subject.program->observables[observable].name,
                names.value(value)),
         {observable},
         [observable, value](std::span<const Value> state) { return state[observable] == value; }});
  }
  if (input_.subject.test() && input_.subject.test()->condition.filter) {
    explain::OutcomePart part;
    part.text = litmus::proposition_text(*input_.subject.test()->condition.filter);
    part.observables.resize(input_.subject.program->observables.size());
    std::iota(part.observables.begin(), part.observables.end(), 0U);
    part.holds = [this](std::span<const Value> state) {
      return litmus::holds(*input_.subject.test()->condition.filter, state);
    };
    outcome.parts.push_back(std::move(part));
  }
  return outcome;
}

}  // namespace drover::report
