#include "explorer/models/incremental/open_cat_checker.h"

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "explorer/models/model_registry.h"
#include "tests/support/random_model.h"
#include "tests/unit/explorer/models/incremental/cat_text.h"
#include "tests/unit/explorer/models/incremental/open_cat/open_steps.h"

// Graphs with open events: what the checker says of them beside what the axioms say.
namespace drover::incremental::open_cat_checker_test {

using testing::code_from;
using testing::model_from;
using testing::OpenSteps;

namespace {

using Checker = OpenCatChecker<1>;

const std::string Cos = "include \"cos.cat\"\n";

class Compared {
 public:
  Compared(const cat::Code& code, const MemoryModel& model, const OpenSteps& steps)
      : steps_(steps),
        checker_(code, steps.automata),
        axioms_(steps.automata, model, {}, buffering::Comparison::None) {}

  void compare() {
    const OpenSteps::Bits open = steps_.undecided();
    const std::optional<bool> part = checker_.ask(steps_.graph(), open, Extent::Part);
    REQUIRE(part.has_value());
    CHECK(*part == axioms_.allow(steps_.open));
    ++(*part ? allowed : forbidden);
    const std::optional<bool> whole = checker_.ask(steps_.graph(), open, Extent::Whole);
    REQUIRE(whole.has_value());
    CHECK(*whole == axioms_.allow_whole(steps_.open));
  }
  std::size_t allowed = 0;
  std::size_t forbidden = 0;

 private:
  const OpenSteps& steps_;
  Checker checker_;
  buffering::OpenAxioms<1> axioms_;
};

// One checker for all graphs of a program, with jumps to earlier ones.
void walk(Compared& compared, OpenSteps& steps, std::uint32_t seed, std::size_t count) {
  std::mt19937 random(seed);
  std::vector<OpenSteps::Open> snapshots{steps.open};
  for (std::size_t i = 0; i < count; ++i) {
    if (random() % 6 == 0 || !steps.take_random_step(random)) {
      steps.open = snapshots[random() % snapshots.size()];
    } else {
      snapshots.push_back(steps.open);
    }
    CAPTURE(i);
    compared.compare();
  }
  steps.open = snapshots.front();
}

std::optional<bool> verdict(const std::string& axioms, const OpenSteps& steps,
                            Extent extent = Extent::Whole) {
  const auto code = code_from(Cos + axioms);
  Checker checker(*code, steps.automata);
  return checker.ask(steps.graph(), steps.undecided(), extent);
}

}  // namespace

TEST_CASE("open cat: models agree with their axioms, step by step") {
  const std::vector<std::string> models{
      std::string(find_model("sc")->text()), std::string(find_model("rc11")->text()),
      std::string(find_model("imm")->text()),
      // Communication in `acyclic`, dependencies, a thread's relation before it.
      Cos +
          "acyclic po-loc | rf | co | fr\nempty rmw & (fre; coe)\n"
          "acyclic addr | data | ctrl; [W] | rmw | po; [F]; po | po; rfe | fre | coe | rfi\n",
      // `let rec`, two at once.
      Cos +
          "let rec a = data | (a; b) and b = po & loc | rf | (b; a)\n"
          "acyclic a | coe\nirreflexive b; fr\n",
      // Sets that depend on the whole; inverse, complement, domain, range.
      Cos +
          "acyclic po-loc | rf | co | fr\nempty [FW]; po & loc; [W \\ FW]\n"
          "irreflexive [domain(rf)]; po; (rf^-1)?; co\nempty ~(po | po^-1) & rmw\n"
          "empty [R \\ range(rf)]; po; [F]\n",
      Cos +
          "irreflexive (po | sync | rf)+; (rf | co | fr)+\nacyclic sync | po | co \\ coi\n"
          "empty (W * W) & loc & ext \\ co \\ co^-1 \\ (IW * _) \\ (_ * IW)\n"};
  for (const std::string& text : models) {
    CAPTURE(text);
    const auto model = model_from(text);
    const auto code = code_from(text);
    REQUIRE(Checker::takes(*code));
    std::size_t allowed = 0;
    std::size_t forbidden = 0;
    for (const std::string& program : testing::open_programs()) {
      CAPTURE(program);
      OpenSteps steps(program);
      Compared compared(*code, *model, steps);
      for (std::uint32_t seed = 1; seed <= 4; ++seed) walk(compared, steps, seed, 60);
      allowed += compared.allowed;
      forbidden += compared.forbidden;
    }
    CHECK(allowed > 100);
    CHECK(forbidden > 20);
  }
}

TEST_CASE("open cat: threads that run on behind open read-modify-writes") {
  const auto model = model_from(std::string(find_model("rc11")->text()));
  const auto code = code_from(std::string(find_model("rc11")->text()));
  for (const std::string& program : testing::open_programs()) {
    CAPTURE(program);
    OpenSteps steps(program, buffering::Updates::Pass);
    Compared compared(*code, *model, steps);
    for (std::uint32_t seed = 1; seed <= 6; ++seed) walk(compared, steps, seed, 60);
  }
}

TEST_CASE("open cat: random axioms agree with the evaluator") {
  std::size_t allowed = 0;
  std::size_t forbidden = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const std::string text = Cos + testing::RandomModel(seed).checks();
    CAPTURE(text);
    const auto model = model_from(text);
    const auto code = code_from(text);
    OpenSteps steps(testing::open_programs()[seed % testing::open_programs().size()]);
    Compared compared(*code, *model, steps);
    walk(compared, steps, static_cast<std::uint32_t>(seed), 40);
    allowed += compared.allowed;
    forbidden += compared.forbidden;
  }
  CHECK(allowed > 1000);
  CHECK(forbidden > 1000);
}

