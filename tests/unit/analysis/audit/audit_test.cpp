// Audits and comparisons of the built-in models, and of models that are broken on purpose.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <utility>

#include "analysis/audit/audit.h"
#include "analysis/audit/audit_cache.h"
#include "analysis/audit/examine.h"
#include "analysis/compare/compare_models.h"
#include "analysis/shapes/enumerate_shapes.h"
#include "explorer/graph/base_relations.h"
#include "explorer/models/every_graph.h"
#include "explorer/models/model_registry.h"

namespace drover::audit_test {
namespace {

// A model that says of a graph what it is told to.
class MadeUpModel : public EveryGraph {
 public:
  explicit MadeUpModel(std::function<bool(const ExecutionGraph&)> is_consistent)
      : is_consistent_(std::move(is_consistent)) {}

  [[nodiscard]] std::string_view name() const override { return "made up"; }
  [[nodiscard]] bool is_consistent(const ExecutionGraph& graph) const override {
    return is_consistent_(graph);
  }
  [[nodiscard]] std::optional<Violation> find_violation(
      const ExecutionGraph& graph) const override {
    if (is_consistent_(graph)) return std::nullopt;
    return Violation{"made-up", {}, {}};
  }

 private:
  std::function<bool(const ExecutionGraph&)> is_consistent_;
};

bool has(ModelProperty property, const ExecutionGraph& graph) {
  return audit::find_cycle(property, graph).empty();
}
bool is_sc(const ExecutionGraph& graph) { return find_model("sc")->is_consistent(graph); }

audit::AuditOptions small_audit(std::size_t events) {
  audit::AuditOptions options;
  options.limits.max_events = events;
  options.random_graphs = 300;
  return options;
}

shapes::SearchLimits up_to(std::size_t events) {
  shapes::SearchLimits limits;
  limits.max_events = events;
  return limits;
}

std::string smallest(const audit::AuditReport& report, ModelProperty property) {
  const auto& found = report[property].counterexample;
  return found ? shapes::to_text(found->program.shape) : "none";
}

TEST_CASE("the built-in models have what spore needs, wrc11 has no coherence order" *
          doctest::test_suite("slow")) {
  for (const MemoryModel* model : all_models()) {
    CAPTURE(model->name());
    const audit::AuditReport report = audit::audit(*model, small_audit(3));
    const bool is_weak = model->name() == "wrc11";
    for (const ModelProperty property : AllModelProperties) {
      CAPTURE(property_name(property));
      CHECK(report[property].verdict == (is_weak && property == ModelProperty::Coherence
                                             ? audit::AuditVerdict::NotApplicable
                                             : audit::AuditVerdict::Holds));
    }
    CHECK(audit::missing_for_spore(report).empty() == !is_weak);
    CHECK(report.order.is_monotone);
    CHECK(report.order.is_restrictable);
    CHECK(report.searched_events == 3);
    CHECK(report.random_graphs == 300);
  }
}

TEST_CASE("a model that allows load buffering") {
  const MadeUpModel model([](const ExecutionGraph& graph) {
    return has(ModelProperty::Coherence, graph) && has(ModelProperty::Atomicity, graph);
  });
  const audit::AuditReport report = audit::audit(model, small_audit(4));
  CHECK(smallest(report, ModelProperty::CausalAcyclicity) == "R x; W y || R y; W x");
  CHECK(report[ModelProperty::CausalAcyclicity].counterexample->reason.cycle.size() == 4);
  CHECK(report[ModelProperty::Atomicity].verdict == audit::AuditVerdict::Holds);
  CHECK(report[ModelProperty::Coherence].verdict == audit::AuditVerdict::Holds);
  CHECK(audit::missing_for_spore(report) == std::vector{ModelProperty::CausalAcyclicity});
}

TEST_CASE("a model without atomicity") {
  const MadeUpModel model([](const ExecutionGraph& graph) {
    return audit::find_cycle(ModelProperty::Coherence, graph).empty() &&
           has(ModelProperty::CausalAcyclicity, graph);
  });
  const audit::AuditReport report = audit::audit(model, small_audit(3));
  CHECK(smallest(report, ModelProperty::Atomicity) == "U x || W x");
  CHECK(audit::missing_for_spore(report) == std::vector{ModelProperty::Atomicity});
}

TEST_CASE("a model without coherence") {
  const MadeUpModel model([](const ExecutionGraph& graph) {
    return has(ModelProperty::CausalAcyclicity, graph) && has(ModelProperty::Atomicity, graph);
  });
  const audit::AuditReport report = audit::audit(model, small_audit(3));
  CHECK(smallest(report, ModelProperty::Coherence) == "W x; R x");
  CHECK(audit::missing_for_spore(report).empty());
}

TEST_CASE("a model that is not closed under prefixes") {
  // A write must be read.
  const MadeUpModel model([](const ExecutionGraph& graph) {
    return is_sc(graph) && std::ranges::all_of(graph.events(), [&](const Event& event) {
             if (!event.label.is_write() || event.is_initial()) return true;
             return std::ranges::any_of(graph.events(), [&](const Event& read) {
               return !read.reads_from.is_none() && &graph.event(read.reads_from) == &event;
             });
           });
  });
  const audit::AuditReport report = audit::audit(model, small_audit(3));
  CHECK(smallest(report, ModelProperty::PrefixClosedness) == "W x; R x");
  CHECK(report[ModelProperty::PrefixClosedness].counterexample->prefix.has_value());
  CHECK(smallest(report, ModelProperty::Extensibility) == "W x");
  CHECK(audit::missing_for_spore(report) ==
        std::vector{ModelProperty::PrefixClosedness, ModelProperty::Extensibility});
}

TEST_CASE("a model that is not extensible") {
  // Two writes to a location at most.
  const MadeUpModel model([](const ExecutionGraph& graph) {
    return is_sc(graph) && std::ranges::all_of(graph.locations(), [&](LocationId location) {
             return graph.writes_to(location).size() <= 3;
           });
  });
  const audit::AuditReport report = audit::audit(model, small_audit(4));
  CHECK(smallest(report, ModelProperty::Extensibility) == "W x; W x; W x");
  CHECK(audit::missing_for_spore(report) == std::vector{ModelProperty::Extensibility});
}

TEST_CASE("a model that is not extensible where a read-modify-write is half done") {
  // While one is, no other thread writes its location.
  const MadeUpModel model([](const ExecutionGraph& graph) {
    if (!is_sc(graph)) return false;
    return std::ranges::none_of(graph.events(), [&](const Event& event) {
      if (!event.is_exclusive_read) return false;
      const auto order = graph.events_of(event.thread);
      const bool is_open = &graph.event(order.back()) == &event;
      return is_open && graph.coherence_maximal(event.label.location) != event.reads_from;
    });
  });
  const audit::AuditReport report = audit::audit(model, small_audit(3));
  CHECK(smallest(report, ModelProperty::Extensibility) == "W x || P x");
  CHECK(report[ModelProperty::CausalAcyclicity].verdict == audit::AuditVerdict::Holds);
}

TEST_CASE("random graphs find what small ones do not show, and are made smaller" *
          doctest::test_suite("slow")) {
  // Five writes to a location at most.
  const MadeUpModel model([](const ExecutionGraph& graph) {
    return is_sc(graph) && std::ranges::all_of(graph.locations(), [&](LocationId location) {
             return graph.writes_to(location).size() <= 6;
           });
  });
  audit::AuditOptions options = small_audit(2);
  options.random_graphs = 20000;
  options.random_events = 9;
  const audit::AuditReport report = audit::audit(model, options);
  REQUIRE(report[ModelProperty::Extensibility].counterexample.has_value());
  const audit::Counterexample& found = *report[ModelProperty::Extensibility].counterexample;
  CHECK(found.is_random);
  const shapes::EventLayout layout(found.program.shape);
  CHECK(std::ranges::any_of(layout.writes, [](const auto& writes) { return writes.size() == 6; }));
  CHECK(layout.events.size() <= 8);
  // The same seed, the same graph.
  const audit::AuditReport again = audit::audit(model, options);
  CHECK(smallest(again, ModelProperty::Extensibility) ==
        smallest(report, ModelProperty::Extensibility));
  CHECK(again.random_graphs == report.random_graphs);
}

// ---- Comparisons ------------------------------------------------------------------------

std::string only(const compare::ModelComparison& comparison, std::size_t which) {
  const auto& found = comparison.only[which];
  if (!found) return "none";
  std::string text = shapes::to_text(found->shape);
  for (const Mode mode : found->modes) text += std::string(" ") + std::string(mode_name(mode));
  return text;
}

struct Pair {
  const char* first;
  const char* second;
  const char* only_first;
  const char* only_second;
};

TEST_CASE("what textbooks say of the built-in models" * doctest::test_suite("slow")) {
  const std::vector<Pair> pairs{
      {"sc", "tso", "none", "W x; R y || W y; R x rlx rlx rlx rlx"},
      {"tso", "pso", "none", "W x; W y || R y; R x rlx rlx rlx rlx"},
      {"sra", "ra", "none", "W x; W y || W y; W x rlx rlx rlx rlx"},
      {"sc", "sra", "none", "W x; R y || W y; R x rlx rlx rlx rlx"},
      {"ra", "rc11", "W x; R y || W y; R x sc sc sc sc", "W x; W y || R y; R x rlx rlx rlx rlx"},
      {"rc11", "wrc11", "none", "W x; R x || W x rlx rlx rlx"},
      {"rc11", "sc", "W x; W y || R y; R x rlx rlx rlx rlx", "none"},
      {"ra", "ra", "none", "none"}};
  for (const Pair& pair : pairs) {
    CAPTURE(pair.first);
    CAPTURE(pair.second);
    const compare::ModelComparison found =
        compare::compare_models(*find_model(pair.first), *find_model(pair.second), up_to(4));
    CHECK(only(found, 0) == pair.only_first);
    CHECK(only(found, 1) == pair.only_second);
    CHECK(found.end == shapes::SearchEnd::Complete);
  }
  const compare::ModelComparison sequences =
      compare::compare_models(*find_model("rc11"), *find_model("rc20"), up_to(5));
  CHECK(only(sequences, 0) == "none");
  CHECK(only(sequences, 1) == "W x; W y; W y || R y; R x rlx rel rlx acq rlx");
  CHECK(sequences.searched_events == 5);
}

// The size of the smallest difference, by asking about everything.
std::size_t brute_force(const MemoryModel& a, const MemoryModel& b, std::size_t max_events) {
  for (std::size_t events = 1; events <= max_events; ++events) {
    const bool is_same = shapes::for_each_shape(events, {}, [&](const shapes::Shape& shape) {
      const shapes::EventLayout layout(shape);
      return for_each_assignment(layout.instructions, [&](const shapes::ModeAssignment& modes) {
        shapes::Candidate reads;
        return for_each_last_writes(layout, [&](std::span<const std::uint8_t> last) {
          return shapes::for_each_reads_from(layout, reads, [&] {
            const compare::Outcome outcome{reads.reads_from, {last.begin(), last.end()}, {}};
            return !compare::is_reached(a, layout, modes, outcome) ||
                   compare::is_reached(b, layout, modes, outcome);
          });
        });
      });
    });
    if (!is_same) return events;
  }
  return 0;
}

TEST_CASE("what is found is as small as what asking about everything finds" *
          doctest::test_suite("slow")) {
  const std::vector<const MemoryModel*> models(all_models().begin(), all_models().end());
  for (std::size_t i = 0; i < models.size(); ++i) {
    for (const std::size_t j : {i + 1, models.size() - 1}) {
      if (j <= i || j >= models.size()) continue;
      CAPTURE(models[i]->name());
      CAPTURE(models[j]->name());
      const compare::ModelComparison found =
          compare::compare_models(*models[i], *models[j], up_to(3));
      const auto size = [&](std::size_t which) {
        return found.only[which] ? shapes::event_count(found.only[which]->shape) : 0;
      };
      CHECK(size(0) == brute_force(*models[i], *models[j], 3));
      CHECK(size(1) == brute_force(*models[j], *models[i], 3));
    }
  }
}

TEST_CASE("a model in which a stronger mode allows more" * doctest::test_suite("slow")) {
  // Sequential consistency, except for programs whose writes are all releases and not sc.
  const MadeUpModel model([](const ExecutionGraph& graph) {
    const bool is_loose = std::ranges::all_of(graph.events(), [](const Event& event) {
      return !event.label.is_write() || event.is_initial() || event.label.mode == Mode::Rel;
    });
    return is_sc(graph) || (is_loose && has(ModelProperty::Coherence, graph) &&
                            has(ModelProperty::Atomicity, graph));
  });
  CHECK(!compare::check_order(model).is_monotone);
  const compare::ModelComparison found =
      compare::compare_models(model, *find_model("sc"), up_to(4));
  CHECK(only(found, 0) == "W x; W y || R y; R x rel rel rlx rlx");
  CHECK(only(found, 1) == "none");
  const audit::AuditReport report = audit::audit(model, small_audit(3));
  CHECK(report.searched_events == 3);
  CHECK(report[ModelProperty::Coherence].verdict == audit::AuditVerdict::Holds);
}

TEST_CASE("a model in which more events allow more") {
  // Anything goes once there are two locations.
  const MadeUpModel model(
      [](const ExecutionGraph& graph) { return graph.locations().size() > 1 || is_sc(graph); });
  CHECK(!compare::check_order(model).is_restrictable);
  const compare::ModelComparison found =
      compare::compare_models(model, *find_model("sc"), up_to(4));
  CHECK(only(found, 0) != "none");
  CHECK(found.only[0]->shape.threads.size() == 1);  // W x; W x; W y; W y, in the wrong order
  CHECK(smallest(audit::audit(model, small_audit(3)), ModelProperty::PrefixClosedness) != "none");
}

TEST_CASE("a difference that nothing shows") {
  // Coherence of three writes or more must not be the order of the events; everything else is
  // allowed.
  const auto is_in_order = [](const ExecutionGraph& graph) {
    return std::ranges::all_of(graph.locations(), [&](LocationId location) {
      const auto order = graph.coherence(location);
      return order.size() < 4 ||
             !std::ranges::is_sorted(order.subspan(1, order.size() - 2), std::ranges::greater());
    });
  };
  const MadeUpModel all([](const ExecutionGraph&) { return true; });
  const MadeUpModel some([&](const ExecutionGraph& graph) { return is_in_order(graph); });
  const compare::ModelComparison found = compare::compare_models(all, some, up_to(3));
  CHECK(only(found, 0) == "none");
  REQUIRE(found.hidden[0].has_value());
  CHECK(shapes::to_text(found.hidden[0]->shape) == "W x; W x; W x");
  CHECK(!found.hidden[1].has_value());
}

TEST_CASE("searches stop when they are told to") {
  shapes::SearchLimits limits = up_to(9);
  limits.max_seconds = 0.05;
  CHECK(compare::compare_models(*find_model("sc"), *find_model("sc"), limits).end ==
        shapes::SearchEnd::Time);
  std::atomic<bool> interrupt{true};
  shapes::SearchLimits interrupted = up_to(6);
  interrupted.interrupt = &interrupt;
  const compare::ModelComparison found =
      compare::compare_models(*find_model("sc"), *find_model("tso"), interrupted);
  CHECK(found.end == shapes::SearchEnd::Interrupt);
  CHECK(found.searched_events < 6);
}

// ---- The cache --------------------------------------------------------------------------

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path(std::filesystem::temp_directory_path() /
             ("drover-audit-test-" + std::to_string(getpid()))) {
    std::filesystem::remove_all(path);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path path;
};

TEST_CASE("what an audit found is kept by the text of the model") {
  const TemporaryFolder folder;
  const audit::AuditCache cache(folder.path / "not" / "yet" / "there");
  audit::CachedAudit audit;
  audit.verdicts = {audit::AuditVerdict::Holds, audit::AuditVerdict::Broken,
                    audit::AuditVerdict::Holds, audit::AuditVerdict::Holds,
                    audit::AuditVerdict::NotApplicable};
  audit.has_coherence = false;
  audit.searched_events = 4;
  CHECK(cache.find("acyclic po | rf\n") == std::nullopt);
  CHECK(cache.store("acyclic po | rf\n", audit));
  CHECK(cache.find("acyclic po | rf\n") == audit);
  CHECK(cache.find("acyclic po | rf") == std::nullopt);
  CHECK(audit::missing_for_spore(audit) ==
        std::vector{ModelProperty::PrefixClosedness, ModelProperty::Extensibility});
  audit.verdicts[1] = audit::AuditVerdict::Holds;
  CHECK(cache.store("acyclic po | rf\n", audit));
  CHECK(cache.find("acyclic po | rf\n") == audit);
}

TEST_CASE("a cached audit of another model is not believed, whatever its file is called") {
  const TemporaryFolder folder;
  const audit::AuditCache cache(folder.path);
  const auto file_of_only = [&] {
    return std::filesystem::directory_iterator(folder.path)->path();
  };
  REQUIRE(cache.store("acyclic po", audit::CachedAudit{}));
  const auto first = file_of_only();
  std::filesystem::rename(first, folder.path / "kept");
  REQUIRE(cache.store("acyclic rf", audit::CachedAudit{}));
  std::filesystem::rename(folder.path / "kept", first);
  CHECK(cache.find("acyclic po").has_value());
  for (const auto& entry : std::filesystem::directory_iterator(folder.path)) {
    if (entry.path() != first) std::filesystem::copy_file(entry.path(), folder.path / "other");
  }
  std::filesystem::rename(folder.path / "other", first);
  CHECK(cache.find("acyclic po") == std::nullopt);
  CHECK(cache.find("acyclic rf").has_value());
}

TEST_CASE("a cache is never in the way") {
  const TemporaryFolder folder;
  const audit::AuditCache cache(folder.path);
  REQUIRE(cache.store("abc", audit::CachedAudit{}));
  const auto file = std::filesystem::directory_iterator(folder.path)->path();
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  for (std::size_t length = 0; length + 1 < text.size(); ++length) {
    std::ofstream(file) << text.substr(0, length);
    CHECK(cache.find("abc") == std::nullopt);
  }
  std::ofstream(file) << "drover audit 0\n" << text.substr(text.find('\n') + 1);
  CHECK(cache.find("abc") == std::nullopt);
  std::ofstream(file) << std::string(1000, '\xff');
  CHECK(cache.find("abc") == std::nullopt);

  CHECK(!cache.store("", audit::CachedAudit{}));
  CHECK(!audit::AuditCache("").store("abc", audit::CachedAudit{}));
  // A file where the folder should be.
  std::ofstream(folder.path / "file") << "x";
  CHECK(!audit::AuditCache(folder.path / "file").store("abc", audit::CachedAudit{}));
  CHECK(audit::AuditCache(folder.path / "file").find("abc") == std::nullopt);
}

// One that looks at dependencies.
class DependencyModel : public MadeUpModel {
 public:
  using MadeUpModel::MadeUpModel;
  [[nodiscard]] ModelFacts facts() const override { return {.needs_dependencies = true}; }
};

TEST_CASE("audits of models that look at dependencies have graphs with dependencies") {
  const DependencyModel no_data([](const ExecutionGraph& graph) {
    const GraphDependencies* dependencies = graph.dependencies();
    return is_sc(graph) && (dependencies == nullptr || dependencies->data.is_empty());
  });
  const audit::AuditReport report = audit::audit(no_data, small_audit(3));
  CHECK(report[ModelProperty::Extensibility].verdict == audit::AuditVerdict::Broken);
  const audit::Counterexample& found = *report[ModelProperty::Extensibility].counterexample;
  CHECK(shapes::to_text(found.program.shape) == "R x; W x: data");
  CHECK(report[ModelProperty::PrefixClosedness].verdict == audit::AuditVerdict::Holds);

  // A write that is no longer depended on makes the rest wrong.
  const DependencyModel only_controlled([](const ExecutionGraph& graph) {
    const GraphDependencies* dependencies = graph.dependencies();
    const std::size_t pairs = dependencies == nullptr ? 0 : dependencies->ctrl.count();
    return is_sc(graph) && pairs != 1;
  });
  const audit::AuditReport other = audit::audit(only_controlled, small_audit(3));
  CHECK(other[ModelProperty::PrefixClosedness].verdict == audit::AuditVerdict::Broken);
}

TEST_CASE("random graphs of audits have dependencies, too") {
  const DependencyModel few([](const ExecutionGraph& graph) {
    const GraphDependencies* dependencies = graph.dependencies();
    return is_sc(graph) && (dependencies == nullptr || dependencies->addr.count() < 3);
  });
  audit::AuditOptions options = small_audit(2);
  options.random_graphs = 2000;
  const audit::AuditReport report = audit::audit(few, options);
  CHECK(report[ModelProperty::Extensibility].verdict == audit::AuditVerdict::Broken);
  CHECK(report[ModelProperty::Extensibility].counterexample->is_random);
}

TEST_CASE("models that differ in dependencies only are told apart by them" *
          doctest::test_suite("slow")) {
  const auto is_coherent = [](const ExecutionGraph& graph) {
    return has(ModelProperty::Coherence, graph) && has(ModelProperty::Atomicity, graph);
  };
  const MadeUpModel coherent(is_coherent);
  const DependencyModel no_thin_air([&](const ExecutionGraph& graph) {
    if (!is_coherent(graph)) return false;
    if (graph.dependencies() == nullptr) return true;
    const BaseRelations base = base_relations(graph, plain_fence_is_sc);
    return (graph.dependencies()->data | base.rf).is_acyclic();
  });
  const compare::ModelComparison found = compare::compare_models(coherent, no_thin_air, up_to(4));
  REQUIRE(found.only[0].has_value());
  CHECK(shapes::to_text(found.only[0]->shape) == "R x; W y: data || R y; W x: data");
  CHECK_FALSE(found.only[1].has_value());
  CHECK(found.searched_events == 4);
}

}  // namespace
}  // namespace drover::audit_test
