#include "semantics/lower/lower_ast.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "frontend/parse.h"
#include "semantics/program/address.h"
#include "support/overloaded.h"

using namespace drover;

namespace {

std::optional<Program> lower_text(const std::string& text, DiagnosticSink& sink) {
  const SourceBuffer source = SourceBuffer::from_text("test.drv", text);
  auto ast = parse(source, sink);
  if (!ast) return std::nullopt;
  const auto checked = check_program(*std::move(ast), {}, sink);
  if (!checked) return std::nullopt;
  return lowering::lower(*checked, source, sink);
}

Program lowered(const std::string& text) {
  DiagnosticSink sink;
  auto program = lower_text(text, sink);
  REQUIRE(program);
  return *std::move(program);
}

const char* sign(Operator op) {
  switch (op) {
    case Operator::Add: return "+";
    case Operator::Subtract: return "-";
    case Operator::Divide: return "/";
    case Operator::Equal: return "==";
    case Operator::NotEqual: return "!=";
    case Operator::Less: return "<";
    case Operator::And: return "&&";
    case Operator::Or: return "||";
    default: return "?";
  }
}

// Instructions in a short form, to compare with what is expected.
class Dump {
 public:
  Dump(const Program& program, std::size_t thread)
      : program_(program), thread_(program.threads[thread]) {}

  std::vector<std::string> lines() const {
    std::vector<std::string> out;
    for (const Instruction& instruction : thread_.code) out.push_back(line(instruction));
    return out;
  }

 private:
  std::string reg(RegisterId id) const {
    const std::string& name = thread_.registers[id.value].name;
    return name.empty() ? "t" + std::to_string(id.value) : name;
  }
  std::string expr(ExprId id) const {
    const ExpressionNode& n = thread_.expressions[id];
    switch (n.op) {
      case Operator::Constant: return constant(n.value);
      case Operator::Register: return reg(n.reg);
      case Operator::ElementAddress:
        return "&" + program_.objects[n.index].name + "[" + expr(n.a) + "]";
      case Operator::Not: return "!" + expr(n.a);
      case Operator::Negate: return "-" + expr(n.a);
      case Operator::Select: return "(" + expr(n.a) + " ? " + expr(n.b) + " : " + expr(n.c) + ")";
      default: return "(" + expr(n.a) + " " + sign(n.op) + " " + expr(n.b) + ")";
    }
  }
  std::string constant(Value value) const {
    if (!address::is_address(value)) return std::to_string(value);
    const std::string name = "&" + program_.objects[address::object(value)].name;
    const std::uint32_t cell = address::cell(value);
    return cell == 0 ? name : name + "+" + std::to_string(cell);
  }
  std::string line(const Instruction& instruction) const {
    const auto mode = [](Mode m) { return "@" + std::string(mode_name(m)); };
    return std::visit(
        overloaded{
            [&](const Assign& i) { return reg(i.target) + " := " + expr(i.value); },
            [&](const Load& i) {
              return reg(i.target) + " := load" + mode(i.mode) + " " + expr(i.address);
            },
            [&](const Store& i) {
              return "store" + mode(i.mode) + " " + expr(i.address) + " " + expr(i.value);
            },
            [&](const ReadModifyWrite& i) {
              return reg(i.target) + " := rmw" + mode(i.mode) + " " + expr(i.address) + " " +
                     expr(i.operand);
            },
            [&](const CompareAndSwap& i) {
              return reg(i.target) + " := cas" + mode(i.mode) + mode(i.failure_mode) + " " +
                     expr(i.address) + " " + expr(i.expected) + " " + expr(i.desired);
            },
            [&](const Await& i) {
              return reg(i.target) + " := await" + mode(i.mode) + " " + expr(i.address) + " " +
                     expr(i.condition);
            },
            [&](const AwaitExchange& i) {
              return reg(i.target) + " := xchgawait" + mode(i.mode) + mode(i.failure_mode) + " " +
                     expr(i.address) + " " + expr(i.condition) + " " + expr(i.desired);
            },
            [&](const FenceInstruction& i) { return "fence" + mode(i.mode); },
            [&](const Jump& i) { return "jump " + std::to_string(i.target); },
            [&](const Branch& i) {
              return "branch " + expr(i.condition) + " " + std::to_string(i.if_true) + " " +
                     std::to_string(i.if_false);
            },
            [&](const Assume& i) { return "assume " + expr(i.condition); },
            [&](const Assert& i) { return "assert " + expr(i.condition) + " " + i.message; },
            [&](const Fail& i) { return "fail " + i.message; },
            [&](const BlockInstruction&) { return std::string("block"); },
            [&](const ControlEnd&) { return std::string("control end"); },
            [&](const Choose&) { return std::string("choose"); },
            [&](const Spawn& i) {
              std::string out = reg(i.target) + " := spawn " + std::to_string(i.routine);
              for (const ExprId argument : i.arguments) out += " " + expr(argument);
              return out;
            },
            [&](const Join& i) { return reg(i.target) + " := join " + expr(i.thread); },
            [&](const Self& i) { return reg(i.target) + " := self"; },
            [&](const Allocate& i) { return reg(i.target) + " := alloc " + expr(i.size); },
            [&](const Deallocate& i) { return "free " + expr(i.address); },
            [&](const OperationMark& i) {
              std::string out = (i.is_begin ? "begin " : "end ") + i.operation;
              for (const ExprId value : i.values) out += " " + expr(value);
              return out;
            },
            [&](const CallMarker& i) {
              std::string out = (i.is_main ? "main " : "help ") + i.function;
              for (const ExprId argument : i.arguments) out += " " + expr(argument);
              return out + " until " + std::to_string(i.end);
            },
            [&](const LoopStart& i) { return "loop " + std::to_string(i.loop); },
            [&](const LoopIteration& i) { return "iteration " + std::to_string(i.loop); },
            [&](const Finish&) { return std::string("finish"); },
        },
        instruction.body);
  }

