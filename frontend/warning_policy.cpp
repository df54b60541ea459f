#include "frontend/warning_policy.h"

#include <array>
#include <cctype>

#include "frontend/diagnostic.h"

namespace drover {

namespace {

constexpr std::array AllKinds = {
#define DROVER_DIAGNOSTIC(name, severity, text) DiagnosticKind::name,
#include "frontend/diagnostic_kinds.def"
};

}  // namespace

// Returns `unused-register` for `UnusedRegister`.
std::string warning_name(DiagnosticKind kind) {
  std::string out;
  for (const char c : diagnostic_name(kind)) {
    const auto letter = static_cast<unsigned char>(c);
    if (std::isupper(letter) != 0 && !out.empty()) out += '-';
    out += static_cast<char>(std::tolower(letter));
  }
  return out;
}

std::vector<std::string> warning_names() {
  std::vector<std::string> names;
  for (const DiagnosticKind kind : AllKinds) {
    if (severity_of(kind) == Severity::Warning) names.push_back(warning_name(kind));
  }
  return names;
}

std::optional<DiagnosticKind> find_warning(std::string_view name) {
  for (const DiagnosticKind kind : AllKinds) {
    if (severity_of(kind) == Severity::Warning && warning_name(kind) == name) return kind;
  }
  return std::nullopt;
}

bool apply_warning_word(std::string_view word, WarningPolicy& policy) {
  if (word == "error" || word == "none") {
    policy.usual = word == "error" ? WarningLevel::Error : WarningLevel::Off;
    return true;
  }
  struct WarningForm {
    std::string_view prefix;
    WarningLevel level;
  };
  constexpr std::array WarningForms{
      WarningForm{"error=", WarningLevel::Error}, WarningForm{"no-error=", WarningLevel::On},
      WarningForm{"no-", WarningLevel::Off}, WarningForm{"", WarningLevel::On}};
  for (const WarningForm& form : WarningForms) {
    if (!word.starts_with(form.prefix)) continue;
    const auto kind = find_warning(word.substr(form.prefix.size()));
    if (!kind) continue;
    policy.of_kind[*kind] = form.level;
    return true;
  }
  return false;
}

}  // namespace drover
