#include "litmus/access_layout.h"

#include "semantics/program/address.h"

#include "tests/unit/litmus/litmus_testing.h"

namespace drover::litmus::access_layout_test {

namespace {

using Cuts = std::vector<std::uint32_t>;

// A program with one object of two words, `a`, and one thread.
struct OneThread {
  Program program;

  OneThread() {
    SharedObject& object = program.objects.emplace_back();
    object.name = "a";
    object.is_array = true;
    object.element_bytes = 4;
    object.initial.assign(8, 0);
    program.threads.emplace_back().registers.assign(2, {});
  }
  ExpressionPool& pool() { return program.threads[0].expressions; }
  ExprId at(std::uint32_t offset) { return pool().constant(address::of_object(0, offset)); }
  ExprId value_of(std::uint32_t reg) { return pool().register_value(RegisterId(reg)); }
  void add(InstructionBody body) { program.threads[0].code.push_back({std::move(body), {}}); }
  void load(ExprId address, std::uint8_t bytes, std::uint32_t reg = 0) {
    Load load{RegisterId(reg), address};
    load.bytes = bytes;
    add(load);
  }
  Cuts cuts() {
    add(Finish{});
    return access_layout(program).cuts[0];
  }
};

}  // namespace

TEST_CASE("accesses of one size at its multiples need no cuts") {
  OneThread test;
  test.load(test.at(0), 4);
  test.load(test.at(4), 4);
  CHECK(test.cuts().empty());
}

TEST_CASE("memory is cut where an access begins or ends inside another, or inside an element") {
  OneThread halves;
  halves.load(halves.at(0), 4);
  halves.load(halves.at(2), 2);
  CHECK(halves.cuts() == Cuts{2});
  OneThread whole;
  whole.load(whole.at(0), 8);
  CHECK(whole.cuts() == Cuts{4});
  OneThread inside;
  inside.load(inside.at(5), 1);
  CHECK(inside.cuts() == Cuts{5, 6});
}

TEST_CASE("an access at one of several places is cut in the same way at each") {
  OneThread test;
  test.load(test.at(2), 2);
  test.add(Choose{RegisterId(1), 2});
  const ExprId distance =
      test.pool().binary(Operator::Multiply, test.value_of(1), test.pool().constant(4));
  test.load(test.pool().binary(Operator::Add, test.at(0), distance), 4);
  CHECK(test.cuts() == Cuts{2, 6});
}

TEST_CASE("of an address that is not known every multiple of the size is possible") {
  OneThread test;
  test.load(test.at(0), 4);
  test.add(Join{RegisterId(1), test.pool().constant(0)});
  test.load(test.value_of(1), 2);
  CHECK(test.cuts() == Cuts{2, 6});
  CHECK_FALSE(access_layout(test.program).accesses[1].addresses.is_known());
}

TEST_CASE("a value that is read may be an address") {
  OneThread test;
  SharedObject& pointer = test.program.objects.emplace_back();
  pointer.name = "p";
  pointer.element_bytes = 8;
  pointer.initial = {address::of_object(0, 4)};
  test.load(test.pool().constant(address::of_object(1)), 8, 1);
  test.load(test.value_of(1), 1);
  test.load(test.at(4), 4);
  CHECK(test.cuts() == Cuts{5});
}

}  // namespace drover::litmus::access_layout_test
