#include <algorithm>
#include <map>
#include <string_view>

#include "cli/orders_report.h"
#include "cli/terminal.h"
#include "explorer/graph/text_printer.h"
#include "support/format.h"
#include "support/text.h"
#include "support/unified_diff.h"
#include "words/fact_words.h"
#include "words/order_words.h"
#include "words/run_words.h"
#include "words/styles.h"

namespace drover::cli {

namespace {

class OrdersText {
 public:
  OrdersText(const report::OrdersReport& report, Colour colour)
      : report_(report), colour_(colour) {}

  [[nodiscard]] std::string write() {
    switch (result().ending) {
      case orders::Ending::Found:
      case orders::Ending::Cut: write_search(); break;
      case orders::Ending::Impossible: write_impossible(); break;
      case orders::Ending::Lost: write_lost(); break;
      case orders::Ending::NotAsked: break;
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] const orders::SearchResult& result() const { return report_.result; }
  [[nodiscard]] bool repairs() const { return report_.question.repairs; }
  [[nodiscard]] std::string heading(const std::string& text) const {
    const std::string file = report_.subject->path + ":";
    return format("{} {}\n", words::painted(colour_, words::Bold, file), text);
  }
  void line(const std::string& text) { out_ += format("  {}\n", text); }

  void write_search() {
    const std::size_t count = result().answers.size();
    const bool is_cut = result().ending == orders::Ending::Cut;
    const std::string found =
        repairs() ? words::plural(count, superlative() + " repair")
                  : words::plural(count, superlative() + " assignment") + " of modes";
    out_ +=
        heading(format("{}{} under {}", is_cut ? "not done: " : "", found, report_.model->name()));
    line(words::effort_sentence(result()) + format(" ({:.3f} s)", report_.seconds));
    write_cut();
    write_remarks();
    for (std::size_t i = 0; i < std::min(count, MaxToldAnswers); ++i) write_answer(i);
    if (count > MaxToldAnswers) {
      out_ += format("\n… and {} more (all of them with --json)\n", count - MaxToldAnswers);
    }
    write_executions();
  }

  [[nodiscard]] std::string superlative() const {
    const std::string& cost = report_.question.cost_name;
    const bool is_usual = cost.empty() || cost == "changes" || cost == "all";
    return !is_usual ? "cheapest" : repairs() ? "smallest" : "weakest";
  }

  void write_cut() {
    if (result().ending != orders::Ending::Cut) return;
    if (result().is_not_monotone) {
      line(std::string(words::NotMonotone));
    } else if (result().has_too_many_sets) {
      line(
          "there are too many ways to satisfy what is known: --group function, or modes that are "
          "pinned with `!`, leave fewer");
    } else {
      line(words::stop_text(result().stop));
    }
    if (!result().answers.empty()) {
      line("the answers below are proved; there may be others");
    } else if (repairs()) {
      line("no repair has been found so far");
    } else if (result().is_before_right) {
      line("the best so far are the modes as they are: with them it is right");
    } else {
      line("it is not known whether the program is right with the modes that it has");
    }
    if (result().open)
      line("the assignment that was being explored: " + modes_text(*result().open));
  }

  [[nodiscard]] std::string modes_text(const orders::Assignment& assignment) const {
    std::string out;
    for (std::size_t i = 0; i < assignment.size(); ++i) {
      const orders::Site& site = report_.sites.sites[i];
      if (site.is_follower || (site.is_new && orders::effects_of(assignment[i]) == orders::Nothing))
        continue;
      out += format("{}{} {}", out.empty() ? "" : ", ", places_text(i),
                    words::mode_words(site, assignment[i]));
    }
    return out.empty() ? "(there are no modes)" : out;
  }

  void write_remarks() {
    if (!report_.mapping.empty()) line("compiled by the mapping " + report_.mapping);
    if (const std::string text = words::meaningless_modes(report_.orders); !text.empty()) {
      line(text);
    }
    for (const std::string& text :
         words::bound_sentences(result(), report_.program.original(), report_.question.unroll)) {
      line(text);
    }
    if (result().is_vacuous) {
      line("some assertions or conditions are never checked: `drover check` says which");
    }
    for (const std::string& text : report::fence_remarks(report_)) line(text);
    for (const std::string& text : report::left_alone_remarks(report_)) line(text);
    if (const std::string text = report::client_remark(report_); !text.empty()) line(text);
    if (report_.sites.sites.empty()) line("the program has no modes that could be changed");
  }

  // Returns "12:3", or "12:3, 20:3" for a site at several places.
  [[nodiscard]] std::string places_text(std::size_t site) const {
    return joined(report_.sites.places[site], ", ",
                  [&](const input::ModePlace& place) { return report_.place_text(place.whole); });
  }
  // Returns ", used at 12:3, 20:3" for a mode written apart from its accesses.
  [[nodiscard]] std::string uses_text(std::size_t site) const {
    std::string out;
    for (const input::ModePlace& place : report_.sites.places[site]) {
      for (const SourceRange& at : place.uses) {
        out += (out.empty() ? ", used at " : ", ") + report_.place_text(at);
      }
    }
    return out;
  }

  // Returns "rlx at 12:3".
  [[nodiscard]] std::string weaker_text(const orders::WeakerStep& step) const {
    std::string out;
    for (const std::size_t site : step.sites) {
      if (report_.sites.sites[site].is_follower) continue;
      const bool is_failure = report_.sites.sites[site].kind == orders::SiteKind::Failure;
      out += format("{}{} at {}{}", out.empty() ? "" : ", ",
                    words::mode_words(report_.sites.sites[site], step.assignment[site]),
                    places_text(site), is_failure ? ", where it fails" : "");
    }
    return out;
  }

  // Returns the source of a site, on one line.
  [[nodiscard]] std::string source_text(std::size_t site) const {
    const input::ModePlace& place = report_.sites.places[site].front();
    const std::string text = report_.source_text(site);
    if (place.kind == input::PlaceKind::NewEnd) return "at the end of the loop's body";
    if (input::is_new_fence(place.kind)) {
      return (input::is_at_end(place.kind) ? "behind `" : "before `") + text + "`";
    }
    const bool is_failure = report_.sites.sites[site].kind == orders::SiteKind::Failure;
    return "`" + text + "`" + (is_failure ? " where it fails" : "");
  }

  void write_answer(std::size_t index) {
    const orders::Answer& answer = result().answers[index];
    out_ += "\n";
    const std::string name = repairs() ? "repair" : superlative();
    const std::string cost =
        report_.question.cost_name.empty() || report_.question.cost_name == "all"
            ? ""
            : format(" (cost {})", answer.cost);
    out_ += result().answers.size() == 1
                ? format("{}{}:\n", name, cost)
                : format("{} {} of {}{}:\n", name, index + 1, result().answers.size(), cost);
    bool has_change = false;
    for (std::size_t i = 0; i < answer.assignment.size(); ++i) {
      if (answer.assignment[i] == result().before[i]) continue;
      has_change = true;
      const orders::Site& site = report_.sites.sites[i];
      if (site.is_follower) continue;
      line(format("{}: {} → {}  {}{}", places_text(i), words::mode_words(site, result().before[i]),
                  words::mode_words(site, answer.assignment[i]), source_text(i), uses_text(i)));
    }
    if (!has_change) line("nothing: " + report::nothing_weaker_text(report_));
    write_steps(index);
    write_files(answer);
  }

  // Writes the whole program, unless only included files change; of these, writes the changes.
  void write_files(const orders::Answer& answer) {
    const std::vector<SourcePart> files = report_.new_files(answer);
    const std::vector<SourcePart> before = report_.subject->source->files();
    if (files.size() == 1 || files.front().text != before.front().text) {
      out_ += "the program then:\n";
      out_ += indented(files.front().text, "    ");
    }
    for (std::size_t i = 1; i < files.size(); ++i) {
      const auto old = std::ranges::find(before, files[i].name, &SourcePart::name);
      out_ += format("what changes in {}:\n", files[i].name);
      out_ += indented(unified_diff(files[i].name, old->text, files[i].text), "    ");
    }
  }

  void write_steps(std::size_t index) {
    const orders::Answer& answer = result().answers[index];
    if (answer.steps.empty()) return;
    out_ += repairs() ? "less would not do:\n" : "weaker would not do:\n";
    for (const orders::WeakerStep& step : answer.steps) {
      const auto [known, is_new] = executions_.try_emplace(step.fault, order_.size());
      if (is_new) order_.push_back(&step);
      const orders::Fault& fault = result().faults[step.fault];
      line(format("{}: {} (execution {})", weaker_text(step), words_of(fault), known->second + 1));
    }
  }

  [[nodiscard]] static std::string words_of(const orders::Fault& fault) {
    const std::string text = words::fault_text(fault);
    const bool is_error = fault.kind == orders::FaultKind::Error;
    return is_error ? format("{} [{}]", text, error_kind_name(fault.error.kind)) : text;
  }

  // Writes each execution once, with the modes of the first step it rules out.
  void write_executions() {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const orders::WeakerStep& step = *order_[i];
      const orders::Fault& fault = result().faults[step.fault];
      out_ += format("\nexecution {}, with {}: {}\n", i + 1, weaker_text(step), words_of(fault));
      write_execution(fault, orders::shown_with(report_.program, fault, step.assignment));
    }
  }
  void write_execution(const orders::Fault& fault, const ReportedError& error) {
    constexpr std::size_t Margin = 4;
    out_ += indented(print_text(error.graph, fault.result->names, words::event_remarks(error),
                                {.columns = output_columns() - Margin}),
                     "    ");
  }

