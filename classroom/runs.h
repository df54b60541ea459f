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

// A program or test that has been read.
struct Runnable {
  input::Subject subject;
  std::vector<std::string> outcomes;  // names; of a core program: its last conditions

  [[nodiscard]] bool is_readable() const { return subject.program != nullptr; }
  [[nodiscard]] const Program& code() const { return *subject.program; }
  // What there is to say, rendered.
  [[nodiscard]] std::string diagnostics() const { return subject.complaints(Colour::Off); }
};

// `name` is for diagnostics. Outcomes are asked about as conditions `exists (…)`.
[[nodiscard]] Runnable read_core(const std::string& name, const std::string& text,
                                 std::span<const Outcome> outcomes = {});
[[nodiscard]] Runnable read_litmus(const std::string& name, const std::string& text);
// A subject of an exercise without holes, or with its holes filled, and its outcomes.
[[nodiscard]] Runnable read_runnable(const Exercise& exercise, std::size_t subject,
                                     const std::string& text);

enum class RunPurpose : std::uint8_t {
  Verdict,  // what is possible: as little is explored as is sound
  Count     // how much is possible: everything is
};

// What a run found. Runs have limits in executions, events and steps, so that every machine gives
// the same answer.
struct RunReport {
  std::map<std::string, bool> allowed;          // by outcome
  std::map<std::string, std::string> pictures;  // of an execution that ends in it, by outcome
  std::string error_kind;                       // the first error; empty if there is none
  std::string error;
  std::string picture;  // the execution that shows it
  bool has_race = false;
  std::uint64_t executions = 0;  // complete ones
  std::uint64_t ended = 0;       // all threads came to their end, whatever the final block says
  std::uint64_t stopped = 0;     // a thread stopped at an error
  std::uint64_t states = 0;
  std::vector<std::vector<Value>> final_states;  // of a program: its observables, sorted
  std::uint64_t accesses = 0;  // and fences of the execution with most; an RMW is one
  bool is_complete = true;
  std::string limit;  // why it is not
};
[[nodiscard]] RunReport run(const Runnable& runnable, const MemoryModel& model,
                            const Budget& budget, RunPurpose purpose = RunPurpose::Verdict);

// The candidate executions of a program, whatever a model says, that end in an outcome.
struct Candidates {
  std::vector<ExecutionGraph> graphs;
  GraphNames names;
  std::shared_ptr<const Program> program;           // what `names` refer to, and
  std::shared_ptr<const ProgramAutomata> automata;  // what it refers to in turn
};
[[nodiscard]] Candidates candidates_with(const Runnable& runnable, const std::string& outcome,
                                         const Budget& budget);

}  // namespace drover::classroom
