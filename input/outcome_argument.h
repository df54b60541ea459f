#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "frontend/diagnostic.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/source.h"
#include "input/subject.h"
#include "litmus/litmus_test.h"

namespace drover::input {

// Why no outcome of a C program can be asked for.
inline constexpr std::string_view NoOutcomesOfC =
    "final states of C programs have no names; write an assertion at the end of `main`";

// An outcome on the command line: a condition on final states in the language of the file. It is
// read by the parser that reads conditions of files, put into the text of the file. So it may say
// all that conditions may, and gets the same complaints; their places are those in the argument.
class OutcomeArgument {
 public:
  // `option` is the one that it was given with, and in complaints the name of the text.
  OutcomeArgument(std::string_view option, std::string text);

  // The text of a subject with the outcome in it; its own where it has errors that leave no place
  // for one. The subject must have a source.
  [[nodiscard]] SourceBuffer put_into(const Subject& subject);
  // A core program with the outcome as its last condition.
  [[nodiscard]] SourceBuffer behind(const SourceBuffer& program);
  // A litmus test with the outcome in place of its condition; `test` is the test itself, whose
  // locations and filter stay. C's operators are taken for herd's.
  [[nodiscard]] SourceBuffer in_place_of_condition(const SourceBuffer& source,
                                                   const litmus::LitmusTest& test);

  // Why the text cannot be one condition, whatever it says; nothing if it may be. A line.
  [[nodiscard]] std::optional<std::string> refusal() const;

  // Whether a range of the text that was put together is in the argument.
  [[nodiscard]] bool contains(const SourceRange& range) const;
  // herd takes what occurs nowhere as 0. On the command line, it has been mistyped:
  // warnings of that become errors.
  void refuse_unknown_names(DiagnosticSink& sink) const;
  // The same complaint about the argument. Its range must be in there.
  [[nodiscard]] Diagnostic placed(Diagnostic diagnostic) const;
  // A complaint that has been placed.
  [[nodiscard]] std::string rendered(const Diagnostic& placed, Colour colour) const;

 private:
  [[nodiscard]] SourceBuffer put_together(const SourceBuffer& source, const std::string& before,
                                          const std::string& text, const std::string& behind);

  SourceBuffer argument_;
  std::optional<std::size_t> begin_;  // of the argument, in the text that was put together
};

}  // namespace drover::input
