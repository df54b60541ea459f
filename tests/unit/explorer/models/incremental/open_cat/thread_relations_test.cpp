#include <array>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/cat/evaluator.h"
#include "explorer/models/incremental/open_cat_checker.h"
#include "tests/unit/explorer/models/incremental/cat_text.h"
#include "tests/unit/explorer/models/incremental/open_cat/open_steps.h"

// What is kept of threads, and what follows from pairs, beside the same sets and relations
// evaluated on the whole graph.
namespace drover::incremental::thread_relations_test {

using testing::OpenSteps;

namespace {

using Bits = EventBits<1>;

// Several sets and relations in one code.
std::shared_ptr<const cat::Code> code_of(const std::vector<std::string>& texts) {
  std::string text = "include \"cos.cat\"\n";
  for (std::size_t i = 0; i < texts.size(); ++i) {
    text += "let it" + std::to_string(i) + " = " + texts[i] + "\n";
  }
  return testing::code_from(text + "empty 0\n");
}

class Probe : public OpenCatChecker<1> {
 public:
  Probe(std::shared_ptr<const cat::Code> code, std::size_t count, const ProgramAutomata& automata)
      : OpenCatChecker<1>(*code, automata), owned_(std::move(code)) {
    for (std::size_t i = 0; i < count; ++i) {
      roots.push_back(owned_->names.at("it" + std::to_string(i)));
    }
    const std::vector<cat::NodeIndex> nodes = cat::reachable_nodes(*owned_, roots);
    for (const cat::NodeIndex each : nodes) {
      if (kinds_[each] == Kind::Kept) {
        add_kept(each);
      } else if (kinds_[each] != Kind::OfPair) {
        allocate(each);
      }
    }
    for (const cat::NodeIndex each : nodes) {
      // What a relation of a pair is made of is looked at, too.
      if (kinds_[each] == Kind::Kept) asked_for_.push_back(each);
    }
  }

  bool ask(const WorkingGraph<1>& graph, const Bits& open = {}) { return take_events(graph, open); }
  [[nodiscard]] Bits row(cat::NodeIndex index, std::size_t event) const {
    const Bits row =
        kinds_[index] == Kind::OfPair ? computed_row(index, event) : rows_of(index)[event];
    return row & present_;
  }
  [[nodiscard]] bool has(cat::NodeIndex set, std::size_t event) const {
    return rows_of(set)[0].contains(event);
  }
  [[nodiscard]] bool is_set_node(cat::NodeIndex index) const { return is_set(node(index)); }
  [[nodiscard]] bool is_kept(cat::NodeIndex index) const { return kinds_[index] != Kind::Whole; }
  [[nodiscard]] bool is_of_thread(cat::NodeIndex index) const {
    return kinds_[index] == Kind::Kept;
  }
  [[nodiscard]] bool is_filled(cat::NodeIndex index, std::size_t event) const {
    return filled_[index].contains(event);
  }
  [[nodiscard]] const Bits& present() const { return present_; }
  [[nodiscard]] Bits own(std::size_t thread) const { return own_[thread]; }
  [[nodiscard]] std::size_t history_count() const { return histories_.size(); }

  std::vector<cat::NodeIndex> roots;

