#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "explorer/models/model_property.h"
#include "explorer/plan/explorer_options.h"
#include "explorer/plan/value_promise.h"
#include "support/enum_set.h"
#include "support/source_range.h"

namespace drover {

// The reasons of a plan. `words/plan_words.h` turns them into sentences.

enum class AlgorithmNeed : std::uint8_t {
  CoherenceOrder,    // a total one
  Audit,             // an audit of the model's properties
  Properties,        // the properties that the algorithm relies on
  Preconsistency,    // a check of partial graphs
  TotalAccessOrder,  // AccessOrder::Total
  DependencyOrder,   // no cycle of dependencies and rf, proved
  Machine            // an operational one
};

// The reason that an algorithm cannot run under a model: the missing requirement.
struct Misfit {
  AlgorithmKind algorithm = AlgorithmKind::Auto;
  AlgorithmNeed need = AlgorithmNeed::CoherenceOrder;
  std::string model;
  bool is_builtin = false;                           // the model
  std::vector<ModelProperty> missing = {};           // AlgorithmNeed::Properties
  AlgorithmKind instead = AlgorithmKind::Enumerate;  // the fastest algorithm known to take it
};

// The reason that `lb` does not take a program.
enum class BufferingObstacle : std::uint8_t {
  ApartHalves,    // halves of read-modify-writes that are not next to each other
  LocatedFences,  // fences with an address
  Parts,          // accesses of different sizes overlap
  Choices,
  Drops,             // may start executions the machine cannot perform
  ScopedBranches,    // the dependency on a condition ends before the thread does
  AnnotatedCalls,    // `main` and `help`
  ComputedSize,      // of an allocation
  MayFail,           // a computation from a read value
  Fails,             // the same; a trial showed that it fails
  SpawnsUnproved,    // the assumptions of `lb` are proved only without spawns
  ApartLocks,        // locks have halves that the model does not order
  ExpectsRead,       // a compare-and-swap expects a read value, which is not settled
  Waits,             // `assume`, `assert`, a relaxed lock, a condition that mentions an unsettled
                     // read, if branches hold back only some events
  Spawns,            // the same
  PickedValues,      // the same: a machine picks one of several values
  EndlessBranches,   // the same: a loop without accesses branches on a read value
  ManyBranches,      // the same
  WriteBehindRead,   // the same: a write follows an access whose address was read, unsettled
  UnorderedAccesses  // the model does not order dependencies of all accesses: some are plain
};

// An obstacle and its place; none: the whole program.
struct LocatedObstacle {
  BufferingObstacle kind = BufferingObstacle::ApartHalves;
  SourceRange source = {};
};

// The reasons of `auto` for an algorithm.
struct ExploresEachOnce {};  // it is the fastest
struct NeedsNoCoherence {    // it is the fastest for a model without coherence order
  std::string model;
};
struct ProvedOfModel {  // it is the fastest, and its requirements are proved of the model
  std::string model;
};
struct OrdersDependencies {  // it explores load buffering, and its requirements are proved
  std::string model;
};
struct BeyondBuffering {  // it takes a program that `lb` does not take
  BufferingObstacle obstacle = BufferingObstacle::ApartHalves;
};
struct TakesEveryModel {
  std::string model;
};
struct TakesEveryProgram {};  // the program has choices, or separate exclusive accesses
// Relative sizes from a sample of `looks` executions: for each execution of `spore`, the algorithm
// explores about `share` (size_comparison.h).
struct FewerOrders {  // executions that differ in the order of additions count once
  std::uint64_t looks = 0;
  double share = 1;
};
struct FewerValues {  // executions in which threads read the same values count once
  std::uint64_t looks = 0;
  std::uint64_t classes = 0;  // number that differ in the values read
  double share = 1;
};
struct SizeComparison {
  FewerOrders orders;
  FewerValues values;
};
using ChoiceReason = std::variant<ExploresEachOnce, NeedsNoCoherence, ProvedOfModel,
                                  OrdersDependencies, BeyondBuffering, TakesEveryModel,
                                  TakesEveryProgram, ValuePromise, FewerOrders, FewerValues>;

// An algorithm that was tried and found too many executions.
struct FailedTrial {
  AlgorithmKind algorithm = AlgorithmKind::Auto;
  std::uint64_t executions = 0;
};

struct AlgorithmReason {
  ChoiceReason reason;
  std::optional<FailedTrial> failed_trial = std::nullopt;
};

// The reason that a seemingly useful reduction is not used; or an assumption of a run.
enum class ReductionObstacle : std::uint8_t {
  HelpingUnsound,      // the model's order of writes differs from what a helper sees
  AdditionsOrderHeap,  // the order of additions may decide whether memory is used in time
  PlacementMatters,    // symmetric threads depend on which of them allocated what
  ThreadsMisused,   // a thread is joined twice: it can be distinguished from threads that are not
                    // joined
  CausalCycle,      // an execution has a cycle in po, rf and co, which symmetry excludes
  HelpingUnproved,  // the soundness of helping under the model is not proved
  LoopsUnproved,    // the soundness of stopping loops that change nothing is not proved
  HelpInDoubt,      // a `help` call may be wrongly annotated: none leaves its graph
  OnlyTried         // no obstacle: the model's properties were tested, not proved
};

constexpr std::uint64_t limit_of(ReductionObstacle /*obstacle*/) { return 64; }

struct PlanRemark {
  ReductionObstacle obstacle = ReductionObstacle::HelpingUnsound;
  std::string model;
  std::vector<ModelProperty> tried = {};  // OnlyTried
};

// The reason that a run does not count: an assumption of its plan is wrong. `next_plan` has the
// plan to run instead.
enum class VoidReason : std::uint8_t {
  FailedComputation,  // `lb` went on past a computation without a value
  HelpInDoubt,        // a `help` call that left its graph may be wrongly annotated
  CausalCycle,        // an execution has a cycle in po ∪ rf ∪ co; symmetry needs none
                      // ([SPORE] §2.2.4)
  ThreadsMisused,     // a join is an error, and symmetry counts joins (symmetry.cpp)
  PlacementMatters,   // the value of a condition depends on which thread allocated what
  TrialFailed         // there are more executions than a trial allows
};

using VoidReasons = EnumSet<VoidReason>;

// The state of a reduction: on, or the reason why not.
enum class ReductionState : std::uint8_t {
  On,
  TurnedOff,        // by the options
  NothingToReduce,  // the program offers nothing to reduce
  NotOfAlgorithm,   // the algorithm has no such reduction
  Unproved          // nor could it: its effect on the model's dependencies is not proved
};

struct ReductionUse {
  Reduction reduction = Reduction::Plp;
  ReductionState state = ReductionState::On;
  std::string model = {};
};

}  // namespace drover
