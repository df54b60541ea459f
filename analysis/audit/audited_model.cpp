#include "analysis/audit/audited_model.h"

#include <map>
#include <mutex>
#include <string>

#include "analysis/audit/audit_cache.h"
#include "support/text_digest.h"

namespace drover::audit {

std::vector<ModelProperty> audited_properties(const MemoryModel& model) {
  static std::mutex mutex;
  static std::map<std::string, CachedAudit> known;
  const std::string digest = text_digest(model.text());
  const std::lock_guard lock(mutex);
  auto found = known.find(digest);
  if (found == known.end()) {
    const AuditCache cache = AuditCache::of_user();
    std::optional<CachedAudit> kept = cache.find(digest);
    if (!kept) {
      kept = cached(audit(model, {}));
      cache.store(digest, *kept);
    }
    found = known.emplace(digest, *kept).first;
  }
  return missing_for_spore(found->second);
}

}  // namespace drover::audit
