#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "explorer/algorithms/graph_record.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/findings/thread_stop.h"
#include "explorer/plan/plan.h"
#include "explorer/work/place.h"
#include "semantics/program/error_kind.h"
#include "semantics/program/label.h"
#include "support/bytes.h"

namespace drover {

// An error that an execution shows, as a value that any process can read.
struct RecordedError {
  ErrorKind kind = ErrorKind::Assertion;
  ErrorFact fact = {};
  ErrorPlace place = {};
  std::vector<ErrorPlace> others = {};
  std::shared_ptr<const GraphRecord> graph = nullptr;  // shared by the errors of one execution
  std::vector<std::pair<GraphRecord::Name, ErrorFact>> events = {};
};

// Orders errors by their facts: of two equal errors, the lesser one is shown.
[[nodiscard]] std::strong_ordering compare_facts(const RecordedError& one,
                                                 const RecordedError& other);

// Two errors are equal if they have the same kind, places and reason.
using ErrorKey = std::tuple<ErrorKind, std::uint32_t, std::uint32_t, std::string>;

// The first and the shown one of equal errors.
struct FoundError {
  work::Moment first;
  work::Moment shown_at;
  std::uint64_t length = 0;  // events and changes of thread, if short ones are preferred
  RecordedError shown;
  std::uint64_t executions = 1;  // those with this error
  std::uint64_t times = 1;       // in these
  std::uint64_t counted_in = 0;  // the last execution counted, by number; of the current part only
};

// A loop in which threads were cut, and the number of executions.
struct FoundCut {
  CutReason reason = CutReason::LoopBound;
  std::uint64_t executions = 0;
  work::Moment first;
};

// The places where the threads of a blocked execution gave up.
struct FoundStops {
  struct Stop {
    std::uint32_t thread = 0;
    SourceRange source;
    StopKind kind = StopKind::None;
  };
  work::Moment at;
  std::vector<Stop> stops;
};

// The findings of a part of an exploration. Findings of disjoint parts can be merged in any order:
// a commutative monoid. Order-dependent data carry the moment at which they were found, so the
// result is that of one worker who explores everything in order.
struct Findings : ExecutionCounts {
  // Describing each thread of each blocked execution would take as long as finding the execution:
  // only this many are described.
  static constexpr std::size_t MaxExamined = 1000;
  // An execution may have as many races as pairs of events. Only this many errors, the first by
  // their keys, are kept.
  static constexpr std::size_t MaxErrors = 10'000;

  std::uint64_t duplicates = 0;
  std::map<std::uint32_t, LeakedMemory> leaks;  // by the beginning of the allocation in the source
  std::vector<std::pair<std::uint64_t, std::uint64_t>> conditions;  // witnesses and others
  std::map<ErrorKey, FoundError> errors;
  std::map<std::pair<std::uint32_t, std::uint32_t>, FoundCut> cuts;  // by loop and thread
  std::vector<FoundStops> stops;          // of the first blocked executions, in order
  std::set<std::uint32_t> reached;        // assertions, by their beginning in the source
  std::vector<std::uint32_t> iterations;  // by loop: the most seen
  std::set<std::uint32_t> open_orders;    // those that may matter, as indices: see OpenOrderCheck
  VoidReasons voids;                      // reasons that the run may not count: see void_reason

  void merge(Findings other);
  // Keeps one of two equal errors, the one to show, and counts both.
  void add(const ErrorKey& key, FoundError error);
  // True if an error with this key would not be kept.
  [[nodiscard]] bool is_surplus(const ErrorKey& key) const {
    return errors.size() == MaxErrors && std::prev(errors.end())->first < key;
  }

  void write(ByteWriter& out) const;
  // Makes the reader fail if the bytes are not findings.
  static Findings read(ByteReader& in);
};

// Returns the reason that a run by `plan` with these findings and this end does not count; empty if
// it counts.
[[nodiscard]] std::optional<VoidReason> void_reason(const Plan& plan, const Findings& findings,
                                                    StopReason end);

// Fills in the parts of a result that come from findings. Skips errors that are not of this
// program, in untrusted findings, and returns false then.
[[nodiscard]] bool fill_in(const Findings& findings, ProgramAutomata& automata,
                           ExplorationResult& result);

}  // namespace drover
