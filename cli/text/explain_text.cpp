// The answer as text: a section for each model, or for several models with the same answer; then
// the ladder.

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "cli/explain_report.h"
#include "cli/terminal.h"
#include "explorer/graph/text_printer.h"
#include "support/format.h"
#include "support/text.h"
#include "words/fact_words.h"
#include "words/reason_words.h"
#include "words/run_words.h"
#include "words/styles.h"
#include "words/words.h"

namespace drover::cli {

namespace {

// Kinds of reasons beyond this number are counted, not shown.
constexpr std::size_t MaxToldReasons = 4;

// Writes one report. Short-lived: holds references.
class ExplainText {
 public:
  ExplainText(const ExplainReport& report, Colour colour)
      : report_(report),
        explanation_(report.explanation),
        colour_(colour),
        columns_(output_columns()) {}

  std::string write() {
    write_question();
    if (is_impossible()) {
      write_impossible();
    } else {
      for (const Section& section : sections()) write_section(section);
      out_ += words::ladder_text(explanation_, colour_, columns_);
    }
    const std::string limit = limit_words(report_);
    if (!limit.empty()) {
      out_ += "\n" + wrap(format("{}: {}", paint(words::Yellow, "note"), limit), 0, 6);
    }
    return std::move(out_);
  }

 private:
  // Models with the same answer.
  struct Section {
    std::vector<const explain::ModelAnswer*> answers;
    std::string key;
  };

  [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
    return words::painted(colour_, code, text);
  }

  void write_question() {
    const input::Question& question = report_.question;
    const std::string where = question.line == 0
                                  ? question.origin
                                  : format("{}, line {}", question.origin, question.line);
    out_ += format("{} {}   {}\n", paint(words::Bold, report_.path + ":"), question.outcome.text,
                   paint(words::Dim, "(" + where + ")"));
  }

  // ---- No candidates

  [[nodiscard]] bool is_impossible() const {
    return std::ranges::any_of(explanation_.answers, [](const explain::ModelAnswer& answer) {
      return answer.verdict == explain::OutcomeVerdict::Impossible;
    });
  }

  void write_impossible() {
    out_ += format("\n{} under any memory model: no choice of sources for the reads {}.\n",
                   paint(words::Yellow, "impossible"), is_failure() ? "leads there" : "gives it");
    for (const explain::ImpossiblePart& part : explanation_.impossible) write_impossible_part(part);
    if (!report_.racing.empty()) {
      out_ += wrap(format("But the program has a race under {}, where that makes it wrong "
                          "whatever it does: anything may happen.",
                          joined(report_.racing, ", ")),
                   2, 2);
    }
    if (explanation_.has_failing_paths) {
      out_ +=
          "  (An execution in which a thread fails, at an assertion for one, has no final "
          "state.)\n";
    }
    if (explanation_.has_waiting_paths) {
      out_ +=
          "  (An execution in which a thread is blocked, or waits forever, has no final state.)\n";
    }
    if (explanation_.contradiction.empty()) return;
    const auto text_of = [&](std::size_t part) {
      return format("`{}`", report_.question.outcome.parts[part].text);
    };
    out_ += format("  Each part can be met, but not together: {}.\n",
                   joined(explanation_.contradiction, ", ", text_of));
  }

  [[nodiscard]] bool is_failure() const { return report_.question.outcome.failure.has_value(); }

  void write_impossible_part(const explain::ImpossiblePart& part) {
    out_ += format("  `{}` never holds", report_.question.outcome.parts[part.part].text);
    std::vector<std::string> facts;
    for (const explain::ImpossiblePart::Values& each : part.values) {
      const std::string& name = report_.file.program->observables[each.observable].name;
      facts.push_back(each.values.empty() ? format("no execution comes to an end")
                                          : format("`{}` {}", name, values_words(each.values)));
    }
    facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
    out_ += facts.empty() ? ".\n" : format(": {}.\n", joined(facts, ", "));
  }

  // "is 0", "is 0 or 1", "is 0, 1 or 2".
  [[nodiscard]] std::string values_words(const std::vector<Value>& values) const {
    constexpr std::size_t MaxListed = 12;
    std::string text = "is ";
    for (std::size_t i = 0; i < values.size() && i < MaxListed; ++i) {
      if (i > 0) text += i + 1 == values.size() ? " or " : ", ";
      text += explanation_.names->value(values[i]);
    }
    if (values.size() > MaxListed) text += format(", … ({} values)", values.size());
    return text;
  }

