#include "analysis/audit/audited_model.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#include "analysis/audit/audit_cache.h"

namespace drover::audit {

std::vector<ModelProperty> audited_properties(const MemoryModel& model) {
  const ModelProofs& proofs = model.proofs();
  if (proofs.forbids_empty_graph) return {ModelProperty::PrefixClosedness};
  const bool is_proved = std::ranges::all_of(SporeProperties, [&](ModelProperty property) {
    return proofs[property].is_proved && !proofs[property].only_without_spawns;
  });
  if (is_proved && model.has_coherence()) return {};
  static std::mutex mutex;
  static std::map<std::string, CachedAudit> known;
  const std::string text(model.text());
  const std::lock_guard lock(mutex);
  auto found = known.find(text);
  if (found == known.end()) {
    const AuditCache cache = AuditCache::of_user();
    std::optional<CachedAudit> kept = cache.find(text);
    if (!kept) {
      kept = cached(audit(model, {}));
      cache.store(text, *kept);
    }
    found = known.emplace(text, *kept).first;
  }
  return missing_for_spore(found->second);
}

}  // namespace drover::audit
