#include "explorer/algorithms/search.h"

#include <doctest/doctest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/algorithms/rvf/rvf.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/buffering_limits.h"
#include "explorer/plan/program_features.h"
#include "explorer/run/searches.h"
#include "semantics/passes/symmetry.h"
#include "semantics/program/atomic_objects.h"
#include "tests/oracle/generator.h"
#include "tests/oracle/random.h"
#include "tests/support/program_text.h"

// Explorations in pieces: pausing, splitting and resuming searches changes neither the executions
// nor their order.
namespace drover::oracle::search_test {

namespace {

constexpr std::size_t MaxExecutions = 400;
constexpr std::size_t MaxItems = 30;

// Records executions in order, each as its graph and the ends of its threads. A stale graph and a
// dead end are one number each.
class Sequence : public ExecutionObserver {
 public:
  Sequence(const MemoryModel& model, RunControl& control)
      : part_(model.has_coherence() ? CoherencePart::Included : CoherencePart::LeftOut),
        control_(control) {}

  void on_execution(const Execution& execution) override {
    const GraphHash hash = hash_graph(execution.graph(), part_);
    std::vector<std::uint64_t> form{hash.high, hash.low, execution.event_count};
    for (const ThreadEnd end : execution.ends) form.push_back(static_cast<std::uint64_t>(end));
    add(std::move(form));
  }
  void on_stale(const Execution& /*graph*/) override { add({0}); }
  void on_dead_end() override { add({1}); }

  std::vector<std::vector<std::uint64_t>> found;

 private:
  void add(std::vector<std::uint64_t> form) {
    found.push_back(std::move(form));
    if (found.size() > MaxExecutions) control_.stop(StopReason::MaxExecutions);
  }

  CoherencePart part_;
  RunControl& control_;
};

// An algorithm under a model.
struct Explorer {
  std::string name;
  int chance = 30;  // in percent, of splitting the search at a pause
  const MemoryModel* model = nullptr;
  std::function<std::unique_ptr<Search>(ProgramAutomata&, RunControl&, ExecutionObserver&)> make;
  UnfoldOptions unfold = {};
};

// A search with everything it needs.
class Worker {
 public:
  Worker(const Program& program, const Explorer& explorer)
      : automata_(program, explorer.unfold),
        sequence_(*explorer.model, control_),
        search_(explorer.make(automata_, control_, sequence_)) {}

  // Runs the search until it has asked `polls` times, at most 16, whether to pause.
  SearchEnd run_for(std::size_t polls) {
    control_.set_attention_flag(&wanted_);
    for (std::size_t i = polls; i < 16; ++i) static_cast<void>(control_.should_return(0));
    control_.go_on();
    return search_->run();
  }
  Search& search() { return *search_; }
  RunControl& control() { return control_; }
  std::vector<std::vector<std::uint64_t>>& found() { return sequence_.found; }

 private:
  const std::atomic<bool> wanted_{true};
  ProgramAutomata automata_;
  RunControl control_;
  Sequence sequence_;
  std::unique_ptr<Search> search_;
};

std::vector<Explorer> explorers_of(const Program& program) {
  std::vector<Explorer> explorers;
  auto symmetric = passes::find_symmetric_threads(program);
  if (has_choices(program)) symmetric.clear();
  for (const MemoryModel* model : all_models()) {
    explorers.push_back(
        {"enumerate", 3, model,
         [=](ProgramAutomata& automata, RunControl& control, ExecutionObserver& observer) {
           return reference::make_enumeration(automata, *model, control, observer);
         }});
    const auto add_trust = [&](std::string name, const trust::TrustOptions& options) {
      explorers.push_back(
          {std::move(name), 30, model,
           [=](ProgramAutomata& automata, RunControl& control, ExecutionObserver& observer) {
             return make_trust(*model, 64, automata, options, control, observer);
           }});
    };
    if (!find_misfit(AlgorithmKind::Spore, *model)) {
      add_trust("trust", {});
      trust::TrustOptions options{.symmetric = symmetric};
      options.failed_awaits = trust::FailedAwaits::Stay;
      add_trust("spore", options);
    }
    if (has_choices(program)) continue;
    const bool is_buffering = !find_misfit(AlgorithmKind::Buffering, *model);
    const bool is_taken = model->proofs().dependencies.promises_ways
                              ? !buffering_obstacle(program, *model)
                              : !obstacle_to_buffering(program);
    if (is_buffering && is_taken) {
      const auto add_buffering = [&](std::string name, const buffering::BufferingOptions& options) {
        explorers.push_back(
            {std::move(name), 30, model,
             [=](ProgramAutomata& automata, RunControl& control, ExecutionObserver& observer) {
               return make_buffering(*model, BufferingCapacities[0], automata, control, observer,
                                     options);
             },
             unfolded_for_buffering(*model)});
      };
      add_buffering("lb", {});
      buffering::BufferingOptions options{.symmetric = symmetric};
      if (may_drop_stale_reads(program, *model)) options.giving_up = GivingUp::LeavesVariables;
      options.atomic_cells = AtomicObjects(program).atomic_cells();
      add_buffering("lb with reductions", options);
    }
    if (!find_misfit(AlgorithmKind::Rcmc, *model)) {
      explorers.push_back(
          {"rcmc", 30, model,
           [=](ProgramAutomata& automata, RunControl& control, ExecutionObserver& observer) {
             return make_rcmc(*model, 64, automata, control, observer);
           }});
    }
    if (!find_misfit(AlgorithmKind::Rvf, *model)) {
      explorers.push_back(
          {"rvf", 30, model,
           [=](ProgramAutomata& automata, RunControl& control, ExecutionObserver& observer) {
             return rvf::make_rvf(automata, {}, control, observer);
           }});
    }
  }
  return explorers;
}

// A part of an exploration. `found` is complete once the part is done.
struct Piece {
  Bytes item;
  bool is_done = false;
  std::vector<std::vector<std::uint64_t>> found;
};

// Explores in pieces, each with its own worker, and concatenates their executions.
class PiecewiseRun {
 public:
  PiecewiseRun(const Program& program, const Explorer& explorer, Random& random)
      : program_(program), explorer_(explorer), random_(random) {}

