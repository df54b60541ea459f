#include "semantics/program/thread_builder.h"

#include <doctest/doctest.h>

namespace drover {

TEST_CASE("jumps lead to where their targets are placed, before or after") {
  ThreadBuilder builder("t", ThreadRole::Worker, {});
  const auto start = builder.make_target();
  const auto end = builder.make_target();
  const auto inside = builder.make_target();
  const ExprId condition = builder.expressions().register_value(builder.named_register("r", true));
  builder.place(start);
  builder.branch(condition, inside, end, {});  // 0
  builder.place(inside);
  builder.emit(FenceInstruction{Mode::Sc}, {});  // 1
  builder.jump(start, {});                       // 2
  builder.place(end);
  const Thread thread = builder.finish({});
  REQUIRE(thread.code.size() == 4);
  CHECK(std::get<Branch>(thread.code[0].body) == Branch{condition, 1, 3});
  CHECK(std::get<Jump>(thread.code[2].body) == Jump{0});
  CHECK(std::holds_alternative<Finish>(thread.code[3].body));
}

TEST_CASE("a branch on a constant is a jump") {
  for (const Value value : {0, 1}) {
    ThreadBuilder builder("t", ThreadRole::Worker, {});
    const auto if_true = builder.make_target();
    const auto if_false = builder.make_target();
    builder.branch(builder.expressions().constant(value), if_true, if_false, {});
    builder.place(if_true);
    builder.emit(FenceInstruction{Mode::Sc}, {});
    builder.place(if_false);
    const Thread thread = builder.finish({});
    CHECK(std::get<Jump>(thread.code[0].body) == Jump{value != 0 ? 1U : 2U});
  }
}

TEST_CASE("the marker of a call knows where its body ends") {
  ThreadBuilder builder("t", ThreadRole::Worker, {});
  const auto end = builder.make_target();
  builder.call_marker({.is_main = false, .function = "f", .arguments = {}, .end = 0}, end, {});
  builder.emit(FenceInstruction{Mode::Sc}, {});
  builder.place(end);
  const Thread thread = builder.finish({});
  CHECK(std::get<CallMarker>(thread.code[0].body).end == 2);
  CHECK_FALSE(std::get<CallMarker>(thread.code[0].body).is_main);
}

TEST_CASE("temporaries are reused once released, named registers never") {
  ThreadBuilder builder("t", ThreadRole::Worker, {});
  const RegisterId named = builder.named_register("r", true);
  const RegisterId outer = builder.temporary();
  const std::size_t mark = builder.temporaries_mark();
  const RegisterId first = builder.temporary();
  const RegisterId second = builder.temporary();
  CHECK(first != second);
  builder.release_temporaries(mark);
  CHECK(builder.temporary() == first);
  CHECK(builder.temporary() == second);
  CHECK(builder.temporary() != outer);
  const RegisterId other = builder.named_register("r", false);
  CHECK(other != named);
  const Thread thread = builder.finish({});
  CHECK(thread.registers.size() == 6);
  CHECK(thread.registers[named.value].is_visible);
  CHECK_FALSE(thread.registers[other.value].is_visible);
  CHECK(thread.registers[outer.value].name.empty());
}

TEST_CASE("a thread keeps its name, role and places") {
  const SourceRange place{.line = 3, .column = 5};
  ThreadBuilder builder("init", ThreadRole::Init, {.line = 2, .column = 1});
  CHECK(builder.size() == 0);
  builder.emit(FenceInstruction{Mode::Sc}, place);
  CHECK(builder.size() == 1);
  const Thread thread = builder.finish({.line = 9, .column = 1});
  CHECK(thread.name == "init");
  CHECK(thread.role == ThreadRole::Init);
  CHECK(thread.source.line == 2);
  CHECK(thread.code[0].source.line == 3);
  CHECK(thread.code[1].source.line == 9);
}

}  // namespace drover
