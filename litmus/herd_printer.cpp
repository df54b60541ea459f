#include "litmus/herd_printer.h"

#include <cctype>

#include "litmus/proposition.h"
#include "support/format.h"
#include "support/text_digest.h"

namespace drover::litmus {

namespace {

std::string shown_text(const LitmusTest& test, std::uint32_t observable, Value value) {
  const bool has_no_sign = test.program.observables[observable].view == ValueView::Unsigned64;
  if (has_no_sign && value < 0) return format("{}", static_cast<std::uint64_t>(value));
  return value_text(value, test.program);
}

}  // namespace

std::string state_text(const LitmusTest& test, const std::vector<Value>& values) {
  std::string text;
  std::size_t next = 0;
  for (const ShownItem& item : test.shown) {
    if (!text.empty()) text += ' ';
    if (!item.is_array) {
      text += format("{}={};", location_text(item.location),
                     shown_text(test, item.observables.front(), values[next++]));
      continue;
    }
    std::string cells;
    for (std::size_t i = 0; i < item.observables.size(); ++i) {
      cells += (i == 0 ? "" : ",") + shown_text(test, item.observables[i], values[next++]);
    }
    text += format("{}={{{}}};", item.location.name, cells);
  }
  return text;
}

std::string_view observation_name(const LitmusVerdict& verdict) {
  if (verdict.satisfying == 0) return "Never";
  return verdict.others == 0 ? "Always" : "Sometimes";
}

std::string verdict_name(const LitmusTest& test, const LitmusVerdict& verdict) {
  const std::string_view loop = verdict.was_cut ? "Loop " : "";
  const std::string_view word = verdict.has_race                           ? "Undef"
                                : verdict.holds(test.condition.quantifier) ? "Ok"
                                                                           : "No";
  return format("{}{}", loop, word);
}

std::string herd_report(const LitmusTest& test, const LitmusVerdict& verdict,
                        const std::string& digest, const std::string& model) {
  const bool is_swapped = test.condition.quantifier == Quantifier::NotExists;
  std::string out = format("Test {} {}\nStates {}\n", test.name,
                           kind_name(test.condition.quantifier), verdict.states.size());
  for (const LitmusVerdict::State& state : verdict.states) {
    out += state_text(test, state.values) + "\n";
  }
  out += format("{}\nWitnesses\nPositive: {} Negative: {}\n", verdict_name(test, verdict),
                is_swapped ? verdict.others : verdict.satisfying,
                is_swapped ? verdict.satisfying : verdict.others);
  for (const std::string& flag : verdict.flags) out += format("Flag {}\n", flag);
  out += format("Condition {}\nObservation {} {} {} {}\nTime {} {:.2f}\n",
                condition_text(test.condition), test.name, observation_name(verdict),
                verdict.satisfying, verdict.others, test.name, verdict.seconds);
  if (!model.empty()) out += format("Model {}\n", model);
  if (!digest.empty()) out += format("Digest={}\n", digest);
  return out + "\n";
}

std::string test_digest(std::string text) {
  std::erase_if(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
  return text_digest(text);
}

}  // namespace drover::litmus