  // ---- One model

  [[nodiscard]] std::vector<Section> sections() const {
    std::vector<Section> all;
    for (const explain::ModelAnswer& answer : explanation_.answers) {
      std::string key = key_of(answer);
      const auto known = std::ranges::find(all, key, &Section::key);
      if (known == all.end()) {
        all.push_back({{&answer}, std::move(key)});
      } else {
        known->answers.push_back(&answer);
      }
    }
    return all;
  }

  // Answers with the same key differ at most in axioms, which are shown per model.
  [[nodiscard]] std::string key_of(const explain::ModelAnswer& answer) const {
    std::string key(words::verdict_word(answer.verdict));
    if (answer.witness) key += format(" {} {}", *answer.witness, answer.race.has_value());
    if (!answer.scope_gaps.empty()) {
      key += format(" {} {}", answer.scope_gaps.size(), answer.forbidden_if_wider);
    }
    key += format(" {}", answer.narrower_scopes.size());
    for (const explain::Reason* reason : needed(answer)) {
      key += format("\n{} {}\n{}", reason->candidate, reason->settled, reason_text(*reason));
    }
    return key;
  }

  [[nodiscard]] static std::vector<const explain::Reason*> needed(
      const explain::ModelAnswer& answer) {
    std::vector<const explain::Reason*> reasons;
    for (const explain::Reason& reason : answer.reasons) {
      if (reason.settled > 0) reasons.push_back(&reason);
    }
    return reasons;
  }

  void write_section(const Section& section) {
    const auto name_of = [](const explain::ModelAnswer* each) { return each->model->name(); };
    const explain::ModelAnswer& first = *section.answers.front();
    out_ += format("\n{} {}\n", paint(words::Bold, joined(section.answers, ", ", name_of) + ":"),
                   paint(words::colour_of(first.verdict), words::verdict_word(first.verdict)));
    if (first.verdict == explain::OutcomeVerdict::Allowed) write_witness(section);
    if (first.verdict == explain::OutcomeVerdict::Forbidden) write_reasons(section);
    if (first.verdict == explain::OutcomeVerdict::Unknown) {
      out_ += "  Neither found nor ruled out: see the note.\n";
    }
  }

  void write_witness(const Section& section) {
    const explain::ModelAnswer& first = *section.answers.front();
    out_ += format("  {} gives it{}\n", words::capitalised(execution_words(*first.witness)),
                   is_shown(*first.witness) ? "." : ":");
    show_execution(*first.witness);
    out_ += words::scope_gaps_text(first, explanation_, columns_);
    out_ += words::allowance_text(section.answers, explanation_, columns_);
    std::vector<std::string> without;
    for (const explain::ModelAnswer* each : section.answers) {
      if (!each->model->has_coherence()) without.emplace_back(each->model->name());
    }
    for (const explain::ModelAnswer* each : section.answers) {
      if (!each->model->facts().has_partial_coherence) continue;
      out_ += format("  ({} need not order all pairs of co.)\n", each->model->name());
    }
    if (without.empty()) return;
    out_ += format("  (co is not part of it for {}, which has no coherence order.)\n",
                   joined(without, ", "));
  }

  // Each execution is shown once, and then called A, B, ….
  [[nodiscard]] bool is_shown(std::size_t candidate) const {
    return std::ranges::find(shown_, candidate) != shown_.end();
  }

  [[nodiscard]] std::string execution_words(std::size_t candidate) const {
    const auto place =
        static_cast<std::size_t>(std::ranges::find(shown_, candidate) - shown_.begin());
    constexpr std::size_t Letters = 26;
    if (place >= Letters) return format("execution {}", place + 1);
    return format("execution {}", static_cast<char>('A' + place));
  }

  void show_execution(std::size_t candidate) {
    if (is_shown(candidate)) return;
    shown_.push_back(candidate);
    const explain::Candidate& shown = explanation_.candidates[candidate];
    out_ += indented(print_text(shown.graph, *shown.names, {}, {.columns = columns_ - 4}), "    ");
    if (shown.failed) {
      out_ += format("    {} fails at line {}\n", shown.names->threads[shown.failed->value],
                     report_.question.line);
    }
  }

