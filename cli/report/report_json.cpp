#include <nlohmann/json.hpp>

#include "cli/report/report_page.h"

namespace drover::report {

namespace {

using Json = nlohmann::ordered_json;

template <typename T, typename Write>
Json list_of(const std::vector<T>& items, Write write) {
  Json out = Json::array();
  for (const T& item : items) out.push_back(write(item));
  return out;
}

Json drawing_json(const Drawing& drawing) {
  return {{"svg", drawing.svg},
          {"detailed", drawing.detailed_svg},
          {"relations", drawing.relations},
          {"more", drawing.more_relations},
          {"note", drawing.note}};
}

Json execution_json(const ExecutionEntry& execution) {
  return {{"drawing", drawing_json(execution.drawing)},
          {"allowed", execution.allowed_by},
          {"rejected", list_of(execution.rejected_by, [](const ExecutionEntry::Rejection& each) {
             return Json{{"model", each.model}, {"axiom", each.axiom}};
           })}};
}

Json reason_json(const ReasonEntry& reason) {
  return {
      {"models", reason.models},
      {"heading", reason.heading},
      {"axiom", reason.axiom},
      {"formula", reason.formula},
      {"citation", reason.citation},
      {"definitions", list_of(reason.definitions,
                              [](const Definition& each) {
                                return Json{{"name", each.name}, {"formula", each.formula}};
                              })},
      {"steps",
       list_of(
           reason.steps,
           [](const AccountLine& line) {
             return Json{{"depth", line.depth}, {"text", line.text}, {"relations", line.relations}};
           })},
      {"removable", reason.removable},
      {"sentence", reason.sentence},
      {"drawing", drawing_json(reason.drawing)}};
}

std::string_view answer_name(Answer answer) {
  switch (answer) {
    case Answer::Reached: return "reached";
    case Answer::NotReached: return "forbidden";
    case Answer::Unknown: return "unknown";
  }
  return "";
}

std::string_view kind_name(OutcomeKind kind) {
  switch (kind) {
    case OutcomeKind::Final: return "final";
    case OutcomeKind::Complete: return "complete";
    case OutcomeKind::Blocked: return "blocked";
    case OutcomeKind::Unfinished: return "unfinished";
  }
  return "";
}

Json outcome_json(const OutcomeEntry& outcome) {
  return {{"kind", kind_name(outcome.kind)},
          {"text", outcome.text},
          {"answers", list_of(outcome.answers, answer_name)},
          {"counts", outcome.counts},
          {"conditions", outcome.conditions},
          {"executions", list_of(outcome.executions, execution_json)},
          {"hasMore", outcome.has_more},
          {"reasons", list_of(outcome.reasons, reason_json)},
          {"note", outcome.note}};
}

std::string_view verdict_class(RunVerdict verdict) {
  switch (verdict) {
    case RunVerdict::Good: return "good";
    case RunVerdict::Bad: return "bad";
    case RunVerdict::Plain: return "plain";
    case RunVerdict::Incomplete: return "incomplete";
  }
  return "";
}

Json run_json(const RunEntry& run) {
  return {{"model", run.model},
          {"summary", run.summary},
          {"verdict", verdict_class(run.verdict)},
          {"word", run.word},
          {"executions", run.executions},
          {"blocked", run.blocked},
          {"failed", run.failed},
          {"cut", run.cut},
          {"events", run.events},
          {"algorithm", run.algorithm},
          {"algorithmReason", run.algorithm_reason},
          {"stop", run.stop},
          {"reductions", run.reductions},
          {"remarks", run.remarks}};
}

Json condition_json(const ConditionEntry& condition) {
  return {{"text", condition.text},
          {"line", condition.line},
          {"results", list_of(condition.results, [](const ConditionEntry::Result& each) {
             return Json{{"answer", each.answer},
                         {"mark", each.mark},
                         {"isGood", each.is_good},
                         {"witnesses", each.witnesses}};
           })}};
}

Json error_json(const ErrorEntry& error) {
  return {{"kind", error.kind},
          {"message", error.message},
          {"places", list_of(error.places,
                             [](const ErrorEntry::Place& place) {
                               return Json{{"line", place.line},
                                           {"column", place.column},
                                           {"thread", place.thread},
                                           {"remark", place.remark}};
                             })},
          {"models", error.models},
          {"drawing", drawing_json(error.drawing)}};
}

Json program_json(const ProgramReport& program) {
  return {{"file", program.file},
          {"name", program.name},
          {"language", program.language},
          {"source", program.source},
          {"runs", list_of(program.runs, run_json)},
          {"conditions", list_of(program.conditions, condition_json)},
          {"outcomes", list_of(program.outcomes, outcome_json)},
          {"errors", list_of(program.errors, error_json)},
          {"loops",
           list_of(program.loops,
                   [](const LoopEntry& loop) {
                     return Json{{"line", loop.line}, {"text", loop.text}, {"models", loop.models}};
                   })},
          {"savings", list_of(program.savings,
                              [](const SavingEntry& saving) {
                                return Json{{"reduction", saving.reduction},
                                            {"model", saving.model},
                                            {"with", saving.with},
                                            {"without", saving.without},
                                            {"isAtLeast", saving.is_at_least}};
                              })},
          {"notes", program.notes}};
}

}  // namespace

std::string report_json(const std::vector<ProgramReport>& programs) {
  const Json data{{"programs", list_of(programs, program_json)}};
  const std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  // A `<` is inside a string, where it may as well be escaped: nothing in the data ends the
  // element that holds it.
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace drover::report
