// What is asked about a file: the outcome of the command line (outcome_argument.h), or else the
// conditions of the file, and the places where it may fail by its own words.

#include "input/question.h"

#include <utility>

#include "frontend/desugar.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/read_program.h"
#include "input/outcome_argument.h"
#include "input/read_test.h"
#include "litmus/litmus_test.h"
#include "litmus/proposition.h"
#include "litmus/sections.h"
#include "semantics/lower/lower_ast.h"
#include "support/format.h"

namespace drover::input {

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

explain::OutcomePart part_of(const Proposition& proposition, Polarity polarity) {
  explain::OutcomePart part;
  const std::string text = litmus::proposition_text(proposition);
  part.text = polarity == Polarity::Holds ? text : format("not ({})", text);
  collect_observables(proposition, part.observables);
  part.holds = [proposition, polarity](std::span<const Value> state) {
    return litmus::holds(proposition, state) == (polarity == Polarity::Holds);
  };
  return part;
}

void collect_parts(const Proposition& proposition, Polarity polarity,
                   std::vector<explain::OutcomePart>& parts) {
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

explain::Outcome outcome_of(const litmus::FinalCondition& condition) {
  explain::Outcome outcome;
  const bool is_forall = condition.quantifier == litmus::Quantifier::Forall;
  collect_parts(condition.proposition, is_forall ? Polarity::Fails : Polarity::Holds,
                outcome.parts);
  collect_constants(condition.proposition, outcome.constants);
  if (condition.filter) collect_parts(*condition.filter, Polarity::Holds, outcome.parts);
  for (const explain::OutcomePart& part : outcome.parts) {
    const bool is_loose = part.text.find("\\/") != std::string::npos && outcome.parts.size() > 1;
    outcome.text += format("{}{}", outcome.text.empty() ? "" : " /\\ ",
                           is_loose ? "(" + part.text + ")" : part.text);
  }
  return outcome;
}

// ---- Reading

// A short-lived worker: holds a reference to the request.
class QuestionReader {
 public:
  QuestionReader(const QuestionRequest& request, std::string path, Colour colour)
      : request_(request), path_(std::move(path)), colour_(colour) {}

  QuestionFile read() {
    source_ = read_file_or_test(path_, sink_, notes_);
    if (request_.outcome) argument_.emplace(ArgumentName, *request_.outcome);
    if (const auto refusal = argument_ ? argument_->refusal() : std::nullopt) {
      is_refused_ = true;
      notes_ += *refusal;
    } else if (source_ && litmus::looks_like_litmus(source_->text())) {
      read_litmus();
    } else if (source_) {
      read_core();
    }
    if (!sink_.has_errors() && !is_refused_ && out_.questions.empty()) complain_of_no_condition();
    finish();
    return std::move(out_);
  }

 private:
  void read_core() {
    out_.default_model = "rc11";
    out_.default_unroll = CoreUnroll;
    if (argument_) source_ = argument_->behind(*source_);
    const auto checked = read_program(*source_, request_.constants, sink_);
    if (!checked) return;
    std::optional<Program> program = lowering::lower(desugar(*checked), *source_, sink_);
    if (!program) return;
    program->file = path_;
    out_.program = std::make_shared<const Program>(*std::move(program));
    if (argument_) {
      add_question(out_.program->conditions.back());
      return;
    }
    for (const Condition& condition : out_.program->conditions) add_question(condition);
    for (const explain::FailurePlace& place : explain::failure_places(*out_.program))
      add_question(place);
  }

  void add_question(const Condition& condition) {
    Question question{explain::outcome_of(*out_.program, condition), "", condition.source.line};
    question.origin = condition.kind == ConditionKind::Exists   ? "exists"
                      : condition.kind == ConditionKind::Forbid ? "forbid"
                                                                : "not forall";
    if (argument_) {
      question.origin = ArgumentName;
      question.line = 0;
    }
    out_.questions.push_back(std::move(question));
  }

  void add_question(const explain::FailurePlace& place) {
    std::string statement(source_->text(place.source));
    if (const std::size_t end = statement.find('\n'); end != std::string::npos) {
      statement = statement.substr(0, end) + " …";
    }
    while (statement.ends_with(';') || statement.ends_with(' ')) statement.pop_back();
    Question question{{}, place.is_assertion ? "assertion" : "error", place.source.line};
    question.outcome.text =
        place.is_assertion ? format("`{}` fails", statement) : format("`{}` is reached", statement);
    question.outcome.failure = place.source.begin;
    out_.questions.push_back(std::move(question));
  }

  void read_litmus() {
    if (!request_.constants.empty()) {
      refuse("-D gives values to constants of core programs; a litmus test has none");
      return;
    }
    out_.default_unroll = LitmusUnroll;
    const litmus::ReadingOptions options{litmus::Strictness::Wide,
                                         request_.unroll.value_or(LitmusUnroll)};
    std::optional<litmus::LitmusTest> test;
    if (argument_) {
      DiagnosticSink own;  // of the file itself
      if (const auto original = litmus::load_litmus(*source_, options, own)) {
        source_ = argument_->in_place_of_condition(*source_, *original);
      }
    }
    test = litmus::load_litmus(*source_, options, sink_);
    if (argument_) argument_->refuse_unknown_names(sink_);
    if (!test || sink_.has_errors()) return;
    out_.default_model = test->dialect->default_model;
    out_.program = std::make_shared<const Program>(std::move(test->program));
    const litmus::FinalCondition& condition = test->condition;
    const bool is_trivial = condition.quantifier == litmus::Quantifier::Forall &&
                            condition.proposition.kind == PropositionKind::True;
    if (is_trivial) return;
    Question question{outcome_of(condition), std::string(ArgumentName), 0};
    if (!request_.outcome) {
      const bool is_forall = condition.quantifier == litmus::Quantifier::Forall;
      question.origin = is_forall ? "not forall" : litmus::quantifier_name(condition.quantifier);
    }
    out_.questions.push_back(std::move(question));
  }

  void complain_of_no_condition() {
    refuse(
        format("the file has no condition{}: say which outcome to explain, as in --outcome \"{}\"",
               litmus::looks_like_litmus(source_->text()) ? "" : " and no assertion", example()));
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
    return argument_ && argument_->contains(range);
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
      each = argument_->placed(std::move(each));
      out_.diagnostics += argument_->rendered(each, colour_);
      out_.complaints.push_back(std::move(each));
    }
    out_.diagnostics += notes_;
    if (!sink_.has_errors() && !is_refused_) return;
    out_.program = nullptr;
    out_.questions.clear();
  }

  const QuestionRequest& request_;
  std::string path_;
  Colour colour_;
  DiagnosticSink sink_;
  std::optional<SourceBuffer> source_;
  std::optional<OutcomeArgument> argument_;
  std::string notes_;
  bool is_refused_ = false;
  QuestionFile out_;
};

}  // namespace

QuestionFile read_questions(const QuestionRequest& request, const std::string& path,
                            Colour colour) {
  return QuestionReader(request, path, colour).read();
}

}  // namespace drover::input
