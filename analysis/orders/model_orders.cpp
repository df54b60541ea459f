#include "analysis/orders/model_orders.h"

#include "explorer/models/model_table.h"
#include "support/text.h"

namespace drover::orders {

namespace {

std::optional<ModelOrders> orders_of(const ModelTraits& traits) {
  if (!traits.modes) return std::nullopt;
  return ModelOrders{.name = traits.name,
                     .tells_apart = traits.modes->tells_apart,
                     .plain_is_sc = traits.modes->plain_is_sc};
}

}  // namespace

std::optional<ModelOrders> find_model_orders(const MemoryModel& model) {
  return orders_of(model.traits());
}

std::vector<ModelOrders> all_model_orders() {
  std::vector<ModelOrders> known;
  for (const ModelTraits& traits : model_table()) {
    if (const auto orders = orders_of(traits)) known.push_back(*orders);
  }
  return known;
}

std::string names_of_model_orders() { return joined(all_model_orders(), ", ", &ModelOrders::name); }

}  // namespace drover::orders
