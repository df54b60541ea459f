#include "words/reason_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "support/format.h"
#include "support/text.h"
#include "words/styles.h"
#include "words/words.h"

namespace drover::words {

namespace {

std::string account_text(const std::vector<Step>& steps, const explain::Candidate& candidate,
                         AccountDetail detail, Colour colour, std::size_t columns) {
  const std::string shared = shared_source_words(steps, candidate.graph, *candidate.names);
  if (!shared.empty()) {
    return wrapped(format("{} {}", capitalised(shared), painted(colour, Dim, "[rf]")), 4, 4,
                   columns);
  }
  std::string text;
  std::size_t number = 0;
  for (const AccountLine& line : account_of(steps, candidate.graph, *candidate.names)) {
    const bool is_step = line.depth == 0;
    const bool is_last = is_step && ++number == steps.size() && number > 1;
    const std::string lead = is_step ? format("{}. {}", number, is_last ? "But " : "") : "- ";
    const std::string sentence = is_step && !is_last ? capitalised(line.text) : line.text;
    const std::size_t margin = 4 + 3 * line.depth;
    const std::string relations =
        detail == AccountDetail::All ? line.relations : joined(line.main, ", so ");
    text += wrapped(format("{}{}{} {}", lead, sentence, line.has_parts ? ":" : "",
                           painted(colour, Dim, "[" + relations + "]")),
                    margin, margin + (is_step ? 3 : 2), columns);
  }
  return text;
}

std::string removable_text(const explain::Reason& reason, const std::vector<Step>& steps,
                           const explain::Candidate& candidate, std::size_t columns) {
  if (reason.removable.empty()) {
    return "  No single edge is to blame: with any one of them missing it is still forbidden.\n";
  }
  std::vector<std::string> pairs;
  for (const CycleEdge& pair : told_pairs(steps, reason.removable)) {
    const std::string text = short_pair(candidate.graph, pair, *candidate.names);
    const std::size_t space = text.find(' ');
    pairs.push_back(format("{}{}{}", text.substr(0, space), NoBreak, text.substr(space + 1)));
  }
  return wrapped(format("It would be allowed without {}{}.",
                        pairs.size() == 1 ? "" : "any one of: ", joined(pairs, ", ")),
                 2, 6, columns);
}

std::string overwritten_text(const explain::OverwrittenWrite& overwritten,
                             const explain::Candidate& candidate, Colour colour,
                             std::size_t columns) {
  const bool has_parts = overwritten.path.size() > 1;
  std::string text =
      wrapped(overwritten_words(overwritten, candidate) + (has_parts ? ":" : "."), 2, 2, columns);
  if (!has_parts) return text;
  for (const CycleEdge& edge : overwritten.path) {
    const std::string sentence =
        pair_words(candidate.graph, edge.from, edge.edge, edge.to, *candidate.names);
    text += wrapped(format("- {} {}", sentence, painted(colour, Dim, "[" + edge.edge + "]")), 4, 6,
                    columns);
  }
  return text;
}

std::string count_word(std::size_t count) {
  constexpr std::array<std::string_view, 7> Words{"none", "one",  "two", "three",
                                                  "four", "five", "six"};
  return count < Words.size() ? std::string(Words[count]) : std::to_string(count);
}

// Returns the relation of an axiom like "irreflexive hb; eco".
std::string without_test(const std::string& formula) {
  return formula.substr(formula.find(' ') + 1);
}

using Kind = explain::OrderGap::Kind;

std::string_view kind_word(Kind kind) {
  switch (kind) {
    case Kind::Any: return "an access";
    case Kind::Read: return "a read";
    case Kind::Write: return "a write";
  }
  return "";
}

std::string kinds_text(Kind first, Kind last) {
  return format("{} before {}", kind_word(first), kind_word(last));
}

std::string dependency_word(const std::string& relation) {
  return relation == "addr"   ? "address dependency"
         : relation == "data" ? "data dependency"
                              : "control dependency";
}

// Returns "smp_wmb is between them, but `wmb` keeps only a write before a write".
std::string near_miss_text(const explain::OrderGap::NearMiss& miss,
                           const explain::Candidate& candidate) {
  std::string text;
  if (!miss.barriers.empty()) {
    text = format("{} {} between them, but ",
                  joined(miss.barriers, " and ",
                         [&](EventId event) {
                           return fence_words(candidate.graph.event(event).label, *candidate.names);
                         }),
                  miss.barriers.size() == 1 ? "is" : "are");
  } else if (!miss.dependencies.empty()) {
    text = format("there is {} {}, but ", miss.dependencies.front() == "addr" ? "an" : "a",
                  joined(miss.dependencies, " and ", dependency_word));
  }
  text += format("`{}` ", miss.relation);
  if (!miss.limit.empty()) {
    return text + format("{} `{}`", miss.leaves_out ? "leaves out" : "is limited to", miss.limit);
  }
  const std::string_view apart = miss.is_apart ? " to another location" : "";
  const std::string kinds = kinds_text(miss.first, miss.last);
  if (miss.leaves_out) return text + format("leaves out {}{}", kinds, apart);
  return text + format("keeps only {}{}", kinds, apart);
}

// Returns ": smp_wmb is between them, but …", or nothing.
std::string near_misses_text(const explain::OrderGap& gap, const explain::Candidate& candidate) {
  constexpr std::size_t MaxMisses = 2;
  std::vector<std::string> texts;
  for (const explain::OrderGap::NearMiss& miss : gap.near_misses) {
    // Without a barrier or a dependency, only what the model leaves out is worth a word.
    const bool is_something = !miss.barriers.empty() || !miss.dependencies.empty();
    if (!is_something && !miss.leaves_out) continue;
    if (texts.size() < MaxMisses) texts.push_back(near_miss_text(miss, candidate));
  }
  return texts.empty() ? "" : ": " + joined(texts, "; ");
}

// Returns "an address dependency, then ISB", "d in `Acquire`".
std::string way_text(const explain::OrderGap::Way& way, const explain::OrderGap& gap,
                     const explain::Candidate& candidate) {
  const auto letter = [&](EventId event) {
    return event_letter(candidate.graph, event, *candidate.names);
  };
  std::vector<std::string> parts;
  for (const std::string& each : way.dependencies) {
    parts.push_back(format("{} {}", each == "addr" ? "an" : "a", dependency_word(each)));
  }
  const bool is_bare = parts.empty();
  for (const std::string& each : way.barriers) {
    parts.push_back(is_bare ? each + " between them" : "then " + each);
  }
  if (way.first) parts.push_back(format("{} in `{}`", letter(gap.from), *way.first));
  if (way.last) parts.push_back(format("{} in `{}`", letter(gap.to), *way.last));
  return joined(parts, ", ");
}

// Returns the ways of one relation: "DMB SY or DMB LD between them, or d in `Acquire` (`bob`)".
std::string ways_by(const std::string& relation, const explain::OrderGap& gap,
                    const explain::Candidate& candidate) {
  constexpr std::size_t MaxBarriers = 3;
  std::vector<std::string> barriers;
  std::vector<std::string> texts;
  for (const explain::OrderGap::Way& way : gap.ways) {
    if (way.relation != relation) continue;
    const bool is_barrier = way.size() == 1 && way.barriers.size() == 1;
    if (is_barrier) {
      barriers.push_back(way.barriers.front());
    } else {
      texts.push_back(way_text(way, gap, candidate));
    }
  }
  const bool has_more = barriers.size() > MaxBarriers;
  if (has_more) barriers.resize(MaxBarriers);
  if (!barriers.empty()) {
    texts.insert(texts.begin(), joined(barriers, has_more ? "; " : ", ", has_more ? "; " : " or ") +
                                    (has_more ? "; … between them" : " between them"));
  }
  return format("{} (`{}`)", joined(texts, ", or "), relation);
}

// Short-lived: holds references.
class LenienceWriter {
 public:
  LenienceWriter(const MemoryModel& lenient, const explain::Candidate& candidate)
      : lenient_(lenient), candidate_(candidate) {}

