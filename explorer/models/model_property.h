#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drover {

// Properties of models. [SPORE] §3.2 assumes the first four, partial loop purity ([Godot] §III)
// ReadRemoval.
enum class ModelProperty : std::uint8_t {
  CausalAcyclicity,  // [SPORE] App. E.2, Axiom 1
  PrefixClosedness,  // Axiom 2
  Extensibility,     // Axiom 3
  Atomicity,         // §3.2; [RCMC] §3.2.3
  Coherence,         // sc per location
  ReadRemoval        // [Godot] Theorem 1, see semantics/passes/purity/eliminate.h
};
inline constexpr std::array AllModelProperties{
    ModelProperty::CausalAcyclicity, ModelProperty::PrefixClosedness, ModelProperty::Extensibility,
    ModelProperty::Atomicity,        ModelProperty::Coherence,        ModelProperty::ReadRemoval};
// The properties that [SPORE]'s algorithm relies on.
inline constexpr std::array SporeProperties{ModelProperty::CausalAcyclicity,
                                            ModelProperty::PrefixClosedness,
                                            ModelProperty::Extensibility, ModelProperty::Atomicity};

[[nodiscard]] std::string_view property_name(ModelProperty property);

// A proof that a model has a property, for all graphs.
struct PropertyProof {
  bool is_proved = false;
  bool only_without_spawns = false;      // in programs whose threads all exist from the beginning
  std::vector<std::string> axioms = {};  // the axioms it follows from, in the order of the model
};

struct DependencyProofs;

// The properties proved from the form of a model's axioms (model_proof.h). An unproved property may
// still hold.
struct ModelProofs {
  std::array<PropertyProof, AllModelProperties.size()> of;
  // An axiom that forbids the empty graph, which is a prefix of every graph: then prefixes of
  // consistent graphs need not be consistent.
  std::optional<std::string> forbids_empty_graph;
  // The assumptions of algorithms/buffering: dependencies (its D) and rf are acyclic; and a part of
  // a consistent graph, with open events, is not rejected.
  PropertyProof dependency_acyclicity = {};
  PropertyProof open_parts = {};
  // True if the first is proved only for a D without branches and other events' addresses
  // (DependencyProofs::promises_ways).
  bool promises_ways = false;
  // All dependency proofs (dependency_proof.h); null if not computed.
  std::shared_ptr<const DependencyProofs> dependencies = nullptr;
  // Axioms that follow from others, in all programs: indices in Code::checks.
  std::vector<std::size_t> implied;

  [[nodiscard]] const PropertyProof& operator[](ModelProperty property) const {
    return of[static_cast<std::size_t>(property)];
  }
  [[nodiscard]] PropertyProof& operator[](ModelProperty property) {
    return of[static_cast<std::size_t>(property)];
  }
};

}  // namespace drover
