#include "explorer/models/incremental/base_sets.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/unit/explorer/models/incremental/cat_text.h"
#include "tests/unit/explorer/models/incremental/steps.h"

namespace drover::incremental::base_sets_test {

using cat::Base;
using testing::Expression;
using testing::GrowingGraph;
using testing::X;

namespace {

bool is_in_base(const WorkingEvent<1>& event, Base base) {
  return is_among(base, sets_of(class_of(event)));
}

constexpr std::array Modes{Mode::Plain, Mode::Na, Mode::Rlx,   Mode::Acq,
                           Mode::Rel,   Mode::Sc, Mode::AcqRel};

// One event of each kind that a graph of accesses and fences has, in each mode, each in a graph of
// its own: it is in slot 0, or in slot 1 if it is the write of a read-modify-write.
std::vector<GrowingGraph> graphs_of_one() {
  std::vector<GrowingGraph> graphs;
  for (const Mode mode : Modes) {
    const auto add = [&](const auto& make) {
      graphs.emplace_back(std::size_t{1});
      make(graphs.back());
    };
    add([&](GrowingGraph& g) { g.add_fence(0, mode); });
    add([&](GrowingGraph& g) { g.set_writer(g.open_read(0, X, mode), InitialWrite); });
    add([&](GrowingGraph& g) { g.place_last(g.open_write(0, X, mode)); });
    add([&](GrowingGraph& g) { g.set_writer(g.open_failed_read(0, X, mode), InitialWrite); });
    add([&](GrowingGraph& g) {
      g.set_writer(g.open_exclusive_read(0, X, mode), InitialWrite);
      g.place_last(g.open_exclusive_write(0, X, mode));
    });
  }
  return graphs;
}

WorkingEvent<1> event_of(LabelKind kind, Mode mode = Mode::Plain) {
  WorkingEvent<1> event;
  event.kind = kind;
  event.mode = mode;
  return event;
}

bool is_in(const std::string& set, const WorkingEvent<1>& event, const TagSet& tags = {}) {
  const Expression expression(set);
  return is_in_set(*expression.code, expression.node, class_of(event), tags);
}

}  // namespace

TEST_CASE("base sets: agree with the evaluator's") {
  const std::vector<GrowingGraph> graphs = graphs_of_one();
  for (const std::string set :
       {"_",         "W",       "R",       "F",         "RMW",     "FAILED",   "NA",
        "RLX",       "ACQ",     "REL",     "ACQ_REL",   "SC",      "PLAIN",    "M",
        "R | F",     "W & REL", "M \\ R",  "~(R | W)",  "~NA & M", "R \\ RMW", "W \\ ~SC",
        "RMW & RLX", "RMW & W", "RMW & R", "FAILED | F"}) {
    CAPTURE(set);
    const auto model = testing::model_from("include \"cos.cat\"\nempty (" + set + ") \\ IW\n");
    const Expression expression(set);
    std::size_t members = 0;
    for (const GrowingGraph& g : graphs) {
      bool has_member = false;
      g.graph.events().for_each([&](std::size_t slot) {
        has_member |= is_in_set(*expression.code, expression.node,
                                class_of(g.graph[static_cast<Slot>(slot)]), TagSet());
      });
      members += has_member ? 1 : 0;
      CHECK(has_member != model->is_consistent(g.execution_graph()));
    }
    CHECK(members > 0);
  }
}

TEST_CASE("base sets: a mode is that of accesses and fences alone") {
  for (const LabelKind kind : {LabelKind::Alloc, LabelKind::Free, LabelKind::Call, LabelKind::Spawn,
                               LabelKind::Join, LabelKind::Choose}) {
    for (const Base base : {Base::Sc, Base::Plain, Base::Na, Base::Rlx, Base::Writes, Base::Reads,
                            Base::Fences, Base::Rmw, Base::Failed}) {
      for (const Mode mode : Modes) CHECK_FALSE(is_in_base(event_of(kind, mode), base));
    }
    CHECK(is_in_base(event_of(kind), Base::All));
  }
}

TEST_CASE("base sets: events that are not accesses are in the set of their kind, and no other") {
  const std::vector<std::pair<LabelKind, Base>> kinds{{LabelKind::Alloc, Base::Allocations},
                                                      {LabelKind::Free, Base::Frees},
                                                      {LabelKind::Call, Base::Calls},
                                                      {LabelKind::Spawn, Base::Spawns},
                                                      {LabelKind::Join, Base::Joins}};
  for (const auto& [kind, own] : kinds) {
    for (const auto& [other, base] : kinds) {
      CHECK(is_in_base(event_of(kind), base) == (kind == other));
    }
    CHECK_FALSE(is_in_base(event_of(LabelKind::Read), own));
  }
}

TEST_CASE("base sets: an access without a mode is SC and plain, one with `sc` is SC alone") {
  const auto plain = event_of(LabelKind::Write, Mode::Plain);
  const auto sc = event_of(LabelKind::Write, Mode::Sc);
  CHECK(is_in_base(plain, Base::Sc));
  CHECK(is_in_base(plain, Base::Plain));
  CHECK(is_in_base(sc, Base::Sc));
  CHECK_FALSE(is_in_base(sc, Base::Plain));
}

TEST_CASE("base sets: sets that depend on more than the event have none here") {
  for (const Base base : {Base::InitialWrites, Base::FinalWrites, Base::NonAtomicLocation}) {
    CHECK_FALSE(is_in_base(event_of(LabelKind::Write), base));
  }
}

TEST_CASE("base sets: tags are those of the label") {
  TagSet tags;
  tags.insert(Tag::Acquire);
  CHECK(has_tag(tags, cat::base_of(Tag::Acquire)));
  CHECK_FALSE(has_tag(tags, cat::base_of(Tag::Release)));
  CHECK_FALSE(has_tag(TagSet(), cat::base_of(Tag::Acquire)));
  CHECK_FALSE(has_tag(tags, Base::Acq));
  // The event itself has none.
  CHECK_FALSE(is_in_base(event_of(LabelKind::Read), base_of(Tag::Acquire)));
  tags.insert(Tag::Exclusive);
  CHECK(has_tag(tags, cat::base_of(Tag::Acquire)));
  CHECK(has_tag(tags, cat::base_of(Tag::Exclusive)));
}

TEST_CASE("base sets: tags and other sets together") {
  TagSet tags;
  tags.insert(Tag::Acquire);
  const auto read = event_of(LabelKind::Read, Mode::Rlx);
  const auto write = event_of(LabelKind::Write, Mode::Rlx);
  CHECK(is_in("Acquire & R", read, tags));
  CHECK_FALSE(is_in("Acquire & R", write, tags));
  CHECK_FALSE(is_in("Acquire & R", read));
  CHECK(is_in("Acquire | W", write));
  CHECK(is_in("R \\ Acquire", read));
  CHECK_FALSE(is_in("R \\ Acquire", read, tags));
  CHECK(is_in("~Acquire", read));
  CHECK_FALSE(is_in("~Acquire", read, tags));
}

}  // namespace drover::incremental::base_sets_test