  [[nodiscard]] std::string wrap(std::string_view text, std::size_t first,
                                 std::size_t others) const {
    return words::wrapped(text, first, others, columns_);
  }

  // ---- Reasons

  [[nodiscard]] std::string reason_text(const explain::Reason& reason) const {
    return words::cycle_text(reason, explanation_.candidates[reason.candidate], report_.detail,
                             colour_, columns_);
  }

  void write_reasons(const Section& section) {
    const explain::ModelAnswer& first = *section.answers.front();
    if (first.reasons.empty()) {
      out_ += "  An exploration under this model does not reach it.\n";
      return;
    }
    const std::size_t kinds = needed(first).size();
    if (kinds > 1) out_ += wrap(count_words(first) + format(", rejected in {} ways.", kinds), 2, 2);
    for (std::size_t i = 0; i < kinds && i < MaxToldReasons; ++i) write_reason(section, i, kinds);
    if (kinds > MaxToldReasons) {
      out_ += format("  … and {} more (--json has all)\n",
                     words::plural(kinds - MaxToldReasons, "kind of cycle"));
    }
    write_others(section);
    write_incoherent(section);
    out_ += words::narrower_scopes_text(first, explanation_, columns_);
  }

  // Returns the number of candidates that the reasons cover.
  [[nodiscard]] std::uint64_t count_told() const {
    return explanation_.coherent_count > 0 ? explanation_.coherent_count
                                           : explanation_.incoherent_count;
  }

  [[nodiscard]] std::string count_words(const explain::ModelAnswer& answer) const {
    const std::uint64_t count = count_told();
    std::string text = format("{} would give it", words::plural(count, "candidate execution"));
    if (explanation_.coherent_count == 0) text += incoherence_words();
    if (answer.explained < count) text += format(" (here: the first {})", answer.explained);
    return text;
  }

  // Returns the fault that all candidates have under every model.
  [[nodiscard]] std::string_view incoherence_words() const {
    if (explanation_.torn_count == 0) return ", none of them coherent location by location";
    return explanation_.torn_count == explanation_.incoherent_count
               ? ", but in none of them all updates are atomic"
               : ", none of them coherent location by location with updates that are atomic";
  }

  void write_reason(const Section& section, std::size_t index, std::size_t kinds) {
    const explain::ModelAnswer& first = *section.answers.front();
    const explain::Reason& reason = *needed(first)[index];
    const std::string execution = execution_words(reason.candidate);
    const std::string_view end = is_shown(reason.candidate) ? " (shown above)." : ":";
    if (count_told() == 1) {
      out_ += is_shown(reason.candidate)
                  ? format("  {}, shown above, would give it.\n", words::capitalised(execution))
                  : format("  {} would give it:\n", words::capitalised(execution));
    } else if (kinds == 1) {
      out_ += wrap(
          format("{}, all rejected alike, such as {}{}", count_words(first), execution, end), 2, 2);
    } else if (reason.settled == 1) {
      out_ += format("  {}. {}{}\n", index + 1, words::capitalised(execution), end);
    } else {
      out_ += format("  {}. {} of them, such as {}{}\n", index + 1, reason.settled, execution, end);
    }
    show_execution(reason.candidate);
    if (reason.overwritten) {
      out_ += reason_text(reason);
      return;
    }
    write_axiom(section, index, reason_text(reason));
  }

