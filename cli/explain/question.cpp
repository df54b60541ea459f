// An outcome on the command line is read by the parser that reads conditions of files: it is put
// behind the text of the file as one more condition (in a litmus test: in place of its condition).
// So it may say all that conditions may, and gets the same complaints. Their places are then those
// in the argument, not in the text that was put together.

#include "cli/explain/question.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "frontend/desugar.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/read_program.h"
#include "frontend/suggestion.h"
#include "litmus/library.h"
#include "litmus/litmus_test.h"
#include "litmus/proposition.h"
#include "litmus/sections.h"
#include "semantics/lower/lower_ast.h"
#include "support/format.h"

namespace drover {

namespace {

constexpr std::string_view ArgumentName = "--outcome";
constexpr std::uint32_t CoreUnroll = 16;
constexpr std::uint32_t LitmusUnroll = 2;

// ---- Outcomes of litmus tests

using litmus::Proposition;
using litmus::PropositionKind;

enum class Polarity : std::uint8_t { Holds, Fails };

void collect_observables(const Proposition& proposition, std::vector<std::uint32_t>& out) {
  const litmus::Atom& atom = proposition.atom;
  out.insert(out.end(), atom.left_observables.begin(), atom.left_observables.end());
  out.insert(out.end(), atom.right_observables.begin(), atom.right_observables.end());
  for (const Proposition& operand : proposition.operands) collect_observables(operand, out);
}

void collect_constants(const Proposition& proposition, std::vector<Value>& out) {
  const litmus::Atom& atom = proposition.atom;
  out.insert(out.end(), atom.right_values.begin(), atom.right_values.end());
  for (const Proposition& operand : proposition.operands) collect_constants(operand, out);
}

OutcomePart part_of(const Proposition& proposition, Polarity polarity) {
  OutcomePart part;
  const std::string text = litmus::proposition_text(proposition);
  part.text = polarity == Polarity::Holds ? text : format("not ({})", text);
  collect_observables(proposition, part.observables);
  part.holds = [proposition, polarity](std::span<const Value> state) {
    return litmus::holds(proposition, state) == (polarity == Polarity::Holds);
  };
  return part;
}

void collect_parts(const Proposition& proposition, Polarity polarity,
                   std::vector<OutcomePart>& parts) {
  const bool is_positive = polarity == Polarity::Holds;
  const Polarity other = is_positive ? Polarity::Fails : Polarity::Holds;
  if (proposition.kind == PropositionKind::Not) {
    collect_parts(proposition.operands.front(), other, parts);
  } else if (proposition.kind == (is_positive ? PropositionKind::And : PropositionKind::Or)) {
    for (const Proposition& each : proposition.operands) collect_parts(each, polarity, parts);
  } else if (proposition.kind == PropositionKind::Implies && !is_positive) {
    collect_parts(proposition.operands.front(), Polarity::Holds, parts);
    collect_parts(proposition.operands.back(), Polarity::Fails, parts);
  } else {
    parts.push_back(part_of(proposition, polarity));
  }
}

Outcome outcome_of(const litmus::FinalCondition& condition) {
  Outcome outcome;
  const bool is_forall = condition.quantifier == litmus::Quantifier::Forall;
  collect_parts(condition.proposition, is_forall ? Polarity::Fails : Polarity::Holds,
                outcome.parts);
  collect_constants(condition.proposition, outcome.constants);
  if (condition.filter) collect_parts(*condition.filter, Polarity::Holds, outcome.parts);
  for (const OutcomePart& part : outcome.parts) {
    const bool is_loose = part.text.find("\\/") != std::string::npos && outcome.parts.size() > 1;
    outcome.text += format("{}{}", outcome.text.empty() ? "" : " /\\ ",
                           is_loose ? "(" + part.text + ")" : part.text);
  }
  return outcome;
}

// ---- Reading

// A short-lived worker: holds a reference to the command.
class QuestionReader {
 public:
  QuestionReader(const ExplainCommand& command, std::string path, Colour colour)
      : command_(command), path_(std::move(path)), colour_(colour) {}

