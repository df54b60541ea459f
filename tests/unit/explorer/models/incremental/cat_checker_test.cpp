#include "explorer/models/incremental/cat_checker.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/random_model.h"
#include "tests/unit/explorer/models/incremental/cat_text.h"
#include "tests/unit/explorer/models/incremental/steps.h"

// Models that are compiled from their texts, beside their axioms.
namespace drover::incremental::cat_checker_test {

using testing::model_from;
using testing::X;
using testing::Y;
using Checker = CatChecker<1>;
using Steps = testing::Steps<Checker>;

namespace {

std::shared_ptr<Checker::Shared> shared_of(const CatModel& model,
                                           Extensions extensions = Extensions::Unknown) {
  std::optional<cat::CompiledModel> compiled = cat::compile(*model.code(), model.proofs().implied);
  REQUIRE(compiled.has_value());
  return std::make_shared<Checker::Shared>(*std::move(compiled), extensions);
}

std::unique_ptr<CatModel> builtin(const std::string& name) {
  return model_from(std::string(find_model(name)->text()));
}

const std::string Base =
    "include \"cos.cat\"\nacyclic po | sync | rf\nirreflexive (po | sync); (rf | co | fr)+\n"
    "empty rmw & (fr; co)\n";

// By slot; the initial writes of x and y come first.
std::array<EventId, 64> ids_of(const Steps& s) {
  std::array<EventId, 64> ids;
  std::size_t next = 2;
  for (std::size_t t = 0; t < s.graph.thread_count(); ++t) {
    for (const Slot slot : s.graph.thread(t).events) ids[slot] = EventId(next++);
  }
  return ids;
}

// Adds, takes back and deletes events as explorers do, and compares each step.
class Walk {
 public:
  Walk(const MemoryModel& model, std::shared_ptr<Checker::Shared> shared, std::uint32_t seed)
      : model_(model), shared_(std::move(shared)), random_(seed), s_(make()) {}

  void run(std::size_t steps) {
    for (std::size_t i = 0; i < steps; ++i) {
      if (s_->graph.size() >= 9 || (s_->graph.size() > 3 && below(6) == 0)) {
        if (below(2) == 0) {
          take_back();
        } else {
          cut();
        }
      } else {
        add();
      }
    }
  }
  std::size_t allowed = 0;
  std::size_t forbidden = 0;
  std::size_t below_lowest = 0;

 private:
  std::unique_ptr<Steps> make() const { return std::make_unique<Steps>(model_, 3, shared_); }
  std::size_t below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }
  Mode mode() {
    constexpr std::array Modes{Mode::Rlx, Mode::Rlx, Mode::Acq,    Mode::Rel,
                               Mode::Sc,  Mode::Na,  Mode::AcqRel, Mode::Plain};
    return Modes[below(Modes.size())];
  }
  [[nodiscard]] const std::vector<Slot>& order(LocationId location) const {
    return s_->graph.location(location).coherence;
  }
  [[nodiscard]] bool is_consistent() const { return model_.is_consistent(s_->execution_graph()); }
  // Whether nothing may come between a write and the next one: that is of a read-modify-write.
  [[nodiscard]] bool is_taken(LocationId location, std::size_t rank) const {
    return rank < order(location).size() && s_->graph[order(location)[rank]].is_exclusive_write;
  }

