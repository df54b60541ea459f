#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "explorer/models/memory_model.h"

namespace drover::orders {

// Which modes a model tells apart.
enum class TellsApart : std::uint8_t {
  NoModes,   // sc
  ScStores,  // tso: stores and fences of mode sc
  Releases,  // pso: the same, and those of mode rel and more
  ScFences,  // ra, sra
  Everything
};

// Of models of which it is known that stronger modes allow no execution that weaker ones forbid.
// The search is sound for these: its tests compare it with trying everything.
struct ModelOrders {
  std::string_view name;
  TellsApart tells_apart = TellsApart::Everything;
  bool plain_is_sc = false;  // an access without a mode is of mode sc; else it is of the weakest
};

// Null for other models.
[[nodiscard]] const ModelOrders* find_model_orders(const MemoryModel& model);
// All of them.
[[nodiscard]] std::span<const ModelOrders> all_model_orders();
// Their names, for the message about any other model.
[[nodiscard]] std::string names_of_model_orders();

}  // namespace drover::orders