TEST_CASE("open cat: load buffering, with dependencies and without") {
  for (const bool depends : {false, true}) {
    OpenSteps steps(depends ? "shared x, y; thread a { r := x@rlx; y@rlx := r; } "
                              "thread b { s := y@rlx; x@rlx := s; }"
                            : "shared x, y; thread a { r := x@rlx; y@rlx := 1; } "
                              "thread b { s := y@rlx; x@rlx := 1; }");
    const Slot first = steps.add(0);
    const Slot y = steps.add(0);
    const Slot second = steps.add(1);
    const Slot x = steps.add(1);
    if (!depends) {
      steps.place_last(y);
      steps.place_last(x);
    } else {
      // Out of thin air: the values come from each other.
      steps.open.graph.place(y, 0);
      steps.open.graph.place(x, 0);
      steps.open.decided.insert(x);
      steps.open.decided.insert(y);
    }
    steps.open.graph.set_reads_from(first, x);
    steps.open.graph.set_reads_from(second, y);
    steps.open.decided.insert(first);
    steps.open.decided.insert(second);
    CHECK(verdict("acyclic data | rfe\n", steps) == !depends);
    CHECK(verdict("acyclic po | rfe\n", steps) == false);
    CHECK(verdict("acyclic po & loc | rfe\n", steps) == true);
    CHECK(verdict("acyclic po; [RLX]; rfe\n", steps) == false);
    CHECK(verdict("acyclic po; [REL]; rfe\n", steps) == true);
    CHECK(verdict("acyclic [RLX]; po; rfe\n", steps) == false);
    CHECK(verdict("acyclic [ACQ]; po; rfe\n", steps) == true);
    CHECK(verdict("irreflexive data; rfe; data; rfe\n", steps) == !depends);
  }
}

TEST_CASE("open cat: only axioms that fail for good are checked on partial graphs") {
  OpenSteps steps("shared x; thread a { r := x@rlx; fence@sc; } thread b { x@rlx := 1; }");
  steps.add(0);
  steps.add(0);
  const char* const later = "empty [R \\ range(rf)]\n";  // the read may still get a writer
  CHECK(verdict(later, steps, Extent::Part) == true);
  CHECK(verdict(later, steps, Extent::Whole) == false);
  const char* const never = "empty [R]; po; [F]\n";
  CHECK(verdict(never, steps, Extent::Part) == false);
  CHECK(verdict(never, steps, Extent::Whole) == false);
}

