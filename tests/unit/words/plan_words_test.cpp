#include "words/plan_words.h"

#include <doctest/doctest.h>

#include "words/run_words.h"

using namespace drover;

namespace {

std::string misfit(AlgorithmKind algorithm, AlgorithmNeed need, bool is_builtin = true,
                   AlgorithmKind instead = AlgorithmKind::Enumerate) {
  return words::misfit_text({.algorithm = algorithm,
                             .need = need,
                             .model = "m",
                             .is_builtin = is_builtin,
                             .instead = instead});
}

}  // namespace

TEST_CASE("a misfit has the reason, and the algorithms that fit") {
  CHECK(misfit(AlgorithmKind::Spore, AlgorithmNeed::CoherenceOrder) ==
        "algorithm `spore` relies on a total coherence order, which model `m` does not have: use "
        "`--algo rcmc` or `--algo enumerate`, or another model");
  CHECK(misfit(AlgorithmKind::Spore, AlgorithmNeed::CoherenceOrder, false) ==
        "algorithm `spore` relies on a total coherence order, which model `m` does not have: use "
        "`--algo enumerate`");
  CHECK(
      misfit(AlgorithmKind::Spore, AlgorithmNeed::Audit, false) ==
      "algorithm `spore` needs to know what model `m` guarantees, and it has not been audited: use "
      "`--algo enumerate`");
  CHECK(misfit(AlgorithmKind::Rcmc, AlgorithmNeed::Preconsistency, true, AlgorithmKind::Spore) ==
        "algorithm `rcmc` is for models rc11 and wrc11, not for `m`: use `--algo spore`, or one of "
        "these models");
  CHECK(misfit(AlgorithmKind::Dpor, AlgorithmNeed::TotalAccessOrder, true, AlgorithmKind::Spore) ==
        "algorithm `dpor` reorders interleavings of a machine without store buffers, which is "
        "model sc, not `m`: use `--algo spore`, or `-m sc`");
  CHECK(misfit(AlgorithmKind::Rvf, AlgorithmNeed::TotalAccessOrder, true, AlgorithmKind::Spore) ==
        "algorithm `rvf` decides by values whether all accesses have one order, which is what "
        "model sc means and `m` does not: use `--model sc`, or `--algo spore`");
  CHECK(misfit(AlgorithmKind::Interleave, AlgorithmNeed::Machine) ==
        "algorithm `interleave` runs an operational machine, and there is none for model `m`: use "
        "`--algo enumerate`, or one of the models sc, tso, pso, aarch64, riscv");
  CHECK(
      misfit(AlgorithmKind::Rcmc, AlgorithmNeed::Preconsistency, true, AlgorithmKind::Buffering) ==
      "algorithm `rcmc` is for models rc11 and wrc11, not for `m`: use `--algo lb`, or one of "
      "these models");
  const Misfit lacking{.algorithm = AlgorithmKind::Spore,
                       .need = AlgorithmNeed::Properties,
                       .model = "m",
                       .is_builtin = false,
                       .missing = {ModelProperty::Extensibility, ModelProperty::Atomicity}};
  CHECK(words::misfit_text(lacking) ==
        "algorithm `spore` needs what model `m` does not have: extensibility, atomicity (`drover "
        "models audit m` shows why): use `--algo enumerate`");
}

TEST_CASE("each reason for choosing an algorithm has a sentence") {
  CHECK(words::choice_text({ExploresEachOnce{}}) ==
        "the fastest: it explores each execution exactly once");
  CHECK(words::choice_text({BeyondBuffering{BufferingObstacle::Fails}}) ==
        "`lb` does not take this program: computing a value from what was read may fail, and did "
        "when `lb` was tried");
  CHECK(words::choice_text({BeyondBuffering{BufferingObstacle::WriteBehindRead}}) ==
        "`lb` does not take this program: a write is behind an access whose address was read, and "
        "nothing orders that read before it");
  CHECK(words::choice_text({FewerOrders{.looks = 210, .share = 0.1234}}) ==
        "additions whose results are not used commute: judging by 210 executions, it explores "
        "about 0.12 times as many as `spore`");
  CHECK(words::choice_text({FewerValues{.looks = 210, .classes = 7, .share = 0.01}}) ==
        "many executions read the same values: of 210 that were looked at, 7 differ in the values "
        "read and the order of the reads");
  CHECK(words::choice_text({NeedsNoCoherence{"m"}}) ==
        "the fastest for m, which has no coherence order");
  CHECK(words::choice_text({TakesEveryModel{"m"}, FailedTrial{AlgorithmKind::Rvf, 12}}) ==
        "it supports every model, m too; `rvf` was given up after 12 executions, too many for what "
        "it takes");
  const ValuePromise promise{
      .executions = 3.6e6, .value_paths = 12, .location = "a", .writers = 8, .values = 1};
  CHECK(words::choice_text({promise}) ==
        "many writes write few values (8 threads write `a`, all of them the same value): there are "
        "about 3.6 million executions, and about 12 combinations of the values that are read");
}

TEST_CASE("each reason for not using a reduction has a sentence") {
  CHECK(words::remark_text({ReductionObstacle::HelpingUnsound, "pso"}) ==
        "`help` calls run like ordinary calls: under pso the order of the owner's writes is not "
        "what a helper sees");
  CHECK(words::remark_text({ReductionObstacle::AdditionsOrderHeap, "sc"}).find("ifaa") !=
        std::string::npos);
  CHECK(words::remark_text({ReductionObstacle::PlacementMatters, ""})
            .find("not taken as symmetric") != std::string::npos);
  CHECK(words::remark_text({ReductionObstacle::CausalCycle, ""}).find("a cycle in po, rf and co") !=
        std::string::npos);
}

TEST_CASE("used reductions are listed, and unused ones with the reason") {
  const auto text = [](Reduction reduction, ReductionState state) {
    return words::reduction_text({reduction, state, "imm"}, "lb");
  };
  CHECK(text(Reduction::Plp, ReductionState::On) == "reduction plp: on");
  CHECK(text(Reduction::Ifaa, ReductionState::NotOfAlgorithm) ==
        "reduction ifaa: off, all orders of additions are explored: `lb` does not have it");
  CHECK(text(Reduction::Await, ReductionState::Unproved) ==
        "reduction await: off, reads that violate an assumption are explored one by one: it is not "
        "proved that the dependencies of imm allow it");
}

TEST_CASE("each reason to stop has a sentence, with and without advice") {
  CHECK(words::brief_stop_text(StopReason::Exhausted).empty());
  CHECK(words::stop_text(StopReason::Exhausted).empty());
  CHECK(words::brief_stop_text(StopReason::MaxTime) == "the time limit was reached");
  CHECK(words::stop_text(StopReason::MaxTime).find("--max-time") != std::string::npos);
}