  QuestionFile read() {
    read_text();
    if (source_ && litmus::looks_like_litmus(source_->text())) {
      read_litmus();
    } else if (source_) {
      read_core();
    }
    if (!sink_.has_errors() && !is_refused_ && out_.questions.empty()) complain_of_no_condition();
    finish();
    return std::move(out_);
  }

 private:
  void read_text() {
    std::error_code ignored;
    if (!std::filesystem::exists(path_, ignored)) {
      if (const litmus::LibraryTest* test = litmus::find_library_test(path_)) {
        source_ = SourceBuffer::from_text(path_, std::string(test->text));
        return;
      }
    }
    source_ = read_source(path_, sink_);
    if (source_) return;
    std::vector<std::string> names;
    for (const litmus::LibraryTest& test : litmus::library_tests()) names.emplace_back(test.name);
    const std::string similar = did_you_mean(path_, names);
    if (!similar.empty()) notes_ += format("hint: in the library: {}\n", similar);
  }

  // Puts the outcome of the command line between two texts.
  void put_outcome(const std::string& before, const std::string& behind) {
    outcome_begin_ = before.size();
    source_ = SourceBuffer::from_text(path_, before + *command_.outcome + behind);
  }

  void read_core() {
    out_.default_model = "rc11";
    out_.default_unroll = CoreUnroll;
    const std::string text = source_->text();
    if (command_.outcome) put_outcome(text + "\nexists (", "\n);\n");
    const auto checked = read_program(*source_, command_.input.constants, sink_);
    if (!checked) return;
    std::optional<Program> program = lower(desugar(*checked), *source_, sink_);
    if (!program) return;
    program->file = path_;
    out_.program = std::make_shared<const Program>(*std::move(program));
    for (const Condition& condition : out_.program->conditions) {
      const bool is_argument = command_.outcome && condition.source.begin + 1 >= text.size();
      if (command_.outcome && !is_argument) continue;
      add_question(condition, is_argument);
    }
    // `1); exists (0` would be two.
    if (command_.outcome && out_.questions.size() != 1) {
      refuse("the outcome has to be one condition, as in `reader:r == 1 && x == 0`");
    }
  }

  void add_question(const Condition& condition, bool is_argument) {
    Question question{drover::outcome_of(*out_.program, condition), "", condition.source.line};
    question.origin = condition.kind == ConditionKind::Exists   ? "exists"
                      : condition.kind == ConditionKind::Forbid ? "forbid"
                                                                : "not forall";
    if (is_argument) {
      question.origin = ArgumentName;
      question.line = 0;
    }
    out_.questions.push_back(std::move(question));
  }

  void read_litmus() {
    if (!command_.input.constants.empty()) {
      refuse("-D gives values to constants of core programs; a litmus test has none");
      return;
    }
    out_.default_unroll = LitmusUnroll;
    if (command_.outcome) {
      DiagnosticSink ignored;  // reported when the whole is read
      if (const auto sections = litmus::split_sections(*source_, ignored)) {
        put_outcome(source_->text().substr(0, sections->condition.begin) + "\nexists (", "\n)\n");
      }
    }
    const std::uint32_t unroll = command_.unroll.value_or(LitmusUnroll);
    auto test = litmus::load_litmus(*source_, {litmus::Strictness::Wide, unroll}, sink_);
    if (!test || names_unknown()) return;
    out_.default_model = test->dialect->default_model;
    out_.program = std::make_shared<const Program>(std::move(test->program));
    const litmus::FinalCondition& condition = test->condition;
    const bool is_trivial = condition.quantifier == litmus::Quantifier::Forall &&
                            condition.proposition.kind == PropositionKind::True;
    if (is_trivial) return;
    Question question{outcome_of(condition), std::string(ArgumentName), 0};
    if (!command_.outcome) {
      const bool is_forall = condition.quantifier == litmus::Quantifier::Forall;
      question.origin = is_forall ? "not forall" : litmus::quantifier_name(condition.quantifier);
    }
    out_.questions.push_back(std::move(question));
  }