  std::vector<std::vector<std::uint64_t>> run() {
    Worker first(program_, explorer_);
    first.search().begin();
    pieces_.emplace_back();
    explore(first, pieces_.begin());
    while (is_good) {
      std::vector<std::list<Piece>::iterator> open;
      for (auto piece = pieces_.begin(); piece != pieces_.end(); ++piece) {
        if (!piece->is_done) open.push_back(piece);
      }
      if (open.empty()) break;
      const auto piece = random_.pick(open);
      Worker worker(program_, explorer_);
      is_good = worker.search().load(piece->item);
      if (is_good) explore(worker, piece);
    }
    std::vector<std::vector<std::uint64_t>> all;
    for (Piece& piece : pieces_) all.insert(all.end(), piece.found.begin(), piece.found.end());
    return all;
  }

  bool is_good = true;  // all items could be loaded
  std::vector<Bytes> items;

 private:
  void explore(Worker& worker, std::list<Piece>::iterator piece) {
    if (random_.chance(10)) give_all(worker, piece);  // before anything is explored
    while (worker.run_for(1 + random_.below(16)) == SearchEnd::Paused) {
      if (worker.control().has_stopped()) break;
      if (items.size() > MaxItems || !random_.chance(explorer_.chance)) continue;
      random_.chance(70) ? static_cast<void>(give(worker, piece)) : give_all(worker, piece);
    }
    piece->found = std::move(worker.found());
    piece->is_done = true;
  }
  // Splits the search. The split-off part comes after the rest, and before parts that were split
  // off earlier.
  bool give(Worker& worker, std::list<Piece>::iterator piece) {
    auto item = worker.search().split();
    if (!item) return false;
    items.push_back(*item);
    pieces_.insert(std::next(piece),
                   Piece{.item = std::move(*item), .is_done = false, .found = {}});
    return true;
  }
  void give_all(Worker& worker, std::list<Piece>::iterator piece) {
    while (give(worker, piece)) {
    }
    // The search has nothing left to explore.
    const std::size_t found = worker.found().size();
    SearchEnd end = SearchEnd::Paused;
    while (end == SearchEnd::Paused) end = worker.run_for(16);
    is_good &= end == SearchEnd::Done && worker.found().size() == found;
  }