  const Program& program_;
  const Thread& thread_;
};

using Lines = std::vector<std::string>;

// The code of the thread `t`, which is the first, without its Finish.
Lines code(const std::string& statements, const std::string& declarations = "") {
  const Program program = lowered("shared x, y, a[3]; shared na d; struct S { na f; g; }\n" +
                                  declarations + "thread t { " + statements + " }");
  Lines lines = Dump(program, 0).lines();
  CHECK(lines.back() == "finish");
  lines.pop_back();
  return lines;
}

}  // namespace

TEST_CASE("accesses become instructions, into the register assigned to where there is one") {
  CHECK(code("r := x@acq;") == Lines{"r := load@acq &x"});
  CHECK(code("x@rel := 1 + 2;") == Lines{"store@rel &x 3"});
  CHECK(code("r := faa(x, 1);") == Lines{"r := rmw@plain &x 1"});
  CHECK(code("faa@acq(x, 1);") == Lines{"t0 := rmw@acq &x 1"});
  CHECK(code("fence; fence@rel;") == Lines{"fence@sc", "fence@rel"});
  CHECK(code("lock(x); unlock(x);") ==
        Lines{"t0 := xchgawait@acq@acq &x (t0 == 0) 1", "store@rel &x 0"});
  CHECK(code("p := alloc S; free(p);") == Lines{"p := alloc 2", "free p"});
}

TEST_CASE("a compare-and-swap without a failure mode gets the default one") {
  CHECK(code("r := cas(x, 0, 1);") == Lines{"r := cas@plain@plain &x 0 1"});
  CHECK(code("r := cas@acqrel(x, 0, 1);") == Lines{"r := cas@acqrel@acq &x 0 1"});
  CHECK(code("r := cas@sc,rlx(x, 0, 1);") == Lines{"r := cas@sc@rlx &x 0 1"});
}

TEST_CASE("plain accesses of cells that are known to be non-atomic are na") {
  CHECK(code("r := d; d := 1; r := d@rlx;") ==
        Lines{"r := load@na &d", "store@na &d 1", "r := load@rlx &d"});
  CHECK(code("p := 0; p->f := p->g;") ==
        Lines{"p := 0", "t1 := load@plain (p + 1)", "store@na p t1"});
  CHECK(code("p := &d; *p := p[1];") ==
        Lines{"p := &d", "t1 := load@plain (p + 1)", "store@plain p t1"});
}

