#include "cli/explain/ladder_text.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/explain/explain_report.h"
#include "cli/explain/styles.h"
#include "cli/explain/words.h"
#include "support/format.h"

namespace drover {

namespace {

// A short-lived worker: holds a reference to the facts.
class LadderText {
 public:
  LadderText(const Explanation& explanation, Colour colour)
      : explanation_(explanation), colour_(colour) {}

  std::string write() {
    write_ladder();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const {
    return painted(colour_, code, text);
  }

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
      std::string line = format("{:{}}  {}", joined(row.models, " "), width,
                                paint(colour_of(row.verdict), verdict));
      if (!row.why.empty()) line += "  " + row.why;
      line.erase(line.find_last_not_of(' ') + 1);
      out_ += wrapped(line, 2, width + 15);
    }
  }

  [[nodiscard]] std::string rung_words(std::size_t i) const {
    const LadderRung& rung = explanation_.ladder[i];
    if (rung.reason) return reason_words(*rung.reason);
    if (rung.verdict != OutcomeVerdict::Allowed || i == 0) return "";
    const auto change = std::ranges::find(explanation_.changes, i - 1, &LadderChange::upper);
    return change == explanation_.changes.end() ? "" : change_words(*change);
  }

  [[nodiscard]] std::string reason_words(const Reason& reason) const {
    const Candidate& candidate = explanation_.candidates[reason.candidate];
    const ExecutionGraph& graph = candidate.graph;
    const GraphNames& names = *candidate.names;
    if (reason.overwritten) {
      return format("{} is not the last write",
                    place_words(graph, reason.overwritten->write, names));
    }
    std::string text = format("`{}`:", reason.axiom);
    const std::vector<Step> steps = in_reading_order(reason.violation.steps, graph);
    for (const Step& step : steps) {
      text += format(" {} –{}→", place_words(graph, step.from, names), told_step(step).relation);
    }
    return text + " " + place_words(graph, steps.front().from, names);
  }

  // What a weaker model lets go of the cycle of the stronger one before it.
  [[nodiscard]] std::string change_words(const LadderChange& change) const {
    const Candidate& candidate = explanation_.candidates[change.reason.candidate];
    if (change.given_up.empty()) return "that cycle is no contradiction here";
    std::vector<std::string> pairs;
    for (const CycleEdge& pair : change.given_up) {
      pairs.push_back(format("`{}` from {} to {}", pair.edge,
                             place_words(candidate.graph, pair.from, *candidate.names),
                             place_words(candidate.graph, pair.to, *candidate.names)));
    }
    return format("no {} here", joined(pairs, ", no "));
  }

  const Explanation& explanation_;
  Colour colour_;
  std::string out_;
};

}  // namespace

std::string ladder_text(const Explanation& explanation, Colour colour) {
  return LadderText(explanation, colour).write();
}

}  // namespace drover
