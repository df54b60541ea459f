#include "semantics/program/location_table.h"

#include <doctest/doctest.h>

#include "semantics/program/address.h"
#include "tests/support/program_text.h"

namespace drover {

namespace {

const Program& example() {
  static const Program program = testing::program_from(
      "struct Node { na value; next; } shared x = 7, a[2] = {5, 6}; shared na d;"
      "thread first { x := 1; } thread second { x := 2; }");
  return program;
}

constexpr Value X = address::of_object(0);
constexpr Value A1 = address::of_object(1, 1);
constexpr Value D = address::of_object(2);
const Value Object = address::of_allocation(ThreadId(1), 0, 3);
const Value Cells = address::of_allocation(ThreadId(0), -1, 0);

}  // namespace

TEST_CASE("an address has one location") {
  LocationTable table(example());
  const LocationId x = table.find_or_add(X);
  const LocationId element = table.find_or_add(A1);
  CHECK(x != element);
  CHECK(table.find_or_add(X) == x);
  CHECK(table.address(x) == X);
  CHECK(table.size() == 2);
}

TEST_CASE("an address outside of every object has no location") {
  LocationTable table(example());
  const Value unknown_thread = address::of_allocation(ThreadId(2), 0, 0);
  const Value unknown_struct = address::of_allocation(ThreadId(0), 1, 0);
  for (const Value value : {Value{0}, Value{1}, Value{-1}, X + 1, address::of_object(1, 2),
                            address::of_object(3), unknown_thread, unknown_struct}) {
    CAPTURE(value);
    CHECK(table.find_or_add(value).is_none());
  }
  CHECK(table.size() == 0);
}

TEST_CASE("cells of the heap are noticed") {
  LocationTable table(example());
  table.find_or_add(X);
  CHECK_FALSE(table.has_heap_cells());
  table.find_or_add(Cells);
  CHECK(table.has_heap_cells());
}

TEST_CASE("initial values are those declared, on the heap 0") {
  LocationTable table(example());
  CHECK(table.initial_value(table.find_or_add(X)) == 7);
  CHECK(table.initial_value(table.find_or_add(A1)) == 6);
  CHECK(table.initial_value(table.find_or_add(Object)) == 0);
}

TEST_CASE("a cell is non-atomic where its declaration says so") {
  LocationTable table(example());
  CHECK(table.is_non_atomic(table.find_or_add(D)));
  CHECK_FALSE(table.is_non_atomic(table.find_or_add(X)));
  CHECK(table.is_non_atomic(table.find_or_add(Object)));            // value
  CHECK_FALSE(table.is_non_atomic(table.find_or_add(Object + 1)));  // next
  CHECK_FALSE(table.is_non_atomic(table.find_or_add(Object + 2)));  // outside
  CHECK_FALSE(table.is_non_atomic(table.find_or_add(Cells)));
}

TEST_CASE("cells and addresses print in the words of the source") {
  LocationTable table(example());
  const auto name = [&](Value address) { return table.name(table.find_or_add(address)); };
  CHECK(name(X) == "x");
  CHECK(name(A1) == "a[1]");
  CHECK(name(Object) == "Node#second.3->value");
  CHECK(name(Object + 1) == "Node#second.3->next");
  CHECK(name(Object + 2) == "Node#second.3[2]");
  CHECK(name(Cells + 4) == "cells#first.0[4]");
  CHECK(table.value_text(X) == "&x");
  CHECK(table.value_text(A1) == "&a[1]");
  CHECK(table.value_text(Object) == "Node#second.3");
  CHECK(table.value_text(Object + 1) == "&Node#second.3->next");
  CHECK(table.value_text(address::of_identity(ThreadId(1))) == "second");
  CHECK(table.value_text(address::of_identity(ThreadId(1)) + 2) == "second");
  CHECK(table.value_text(-5) == "-5");
  CHECK(table.value_text(X + 1) == std::to_string(X + 1));
}

TEST_CASE("the elements of a flexible array have its name") {
  Program program = testing::program_from("shared x; thread first { x := 1; }");
  StructLayout layout{.name = "ring", .fields = {}};
  layout.stride = 8;
  layout.fields = {{.name = ".head", .offset = 0, .size = 4},
                   {.name = ".tail", .offset = 4, .size = 4},
                   {.name = ".slot[]", .offset = 8, .size = 16},
                   {.name = ".value", .offset = 0, .size = 8},
                   {.name = ".turn", .offset = 8, .size = 4}};
  program.structs = {layout};
  LocationTable table(program);
  const Value block = address::of_allocation(ThreadId(0), 0, 0);
  CHECK(table.value_text(block + 4) == "&ring#first.0->tail");
  CHECK(table.value_text(block + 8) == "&ring#first.0->slot[0].value");
  CHECK(table.value_text(block + 32) == "&ring#first.0->slot[1].turn");
  CHECK(table.value_text(block + 34) == "&ring#first.0->slot[1].turn+2");
  CHECK_FALSE(table.mismatch(block + 24, 8, {}).has_value());
  CHECK_FALSE(table.mismatch(block + 32, 4, {}).has_value());
  CHECK(table.mismatch(block + 24, 4, {}).has_value());
}

TEST_CASE("accesses that overlap in part say where they would have to be cut") {
  Program program = testing::program_from("shared x; thread first { x := 1; }");
  StructLayout layout{.name = "bytes", .fields = {}};
  layout.stride = 1;
  layout.is_open = true;
  program.structs = {layout};
  const Value block = address::of_allocation(ThreadId(0), 0, 0);
  LocationTable table(program);
  CHECK_FALSE(table.mismatch(block, 8, {1}).has_value());
  CHECK_FALSE(table.mismatch(block, 8, {2}).has_value());
  CHECK(table.missing_cuts().is_empty());
  CHECK(table.mismatch(block + 2, 1, {3}).has_value());
  // The last three bytes of a part that begins at byte 4 of its access.
  CHECK_FALSE(table.mismatch(block + 12, 4, {4, 4}).has_value());
  CHECK(table.mismatch(block + 8, 5, {5}).has_value());
  const CellCuts wanted{
      .opened = {}, .sites = {{1, {2, 3}}, {2, {2, 3}}, {4, {5}}, {5, {4}}}, .initial = {}};
  CHECK(table.missing_cuts() == wanted);
  // One that cannot be cut.
  LocationTable other(program);
  CHECK_FALSE(other.mismatch(block, 8, {}).has_value());
  CHECK(other.mismatch(block + 2, 1, {3}).has_value());
  CHECK(other.missing_cuts().is_empty());
}

TEST_CASE("a part of a variable of a machine is named by its bytes") {
  Program program = testing::program_from("shared x, a[8]; thread first { x := 1; }");
  program.objects[0].initial.resize(8);
  program.objects[0].element_bytes = 8;
  program.objects[0].cuts = {2, 3, 4};
  program.objects[1].element_bytes = 4;
  program.objects[1].cuts = {6};
  const LocationTable table(program);
  const auto names = [&](std::uint32_t object, std::initializer_list<std::uint32_t> cells) {
    std::string out;
    for (const std::uint32_t cell : cells)
      out += table.cell_name(address::of_object(object, cell)) + " ";
    return out;
  };
  CHECK(names(0, {0, 2, 3, 4}) == "x[0..1] x[2] x[3] x[4..7] ");
  CHECK(names(1, {4, 6}) == "a[1][0..1] a[1][2..3] ");
}

}  // namespace drover
