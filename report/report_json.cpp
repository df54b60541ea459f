#include <algorithm>
#include <cctype>
#include <optional>
#include <unordered_map>

#include "report/command_json.h"
#include "report/packed_pictures.h"
#include "report/report_page.h"
#include "support/json.h"

namespace drover::report {

namespace {

Json definition_json(const Definition& definition) {
  return {{"name", definition.name}, {"formula", definition.formula}};
}

// Returns `[relation, from, to]`, as in pictures.
Json edge_json(const CycleEdge& edge) {
  return Json::array({edge.edge, edge.from.value, edge.to.value});
}

Json step_with_edges(const words::AccountLine& line) {
  Json json = step_json(line);
  json["edges"] = Json::list(line.pairs, edge_json);
  return json;
}

Json pair_json(const PairEntry& pair) {
  return {{"text", pair.text}, {"edges", Json::list(pair.edges, edge_json)}};
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
        {"compiled", program.compiled},
        {"source", program.source},
        {"files", program.files},
        {"observables", program.observables},
        {"runs", Json::list(program.runs, run_json)},
        {"conditions", program.conditions},
        {"outcomes",
         Json::list(program.outcomes, [this](const auto& each) { return outcome(each); })},
        {"errors", Json::list(program.errors, [this](const auto& each) { return error(each); })},
        {"loops", program.loops},
        {"savings", program.savings},
        {"notes", program.notes}};
  }

  [[nodiscard]] const std::vector<std::string>& shapes() const { return pictures_.shapes(); }
  // Returns each picture as a list of lines; drawings refer to pictures by index.
  [[nodiscard]] const std::vector<std::vector<std::size_t>>& pictures() const { return packed_; }
  [[nodiscard]] Json lines() const {
    return Json::list(pictures_.lines(), [](const PackedPictures::Line& line) {
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
    Json out{
        {"variants", Json::list(drawing.variants,
                                [&](const DrawnRelations& each) {
                                  return Json{{"models", each.models},
                                              {"svg", packed(each.svg)},
                                              {"detailed", packed(each.detailed_svg)},
                                              {"relations", each.relations},
                                              {"more", each.more_relations},
                                              {"missing", each.missing}};
                                })},
        {"note", drawing.note},
        {"stories", Json::list(drawing.stories, [](const StoryEntry& each) {
           return Json{{"models", each.models}, {"heading", each.heading}, {"steps", each.steps}};
         })}};
    if (!drawing.calls.empty()) out["calls"] = packed(drawing.calls);
    // Only the server sets annotations, so pages of `drover report` lack them.
    if (!drawing.annotation.is_null()) out["annotation"] = drawing.annotation;
    return out;
  }

  Json execution(const ExecutionEntry& execution) {
    return {
        {"drawing", drawing(execution.drawing)},
        {"allowed", execution.allowed_by},
        {"rejected", Json::list(execution.rejected_by, [](const ExecutionEntry::Rejection& each) {
           return Json{{"model", each.model}, {"axiom", each.axiom}};
         })}};
  }

  Json reason(const ReasonEntry& reason) {
    return {{"models", reason.models},
            {"heading", reason.heading},
            {"axiom", reason.axiom},
            {"formula", reason.formula},
            {"citation", reason.citation},
            {"definitions", Json::list(reason.definitions, definition_json)},
            {"steps", Json::list(reason.steps, step_with_edges)},
            {"removable", Json::list(reason.removable, pair_json)},
            {"sentence", reason.sentence},
            {"drawing", drawing(reason.drawing)}};
  }

  Json outcome(const OutcomeEntry& outcome) {
    return {
        {"kind", kind_name(outcome.kind)},
        {"text", outcome.text},
        {"values", outcome.values},
        {"answers", Json::list(outcome.answers, answer_name)},
        {"counts", outcome.counts},
        {"conditions", outcome.conditions},
        {"executions",
         Json::list(outcome.executions, [this](const auto& each) { return execution(each); })},
        {"hasMore", outcome.has_more},
        {"reasons", Json::list(outcome.reasons, [this](const auto& each) { return reason(each); })},
        {"note", outcome.note}};
  }

  Json error(const ErrorEntry& error) {
    return {{"kind", error.kind},
            {"message", error.message},
            {"places", error.places},
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
  Json data{{"programs", Json::list(programs, [&](const ProgramReport& each) {
               return writer.program(each);
             })}};
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
