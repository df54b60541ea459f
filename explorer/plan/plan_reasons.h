#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "explorer/models/model_property.h"
#include "explorer/plan/buffering_obstacle.h"
#include "explorer/plan/explorer_options.h"
#include "explorer/plan/value_promise.h"

namespace drover {

// Why a plan is as it is. `words/plan_words.h` says it in sentences.

// A requirement of an algorithm on the model.
enum class AlgorithmNeed : std::uint8_t {
  CoherenceOrder,    // a total one
  Audit,             // somebody has looked which properties the model has
  Properties,        // those that the algorithm relies on
  Preconsistency,    // a check of partial graphs
  TotalAccessOrder,  // AccessOrder::Total
  DependencyOrder,   // no cycle of dependencies and rf, proved
  Machine            // an operational one
};

// Why an algorithm cannot run under a model: what it needs and does not get.
struct Misfit {
  AlgorithmKind algorithm = AlgorithmKind::Auto;
  AlgorithmNeed need = AlgorithmNeed::CoherenceOrder;
  std::string model;
  bool is_builtin = false;                           // the model
  std::vector<ModelProperty> missing = {};           // AlgorithmNeed::Properties
  AlgorithmKind instead = AlgorithmKind::Enumerate;  // the fastest one known to take it
};

// Why `auto` has chosen an algorithm.
struct ExploresEachOnce {};  // it is the fastest
struct NeedsNoCoherence {    // it is the fastest for a model without coherence order
  std::string model;
};
struct ProvedOfModel {  // it is the fastest, and what it relies on is proved of the model
  std::string model;
};
struct OrdersDependencies {  // it explores load buffering, and what it relies on is proved
  std::string model;
};
struct BeyondBuffering {  // it takes a program that `lb` does not take
  BufferingObstacle obstacle = BufferingObstacle::ApartHalves;
};
struct TakesEveryModel {
  std::string model;
};
struct TakesEveryProgram {};  // the program has choices, or exclusive accesses that are apart
// Of some executions that were looked at, about as many need to be explored as `share` says, if
// `spore` would explore 1 (size_comparison.h).
struct FewerOrders {  // where they differ in the order of additions
  std::uint64_t looks = 0;
  double share = 1;
};
struct FewerValues {  // where threads read the same
  std::uint64_t looks = 0;
  std::uint64_t classes = 0;  // as many of them differ in what is read
  double share = 1;
};
struct SizeComparison {
  FewerOrders orders;
  FewerValues values;
};
using ChoiceReason = std::variant<ExploresEachOnce, NeedsNoCoherence, ProvedOfModel,
                                  OrdersDependencies, BeyondBuffering, TakesEveryModel,
                                  TakesEveryProgram, ValuePromise, FewerOrders, FewerValues>;

// An algorithm that was tried before and found too many executions.
struct FailedTrial {
  AlgorithmKind algorithm = AlgorithmKind::Auto;
  std::uint64_t executions = 0;
};

struct AlgorithmReason {
  ChoiceReason reason;
  std::optional<FailedTrial> failed_trial = std::nullopt;
};

// Why a reduction that the program seems to ask for is not used; or what a run rests on.
enum class ReductionObstacle : std::uint8_t {
  HelpingUnsound,      // the model's order of writes is not what a helper sees
  AdditionsOrderHeap,  // which addition comes first may decide whether memory is used in time
  PlacementMatters,    // symmetric threads depend on which of them allocated what
  ThreadsMisused,      // a thread is joined twice: those that are not joined can be told from it
  CausalCycle,         // an execution has a cycle in po, rf and co, which symmetry cannot deal with
  HelpingUnproved,     // nobody has proved that helping is as good as doing under the model
  LoopsUnproved,       // nor that a loop may be stopped that changes nothing
  HelpInDoubt,         // a `help` call may be wrongly annotated: none leaves its graph
  OnlyTried            // no obstacle: what the algorithm needs of the model was tried, not proved
};

constexpr std::uint64_t limit_of(ReductionObstacle /*obstacle*/) { return 64; }

struct PlanRemark {
  ReductionObstacle obstacle = ReductionObstacle::HelpingUnsound;
  std::string model;
  std::vector<ModelProperty> tried = {};  // OnlyTried
};

// Whether a reduction is at work, or why not.
enum class ReductionState : std::uint8_t {
  On,
  TurnedOff,        // by the options
  NothingToReduce,  // the program gives no reason for it
  NotOfAlgorithm,   // the algorithm has no such reduction
  Unproved          // nor could it: what becomes of the model's dependencies is not proved
};

struct ReductionUse {
  Reduction reduction = Reduction::Plp;
  ReductionState state = ReductionState::On;
  std::string model = {};
};

}  // namespace drover
