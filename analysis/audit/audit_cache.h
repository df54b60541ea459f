#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/audit/audit.h"
#include "explorer/models/memory_model.h"

namespace drover::audit {

// Increment when audits test something else, so that older results are not used.
inline constexpr int AuditVersion = 4;

// The part of an audit that is kept between runs.
struct CachedAudit {
  std::array<AuditVerdict, AllModelProperties.size()> verdicts{};
  bool has_coherence = true;
  std::size_t searched_events = 0;

  bool operator==(const CachedAudit&) const = default;
};

[[nodiscard]] CachedAudit cached(const AuditReport& report);
[[nodiscard]] std::vector<ModelProperty> missing_for_spore(const CachedAudit& audit);

// Verdicts of audits, one file per model. The hash of the model's text names the file; the file
// holds the whole text, which is compared. The cache never causes errors: an unreadable or damaged
// file counts as absent, and a failure to write is ignored.
class AuditCache {
 public:
  // $XDG_CACHE_HOME/drover, or else $HOME/.cache/drover; without either nothing is cached.
  [[nodiscard]] static AuditCache of_user();
  explicit AuditCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] std::optional<CachedAudit> find(std::string_view model_text) const;
  // True if the audit was stored. A model without a text is not stored.
  bool store(std::string_view model_text, const CachedAudit& audit) const;

 private:
  // Empty if there is no cache folder.
  [[nodiscard]] std::filesystem::path file_of(std::string_view model_text) const;

  std::filesystem::path folder_;
};

// Returns the properties that `spore` needs, for a model that is not built in, and that neither a
// proof nor an audit of small graphs establishes. The audit runs once for each model text; the
// user's cache keeps the result. No audit runs if all are proved, or if the model forbids the empty
// graph.
[[nodiscard]] std::vector<ModelProperty> audited_properties(const MemoryModel& model);

}  // namespace drover::audit