 private:
  std::shared_ptr<const cat::Code> owned_;
};

const std::vector<std::string> Texts{"po",
                                     "addr",
                                     "data",
                                     "ctrl",
                                     "rmw",
                                     "amo",
                                     "[R]; po; [W]",
                                     "po & loc",
                                     "po \\ loc",
                                     "po; [F]; po",
                                     "(addr | data | rmw)+",
                                     "(data | po & loc)?",
                                     "po & ~(W * R)",
                                     "[W & REL]",
                                     "po \\ (po; po)",
                                     "loc",
                                     "int",
                                     "ext",
                                     "R * W",
                                     "loc & ext \\ (IW * _)",
                                     "~loc",
                                     "[R]; loc; [W]",
                                     "R",
                                     "IW",
                                     "RMW",
                                     "~RMW & M",
                                     "range(po; [F])",
                                     "FAILED",
                                     "W & REL | R & ACQ",
                                     "NA",
                                     "_ \\ F"};

// Every row of every relation, and every member of every set.
void compare(const Probe& probe, const OpenSteps& steps, const cat::Code& code) {
  std::array<EventId, 64> ids;
  const ExecutionGraph graph = steps.execution_graph(ids);
  cat::Evaluator evaluator(code);
  evaluator.set_events(graph);
  for (std::size_t i = 0; i < probe.roots.size(); ++i) {
    CAPTURE(Texts[i]);
    const cat::NodeIndex root = probe.roots[i];
    REQUIRE(probe.is_kept(root));
    probe.present().for_each([&](std::size_t event) {
      if (probe.is_set_node(root)) {
        CHECK(probe.has(root, event) == evaluator.set(root).contains(ids[event]));
        return;
      }
      const Relation relation = evaluator.relation(root);
      const Bits row = probe.row(root, event);
      probe.present().for_each([&](std::size_t from) {
        CHECK(row.contains(from) == relation.contains(ids[from], ids[event]));
      });
      if (probe.is_of_thread(root)) CHECK(probe.is_filled(root, event) == !row.is_empty());
    });
  }
}

}  // namespace

TEST_CASE("thread relations: agree with the evaluator after each step, also after steps back") {
  for (const std::string& text : testing::open_programs()) {
    CAPTURE(text);
    OpenSteps steps(text);
    const auto code = code_of(Texts);
    // One for all graphs: what it keeps must be of the graph that it is asked about.
    Probe probe(code, Texts.size(), steps.automata);
    std::mt19937 random(7);
    std::vector<OpenSteps::Open> snapshots{steps.open};
    for (std::size_t i = 0; i < 120; ++i) {
      if (random() % 5 == 0 || !steps.take_random_step(random)) {
        steps.open = snapshots[random() % snapshots.size()];
      } else {
        snapshots.push_back(steps.open);
      }
      if (random() % 4 == 0) continue;  // not told of every graph
      CAPTURE(i);
      REQUIRE(probe.ask(steps.graph()));
      compare(probe, steps, *code);
    }
  }
}

TEST_CASE("thread relations: a read that fails, then one that does not, in the same slot") {
  OpenSteps steps("shared x; thread a { x@rlx := 1; } thread b { r := cas@rlx(x, 1, 2); }");
  const auto code = code_of(Texts);
  Probe probe(code, Texts.size(), steps.automata);
  const Slot write = steps.add_write(0);
  const auto before = steps.open;
  for (const Slot from : {InitialWrite, write, InitialWrite}) {
    steps.open = before;
    const Slot read = steps.add_read(1, from);
    REQUIRE(probe.ask(steps.graph()));
    compare(probe, steps, *code);
    if (from == InitialWrite) continue;
    CHECK(steps.graph()[read].is_exclusive_read);
    steps.add_write(1);
    REQUIRE(probe.ask(steps.graph()));
    compare(probe, steps, *code);
  }
}

TEST_CASE("thread relations: a compare-and-swap that fails has the tags of failing") {
  Program program = testing::program_from(
      "shared x; thread a { x@rlx := 1; } thread b { r := cas@rlx(x, 1, 2); }");
  for (Instruction& each : program.threads[1].code) {
    auto* const cas = std::get_if<CompareAndSwap>(&each.body);
    if (cas == nullptr) continue;
    cas->read_tags = TagSet::of(Tag::Acquire);
    cas->write_tags = TagSet::of(Tag::Release);
    cas->failure_tags = TagSet::of(Tag::Exclusive);
  }
  OpenSteps steps(std::move(program));
  const std::vector<std::string> sets{"Acquire", "Release", "X", "R & Acquire", "~X & M"};
  const auto code = code_of(sets);
  Probe probe(code, sets.size(), steps.automata);
  const auto has = [&](std::size_t set, Slot event) { return probe.has(probe.roots[set], event); };
  const Slot write = steps.add_write(0);
  const auto before = steps.open;
  for (const Slot from : {InitialWrite, write, InitialWrite}) {
    steps.open = before;
    const Slot read = steps.add_read(1, from);
    REQUIRE(probe.ask(steps.graph()));
    CHECK(has(0, read) == (from == write));
    CHECK(has(2, read) == (from != write));
    CHECK(has(3, read) == (from == write));
    CHECK(has(4, read) == (from == write));
    CHECK_FALSE(has(1, read));
    CHECK_FALSE(has(0, write));
    if (from == InitialWrite) continue;
    const Slot last = steps.add_write(1);
    REQUIRE(probe.ask(steps.graph()));
    CHECK(has(1, last));
    CHECK_FALSE(has(0, last));
  }
}

TEST_CASE("thread relations: an open event without a later event is left out") {
  OpenSteps steps("shared x, y; thread a { r := x@rlx; y@rlx := 1; s := y@rlx; }");
  const auto code = code_of({"po"});
  Probe probe(code, 1, steps.automata);
  const Slot read = steps.add(0);
  REQUIRE(probe.ask(steps.graph(), steps.undecided()));
  CHECK(probe.present().is_empty());
  const Slot write = steps.add(0);
  REQUIRE(probe.ask(steps.graph(), steps.undecided()));
  CHECK(probe.present().contains(read));
  CHECK_FALSE(probe.present().contains(write));
  CHECK(probe.present().contains(63));        // the initial write of x
  CHECK_FALSE(probe.present().contains(62));  // that of y
  CHECK(probe.own(0).contains(read));
  CHECK_FALSE(probe.own(0).contains(write));
  const Slot last = steps.add(0);
  REQUIRE(probe.ask(steps.graph(), steps.undecided()));
  CHECK(probe.present().contains(write));
  CHECK(probe.present().contains(62));
  CHECK_FALSE(probe.present().contains(last));
  CHECK(probe.row(probe.roots[0], write).contains(read));
}

TEST_CASE("thread relations: the same events elsewhere in the graph are the same history") {
  OpenSteps steps("shared x, y; thread a { x@rlx := 1; y@rlx := 2; } thread b { fence@sc; }");
  const auto code = code_of({"po", "W"});
  Probe probe(code, 2, steps.automata);
  const auto empty = steps.open;
  steps.add_write(0);
  steps.add_write(0);
  REQUIRE(probe.ask(steps.graph()));
  const std::size_t known = probe.history_count();
  steps.open = empty;
  steps.add(1);
  const Slot first = steps.add_write(0);
  const Slot second = steps.add_write(0);
  REQUIRE(probe.ask(steps.graph()));
  CHECK(probe.history_count() == known + 1);  // that of the fence
  CHECK(probe.row(probe.roots[0], second) == [&] {
    Bits bits;
    bits.insert(first);
    return bits;
  }());
  CHECK(probe.has(probe.roots[1], first));
  CHECK_FALSE(probe.has(probe.roots[1], steps.graph().thread(1).events[0]));
}

TEST_CASE("thread relations: a graph without room for initial writes is too large") {
  std::string text = "shared x, y; thread a { x@rlx := 1; y@rlx := 1; ";
  for (int i = 0; i < 61; ++i) text += "fence@sc; ";
  OpenSteps steps(text + "}");
  const auto code = code_of({"po", "IW", "W"});
  Probe probe(code, 3, steps.automata);
  // Small graphs first: the last slots are those of initial writes.
  const Slot x = steps.add_write(0);
  steps.add_write(0);
  REQUIRE(probe.ask(steps.graph()));
  const auto small = steps.open;
  CHECK(probe.has(probe.roots[1], 62));
  while (steps.graph().size() < 62) steps.add(0);
  REQUIRE(probe.ask(steps.graph()));
  CHECK(probe.row(probe.roots[0], 61).contains(x));
  steps.add(0);
  CHECK_FALSE(probe.ask(steps.graph()));
  steps.open = small;
  REQUIRE(probe.ask(steps.graph()));
  CHECK(probe.has(probe.roots[1], 62));
  CHECK(probe.has(probe.roots[2], 62));
}

TEST_CASE("thread relations: a slot that was an initial write's becomes an event's, and back") {
  std::string text = "shared x, y; thread a { x@rlx := 1; y@rlx := 1; } thread b { ";
  for (int i = 0; i < 62; ++i) text += "fence@sc; ";
  OpenSteps steps(text + "}");
  const auto code = code_of({"po", "IW", "F"});
  Probe probe(code, 3, steps.automata);
  steps.add_write(0);
  const auto one = steps.open;
  steps.add_write(0);
  const auto two = steps.open;
  for (int round = 0; round < 2; ++round) {
    steps.open = two;
    REQUIRE(probe.ask(steps.graph()));
    CHECK(probe.has(probe.roots[1], 62));
    CHECK_FALSE(probe.has(probe.roots[2], 62));
    CHECK(probe.row(probe.roots[0], 62).is_empty());
    steps.open = one;
    while (steps.graph().size() < 63) steps.add(1);
    REQUIRE(probe.ask(steps.graph()));
    CHECK_FALSE(probe.has(probe.roots[1], 62));
    CHECK(probe.has(probe.roots[2], 62));
    CHECK(probe.row(probe.roots[0], 62).size() == 61);
  }
}

}  // namespace drover::incremental::thread_relations_test