  // herd takes what occurs nowhere for 0. Who asks about it on the command line has mistyped it.
  [[nodiscard]] bool names_unknown() {
    const std::vector<Diagnostic> known = sink_.diagnostics();
    for (const Diagnostic& each : known) {
      const bool is_register = each.kind == DiagnosticKind::LitmusUnknownRegister;
      const bool is_unknown = is_register || each.kind == DiagnosticKind::LitmusUnknownGlobal;
      if (!is_unknown || !is_in_argument(each.range)) continue;
      const std::string what = is_register
                                   ? format("P{} has no `{}`", each.arguments[0], each.arguments[1])
                                   : format("the test has no `{}`", each.arguments[0]);
      sink_.report(DiagnosticKind::LitmusFault, each.range, {what}).with_hint(each.hint);
    }
    return sink_.has_errors();
  }

  void complain_of_no_condition() {
    refuse(
        format("the file has no condition: say which outcome to explain, as in "
               "--outcome \"{}\"",
               example()));
  }

  // In terms of the program at hand, as far as it has something to observe.
  [[nodiscard]] std::string example() const {
    const bool is_litmus = litmus::looks_like_litmus(source_->text());
    if (is_litmus) return "1:r0=1 /\\ x=0";
    for (const Thread& thread : out_.program->threads) {
      for (const RegisterInfo& reg : thread.registers) {
        if (reg.is_visible) return format("{}:{} == 1", thread.name, reg.name);
      }
    }
    for (const SharedObject& object : out_.program->objects) {
      return format("{}{} == 1", object.name, object.is_array ? "[0]" : "");
    }
    return "reader:r == 1 && x == 0";
  }

  // ---- Complaints

  void refuse(const std::string& why) {
    is_refused_ = true;
    notes_ += format("drover: {}: {}\n", path_, why);
  }

  [[nodiscard]] bool is_in_argument(const SourceRange& range) const {
    return outcome_begin_ && range.line != 0 && range.end >= *outcome_begin_ - 1;
  }

  void finish() {
    const SourceBuffer* source = source_ ? &*source_ : nullptr;
    std::vector<Diagnostic> all = sink_.sorted();
    for (Diagnostic& each : all) {
      const bool is_warning = each.severity() == Severity::Warning;
      if (is_warning && sink_.has_errors() && is_in_argument(each.range)) continue;
      if (!is_in_argument(each.range)) {
        out_.diagnostics += render(each, path_, source, colour_);
        out_.complaints.push_back(std::move(each));
        continue;
      }
      const SourceBuffer argument =
          SourceBuffer::from_text(std::string(ArgumentName), *command_.outcome);
      const auto place = [&](std::size_t offset) {
        const std::size_t begin = *outcome_begin_;
        return std::min(offset < begin ? 0 : offset - begin, argument.text().size());
      };
      each.range = argument.range(place(each.range.begin), place(each.range.end));
      each.notes.clear();
      out_.diagnostics += render(each, ArgumentName, &argument, colour_);
      out_.complaints.push_back(std::move(each));
    }
    out_.diagnostics += notes_;
    if (!sink_.has_errors() && !is_refused_) return;
    out_.program = nullptr;
    out_.questions.clear();
  }

  const ExplainCommand& command_;
  std::string path_;
  Colour colour_;
  DiagnosticSink sink_;
  std::optional<SourceBuffer> source_;
  std::optional<std::size_t> outcome_begin_;
  std::string notes_;
  bool is_refused_ = false;
  QuestionFile out_;
};

}  // namespace

QuestionFile read_questions(const ExplainCommand& command, const std::string& path, Colour colour) {
  return QuestionReader(command, path, colour).read();
}

}  // namespace drover
