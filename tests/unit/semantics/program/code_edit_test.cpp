#include "semantics/program/code_edit.h"

#include <doctest/doctest.h>

#include <vector>

namespace drover {

namespace {

const FenceInstruction Marked{Mode::Acq};
const FenceInstruction Second{Mode::Rel};

// 0: branch to 1 or 3; 1: fence; 2: jump to 0; 3: finish
std::vector<Instruction> loop() {
  return {{Branch{{}, 1, 3}, {}}, {FenceInstruction{Mode::Sc}, {}}, {Jump{0}, {}}, {Finish{}, {}}};
}

std::vector<InstructionBody> bodies_of(const std::vector<Instruction>& code) {
  std::vector<InstructionBody> bodies;
  for (const Instruction& each : code) bodies.push_back(each.body);
  return bodies;
}

using Bodies = std::vector<InstructionBody>;
using Origins = std::vector<InstructionIndex>;

}  // namespace

TEST_CASE("an edit without changes gives the same code") {
  const std::vector<Instruction> code = loop();
  const CodeEdit edit(code);
  CHECK(edit.is_empty());
  const CodeEdit::Result result = edit.apply();
  CHECK(bodies_of(result.code) == bodies_of(code));
  CHECK(result.origins == Origins{0, 1, 2, 3});
}

TEST_CASE("an edit replaces an instruction by several") {
  const std::vector<Instruction> code = loop();
  CodeEdit edit(code);
  edit.replace(1, {Marked, Second});
  CHECK(!edit.is_empty());
  const CodeEdit::Result result = edit.apply();
  CHECK(bodies_of(result.code) == Bodies{Branch{{}, 1, 4}, Marked, Second, Jump{0}, Finish{}});
  CHECK(result.origins == Origins{0, 1, 1, 2, 3});
}

TEST_CASE("jumps to an instruction that goes away lead to what follows") {
  const std::vector<Instruction> code = loop();
  CodeEdit edit(code);
  edit.erase(1);
  const CodeEdit::Result result = edit.apply();
  CHECK(bodies_of(result.code) == Bodies{Branch{{}, 1, 2}, Jump{0}, Finish{}});
  CHECK(result.origins == Origins{0, 2, 3});
}

TEST_CASE("a branch may become a jump, to a place of the old code") {
  const std::vector<Instruction> code = loop();
  CodeEdit edit(code);
  edit.replace(0, {Marked, Jump{3}});
  CHECK(bodies_of(edit.apply().code) ==
        Bodies{Marked, Jump{4}, FenceInstruction{Mode::Sc}, Jump{0}, Finish{}});
}

TEST_CASE("jumps to an instruction execute insertions before it, not those after it") {
  const std::vector<Instruction> code = loop();
  CodeEdit edit(code);
  edit.insert_before(1, {Marked, {}});
  edit.insert_after(1, {Second, {}});
  CHECK(bodies_of(edit.apply().code) ==
        Bodies{Branch{{}, 1, 5}, Marked, FenceInstruction{Mode::Sc}, Second, Jump{0}, Finish{}});
}

TEST_CASE("an insertion on an edge is executed on that edge only") {
  const std::vector<Instruction> code = loop();
  SUBCASE("of a jump") {
    CodeEdit edit(code);
    edit.insert_between(2, 0, {Marked, {}});
    CHECK(bodies_of(edit.apply().code) ==
          Bodies{Branch{{}, 1, 5}, FenceInstruction{Mode::Sc}, Jump{3}, Marked, Jump{0}, Finish{}});
  }
  SUBCASE("of both sides of a branch") {
    CodeEdit edit(code);
    edit.insert_between(0, 3, {Marked, {}});
    edit.insert_between(0, 1, {Second, {}});
    CHECK(bodies_of(edit.apply().code) == Bodies{Branch{{}, 1, 3}, Second, Jump{5}, Marked, Jump{7},
                                                 FenceInstruction{Mode::Sc}, Jump{0}, Finish{}});
  }
  SUBCASE("to the next instruction, before what is inserted after") {
    CodeEdit edit(code);
    edit.insert_after(1, {Second, {}});
    edit.insert_between(1, 2, {Marked, {}});
    const CodeEdit::Result result = edit.apply();
    CHECK(bodies_of(result.code) ==
          Bodies{Branch{{}, 1, 5}, FenceInstruction{Mode::Sc}, Marked, Second, Jump{0}, Finish{}});
    CHECK(result.origins == Origins{0, 1, 1, 1, 2, 3});
  }
}

TEST_CASE("a branch whose sides lead to one place has one edge") {
  const std::vector<Instruction> code{{Branch{{}, 1, 1}, {}}, {Finish{}, {}}};
  CodeEdit edit(code);
  edit.insert_between(0, 1, {Marked, {}});
  CHECK(bodies_of(edit.apply().code) == Bodies{Branch{{}, 1, 1}, Marked, Jump{3}, Finish{}});
}

TEST_CASE("a marked call keeps its end") {
  const std::vector<Instruction> code{
      {CallMarker{true, "f", {}, 2}, {}}, {Second, {}}, {Finish{}, {}}};
  CodeEdit edit(code);
  edit.insert_before(1, {Marked, {}});
  edit.insert_between(0, 2, {Marked, {}});  // the marker goes on to the body
  const CodeEdit::Result result = edit.apply();
  CHECK(bodies_of(result.code) == Bodies{CallMarker{true, "f", {}, 3}, Marked, Second, Finish{}});
}

}  // namespace drover
