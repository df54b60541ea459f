#include "words/reason_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "support/format.h"
#include "support/text.h"
#include "words/styles.h"
#include "words/words.h"

namespace drover::words {

namespace {

std::string count_word(std::size_t count) {
  constexpr std::array<std::string_view, 7> Words{"none", "one",  "two", "three",
                                                  "four", "five", "six"};
  return count < Words.size() ? std::string(Words[count]) : std::to_string(count);
}

// Returns the relation of an axiom like "irreflexive hb; eco".
std::string without_test(const std::string& formula) {
  return formula.substr(formula.find(' ') + 1);
}

// Short-lived: holds references.
class LenienceWriter {
 public:
  LenienceWriter(const MemoryModel& lenient, const explain::Candidate& candidate)
      : lenient_(lenient), candidate_(candidate) {}

  [[nodiscard]] std::string write(const explain::Lenience& lenience) const {
    if (!lenience.given_up.empty()) return given_up(lenience.given_up);
    if (!lenience.outside.empty()) return outside(lenience.outside);
    if (lenience.rounds) return rounds(*lenience.rounds);
    if (lenience.uncounted) return uncounted(*lenience.uncounted);
    return "none of its axioms is about such a cycle";
  }

 private:
  [[nodiscard]] std::string place(EventId event) const {
    return place_words(candidate_.graph, event, *candidate_.names);
  }

  [[nodiscard]] std::string from_to(const CycleEdge& pair) const {
    return format("from {} to {}", place(pair.from), place(pair.to));
  }

  [[nodiscard]] std::string given_up(const std::vector<CycleEdge>& pairs) const {
    std::string text;
    std::string last;
    for (const CycleEdge& pair : pairs) {
      text += text.empty()        ? format("no `{}` {}", pair.edge, from_to(pair))
              : last == pair.edge ? format(", nor {}", from_to(pair))
                                  : format(", no `{}` {}", pair.edge, from_to(pair));
      last = pair.edge;
    }
    return text;
  }

  [[nodiscard]] std::string outside(const std::vector<explain::Lenience::Outside>& pairs) const {
    std::string text;
    const explain::Lenience::Outside* last = nullptr;
    for (const explain::Lenience::Outside& each : pairs) {
      const bool is_alike =
          last != nullptr && last->pair.edge == each.pair.edge && last->relation == each.relation;
      if (last != nullptr) text += ", ";
      text += is_alike ? format("nor {}", from_to(each.pair))
                       : format("`{}` {} is not in `{}`", each.pair.edge, from_to(each.pair),
                                each.relation);
      last = &each;
    }
    return text;
  }

  [[nodiscard]] std::string rounds(const explain::Lenience::Rounds& found) const {
    const AxiomDescription axiom = lenient_.axioms()[found.axiom];
    return format("`{}` forbids coming back by one `{}`, the cycle takes {}", axiom.name,
                  without_test(axiom.formula), count_word(found.count));
  }

  [[nodiscard]] std::string uncounted(const explain::Lenience::Uncounted& found) const {
    const AxiomDescription axiom = lenient_.axioms()[found.axiom];
    std::vector<std::string> texts;
    for (const CycleEdge& pair : found.pairs) {
      texts.push_back(format("{} {} → {}", pair.edge, place(pair.from), place(pair.to)));
    }
    return format("`{}`, {}, does not count {}", axiom.name, axiom.formula, joined(texts, ", "));
  }

  const MemoryModel& lenient_;
  const explain::Candidate& candidate_;
};

}  // namespace

std::string short_reason(const explain::Reason& reason, const explain::Candidate& candidate) {
  const ExecutionGraph& graph = candidate.graph;
  const GraphNames& names = *candidate.names;
  const auto place = [&](EventId event) { return place_words(graph, event, names); };
  if (reason.overwritten) {
    const explain::OverwrittenWrite& overwritten = *reason.overwritten;
    return overwritten.by.is_none() ? format("{} is not the last write", place(overwritten.write))
                                    : format("{} –hb→ {}, so it is not the last write",
                                             place(overwritten.write), place(overwritten.by));
  }
  std::string text = format("`{}`:", reason.axiom);
  const std::vector<Step> steps = in_reading_order(reason.violation.steps, graph);
  for (const Step& step : steps) {
    text += format(" {} –{}→", place(step.from), told_step(step).relation);
  }
  return text + " " + place(steps.front().from);
}

std::string lenience_words(const explain::Lenience& lenience, const MemoryModel& lenient,
                           const explain::Candidate& candidate) {
  return LenienceWriter(lenient, candidate).write(lenience);
}

namespace {

// Short-lived: holds a reference to the facts.
class LadderText {
 public:
  LadderText(const explain::Explanation& explanation, Colour colour, std::size_t columns)
      : explanation_(explanation), colour_(colour), columns_(columns) {}

  std::string write() {
    if (explanation_.ladder.size() > 1) write_ladder();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
    return painted(colour_, code, text);
  }

  struct LadderRow {
    std::vector<std::string> models;
    explain::OutcomeVerdict verdict = explain::OutcomeVerdict::Unknown;
    std::string why;
  };

  void write_ladder() {
    std::vector<LadderRow> rows;
    for (std::size_t i = 0; i < explanation_.ladder.size(); ++i) {
      const explain::LadderRung& rung = explanation_.ladder[i];
      LadderRow row{{std::string(rung.model->name())}, rung.verdict, rung_words(i)};
      const bool is_same =
          !rows.empty() && rows.back().verdict == row.verdict && rows.back().why == row.why;
      if (is_same) {
        rows.back().models.push_back(row.models.front());
      } else {
        rows.push_back(std::move(row));
      }
    }
    out_ += format("\n{}\n", paint(Bold, "The built-in models, strong ones first:"));
    std::size_t width = 0;
    for (const LadderRow& row : rows) width = std::max(width, joined(row.models, " ").size());
    for (const LadderRow& row : rows) {
      const std::string verdict = format("{:9}", verdict_word(row.verdict));
      std::string line = format("{:{}}  {}", joined(row.models, " "), width,
                                paint(colour_of(row.verdict), verdict));
      if (!row.why.empty()) line += "  " + row.why;
      line.erase(line.find_last_not_of(' ') + 1);
      out_ += wrapped(line, 2, width + 15, columns_);
    }
  }

  [[nodiscard]] std::string rung_words(std::size_t i) const {
    const explain::LadderRung& rung = explanation_.ladder[i];
    if (rung.reason) {
      return short_reason(*rung.reason, explanation_.candidates[rung.reason->candidate]);
    }
    if (!rung.allowance || !is_forbidding(rung.allowance->strict)) return "";
    const explain::Allowance& allowance = *rung.allowance;
    return lenience_words(allowance.lenience, *rung.model,
                          explanation_.candidates[allowance.reason.candidate]);
  }

  // True if the table shows that the model forbids the outcome, and so its cycle.
  [[nodiscard]] bool is_forbidding(const MemoryModel* model) const {
    const auto found = std::ranges::find(explanation_.ladder, model, &explain::LadderRung::model);
    return found != explanation_.ladder.end() &&
           found->verdict == explain::OutcomeVerdict::Forbidden;
  }

  const explain::Explanation& explanation_;
  Colour colour_;
  std::size_t columns_;
  std::string out_;
};

}  // namespace

std::string ladder_text(const explain::Explanation& explanation, Colour colour,
                        std::size_t columns) {
  return LadderText(explanation, colour, columns).write();
}

}  // namespace drover::words
