// What expressions of a cat model mean, against the algebra of relations.

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

#include "explorer/cat/read_model.h"
#include "explorer/graph/errors_of_graph.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_registry.h"
#include "tests/support/event_classes.h"
#include "tests/support/graph_text.h"

namespace drover::cat_model_test {
using namespace drover::testing;

namespace {

std::unique_ptr<CatModel> model(const std::string& text) {
  const cat::ModelReading reading = cat::read_model_text("test.cat", text);
  REQUIRE(reading.code != nullptr);
  return std::make_unique<CatModel>(ModelInfo{.name = "test", .text = text}, reading.code);
}

// A small world with everything in it.
ExecutionGraph world() {
  return graph(
      "init: W x 1 || W@rel y 1; F@sc; R@acq z 2 || U@acqrel y 1 3; W@na x 5; R y 3 || "
      "W@rlx z 2; F; C@sc,rlx y 0 1 || final: R x 5");
}

// The value of an expression in the world.
Relation value(const std::string& expression) {
  const auto holder = model("let value = " + expression + "\nacyclic 0\n");
  const auto found = holder->relation(world(), "value");
  REQUIRE(found.has_value());
  return *found;
}

}  // namespace

TEST_CASE("operators of cat are those of the algebra") {
  const ExecutionGraph candidate = world();
  const testing::EventClasses b(candidate);
  const Relation all = product(b.events, b.events);
  CHECK(value("po | rf") == (b.po | b.rf));
  CHECK(value("po ++ rf") == (b.po | b.rf));
  CHECK(value("(po | sync) & loc") == ((b.po | b.sync) & b.same_location));
  CHECK(value("po \\ loc") == (b.po - b.same_location));
  CHECK(value("~po") == (all - b.po));
  CHECK(value("po; rf; po") == seq(b.po, b.rf, b.po));
  CHECK(value("(po | rf)+") == plus(b.po | b.rf));
  CHECK(value("(po | rf)^+") == plus(b.po | b.rf));
  CHECK(value("(rf; rmw)*") == star(seq(b.rf, b.rmw)));
  CHECK(value("(rf; rmw)^*") == star(seq(b.rf, b.rmw)));
  CHECK(value("fr?") == maybe(b.fr));
  CHECK(value("rf^-1; co") == seq(inverse(b.rf), b.co));
  CHECK(value("[W]; po; [R]") == restrict(b.writes, b.po, b.reads));
  CHECK(value("[F & SC]; po") == restrict(b.fences & b.sc, b.po, b.events));
  CHECK(value("W * F") == product(b.writes, b.fences));
  CHECK(value("[domain(rmw)] | [range(rmw)]") ==
        (identity(domain(b.rmw)) | identity(range(b.rmw))));
  CHECK(value("0 | po") == b.po);
  CHECK(value("[{} | W]") == identity(b.writes));
  CHECK(value("[_]") == identity(b.events));
  CHECK(value("[~W]") == identity(b.events - b.writes));
  CHECK(value("[(REL | ACQ_REL | SC) & W]") == identity(b.writes & b.at_least_rel));
  CHECK(value("[R & RMW] | [W & RMW]") ==
        (identity(b.exclusive_reads) | identity(b.exclusive_writes)));
  CHECK(value("[FAILED]") == identity(b.failed_reads));
  CHECK(value("[IW]") == identity(b.initial_writes));
}

TEST_CASE("operators bind as in herd") {
  CHECK(value("po | rf; co") == value("po | (rf; co)"));
  CHECK(value("rf; co \\ po") == value("rf; (co \\ po)"));
  CHECK(value("po \\ W * R & loc") == value("po \\ ((W * R) & loc)"));
  CHECK(value("po; rf+") == value("po; (rf+)"));
  CHECK(value("~po & loc") == value("(~po) & loc"));
  CHECK(value("po \\ rf \\ co") == value("(po \\ rf) \\ co"));
}

TEST_CASE("the library has the relations that model files use") {
  const ExecutionGraph candidate = world();
  const testing::EventClasses b(candidate);
  CHECK(value("rfe | rfi") == b.rf);
  CHECK(value("rfe & int") == Relation(candidate.size()));
  CHECK(value("coe | coi") == b.co);
  CHECK(value("fre | fri") == b.fr);
  CHECK(value("po-loc") == (b.po & b.same_location));
  CHECK(value("fencerel(F)") == seq(restrict(b.events, b.po, b.fences), b.po));
  CHECK(value("toid(M)") == identity(b.accesses));
  CHECK(value("singlestep(po)") == (b.po - seq(b.po, b.po)));
  CHECK(value("[A]") == value("[M \\ NA]"));
}

TEST_CASE("let rec gives the least solution") {
  const char* closures =
      "let rec a = po | rf | a; a\n"
      "let b = (po | rf)+\n"
      // Paths of po and rf that take turns.
      "let rec even = po; odd | id and odd = rf; even\n"
      "let even' = (po; rf)*\n"
      "let rec S = IW | range([S]; rf) | range([S]; po)\n"
      "let T = IW | range([IW]; rf; (po | rf)*)\n"
      "let c = let rec d = po | d; po in d; rf\n"
      "acyclic a\n";
  const auto holder = model(closures);
  const ExecutionGraph candidate = world();
  CHECK(holder->relation(candidate, "a") == holder->relation(candidate, "b"));
  CHECK(holder->relation(candidate, "even") == holder->relation(candidate, "even'"));
  CHECK(holder->relation(candidate, "c") == value("po; rf"));
  CHECK(value("let rec S = IW | range([S]; (rf | po)) in [S]") ==
        value("[IW | range([IW]; (rf | po)+)]"));
}

TEST_CASE("functions see the names of their definition, and are inlined") {
  CHECK(value("let r = po in let f(s) = r; s in let r = rf in f(r)") == value("po; rf"));
  CHECK(value("let f = fun s -> s; s in f(po)") == value("po; po"));
  CHECK(value("let twice(f, r) = f(f(r)) in let g(s) = s; po in twice(g, rf)") ==
        value("rf; po; po"));
  CHECK(value("try nowhere with po") == value("po"));
  CHECK(value("try rf with po") == value("rf"));
}

TEST_CASE("axioms, flags and what makes a program undefined") {
  const auto holder = model(
      "acyclic po | rf | co | fr as order\n"
      "empty rmw & (fre; coe) as atomicity\n"
      "flag ~empty [F]; po as fenced\n"
      "flag empty rf as unread\n"
      "undefined_unless empty [NA]; po; [F] as strange\n");
  const ExecutionGraph store_buffers = graph("W x 1; R y 0 || W y 1; R x 0");
  CHECK_FALSE(holder->is_consistent(store_buffers));
  const auto violation = holder->find_violation(store_buffers);
  REQUIRE(violation.has_value());
  CHECK(violation->axiom == "order");
  CHECK(violation->cycle.size() == 4);
  CHECK(holder->is_consistent(graph("W x 1; R y 0 || W y 1; R x 1")));
  const auto flags = holder->raised_flags(graph("W@na x 1; F; R x 1"));
  REQUIRE(flags.size() == 2);
  CHECK(flags[0].name == "fenced");
  CHECK_FALSE(flags[0].makes_undefined);
  CHECK(flags[1].name == "strange");
  CHECK(flags[1].makes_undefined);
  CHECK(holder->axioms().size() == 3);  // and one for spawn and join
}

TEST_CASE("a violation has steps in the relations of the model") {
  const auto holder = model(
      "let sw = [REL]; rf; [ACQ]\n"
      "let hb = (po | sync | sw)+\n"
      "irreflexive hb; fr as coherence\n");
  const auto violation = holder->find_violation(graph("W x 1; W@rel y 1 || R@acq y 1; R x 0"));
  REQUIRE(violation.has_value());
  REQUIRE(violation->steps.size() == 2);
  CHECK(violation->steps[0].relation == "hb");
  CHECK(violation->steps[1].relation == "fr");
  const std::vector<Step>& parts = violation->steps[0].parts;
  REQUIRE(parts.size() == 3);
  CHECK(parts[0].relation == "po");
  CHECK(parts[1].relation == "sw");
  CHECK(parts[1].parts.size() == 1);
  CHECK(parts[1].parts[0].relation == "rf");
  CHECK(parts[2].relation == "po");
  CHECK(violation->cycle.size() == 4);
  // Any of its edges is needed.
  const ExecutionGraph candidate = graph("W x 1; W@rel y 1 || R@acq y 1; R x 0");
  for (const CycleEdge& edge : violation->cycle) {
    CHECK(holder->is_consistent_without(candidate, edge));
  }
  CHECK(holder->is_consistent_without(candidate, {parts[1].from, "sw", parts[1].to}));
  CHECK_FALSE(holder->is_consistent_without(candidate, {parts[1].to, "sw", parts[1].from}));
  const auto axioms = holder->axioms();
  REQUIRE(axioms[0].definitions.size() == 2);
  CHECK(axioms[0].definitions[0].name == "hb");
  CHECK(axioms[0].definitions[1].name == "sw");
}

TEST_CASE("an axiom that is not monotone is not checked on partial graphs") {
  // Every read must be read from, which no part of a graph without writers satisfies.
  const auto holder =
      model("include \"cos.cat\"\nempty [R] \\ (rf^-1; rf) as read\nacyclic po | rf\n");
  const ExecutionGraph partial = graph("W x 1 || R x ?");
  const auto checker = holder->make_checker();
  checker->set_events(partial);
  CHECK(checker->may_become_consistent(partial));
  CHECK_FALSE(checker->is_consistent(partial));
}

TEST_CASE("spawn and join order events in models that do not mention `sync`") {
  const auto holder = model("include \"cos.cat\"\nacyclic po-loc | rf | co | fr as coherence\n");
  CHECK_FALSE(holder->is_consistent(graph("init: W x 1 || R x 0")));
  CHECK(holder->is_consistent(graph("init: W x 1 || R x 1")));
  CHECK_FALSE(holder->is_consistent(graph("W x 1 || final: R x 0")));
  CHECK(holder->is_consistent(graph("W x 1 || final: R x 1")));
  CHECK_FALSE(holder->is_consistent(graph("init: W x 1 || W x 2 ;; co x: 2 1")));
}

TEST_CASE("the races of rc11.cat are the reported ones") {
  for (const char* text : {"W@na x 1 || R@na x 0", "W@na x 1; W@rel y 1 || R@acq y 1; R@na x 1",
                           "W@na x 1; W@rlx y 1 || R@rlx y 1; R@na x 1", "W x 1 || R x 0",
                           "W@na x 1 || W@rlx x 2 || R@na x 0", "R@na x 0 || R@na x 0",
                           "init: W@na x 1 || R@na x 1 || W@na x 2 || final: R@na x 2"}) {
    CAPTURE(text);
    const ExecutionGraph candidate = graph(text);
    const MemoryModel& rc11 = *find_model("rc11");
    const auto race = rc11.relation(candidate, "race");
    REQUIRE(race.has_value());
    const auto found = find_races(candidate, rc11.happens_before(candidate));
    CHECK(race->is_empty() == found.empty());
    for (const GraphError& each : found) {
      CHECK(race->contains(each.first, each.second));
    }
  }
}

}  // namespace drover::cat_model_test
