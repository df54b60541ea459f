#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/models/every_graph.h"
#include "explorer/models/model_registry.h"
#include "tests/support/event_classes.h"
#include "tests/support/graph_text.h"
#include "tests/support/well_formed.h"
#include "tests/unit/explorer/litmus_graphs.h"

namespace drover::models_test {
using namespace drover::testing;

namespace {

void append_word(std::string& words, std::string_view word) {
  if (!words.empty()) words += ' ';
  words += word;
}

std::string allowing_models(const ExecutionGraph& candidate) {
  std::string names;
  for (const MemoryModel* model : all_models()) {
    if (!model->is_consistent(candidate)) continue;
    append_word(names, model->name());
  }
  return names;
}

// Each edge is in the graph, each begins where the last ended, and they close.
bool is_cycle_of(const std::vector<CycleEdge>& cycle, const ExecutionGraph& candidate) {
  const testing::EventClasses base(candidate);
  const std::map<std::string, Relation> relations{{"po", base.po},   {"sync", base.sync},
                                                  {"rf", base.rf},   {"co", base.co},
                                                  {"fr", base.fr},   {"rf^-1", inverse(base.rf)},
                                                  {"rmw", base.rmw}, {"rmw^-1", inverse(base.rmw)}};
  if (cycle.empty()) return false;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const auto found = relations.find(cycle[i].edge);
    if (found == relations.end()) return false;
    if (!found->second.contains(cycle[i].from, cycle[i].to)) return false;
    if (cycle[i].to != cycle[(i + 1) % cycle.size()].from) return false;
  }
  return true;
}

// is_consistent and find_violation agree, and the violation is a cycle for a named axiom.
void check_violation(const MemoryModel& model, const ExecutionGraph& candidate) {
  const std::optional<Violation> violation = model.find_violation(candidate);
  CHECK(violation.has_value() != model.is_consistent(candidate));
  if (!violation) return;
  const auto axioms = model.axioms();
  CHECK(std::ranges::any_of(
      axioms, [&](const AxiomDescription& axiom) { return axiom.name == violation->axiom; }));
  CHECK(is_cycle_of(violation->cycle, candidate));
}

void check_inclusions(const ExecutionGraph& candidate) {
  constexpr std::pair<const char*, const char*> Inclusions[] = {
      {"sc", "tso"},  {"tso", "pso"},   {"sc", "sra"},    {"sra", "ra"},
      {"sc", "rc11"}, {"rc11", "rc20"}, {"rc11", "wrc11"}};
  for (const auto& [stronger, weaker] : Inclusions) {
    CAPTURE(stronger);
    CAPTURE(weaker);
    CHECK((!find_model(stronger)->is_consistent(candidate) ||
           find_model(weaker)->is_consistent(candidate)));
  }
}

std::string axiom_broken(const char* model, const char* text) {
  const std::optional<Violation> violation = find_model(model)->find_violation(graph(text));
  return violation ? violation->axiom : "none";
}

std::string edges_of(const char* model, const char* text) {
  const std::optional<Violation> violation = find_model(model)->find_violation(graph(text));
  if (!violation) return "none";
  std::string edges;
  for (const CycleEdge& edge : violation->cycle) {
    append_word(edges, edge.edge);
  }
  return edges;
}

}  // namespace

TEST_CASE("the registry lists the models in order") {
  std::string names;
  for (const MemoryModel* model : all_models()) {
    append_word(names, model->name());
    CHECK(find_model(model->name()) == model);
    CHECK_FALSE(model->summary().empty());
    CHECK_FALSE(model->axioms().empty());
  }
  CHECK(names == EveryModel);
  CHECK(find_model("c11") == nullptr);
  CHECK(find_model("rc11")->reports_races());
  CHECK_FALSE(find_model("ra")->reports_races());
  CHECK(find_model("rc20")->has_coherence());
  CHECK_FALSE(find_model("wrc11")->has_coherence());
}

TEST_CASE("litmus graphs are allowed by the models that should allow them") {
  for (const LitmusGraph& litmus : LitmusGraphs) {
    CAPTURE(litmus.name);
    const ExecutionGraph candidate = graph(litmus.text);
    REQUIRE(find_ill_formedness(candidate) == std::nullopt);
    CHECK(allowing_models(candidate) == litmus.allowed_by);
  }
}

