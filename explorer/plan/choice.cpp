#include "explorer/plan/choice.h"

#include <algorithm>
#include <utility>

#include "explorer/models/memory_model.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/buffering_limits.h"
#include "explorer/plan/program_features.h"
#include "semantics/passes/plain_calls.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/operands.h"

namespace drover {

namespace {

// The number of events up to which `enumerate` answers at once.
constexpr std::size_t SmallProgram = 16;
// The same for programs whose accesses are cut: parts of one access leave fewer candidates, and
// `lb` asks the axioms of graphs as `enumerate` does.
constexpr std::size_t SmallProgramOfParts = 32;

// True if no execution has many events.
bool is_small(const Program& program) {
  std::size_t events = 0;
  for (const Thread& thread : program.threads) {
    const auto is_event = [&](InstructionIndex at) { return may_be_event(thread.code[at].body); };
    for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
      const InstructionBody& body = thread.code[at].body;
      if (is_event(at)) events += may_write(body) && reads(body) ? 2 : 1;
    }
    const ControlFlow flow(thread);
    for (const NaturalLoop& loop : flow.loops()) {
      for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
        if (loop.contains[at] && is_event(at)) return false;
      }
    }
  }
  return events <= (has_parts(program) ? SmallProgramOfParts : SmallProgram);
}

// Returns the choice of `auto` under `model`. For models that are not built in, it relies on
// proofs.
Choice choose_by_model(const Program& program, const MemoryModel& model) {
  std::string name(model.name());
  if (has_parts(program)) {
    if (is_small(program) || find_misfit(AlgorithmKind::Buffering, model)) {
      return {AlgorithmKind::Enumerate, TakesEveryProgram{}};
    }
    return {AlgorithmKind::Buffering, OrdersDependencies{std::move(name)}};
  }
  if (model.traits().checker != IncrementalChecker::None) {
    return {AlgorithmKind::Spore, ExploresEachOnce{}};
  }
  if (model.traits().preconsistency != Preconsistency::None) {
    return {AlgorithmKind::Rcmc, NeedsNoCoherence{std::move(name)}};
  }
  if (!model.is_builtin() && model.has_coherence() && model.candidates() == Candidates::Supported &&
      tried_properties(program, model).empty()) {
    return {AlgorithmKind::Spore, ProvedOfModel{std::move(name)}};
  }
  if (find_misfit(AlgorithmKind::Buffering, model)) {
    return {AlgorithmKind::Enumerate, TakesEveryModel{std::move(name)}};
  }
  return {AlgorithmKind::Buffering, OrdersDependencies{std::move(name)}};
}

// True if only `enumerate` takes the program, when the model would be explored by `algorithm`.
// (buffering_obstacle says what else `lb` does not take.)
bool is_beyond(AlgorithmKind algorithm, const Program& program, const MemoryModel& model) {
  if (algorithm == AlgorithmKind::Enumerate) return false;
  // Only `enumerate` knows which threads pass control barriers.
  if (program.topology != nullptr && !program.topology->barriers.empty()) return true;
  if (algorithm == AlgorithmKind::Interleave && model.traits().promises) {
    return has_parts(program);
  }
  if (has_choices(program) && algorithm != AlgorithmKind::Spore) return true;
  return algorithm != AlgorithmKind::Buffering && (has_odd_events(program) || may_drop(program));
}

// The cost of one execution with `rvf` or `dpor`, in executions of `spore`, with a margin: a sample
// of executions may mislead.
constexpr double CostOfValues = 50;
constexpr double CostOfOrders = 1.4;
// The number of executions found within seconds.
constexpr std::uint64_t MaxTrial = 100'000;

// Returns the number of executions at which `rvf` takes as long as the other algorithm would; at
// most the number found within seconds, since the promise may be wrong.
std::uint64_t trial_of(const ValuePromise& promise) {
  return static_cast<std::uint64_t>(
      std::min(promise.executions / 200, static_cast<double>(MaxTrial)));
}

}  // namespace

std::vector<ModelProperty> tried_properties(const Program& program, const MemoryModel& model) {
  std::vector<ModelProperty> tried;
  const bool spawns = has_spawns(program);
  for (const ModelProperty property : SporeProperties) {
    const PropertyProof& proof = model.proofs()[property];
    if (!proof.is_proved || (spawns && proof.only_without_spawns)) tried.push_back(property);
  }
  return tried;
}