  // Writes the axiom, a cycle that violates it, and the definitions of its names; models of the
  // section may differ in definitions. Repeats a definition only after a different one of the same
  // name.
  void write_axiom(const Section& section, std::size_t index, const std::string& cycle) {
    struct Line {
      std::string name;  // of a definition
      std::string text;
      std::vector<std::string> models;
    };
    std::vector<Line> lines;
    const auto add = [&](const std::string& name, const std::string& text,
                         const MemoryModel& model) {
      auto known = std::ranges::find(lines, text, &Line::text);
      if (known == lines.end()) known = lines.insert(known, {name, text, {}});
      known->models.emplace_back(model.name());
    };
    for (const explain::ModelAnswer* answer : section.answers) {
      const explain::Reason& reason = *needed(*answer)[index];
      const AxiomDescription axiom = answer->model->axioms()[reason.violation.position];
      const std::string citation =
          axiom.citation.empty() ? "" : "   " + paint(words::Dim, axiom.citation);
      add("", format("It breaks the axiom `{}`: {}{}", axiom.name, axiom.formula, citation),
          *answer->model);
      for (const Definition& definition : axiom.definitions) {
        add(definition.name, format("{} = {}", definition.name, definition.formula),
            *answer->model);
      }
    }
    std::map<std::string, std::string> told_now;
    std::string definitions;
    std::size_t left_out = 0;
    const std::set<std::string> main = names_in(section, index);
    for (const Line& line : lines) {
      const bool is_common = line.models.size() == section.answers.size();
      const std::string text =
          line.text + (is_common ? "" : format("   ({})", joined(line.models, ", ")));
      if (line.name.empty()) {
        out_ += wrap(text, 2, 6);
        continue;
      }
      if (report_.detail == words::AccountDetail::Main && !main.contains(line.name)) {
        ++left_out;
        continue;
      }
      told_now[line.name] += text;
      const auto known = told_.find(line.name);
      if (known != told_.end() && known->second == text) continue;
      definitions += wrap(text, 6, 10);
    }
    for (auto& [name, text] : told_now) told_[name] = std::move(text);
    out_ += "  by this cycle:\n" + cycle;
    if (!definitions.empty()) {
      out_ += format("  The names in {}:\n", left_out > 0 ? "the cycle" : "the axiom");
    }
    out_ += definitions;
    if (left_out > 0) {
      out_ += format("  (-v: {} of the axiom, too)\n",
                     words::plural(left_out, definitions.empty() ? "definition" : "other name"));
    }
  }

  // Returns the relations that the steps of a reason name, and the axiom if it names only one.
  [[nodiscard]] std::set<std::string> names_in(const Section& section, std::size_t index) const {
    std::set<std::string> names;
    for (const explain::ModelAnswer* answer : section.answers) {
      const explain::Reason& reason = *needed(*answer)[index];
      const auto told = words::main_relations(reason, explanation_.candidates[reason.candidate]);
      names.insert(told.begin(), told.end());
      // An axiom about one name says nothing without it: "acyclic global".
      const std::string formula = answer->model->axioms()[reason.violation.position].formula;
      names.insert(formula.substr(formula.find(' ') + 1));
    }
    return names;
  }

  // Writes the other violated axioms.
  void write_others(const Section& section) {
    std::vector<std::pair<std::string, std::vector<std::string>>> lists;  // and the models
    for (const explain::ModelAnswer* answer : section.answers) {
      std::set<std::string> told;
      for (const explain::Reason* reason : needed(*answer)) told.insert(reason->axiom);
      std::vector<std::string> others;
      for (const explain::Reason& reason : answer->reasons) {
        if (told.insert(reason.axiom).second) others.push_back(format("`{}`", reason.axiom));
      }
      if (others.empty()) continue;
      const std::string text = joined(others, ", ");
      auto known = std::ranges::find_if(lists, [&](auto& each) { return each.first == text; });
      if (known == lists.end()) known = lists.insert(known, {text, {}});
      known->second.emplace_back(answer->model->name());
    }
    for (const auto& [text, models] : lists) {
      const bool is_common = models.size() == section.answers.size();
      out_ += format("  Also broken: {}{}.\n", text,
                     is_common ? "" : format(" ({})", joined(models, ", ")));
    }
  }

  void write_incoherent(const Section& section) {
    if (explanation_.coherent_count == 0 || explanation_.incoherent_count == 0) return;
    std::vector<std::string> axioms;
    for (const explain::ModelAnswer* answer : section.answers) {
      for (const std::string& axiom : answer->axioms_against_incoherent) {
        const std::string quoted = format("`{}`", axiom);
        if (std::ranges::find(axioms, quoted) == axioms.end()) axioms.push_back(quoted);
      }
    }
    const bool is_all = explanation_.incoherent_reason == StopReason::Exhausted;
    out_ += wrap(
        format("{}{} would give it too, but {}{}.", is_all ? "" : "More than ",
               words::plural(explanation_.incoherent_count, "further candidate"), further_words(),
               axioms.empty() ? "" : format(" (forbidden by {})", joined(axioms, ", "))),
        2, 2);
  }