TEST_CASE("violations of litmus graphs are cycles of the graph, and models include one another") {
  for (const LitmusGraph& litmus : LitmusGraphs) {
    CAPTURE(litmus.name);
    const ExecutionGraph candidate = graph(litmus.text);
    for (const MemoryModel* model : all_models()) {
      CAPTURE(model->name());
      check_violation(*model, candidate);
    }
    check_inclusions(candidate);
  }
}

TEST_CASE("find_violation names the axiom that is broken") {
  CHECK(axiom_broken("sc", "W x 1; R y 0 || W y 1; R x 0") == "sequential-consistency");
  CHECK(axiom_broken("tso", "W x 1; R x 0") == "sc-per-location");
  CHECK(axiom_broken("tso", "U x 0 1 || U x 0 2 ;; co x:") == "atomicity");
  CHECK(axiom_broken("tso", "W x 1; W y 1 || R y 1; R x 0") == "global-order");
  CHECK(axiom_broken("pso", "W x 1; F@rel; W y 1 || R y 1; R x 0") == "global-order");
  CHECK(axiom_broken("pso", "W x 1; W@rel x 2; W y 1 || R y 1; R x 0") == "global-order");
  CHECK(axiom_broken("pso", "W x 1; W@rel x 2; W y 1 || R y 1; R x 1") == "none");
  CHECK(axiom_broken("ra", "R x 1; W y 1 || R y 1; W x 1") == "porf");
  CHECK(axiom_broken("ra", "W x 1; W y 1 || R y 1; R x 0") == "coherence");
  CHECK(axiom_broken("ra", "W x 1; F; R y 0 || W y 1; F; R x 0") == "sc-fences");
  CHECK(axiom_broken("sra", "W x 1; W y 2 || W y 1; W x 2 ;; co x: 2 1 ;; co y: 2 1") ==
        "strong-coherence");
  CHECK(axiom_broken("rc11", "W@rlx x 1; R@rlx x 0") == "coherence");
  CHECK(axiom_broken("rc11", "U@rlx x 0 1 || W@rlx x 2 ;; co x: 2 1") == "atomicity");
  CHECK(axiom_broken("rc11", "W x 1; R y 0 || W y 1; R x 0") == "sc");
  CHECK(axiom_broken("rc11", "R@rlx x 1; W@rlx y 1 || R@rlx y 1; W@rlx x 1") == "sbrf");
  CHECK(axiom_broken("wrc11", "U@rlx x 0 1 || U@rlx x 0 2") == "atomicity");
  CHECK(axiom_broken("wrc11", "W@rlx x 1 || R@rlx x 1; R@rlx x 0") == "coherence");
  CHECK(axiom_broken("rc11", "W x 1 || R x 1") == "none");
}

TEST_CASE("cycles are shortest and unfolded into base edges") {
  CHECK(edges_of("sc", "W x 1; F; R y 0 || W y 1; F; R x 0") == "po fr po fr");
  CHECK(edges_of("rc11", "W@rlx x 1; R@rlx x 0") == "fr po");
  CHECK(edges_of("rc11", "W@rlx x 1; W@rel y 1 || R@acq y 1; R@rlx x 0") == "fr po rf po");
  CHECK(edges_of("rc11", "W@rlx x 1; W@rel y 1 || U@rlx y 1 2 || R@acq y 2; R@rlx x 0") ==
        "fr po rf rmw rf po");
  CHECK(edges_of("rc11", "U@rlx x 0 1 || W@rlx x 2 ;; co x: 2 1") == "fr co rmw^-1");
  CHECK(edges_of("wrc11", "U@rlx x 0 1 || U@rlx x 0 2") == "rf^-1 rf rf^-1 rf");
  CHECK(edges_of("rc11", "W@rlx x 1; F; R@rlx y 0 || W@rlx y 1; F; R@rlx x 0") ==
        "po fr po po fr po");
  CHECK(edges_of("rc11", "init: W@rlx x 1 || R@rlx x 0") == "fr sync");
}