  [[nodiscard]] std::string write(const explain::Lenience& lenience) const {
    if (!lenience.gaps.empty()) {
      std::string text = gaps(lenience.gaps);
      return lenience.given_up.empty() ? text : text + "; " + given_up(lenience.given_up);
    }
    if (!lenience.given_up.empty()) return given_up(lenience.given_up);
    if (!lenience.outside.empty()) return outside(lenience.outside);
    if (lenience.few_fences) return few_fences(*lenience.few_fences);
    if (lenience.rounds) return rounds(*lenience.rounds);
    if (lenience.uncounted) return uncounted(*lenience.uncounted);
    return "none of its axioms is about such a cycle";
  }

 private:
  [[nodiscard]] std::string place(EventId event) const {
    return place_words(candidate_.graph, event, *candidate_.names);
  }

  [[nodiscard]] std::string from_to(const CycleEdge& pair) const {
    return format("from {} to {}", place(pair.from), place(pair.to));
  }

  [[nodiscard]] std::string given_up(const std::vector<CycleEdge>& pairs) const {
    std::string text;
    std::string last;
    for (const CycleEdge& pair : pairs) {
      text += text.empty()        ? format("no `{}` {}", pair.edge, from_to(pair))
              : last == pair.edge ? format(", nor {}", from_to(pair))
                                  : format(", no `{}` {}", pair.edge, from_to(pair));
      last = pair.edge;
    }
    return text;
  }