TEST_CASE("expressions are evaluated from left to right") {
  CHECK(code("r := x + y;") ==
        Lines{"t1 := load@plain &x", "t2 := load@plain &y", "r := (t1 + t2)"});
  CHECK(code("a[x] := y;") ==
        Lines{"t0 := load@plain &x", "t1 := &a[t0]", "t2 := load@plain &y", "store@plain t1 t2"});
  CHECK(code("r := 1; s := r / 2 + x;") ==
        Lines{"r := 1", "t2 := load@plain &x", "s := ((r / 2) + t2)"});
}

TEST_CASE("an expression that may fault is evaluated before the accesses to its right") {
  CHECK(code("r := 1; s := 8 / r + x;") ==
        Lines{"r := 1", "t2 := (8 / r)", "t3 := load@plain &x", "s := (t2 + t3)"});
  CHECK(code("r := 1; s := 8 / r + r;") == Lines{"r := 1", "s := ((8 / r) + r)"});
}

TEST_CASE("short-circuit operators branch only where their right side touches memory") {
  CHECK(code("r := 1; r := x && r;") == Lines{"r := 1", "t1 := load@plain &x", "r := (t1 && r)"});
  CHECK(code("r := 1; s := r && x;") == Lines{"r := 1", "branch r 2 6", "t3 := load@plain &x",
                                              "branch t3 4 6", "t2 := 1", "jump 7", "t2 := 0",
                                              "s := t2"});
  CHECK(code("r := 1; s := r ? 1 : r;") == Lines{"r := 1", "s := (r ? 1 : r)"});
  CHECK(code("r := 1; s := r ? x : 2;") ==
        Lines{"r := 1", "branch r 2 4", "t2 := load@plain &x", "jump 5", "t2 := 2", "s := t2"});
  CHECK(code("if (!(x || y)) { r := 1; }") == Lines{"t1 := load@plain &x", "branch t1 5 2",
                                                    "t2 := load@plain &y", "branch t2 5 4",
                                                    "r := 1"});
}

TEST_CASE("loops count their iterations behind the condition") {
  CHECK(code("while (x) { if (y) break; }") ==
        Lines{"loop 0", "t1 := load@plain &x", "branch t1 3 8", "iteration 0",
              "t2 := load@plain &y", "branch t2 6 7", "jump 8", "jump 1"});
  CHECK(code("while (x) { y := 1; }") == Lines{"loop 0", "t1 := load@plain &x", "branch t1 3 6",
                                               "iteration 0", "store@plain &y 1", "jump 1"});
  CHECK(code("do { continue; } while (x);") ==
        Lines{"loop 0", "iteration 0", "jump 3", "t1 := load@plain &x", "branch t1 1 5"});
  CHECK(code("for (i := 0; i < 2; i := i + 1) { continue; }") ==
        Lines{"i := 0", "loop 0", "branch (i < 2) 3 7", "iteration 0", "jump 5", "i := (i + 1)",
              "jump 2"});
  CHECK(code("for (;;) { break; }") == Lines{"loop 0", "iteration 0", "jump 4", "jump 1"});
}

TEST_CASE("calls are inlined, with registers of their own that start at 0") {
  const std::string f = "fn f(v) { if (v) return v + 1; w := w + v; }\n";
  CHECK(code("r := f(x);", f) == Lines{"t1 := load@plain &x", "f.v := t1", "f.w := 0",
                                       "branch f.v 4 6", "t2 := (f.v + 1)", "jump 8",
                                       "f.w := (f.w + f.v)", "t2 := 0", "r := t2"});
  const Program program = lowered(f + "thread t { r := f(1) + f(2); }");
  CHECK(std::ranges::count(program.threads[0].registers, "f.v", &RegisterInfo::name) == 2);
  CHECK(std::ranges::count(program.threads[0].registers, true, &RegisterInfo::is_visible) == 1);
}

