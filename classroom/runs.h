#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "classroom/exercise.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"
#include "input/subject.h"
#include "semantics/automaton/thread_automaton.h"
#include "semantics/program/program.h"

namespace drover::classroom {

// A program or test after reading.
struct Runnable {
  input::Subject subject;
  std::vector<std::string> outcomes;  // names; for a core program: its last conditions

  [[nodiscard]] bool is_readable() const { return subject.program != nullptr; }
  [[nodiscard]] const Program& code() const { return *subject.program; }
  std::string misfit;  // of fitted_to: why the model cannot run it, one line; empty: it can
  // Returns the diagnostics, rendered.
  [[nodiscard]] std::string diagnostics() const { return subject.complaints(Colour::Off); }
};

// `name` is for diagnostics. Outcomes become conditions `exists (…)`.
[[nodiscard]] Runnable read_core(const std::string& name, const std::string& text,
                                 std::span<const Outcome> outcomes = {});
[[nodiscard]] Runnable read_litmus(const std::string& name, const std::string& text);
// Reads a subject of an exercise and its outcomes; `text` is the subject with filled holes.
[[nodiscard]] Runnable read_runnable(const Exercise& exercise, std::size_t subject,
                                     const std::string& text);
[[nodiscard]] inline Runnable read_runnable(const Exercise& exercise, std::size_t subject) {
  return read_runnable(exercise, subject, exercise.subjects[subject].text);
}

// Returns the program as a model sees it: compiled by the usual mapping of a machine's model.
[[nodiscard]] Runnable fitted_to(const Runnable& runnable, const MemoryModel& model);

enum class RunPurpose : std::uint8_t {
  Verdict,  // possible outcomes: with all sound reductions
  Count     // number of executions: without reductions
};

// Result of a run. Runs have limits in executions, events and steps, so that every machine gives
// the same answer.
struct RunReport {
  std::map<std::string, bool> allowed;          // by outcome
  std::map<std::string, std::string> pictures;  // by outcome: an execution with it
  std::string error_kind;                       // of the first error; empty: none
  std::string error;
  std::string picture;  // the execution with the error
  bool has_race = false;
  std::uint64_t executions = 0;  // complete executions
  std::uint64_t ended = 0;       // all threads finished, whether or not the final block passed
  std::uint64_t stopped = 0;     // a thread stopped at an error
  std::uint64_t states = 0;
  std::vector<std::vector<Value>> final_states;  // sorted values of the observables
  std::uint64_t accesses = 0;  // maximum of accesses and fences per execution; an RMW counts once
  bool is_complete = true;
  std::string limit;  // why it is incomplete
};
[[nodiscard]] RunReport run(const Runnable& runnable, const MemoryModel& model,
                            const Budget& budget, RunPurpose purpose = RunPurpose::Verdict);

// The candidate executions of a program with an outcome. `model` says how it is compiled, and
// whether dependencies matter; its axioms are not used.
struct Candidates {
  std::vector<ExecutionGraph> graphs;
  GraphNames names;
};
[[nodiscard]] Candidates candidates_with(const Runnable& runnable, const std::string& outcome,
                                         const MemoryModel& model, const Budget& budget);

}  // namespace drover::classroom