TEST_CASE("open cat: implied axioms are not checked, others only on complete graphs") {
  OpenSteps steps("shared x; thread a { r := x@rlx; fence@sc; }");
  steps.add_read(0, InitialWrite);
  steps.add(0);
  const auto code = code_from(Cos + "acyclic po | rf\nempty [R]; po; [F]\n");
  const auto ask = [&](const std::vector<std::size_t>& implied,
                       const std::vector<std::size_t>& not_of_parts, Extent extent) {
    Checker checker(*code, steps.automata, implied, not_of_parts);
    return checker.ask(steps.graph(), steps.undecided(), extent);
  };
  CHECK(ask({}, {}, Extent::Whole) == false);
  CHECK(ask({}, {}, Extent::Part) == false);
  CHECK(ask({0}, {}, Extent::Whole) == false);
  CHECK(ask({1}, {}, Extent::Whole) == true);
  CHECK(ask({}, {1}, Extent::Part) == true);
  CHECK(ask({}, {1}, Extent::Whole) == false);
  CHECK(ask({}, {0}, Extent::Part) == false);
}

TEST_CASE("open cat: `let rec` goes on until nothing changes, for each graph anew") {
  OpenSteps steps(
      "shared x; thread a { fence@rel; x@rlx := 1; x@rlx := 2; x@rlx := 3; fence@sc; }");
  const std::string next = "let next = po \\ (po; po)\n";
  const auto relation =
      code_from(Cos + next + "let rec r = next | (r; next)\nempty [F & REL]; r; [F & SC]\n");
  const auto two = code_from(Cos + next +
                             "let rec a = next | (b; next) and b = (a; next)\n"
                             "empty [F & REL]; b; [F & SC]\n");
  const auto set =
      code_from(Cos + next + "let rec s = F & REL | range([s]; next)\nempty s & F & SC\n");
  const auto inner = code_from(Cos + next +
                               "let rec r = let rec q = next | r | (q; next) in q | (r; next)\n"
                               "empty [F & REL]; r; [F & SC]\n");
  for (const auto& code : {relation, two, set, inner}) {
    Checker checker(*code, steps.automata);
    const auto empty = steps.open;
    for (int round = 0; round < 2; ++round) {
      steps.add(0);
      for (int i = 0; i < 3; ++i) steps.add_write(0);
      CHECK(checker.ask(steps.graph(), {}, Extent::Whole) == true);
      steps.add(0);
      CHECK(checker.ask(steps.graph(), {}, Extent::Whole) == false);
      steps.open = empty;
      CHECK(checker.ask(steps.graph(), {}, Extent::Whole) == true);
    }
  }
}

TEST_CASE("open cat: a closure of what leads against the order of the graph") {
  OpenSteps steps(
      "shared x; thread a { fence@rel; x@rlx := 1; x@rlx := 2; x@rlx := 3; fence@sc; }");
  steps.add(0);
  for (int i = 0; i < 3; ++i) steps.add_write(0);
  const char* const back = "empty [F & SC]; ((po \\ (po; po))^-1)+; [F & REL]\n";
  CHECK(verdict(back, steps) == true);
  steps.add(0);
  CHECK(verdict(back, steps) == false);
}

TEST_CASE("open cat: relations between threads and within one") {
  const auto check = [](const OpenSteps& steps, const std::string& name) {
    CHECK(verdict("acyclic po | " + name + "e\n", steps) == true);
    CHECK(verdict("acyclic po | " + name + "i\n", steps) == false);
    CHECK(verdict("acyclic po | " + name + "\n", steps) == false);
  };
  OpenSteps writes("shared x; thread a { x@rlx := 1; x@rlx := 2; }");
  writes.add_write(0);
  writes.place(writes.add(0), 0);
  check(writes, "co");
  OpenSteps overwritten("shared x; thread a { x@rlx := 1; r := x@rlx; }");
  overwritten.add_write(0);
  overwritten.add_read(0, InitialWrite);
  check(overwritten, "fr");
  OpenSteps early("shared x; thread a { r := x@rlx; x@rlx := 1; }");
  const Slot read = early.add(0);
  early.read(read, early.add_write(0));
  check(early, "rf");
}