TEST_CASE("marks of calls precede the call and have its end") {
  CHECK(code("main f(x); r := 1;", "fn f(v) { y := v; }\n") ==
        Lines{"t1 := load@plain &x", "main f t1 until 4", "f.v := t1", "store@plain &y f.v",
              "r := 1"});
  CHECK(code("help cas@rel(x, y, 1);") ==
        Lines{"t0 := load@plain &y", "help cas@rel &x t0 1 until 3", "t1 := cas@rel@rlx &x t0 1"});
}

TEST_CASE("`break` and `continue` jump to the label's statement") {
  CHECK(code("r := 1; out: { if (r) break out; x := 1; } x := 2;") ==
        Lines{"r := 1", "branch r 2 3", "jump 4", "store@plain &x 1", "store@plain &x 2"});
  const Lines lines = code("a: while (x) { while (y) { if (r) continue a; break a; } } r := 1;");
  // loop; t := load x; branch; round; loop; t := load y; branch; round; branch; jump; jump; …
  REQUIRE(lines.size() == 14);
  CHECK(lines[1] == "t2 := load@plain &x");
  CHECK(lines[9] == "jump 1");
  CHECK(lines[10] == "jump 13");
}

TEST_CASE("awaits know their place and their condition") {
  CHECK(code("r := await@acq(x == 1);") == Lines{"r := await@acq &x (r == 1)"});
  CHECK(code("r := 1; await(a[r] != r && a[r] < 5);") ==
        Lines{"r := 1", "t1 := await@plain &a[r] ((t1 != r) && (t1 < 5))"});
  CHECK(code("r := 1; r := await(x != r);") ==
        Lines{"r := 1", "t1 := await@plain &x (t1 != r)", "r := t1"});
  CHECK(code("await(x != &y);") == Lines{"t0 := await@plain &x (t0 != &y)"});
}

TEST_CASE("in both operands of an exchange-await the place is the value read") {
  CHECK(code("r := xchgawait@acqrel(x < 9 && x != 5, x - 1);") ==
        Lines{"r := xchgawait@acqrel@acq &x ((r < 9) && (r != 5)) (r - 1)"});
  CHECK(code("xchgawait@sc,rlx(a[1] == 0, 7);") ==
        Lines{"t0 := xchgawait@sc@rlx &a+1 (t0 == 0) 7"});
  CHECK(code("r := 1; r := xchgawait(x == 0, r);") ==
        Lines{"r := 1", "t1 := xchgawait@plain@plain &x (t1 == 0) r", "r := t1"});
}

TEST_CASE("a condition of an await that may fault is evaluated again after it") {
  CHECK(code("r := 0; await(x / r == 1);") ==
        Lines{"r := 0", "t1 := await@plain &x ((t1 / r) == 1)", "t2 := ((t1 / r) == 1)"});
  CHECK(code("r := 0; xchgawait(x == 1, x / r);") ==
        Lines{"r := 0", "t1 := xchgawait@plain@plain &x (t1 == 1) (t1 / r)", "t2 := (t1 / r)"});
}

TEST_CASE("assertions have the asserted text") {
  CHECK(code("assert(x  ==\n 1);") ==
        Lines{"t0 := load@plain &x", "assert (t0 == 1) assertion failed: x == 1"});
  CHECK(code("assert(0, \"why\"); error; block; assume(1); return;") ==
        Lines{"assert 0 why", "fail error reached", "block", "assume 1", "jump 5"});
}

TEST_CASE("each thread of a family has its constant") {
  const Program program = lowered("shared a[3]; thread t(i in 0..2) { a[i] := i * 2; }");
  REQUIRE(program.threads.size() == 3);
  CHECK(program.threads[2].name == "t2");
  CHECK(Dump(program, 2).lines() == Lines{"store@plain &a+2 4", "finish"});
}

