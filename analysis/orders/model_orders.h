#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/models/memory_model.h"

namespace drover::orders {

using drover::TellsApart;

// A built-in model with a known effect of stronger modes: see ModeTraits.
struct ModelOrders {
  std::string_view name;
  TellsApart tells_apart = TellsApart::Everything;
  bool plain_is_sc = false;
};

// Nothing for other models.
[[nodiscard]] std::optional<ModelOrders> find_model_orders(const MemoryModel& model);
[[nodiscard]] std::vector<ModelOrders> all_model_orders();
// Returns their names, for the message about other models.
[[nodiscard]] std::string names_of_model_orders();

}  // namespace drover::orders
