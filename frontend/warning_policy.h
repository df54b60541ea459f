#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace drover {

enum class DiagnosticKind : std::uint8_t;

enum class WarningLevel : std::uint8_t { Off, On, Error };

// The treatment of warnings, by kind. A setting for one kind overrides a setting for all.
struct WarningPolicy {
  WarningLevel usual = WarningLevel::On;
  std::map<DiagnosticKind, WarningLevel> of_kind = {};

  [[nodiscard]] WarningLevel level_of(DiagnosticKind kind) const {
    const auto said = of_kind.find(kind);
    return said == of_kind.end() ? usual : said->second;
  }
};

// Returns the name of a kind of warning: `unused-register`.
[[nodiscard]] std::string warning_name(DiagnosticKind kind);
[[nodiscard]] std::vector<std::string> warning_names();  // of all kinds of warnings
[[nodiscard]] std::optional<DiagnosticKind> find_warning(std::string_view name);

// Applies a word of `-W`: `error`, `none`, `KIND`, `no-KIND`, `error=KIND`, `no-error=KIND`. False
// if it is none of them.
[[nodiscard]] bool apply_warning_word(std::string_view word, WarningPolicy& policy);

}  // namespace drover