  void add() {
    const std::size_t thread = below(3);
    const LocationId location = below(3) == 0 ? Y : X;
    switch (below(7)) {
      case 0: s_->fence(thread, mode()); return;
      case 1:
      case 2:
      case 3: add_read(thread, location); return;
      case 4:
      case 5: add_write(thread, location); return;
      default: add_update(thread, location); return;
    }
  }
  // Tries all writes, those that need not be tried as well, and keeps one.
  void add_read(std::size_t thread, LocationId location) {
    const Slot read = below(6) == 0 ? s_->new_failed_read(thread, location, mode())
                                    : s_->new_read(thread, location, mode());
    const std::size_t lowest = s_->lowest_rank(read);
    std::vector<std::size_t> ranks;
    for (std::size_t rank = 0; rank <= order(location).size(); ++rank) {
      if (rank < lowest) {
        s_->set_writer(read, s_->graph.at_rank(location, rank));
        CHECK_FALSE(is_consistent());
        ++below_lowest;
      } else if (s_->may_read(read, s_->graph.at_rank(location, rank))) {
        ranks.push_back(rank);
      }
      s_->graph.clear_reads_from(read);
    }
    count(ranks.size(), order(location).size() + 1);
    if (ranks.empty()) {
      s_->graph.remove(read);
    } else {
      CHECK(s_->may_read(read, s_->graph.at_rank(location, ranks[below(ranks.size())])));
      check_happens_before(read);
    }
  }
  void add_write(std::size_t thread, LocationId location) {
    const Slot write = s_->new_write(thread, location, mode());
    const std::size_t lowest = s_->lowest_rank(write);
    const std::size_t places = order(location).size() + 1;
    std::vector<std::size_t> ranks;
    for (std::size_t rank = 0; rank < places; ++rank) {
      if (is_taken(location, rank)) continue;
      if (rank < lowest) {
        s_->graph.place(write, rank);
        CHECK_FALSE(is_consistent());
        ++below_lowest;
      } else if (s_->may_stand(write, rank)) {
        ranks.push_back(rank);
      }
      s_->graph.unplace(write);
    }
    count(ranks.size(), places);
    if (ranks.empty()) {
      s_->graph.remove(write);
    } else {
      CHECK(s_->may_stand(write, ranks[below(ranks.size())]));
      check_happens_before(write);
    }
  }
  void add_update(std::size_t thread, LocationId location) {
    const Mode chosen = mode();
    const Slot read = s_->new_exclusive_read(thread, location, chosen);
    const std::size_t lowest = s_->lowest_rank(read);
    const std::size_t size = order(location).size();
    const std::size_t rank = lowest + below(size + 1 - lowest);
    const bool may_read =
        !is_taken(location, rank) && s_->may_read(read, s_->graph.at_rank(location, rank));
    if (!may_read) {
      s_->graph.clear_reads_from(read);
      s_->graph.remove(read);
      return;
    }
    const Slot write = s_->new_exclusive_write(thread, location, chosen);
    if (s_->may_stand(write, rank)) {
      ++allowed;
      return;
    }
    ++forbidden;
    s_->graph.unplace(write);
    s_->graph.remove(write);
    s_->graph.clear_reads_from(read);
    s_->graph.remove(read);
  }
  void count(std::size_t consistent, std::size_t tried) {
    allowed += consistent;
    forbidden += tried - consistent;
  }
  // An event that the checker calls earlier is earlier.
  void check_happens_before(Slot event) {
    const Relation hb = model_.happens_before(s_->execution_graph());
    const std::array<EventId, 64> ids = ids_of(*s_);
    s_->checker.happens_before(s_->graph, event).for_each([&](std::size_t earlier) {
      CHECK(hb.contains(ids[earlier], ids[event]));
    });
  }

  // The last events that were added.
  void take_back() {
    for (std::size_t left = 1 + below(3); left > 0 && s_->graph.size() > 0; --left) {
      Slot last = NoEvent;
      s_->graph.events().for_each([&](std::size_t slot) {
        const auto event = static_cast<Slot>(slot);
        if (last == NoEvent || s_->graph.inserted_before(last, event)) last = event;
      });
      const bool is_half = s_->graph[last].is_exclusive_write;
      if (s_->graph[last].kind == LabelKind::Write) s_->graph.unplace(last);
      if (s_->graph[last].kind == LabelKind::Read) s_->graph.clear_reads_from(last);
      s_->graph.remove(last);
      if (is_half) ++left;
    }
  }
  // An event and all that depends on it, as a revisit does.
  void cut() {
    std::vector<Slot> events;
    s_->graph.events().for_each([&](std::size_t slot) {
      const auto event = static_cast<Slot>(slot);
      if (!s_->graph[event].is_exclusive_write) events.push_back(event);
    });
    const Slot first = events[below(events.size())];
    EventBits<1> deleted;
    s_->graph.events().for_each([&](std::size_t slot) {
      const auto& event = s_->graph[static_cast<Slot>(slot)];
      if (slot == first || event.porf.contains(first)) deleted.insert(slot);
    });
    auto copy = std::make_unique<Steps>(*s_);
    copy->checker = Checker(shared_);
    copy->graph.copy_without(s_->graph, deleted);
    copy->checker.copy_without(s_->checker, copy->graph.events(), deleted);
    s_ = std::move(copy);
  }

  const MemoryModel& model_;
  std::shared_ptr<Checker::Shared> shared_;
  std::mt19937 random_;
  std::unique_ptr<Steps> s_;
};

}  // namespace

TEST_CASE("cat checker: built-in models, step by step, with events taken back and deleted") {
  for (const std::string name : {"sc", "tso", "pso", "sra", "ra", "rc11", "rc20"}) {
    CAPTURE(name);
    const auto model = builtin(name);
    const auto shared = shared_of(*model);
    std::size_t allowed = 0;
    std::size_t forbidden = 0;
    std::size_t below_lowest = 0;
    for (std::uint32_t seed = 1; seed <= 25; ++seed) {
      CAPTURE(seed);
      Walk walk(*model, shared, seed);
      walk.run(40);
      allowed += walk.allowed;
      forbidden += walk.forbidden;
      below_lowest += walk.below_lowest;
    }
    CHECK(allowed > 500);
    CHECK(forbidden > 200);
    CHECK((below_lowest > 100 || name == "sc"));
  }
}

