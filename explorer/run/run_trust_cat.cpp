#include "explorer/models/incremental/cat_checker.h"
#include "explorer/run/run_trust_with.h"

namespace drover {

namespace {

using incremental::AnyChecker;
using incremental::CatChecker;
using incremental::Extensions;

template <std::size_t Words>
std::function<CatChecker<Words>()> maker_of(cat::CompiledModel model, Extensions extensions) {
  using Shared = typename CatChecker<Words>::Shared;
  return [shared = std::make_shared<Shared>(std::move(model), extensions)] {
    return CatChecker<Words>(shared);
  };
}

template <std::size_t Words>
std::unique_ptr<Search> make_compiled(const TrustJob& job, cat::CompiledModel model,
                                      Extensions extensions) {
  auto make = maker_of<Words>(std::move(model), extensions);
  if constexpr (Words <= 2) {
    if (job.options.comparison == trust::Comparison::None) {
      return make_once<Words, CatChecker<Words>>(job, std::move(make));
    }
  }
  return make_any<Words>(job, [make = std::move(make)] {
    return AnyChecker<Words>::template of<CatChecker<Words>>(make());
  });
}

}  // namespace

std::unique_ptr<Search> make_trust_cat(const TrustJob& job) {
  constexpr std::size_t MaxCapacity = 256;  // beyond, what is kept of each event would be large
  const cat::Code* code = job.model.code();
  if (code == nullptr || job.capacity > MaxCapacity) return make_trust_axioms(job);
  std::optional<cat::CompiledModel> compiled = cat::compile(*code, job.model.proofs().implied);
  if (!compiled) return make_trust_axioms(job);
  const PropertyProof& proof = job.model.proofs()[ModelProperty::Extensibility];
  const Extensions extensions = proof.is_proved && !proof.only_without_spawns
                                    ? Extensions::AlwaysConsistent
                                    : Extensions::Unknown;
  if (job.capacity <= 64) return make_compiled<1>(job, *std::move(compiled), extensions);
  if (job.capacity <= 128) return make_compiled<2>(job, *std::move(compiled), extensions);
  return make_compiled<4>(job, *std::move(compiled), extensions);
}

}  // namespace drover
