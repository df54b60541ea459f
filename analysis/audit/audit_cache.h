#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/audit/audit.h"

namespace drover::audit {

// Raised whenever audits ask something else, so that what older ones found is not used.
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

// Verdicts of audits, one file per model. The file has the whole text of the model, which is
// compared: that two texts have the same hash, which names the file, is not enough. A cache must
// never be in the way: a file that cannot be read, or is not as it was written, is not an answer;
// one that cannot be written is not written.
class AuditCache {
 public:
  // $XDG_CACHE_HOME/drover, or else $HOME/.cache/drover; without either nothing is kept.
  [[nodiscard]] static AuditCache of_user();
  explicit AuditCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] std::optional<CachedAudit> find(std::string_view model_text) const;
  // Answers whether it was kept. A model without a text is not.
  bool store(std::string_view model_text, const CachedAudit& audit) const;

 private:
  // Empty where there is no place for it.
  [[nodiscard]] std::filesystem::path file_of(std::string_view model_text) const;

  std::filesystem::path folder_;
};

}  // namespace drover::audit
