#include "words/words.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include "explorer/graph/fence_name.h"
#include "explorer/graph/graph_names.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::words {

namespace {

constexpr std::string_view InverseSuffix = "^-1";

// Wording of a pair (a, b) of a relation: a, `verb`, b, `behind`. Wordings that say more than those
// of the underlying pairs replace them.
struct Reading {
  std::string_view relation;
  std::string_view verb;
  std::string_view behind;
  bool is_telling = false;
};

constexpr std::array Readings{
    Reading{"loc", "is to the same location as", ""},
    Reading{"addr", "is used for the address of", ""},
    Reading{"data", "is used for the value of", ""},
    Reading{"ctrl", "is used for a branch before", ""},
    Reading{"sw", "synchronises with", "", true},
    Reading{"hb", "happens before", "", true},
    Reading{"rs", "heads a release sequence with", "", true},
    Reading{"eco", "comes before", " among the accesses of that location (eco)"},
    Reading{"com", "comes before", " among the accesses of that location (com)"},
    Reading{"scb", "comes before", " in the order that sc events have to respect (scb)"},
    Reading{"psc", "has to come before", " in the order of sc events (psc)"},
    Reading{"ppo", "stays ordered before", "", true},
    Reading{"preserved", "stays ordered before", "", true},
    Reading{"fence", "is kept before", "", true},
    Reading{"store-fence", "is kept before", "", true},
};

// The parts of one access, as models spell it; each event is related to itself, too.
constexpr std::array<std::string_view, 2> PartRelations{"si", "sm"};

bool is_of_parts(const std::string& relation) {
  return std::ranges::find(PartRelations, relation) != PartRelations.end();
}

constexpr std::array<std::string_view, 3> Communications{"rf", "co", "fr"};
// The base relations of a model's own order of a thread.
constexpr std::array<std::string_view, 5> ThreadRelations{"po", "addr", "data", "ctrl", "rmw"};

std::string mode_word(Mode mode) {
  switch (mode) {
    case Mode::Plain: return "";
    case Mode::Na: return "non-atomic ";
    case Mode::Rlx: return "relaxed ";
    case Mode::Acq: return "acquire ";
    case Mode::Rel: return "release ";
    case Mode::AcqRel: return "acquire-release ";
    case Mode::Sc: return "sc ";
  }
  return "";
}

// Adjectives of accesses of machines and of the kernel, which have tags instead of modes.
struct TagWord {
  Tag tag;
  std::string_view word;
};
constexpr std::array TagWords{
    TagWord{Tag::Acquire, "acquire "},   TagWord{Tag::AcquirePc, "acquire-PC "},
    TagWord{Tag::Release, "release "},   TagWord{Tag::RvAcquire, ".aq "},
    TagWord{Tag::RvRelease, ".rl "},     TagWord{Tag::RvAcquireRelease, ".aq.rl "},
    TagWord{Tag::LkAcquire, "acquire "}, TagWord{Tag::LkRelease, "release "},
    TagWord{Tag::Mb, "fully ordered "}};

std::string adjectives(const Label& label) {
  if (label.tags.is_empty()) return mode_word(label.mode);
  std::string words;
  for (const TagWord& each : TagWords) {
    if (label.tags.contains(each.tag)) words += each.word;
  }
  return words;
}

// Both halves of an RMW are called an update; only the write shows a value.
std::string what_it_is(const Event& event, const GraphNames& names) {
  const Label& label = event.label;
  const std::string mode = adjectives(label);
  switch (label.kind) {
    case LabelKind::Read:
      return format("{}{} of {}", mode,
                    event.is_exclusive_read     ? "update"
                    : event.is_failed_exclusive ? "failed update"
                                                : "read",
                    names.location(label.location));
    case LabelKind::Write:
      return format("{}{} of {} {} {}", mode, label.is_exclusive_write ? "update" : "write",
                    names.location(label.location), label.is_exclusive_write ? "to" : "=",
                    names.value(event.value));
    case LabelKind::Fence: return fence_words(label, names);
    case LabelKind::Alloc: return format("allocation of {}", names.value(label.value));
    case LabelKind::Free: return format("free of {}", names.value(label.value));
    case LabelKind::Call: return label.is_main_call ? "main call" : "help call";
    case LabelKind::Mark:
      if (names.mark) return names.mark(event);
      return label.is_begin ? "begin of a call" : "end of a call";
    case LabelKind::Choose:
      return format("choice of {}{}", label.is_of_order ? "order " : "", event.value);
    case LabelKind::Spawn: return format("spawn of {}", names.value(label.value));
    case LabelKind::Join: return format("join of {}", names.value(label.value));
    default: return "end";
  }
}

// Returns "(c, line 9)".
std::string where_it_is(const ExecutionGraph& graph, EventId id, const GraphNames& names) {
  const SourceRange& at = graph.event(id).label.source;
  const std::string letter = event_letter(graph, id, names);
  return at.line == 0 ? format("({})", letter) : format("({}, {})", letter, names.place(at));
}

// Short-lived: holds references to its input.
class Narrator {
 public:
  Narrator(const ExecutionGraph& graph, const GraphNames& names) : graph_(graph), names_(names) {}

