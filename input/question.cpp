// The questions about a file: the outcome of the command line (outcome_argument.h), or else the
// conditions of the file and its assertions and errors.

#include "input/question.h"

#include <utility>

#include "frontend/diagnostic_printer.h"
#include "input/outcome_argument.h"
#include "litmus/litmus_test.h"
#include "litmus/proposition.h"
#include "support/format.h"

namespace drover::input {

namespace {

constexpr std::string_view ArgumentName = "--outcome";

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

}  // namespace

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

namespace {

// ---- Questions

Question question_about(const Program& program, const Condition& condition) {
  const std::string_view origin = condition.kind == ConditionKind::Exists   ? "exists"
                                  : condition.kind == ConditionKind::Forbid ? "forbid"
                                                                            : "not forall";
  return {explain::outcome_of(program, condition), std::string(origin), condition.source.line};
}

Question question_about(const explain::FailurePlace& place, const SourceBuffer& source, bool is_c) {
  std::string statement(source.text(place.source));
  if (const std::size_t end = statement.find('\n'); end != std::string::npos) {
    statement = statement.substr(0, end) + " …";
  }
  while (statement.ends_with(';') || statement.ends_with(' ')) statement.pop_back();
  Question question{.outcome = {},
                    .origin = place.is_assertion ? "assertion" : "error",
                    .line = place.source.line};
  // An `error` fails whenever it is reached. A C call may succeed: the text names its failure.
  std::string errors;
  for (const std::string& message : place.messages) {
    errors += format("{}{}", errors.empty() ? "" : "; or ", message);
  }
  question.outcome.text = place.is_assertion ? format("`{}` fails", statement)
                          : !is_c            ? format("`{}` is reached", statement)
                                             : format("`{}`: {}", statement, errors);
  question.outcome.failure = place.source.begin;
  question.outcome.failure_kind = place.kind;
  return question;
}

std::vector<Question> questions_of_core(const Subject& subject) {
  std::vector<Question> questions;
  for (const Condition& condition : subject.program->conditions) {
    questions.push_back(question_about(*subject.program, condition));
  }
  for (const explain::FailurePlace& place : explain::failure_places(*subject.program)) {
    questions.push_back(question_about(place, *subject.source, subject.program->is_c));
  }
  return questions;
}

std::vector<Question> questions_of_test(const litmus::LitmusTest& test) {
  const litmus::FinalCondition& condition = test.condition;
  const bool is_forall = condition.quantifier == litmus::Quantifier::Forall;
  const bool is_trivial = is_forall && condition.proposition.kind == PropositionKind::True;
  if (is_trivial) return {};
  const std::string origin =
      is_forall ? "not forall" : std::string(litmus::quantifier_name(condition.quantifier));
  return {Question{.outcome = outcome_of(condition), .origin = origin}};
}

// Returns the question of the added outcome: the last condition, or the only condition.
std::vector<Question> question_asked_for(const Subject& subject) {
  std::vector<Question> questions;
  if (subject.test()) {
    questions = questions_of_test(*subject.test());
  } else {
    questions.push_back(question_about(*subject.program, subject.program->conditions.back()));
  }
  for (Question& question : questions) {
    question.origin = ArgumentName;
    question.line = 0;
  }
  return questions;
}

// ---- Reading

// A short-lived worker: holds a reference to the request.
class QuestionReader {
 public:
  QuestionReader(const QuestionRequest& request, std::string path, Colour colour)
      : request_(request),
        path_(std::move(path)),
        colour_(colour),
        argument_(ArgumentName, request.outcome.value_or("")) {}

  QuestionFile read() {
    subject_ = read_subject(path_, options());
    path_ = subject_.path;
    out_.path = path_;
    if (request_.outcome) put_outcome();
    if (subject_.program && !subject_.sink.has_errors()) take_questions();
    finish();
    return std::move(out_);
  }

 private:
  [[nodiscard]] SubjectOptions options() const {
    return {.constants = request_.constants,
            .unroll = request_.unroll,
            .assumes_kernel = request_.assumes_kernel,
            .warnings = request_.warnings,
            .standard_input = request_.standard_input};
  }

  void put_outcome() {
    if (const auto refusal = argument_.refusal()) {
      // Drops the diagnostics of a file that was read: only the refusal is reported.
      if (subject_.source) subject_.sink = {};
      subject_.program = nullptr;
      subject_.notes += *refusal;
    } else if (subject_.kind() == SubjectKind::C) {
      subject_.program = nullptr;
      subject_.notes += format("drover: {}: {}: {}\n", path_, ArgumentName, NoOutcomesOfC);
    } else if (subject_.source) {
      subject_ = argument_.put_into(subject_, options());
    }
  }

  void take_questions() {
    out_.default_model = subject_.default_model;
    out_.default_unroll = info_of(subject_.kind()).explain_unroll;
    out_.program = subject_.program;
    out_.source = subject_.source;
    out_.questions = request_.outcome ? question_asked_for(subject_) : questions_of(subject_);
    if (out_.questions.empty()) out_.unasked = words_of_no_condition();
  }

  [[nodiscard]] std::string words_of_no_condition() const {
    if (subject_.kind() == SubjectKind::C) {
      return format(
          "drover: {}: the program has no assertion to explain, and --outcome is not for C "
          "programs, "
          "whose final states have no names: write an assertion, at the end of `main` or where it "
          "matters. `drover check` shows an execution with each race, deadlock, overflow or wrong "
          "use of memory\n",
          path_);
    }
    return format(
        "drover: {}: the file has no condition{}: say which outcome to explain, as in --outcome "
        "\"{}\"\n",
        path_, subject_.is_litmus() ? "" : " and no assertion", example());
  }

  // Returns an example outcome with names of the current program, if it has any to observe.
  [[nodiscard]] std::string example() const {
    if (subject_.is_litmus()) return "1:r0=1 /\\ x=0";
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

  void finish() {
    out_.complaints = argument_.diagnostics_of(subject_, colour_, out_.diagnostics);
    out_.diagnostics += subject_.notes;
    if (subject_.program && !subject_.sink.has_errors()) return;
    out_.program = nullptr;
    out_.questions.clear();
  }

  const QuestionRequest& request_;
  std::string path_;
  Colour colour_;
  OutcomeArgument argument_;
  Subject subject_;
  QuestionFile out_;
};

}  // namespace

std::vector<Question> questions_of(const Subject& subject) {
  return subject.test() ? questions_of_test(*subject.test()) : questions_of_core(subject);
}

QuestionFile read_questions(const QuestionRequest& request, const std::string& path,
                            Colour colour) {
  return QuestionReader(request, path, colour).read();
}

}  // namespace drover::input
