#include "explorer/models/model_table.h"

#include <doctest/doctest.h>

#include <set>

#include "explorer/models/every_graph.h"
#include "explorer/models/model_registry.h"

namespace drover {

TEST_CASE("every model of the table has a name, a file and axioms of its own") {
  std::set<std::string_view> names;
  std::set<std::string_view> files;
  for (const ModelTraits& traits : model_table()) {
    CAPTURE(traits.name);
    CHECK(names.insert(traits.name).second);
    CHECK(files.insert(traits.file).second);
    const MemoryModel* model = find_model(traits.name);
    REQUIRE(model != nullptr);
    CHECK(&model->traits() == &traits);
    CHECK(model->name() == traits.name);
    CHECK(model->is_builtin());
    CHECK_FALSE(model->axioms().empty());
  }
}

TEST_CASE("models are listed in the order of the table") {
  REQUIRE(model_names().size() == model_table().size());
  REQUIRE(all_models().size() == model_table().size());
  for (std::size_t i = 0; i < model_table().size(); ++i) {
    CHECK(model_names()[i] == model_table()[i].name);
    CHECK(all_models()[i] == find_model(model_table()[i].name));
  }
}

TEST_CASE("of a model that is not in the table nothing is known") {
  CHECK(find_model("no such model") == nullptr);
  const EveryGraph model;
  CHECK_FALSE(model.is_builtin());
  CHECK(model.traits().checker == IncrementalChecker::None);
  CHECK(model.traits().preconsistency == Preconsistency::None);
  CHECK_FALSE(model.traits().machine.has_value());
  CHECK(model.traits().access_order == AccessOrder::Partial);
  CHECK(model.traits().causal_cycles == CausalCycles::Possible);
  CHECK(model.traits().helping == Helping::Unsound);
}

TEST_CASE("no two models share an incremental checker, a machine or a preconsistency") {
  std::set<IncrementalChecker> checkers;
  std::set<Preconsistency> preconsistencies;
  std::set<StoreBuffers> machines;
  for (const ModelTraits& traits : model_table()) {
    CAPTURE(traits.name);
    if (traits.checker != IncrementalChecker::None) CHECK(checkers.insert(traits.checker).second);
    if (traits.preconsistency != Preconsistency::None) {
      CHECK(preconsistencies.insert(traits.preconsistency).second);
    }
    if (traits.machine) CHECK(machines.insert(*traits.machine).second);
  }
}

TEST_CASE("incremental checkers are for models with a coherence order") {
  for (const MemoryModel* model : all_models()) {
    CAPTURE(model->name());
    const bool has_checker = model->traits().checker != IncrementalChecker::None;
    CHECK(has_checker == model->has_coherence());
    CHECK((model->traits().preconsistency == Preconsistency::Wrc11) == !model->has_coherence());
  }
}

TEST_CASE("one order of all accesses is what a machine without store buffers gives") {
  for (const ModelTraits& traits : model_table()) {
    CAPTURE(traits.name);
    const bool has_plain_machine = traits.machine == StoreBuffers::None;
    CHECK((traits.access_order == AccessOrder::Total) == has_plain_machine);
  }
}

}  // namespace drover
