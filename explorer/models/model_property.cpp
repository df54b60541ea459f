#include "explorer/models/model_property.h"

namespace drover {

std::string_view property_name(ModelProperty property) {
  switch (property) {
    case ModelProperty::CausalAcyclicity: return "causal-acyclicity";
    case ModelProperty::PrefixClosedness: return "prefix-closedness";
    case ModelProperty::Extensibility: return "extensibility";
    case ModelProperty::Atomicity: return "atomicity";
    case ModelProperty::Coherence: return "coherence";
    case ModelProperty::ReadRemoval: return "read-removal";
  }
  return "?";
}

}  // namespace drover
