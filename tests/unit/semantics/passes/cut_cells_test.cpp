#include "semantics/passes/cut_cells.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "input/subject.h"
#include "semantics/program/address.h"

namespace drover::cut_cells_test {

namespace {

Program program_of(const std::string& text) {
  const input::Subject subject =
      input::read_subject_text(SourceBuffer::from_text("test.c", text), {});
  REQUIRE(subject.program != nullptr);
  return *subject.program;
}

// Where the accesses of a kind begin in those that they are parts of.
template <typename Access>
std::vector<std::uint32_t> begins_of(const Program& program) {
  std::vector<std::uint32_t> out;
  for (const Instruction& each : program.threads[0].code) {
    if (const auto* access = std::get_if<Access>(&each.body)) out.push_back(access->site.begin);
  }
  return out;
}

using Begins = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("an access is cut where it has to be") {
  const Program program = program_of(
      "union { int number; char bytes[4]; } u;\n"
      "int main(void) { u.number = 7; return u.bytes[1] + u.number; }");
  CHECK(begins_of<Store>(program) == Begins{0});
  CHECK(begins_of<Load>(program) == Begins{0, 0});
  CellCuts cuts;
  cuts.sites = {{1, {1, 2}}, {3, {1, 2}}};
  const Program cut = passes::cut_cells(program, cuts);
  CHECK(begins_of<Store>(cut) == Begins{0, 1, 2});
  CHECK(begins_of<Load>(cut) == Begins{0, 0, 1, 2});
}

TEST_CASE("the parts of an atomic access are one access, those of another one are not") {
  const Program program = program_of(
      "union { _Atomic int number; char bytes[4]; } x;\n"
      "union { int number; char bytes[4]; } y;\n"
      "int main(void) { x.number = 7; y.number = 7; x.number++; return x.bytes[0] + y.bytes[0]; }");
  CellCuts cuts;
  cuts.sites = {{1, {1, 2}}, {2, {1}}, {3, {1}}};
  const Program cut = passes::cut_cells(program, cuts);
  std::vector<AccessPart> parts;
  for (const Instruction& each : cut.threads[0].code) {
    if (const auto* store = std::get_if<Store>(&each.body)) parts.push_back(store->part);
  }
  using enum AccessPart::Update;
  CHECK(parts == std::vector<AccessPart>{{0, 3}, {1, 3}, {2, 3}, {}, {}, {0, 2, Two}, {1, 2, Two}});
}

TEST_CASE("an initial value is cut like an access") {
  const Program program = program_of(
      "static union { int number; char bytes[4]; } u = {0x01020004};\n"
      "int main(void) { return u.number; }");
  CellCuts cuts;
  cuts.initial = {address::of_object(0, 1), address::of_object(0, 2)};
  const Program cut = passes::cut_cells(program, cuts);
  CHECK(cut.objects[0].initial == std::vector<Value>{4, 0, 0x0102, 0});
  REQUIRE(cut.objects[0].written.size() == 2);
  CHECK(cut.objects[0].written[1].begin == 2);
  CHECK(cut.objects[0].written[1].count == 2);
}

}  // namespace drover::cut_cells_test