  // Pairs that miss an order alike share a reason.
  [[nodiscard]] std::string gaps(const std::vector<explain::OrderGap>& all) const {
    std::string text;
    std::string last;
    for (const explain::OrderGap& gap : all) {
      const std::string pair = from_to({gap.from, "po", gap.to});
      const std::string why = near_misses_text(gap, candidate_);
      if (text.empty()) {
        text = "no order " + pair;
      } else if (why == last) {
        text += ", nor " + pair;
      } else {
        text += last + "; nor " + pair;
      }
      last = why;
    }
    return text + last;
  }

  [[nodiscard]] std::string outside(const std::vector<explain::Lenience::Outside>& pairs) const {
    std::string text;
    const explain::Lenience::Outside* last = nullptr;
    for (const explain::Lenience::Outside& each : pairs) {
      const bool is_alike =
          last != nullptr && last->pair.edge == each.pair.edge && last->relation == each.relation;
      if (last != nullptr) text += ", ";
      text += is_alike ? format("nor {}", from_to(each.pair))
                       : format("`{}` {} is not in `{}`", each.pair.edge, from_to(each.pair),
                                each.relation);
      last = &each;
    }
    return text;
  }

  [[nodiscard]] std::string few_fences(const explain::Lenience::FewFences& few) const {
    const AxiomDescription axiom = lenient_.axioms()[few.axiom];
    const bool is_one = few.present.size() == 1;
    const std::string_view why =
        few.is_of_fences ? ", which is about the order of sc events among each other," : "";
    return format(
        "{} {} the only sc {} on the cycle; with {} between {}, `{}` ({}){} would forbid it",
        joined(few.present, " and ", [&](EventId event) { return place(event); }),
        is_one ? "is" : "are", is_one ? "fence" : "fences",
        few.without.size() == 1 ? "another" : "others",
        joined(few.without, ", and between ",
               [&](const CycleEdge& pair) {
                 return format("{} and {}", place(pair.from), place(pair.to));
               }),
        axiom.name, axiom.formula, why);
  }

  [[nodiscard]] std::string rounds(const explain::Lenience::Rounds& found) const {
    const AxiomDescription axiom = lenient_.axioms()[found.axiom];
    return format("`{}` forbids cycles of one `{}`, and this cycle has {}", axiom.name,
                  without_test(axiom.formula), count_word(found.count));
  }

  [[nodiscard]] std::string uncounted(const explain::Lenience::Uncounted& found) const {
    const AxiomDescription axiom = lenient_.axioms()[found.axiom];
    const auto text_of = [&](const CycleEdge& pair) {
      return format("{} {} → {}", pair.edge, place(pair.from), place(pair.to));
    };
    return format("`{}`, {}, does not count {}", axiom.name, axiom.formula,
                  joined(found.pairs, ", ", text_of));
  }

