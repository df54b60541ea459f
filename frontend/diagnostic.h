#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/hint.h"
#include "frontend/warning_policy.h"
#include "support/source_range.h"

namespace drover {

enum class Severity : std::uint8_t { Error, Warning };

enum class DiagnosticKind : std::uint8_t {
#define DROVER_DIAGNOSTIC(name, severity, text) name,
#include "frontend/diagnostic_kinds.def"
};

[[nodiscard]] std::string_view diagnostic_name(DiagnosticKind kind);
[[nodiscard]] Severity severity_of(DiagnosticKind kind);

// A second place that explains a diagnostic.
struct DiagnosticNote {
  SourceRange range;  // line 0: no place
  std::string text;
};

// The names of a hint, as data: see Hint.
struct Meant {
  std::string misspelt;
  std::vector<std::string> words;
  SourceRange at;
};

// A diagnostic of the input, as data. Line 0 in `range` means the whole file.
struct Diagnostic {
  DiagnosticKind kind{};
  SourceRange range;
  std::vector<std::string> arguments;
  std::string hint;  // may be empty
  std::vector<DiagnosticNote> notes;
  bool is_promoted = false;  // a warning that counts as an error
  Meant meant = {};          // the names of the hint; see fixes.h

  [[nodiscard]] Severity severity() const {
    return is_promoted ? Severity::Error : severity_of(kind);
  }
  // Returns the text of the kind with its arguments.
  [[nodiscard]] std::string message() const;

  Diagnostic& with_hint(Hint given);
  Diagnostic& with_note(SourceRange where, std::string text);
};

// Collects the diagnostics of one file. The same diagnostic (kind, place and arguments) counts
// once. Errors beyond MaxErrors are dropped, and `has_dropped` is then true; warnings are limited,
// too.
class DiagnosticSink {
 public:
  static constexpr std::size_t MaxErrors = 50;

  DiagnosticSink() = default;
  explicit DiagnosticSink(WarningPolicy warnings) : warnings_(std::move(warnings)) {}

  // The reference is valid until the next report.
  Diagnostic& report(DiagnosticKind kind, SourceRange range,
                     std::initializer_list<std::string> arguments = {});

  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  // Returns the diagnostics by position; those of the whole file first.
  [[nodiscard]] std::vector<Diagnostic> sorted() const;
  [[nodiscard]] std::size_t error_count() const { return error_count_; }
  [[nodiscard]] bool has_errors() const { return error_count_ > 0; }
  // True if further errors are dropped: a phase may stop.
  [[nodiscard]] bool is_full() const { return error_count_ >= MaxErrors; }
  [[nodiscard]] bool has_dropped() const { return has_dropped_; }
  // True if the range of an error begins in [begin, end).
  [[nodiscard]] bool has_error_between(std::size_t begin, std::size_t end) const;

  // From now on, drops diagnostics of these kinds: they may follow from unreadable text. An empty
  // predicate ends this.
  void ignore(std::function<bool(DiagnosticKind)> is_ignored) {
    is_ignored_ = std::move(is_ignored);
  }

 private:
  WarningPolicy warnings_;
  std::vector<Diagnostic> diagnostics_;
  Diagnostic discarded_;
  std::function<bool(DiagnosticKind)> is_ignored_;
  std::size_t error_count_ = 0;
  bool has_dropped_ = false;
};

}  // namespace drover