  [[nodiscard]] std::string event(EventId id) const {
    const Event& event = graph_.event(id);
    if (event.is_initial()) {
      return format("the initial write of {} = {}", names_.location(event.label.location),
                    names_.value(event.value));
    }
    return format("{}'s {} {}", names_.threads[event.thread.value], what_it_is(event, names_),
                  where_it_is(graph_, id, names_));
  }

  [[nodiscard]] std::string pair(EventId from, const std::string& relation, EventId to) const {
    if (relation.ends_with(InverseSuffix)) {
      return inverse_pair(from, relation.substr(0, relation.size() - InverseSuffix.size()), to);
    }
    if (relation == "po") return program_order(from, to);
    if (relation == "sync") return synchronisation(from, to);
    if (relation == "rmw") {
      const bool is_one = graph_.event(from).label.source == graph_.event(to).label.source;
      if (!is_one) {
        return format("{} and {} are an exclusive pair, with nothing written in between",
                      event(from), event_or_its(from, to));
      }
      return format("{} reads and writes in one step, with nothing in between", event(from));
    }
    if (relation == "fr") return old_value(from, to);
    if (relation == "rf") return format("{} is read by {}", event(from), event(to));
    if (relation == "co") return coherence(from, to);
    if (is_of_parts(relation)) {
      return format("{} and {} are parts of one access", event(from), event_or_its(from, to));
    }
    const auto known = std::ranges::find(Readings, relation, &Reading::relation);
    if (known != Readings.end()) {
      return format("{} {} {}{}", event(from), known->verb, event_or_its(from, to), known->behind);
    }
    if (std::string text = suffixed_communication(from, relation, to); !text.empty()) return text;
    return format("{} comes before {} by `{}`", event(from), event(to), relation);
  }

 private:
  // Returns "its …" for events of the same thread.
  [[nodiscard]] std::string event_or_its(EventId from, EventId to) const {
    const Event& second = graph_.event(to);
    const bool is_same = !second.is_initial() && graph_.event(from).thread == second.thread;
    if (!is_same) return event(to);
    return format("its {} {}", what_it_is(second, names_), where_it_is(graph_, to, names_));
  }

  [[nodiscard]] std::string program_order(EventId from, EventId to) const {
    return format("{} is program-ordered before {}", event(from), event_or_its(from, to));
  }

  [[nodiscard]] std::string synchronisation(EventId from, EventId to) const {
    const Event& first = graph_.event(from);
    if (first.is_initial()) {
      return format("{} comes before all threads, so before {}", event(from), event(to));
    }
    const Event& second = graph_.event(to);
    const bool is_final = graph_.role(second.thread) == ThreadRole::Final;
    const bool is_init = graph_.role(first.thread) == ThreadRole::Init;
    return format("{} comes before {}: {}", event(from), event(to),
                  is_final  ? "the final block runs when all threads have ended"
                  : is_init ? "threads start when the init block has ended"
                            : "spawn and join order them");
  }

  [[nodiscard]] std::string coherence(EventId from, EventId to) const {
    return format("{} comes before {} in the coherence order of {}", event(from), event(to),
                  names_.location(graph_.event(from).label.location));
  }

