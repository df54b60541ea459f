#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "explorer/algorithms/buffering/buffering.h"
#include "explorer/cat/specialise.h"
#include "explorer/models/incremental/base_sets.h"
#include "explorer/models/incremental/imm_checker.h"
#include "explorer/models/incremental/open_cat_checker.h"
#include "explorer/models/model_proof.h"
#include "explorer/run/program_sets.h"
#include "explorer/run/searches.h"

namespace drover {

namespace {

using buffering::BufferingOptions;
using buffering::KnownModel;
using incremental::Extent;

// A checker of a model's text, as far as it matters for a program, without the implied axioms.
template <std::size_t Words>
struct TextChecker : incremental::OpenCatChecker<Words> {
  // `of_program` is for the program. The automata must outlive it.
  TextChecker(std::unique_ptr<const cat::Code> of_program, const ProgramAutomata& automata,
              const DependencyProofs& proofs)
      : incremental::OpenCatChecker<Words>(*of_program, automata, proofs.implied,
                                           proofs.not_of_parts),
        code(std::move(of_program)) {}

  std::unique_ptr<const cat::Code> code;
};

// Asks the checker, and `otherwise` if it has no verdict; null if there is no checker.
template <std::size_t Words, incremental::OpenGraphChecker<Words> Checker>
typename KnownModel<Words>::Check check_by(std::shared_ptr<Checker> checker,
                                           typename KnownModel<Words>::Check otherwise = nullptr) {
  if (checker == nullptr) return nullptr;
  return [checker = std::move(checker), otherwise = std::move(otherwise)](
             const WorkingGraph<Words>& graph, const EventBits<Words>& open, Extent extent) {
    const std::optional<bool> verdict = checker->ask(graph, open, extent);
    return verdict || otherwise == nullptr ? verdict : otherwise(graph, open, extent);
  };
}

// True if some read-modify-write is one event of the model, or some access has parts: checkers of a
// model's text know neither.
bool has_other_events(const Program& program) {
  return std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.code, [](const Instruction& each) {
      const auto* update = std::get_if<ReadModifyWrite>(&each.body);
      return (update != nullptr && update->halves == Halves::Fused) || accesses_part(each);
    });
  });
}

EventClass class_of(const Label& label, bool fails) {
  const bool is_update = label.exclusive.kind != ExclusiveValues::Kind::None;
  return {.kind = label.kind,
          .mode = fails ? label.failure_mode : label.mode,
          .is_exclusive_read = is_update && !fails,
          .is_exclusive_write = label.is_exclusive_write,
          .is_failed_exclusive = is_update && fails && !label.is_await};
}

// True if the event is in all sets, whatever it reads.
bool are_around(const cat::Code& code, const LocalOrder::Sets& sets, const Label& label) {
  const auto is_in_all = [&](bool fails) {
    const EventClass event = class_of(label, fails);
    const TagSet& tags = fails ? label.failure_tags : label.tags;
    return std::ranges::all_of(
        sets, [&](cat::NodeIndex set) { return incremental::is_in_set(code, set, event, tags); });
  };
  const bool may_fail = label.exclusive.kind == ExclusiveValues::Kind::One ||
                        label.exclusive.kind == ExclusiveValues::Kind::Tested;
  return is_in_all(false) && (!may_fail || is_in_all(true));
}

// `code` must outlive the result.
buffering::ThreadOrder thread_order(const cat::Code& code, const DependencyProofs& proofs) {
  const LocalOrder& order = proofs.local_order;
  using Barriers = buffering::ThreadOrder::Barriers;
  using Barrier = LocalOrder::Barrier;
  static_assert(LocalOrder::MaxBarriers <= 64);
  const auto select = [barriers = order.barriers](const auto& is_meant) {
    Barriers selected = 0;
    for (std::size_t i = 0; i < barriers.size(); ++i) {
      if (is_meant(barriers[i])) selected |= Barriers{1} << i;
    }
    return selected;
  };
  std::function<bool(const Label&)> is_ordered = nullptr;
  if (proofs.accesses) {
    is_ordered = [&code, accesses = *proofs.accesses](const Label& read) {
      return are_around(code, {accesses}, read);
    };
  }
  return {
      .begun_by =
          [&code, select](const Label& read) {
            return select([&](const Barrier& each) { return are_around(code, each.reads, read); });
          },
      .passed_by =
          [&code, select](const Label& fence) {
            return select([&](const Barrier& each) {
              return each.fences && are_around(code, *each.fences, fence);
            });
          },
      .without_fence = select([](const Barrier& each) { return !each.fences; }),
      .is_last =
          [&code, last = order.last](const Label& write) {
            return std::ranges::any_of(
                last, [&](const LocalOrder::Sets& sets) { return are_around(code, sets, write); });
          },
      .has_locations = order.has_locations,
      .is_ordered = std::move(is_ordered)};
}

