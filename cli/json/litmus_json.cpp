#include "cli/litmus_report.h"
#include "litmus/herd_printer.h"
#include "litmus/proposition.h"
#include "semantics/program/address.h"
#include "support/json.h"

namespace drover::cli {

namespace {

Json value_json(Value value, const Program& program) {
  return address::is_shared(value) ? Json(litmus::value_text(value, program)) : Json(value);
}

Json state_json(const litmus::LitmusTest& test, const litmus::LitmusVerdict::State& state) {
  Json values = Json::object();
  std::size_t next = 0;
  for (const litmus::ShownItem& item : test.shown) {
    const std::string name = item.is_array ? item.location.name : location_text(item.location);
    Json cells = Json::array();
    for (std::size_t i = 0; i < item.observables.size(); ++i) {
      cells.push_back(value_json(state.values[next++], test.program));
    }
    values[name] = item.is_array ? cells : cells.front();
  }
  return {{"state", std::move(values)}, {"executions", state.executions}};
}

}  // namespace

std::string litmus_json(const litmus::LitmusTest& test, const litmus::LitmusVerdict& verdict,
                        const ExpectationOutcome* expectation, const ProgressOutcome* progress) {
  const litmus::Quantifier quantifier = test.condition.quantifier;
  const bool is_swapped = quantifier == litmus::Quantifier::NotExists;
  Json out{{"file", test.file},
           {"test", test.name},
           {"architecture", test.dialect->architecture},
           {"model", verdict.model},
           {"algo", verdict.algorithm},
           {"kind", kind_name(quantifier)},
           {"condition", condition_text(test.condition)}};
  // Null if unexplored executions could change the answer.
  const std::optional<bool> answer = verdict.answer(quantifier);
  const bool is_observed = verdict.is_complete || (verdict.satisfying > 0 && verdict.others > 0);
  out["verdict"] = answer || verdict.has_race ? Json(litmus::verdict_name(test, verdict)) : Json();
  out["condition_holds"] = answer;
  out["observation"] = is_observed ? Json(litmus::observation_name(verdict)) : Json();
  out["positive"] = is_swapped ? verdict.others : verdict.satisfying;
  out["negative"] = is_swapped ? verdict.satisfying : verdict.others;
  out["flags"] = verdict.flags;
  out["states"] =
      Json::list(verdict.states, [&](const auto& state) { return state_json(test, state); });
  out["cut"] = verdict.was_cut;
  out["blocked"] = verdict.blocked;
  out["deadlocks"] = verdict.deadlocks;
  out["complete"] = verdict.is_complete;
  if (expectation != nullptr) {
    const bool is_known = expectation->state == ExpectationState::Met ||
                          expectation->state == ExpectationState::NotMet;
    out["expected"] = expectation->expected.empty() ? Json() : Json(expectation->expected);
    out["as_expected"] = is_known ? Json(expectation->state == ExpectationState::Met) : Json();
  }
  if (progress != nullptr) out["progress"] = progress_json(*progress, test.program);
  out["seconds"] = verdict.seconds;
  return out.line();
}

}  // namespace drover::cli