  [[nodiscard]] std::string old_value(EventId read, EventId write) const {
    const Event& reader = graph_.event(read);
    if (reader.reads_from.is_none()) {
      return format("{} reads a value that {} overwrites", event(read), event(write));
    }
    const Event& source = graph_.event(reader.reads_from);
    const std::string origin = source.is_initial()
                                   ? "the initial value"
                                   : format("written by {} {}", names_.threads[source.thread.value],
                                            where_it_is(graph_, reader.reads_from, names_));
    return format("{} reads {}, {}, which {} overwrites", event(read), names_.value(reader.value),
                  origin, event(write));
  }

  // Words for rfe, rfi, coe, …: between threads, and within one.
  [[nodiscard]] std::string suffixed_communication(EventId from, const std::string& relation,
                                                   EventId to) const {
    for (const std::string_view base : Communications) {
      if (relation.size() != base.size() + 1 || !relation.starts_with(base)) continue;
      if (relation.back() != 'e' && relation.back() != 'i') continue;
      return pair(from, std::string(base), to);
    }
    return "";
  }

  [[nodiscard]] std::string inverse_pair(EventId from, const std::string& relation,
                                         EventId to) const {
    if (relation == "rf") return format("{} reads from {}", event(from), event(to));
    if (relation == "po") {
      return format("{} is program-ordered after {}", event(from), event_or_its(from, to));
    }
    if (relation == "co") {
      return format("{} comes after {} in the coherence order of {}", event(from), event(to),
                    names_.location(graph_.event(from).label.location));
    }
    if (relation == "fr") return format("{} overwrites what {} reads", event(from), event(to));
    if (relation == "rmw") return pair(to, relation, from);
    return format("{} comes after {} by `{}`", event(from), event(to), relation);
  }

  const ExecutionGraph& graph_;
  const GraphNames& names_;
};

bool is_telling(const std::string& relation) {
  const auto known = std::ranges::find(Readings, relation, &Reading::relation);
  return known != Readings.end() && known->is_telling;
}

bool is_made_of_one(const Step& step) {
  return step.parts.size() == 1 && step.parts[0].from == step.from && step.parts[0].to == step.to;
}

// True if a step consists of a pair of that relation between the same events.
bool is_made_by(const Step& step, std::string_view relation) {
  const Step* inner = &step;
  while (inner->relation != relation && is_made_of_one(*inner)) inner = &inner->parts[0];
  return inner->relation == relation;
}

// Follows steps that consist of one pair between the same events.
const Step& innermost(const Step& step) {
  const Step* inner = &step;
  while (is_made_of_one(*inner)) inner = &inner->parts[0];
  return *inner;
}

bool is_sc_store(const Event& event) {
  return event.label.kind == LabelKind::Write && event.label.mode == Mode::Sc;
}

bool is_update(const Event& event) {
  return event.is_exclusive_read || event.label.is_exclusive_write;
}

// Returns the reason why two events of a thread are ordered without a fence between them, as far as
// the events show it.
std::string_view fence_between(const Event& first, const Event& second) {
  if (is_update(first) || is_update(second)) return ", since an update acts as a fence";
  if (second.is_failed_exclusive) return ", since a failed update acts as a fence too";
  if (is_sc_store(first) || is_sc_store(second)) return ", since an sc write acts as a fence";
  return ", being before it in the program";
}

CycleEdge forwards(const Step& step) {
  if (!step.relation.ends_with(InverseSuffix)) return {step.from, step.relation, step.to};
  return {step.to, step.relation.substr(0, step.relation.size() - InverseSuffix.size()), step.from};
}

// Returns the relations that matter, of one and those that contain it: the first, those with words
// of their own, and for the order of a thread the first that is not just a variant of it.
std::vector<std::string> relations_that_matter(const std::vector<std::string>& relations,
                                               bool is_of_thread) {
  const std::string& first = relations.front();
  std::vector<std::string> main{first};
  if (first.ends_with(InverseSuffix) && relations.size() > 1) return {first, relations.back()};
  const bool is_base = std::ranges::find(ThreadRelations, first) != ThreadRelations.end();
  bool needs_name = is_of_thread && is_base;
  for (std::size_t i = 1; i < relations.size(); ++i) {
    const bool has_words =
        std::ranges::find(Readings, relations[i], &Reading::relation) != Readings.end();
    const bool is_named = needs_name && !relations[i].starts_with(first);
    if (is_named) needs_name = false;
    if (has_words || is_named) main.push_back(relations[i]);
  }
  return main;
}

// Takes out what says nothing: an event and itself are parts of one access.
void leave_out_same_parts(std::vector<Step>& steps) {
  const auto says_nothing = [](const Step& step) {
    return step.from == step.to && step.parts.empty() && is_of_parts(step.relation);
  };
  if (!std::ranges::all_of(steps, says_nothing)) std::erase_if(steps, says_nothing);
  for (Step& step : steps) leave_out_same_parts(step.parts);
}

// Collects the lines of one account. Short-lived: holds references.
class Accountant {
 public:
  Accountant(const ExecutionGraph& graph, const GraphNames& names)
      : graph_(graph), narrator_(graph, names) {}

