#include <algorithm>

#include "cli/cover_report.h"
#include "support/format.h"
#include "support/json.h"
#include "support/text.h"
#include "words/run_words.h"

namespace drover::cli {

std::string cover_text(const CoverReport& report) {
  const auto killed = static_cast<std::size_t>(std::ranges::count_if(
      report.mutants, [](const CoveredMutant& each) { return !each.killers.empty(); }));
  std::string out =
      format("{}: {} of {} killed by {}{}\n", report.model, killed,
             words::plural(report.mutants.size(), "mutant"), words::plural(report.tests, "test"),
             report.is_complete ? "" : ", so far");
  if (report.left_out > 0) {
    out += format("  {} left out: of an architecture that the model is not about\n",
                  words::plural(report.left_out, "test"));
  }
  if (report.unread > 0) {
    out += format("  {} cannot be read\n", words::plural(report.unread, "test"));
  }
  if (report.unfinished > 0) {
    out += format("  {} without a verdict: a limit was reached\n",
                  words::plural(report.unfinished, "test"));
  }
  if (killed > 0) out += "\nkilled, by how many tests:\n";
  for (const CoveredMutant& each : report.mutants) {
    if (each.killers.empty()) continue;
    out += format("  {:>5}  {}   ({})\n", each.killers.size(), each.what, each.killers.front());
  }
  if (killed < report.mutants.size()) out += "\nno test kills:\n";
  for (const CoveredMutant& each : report.mutants) {
    if (!each.killers.empty()) continue;
    out += format("  {}\n", each.what);
    if (each.distinction) {
      out += format("    a smallest test that would; the {} allows it, and the {} does not:\n",
                    each.distinction->is_allowed_by_mutant ? "mutant" : "model",
                    each.distinction->is_allowed_by_mutant ? "model" : "mutant");
      out += indented(each.distinction->core, "      ");
    } else if (each.searched_events > 0) {
      out += format("    nothing up to {} events tells it from the model\n", each.searched_events);
    }
  }
  if (report.has_scopes && killed < report.mutants.size()) {
    out += "\nno programs with scopes were compared: some of these may be told from the model\n";
  }
  return out + format("\n{:.2f} s\n", report.seconds);
}

std::string cover_json(const CoverReport& report) {
  Json mutants = Json::list(report.mutants, [](const CoveredMutant& each) {
    Json item{
        {"what", each.what}, {"killers", each.killers}, {"searched_events", each.searched_events}};
    if (each.distinction) {
      item["test"] = each.distinction->core;
      item["allowed_by"] = each.distinction->is_allowed_by_mutant ? "mutant" : "model";
    }
    return item;
  });
  const Json json{{"model", report.model},           {"tests", report.tests},
                  {"left_out", report.left_out},     {"unread", report.unread},
                  {"unfinished", report.unfinished}, {"mutants", std::move(mutants)},
                  {"complete", report.is_complete},  {"seconds", report.seconds}};
  return json.line();
}

}  // namespace drover::cli
