#include "frontend/diagnostic.h"

#include <algorithm>
#include <array>
#include <utility>

#include "support/check.h"

namespace drover {

namespace {

struct KindInfo {
  std::string_view name;
  Severity severity;
  std::string_view text;
};

constexpr std::array Kinds = {
#define DROVER_DIAGNOSTIC(name, severity, text) KindInfo{#name, Severity::severity, text},
#include "frontend/diagnostic_kinds.def"
};

const KindInfo& info(DiagnosticKind kind) { return Kinds.at(static_cast<std::size_t>(kind)); }

}  // namespace

std::string_view diagnostic_name(DiagnosticKind kind) { return info(kind).name; }
Severity severity_of(DiagnosticKind kind) { return info(kind).severity; }

std::string Diagnostic::message() const {
  const std::string_view text = info(kind).text;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{' && text[i] != '}') {
      out += text[i];
      continue;
    }
    // `{{` and `}}` are braces, as in std::format.
    if (i + 1 < text.size() && text[i + 1] == text[i]) {
      out += text[i++];
      continue;
    }
    // `{n}`, with one digit: the registry is ours.
    const auto argument = static_cast<std::size_t>(text[i + 1] - '0');
    DROVER_CHECK(argument < arguments.size(), "every argument of a diagnostic must be given");
    out += arguments[argument];
    i += 2;
  }
  return out;
}

Diagnostic& Diagnostic::with_hint(Hint given) {
  hint = std::move(given.text);
  meant = {std::move(given.misspelt), std::move(given.words), given.at};
  return *this;
}

Diagnostic& Diagnostic::with_note(SourceRange where, std::string text) {
  notes.push_back({where, std::move(text)});
  return *this;
}

Diagnostic& DiagnosticSink::report(DiagnosticKind kind, SourceRange range,
                                   std::initializer_list<std::string> arguments) {
  const bool is_warning = severity_of(kind) == Severity::Warning;
  const WarningLevel level = is_warning ? warnings_.level_of(kind) : WarningLevel::Error;
  const Diagnostic made{.kind = kind,
                        .range = range,
                        .arguments = arguments,
                        .hint = {},
                        .notes = {},
                        .is_promoted = is_warning && level == WarningLevel::Error,
                        .meant = {}};
  const bool is_known = std::ranges::any_of(diagnostics_, [&](const Diagnostic& other) {
    return other.kind == kind && other.range == range && other.arguments == made.arguments;
  });
  const bool is_error = made.severity() == Severity::Error;
  const bool is_doubtful = level == WarningLevel::Off || (is_ignored_ && is_ignored_(kind));
  const bool is_dropped = !is_known && !is_doubtful && is_error && is_full();
  has_dropped_ = has_dropped_ || is_dropped;
  // Warnings are bounded too, so that the search for duplicates stays cheap.
  const bool is_flood = diagnostics_.size() >= 4 * MaxErrors;
  if (is_known || is_dropped || is_flood || is_doubtful) {
    discarded_ = made;
    return discarded_;
  }
  if (is_error) ++error_count_;
  diagnostics_.push_back(made);
  return diagnostics_.back();
}

bool DiagnosticSink::has_error_between(std::size_t begin, std::size_t end) const {
  return std::ranges::any_of(diagnostics_, [&](const Diagnostic& diagnostic) {
    return diagnostic.severity() == Severity::Error && diagnostic.range.begin >= begin &&
           diagnostic.range.begin < end;
  });
}

std::vector<Diagnostic> DiagnosticSink::sorted() const {
  std::vector<Diagnostic> out = diagnostics_;
  std::ranges::stable_sort(out, [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(a.range.line, a.range.begin) < std::pair(b.range.line, b.range.begin);
  });
  return out;
}

}  // namespace drover