  void tell(const Step& step, std::size_t depth) {
    const Step& told = told_step(step);
    const Step& inner = innermost(step);
    std::vector<std::string> relations{step.relation};
    for (const Step* each = &step; is_made_of_one(*each); each = &each->parts[0]) {
      relations.insert(relations.begin(), each->parts[0].relation);
    }
    const bool is_of_thread = graph_.event(step.from).thread == graph_.event(step.to).thread;
    std::vector<std::string> main = relations_that_matter(relations, is_of_thread);
    std::string text = narrator_.pair(told.from, told.relation, told.to);
    if (&told != &inner) text += since(told, inner);
    lines_.push_back({depth, std::move(text), joined(relations, ", so "), std::move(main),
                      !inner.parts.empty(), pairs_of(step, told)});
    for (const Step& part : inner.parts) tell(part, depth + 1);
  }

  std::vector<AccountLine> take() { return std::move(lines_); }

 private:
  // Returns the pair shown, and the underlying base pairs.
  [[nodiscard]] static std::vector<CycleEdge> pairs_of(const Step& step, const Step& told) {
    std::vector<CycleEdge> pairs{forwards(told)};
    for (const Step& base : base_steps({step})) {
      const CycleEdge pair = forwards(base);
      if (std::ranges::find(pairs, pair) == pairs.end()) pairs.push_back(pair);
    }
    return pairs;
  }

  // Returns how a base pair implies the pair that is shown instead.
  [[nodiscard]] std::string_view since(const Step& told, const Step& inner) const {
    if (inner.relation == "rf") return ", which reads from it";
    if (inner.relation == "sync") {
      return graph_.event(inner.from).is_initial() ? ", as initial writes do"
                                                   : ", by spawn or join";
    }
    if (inner.relation != "po") return "";
    if (is_made_by(told, "release-store")) {
      return ", since a release write comes after a store barrier";
    }
    if (told.relation == "fence") {
      return fence_between(graph_.event(inner.from), graph_.event(inner.to));
    }
    return ", being before it in the program";
  }

  const ExecutionGraph& graph_;
  Narrator narrator_;
  std::vector<AccountLine> lines_;
};

// Returns the pair of `pairs` to name among a step's pairs between the same events: the pair shown,
// unless it is happens-before, which says less than its parts; or else the innermost.
std::optional<CycleEdge> first_of(const Step& outer, const CycleEdge& told,
                                  const std::vector<CycleEdge>& pairs) {
  const auto is_there = [&](const CycleEdge& pair) {
    return std::ranges::find(pairs, pair) != pairs.end();
  };
  if (told.edge != "hb" && is_there(told)) return told;
  std::vector<CycleEdge> inwards{forwards(outer)};
  for (const Step* each = &outer; is_made_of_one(*each);) {
    each = &each->parts[0];
    inwards.push_back(forwards(*each));
  }
  const auto found = std::ranges::find_if(inwards.rbegin(), inwards.rend(), is_there);
  return found == inwards.rend() ? std::nullopt : std::optional(*found);
}

}  // namespace