TEST_CASE("open cat: a negated check passes where the other fails") {
  OpenSteps steps("shared x; thread a { x@rlx := 1; fence@sc; }");
  steps.add_write(0);
  CHECK(verdict("~empty [F]\n", steps) == false);
  CHECK(verdict("empty [F]\n", steps) == true);
  steps.add(0);
  CHECK(verdict("~empty [F]\n", steps) == true);
  CHECK(verdict("empty [F]\n", steps) == false);
  CHECK(verdict("~empty F\n", steps) == true);
  CHECK(verdict("~empty R\n", steps) == false);
}

TEST_CASE("open cat: flags of a graph in which everything is decided") {
  OpenSteps steps("shared na x; thread a { x := 1; } thread b { x := 2; fence@sc; }");
  const auto code =
      code_from(Cos + "flag ~empty (W * W) & loc & ext \\ (IW * _) \\ (_ * IW) as race\n");
  const auto undefined = code_from(Cos + "undefined_unless empty [F] as fence\n");
  const auto none = code_from(Cos + "acyclic po\n");
  Checker checker(*code, steps.automata);
  Checker second(*undefined, steps.automata);
  Checker third(*none, steps.automata);
  steps.add_write(0);
  CHECK(checker.raises_flags(steps.graph()) == false);
  steps.add_write(1);
  CHECK(checker.raises_flags(steps.graph()) == true);
  CHECK(second.raises_flags(steps.graph()) == false);
  steps.add(1);
  CHECK(second.raises_flags(steps.graph()) == true);
  CHECK(third.raises_flags(steps.graph()) == false);
  // They are not axioms.
  CHECK(checker.ask(steps.graph(), {}, Extent::Whole) == true);
}

TEST_CASE("open cat: the answer on a graph without room is unknown") {
  std::string text = "shared x, y; thread a { x@rlx := 1; y@rlx := 1; ";
  for (int i = 0; i < 61; ++i) text += "fence@sc; ";
  OpenSteps steps(text + "}");
  steps.add_write(0);
  steps.add_write(0);
  while (steps.graph().size() < 62) steps.add(0);
  CHECK(verdict("acyclic po\n", steps) == true);
  CHECK(verdict("acyclic po | po^-1\n", steps) == false);
  steps.add(0);
  CHECK(verdict("acyclic po\n", steps) == std::nullopt);
}

TEST_CASE("open cat: which models it takes") {
  CHECK(Checker::takes(*code_from(Cos + "let rec a = po | (a; rf)\nacyclic a\n")));
  CHECK(Checker::takes(*code_from(std::string(find_model("rc11")->text()))));
  cat::Code fused = *code_from(Cos + "acyclic po\n");
  fused.fuses_updates = true;
  CHECK_FALSE(Checker::takes(fused));
}

TEST_CASE("open cat: a write without a place is behind the initial one") {
  OpenSteps steps("shared x; thread a { x@rlx := 1; r := x@rlx; fence@sc; }");
  const Slot write = steps.add(0);
  const Slot read = steps.add(0);
  steps.read(read, InitialWrite);
  REQUIRE(steps.undecided().contains(write));
  CHECK(verdict("acyclic po & loc | rf | co | fr\n", steps) == false);
  CHECK(verdict("irreflexive po; fr\n", steps) == false);
  CHECK(verdict("irreflexive po; (rf | co | fr)+\n", steps) == false);
  CHECK(verdict("empty [W \\ IW]; co\n", steps) == true);
}

}  // namespace drover::incremental::open_cat_checker_test
