#include "explorer/plan/algorithm_table.h"

#include <doctest/doctest.h>

#include <vector>

#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_registry.h"

namespace drover::algorithm_table_test {

namespace {

std::optional<AlgorithmNeed> need(AlgorithmKind algorithm, const MemoryModel& model) {
  const auto misfit = find_misfit(algorithm, model);
  if (!misfit) return std::nullopt;
  CHECK(misfit->algorithm == algorithm);
  CHECK(misfit->model == model.name());
  CHECK(misfit->is_builtin == model.is_builtin());
  CHECK(misfit->missing.empty() == (misfit->need != AlgorithmNeed::Properties));
  CHECK(misfit->instead != algorithm);
  CHECK_FALSE(find_misfit(misfit->instead, model));
  return misfit->need;
}

CatModel model_of(const std::string& text, ModelAuditor auditor = nullptr) {
  const cat::ModelReading reading = cat::read_model_text("test.cat", text);
  REQUIRE(reading.code != nullptr);
  return {{.name = "test.cat", .text = text, .auditor = std::move(auditor)}, reading.code};
}

}  // namespace

TEST_CASE("every algorithm is found by its name") {
  for (const AlgorithmInfo& info : all_algorithms()) {
    CHECK(find_algorithm(info.name) == info.kind);
    CHECK(algorithm_name(info.kind) == info.name);
    CHECK_FALSE(info.name.empty());
  }
  CHECK_FALSE(find_algorithm("trust").has_value());
  CHECK(all_algorithms()[0].kind == AlgorithmKind::Auto);
}

TEST_CASE("each algorithm takes the models that it supports") {
  for (const MemoryModel* model : all_models()) {
    const std::string_view name = model->name();
    CAPTURE(name);
    CHECK_FALSE(need(AlgorithmKind::Auto, *model).has_value());
    CHECK_FALSE(need(AlgorithmKind::Enumerate, *model).has_value());
    const bool has_machine =
        name == "sc" || name == "tso" || name == "pso" || name == "aarch64" || name == "riscv";
    CHECK(need(AlgorithmKind::Interleave, *model).has_value() != has_machine);
    CHECK(need(AlgorithmKind::Spore, *model).has_value() == (name == "wrc11"));
    const bool has_rcmc = name == "rc11" || name == "wrc11";
    CHECK(need(AlgorithmKind::Rcmc, *model).has_value() != has_rcmc);
    CHECK(need(AlgorithmKind::Dpor, *model).has_value() == (name != "sc"));
    CHECK(need(AlgorithmKind::Rvf, *model).has_value() == (name != "sc"));
  }
}

TEST_CASE("the fastest algorithm that takes a model is known") {
  const auto instead = [](AlgorithmKind algorithm, const char* model) {
    return find_misfit(algorithm, *find_model(model))->instead;
  };
  CHECK(instead(AlgorithmKind::Dpor, "tso") == AlgorithmKind::Spore);
  CHECK(instead(AlgorithmKind::Spore, "wrc11") == AlgorithmKind::Rcmc);
  for (const char* model : {"imm", "aarch64", "riscv", "ppc", "lkmm"}) {
    CAPTURE(model);
    CHECK(instead(AlgorithmKind::Spore, model) == AlgorithmKind::Buffering);
    CHECK(instead(AlgorithmKind::Rcmc, model) == AlgorithmKind::Buffering);
  }
}

TEST_CASE("a misfit names what a model lacks for an algorithm") {
  const MemoryModel& wrc11 = *find_model("wrc11");
  CHECK(need(AlgorithmKind::Spore, wrc11) == AlgorithmNeed::CoherenceOrder);
  CHECK(need(AlgorithmKind::Interleave, wrc11) == AlgorithmNeed::Machine);
  CHECK(need(AlgorithmKind::Dpor, wrc11) == AlgorithmNeed::TotalAccessOrder);
  CHECK(need(AlgorithmKind::Rvf, wrc11) == AlgorithmNeed::TotalAccessOrder);
  CHECK(need(AlgorithmKind::Rcmc, *find_model("ra")) == AlgorithmNeed::Preconsistency);
}

TEST_CASE("a model from a file is for spore if it is known to have what spore needs") {
  const std::string coherent = "acyclic po | rf | co | fr\n";
  CHECK(need(AlgorithmKind::Spore, model_of("acyclic po | rf\n")) == AlgorithmNeed::CoherenceOrder);
  CHECK(need(AlgorithmKind::Spore, model_of(coherent)) == AlgorithmNeed::Audit);
  const auto fit = [](const MemoryModel&) { return std::vector<ModelProperty>{}; };
  CHECK_FALSE(need(AlgorithmKind::Spore, model_of(coherent, fit)).has_value());
  const auto unfit = [](const MemoryModel&) { return std::vector{ModelProperty::Atomicity}; };
  CHECK(need(AlgorithmKind::Spore, model_of(coherent, unfit)) == AlgorithmNeed::Properties);
  const auto misfit = find_misfit(AlgorithmKind::Spore, model_of(coherent, unfit));
  CHECK(misfit->missing == std::vector{ModelProperty::Atomicity});
}

TEST_CASE("spore is proposed for a model from a file if its properties are proved") {
  const auto never = [](const MemoryModel&) -> std::vector<ModelProperty> {
    FAIL("an audit takes a while");
    return {};
  };
  const auto instead = [&](AlgorithmKind algorithm, const std::string& text) {
    return find_misfit(algorithm, model_of(text, never))->instead;
  };
  const std::string atomic = "empty rmw & (fre; coe)\n";
  CHECK(instead(AlgorithmKind::Rcmc, atomic + "acyclic po | rf | co | fr\n") ==
        AlgorithmKind::Spore);
  // It allows cycles of po and rf.
  const std::string thin = atomic + "acyclic po & loc | rf | co | fr\n";
  CHECK(instead(AlgorithmKind::Rcmc, thin) == AlgorithmKind::Enumerate);
  CHECK(instead(AlgorithmKind::Buffering, thin) == AlgorithmKind::Enumerate);
}

TEST_CASE("only rcmc may repeat executions, the references have no default reductions") {
  for (const AlgorithmInfo& info : all_algorithms()) {
    CAPTURE(info.name);
    CHECK((info.repetition == Repetition::Possible) == (info.kind == AlgorithmKind::Rcmc));
    const bool is_reference =
        info.kind == AlgorithmKind::Enumerate || info.kind == AlgorithmKind::Interleave;
    for (const Reduction reduction : AllReductions) {
      if (is_reference) CHECK_FALSE(info.reductions.contains(reduction));
    }
  }
}

}  // namespace drover::algorithm_table_test
