#pragma once

#include <algorithm>
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
#include "explorer/algorithms/verify_sc/vsc_counters.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/findings/thread_stop.h"
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
  std::shared_ptr<const GraphRecord> graph = nullptr;  // that of others of the execution, too
  std::vector<std::pair<GraphRecord::Name, ErrorFact>> events = {};
};

// By what is said of them, RecordedError or ReportedError: of two that are the same, the lesser one
// is shown. It is asked of every execution with an error.
template <typename One, typename Other>
[[nodiscard]] std::strong_ordering compare_facts(const One& one, const Other& other) {
  if (const auto order = one.fact <=> other.fact; order != 0) return order;
  if (const auto order = one.place.fact <=> other.place.fact; order != 0) return order;
  return std::lexicographical_compare_three_way(
      one.others.begin(), one.others.end(), other.others.begin(), other.others.end(),
      [](const ErrorPlace& a, const ErrorPlace& b) { return a.fact <=> b.fact; });
}

// Errors are the same if they are of the same kind at the same places for the same reason.
using ErrorKey = std::tuple<ErrorKind, std::uint32_t, std::uint32_t, std::string>;

// Of errors that are the same: when one was met first, and which is shown.
struct FoundError {
  work::Moment first;
  work::Moment shown_at;
  std::uint64_t length = 0;  // events and changes of thread, where short ones are preferred
  RecordedError shown;
};

// A loop in which threads were cut, and in how many executions.
struct FoundCut {
  CutReason reason = CutReason::LoopBound;
  std::uint64_t executions = 0;
  work::Moment first;
};

// Memory that was allocated at one place and is lost at the end of so many executions.
struct FoundLeak {
  SourceRange source;
  std::uint64_t executions = 0;
};

// Where the threads of a blocked execution gave up.
struct FoundStops {
  struct Stop {
    std::uint32_t thread = 0;
    SourceRange source;
    StopKind kind = StopKind::None;
  };
  work::Moment at;
  std::vector<Stop> stops;
};

// What was found in a part of an exploration. Findings of disjoint parts can be merged, in any
// order: a commutative monoid. What depends on the order of executions carries the moment at which
// it was met, so that the result is that of one worker who explores everything in order.
struct Findings {
  // To tell each thread of each blocked execution would take as long as to find the execution: it
  // is done for the first so many.
  static constexpr std::size_t MaxExamined = 1000;
  // An execution may have as many races as pairs of events. More errors than these, the first by
  // their keys, are not kept.
  static constexpr std::size_t MaxErrors = 10'000;

  std::uint64_t executions = 0;
  std::uint64_t blocked = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t erroneous = 0;
  std::uint64_t cut = 0;
  std::uint64_t stale = 0;
  std::uint64_t dead_ends = 0;
  std::uint64_t events = 0;
  std::uint64_t duplicates = 0;
  std::map<std::string, std::uint64_t> flags;
  std::map<std::uint32_t, FoundLeak> leaks;  // by where the allocation begins in the source
  std::vector<std::pair<std::uint64_t, std::uint64_t>> conditions;  // witnesses and others
  std::map<std::vector<Value>, std::uint64_t> outcomes;
  std::map<ErrorKey, FoundError> errors;
  std::map<std::pair<std::uint32_t, std::uint32_t>, FoundCut> cuts;  // by loop and thread
  std::vector<FoundStops> stops;          // of the first blocked executions, in order
  std::set<std::uint32_t> reached;        // assertions, by where they begin in the source
  std::vector<std::uint32_t> iterations;  // by loop: the most that were seen
  bool has_more_errors = false;           // than are kept
  bool has_causal_cycle = false;          // see Judge
  bool has_doubtful_help = false;         // see Judge
  bool has_failed_computation = false;    // see Judge
  bool depends_on_placement = false;      // see Judge
  std::optional<vsc::VscCounters> vsc;

  void merge(Findings other);
  // Of two errors that are the same, keeps the one that is to be shown.
  void add(const ErrorKey& key, FoundError error);
  // Whether one with this key would not be kept.
  [[nodiscard]] bool is_surplus(const ErrorKey& key) const {
    return errors.size() == MaxErrors && std::prev(errors.end())->first < key;
  }

  void write(ByteWriter& out) const;
  // Fails with the reader if these are not findings.
  static Findings read(ByteReader& in);
};

// The parts of a result that findings tell. Errors that are not of this program, in findings that
// somebody else wrote, are left out: false then.
[[nodiscard]] bool fill_in(const Findings& findings, ProgramAutomata& automata,
                           ExplorationResult& result);

}  // namespace drover
