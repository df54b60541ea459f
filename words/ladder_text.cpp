#include "words/ladder_text.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "support/format.h"
#include "support/text.h"
#include "words/reason_words.h"
#include "words/styles.h"
#include "words/words.h"

namespace drover::words {

namespace {

// Short-lived: holds a reference to the facts.
class LadderText {
 public:
  LadderText(const explain::Explanation& explanation, Colour colour, std::size_t columns)
      : explanation_(explanation), colour_(colour), columns_(columns) {}

  // Empty for a single model.
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
