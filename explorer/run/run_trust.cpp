#include <optional>
#include <utility>

#include "explorer/algorithms/execution_graph_of.h"
#include "explorer/models/incremental/axiom_checker.h"
#include "explorer/models/incremental/cat_checker.h"
#include "explorer/models/incremental/comparing_checker.h"
#include "explorer/models/incremental/release_acquire_checker.h"
#include "explorer/models/incremental/repaired_c11_checker.h"
#include "explorer/models/incremental/sc_checker.h"
#include "explorer/models/incremental/store_buffer_checker.h"
#include "explorer/run/make_trust_search.h"
#include "explorer/run/searches.h"

namespace drover {

namespace {

using incremental::AnyChecker;
using incremental::AxiomChecker;
using incremental::BufferKind;
using incremental::CatChecker;
using incremental::Extensions;
using incremental::ReleaseSequence;
using incremental::RepairedC11Checker;
using incremental::StoreBufferChecker;
using trust::MakeChecker;

// Above this, a compiled model would store too much per event: the axioms are checked instead.
constexpr std::size_t MaxCompiledCapacity = 256;

template <typename Checker, std::size_t Words>
MakeChecker<Words> made() {
  return [] { return AnyChecker<Words>::template of<Checker>(); };
}

// Returns the axioms of the model, for checkers that use them.
template <std::size_t Words>
AxiomChecker<Words> axiom_checker(const TrustJob& job) {
  return AxiomChecker<Words>(
      job.model, [&automata = job.automata,
                  dependencies = job.options.dependencies](const WorkingGraph<Words>& graph) {
        return execution_graph_of(graph, automata, dependencies);
      });
}

// For a model without a checker of its own: returns the checker of compiled models, if the model
// can be compiled.
template <std::size_t Words>
MakeChecker<Words> made_for_compiled(const MemoryModel& model) {
  if constexpr (EventBits<Words>::Capacity <= MaxCompiledCapacity) {
    const cat::Code* code = model.code();
    if (code == nullptr) return nullptr;
    std::optional<cat::CompiledModel> compiled = cat::compile(*code, model.proofs().implied);
    if (!compiled) return nullptr;
    const PropertyProof& proof = model.proofs()[ModelProperty::Extensibility];
    const Extensions extensions = proof.is_proved && !proof.only_without_spawns
                                      ? Extensions::AlwaysConsistent
                                      : Extensions::Unknown;
    using Shared = typename CatChecker<Words>::Shared;
    return [shared = std::make_shared<Shared>(*std::move(compiled), extensions)] {
      return AnyChecker<Words>::template of<CatChecker<Words>>(shared);
    };
  } else {
    return nullptr;
  }
}

// Returns the model's checker; null if the axioms are used instead.
template <std::size_t Words>
MakeChecker<Words> checker_of(const MemoryModel& model) {
  using Tso = StoreBufferChecker<Words, BufferKind::Fifo>;
  using Pso = StoreBufferChecker<Words, BufferKind::PerLocation>;
  using Rc11 = RepairedC11Checker<Words, ReleaseSequence::WithOwnWrites>;
  using Rc20 = RepairedC11Checker<Words, ReleaseSequence::RmwsOnly>;
  switch (model.traits().checker) {
    case IncrementalChecker::None: return made_for_compiled<Words>(model);
    case IncrementalChecker::Sc: return made<incremental::ScChecker<Words>, Words>();
    case IncrementalChecker::Tso: return made<Tso, Words>();
    case IncrementalChecker::Pso: return made<Pso, Words>();
    case IncrementalChecker::Sra: return made<incremental::SraChecker<Words>, Words>();
    case IncrementalChecker::Ra: return made<incremental::RaChecker<Words>, Words>();
    case IncrementalChecker::Rc11: return made<Rc11, Words>();
    case IncrementalChecker::Rc20: return made<Rc20, Words>();
  }
  return nullptr;
}

template <std::size_t Words>
MakeChecker<Words> compared(const TrustJob& job, MakeChecker<Words> make_checker) {
  return [axioms = axiom_checker<Words>(job), make_checker = std::move(make_checker),
          steps = std::make_shared<CheckSample>()] {
    using Comparing = incremental::ComparingChecker<AnyChecker<Words>>;
    return AnyChecker<Words>::template of<Comparing>(make_checker(), axioms,
                                                     incremental::fail_on_disagreement, steps);
  };
}

template <std::size_t Words>
std::unique_ptr<Search> make_with(const TrustJob& job) {
  MakeChecker<Words> make_checker = checker_of<Words>(job.model);
  if (make_checker == nullptr) {
    make_checker = [axioms = axiom_checker<Words>(job)] {
      return AnyChecker<Words>::template of<AxiomChecker<Words>>(axioms);
    };
  } else if (job.options.comparison == trust::Comparison::WithAxioms) {
    make_checker = compared<Words>(job, std::move(make_checker));
  }
  return make_trust_search<Words>(job, std::move(make_checker));
}

}  // namespace

std::unique_ptr<Search> make_trust(const MemoryModel& model, std::size_t capacity,
                                   ProgramAutomata& automata, const trust::TrustOptions& options,
                                   RunControl& control, ExecutionObserver& observer) {
  const TrustJob job{.model = model,
                     .automata = automata,
                     .options = options,
                     .control = control,
                     .observer = observer};
  const bool has_checker = model.traits().checker != IncrementalChecker::None;
  return with_words(capacity, has_checker ? MostEvents : MaxCompiledCapacity,
                    [&]<std::size_t Words>() { return make_with<Words>(job); });
}

}  // namespace drover
