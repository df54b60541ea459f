#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace drover {

// What is asked of a model. The first four are what [SPORE] §3.2 assumes.
enum class ModelProperty : std::uint8_t {
  CausalAcyclicity,  // [SPORE] App. E.2, Axiom 1
  PrefixClosedness,  // Axiom 2
  Extensibility,     // Axiom 3
  Atomicity,         // §3.2; [RCMC] §3.2.3
  Coherence          // sc per location
};
inline constexpr std::array AllModelProperties{
    ModelProperty::CausalAcyclicity, ModelProperty::PrefixClosedness, ModelProperty::Extensibility,
    ModelProperty::Atomicity, ModelProperty::Coherence};

[[nodiscard]] std::string_view property_name(ModelProperty property);
// What it says, in one line; where it is from.
[[nodiscard]] std::string_view property_statement(ModelProperty property);
[[nodiscard]] std::string_view property_source(ModelProperty property);

}  // namespace drover