TEST_CASE("init and final blocks are threads with their roles") {
  const Program program = lowered(
      "const N = 2; final { r := N; } thread t { } init { s := 1; } exists (final:r == N);");
  REQUIRE(program.threads.size() == 3);
  CHECK(program.threads[0].role == ThreadRole::Init);
  CHECK(program.threads[2].role == ThreadRole::Final);
  REQUIRE(program.observables.size() == 1);
  CHECK(program.observables[0].thread == ThreadId(2));
}

TEST_CASE("conditions list what they observe once, and keep their text") {
  const Program program = lowered(
      "const N = 1; shared x, a[2]; thread t { q := 1; r := 2; }\n"
      "exists (t:r == 1 &&  (x == N));\nforbid (a[N] == x);\nforall (t:r);");
  REQUIRE(program.observables.size() == 3);
  CHECK(program.observables[0].name == "t:r");
  CHECK(program.observables[0].reg == RegisterId(1));
  CHECK(program.observables[1].name == "x");
  CHECK(program.observables[2].name == "a[1]");
  CHECK(program.observables[2].address == address::of_object(1, 1));
  REQUIRE(program.conditions.size() == 3);
  CHECK(program.conditions[0].text == "t:r == 1 &&  (x == N)");
  CHECK(program.conditions[1].kind == ConditionKind::Forbid);
  const std::vector<Value> observed = {1, 1, 0};
  const auto value = [&](std::size_t i) {
    return evaluate(program.condition_expressions, program.conditions[i].expression, {}, observed)
        .value;
  };
  CHECK(value(0) == 1);
  CHECK(value(1) == 0);
  CHECK(value(2) == 1);
}

TEST_CASE("copies of a loop count as one loop of the source") {
  const Program program = lowered(
      "fn f() { while (1) { } } thread t { f(); f(); } thread u { f(); do { } while (0); }");
  CHECK(program.loops.size() == 2);
  CHECK(program.loops[0].text == "while");
  CHECK(program.loops[1].text == "do");
}

TEST_CASE("instructions have their source place") {
  const Program program = lowered("shared x;\nthread t {\n  r := x;\n  x := r;\n}");
  CHECK(program.threads[0].code[0].source.line == 3);
  CHECK(program.threads[0].code[1].source.line == 4);
  CHECK(program.threads[0].code[2].source.line == 5);
}

TEST_CASE("programs that explode are ProgramTooLarge or CallsTooDeep") {
  const auto kind_of = [](const std::string& text) {
    DiagnosticSink sink;
    CHECK_FALSE(lower_text(text, sink));
    REQUIRE(sink.diagnostics().size() == 1);
    return std::string(diagnostic_name(sink.diagnostics()[0].kind));
  };
  std::string doubling = "shared x; fn f0() { x := 1; }\n";
  std::string empty = "fn f0() { }\n";
  std::string chain = "fn f0(v) { return v; }\n";
  for (int i = 1; i < 4000; ++i) {
    const std::string name = "f" + std::to_string(i);
    const std::string below = "f" + std::to_string(i - 1);
    chain += "fn " + name + "(v) { return 1 + " + below + "(v); }\n";
    if (i > 40) continue;
    doubling += "fn " + name + "() { " + below + "(); " + below + "(); }\n";
    empty += "fn " + name + "() { " + below + "(); " + below + "(); }\n";
  }
  CHECK(kind_of(doubling + "thread t { f40(); }") == "ProgramTooLarge");
  CHECK(kind_of(empty + "thread t { f40(); }") == "ProgramTooLarge");
  CHECK(kind_of(chain + "thread t { r := f3999(1); }") == "CallsTooDeep");
}

TEST_CASE("all good programs lower") {
  namespace fs = std::filesystem;
  for (const auto& entry :
       fs::directory_iterator(fs::path(DROVER_TEST_DIR) / "golden" / "frontend" / "ok")) {
    CAPTURE(entry.path());
    DiagnosticSink sink;
    const auto source = read_source(entry.path().string(), sink);
    REQUIRE(source);
    const auto program = lower_text(source->text(), sink);
    REQUIRE(program);
    for (const Thread& thread : program->threads) {
      CHECK(std::holds_alternative<Finish>(thread.code.back().body));
    }
  }
}
