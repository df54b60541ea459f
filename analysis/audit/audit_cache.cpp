#include "analysis/audit/audit_cache.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <string>
#include <system_error>

#include "support/format.h"
#include "support/hash.h"

namespace drover::audit {

namespace {

constexpr std::array<std::string_view, 3> VerdictWords{"holds", "broken", "not-applicable"};

std::string first_line() { return format("drover audit {}", AuditVersion); }

// File format: a line with the version, one line per property, the length of the model's text, the
// text itself, and a last line that marks a complete file.
std::string to_text(std::string_view model_text, const CachedAudit& audit) {
  std::string text = first_line() + "\n";
  text += format("coherence-order {}\nevents {}\n", audit.has_coherence ? "yes" : "no",
                 audit.searched_events);
  for (const ModelProperty property : AllModelProperties) {
    const auto verdict = audit.verdicts[static_cast<std::size_t>(property)];
    text +=
        format("{} {}\n", property_name(property), VerdictWords[static_cast<std::size_t>(verdict)]);
  }
  return text + format("model {}\n{}\nend\n", model_text.size(), model_text);
}

// True if the stream continues with this model text.
bool has_model(std::istream& stream, std::string_view model_text) {
  std::string name;
  std::size_t length = 0;
  if (!(stream >> name >> length) || name != "model" || length != model_text.size()) return false;
  std::string text(length, ' ');
  stream.get();
  return stream.read(text.data(), static_cast<std::streamsize>(length)) && text == model_text;
}

std::optional<CachedAudit> from_text(std::istream& stream, std::string_view model_text) {
  CachedAudit audit;
  std::string line;
  std::string name;
  std::string word;
  if (!std::getline(stream, line) || line != first_line()) return std::nullopt;
  if (!(stream >> name >> word) || name != "coherence-order") return std::nullopt;
  if (word != "yes" && word != "no") return std::nullopt;
  audit.has_coherence = word == "yes";
  if (!(stream >> name >> audit.searched_events) || name != "events") return std::nullopt;
  for (const ModelProperty property : AllModelProperties) {
    if (!(stream >> name >> word) || name != property_name(property)) return std::nullopt;
    const auto found = std::ranges::find(VerdictWords, word);
    if (found == VerdictWords.end()) return std::nullopt;
    audit.verdicts[static_cast<std::size_t>(property)] =
        static_cast<AuditVerdict>(found - VerdictWords.begin());
  }
  if (!has_model(stream, model_text)) return std::nullopt;
  if (!(stream >> name) || name != "end") return std::nullopt;
  return audit;
}

}  // namespace

CachedAudit cached(const AuditReport& report) {
  CachedAudit audit;
  for (std::size_t i = 0; i < AllModelProperties.size(); ++i) {
    audit.verdicts[i] = report.results[i].verdict;
  }
  audit.has_coherence = report.has_coherence;
  audit.searched_events = report.searched_events;
  return audit;
}

std::vector<ModelProperty> missing_for_spore(const CachedAudit& audit) {
  AuditReport report;
  for (std::size_t i = 0; i < AllModelProperties.size(); ++i) {
    report.results[i].verdict = audit.verdicts[i];
  }
  report.has_coherence = audit.has_coherence;
  return missing_for_spore(report);
}

AuditCache AuditCache::of_user() {
  const auto folder_in = [](const char* variable) {
    const char* value = std::getenv(variable);
    const std::filesystem::path folder(value == nullptr ? "" : value);
    // The XDG base directory specification ignores relative paths.
    return folder.is_absolute() ? folder : std::filesystem::path();
  };
  if (const auto folder = folder_in("XDG_CACHE_HOME"); !folder.empty()) {
    return AuditCache(folder / "drover");
  }
  const auto home = folder_in("HOME");
  return AuditCache(home.empty() ? home : home / ".cache" / "drover");
}

std::filesystem::path AuditCache::file_of(std::string_view model_text) const {
  if (folder_.empty() || model_text.empty()) return {};
  return folder_ / format("audit-{}-{:016x}", AuditVersion, hash_of_range(model_text));
}

std::optional<CachedAudit> AuditCache::find(std::string_view model_text) const {
  const std::filesystem::path file = file_of(model_text);
  if (file.empty()) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  return stream ? from_text(stream, model_text) : std::nullopt;
}

// Writes a temporary file and renames it, so that readers never see half a file.
bool AuditCache::store(std::string_view model_text, const CachedAudit& audit) const {
  const std::filesystem::path file = file_of(model_text);
  if (file.empty()) return false;
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  std::filesystem::path draft = file;
  draft += format(".{}", getpid());
  {
    std::ofstream stream(draft, std::ios::binary);
    stream << to_text(model_text, audit);
    if (!stream.flush()) {
      std::filesystem::remove(draft, error);
      return false;
    }
  }
  std::filesystem::rename(draft, file, error);
  if (!error) return true;
  std::filesystem::remove(draft, error);
  return false;
}

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
