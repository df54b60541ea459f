#include "explorer/models/model_registry.h"

#include <algorithm>
#include <array>

#include "explorer/models/builtin_models.h"

namespace drover {

std::span<const MemoryModel* const> all_models() {
  static const std::array<const MemoryModel*, 8> models{&sc_model(),   &tso_model(),  &pso_model(),
                                                        &sra_model(),  &ra_model(),   &rc11_model(),
                                                        &rc20_model(), &wrc11_model()};
  return models;
}

const MemoryModel* find_model(std::string_view name) {
  const auto models = all_models();
  const auto found =
      std::ranges::find(models, name, [](const MemoryModel* m) { return m->name(); });
  return found == models.end() ? nullptr : *found;
}

}  // namespace drover
