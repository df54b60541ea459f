#include "analysis/orders/model_orders.h"

#include <algorithm>
#include <array>

namespace drover::orders {

namespace {

constexpr std::array Known{
    ModelOrders{"sc", TellsApart::NoModes, false}, ModelOrders{"tso", TellsApart::ScStores, false},
    ModelOrders{"pso", TellsApart::Releases, false},
    ModelOrders{"sra", TellsApart::ScFences, false}, ModelOrders{"ra", TellsApart::ScFences, false},
    ModelOrders{"rc11", TellsApart::Everything, true},
    ModelOrders{"rc20", TellsApart::Everything, true},
    ModelOrders{"wrc11", TellsApart::Everything, true},
    // Of programs that are compiled by the usual mapping of each: stronger
    // modes have the same accesses with more tags, or more barriers.
    ModelOrders{"aarch64", TellsApart::Everything, true},
    ModelOrders{"riscv", TellsApart::Everything, true},
    ModelOrders{"ppc", TellsApart::Everything, true}};

}  // namespace

const ModelOrders* find_model_orders(const MemoryModel& model) {
  const auto* const found = std::ranges::find(Known, model.traits().name, &ModelOrders::name);
  return found == Known.end() ? nullptr : found;
}

std::span<const ModelOrders> all_model_orders() { return Known; }

std::string names_of_model_orders() {
  std::string out;
  for (const ModelOrders& each : Known) {
    if (!out.empty()) out += ", ";
    out += each.name;
  }
  return out;
}

}  // namespace drover::orders
