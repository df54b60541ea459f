#include <algorithm>
#include <cctype>
#include <optional>
#include <unordered_map>

#include "report/packed_pictures.h"
#include "report/report_page.h"
#include "support/json.h"

namespace drover::report {

namespace {

template <typename T, typename Write>
Json list_of(const std::vector<T>& items, Write write) {
  Json out = Json::array();
  for (const T& item : items) out.push_back(write(item));
  return out;
}

Json definition_json(const Definition& definition) {
  return {{"name", definition.name}, {"formula", definition.formula}};
}

// Returns `[relation, from, to]`, as in pictures.
Json edge_json(const CycleEdge& edge) {
  Json out = Json::array();
  out.push_back(edge.edge);
  out.push_back(edge.from.value);
  out.push_back(edge.to.value);
  return out;
}

Json step_json(const words::AccountLine& line) {
  return {{"depth", line.depth},
          {"text", line.text},
          {"relations", line.relations},
          {"edges", list_of(line.pairs, edge_json)}};
}

Json pair_json(const PairEntry& pair) {
  return {{"text", pair.text}, {"edges", list_of(pair.edges, edge_json)}};
}

Json place_json(const ErrorEntry::Place& place) {
  return {{"line", place.line},
          {"column", place.column},
          {"thread", place.thread},
          {"remark", place.remark}};
}

Json loop_json(const LoopEntry& loop) {
  return {{"line", loop.line}, {"text", loop.text}, {"models", loop.models}};
}

Json saving_json(const SavingEntry& saving) {
  return {{"reduction", saving.reduction},
          {"model", saving.model},
          {"with", saving.with},
          {"without", saving.without},
          {"isAtLeast", saving.is_at_least}};
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

std::string_view verdict_class(RunVerdict verdict) {
  switch (verdict) {
    case RunVerdict::Good: return "good";
    case RunVerdict::Bad: return "bad";
    case RunVerdict::Plain: return "plain";
    case RunVerdict::Vacuous: return "vacuous";
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

// Returns a gap of a picture: a number if printing it restores the text.
Json gap_json(const std::string& text) {
  constexpr std::size_t MaxDigits = 9;
  const bool is_plain =
      !text.empty() && text.size() <= MaxDigits && std::ranges::all_of(text, [](char c) {
        return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.';
      });
  const std::optional<Json> read = is_plain ? Json::parse(text) : std::nullopt;
  const std::optional<double> number = read ? read->number() : std::nullopt;
  if (!number) return text;
  const auto whole = static_cast<std::int64_t>(*number);
  const Json json = static_cast<double>(whole) == *number ? Json(whole) : Json(*number);
  return json.dump() == text ? json : Json(text);
}

// Writes programs, and collects their pictures for the end. Short-lived.
class ProgramWriter {
 public:
  Json program(const ProgramReport& program) {
    return {
        {"file", program.file},
        {"name", program.name},
        {"language", program.language},
        {"source", program.source},
        {"observables", program.observables},
        {"runs", list_of(program.runs, run_json)},
        {"conditions", list_of(program.conditions, condition_json)},
        {"outcomes", list_of(program.outcomes, [this](const auto& each) { return outcome(each); })},
        {"errors", list_of(program.errors, [this](const auto& each) { return error(each); })},
        {"loops", list_of(program.loops, loop_json)},
        {"savings", list_of(program.savings, saving_json)},
        {"notes", program.notes}};
  }

  [[nodiscard]] const std::vector<std::string>& shapes() const { return pictures_.shapes(); }
  // Returns each picture as a list of lines; drawings refer to pictures by index.
  [[nodiscard]] const std::vector<std::vector<std::size_t>>& pictures() const { return packed_; }
  [[nodiscard]] Json lines() const {
    return list_of(pictures_.lines(), [](const PackedPictures::Line& line) {
      Json out = Json::array({line.shape});
      for (const std::string& gap : line.gaps) out.push_back(gap_json(gap));
      return out;
    });
  }

 private:
  Json drawing(const Drawing& drawing) {
    const auto packed = [this](const std::string& svg) {
      if (svg.empty()) return Json(nullptr);
      const auto [known, is_new] = known_.try_emplace(svg, packed_.size());
      if (is_new) packed_.push_back(pictures_.add(svg));
      return Json(known->second);
    };
    Json out{{"variants", list_of(drawing.variants,
                                  [&](const DrawnRelations& each) {
                                    return Json{{"models", each.models},
                                                {"svg", packed(each.svg)},
                                                {"detailed", packed(each.detailed_svg)},
                                                {"relations", each.relations},
                                                {"more", each.more_relations},
                                                {"missing", each.missing}};
                                  })},
             {"note", drawing.note}};
    // Only the server sets annotations: pages stay the same.
    if (!std::holds_alternative<std::nullptr_t>(drawing.annotation.value())) {
      out["annotation"] = drawing.annotation;
    }
    return out;
  }

  Json execution(const ExecutionEntry& execution) {
    return {{"drawing", drawing(execution.drawing)},
            {"allowed", execution.allowed_by},
            {"rejected", list_of(execution.rejected_by, [](const ExecutionEntry::Rejection& each) {
               return Json{{"model", each.model}, {"axiom", each.axiom}};
             })}};
  }

  Json reason(const ReasonEntry& reason) {
    return {{"models", reason.models},
            {"heading", reason.heading},
            {"axiom", reason.axiom},
            {"formula", reason.formula},
            {"citation", reason.citation},
            {"definitions", list_of(reason.definitions, definition_json)},
            {"steps", list_of(reason.steps, step_json)},
            {"removable", list_of(reason.removable, pair_json)},
            {"sentence", reason.sentence},
            {"drawing", drawing(reason.drawing)}};
  }

  Json outcome(const OutcomeEntry& outcome) {
    return {
        {"kind", kind_name(outcome.kind)},
        {"text", outcome.text},
        {"values", outcome.values},
        {"answers", list_of(outcome.answers, answer_name)},
        {"counts", outcome.counts},
        {"conditions", outcome.conditions},
        {"executions",
         list_of(outcome.executions, [this](const auto& each) { return execution(each); })},
        {"hasMore", outcome.has_more},
        {"reasons", list_of(outcome.reasons, [this](const auto& each) { return reason(each); })},
        {"note", outcome.note}};
  }

  Json error(const ErrorEntry& error) {
    return {{"kind", error.kind},
            {"message", error.message},
            {"places", list_of(error.places, place_json)},
            {"models", error.models},
            {"drawing", drawing(error.drawing)}};
  }

  PackedPictures pictures_;
  std::vector<std::vector<std::size_t>> packed_;
  std::unordered_map<std::string, std::size_t> known_;  // indices of pictures by text
};

}  // namespace

std::string report_json(const std::vector<ProgramReport>& programs) {
  ProgramWriter writer;
  Json data{{"programs",
             list_of(programs, [&](const ProgramReport& each) { return writer.program(each); })}};
  data["shapes"] = writer.shapes();
  data["lines"] = writer.lines();
  data["pictures"] = writer.pictures();
  const std::string text = data.dump();
  // A `<` can only be inside a string. It is escaped, so that no text in the data ends the HTML
  // element that holds the data.
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
