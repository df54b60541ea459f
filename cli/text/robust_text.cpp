#include <array>
#include <string_view>

#include "analysis/explain/ladder.h"
#include "analysis/explain/reasons.h"
#include "analysis/explain/story.h"
#include "analysis/orders/model_orders.h"
#include "cli/robust_report.h"
#include "cli/terminal.h"
#include "explorer/graph/text_printer.h"
#include "support/format.h"
#include "words/fact_words.h"
#include "words/reason_words.h"
#include "words/run_words.h"
#include "words/styles.h"

namespace drover::cli {

namespace {

// Writes one report. Short-lived: holds references.
class RobustText {
 public:
  RobustText(const RobustReport& report, Colour colour)
      : report_(report), result_(report.result), colour_(colour), columns_(output_columns()) {}

  std::string write() {
    const std::string file = words::painted(colour_, words::Bold, report_.subject.path + ":");
    out_ += format("{} {} under {}\n", file, headline(), report_.model.name());
    if (!report_.mapping.empty()) line("compiled by the mapping " + report_.mapping);
    if (result_.undefined) {
      line(words::brief_error_text(result_.run.errors[*result_.undefined], report_.program.places));
      line(format("{} gives a program with a race no meaning: `drover check -m {} {}` shows it",
                  report_.model.name(), report_.model.name(), report_.subject.path));
      return std::move(out_);
    }
    line(count_sentence());
    write_limits();
    if (result_.smallest) write_surprise();
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_ += format("  {}\n", text); }

  [[nodiscard]] std::string headline() const {
    switch (result_.verdict) {
      case robust::RobustVerdict::Robust: return "robust";
      case robust::RobustVerdict::NotRobust: return "not robust";
      case robust::RobustVerdict::Undefined: return "a race";
      case robust::RobustVerdict::Incomplete: break;
    }
    return "not known to be robust";
  }

  [[nodiscard]] bool is_by_states() const {
    return report_.command.by == robust::Behaviour::States;
  }

  // Returns "1 of 4 executions is not one of sc".
  [[nodiscard]] std::string count_sentence() const {
    const std::uint64_t all = is_by_states() ? result_.states : result_.executions;
    const std::string noun = words::plural(all, is_by_states() ? "final state" : "execution");
    const bool is_one = result_.others == 1;
    std::string text;
    if (result_.others == 0 && all == 1) {
      text = format("its {} is one of sc", noun.substr(noun.find(' ') + 1));
    } else if (result_.others == 0) {
      text = format("all {} are {} of sc", noun, is_by_states() ? "states" : "executions");
    } else {
      text = format("{} of {} {} of sc", result_.others, noun,
                    is_one ? (is_by_states() ? "is not one" : "is not one") : "are not");
    }
    if (report_.command.by == robust::Behaviour::Reads) text += ", by what reads read from";
    if (!result_.is_complete) text = "so far, " + text;
    return format("{} ({:.3f} s)", text,
                  result_.run.seconds + (result_.under_sc ? result_.under_sc->seconds : 0));
  }

  void write_limits() {
    const bool is_cut_off = result_.run.stop_reason != StopReason::Exhausted &&
                            !(report_.command.stops_at_first && result_.smallest);
    if (is_cut_off) line(words::stop_text(result_.run.stop_reason));
    for (const CutLoop& cut : result_.run.cut_loops) {
      const LoopInfo& loop = report_.program.loops[cut.loop];
      line(format("{} was cut at {} (--unroll)", words::loop_words(loop, report_.program.places),
                  words::plural(report_.unroll, "iteration")));
    }
    if (result_.under_sc && result_.under_sc->stop_reason != StopReason::Exhausted) {
      line("under sc: " + std::string(words::stop_text(result_.under_sc->stop_reason)));
    }
  }

  void write_surprise() {
    const robust::Surprise& surprise = *result_.smallest;
    if (!surprise.state.empty()) {
      line("the final state " +
           words::final_state_text(report_.program, surprise.state, result_.run.names));
    } else if (surprise.error) {
      line(words::brief_error_text(result_.run.errors[*surprise.error], report_.program.places));
    }
    const bool is_only = result_.others == 1 && result_.is_complete && !is_by_states();
    line(is_only ? "this execution:"
                 : format("a smallest execution of these, with {}:",
                          words::plural(surprise.events, "event")));
    out_ += indented(print_text(surprise.graph, result_.run.names, {}, {.columns = columns_ - 4}),
                     "    ");
    const explain::Explanation& why = report_.explanation;
    if (surprise.violation) {
      line("it is no execution of sc, by this cycle:");
      const explain::Reason reason = explain::shortest_reason(report_.sc, why.candidates, 0, {});
      out_ += words::cycle_text(reason, why.candidates.front(), words::AccountDetail::Main, colour_,
                                columns_);
    }
    out_ += words::allowance_text({&why.answers.front()}, why, columns_);
    write_hint();
  }

  void write_hint() {
    const bool is_known = orders::find_model_orders(report_.model).has_value();
    if (!is_known || report_.subject.is_litmus() || is_by_states()) return;
    line(format("`drover repair --robust -m {} {}` looks for fences and modes that forbid it",
                report_.model.name(), report_.subject.path));
  }

  const RobustReport& report_;
  const robust::Robustness& result_;
  Colour colour_;
  std::size_t columns_;
  std::string out_;
};

}  // namespace

explain::Explanation explanation_of(const RobustReport& report) {
  explain::Explanation out;
  if (!report.result.smallest) return out;
  const ExecutionGraph& graph = report.result.smallest->graph;
  const auto names =
      std::shared_ptr<const GraphNames>(std::shared_ptr<void>(), &report.result.run.names);
  out.candidates.push_back({graph, report.result.smallest->state, names});
  explain::ModelAnswer answer;
  answer.model = &report.model;
  answer.verdict = explain::OutcomeVerdict::Allowed;
  answer.witness = 0;
  if (report.result.smallest->violation) {
    answer.allowance = explain::find_allowance(report.model, out.candidates, 0, {});
    answer.story = explain::find_story(report.model, graph);
  }
  out.answers.push_back(std::move(answer));
  out.names = names;
  return out;
}

std::string_view robust_word(robust::RobustVerdict verdict) {
  switch (verdict) {
    case robust::RobustVerdict::Robust: return "robust";
    case robust::RobustVerdict::NotRobust: return "not robust";
    case robust::RobustVerdict::Undefined: return "undefined";
    case robust::RobustVerdict::Incomplete: break;
  }
  return "incomplete";
}

std::string_view behaviour_word(robust::Behaviour by) {
  switch (by) {
    case robust::Behaviour::Traces: return "traces";
    case robust::Behaviour::Reads: return "reads";
    case robust::Behaviour::States: break;
  }
  return "states";
}

std::string text_report(const RobustReport& report, Colour colour) {
  return RobustText(report, colour).write();
}

}  // namespace drover::cli
