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

// What is asked of a model. The first four are what [SPORE] §3.2 assumes, the last is what partial
// loop purity ([Godot] §III) assumes.
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
// Those that [SPORE]'s algorithm rests on.
inline constexpr std::array SporeProperties{ModelProperty::CausalAcyclicity,
                                            ModelProperty::PrefixClosedness,
                                            ModelProperty::Extensibility, ModelProperty::Atomicity};

[[nodiscard]] std::string_view property_name(ModelProperty property);

// That a model has a property, whatever the graph.
struct PropertyProof {
  bool is_proved = false;
  bool only_without_spawns = false;  // in programs whose threads are all there from the beginning
  std::vector<std::string> axioms = {};  // that it follows from, in the order of the model
};

struct DependencyProofs;

// What the form of a model's axioms proves (model_proof.h). What is not proved may still hold.
struct ModelProofs {
  std::array<PropertyProof, AllModelProperties.size()> of;
  // An axiom that forbids the graph without events, which is a prefix of every graph: no prefix of
  // a consistent graph can be relied on to be consistent.
  std::optional<std::string> forbids_empty_graph;
  // What algorithms/buffering relies on: that there is no cycle of dependencies (its D) and rf; and
  // that a part of a consistent graph, with events that are open, is not taken for inconsistent.
  PropertyProof dependency_acyclicity = {};
  PropertyProof open_parts = {};
  // Whether the first was said of a D that has neither branches nor addresses of others in it
  // (DependencyProofs::promises_ways).
  bool promises_ways = false;
  // All that was seen on the way (dependency_proof.h); none if nobody has looked.
  std::shared_ptr<const DependencyProofs> dependencies = nullptr;
  // Axioms that follow from others, in all programs: their numbers in Code::checks.
  std::vector<std::size_t> implied;

  [[nodiscard]] const PropertyProof& operator[](ModelProperty property) const {
    return of[static_cast<std::size_t>(property)];
  }
  [[nodiscard]] PropertyProof& operator[](ModelProperty property) {
    return of[static_cast<std::size_t>(property)];
  }
};

}  // namespace drover
