// What is proved of models from the form of their axioms, beside what an audit of small graphs
// finds.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/audit/audit.h"
#include "analysis/audit/audit_cache.h"
#include "explorer/cat/read_model.h"
#include "explorer/explore.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_proof.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/plan.h"
#include "tests/support/graph_text.h"
#include "tests/support/program_text.h"
#include "tests/support/random_model.h"

namespace drover::model_proof_test {

namespace {

std::unique_ptr<CatModel> cat_model(const std::string& text) {
  const cat::ModelReading reading = cat::read_model_text("test.cat", text);
  if (reading.code == nullptr) return nullptr;
  return std::make_unique<CatModel>(
      ModelInfo{.name = "test.cat", .text = text, .auditor = audit::audited_properties},
      reading.code);
}

ModelProofs proofs_of(const std::string& text) {
  const auto model = cat_model("include \"cos.cat\"\n" + text);
  REQUIRE(model != nullptr);
  return model->proofs();
}

bool proves(const std::string& text, ModelProperty property) {
  return proofs_of(text)[property].is_proved;
}

const std::string Sc =
    "acyclic po | sync | rf | co | fr as sc\nempty rmw & (fr; co) as atomicity\n";

}  // namespace

TEST_CASE("all properties are proved of the built-in models that spore explores") {
  for (const char* const name : {"sc", "tso", "pso", "sra", "ra", "rc11", "rc20"}) {
    CAPTURE(name);
    const ModelProofs& proofs = find_model(name)->proofs();
    for (const ModelProperty property : AllModelProperties) {
      CAPTURE(property_name(property));
      CHECK(proofs[property].is_proved);
      CHECK_FALSE(proofs[property].only_without_spawns);
      CHECK_FALSE(proofs[property].axioms.empty());
    }
  }
  for (const char* const name : {"imm"}) {
    CHECK_FALSE(find_model(name)->proofs()[ModelProperty::CausalAcyclicity].is_proved);
  }
  CHECK_FALSE(find_model("wrc11")->proofs()[ModelProperty::Extensibility].is_proved);
}

TEST_CASE("the properties that lb needs are proved of imm and the models of machines") {
  const ModelProofs& imm = find_model("imm")->proofs();
  CHECK(imm.dependencies.acyclicity.is_proved);
  CHECK_FALSE(imm.dependencies.acyclicity.only_without_spawns);
  CHECK(imm.open_parts.is_proved);
  for (const char* const name : {"aarch64", "riscv", "ppc"}) {
    CAPTURE(name);
    const ModelProofs& machine = find_model(name)->proofs();
    CHECK(machine.dependencies.acyclicity.is_proved);
    CHECK_FALSE(machine.dependencies.acyclicity.only_without_spawns);
    CHECK(machine.open_parts.is_proved);
  }
  // Of programs whose accesses are marked, with promises of ways.
  const ModelProofs& kernel = find_model("lkmm")->proofs();
  CHECK(kernel.dependencies.acyclicity.is_proved);
  CHECK(kernel.dependencies.acyclicity.only_without_spawns);
  CHECK(kernel.open_parts.is_proved);
  CHECK(kernel.dependencies.promises_ways);
  const DependencyProofs of_kernel = find_model("lkmm")->proofs().dependencies;
  CHECK(of_kernel.accesses.has_value());
  CHECK(of_kernel.orders_controls);
  CHECK(of_kernel.orders_halves);
  CHECK(of_kernel.local_order.has_locations);
  CHECK_FALSE(of_kernel.local_order.barriers.empty());
  CHECK_FALSE(of_kernel.local_order.last.empty());
  CHECK(of_kernel.not_of_parts.size() == 1);  // that one of the locks that are kept can be taken
  // Where program order and rf have no cycle, dependencies have none.
  CHECK(find_model("rc11")->proofs().dependencies.acyclicity.is_proved);
  const std::string begin =
      "acyclic co | rf | fr | po & loc as coherence\nlet rfi = rf & int\nlet rfe = rf \\ rfi\n";
  const auto is_proved = [&](const std::string& deps) {
    return proofs_of(begin + "acyclic rfe | [R]; (" + deps + ")+; [W] as thin\n")
        .dependencies.acyclicity.is_proved;
  };
  CHECK(is_proved("data | ctrl | addr; po? | [R & (RMW | FAILED)]; po | rfi"));
  CHECK_FALSE(is_proved("data | addr; po? | [R & (RMW | FAILED)]; po | rfi"));
  CHECK_FALSE(is_proved("data | ctrl | addr | [R & (RMW | FAILED)]; po | rfi"));
  CHECK_FALSE(is_proved("data | ctrl | addr; po? | [R & RMW]; po | rfi"));
  CHECK_FALSE(is_proved("data | ctrl | addr; po? | [R & (RMW | FAILED)]; po"));
}

TEST_CASE("the preserved program order of machines is read from their texts") {
  const auto proofs = [](const char* name) { return find_model(name)->proofs().dependencies; };
  const auto count = [](const LocalOrder& order, bool has_fences) {
    return std::ranges::count_if(order.barriers, [&](const LocalOrder::Barrier& each) {
      return each.fences.has_value() == has_fences;
    });
  };
  for (const char* const name : {"imm", "aarch64", "riscv"}) {
    CAPTURE(name);
    const LocalOrder order = proofs(name).local_order;
    CHECK(count(order, false) > 0);  // acquires
    CHECK(count(order, true) > 0);
    CHECK_FALSE(order.last.empty());  // releases
    CHECK(order.has_locations == (std::string_view(name) != "imm"));
  }
  const LocalOrder power = proofs("ppc").local_order;
  CHECK(count(power, true) > 0);
  CHECK(power.last.empty());
}

TEST_CASE("axioms that follow from coherence and atomicity are recognised") {
  const auto implied = [](const char* name) {
    const cat::Code& code = *find_model(name)->code();
    std::vector<std::string> names;
    for (const std::size_t each : find_model(name)->proofs().dependencies.implied) {
      names.push_back(code.checks[each].name);
    }
    return names;
  };
  using Names = std::vector<std::string>;
  CHECK(implied("aarch64") == Names{"internal-rw", "internal-ww", "internal-wr", "atomic"});
  CHECK(implied("riscv") == Names{"coherence", "atomicity", "atomic-readers"});
  CHECK(implied("ppc") == Names{"sc-per-location", "atomicity", "atomic-readers"});
}

TEST_CASE("extensibility is proved from the forms of the axioms") {
  for (const char* const name : {"imm", "aarch64", "riscv", "ppc", "rc11", "sc"}) {
    CAPTURE(name);
    CHECK(find_model(name)->proofs().dependencies.extends_maximally);
  }
  const auto extends = [](const std::string& text) {
    const auto model = cat_model("include \"cos.cat\"\n" + text);
    REQUIRE(model != nullptr);
    return model->proofs().dependencies.extends_maximally;
  };
  const std::string coherence = "acyclic po-loc | rf | co | fr as coherence\n";
  CHECK(extends(coherence + "acyclic rfe | [R]; (data | addr); [W] as thin\n"));
  CHECK_FALSE(extends(coherence + "empty [R]; po; [R] as one-read\n"));
  CHECK_FALSE(extends(coherence + "acyclic po | rf^-1 as backwards\n"));
  CHECK_FALSE(extends(coherence + "~empty po as some\n"));
}

TEST_CASE("properties are proved of models as people write them") {
  // herd's sc.cat and x86tso.cat: fr written out or not, rfe, fre, coe; nothing of sync.
  for (const std::string text : {
           "let fr = rf^-1; co\nacyclic po | rf | co | fr\nempty rmw & (fre; coe) as atomic\n",
           "acyclic po-loc | rf | co | fr as uniproc\nempty rmw & (fre; coe) as atomic\n"
           "acyclic (po \\ (W * R)) | rfe | co | fr as tso\n",
       }) {
    CAPTURE(text);
    const ModelProofs proofs = proofs_of(text);
    for (const ModelProperty property : AllModelProperties) {
      CAPTURE(property_name(property));
      CHECK(proofs[property].is_proved);
    }
    // A cycle may go through a spawn, of which the axioms say nothing.
    CHECK(proofs[ModelProperty::CausalAcyclicity].only_without_spawns);
  }
}

TEST_CASE("properties that do not hold, or are not recognised, are not proved") {
  using enum ModelProperty;
  CHECK(proves(Sc, CausalAcyclicity));
  CHECK_FALSE(proves("acyclic po-loc | sync | rf | co | fr\n", CausalAcyclicity));
  CHECK_FALSE(proves("acyclic po | sync | rfe | co | fr\n", Coherence));
  CHECK_FALSE(proves("acyclic po | sync | rf | co\n", Coherence));
  CHECK_FALSE(proves("acyclic po | sync | rf | co | fr\n", Atomicity));
  CHECK(proves("acyclic ([R]; po) | sync | rf | co | fr\n", CausalAcyclicity));
  CHECK_FALSE(proves("acyclic (po; [R]) | sync | rf | co | fr\n", CausalAcyclicity));
  CHECK_FALSE(proves("acyclic ([RLX]; po) | sync | rf | co | fr\n", CausalAcyclicity));
  // A write must not be alone with its thread: not so of prefixes.
  CHECK_FALSE(proves(Sc + "empty po \\ (rf; rf^-1)\n", PrefixClosedness));
  // What is taken away is the same in every prefix: po; po is within the thread.
  CHECK(proves(Sc + "irreflexive (po \\ (po; po)); fr\n", PrefixClosedness));
  CHECK_FALSE(proves(Sc + "irreflexive (po \\ (po; po)); fr\n", ReadRemoval));
  CHECK_FALSE(proves(Sc + "irreflexive (po \\ (fr; co)); fr\n", PrefixClosedness));
  // No two writes of one location.
  CHECK(proves(Sc + "empty co & ext\n", PrefixClosedness));
  CHECK_FALSE(proves(Sc + "empty co & ext\n", Extensibility));
  CHECK_FALSE(proves(Sc + "acyclic po | loc \\ id\n", Extensibility));
  CHECK_FALSE(proves(Sc + "empty W \\ FW\n", Extensibility));
  // A model without any.
  for (const ModelProperty property : {CausalAcyclicity, Atomicity, Coherence}) {
    CHECK_FALSE(proves("acyclic po\n", property));
  }
  CHECK(proves("acyclic po\n", PrefixClosedness));
}

TEST_CASE("a model with a negated axiom is refused rather than explored") {
  const auto model =
      cat_model("include \"cos.cat\"\n" + Sc +
                "~empty ([W]; po; [W]; po; [W]; po; [W]; po; [W]; po; [W]) as six\n");
  REQUIRE(model != nullptr);
  CHECK(model->proofs().forbids_empty_graph == "six");
  audit::AuditOptions small;
  small.limits.max_events = 2;
  const audit::AuditReport report = audit::audit(*model, small);
  CHECK(report[ModelProperty::PrefixClosedness].verdict == audit::AuditVerdict::Broken);
  const auto misfit = find_misfit(AlgorithmKind::Spore, *model);
  REQUIRE(misfit.has_value());
  CHECK(misfit->missing == std::vector{ModelProperty::PrefixClosedness});
  ExplorerOptions options;
  options.model = model.get();
  const Program program = testing::program_from(
      "shared x; thread t { x := 1; x := 2; x := 3; x := 4; x := 5; x := 6; } thread u { r := x; }"
      "exists (x == 6);");
  const ExplorationResult result = explore(program, options);
  CHECK(result.algorithm == "enumerate");
  CHECK(result.executions == 7);
  // One that no graph meets: nothing is safe about it.
  const auto nothing = cat_model("~empty 0\n");
  options.model = nothing.get();
  const ExplorationResult none = explore(program, options);
  CHECK(none.executions == 0);
  CHECK(none.verdict == Verdict::Vacuous);
}

TEST_CASE(
    "`auto` takes spore for a proved model, spore by name reports properties that were only "
    "tested") {
  ExplorerOptions options;
  const Program program =
      testing::program_from("shared x; thread t { x := 1; } thread u { r := x; }");
  const auto proved = cat_model("include \"cos.cat\"\n" + Sc);
  options.model = proved.get();
  Plan plan = make_plan(program, options);
  CHECK(plan.algorithm == AlgorithmKind::Spore);
  CHECK(plan.remarks.empty());

  const auto tried = cat_model("include \"cos.cat\"\n" + Sc + "irreflexive (po \\ (fr; co)); fr\n");
  options.model = tried.get();
  // `lb` asks an axiom that more edges may make hold of whole executions only.
  CHECK(make_plan(program, options).algorithm == AlgorithmKind::Buffering);
  options.algorithm = AlgorithmKind::Spore;
  plan = make_plan(program, options);
  REQUIRE(plan.remarks.size() == 1);
  CHECK(plan.remarks[0].obstacle == ReductionObstacle::OnlyTried);
  CHECK(plan.remarks[0].tried == std::vector{ModelProperty::PrefixClosedness});

  // Where threads are spawned, a model that does not speak of sync is not proved to forbid cycles.
  const auto silent =
      cat_model("include \"cos.cat\"\nacyclic po | rf | co | fr\nempty rmw & (fr; co)\n");
  options.model = silent.get();
  options.algorithm = AlgorithmKind::Auto;
  CHECK(make_plan(program, options).algorithm == AlgorithmKind::Spore);
}

TEST_CASE("no audit finds a counterexample to what is proved of random models" *
          doctest::test_suite("slow")) {
  constexpr std::uint64_t Models = 60;
  std::array<std::size_t, AllModelProperties.size()> proved{};
  for (std::uint64_t seed = 1; seed <= Models; ++seed) {
    const std::string text = testing::RandomModel(seed).text(Sc);
    CAPTURE(text);
    const auto model = cat_model(text);
    REQUIRE(model != nullptr);
    const ModelProofs& proofs = model->proofs();
    audit::AuditOptions options;
    options.limits.max_events = 3;
    options.random_graphs = 200;
    // It fails a check of its own where a proof is wrong.
    const audit::AuditReport report = audit::audit(*model, options);
    for (std::size_t i = 0; i < proved.size(); ++i) {
      if (!proofs.of[i].is_proved) continue;
      ++proved[i];
      CHECK(report.results[i].verdict != audit::AuditVerdict::Broken);
    }
  }
  // The test would be of no use if nothing were ever proved.
  for (const std::size_t count : proved) CHECK(count > 0);
}

TEST_CASE("threads have views under models whose axioms make reads respect happens-before") {
  for (const char* const name : {"sra", "ra", "rc11", "rc20", "imm"}) {
    CAPTURE(name);
    CHECK(find_model(name)->proofs().keeps_views);
  }
  for (const char* const name : {"wrc11", "aarch64", "riscv", "ppc", "lkmm"}) {
    CAPTURE(name);
    CHECK_FALSE(find_model(name)->proofs().keeps_views);
  }
  const auto keeps = [](const std::string& text) {
    return cat_model("include \"cos.cat\"\nlet hb = (po | sync | rf)+\n" + text)
        ->proofs()
        .keeps_views;
  };
  CHECK(keeps("let eco = (rf | co | fr)+\nirreflexive hb; eco?\n"));
  CHECK(keeps("irreflexive (fr | fr; rf); hb\n"));
  CHECK_FALSE(keeps("irreflexive hb; fr\n"));
  CHECK_FALSE(keeps("flag ~irreflexive hb; (rf | co | fr)+ as stale\n"));
}

TEST_CASE("no read of a consistent graph is older than the view of its thread") {
  for (const char* const name : {"sra", "ra", "rc11", "rc20", "imm"}) {
    CAPTURE(name);
    const MemoryModel& model = *find_model(name);
    std::size_t reads = 0;
    const auto check = [&](const ExecutionGraph& graph) {
      if (!model.is_consistent(graph)) return;
      const Relation before = model.happens_before(graph);
      const auto place = [&](EventId write) {
        const auto order = graph.coherence(graph.event(write).label.location);
        return std::ranges::find(order, write) - order.begin();
      };
      for (std::size_t r = 0; r < graph.size(); ++r) {
        const Event& read = graph.event(EventId(r));
        if (!read.label.is_read()) continue;
        ++reads;
        for (std::size_t w = 0; w < graph.size(); ++w) {
          const Event& write = graph.event(EventId(w));
          const bool is_other =
              !write.label.is_write() || write.label.location != read.label.location;
          if (is_other) continue;
          const auto events = graph.events_of(read.thread);
          const bool is_read_before = std::any_of(
              events.begin(), events.begin() + read.index,
              [&](EventId earlier) { return graph.event(earlier).reads_from == EventId(w); });
          const bool is_seen = before.contains(EventId(w), EventId(r)) || is_read_before;
          if (is_seen) CHECK(place(EventId(w)) <= place(read.reads_from));
        }
      }
    };
    testing::for_each_candidate(
        "W@rlx x 1; W@rel y 1 || R@acq y *; R@rlx x *; R@rlx x * || W@rlx x 2", model, check);
    testing::for_each_candidate("U@rlx x * 1; R@rlx y * || W@rlx y 1; F@sc; R@rlx x *; W@rlx x 2",
                                model, check);
    CHECK(reads > 20);
  }
}

}  // namespace drover::model_proof_test