TEST_CASE("verdicts, cycles and inclusions on all candidates of small programs") {
  constexpr const char* Programs[] = {
      "W x 1; R y * || W y 1; R x *",
      "W x 1; F@sc; R y * || W y 1; F@rel; R x *",
      "W@rlx x 1; W@rel y 1; W@rlx y 2 || R@acq y *; R@rlx x *",
      "W@rlx x 1; U@rel y * 1 || U@rlx y * 2; R@acq y *; R@rlx x *",
      "CAS@rlx x 0 1; W@rel x 4 || CAS@rlx x 0 2; W@rel x 5",
      "W@sc x 1; R@rlx x * || W@rlx x 2; R@sc x * || W@na x 3",
      "R@rlx x *; W@rlx y 1 || R@rlx y *; W@rlx x 1",
      "init: W x 1 || CAS x 1 2; W@sc y 1 || R y *; R x * || final: R x *"};
  for (const char* program : Programs) {
    CAPTURE(program);
    for_each_candidate(program, EveryGraph(), [](const ExecutionGraph& candidate) {
      REQUIRE(find_ill_formedness(candidate) == std::nullopt);
      for (const MemoryModel* model : all_models()) check_violation(*model, candidate);
      check_inclusions(candidate);
    });
  }
}

TEST_CASE("a graph that is inconsistent stays so when it grows") {
  // Cut back each litmus graph event by event and place by place: the rest of an allowed graph is
  // allowed.
  for (const LitmusGraph& litmus : LitmusGraphs) {
    CAPTURE(litmus.name);
    ExecutionGraph candidate = graph(litmus.text);
    std::vector<bool> was_consistent;
    for (const MemoryModel* model : all_models()) {
      was_consistent.push_back(model->is_consistent(candidate));
    }
    while (candidate.size() > 0) {
      const EventId last(candidate.size() - 1);
      for (std::size_t i = 0; i < candidate.size(); ++i) {
        if (candidate.event(EventId(i)).reads_from == last) candidate.clear_reads_from(EventId(i));
      }
      candidate.remove_last();
      for (std::size_t m = 0; m < all_models().size(); ++m) {
        CAPTURE(all_models()[m]->name());
        const bool consistent = all_models()[m]->is_consistent(candidate);
        CHECK((consistent || !was_consistent[m]));
        was_consistent[m] = consistent;
      }
    }
  }
}

TEST_CASE("removing coherence positions never breaks an axiom") {
  for (const LitmusGraph& litmus : LitmusGraphs) {
    CAPTURE(litmus.name);
    const ExecutionGraph candidate = graph(litmus.text);
    for (std::size_t i = 0; i < candidate.size(); ++i) {
      const Event& event = candidate.event(EventId(i));
      if (!event.label.is_write() || event.is_initial()) continue;
      ExecutionGraph smaller = candidate;
      smaller.erase_coherence(EventId(i));
      for (const MemoryModel* model : all_models()) {
        CAPTURE(model->name());
        CHECK((model->is_consistent(smaller) || !model->is_consistent(candidate)));
      }
    }
  }
}

TEST_CASE("the last write of a location: in coherence, or by wrc11's order") {
  const ExecutionGraph candidate =
      graph("a: W@rlx x 1; b: W@rlx x 2 || c: W@rlx x 3 ;; co x: 1 3 2");
  const EventId initial = candidate.initial_write(LocationId(0));
  const auto a = candidate.events_of(ThreadId(0))[0];
  const auto b = candidate.events_of(ThreadId(0))[1];
  const auto c = candidate.events_of(ThreadId(1))[0];
  const MemoryModel& rc11 = *find_model("rc11");
  CHECK(rc11.is_coherence_maximal(candidate, b));
  CHECK_FALSE(rc11.is_coherence_maximal(candidate, c));
  const MemoryModel& wrc11 = *find_model("wrc11");
  CHECK_FALSE(wrc11.is_coherence_maximal(candidate, initial));
  CHECK_FALSE(wrc11.is_coherence_maximal(candidate, a));
  CHECK(wrc11.is_coherence_maximal(candidate, b));
  CHECK(wrc11.is_coherence_maximal(candidate, c));
}

TEST_CASE("happens-before contains program order, spawn and join in every model") {
  const ExecutionGraph candidate = graph("init: W x 1; F || W y 1; R z 0 || final: R y 1");
  const testing::EventClasses base(candidate);
  for (const MemoryModel* model : all_models()) {
    CAPTURE(model->name());
    const Relation hb = model->happens_before(candidate);
    CHECK((base.po - hb).is_empty());
    CHECK((restrict(base.accesses, base.sync, base.accesses) - hb).is_empty());
  }
}

}  // namespace drover::models_test