  const Program& program_;
  const Explorer& explorer_;
  Random& random_;
  std::list<Piece> pieces_;
};

// Returns the program without conditions, which would distinguish symmetric threads.
Program bare_program(const std::string& source) {
  Program program = testing::program_from(source);
  program.conditions.clear();
  if (!passes::find_symmetric_threads(program).empty()) program.observables.clear();
  return program;
}

struct Totals {
  std::size_t compared = 0;
  std::size_t items = 0;
  std::size_t executions = 0;
};

void compare_pieces(const std::string& source, const Program& program, const Explorer& explorer,
                    Random& random, Totals& totals) {
  Worker whole(program, explorer);
  whole.search().begin();
  while (whole.run_for(16) == SearchEnd::Paused && !whole.control().has_stopped()) {
  }
  if (whole.control().has_stopped()) return;
  PiecewiseRun pieces(program, explorer, random);
  const auto found = pieces.run();
  ++totals.compared;
  totals.items += pieces.items.size();
  totals.executions += found.size();
  if (pieces.is_good && found == whole.found()) return;
  CAPTURE(source);
  CAPTURE(explorer.name);
  CAPTURE(explorer.model->name());
  CAPTURE(found.size());
  CAPTURE(whole.found().size());
  CHECK(pieces.is_good);
  CHECK(found == whole.found());
}

Totals compare_pieces(std::uint64_t first_seed, std::uint64_t count,
                      const GeneratorOptions& options) {
  Totals totals;
  for (std::uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
    const std::string source = to_source(generate(seed, options));
    const Program program = bare_program(source);
    Random random(seed);
    for (const Explorer& explorer : explorers_of(program)) {
      compare_pieces(source, program, explorer, random, totals);
    }
  }
  return totals;
}

Bytes damaged(Bytes item, Random& random) {
  const std::size_t times = 1 + random.below(3);
  for (std::size_t i = 0; i < times && !item.empty(); ++i) {
    char& byte = item[random.below(item.size())];
    if (random.chance(20)) {
      item.resize(random.below(item.size()));
    } else if (random.chance(50)) {
      byte = static_cast<char>(random.below(24));
    } else {
      byte = static_cast<char>(byte ^ (1 << random.below(8)));
    }
  }
  return item;
}

// Returns the number of damaged items that were accepted.
std::size_t explore_damaged(const Program& program, const Explorer& explorer, Random& random) {
  PiecewiseRun pieces(program, explorer, random);
  pieces.run();
  std::size_t accepted = 0;
  for (std::size_t i = 0; i < 20 && !pieces.items.empty(); ++i) {
    Worker worker(program, explorer);
    if (!worker.search().load(damaged(random.pick(pieces.items), random))) {
      CHECK(worker.search().run() == SearchEnd::Done);
      continue;
    }
    ++accepted;
    for (int pauses = 0; pauses < 200; ++pauses) {
      if (worker.control().has_stopped() || worker.run_for(16) == SearchEnd::Done) break;
      if (random.chance(10)) static_cast<void>(worker.search().split());
    }
  }
  return accepted;
}

}  // namespace

TEST_CASE("an exploration in pieces finds the same executions in the same order") {
  const Totals totals = compare_pieces(1, 60, {});
  CHECK(totals.compared > 300);
  CHECK(totals.items > 1000);
}

TEST_CASE("an exploration in pieces: threads with the same code, waiting") {
  for (const char* profile : {"symmetry", "locks", "awaits"}) {
    CHECK(compare_pieces(1, 15, *profile_options(profile)).compared > 30);
  }
}

TEST_CASE("an exploration in pieces: values that are chosen") {
  CHECK(compare_pieces(1, 25, *profile_options("choices")).compared > 30);
}

TEST_CASE("an exploration in pieces: which thread goes on depends on the graph alone") {
  // Awaits on cells with only the initial value. A read determines which cell: a graph that is
  // loaded again has no room for the other cells.
  const char* const sources[] = {
      "shared a[2], x; thread t { i := x; await(a[i & 1] == 0); y := x; }"
      "thread u { x := 1; j := x; await(a[j & 1] == 0); x := 2; } thread v { x := 3; }",
      "shared a[3] = {0, 1, 0}, x; thread t { i := x; await(a[i] == 1); }"
      "thread u { x := 1; } thread v { x := 2; k := x; await(a[k & 1] == 0); a[2] := 1; }"};
  for (const char* source : sources) {
    const Program program = bare_program(source);
    Totals totals;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Random random(seed);
      for (const Explorer& explorer : explorers_of(program)) {
        compare_pieces(source, program, explorer, random, totals);
      }
    }
    CHECK(totals.compared > 100);
  }
}

TEST_CASE("an exploration in pieces: threads that are spawned and joined") {
  // A thread at a join has a next step that is not enabled until the joined thread has finished.
  CHECK(compare_pieces(1, 25, *profile_options("spawns")).compared > 60);
}

TEST_CASE("an exploration in pieces: a read with more values than anything else") {
  // An item of rvf stores only how many values are left.
  std::string source = "shared x; thread t { r := x; } thread w {";
  for (int value = 1; value <= 40; ++value) source += " x := " + std::to_string(value) + ";";
  source += " }";
  const Program program = bare_program(source);
  Totals totals;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    for (const Explorer& explorer : explorers_of(program)) {
      if (explorer.name != "rvf") continue;
      compare_pieces(source, program, explorer, random, totals);
    }
  }
  CHECK(totals.compared == 20);
  CHECK(totals.executions == 20 * 41);
}

TEST_CASE("a damaged item is refused or explored") {
  std::size_t accepted = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Program program = bare_program(to_source(generate(seed)));
    Random random(seed);
    for (const Explorer& explorer : explorers_of(program)) {
      accepted += explore_damaged(program, explorer, random);
    }
  }
  CHECK(accepted > 100);
}

}  // namespace drover::oracle::search_test