  [[nodiscard]] std::string further_words() const {
    const std::string verb = explanation_.incoherent_count == 1 ? "is not" : "are not";
    if (explanation_.torn_count == 0) return verb + " even coherent, location by location";
    if (explanation_.torn_count < explanation_.incoherent_count) {
      return verb + " even coherent, location by location, or not all their updates are atomic";
    }
    return explanation_.incoherent_count == 1 ? "not all its updates are atomic"
                                              : "not all their updates are atomic";
  }

  const ExplainReport& report_;
  const explain::Explanation& explanation_;
  Colour colour_;
  std::size_t columns_;
  std::vector<std::size_t> shown_;           // candidates
  std::map<std::string, std::string> told_;  // the last definition shown for each name
  std::string out_;
};

}  // namespace

std::string limit_words(const ExplainReport& report) {
  const explain::Explanation& explanation = report.explanation;
  const auto is_allowed = [](const auto& each) {
    return each.verdict == explain::OutcomeVerdict::Allowed;
  };
  std::string text;
  if (std::ranges::all_of(explanation.answers, is_allowed)) return text;
  const bool has_coherent = explanation.coherent_count > 0;
  const bool is_stopped = explanation.stop_reason != StopReason::Exhausted;
  const StopReason reason =
      has_coherent || is_stopped ? explanation.stop_reason : explanation.incoherent_reason;
  text = reason == StopReason::MaxExecutions ? "there are too many candidate executions"
                                             : words::brief_stop_text(reason);
  if (reason == StopReason::MaxTime) text += " before all candidate executions were found";
  // Complete explorations settled the other answers.
  const auto is_open = [](const auto& each) {
    return each.verdict == explain::OutcomeVerdict::Unknown;
  };
  const auto has_reasons = [](const explain::ModelAnswer& each) { return !each.reasons.empty(); };
  if (!text.empty()) {
    text += std::ranges::any_of(explanation.answers, is_open)
                ? ", and the exploration of the program did not end either; fewer threads or "
                  "accesses may help"
            : std::ranges::any_of(explanation.answers, has_reasons)
                ? ": not all of them were looked at, so there may be other reasons"
                : ": the verdicts are those of explorations, which give no reasons";
  }
  if (explanation.was_cut && std::ranges::any_of(explanation.answers, is_open)) {
    text += format(
        "{}loops were cut after {}: a longer run may give the outcome "
        "(--unroll N)",
        text.empty() ? "" : "; ", words::plural(report.unroll, "iteration"));
  }
  return text;
}

std::string error_report(const std::string& path,
                         const std::vector<explain::ErrorExplanation>& errors,
                         const Program& program, Colour colour) {
  struct Told {
    std::string heading;
    std::string text;
    ErrorKind kind{};
    std::vector<std::string> models;
  };
  std::vector<Told> all;
  for (const explain::ErrorExplanation& each : errors) {
    const ReportedError& error = each.reported();
    std::string where = program.places.place(error.place.source);
    for (const ErrorPlace& other : error.others) {
      where += ", " + program.places.place(other.source);
    }
    std::string heading = words::wrapped(
        format("{} {}   {}", words::painted(colour, words::Bold, path + ":"),
               words::error_text(error),
               words::painted(colour, words::Dim,
                              format("({}, {})", error_kind_name(error.kind), where))),
        0, 4, output_columns());
    std::string text = words::error_text(each, program, colour, output_columns());
    auto known = std::ranges::find_if(
        all, [&](const Told& other) { return other.heading == heading && other.text == text; });
    if (known == all.end()) {
      known = all.insert(known, {std::move(heading), std::move(text), error.kind, {}});
    }
    known->models.emplace_back(each.model->name());
  }
  std::string report;
  for (const Told& each : all) {
    if (!report.empty()) report += "\n";
    report += each.heading;
    report +=
        format("\n{} {}\n", words::painted(colour, words::Bold, joined(each.models, ", ") + ":"),
               words::painted(colour, words::Red,
                              format("{}{}", error_kind_name(each.kind),
                                     each.kind == ErrorKind::Memory ? " error" : "")));
    report += each.text;
  }
  return report;
}

std::string text_report(const ExplainReport& report, Colour colour) {
  return ExplainText(report, colour).write();
}

}  // namespace drover::cli