TEST_CASE("cat checker: random axioms, step by step") {
  std::size_t compiled = 0;
  std::size_t allowed = 0;
  std::size_t forbidden = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const std::string text = Base + testing::RandomModel(seed).checks();
    CAPTURE(text);
    const auto model = model_from(text);
    if (!cat::compile(*model->code(), model->proofs().implied).has_value()) continue;
    ++compiled;
    Walk walk(*model, shared_of(*model), static_cast<std::uint32_t>(seed));
    walk.run(40);
    allowed += walk.allowed;
    forbidden += walk.forbidden;
  }
  CHECK(compiled > 30);
  CHECK(allowed > 300);
  CHECK(forbidden > 300);
}

// Each with operations that the models above do not have.
TEST_CASE("cat checker: constructs of other models, step by step") {
  for (const std::string axioms :
       {"acyclic [R]; po | po; [W] | sync | rfe | co | fr\n",
        "let hb = (po | sync | rf)+\nacyclic (hb \\ (W * R)) | fr; co? | coe\n",
        "acyclic [SC]; (po | sync | rf | co | fr)+; [SC] \\ id\nirreflexive po; fr; [REL]; po^-1\n",
        "empty (po; fr^-1) & (SC * SC) & ext\n", "irreflexive co & ~int; po & ~loc; fr\n",
        "acyclic (po & (W * W)) | co & ext | fr & (~SC * ~SC)\n",
        "empty [RMW & W]; po & loc; [R]; fr; [REL]\n", "irreflexive (po; fr)? ; co; po \n",
        // A closure of what later events change, and how far it reaches.
        "irreflexive (po | co | fr)+; [REL]; po; [SC]\n",
        // A closure whose column has the event itself.
        "irreflexive [SC]; (po? | rf)+; [ACQ]; fr\n"}) {
    CAPTURE(axioms);
    const auto model = model_from(Base + axioms);
    const auto shared = shared_of(*model);
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
      CAPTURE(seed);
      Walk(*model, shared, seed).run(40);
    }
  }
}

TEST_CASE("cat checker: store buffering, by the last read of it") {
  for (const bool has_fence : {false, true}) {
    const auto tso = builtin("tso");
    Steps s(*tso, 2, shared_of(*tso));
    s.write(0, X);
    s.write(1, Y);
    if (has_fence) {
      s.fence(0, Mode::Sc);
      s.fence(1, Mode::Sc);
    }
    s.read(0, Y, InitialWrite);
    const Slot last = s.new_read(1, X);
    CHECK(s.lowest_rank(last) == 0);
    CHECK(s.may_read(last, InitialWrite) == !has_fence);
  }
}

TEST_CASE("cat checker: an event in a reused slot has nothing of the deleted event") {
  const auto sc = builtin("sc");
  Steps s(*sc, 2, shared_of(*sc));
  const Slot write = s.write(0, X);
  // Something that has seen the write, and is gone.
  const Slot gone = s.read(0, X, write);
  s.graph.clear_reads_from(gone);
  s.graph.remove(gone);
  const Slot read = s.new_read(1, X);
  REQUIRE(read == gone);
  CHECK(s.lowest_rank(read) == 0);
  CHECK(s.may_read(read, InitialWrite));
  CHECK(s.checker.happens_before(s.graph, read).is_empty());
}

TEST_CASE("cat checker: what a read has seen follows what it reads from, each time anew") {
  const auto ra = builtin("ra");
  Steps s(*ra, 2, shared_of(*ra));
  const Slot data = s.write(0, X);
  const Slot flag = s.write(0, Y);
  const Slot read = s.new_read(1, Y);
  REQUIRE(s.may_read(read, flag));
  CHECK(s.checker.happens_before(s.graph, read).contains(data));
  s.graph.clear_reads_from(read);
  REQUIRE(s.may_read(read, InitialWrite));
  CHECK(s.checker.happens_before(s.graph, read).is_empty());
  const Slot stale = s.new_read(1, X);
  CHECK(s.lowest_rank(stale) == 0);
  CHECK(s.may_read(stale, InitialWrite));
}

TEST_CASE("cat checker: a copy has the columns of what is kept") {
  const auto ra = builtin("ra");
  const auto shared = shared_of(*ra);
  Steps s(*ra, 3, shared);
  const Slot data = s.write(0, X);
  const Slot flag = s.write(0, Y);
  const Slot read = s.read(1, Y, flag);
  EventBits<1> deleted;
  deleted.insert(s.write(2, X));
  Steps copy = s;
  copy.checker = Checker(shared);
  copy.graph.copy_without(s.graph, deleted);
  copy.checker.copy_without(s.checker, copy.graph.events(), deleted);
  CHECK(copy.checker.happens_before(copy.graph, read).contains(data));
  const Slot next = copy.new_read(1, X);
  CHECK(copy.lowest_rank(next) == 1);
  CHECK_FALSE(copy.may_read(next, InitialWrite));
}

