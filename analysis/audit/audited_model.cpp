#include "analysis/audit/audited_model.h"

#include <map>
#include <mutex>
#include <string>

#include "analysis/audit/audit_cache.h"

namespace drover::audit {

std::vector<ModelProperty> audited_properties(const MemoryModel& model) {
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
