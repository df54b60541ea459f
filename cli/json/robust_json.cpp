#include "cli/robust_report.h"
#include "report/command_json.h"
#include "support/json.h"
#include "words/fact_words.h"

namespace drover::cli {

std::string json_report(const RobustReport& report) {
  const robust::Robustness& result = report.result;
  const bool is_by_states = report.command.by == robust::Behaviour::States;
  Json out{{"file", report.subject.path},
           {"model", report.model.name()},
           {"by", behaviour_word(report.command.by)},
           {"verdict", robust_word(result.verdict)},
           {"executions", result.executions},
           {"compared", is_by_states ? result.states : result.executions},
           {"others", result.others},
           {"complete", result.is_complete}};
  if (!report.mapping.empty()) out["mapping"] = report.mapping;
  if (result.undefined) out["error"] = words::error_text(result.run.errors[*result.undefined]);
  if (result.smallest) {
    const robust::Surprise& surprise = *result.smallest;
    const GraphNames& names = result.run.names;
    const report::CoherenceIs coherence =
        report.model.has_coherence() ? report::CoherenceIs::Meant : report::CoherenceIs::Arbitrary;
    Json smallest{{"events", surprise.events},
                  {"execution", report::execution_json(surprise.graph, names, {}, coherence)}};
    if (!surprise.state.empty()) {
      Json state = Json::object();
      for (std::size_t i = 0; i < surprise.state.size(); ++i) {
        state[report.program.observables[i].name] = report::value_json(surprise.state[i], names);
      }
      smallest["state"] = std::move(state);
    }
    if (surprise.error) smallest["error"] = words::error_text(result.run.errors[*surprise.error]);
    if (surprise.violation) {
      smallest["cycle"] = report::cycle_json(*surprise.violation, surprise.graph, names);
    }
    out["smallest"] = std::move(smallest);
  }
  out["seconds"] = result.run.seconds + (result.under_sc ? result.under_sc->seconds : 0);
  return out.line();
}

}  // namespace drover::cli