TEST_CASE("cat checker: while a read is open, only axioms that fail for good are checked") {
  // A read right behind a write of its thread reads from it: not so while it reads from nothing.
  const auto model =
      model_from(Base + "empty (po & loc & (W * R)) \\ rf\nempty [NA \\ IW]; co; [NA]\n");
  Steps s(*model, 2, shared_of(*model));
  const Slot own = s.write(0, X, Mode::Na);
  const Slot read = s.new_read(0, X);
  const Slot write = s.new_write(1, X);
  s.graph.place(write, 0);
  CHECK(s.checker.on_place(s.graph, write));
  CHECK_FALSE(model->is_consistent(s.execution_graph()));
  // A violation that no writer can mend is seen.
  const Slot second = s.new_write(1, X, Mode::Na);
  s.graph.place(second, 2);
  CHECK_FALSE(s.checker.on_place(s.graph, second));
  s.graph.unplace(second);
  s.graph.remove(second);
  CHECK(s.may_read(read, own));
}

TEST_CASE("cat checker: a read whose source is cleared has seen nothing of it") {
  // A read of an SC write is not of a location with a release write.
  const auto model = model_from(Base + "empty [SC \\ IW]; rf; loc; [REL \\ IW]\n");
  Steps s(*model, 3, shared_of(*model));
  const Slot first = s.write(0, X, Mode::Sc);
  const Slot read = s.read(1, X, first);
  s.graph.clear_reads_from(read);
  const Slot second = s.new_write(2, X, Mode::Rel);
  s.graph.place(second, 1);
  CHECK(s.checker.on_place(s.graph, second));
  CHECK_FALSE(s.may_read(read, first));
  s.graph.clear_reads_from(read);
  CHECK(s.may_read(read, second));
}

TEST_CASE("cat checker: maximal additions are not checked for an extensible model") {
  // It is not extensible: so the answer shows whether it is asked.
  const auto strict = model_from(Base + "empty fr & (RLX * RLX)\n");
  const auto on_place = [&](Extensions extensions, std::size_t rank) {
    testing::GrowingGraph g(2);
    Checker checker(shared_of(*strict, extensions));
    const Slot read = g.open_read(0, X, Mode::Rlx);
    g.set_writer(read, InitialWrite);
    checker.on_add(g.graph, read);
    const Slot first = g.open_write(1, X, Mode::Sc);
    g.graph.place(first, 0);
    checker.on_add(g.graph, first);
    const Slot second = g.open_write(1, X, Mode::Rlx);
    checker.on_add(g.graph, second);
    g.graph.place(second, rank);
    return checker.on_place(g.graph, second);
  };
  CHECK_FALSE(on_place(Extensions::Unknown, 1));
  CHECK(on_place(Extensions::AlwaysConsistent, 1));
  CHECK_FALSE(on_place(Extensions::AlwaysConsistent, 0));
}

TEST_CASE("cat checker: raises the flags that the evaluator raises") {
  const auto model = model_from(Base +
                                "let hb = (po | sync | rf)+\n"
                                "flag ~empty (((W * W) | (R * W)) & loc & ext \\ hb \\ hb^-1) & "
                                "(NA * NA) as race\nflag ~empty fr; [SC] as overwritten\n");
  REQUIRE(model->has_flags());
  const auto shared = shared_of(*model);
  std::size_t raised = 0;
  for (const Mode first : {Mode::Na, Mode::Rlx}) {
    for (const Mode second : {Mode::Na, Mode::Sc, Mode::Rlx}) {
      for (const bool reads : {false, true}) {
        Steps s(*model, 2, shared);
        if (reads) {
          s.read(0, X, InitialWrite, first);
        } else {
          s.write(0, X, first);
        }
        s.write(1, X, second);
        const bool has_flag = !model->raised_flags(s.execution_graph()).empty();
        CHECK(s.checker.may_raise_flags(s.graph) == has_flag);
        raised += has_flag ? 1 : 0;
      }
    }
  }
  CHECK(raised > 0);
}

TEST_CASE("cat checker: a model without flags raises none") {
  const auto sc = builtin("sc");
  Steps s(*sc, 1, shared_of(*sc));
  s.write(0, X);
  CHECK_FALSE(s.checker.may_raise_flags(s.graph));
}

}  // namespace drover::incremental::cat_checker_test