Program program_for_buffering(const Program& program, const MemoryModel& model) {
  return model.is_builtin() ? passes::with_plain_calls(program) : program;
}

bool may_start_again(const ExplorerOptions& options) {
  return options.checkpoint == nullptr && options.resume == nullptr && options.cluster == nullptr &&
         options.parts == PartsKept::Together;
}

bool may_choose_values(const Program& program, const ExplorerOptions& options) {
  if (find_misfit(AlgorithmKind::Rvf, *options.model)) return false;
  const bool has_all = std::ranges::all_of(
      AllReductions, [&](Reduction reduction) { return options.reductions.contains(reduction); });
  return has_all && options.duplicates == DuplicatePolicy::Ignore && !options.on_final_state &&
         !has_help_calls(program) && !has_allocations(program) && !has_spawns(program) &&
         !has_choices(program);
}

Choice choose_algorithm(const Program& program, const ExplorerOptions& options) {
  const MemoryModel& model = *options.model;
  const bool is_automatic = options.algorithm == AlgorithmKind::Auto;
  Choice choice = is_automatic ? choose_by_model(program, model) : Choice{options.algorithm, {}};
  const auto obstacle = choice.algorithm == AlgorithmKind::Buffering
                            ? buffering_obstacle(program_for_buffering(program, model), model)
                            : std::nullopt;
  // `auto` takes `enumerate` if there is an obstacle. For `lb` requested by name, the more general
  // reason comes first: it does not take such programs at all.
  const AlgorithmKind instead =
      is_automatic && obstacle ? AlgorithmKind::Enumerate : choice.algorithm;
  if (is_beyond(instead, program, model)) return {AlgorithmKind::Enumerate, TakesEveryProgram{}};
  if (obstacle) return {AlgorithmKind::Enumerate, BeyondBuffering{*obstacle}};
  return choice;
}

std::optional<Refusal> find_machine_refusal(const Program& program,
                                            const ExplorerOptions& options) {
  const bool has_promises = options.model->traits().promises.has_value();
  if (options.algorithm != AlgorithmKind::Interleave || !has_promises) return std::nullopt;
  for (const Thread& thread : program.threads) {
    for (const Instruction& each : thread.code) {
      if (!accesses_part(each)) continue;
      return Refusal{.algorithm = options.algorithm,
                     .obstacle = {BufferingObstacle::Parts, each.source},
                     .model = std::string(options.model->name())};
    }
  }
  return std::nullopt;
}

std::optional<Refusal> find_refusal(const Program& program, const ExplorerOptions& options) {
  if (const auto found = find_machine_refusal(program, options)) return found;
  if (options.algorithm != AlgorithmKind::Auto || is_small(program)) return std::nullopt;
  const MemoryModel& model = *options.model;
  if (choose_by_model(program, model).algorithm != AlgorithmKind::Buffering) return std::nullopt;
  const Program plain = program_for_buffering(program, model);
  auto obstacle = find_buffering_obstacle(plain, model);
  // `lb` is tried then, if there is no other obstacle.
  const bool may_fail = obstacle && obstacle->kind == BufferingObstacle::MayFail;
  if (may_fail && may_note_failures(model) && may_start_again(options)) {
    obstacle = find_buffering_obstacle(plain, model, FailedComputations::AreNoted);
  }
  if (!obstacle) return std::nullopt;
  return Refusal{.obstacle = *obstacle, .model = std::string(model.name())};
}

std::optional<Shortcut> choose_shortcut(const Measurements& measured) {
  if (const auto& promise = measured.promise) {
    return Shortcut{AlgorithmKind::Rvf, *promise, trial_of(*promise)};
  }
  if (!measured.sizes) return std::nullopt;
  const SizeComparison& sizes = *measured.sizes;
  if (measured.may_reorder && sizes.orders.share * CostOfOrders < 1) {
    return Shortcut{AlgorithmKind::Dpor, sizes.orders, {}};
  }
  // Tried last: there may be more classes of values than were seen.
  if (sizes.values.share * CostOfValues >= 1) return std::nullopt;
  return Shortcut{AlgorithmKind::Rvf, sizes.values, MaxTrial};
}

}  // namespace drover
