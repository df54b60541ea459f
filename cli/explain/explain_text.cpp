// The answer for a terminal: a section for each model, models of which there is the same to say
// together in one; then the ladder.

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "cli/explain/explain_report.h"
#include "cli/explain/words.h"
#include "explorer/graph/text_printer.h"
#include "support/format.h"

namespace drover {

namespace {

constexpr std::string_view Bold = "\x1b[1m";
constexpr std::string_view Dim = "\x1b[2m";
constexpr std::string_view Red = "\x1b[1;31m";
constexpr std::string_view Green = "\x1b[1;32m";
constexpr std::string_view Yellow = "\x1b[1;33m";
constexpr std::string_view Reset = "\x1b[0m";

// More kinds of reasons than this are counted, not told.
constexpr std::size_t MaxToldReasons = 4;

std::string plural(std::uint64_t count, std::string_view noun) {
  return format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string indented(const std::string& text, std::string_view by) {
  std::string out;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end > begin) out += by;
    out += text.substr(begin, end - begin) + '\n';
    begin = end + 1;
  }
  return out;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

std::string capitalised(std::string text) {
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string_view colour_of(OutcomeVerdict verdict) {
  switch (verdict) {
    case OutcomeVerdict::Allowed: return Green;
    case OutcomeVerdict::Forbidden: return Red;
    case OutcomeVerdict::Impossible:
    case OutcomeVerdict::Unknown: break;
  }
  return Yellow;
}

// One report. A short-lived worker: holds references.
class ExplainText {
 public:
  ExplainText(const ExplainReport& report, Colour colour)
      : report_(report), explanation_(report.explanation), colour_(colour) {}

  std::string write() {
    write_question();
    if (is_impossible()) {
      write_impossible();
    } else {
      for (const Section& section : sections()) write_section(section);
      write_ladder();
    }
    const std::string limit = limit_words(report_);
    if (!limit.empty()) out_ += format("\n{}: {}\n", paint(Yellow, "note"), limit);
    return std::move(out_);
  }

 private:
  // Models of which there is the same to say.
  struct Section {
    std::vector<const ModelAnswer*> answers;
    std::string body;  // of the first
  };

  [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
    return colour_ == Colour::On ? format("{}{}{}", code, text, Reset) : std::string(text);
  }

  void write_question() {
    const Question& question = report_.question;
    const std::string where = question.line == 0
                                  ? question.origin
                                  : format("{}, line {}", question.origin, question.line);
    out_ += format("{} {}   {}\n", paint(Bold, report_.path + ":"), question.outcome.text,
                   paint(Dim, "(" + where + ")"));
  }

  // ---- No candidates

  [[nodiscard]] bool is_impossible() const {
    return std::ranges::any_of(explanation_.answers, [](const ModelAnswer& answer) {
      return answer.verdict == OutcomeVerdict::Impossible;
    });
  }

  void write_impossible() {
    out_ += format("\n{} under any memory model: no choice of what reads read gives it.\n",
                   paint(Yellow, "impossible"));
    for (const ImpossiblePart& part : explanation_.impossible) write_impossible_part(part);
    if (explanation_.contradiction.empty()) return;
    std::vector<std::string> texts;
    for (const std::size_t part : explanation_.contradiction) {
      texts.push_back(format("`{}`", report_.question.outcome.parts[part].text));
    }
    out_ += format("  Each part can be met, but not together: {}.\n", joined(texts, ", "));
  }

  void write_impossible_part(const ImpossiblePart& part) {
    out_ += format("  `{}` never holds", report_.question.outcome.parts[part.part].text);
    std::vector<std::string> facts;
    for (const ImpossiblePart::Values& each : part.values) {
      const std::string& name = report_.file.program->observables[each.observable].name;
      facts.push_back(each.values.empty() ? format("no execution comes to an end")
                                          : format("`{}` {}", name, values_words(each.values)));
    }
    const auto repeated = std::ranges::unique(facts);
    facts.erase(repeated.begin(), repeated.end());
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

  [[nodiscard]] std::vector<Section> sections() {
    std::vector<Section> all;
    for (const ModelAnswer& answer : explanation_.answers) {
      std::string body = body_of(answer);
      const auto known = std::ranges::find(all, body, &Section::body);
      if (known == all.end()) {
        all.push_back({{&answer}, std::move(body)});
      } else {
        known->answers.push_back(&answer);
      }
    }
    return all;
  }

  // All but the definitions of axioms, in which models may differ.
  [[nodiscard]] std::string body_of(const ModelAnswer& answer) const {
    switch (answer.verdict) {
      case OutcomeVerdict::Allowed: return witness_body(answer);
      case OutcomeVerdict::Forbidden: return reasons_body(answer);
      case OutcomeVerdict::Impossible:
      case OutcomeVerdict::Unknown: break;
    }
    return "unknown";
  }

  [[nodiscard]] std::string witness_body(const ModelAnswer& answer) const {
    const Candidate& witness = explanation_.candidates[*answer.witness];
    std::string body = "  An execution that gives it:\n";
    body += indented(print_text(witness.graph, *witness.names), "    ");
    if (answer.witness_has_race) {
      body += "  It has a race on a non-atomic cell: the program is wrong whatever it does.\n";
    }
    return body;
  }

  [[nodiscard]] static std::vector<const Reason*> needed(const ModelAnswer& answer) {
    std::vector<const Reason*> reasons;
    for (const Reason& reason : answer.reasons) {
      if (reason.settled > 0) reasons.push_back(&reason);
    }
    return reasons;
  }

  [[nodiscard]] std::string reasons_body(const ModelAnswer& answer) const {
    std::string body;
    const std::vector<const Reason*> reasons = needed(answer);
    for (std::size_t i = 0; i < reasons.size() && i < MaxToldReasons; ++i) {
      body += '\n' + reason_text(*reasons[i]);
    }
    return body;
  }

  [[nodiscard]] std::string reason_text(const Reason& reason) const {
    const Candidate& candidate = explanation_.candidates[reason.candidate];
    if (reason.overwritten) return overwritten_text(*reason.overwritten, candidate);
    const std::vector<Step> steps = in_reading_order(reason.violation.steps, candidate.graph);
    std::string text = indented(print_text(candidate.graph, *candidate.names), "    ");
    text += format("  The cycle:\n");
    text += account_text(steps, candidate);
    text += removable_text(reason, candidate);
    return text;
  }

  [[nodiscard]] std::string account_text(const std::vector<Step>& steps,
                                         const Candidate& candidate) const {
    const std::vector<AccountLine> lines = account_of(steps, candidate.graph, *candidate.names);
    std::string text;
    std::size_t number = 0;
    for (const AccountLine& line : lines) {
      const bool is_last = line.depth == 0 && ++number == steps.size();
      const std::string lead =
          line.depth == 0 ? format("{}. {}", number, is_last && number > 1 ? "but " : "") : "- ";
      const std::string sentence =
          line.depth == 0 && !(is_last && number > 1) ? capitalised(line.text) : line.text;
      text += format("    {}{}{}{} {}\n", std::string(3 * line.depth, ' '), lead, sentence,
                     line.has_parts ? ":" : "", paint(Dim, "[" + line.relations + "]"));
    }
    return text;
  }

  [[nodiscard]] std::string removable_text(const Reason& reason, const Candidate& candidate) const {
    if (reason.removable.empty()) {
      return "  No single edge is to blame: with any one of them missing it is still forbidden.\n";
    }
    std::vector<std::string> pairs;
    for (const CycleEdge& pair : reason.removable) {
      pairs.push_back(short_pair(candidate.graph, pair, *candidate.names));
    }
    return format("  It would be allowed without {}{}.\n",
                  pairs.size() == 1 ? "" : "any one of: ", joined(pairs, ", "));
  }

  [[nodiscard]] static std::string overwritten_text(const OverwrittenWrite& overwritten,
                                                    const Candidate& candidate) {
    const ExecutionGraph& graph = candidate.graph;
    const GraphNames& names = *candidate.names;
    const Event& write = graph.event(overwritten.write);
    std::string text = indented(print_text(graph, names), "    ");
    text += format("  For `{} = {}` at the end, {} has to be the last one, but ",
                   names.location(write.label.location), names.value(write.value),
                   event_words(graph, overwritten.write, names));
    return text + (overwritten.by.is_none() ? format("another write comes after it.\n")
                                            : format("{} overwrites it, which it happens before.\n",
                                                     event_words(graph, overwritten.by, names)));
  }

  void write_section(const Section& section) {
    std::vector<std::string> names;
    for (const ModelAnswer* answer : section.answers) names.emplace_back(answer->model->name());
    const ModelAnswer& first = *section.answers.front();
    out_ += format("\n{} {}\n", paint(Bold, joined(names, ", ") + ":"),
                   paint(colour_of(first.verdict), verdict_word(first.verdict)));
    if (first.verdict == OutcomeVerdict::Unknown) return;
    if (first.verdict == OutcomeVerdict::Allowed) {
      out_ += section.body;
    } else {
      write_reasons(section);
    }
    const auto has_none = [](const ModelAnswer* each) { return !each->model->has_coherence(); };
    if (first.verdict == OutcomeVerdict::Allowed &&
        std::ranges::any_of(section.answers, has_none)) {
      std::vector<std::string> without;
      for (const ModelAnswer* each : section.answers) {
        if (has_none(each)) without.emplace_back(each->model->name());
      }
      out_ += format("  (Of {}, which has no coherence order, co is no part of it.)\n",
                     joined(without, ", "));
    }
  }

  void write_reasons(const Section& section) {
    const ModelAnswer& first = *section.answers.front();
    const std::vector<const Reason*> reasons = needed(first);
    out_ += count_words(first, reasons.size());
    for (std::size_t i = 0; i < reasons.size() && i < MaxToldReasons; ++i) {
      const Reason& reason = *reasons[i];
      if (reasons.size() > 1) {
        out_ += format("\n  {}. {} of them, such as\n", i + 1, reason.settled);
      }
      out_ += reason_text(reason);
      if (!reason.axiom.empty()) write_axiom(section, reason.axiom);
    }
    if (reasons.size() > MaxToldReasons) {
      out_ += format("  … and {} more (--json has all)\n",
                     plural(reasons.size() - MaxToldReasons, "kind of cycle"));
    }
    write_others(first);
  }

  [[nodiscard]] std::string count_words(const ModelAnswer& answer, std::size_t kinds) const {
    if (answer.reasons.empty()) return "  Its own exploration does not reach it.\n";
    const std::uint64_t count = explanation_.candidate_count;
    std::string text =
        count == 1 ? std::string("  One candidate execution gives it, and breaks an axiom")
                   : format("  {} candidate executions give it, each breaks an axiom", count);
    if (answer.explained < count) text += format(" (here: the first {})", answer.explained);
    return text + (kinds > 1 ? format(", in {} ways.\n", kinds) : ":\n");
  }

  // The axiom and what its names stand for; models of the section may mean different things.
  void write_axiom(const Section& section, const std::string& axiom) {
    std::vector<std::pair<std::string, std::vector<std::string>>> lines;  // and the models
    const auto add = [&](std::string line, const MemoryModel& model) {
      const auto known =
          std::ranges::find_if(lines, [&](auto& each) { return each.first == line; });
      const auto place =
          known == lines.end() ? lines.insert(lines.end(), {std::move(line), {}}) : known;
      place->second.emplace_back(model.name());
    };
    for (const ModelAnswer* answer : section.answers) {
      for (const AxiomDescription& each : answer->model->axioms()) {
        if (each.name != axiom) continue;
        add(format("  The axiom `{}`: {}   {}", axiom, each.formula, each.citation),
            *answer->model);
        for (const Definition& definition : each.definitions) {
          add(format("      {} = {}", definition.name, definition.formula), *answer->model);
        }
      }
    }
    for (const auto& [line, models] : lines) {
      const bool is_common = models.size() == section.answers.size();
      out_ += line + (is_common ? "" : format("   ({})", joined(models, ", "))) + '\n';
    }
  }

  // Axioms that are broken as well, where another one is told.
  void write_others(const ModelAnswer& answer) {
    std::set<std::string> told;
    for (const Reason* reason : needed(answer)) told.insert(reason->axiom);
    std::vector<std::string> others;
    for (const Reason& reason : answer.reasons) {
      if (told.insert(reason.axiom).second) others.push_back(format("`{}`", reason.axiom));
    }
    if (!others.empty()) out_ += format("  Also broken: {}.\n", joined(others, ", "));
  }

  // ---- The ladder

  struct LadderRow {
    std::vector<std::string> models;
    OutcomeVerdict verdict = OutcomeVerdict::Unknown;
    std::string why;
  };

  void write_ladder() {
    std::vector<LadderRow> rows;
    for (std::size_t i = 0; i < explanation_.ladder.size(); ++i) {
      const LadderRung& rung = explanation_.ladder[i];
      LadderRow row{{std::string(rung.model->name())}, rung.verdict, rung_words(i)};
      const bool is_same = !rows.empty() && rows.back().verdict == row.verdict &&
                           (row.why.empty() || rows.back().why == row.why);
      if (is_same) {
        rows.back().models.push_back(row.models.front());
      } else {
        rows.push_back(std::move(row));
      }
    }
    out_ += format("\n{}\n", paint(Bold, "The built-in models, from strong to weak:"));
    std::size_t width = 0;
    for (const LadderRow& row : rows) width = std::max(width, joined(row.models, " ").size());
    for (const LadderRow& row : rows) {
      const std::string verdict = format("{:9}", verdict_word(row.verdict));
      std::string line = format("  {:{}}  {}", joined(row.models, " "), width,
                                paint(colour_of(row.verdict), verdict));
      if (!row.why.empty()) line += "  " + row.why;
      line.erase(line.find_last_not_of(' ') + 1);
      out_ += line + '\n';
    }
  }

  [[nodiscard]] std::string rung_words(std::size_t i) const {
    const LadderRung& rung = explanation_.ladder[i];
    if (rung.reason) return reason_words(*rung.reason);
    if (rung.verdict != OutcomeVerdict::Allowed || i == 0) return "";
    const auto change = std::ranges::find(explanation_.changes, i - 1, &LadderChange::upper);
    return change == explanation_.changes.end() ? "" : change_words(*change, i);
  }

  [[nodiscard]] std::string reason_words(const Reason& reason) const {
    const Candidate& candidate = explanation_.candidates[reason.candidate];
    const ExecutionGraph& graph = candidate.graph;
    const GraphNames& names = *candidate.names;
    if (reason.overwritten) {
      return format("{} is not the last write",
                    describe_place(graph.event(reason.overwritten->write), names));
    }
    std::string text = format("`{}`:", reason.axiom);
    const std::vector<Step> steps = in_reading_order(reason.violation.steps, graph);
    for (const Step& step : steps) {
      text += format(" {} –{}→", describe_place(graph.event(step.from), names), step.relation);
    }
    return text + " " + describe_place(graph.event(steps.front().from), names);
  }

  // What a weaker model lets go of the cycle of the stronger one before it.
  [[nodiscard]] std::string change_words(const LadderChange& change, std::size_t i) const {
    const MemoryModel& model = *explanation_.ladder[i].model;
    const Candidate& candidate = explanation_.candidates[change.reason.candidate];
    if (change.given_up.empty())
      return format("for {}, that cycle is no contradiction", model.name());
    std::vector<std::string> pairs;
    for (const CycleEdge& pair : change.given_up) {
      pairs.push_back(short_pair(candidate.graph, pair, *candidate.names));
    }
    return format("{} has no {}", model.name(), joined(pairs, ", no "));
  }

  const ExplainReport& report_;
  const Explanation& explanation_;
  Colour colour_;
  std::string out_;
};

}  // namespace

std::string_view verdict_word(OutcomeVerdict verdict) {
  switch (verdict) {
    case OutcomeVerdict::Allowed: return "allowed";
    case OutcomeVerdict::Forbidden: return "forbidden";
    case OutcomeVerdict::Impossible: return "impossible";
    case OutcomeVerdict::Unknown: return "unknown";
  }
  return "";
}

std::string limit_words(const ExplainReport& report) {
  const Explanation& explanation = report.explanation;
  std::string text;
  switch (explanation.stop_reason) {
    case StopReason::Exhausted:
    case StopReason::FirstError: break;
    case StopReason::MaxTime: text = "the time limit was reached"; break;
    case StopReason::MaxExecutions: text = "there are too many candidate executions"; break;
    case StopReason::Interrupted: text = "interrupted"; break;
    case StopReason::TooManyEvents: text = "a candidate execution has too many events"; break;
    case StopReason::TooDeep: text = "a candidate execution is too long for the stack"; break;
  }
  if (!text.empty()) text += ": not all of them were looked at, so there may be other reasons";
  if (explanation.was_cut) {
    text += format(
        "{}loops were cut after {} iterations: a longer run may give the outcome "
        "(--unroll N)",
        text.empty() ? "" : "; ", report.unroll);
  }
  return text;
}

std::string text_report(const ExplainReport& report, Colour colour) {
  return ExplainText(report, colour).write();
}

}  // namespace drover
