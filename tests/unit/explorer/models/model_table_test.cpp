#include "explorer/models/model_table.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "explorer/cat/embedded.h"
#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/every_graph.h"
#include "explorer/models/model_registry.h"
#include "input/load_model.h"

namespace drover::model_table_test {

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

TEST_CASE("models are listed in the order of the table, those of core programs first") {
  REQUIRE(all_models().size() == model_names().size());
  REQUIRE(model_names().size() + machine_model_names().size() == model_table().size());
  for (std::size_t i = 0; i < model_table().size(); ++i) {
    const bool is_of_core = i < model_names().size();
    if (is_of_core) CHECK(is_about(model_table()[i], ""));
    if (!is_of_core) {
      CHECK(machine_model_names()[i - model_names().size()] == model_table()[i].name);
      continue;
    }
    CHECK(model_names()[i] == model_table()[i].name);
    CHECK(all_models()[i] == find_model(model_table()[i].name));
  }
}

TEST_CASE("each kind of program has models that are about it, and the others are refused") {
  const auto names = [](const char* architecture) {
    std::string out;
    for (const MemoryModel* model : models_for({architecture})) {
      out += (out.empty() ? "" : " ") + std::string(model->name());
    }
    return out;
  };
  CHECK(names("") == "sc tso pso sra ra rc11 rc20 wrc11");
  CHECK(names("C") == names(""));
  CHECK(names("X86") == "sc tso pso");
  CHECK(names("X86_64") == "sc tso pso");
  CHECK(names("AArch64") == "sc aarch64");
  CHECK(names("RISCV") == "sc riscv");
  CHECK(names("PPC") == "sc ppc");
  // Interleavings do not know what a grace period of RCU waits for.
  CHECK(names("LKMM") == "lkmm");
  for (const ModelTraits& traits : model_table()) {
    for (const char* architecture : {"", "C", "X86", "X86_64", "AArch64", "RISCV", "PPC", "LKMM"}) {
      CAPTURE(traits.name);
      CAPTURE(architecture);
      const MemoryModel* model = find_model(traits.name);
      const bool fits = is_about(traits, architecture);
      CHECK((model->fitted({architecture}) == model) == fits);
      CHECK(!model->misfit({architecture}) == fits);
    }
  }
  // Asked for by name: `enumerate` alone explores it.
  CHECK(find_model("imm")->fitted({"C"}) == find_model("imm"));
  CHECK(
      input::misfit_lines(*find_model("ra"), {"AArch64"}) ==
      "drover: the model `ra` applies to core programs and C, but this is a test of AArch64; `sc` "
      "and `aarch64` apply to it\n");
}

TEST_CASE("the facts in the table of models agree with the models' texts") {
  std::size_t compared = 0;
  for (const ModelTraits& traits : model_table()) {
    if (!traits.facts) continue;
    CAPTURE(traits.name);
    const std::string_view stem = traits.file.substr(0, traits.file.rfind('.'));
    const auto texts = cat::embedded_texts();
    const auto found = std::ranges::find(texts, stem, &cat::EmbeddedText::name);
    REQUIRE(found != texts.end());
    const cat::ModelReading reading =
        cat::read_model_text(std::string(traits.file), std::string(found->text));
    CHECK(facts_of(*reading.code) == *traits.facts);
    ++compared;
  }
  CHECK(compared == 7);
}

TEST_CASE("a model that is not in the table has no known traits") {
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

TEST_CASE("sc, which orders all accesses, is the machine without store buffers") {
  for (const ModelTraits& traits : model_table()) {
    CAPTURE(traits.name);
    const bool has_plain_machine = traits.machine == StoreBuffers::None;
    CHECK((traits.access_order == AccessOrder::Total) == has_plain_machine);
  }
}

}  // namespace drover::model_table_test