std::string fence_words(const Label& fence, const GraphNames& names) {
  const std::string name = fence_name(fence, names.architecture);
  return name.empty() ? mode_word(fence.mode) + "fence" : name;
}

std::string event_words(const ExecutionGraph& graph, EventId event, const GraphNames& names) {
  return Narrator(graph, names).event(event);
}

std::string pair_words(const ExecutionGraph& graph, EventId from, const std::string& relation,
                       EventId to, const GraphNames& names) {
  return Narrator(graph, names).pair(from, relation, to);
}

std::vector<AccountLine> account_of(const std::vector<Step>& steps, const ExecutionGraph& graph,
                                    const GraphNames& names) {
  Accountant accountant(graph, names);
  for (const Step& step : steps) accountant.tell(step, 0);
  return accountant.take();
}

std::vector<Step> in_reading_order(std::vector<Step> steps, const ExecutionGraph& graph) {
  leave_out_same_parts(steps);
  // Prefers to end with a violated update, or else with a read of an old value.
  const auto rank_of_end = [](const Step& last) {
    const std::string& relation = innermost(last).relation;
    return relation == "rmw^-1" ? 0 : relation.starts_with("fr") ? 1 : 2;
  };
  // A pair of an event with itself is replaced by its parts, which form the cycle.
  while (steps.size() == 1 && steps[0].from == steps[0].to && !steps[0].parts.empty()) {
    steps = std::vector<Step>(steps[0].parts);
  }
  const auto key = [&](std::size_t start) {
    const Step& last = steps[(start + steps.size() - 1) % steps.size()];
    const Event& first = graph.event(steps[start].from);
    return std::tuple(rank_of_end(last), first.is_initial(),
                      first.is_initial() ? 0 : first.thread.value, first.index);
  };
  std::size_t best = 0;
  for (std::size_t start = 1; start < steps.size(); ++start) {
    if (key(start) < key(best)) best = start;
  }
  std::rotate(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(best), steps.end());
  return steps;
}

std::string shared_source_words(const std::vector<Step>& steps, const ExecutionGraph& graph,
                                const GraphNames& names) {
  const std::vector<Step> base = base_steps(steps);
  constexpr std::array<std::string_view, 4> Round{"rf^-1", "rf", "rf^-1", "rf"};
  if (!std::ranges::equal(base, Round, {}, &Step::relation) || base[0].to != base[2].to) return "";
  const Narrator narrator(graph, names);
  return format("{} and {} both read from {}", narrator.event(base[0].from),
                narrator.event(base[1].to), narrator.event(base[0].to));
}

const Step& told_step(const Step& step) {
  const Step* told = &step;
  for (const Step* inner = &step; is_made_of_one(*inner);) {
    inner = &inner->parts[0];
    if (!is_telling(told->relation) || is_telling(inner->relation)) told = inner;
  }
  return *told;
}

std::vector<CycleEdge> told_pairs(const std::vector<Step>& steps,
                                  const std::vector<CycleEdge>& pairs) {
  constexpr std::array<std::string_view, 7> Whole{"po", "sync", "rf", "co", "fr", "rmw", "sw"};
  std::vector<CycleEdge> told;
  const auto visit = [&](const auto& self, const Step& outer) -> void {
    const Step& step = told_step(outer);
    const CycleEdge pair = forwards(step);
    const std::size_t before = told.size();
    const bool is_whole = std::ranges::find(Whole, pair.edge) != Whole.end();
    if (!is_whole) {
      for (const Step& part : innermost(step).parts) self(self, part);
    }
    if (told.size() > before) return;
    if (const std::optional<CycleEdge> asked_for = first_of(outer, pair, pairs)) {
      if (std::ranges::find(told, *asked_for) == told.end()) told.push_back(*asked_for);
    }
  };
  for (const Step& step : steps) visit(visit, step);
  return told;
}

std::string place_words(const ExecutionGraph& graph, EventId id, const GraphNames& names) {
  return event_and_place(graph, id, names);
}

std::string short_pair(const ExecutionGraph& graph, const CycleEdge& pair,
                       const GraphNames& names) {
  return format("{} {} → {}", pair.edge, event_name(graph, pair.from, names),
                event_name(graph, pair.to, names));
}

}  // namespace drover::words
