#include "editing/order_models.h"

#include <algorithm>

#include "explorer/models/model_table.h"

namespace drover::editing {

bool has_orders(std::string_view model) {
  return std::ranges::any_of(model_table(), [&](const ModelTraits& traits) {
    return traits.name == model && traits.modes && traits.modes->tells_apart != TellsApart::NoModes;
  });
}

}  // namespace drover::editing