  void write_impossible() {
    out_ += heading(report::impossible_text(report_));
    line(words::effort_sentence(result()) + format(" ({:.3f} s)", report_.seconds));
    write_remarks();
    const orders::Fault& fault = *result().shown;
    if (result().is_shown_under_sc) {
      line("the fault is in the algorithm: it occurs under sc, too, where threads take turns");
    } else {
      line("it occurs even with the strongest modes, and a fence wherever one was tried");
    }
    const SourceRange at = fault.error.place.source;
    out_ += format("\n{}{}{}\n",
                   at.line == 0 ? ""
                                : format("{}:{}:{}: ", report_.subject->source->file_of(at),
                                         at.line, at.column),
                   words_of(fault), result().is_shown_under_sc ? ", under sc:" : ":");
    write_execution(fault, orders::shown_with(report_.program, fault, fault.explored));
  }

  void write_lost() {
    out_ += heading(report::impossible_text(report_));
    line(words::effort_sentence(result()) + format(" ({:.3f} s)", report_.seconds));
    line("a final state that the program requires is not reached: stronger modes allow fewer");
    if (result().shown) line(words::error_text(result().shown->error));
  }

  const report::OrdersReport& report_;
  Colour colour_;
  std::string out_;
  std::map<std::size_t, std::size_t> executions_;  // execution numbers by fault
  std::vector<const orders::WeakerStep*> order_;
};

}  // namespace

std::string text_report(const report::OrdersReport& report, Colour colour) {
  return OrdersText(report, colour).write();
}

}  // namespace drover::cli