// Returns the flags that events raise, as bits; null if the model has none, or flags of another
// kind. `code` must outlive the result.
template <std::size_t Words>
typename KnownModel<Words>::FlagsOf flags_of(const cat::Code& code, const StaleReadProofs& proofs) {
  std::vector<cat::NodeIndex> sets;
  for (const cat::CodeCheck& check : code.checks) {
    if (check.use != cat::CheckUse::Axiom) sets.push_back(check.node);
  }
  if (sets.empty() || sets.size() > 64 || !proofs.has_flags_of_events) return nullptr;
  return [&code, sets](const WorkingEvent<Words>& event, const Label& label) {
    const TagSet& tags = event.is_failed_exclusive ? label.failure_tags : label.tags;
    std::uint64_t raised = 0;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const bool is_in = incremental::is_in_set(code, sets[i], incremental::class_of(event), tags);
      raised |= std::uint64_t{is_in ? 1U : 0U} << i;
    }
    return raised;
  };
}

// Null if there is no checker.
template <std::size_t Words>
std::shared_ptr<TextChecker<Words>> text_checker(const MemoryModel& model,
                                                 const ProgramAutomata& automata) {
  // Events of working graphs are halves.
  if (has_other_events(automata.program()) || !TextChecker<Words>::takes(*model.code())) {
    return nullptr;
  }
  auto code = std::make_unique<const cat::Code>(code_for(*model.code(), automata.program()));
  return std::make_shared<TextChecker<Words>>(std::move(code), automata,
                                              model.proofs().dependencies);
}

template <std::size_t Words>
KnownModel<Words> known_model(const MemoryModel& model, const ProgramAutomata& automata) {
  const cat::Code* code = model.code();
  if (code == nullptr) return {};
  const DependencyProofs& proofs = model.proofs().dependencies;
  const auto by_text = text_checker<Words>(model, automata);
  const bool extends = proofs.extends_maximally ||
                       (by_text != nullptr && extends_maximally(*by_text->code, proofs.implied));
  KnownModel<Words> known{
      .check = check_by<Words>(by_text),
      .is_exact = proofs.not_of_parts.empty(),
      .is_same_of_parts = are_asked_of_parts(model),
      .order = thread_order(*code, proofs),
      .is_coherent = proofs.coherence.is_proved,
      .is_atomic = proofs.atomicity.is_proved,
      .updates = proofs.orders_updates ? buffering::Updates::Hold : buffering::Updates::Pass,
      .orders_halves = proofs.orders_halves,
      .orders_pairs = proofs.orders_pairs,
      .orders_controls = proofs.orders_controls,
      .asks_parts = proofs.not_of_parts.empty(),
      .extends_maximally = extends,
      .flags_of = flags_of<Words>(*code, model.proofs().stale_reads),
  };
  if (model.proofs().stale_reads.contains_causes) {
    known.happens_before = [](const WorkingGraph<Words>& graph, const EventBits<Words>& /*open*/,
                              Slot event) { return buffering::causes_in(graph, event); };
  }
  if (by_text != nullptr) {
    known.raises_flags = [by_text](const WorkingGraph<Words>& graph) {
      return by_text->raises_flags(graph).value_or(true);
    };
  }
  // Graphs that overflow are explored with a larger width.
  known.leaves_room = by_text != nullptr && Words == 1;
  if (model.traits().open_checker == OpenChecker::Imm) {
    known.leaves_room = false;
    const auto checker = std::make_shared<incremental::ImmChecker<Words>>();
    known.check = check_by<Words>(checker, std::move(known.check));
    known.happens_before = [checker](const WorkingGraph<Words>& graph, const EventBits<Words>& open,
                                     Slot event) {
      return checker->happens_before(graph, open, event);
    };
    known.is_exact = false;
  }
  return known;
}

template <std::size_t Words>
std::unique_ptr<Search> make_with(const MemoryModel& model, ProgramAutomata& automata,
                                  RunControl& control, ExecutionObserver& observer,
                                  const BufferingOptions& options) {
  return std::make_unique<buffering::Buffering<Words>>(
      automata, model, known_model<Words>(model, automata), control, observer, options);
}

}  // namespace

bool are_asked_of_parts(const MemoryModel& model) {
  const cat::Code& code = *model.code();
  const DependencyProofs& proofs = model.proofs().dependencies;
  const std::vector<std::size_t>& implied = proofs.implied;
  if (!proofs.not_of_parts.empty()) return false;
  for (std::size_t i = 0; i < code.checks.size(); ++i) {
    const cat::CodeCheck& check = code.checks[i];
    const bool is_asked = check.use == cat::CheckUse::Axiom && std::ranges::count(implied, i) == 0;
    if (is_asked && !check.fails_for_good) return false;
  }
  return true;
}

std::unique_ptr<Search> make_buffering(const MemoryModel& model, std::size_t capacity,
                                       ProgramAutomata& automata, RunControl& control,
                                       ExecutionObserver& observer,
                                       const BufferingOptions& options) {
  if (capacity <= BufferingCapacities[0]) {
    return make_with<1>(model, automata, control, observer, options);
  }
  if (capacity <= BufferingCapacities[1]) {
    return make_with<4>(model, automata, control, observer, options);
  }
  return make_with<AnyNumberOfWords>(model, automata, control, observer, options);
}

}  // namespace drover
