#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/source.h"
#include "input/subject.h"
#include "litmus/litmus_test.h"

namespace drover::input {

// The reason why a C program cannot be asked for an outcome.
inline constexpr std::string_view NoOutcomesOfC =
    "final states of C programs have no names; write an assertion at the end of `main`";

// An outcome on the command line: a condition on final states in the language of the file. It is
// put into the text of the file, and the parser of that file reads it. So it allows the same
// conditions and gets the same diagnostics; their places are in the argument.
class OutcomeArgument {
 public:
  // `option` is the option of the outcome. Diagnostics use it as the name of the text.
  OutcomeArgument(std::string_view option, std::string text);

  // Returns the subject with the outcome in its text, or as it is if its errors leave no place for
  // an outcome. The subject must have a source.
  [[nodiscard]] Subject put_into(const Subject& subject, SubjectOptions options);
  // Returns a core program with the outcome as its last condition.
  [[nodiscard]] SourceBuffer behind(const SourceBuffer& program);
  // Returns a litmus test with the outcome in place of its condition. The locations and the filter
  // of `test`, the same test, stay. Accepts C's operators for herd's.
  [[nodiscard]] SourceBuffer in_place_of_condition(const SourceBuffer& source,
                                                   const litmus::LitmusTest& test);

  // Returns a line that says why no condition can have this text; nothing if one can.
  [[nodiscard]] std::optional<std::string> refusal() const;

  // True if a range of the combined text is in the argument, or in the text that Drover adds around
  // it.
  [[nodiscard]] bool contains(const SourceRange& range) const;
  // Returns the diagnostic with its range in the argument. The range must be in the argument.
  [[nodiscard]] Diagnostic placed(Diagnostic diagnostic) const;
  // herd reads an unknown name as 0. On the command line it is a typing error: these warnings
  // become errors.
  void refuse_unknown_names(DiagnosticSink& sink) const;
  // Returns the diagnostics of a subject, by position, and adds them to `rendered`. Those of the
  // outcome have their places in the argument.
  std::vector<Diagnostic> diagnostics_of(const Subject& subject, Colour colour,
                                         std::string& rendered) const;

 private:
  [[nodiscard]] SourceBuffer put_together(const SourceBuffer& source, const std::string& before,
                                          const std::string& text, const std::string& behind);

  SourceBuffer argument_;
  std::optional<std::size_t> begin_;  // begin of the argument in the combined text
};

}  // namespace drover::input