  const MemoryModel& lenient_;
  const explain::Candidate& candidate_;
};

}  // namespace

std::string ways_words(const explain::Lenience& lenience, const explain::Candidate& candidate) {
  constexpr std::size_t MaxRelations = 4;
  std::string text;
  std::vector<std::pair<Kind, Kind>> told;
  for (const explain::OrderGap& gap : lenience.gaps) {
    const std::pair kinds(gap.from_kind, gap.to_kind);
    if (gap.ways.empty() || std::ranges::find(told, kinds) != told.end()) continue;
    told.push_back(kinds);
    std::vector<std::string> relations;
    for (const explain::OrderGap::Way& way : gap.ways) {
      const bool is_new = std::ranges::find(relations, way.relation) == relations.end();
      if (is_new) relations.push_back(way.relation);
    }
    const bool has_more = relations.size() > MaxRelations;
    if (has_more) relations.resize(MaxRelations);
    text += format(
        "{}It would keep {} by {}{}.", text.empty() ? "" : " ",
        kinds_text(gap.from_kind, gap.to_kind),
        joined(relations, "; ",
               [&](const std::string& relation) { return ways_by(relation, gap, candidate); }),
        has_more ? "; and others" : "");
  }
  return text;
}

std::string overwritten_words(const explain::OverwrittenWrite& overwritten,
                              const explain::Candidate& candidate) {
  const ExecutionGraph& graph = candidate.graph;
  const GraphNames& names = *candidate.names;
  const Event& write = graph.event(overwritten.write);
  const std::string later = overwritten.by.is_none()
                                ? "another write comes after it"
                                : format("it happens before {}, which overwrites it",
                                         event_words(graph, overwritten.by, names));
  return format("For {} = {} at the end, {} has to be the last one, but {}",
                names.location(write.label.location), names.value(write.value),
                event_words(graph, overwritten.write, names), later);
}

std::vector<std::string> main_relations(const explain::Reason& reason,
                                        const explain::Candidate& candidate) {
  std::vector<std::string> names;
  const std::vector<Step> steps = in_reading_order(reason.violation.steps, candidate.graph);
  for (const AccountLine& line : account_of(steps, candidate.graph, *candidate.names)) {
    names.insert(names.end(), line.main.begin(), line.main.end());
  }
  return names;
}

std::string cycle_text(const explain::Reason& reason, const explain::Candidate& candidate,
                       AccountDetail detail, Colour colour, std::size_t columns) {
  if (reason.overwritten) {
    return overwritten_text(*reason.overwritten, candidate, colour, columns);
  }
  const std::vector<Step> steps = in_reading_order(reason.violation.steps, candidate.graph);
  return account_text(steps, candidate, detail, colour, columns) +
         removable_text(reason, steps, candidate, columns);
}

std::string short_reason(const explain::Reason& reason, const explain::Candidate& candidate) {
  const ExecutionGraph& graph = candidate.graph;
  const GraphNames& names = *candidate.names;
  const auto place = [&](EventId event) { return place_words(graph, event, names); };
  if (reason.overwritten) {
    const explain::OverwrittenWrite& overwritten = *reason.overwritten;
    return overwritten.by.is_none() ? format("{} is not the last write", place(overwritten.write))
                                    : format("{} –hb→ {}, so it is not the last write",
                                             place(overwritten.write), place(overwritten.by));
  }
  std::string text = format("`{}`:", reason.axiom);
  const std::vector<Step> steps = in_reading_order(reason.violation.steps, graph);
  for (const Step& step : steps) {
    text += format(" {} –{}→", place(step.from), told_step(step).relation);
  }
  return text + " " + place(steps.front().from);
}

std::string lenience_words(const explain::Lenience& lenience, const MemoryModel& lenient,
                           const explain::Candidate& candidate) {
  return LenienceWriter(lenient, candidate).write(lenience);
}

namespace {

// Short-lived: holds a reference to the facts.
class LadderText {
 public:
  LadderText(const explain::Explanation& explanation, Colour colour, std::size_t columns)
      : explanation_(explanation), colour_(colour), columns_(columns) {}

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

std::string scope_gaps_text(const explain::ModelAnswer& answer,
                            const explain::Explanation& explanation, std::size_t columns) {
  if (!answer.witness || answer.scope_gaps.empty()) return "";
  const explain::Candidate& witness = explanation.candidates[*answer.witness];
  const Topology& topology = *witness.graph.topology();
  std::string out;
  for (const explain::ScopeGap& gap : answer.scope_gaps) {
    const std::string& level = topology.levels[gap.level];
    out += wrapped(format("{} is {}-scoped, and {} is in another {}.",
                          capitalised(event_words(witness.graph, gap.narrow, *witness.names)),
                          level, witness.names->threads[gap.other.value], level),
                   2, 6, columns);
  }
  const std::string wide = joined(answer.scope_gaps, ", ", [&](const explain::ScopeGap& gap) {
    return topology.levels[gap.needed];
  });
  const bool is_one = answer.scope_gaps.size() == 1;
  out += wrapped(answer.forbidden_if_wider
                     ? format("With {} {} there, {} forbids the outcome.",
                              is_one ? "scope" : "scopes", wide, answer.model->name())
                     : format("But {} alone {} not make {} forbid the outcome.",
                              is_one ? "a wider scope" : "wider scopes", is_one ? "does" : "do",
                              answer.model->name()),
                 2, 6, columns);
  return out;
}

std::string narrower_scopes_text(const explain::ModelAnswer& answer,
                                 const explain::Explanation& explanation, std::size_t columns) {
  if (answer.narrower_scopes.empty() || explanation.candidates.empty()) return "";
  const Topology& topology = *explanation.candidates.front().graph.topology();
  std::vector<std::string> places;
  for (const explain::PlacedScope& each : answer.narrower_scopes) {
    places.push_back(format(
        "{} for {} at {}:{}", topology.levels[each.other], topology.levels[each.level],
        explanation.names->threads[each.thread.value], explanation.names->line(each.source)));
  }
  return wrapped(format("Narrower scopes would do: {}.", joined(places, ", ", " and ")), 2, 6,
                 columns);
}

}  // namespace drover::words
