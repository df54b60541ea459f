#pragma once

#include <array>
#include <cstdint>
#include <string_view>

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

}  // namespace drover
