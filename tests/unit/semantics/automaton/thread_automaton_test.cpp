#include "semantics/automaton/thread_automaton.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "semantics/program/address.h"
#include "tests/support/program_text.h"
#include "words/fact_words.h"

namespace drover {

namespace {

using testing::program_from;

// Drives one thread with chosen values, as an explorer would.
class Driver {
 public:
  explicit Driver(const std::string& text, UnfoldOptions options = {}, std::size_t thread = 0)
      : program_(program_from(text)),
        automata_(program_, options),
        thread_(thread),
        node_(automata_.thread(thread_).initial()) {}

  const Label& label() { return automata_.thread(thread_).label(node_); }
  NodeId node() const { return node_; }
  Driver& go(Value value = 0) {
    node_ = automata_.thread(thread_).next(node_, value);
    return *this;
  }
  bool passes(Value value) { return !automata_.thread(thread_).next(node_, value).is_none(); }
  std::string message() { return words::fact_text(automata_.thread(thread_).fact(label())); }
  std::string location() { return automata_.locations().name(label().location); }
  Value register_value(const std::string& name) {
    const auto& registers = program_.threads[thread_.value].registers;
    for (std::size_t i = 0; i < registers.size(); ++i) {
      if (registers[i].name == name && registers[i].is_visible) {
        return automata_.thread(thread_).register_value(node_, RegisterId(i));
      }
    }
    FAIL("no such register");
    return 0;
  }
  ProgramAutomata& automata() { return automata_; }

 private:
  Program program_;
  ProgramAutomata automata_;
  ThreadId thread_;
  NodeId node_;
};

}  // namespace

TEST_CASE("the automaton of a thread has its events as labels, in order") {
  Driver t("shared x, y; thread t { x@rel := 2; a := y@acq; fence@sc; x := a + 1; }");
  CHECK(t.label().is_write());
  CHECK(t.label().mode == Mode::Rel);
  CHECK(t.label().value == 2);
  CHECK(t.location() == "x");
  t.go();
  CHECK(t.label().is_read());
  CHECK(t.label().mode == Mode::Acq);
  CHECK(t.location() == "y");
  t.go(41);
  CHECK(t.label().is_fence());
  t.go();
  CHECK(t.label().value == 42);
  t.go();
  CHECK(t.label().kind == LabelKind::Finished);
}

TEST_CASE("histories that differ only in dead registers lead to the same state") {
  Driver t("shared x; thread t { a := x; x := 1; b := x; } exists (t:b == 0);");
  const NodeId start = t.node();
  auto& automaton = t.automata().thread(ThreadId(0));
  const NodeId after_zero = automaton.next(start, 0);
  const NodeId after_one = automaton.next(start, 1);
  CHECK(after_zero == after_one);
  const NodeId read = automaton.next(after_zero, 0);
  CHECK(automaton.next(read, 0) != automaton.next(read, 1));  // conditions name b
}

TEST_CASE("running a thread again adds no states") {
  Driver t("shared x; thread t { for (i := 0; i < 3; i := i + 1) { faa(x, i); } }");
  for (int i = 0; i < 6; ++i) t.go(i);
  CHECK(t.label().kind == LabelKind::Finished);
  auto& automaton = t.automata().thread(ThreadId(0));
  const std::size_t nodes = automaton.node_count();
  NodeId node = automaton.initial();
  for (int i = 0; i < 6; ++i) node = automaton.next(node, i);
  CHECK(node == t.node());
  CHECK(automaton.node_count() == nodes);
}

TEST_CASE("read-modify-writes are an exclusive read and a write") {
  struct Case {
    const char* text;
    Value old;
    Value written;
  };
  for (const Case& c :
       {Case{"xchg(x, 9)", 5, 9}, Case{"faa(x, 3)", 5, 8}, Case{"fas(x, 3)", 5, 2},
        Case{"fand(x, 6)", 5, 4}, Case{"for(x, 2)", 5, 7}, Case{"fxor(x, 6)", 5, 3}}) {
    CAPTURE(c.text);
    Driver t(std::string("shared x; thread t { r := ") + c.text + "; } exists (t:r == 0);");
    CHECK(t.label().is_read());
    CHECK(t.label().exclusive.contains(c.old));
    t.go(c.old);
    CHECK(t.label().is_write());
    CHECK(t.label().is_exclusive_write);
    CHECK(t.label().value == c.written);
    t.go();
    CHECK(t.register_value("r") == c.old);
  }
}

TEST_CASE("a compare-and-swap writes only if it reads what it expects") {
  const std::string text =
      "shared x; thread t { r := cas@acqrel,rlx(x, 1, 7); s := cmpxchg@sc(x, 2, 8); }"
      "exists (t:r == 0 && t:s == 0);";
  Driver t(text);
  CHECK(t.label().mode == Mode::Acq);
  CHECK(t.label().failure_mode == Mode::Rlx);
  CHECK(t.label().mode_when_reading(1) == Mode::Acq);
  CHECK(t.label().mode_when_reading(0) == Mode::Rlx);
  t.go(1);
  CHECK(t.label().is_exclusive_write);
  CHECK(t.label().mode == Mode::Rel);
  CHECK(t.label().value == 7);
  t.go();
  CHECK(t.label().exclusive.one == 2);
  t.go(6);
  CHECK(t.label().kind == LabelKind::Finished);
  CHECK(t.register_value("r") == 1);
  CHECK(t.register_value("s") == 6);

  Driver failing(text);
  failing.go(0);
  CHECK(failing.label().is_read());
}

TEST_CASE("an await lets through the values that satisfy it") {
  Driver t("shared x; thread t { k := 2; r := await@acq(x > k); } exists (t:r == 3);");
  CHECK(t.label().is_await);
  CHECK(t.label().mode == Mode::Acq);
  CHECK_FALSE(t.passes(2));
  CHECK(t.passes(3));
  t.go(3);
  CHECK(t.register_value("r") == 3);
}

TEST_CASE("lock is an acquiring exchange that waits for 0, unlock a releasing store") {
  Driver t("shared m; thread t { lock(m); unlock(m); }");
  CHECK(t.label().is_await);
  CHECK(t.label().mode == Mode::Acq);
  CHECK_FALSE(t.passes(1));
  t.go(0);
  CHECK(t.label().is_exclusive_write);
  CHECK(t.label().value == 1);
  CHECK(t.label().mode == Mode::Rlx);
  t.go();
  CHECK(t.label().mode == Mode::Rel);
  CHECK(t.label().value == 0);
}

TEST_CASE("an exchange-await writes a value computed from the awaited one") {
  Driver t(
      "shared x; thread t { k := 2; r := xchgawait@acqrel,rlx(x > k && x != 5, x * k); } "
      "exists (t:r == 3);");
  CHECK(t.label().is_await);
  CHECK_FALSE(t.label().is_assumed);
  CHECK_FALSE(t.passes(2));
  CHECK_FALSE(t.passes(5));
  CHECK_FALSE(t.label().exclusive.contains(5));
  CHECK(t.label().mode_when_reading(5) == Mode::Rlx);
  CHECK(t.label().exclusive.contains(4));
  CHECK(t.label().mode_when_reading(4) == Mode::Acq);
  t.go(3);
  CHECK(t.label().is_exclusive_write);
  CHECK(t.label().value == 6);
  CHECK(t.label().mode == Mode::Rel);
  CHECK(t.go().register_value("r") == 3);

  Driver equal("shared x; thread t { k := 2; assume xchgawait(k + 1 == x, x + 1); }");
  CHECK(equal.label().is_assumed);
  CHECK(equal.label().exclusive.kind == ExclusiveValues::Kind::One);
  CHECK(equal.label().exclusive.one == 3);
  CHECK(equal.go(3).label().value == 4);
}

TEST_CASE("a fault in an await is an error of the thread, and nothing is written") {
  Driver condition("shared x; thread t { await(6 / x == 2); }");
  CHECK_FALSE(condition.passes(2));
  CHECK(condition.go(0).label().kind == LabelKind::Error);
  CHECK(condition.message() == "division by zero");
  Driver desired("shared x; thread t { xchgawait(x < 3, 6 / x); }");
  CHECK_FALSE(desired.passes(3));
  CHECK_FALSE(desired.label().exclusive.contains(0));
  CHECK(desired.label().exclusive.contains(1));
  CHECK(desired.go(0).label().kind == LabelKind::Error);
  Driver known("shared x; thread t { r := 0; xchgawait(x == 1 / r, 1); }");
  CHECK(known.label().kind == LabelKind::Error);
}

TEST_CASE("assume, block, assert and error end a thread") {
  Driver assume("shared x; thread t { assume(x == 1); x := 2; }");
  CHECK(assume.go(0).label().kind == LabelKind::Block);
  Driver block("thread t { block; }");
  CHECK(block.label().kind == LabelKind::Block);
  Driver failing("shared x; thread t { assert(x == 1, \"x is one\"); }");
  CHECK(failing.go(0).label().kind == LabelKind::Error);
  CHECK(failing.label().error == ErrorKind::Assertion);
  CHECK(failing.message().find("x is one") != std::string::npos);
  Driver error("thread t { error; }");
  CHECK(error.label().kind == LabelKind::Error);
}

TEST_CASE("faults of computations and addresses are errors with a reason") {
  struct Case {
    const char* text;
    ErrorKind kind;
    const char* reason;
  };
  for (const Case& c : {
           Case{"r := x; s := 1 / r;", ErrorKind::Arithmetic, "division by zero"},
           Case{"r := x; s := 1 % r;", ErrorKind::Arithmetic, "division by zero"},
           Case{"r := x; s := 1 << (r - 1);", ErrorKind::Arithmetic, "shift by -1"},
           Case{"r := x; s := a[r + 2];", ErrorKind::Memory, "index 2 is outside `a[2]`"},
           Case{"r := x; s := *r;", ErrorKind::Memory, "null address"},
           Case{"r := x; *(r + 5) := 1;", ErrorKind::Memory, "access to 5"},
           Case{"r := x; faa(*(&d + r), 1);", ErrorKind::Memory, "non-atomic cell `d`"},
           Case{"r := x; p := alloc(r);", ErrorKind::Memory, "allocation of 0 cells"},
           Case{"r := x; free(r + 1);", ErrorKind::Memory, "free of 1"},
           Case{"r := x; free(&x + r);", ErrorKind::Memory, "free of &x"},
       }) {
    CAPTURE(c.text);
    Driver t(std::string("shared x, a[2]; shared na d; thread t { ") + c.text + " }");
    t.go(0);
    CHECK(t.label().kind == LabelKind::Error);
    CHECK(t.label().error == c.kind);
    CHECK(t.message().find(c.reason) != std::string::npos);
  }
}

TEST_CASE("a loop is cut after the bound, not before") {
  const std::string text = "shared x; thread t { while (x == 0) { } }";
  Driver within(text, {.unroll = 2});
  within.go(0).go(0).go(1);
  CHECK(within.label().kind == LabelKind::Finished);
  Driver beyond(text, {.unroll = 2});
  beyond.go(0).go(0).go(0);
  CHECK(beyond.label().kind == LabelKind::Cut);
}

TEST_CASE("loops without memory accesses end too") {
  Driver forever("thread t { while (1) { } }");
  CHECK(forever.label().kind == LabelKind::Cut);
  Driver nested(
      "thread t { while (1) { for (i := 0; i < 99; i := i + 1) { j := 0; do { j := j + 1; } while "
      "(j "
      "< 99); } } }");
  CHECK(nested.label().kind == LabelKind::Cut);
}

TEST_CASE("allocation is deterministic, and cells have names") {
  Driver t(
      "struct Node { na value; next; } shared top;"
      "thread t { p := alloc Node; q := alloc Node; p->value := 5; q->next := p; top := q; "
      "free(p); }");
  CHECK(t.label().kind == LabelKind::Alloc);
  CHECK(t.label().size == 2);
  const Value first = t.label().value;
  t.go();
  CHECK(t.label().value != first);
  t.go();
  CHECK(t.location() == "Node#t.0->value");
  CHECK(t.label().mode == Mode::Na);
  t.go();
  CHECK(t.location() == "Node#t.1->next");
  CHECK(t.automata().locations().value_text(t.label().value) == "Node#t.0");
  t.go().go();
  CHECK(t.label().kind == LabelKind::Free);
  CHECK(t.label().value == first);
}

TEST_CASE("a plain access through a pointer is non-atomic if the cell is") {
  Driver t("shared na d; shared x; thread t { p := &d; *p := 1; q := &x; *q := 1; }");
  CHECK(t.label().mode == Mode::Na);
  t.go();
  CHECK(t.label().mode == Mode::Plain);
}

TEST_CASE("annotated calls leave a marker before their body") {
  Driver t(
      "shared x; fn f(a, b) { r := load(x); cas(x, a, b); } thread t { main f(1, 2); help cas(x, "
      "3, "
      "4); }");
  CHECK(t.label().kind == LabelKind::Call);
  CHECK(t.label().is_main_call);
  const AnnotatedCall call = t.automata().thread(ThreadId(0)).call(t.label());
  CHECK(call.function == "f");
  CHECK(call.arguments == std::vector<Value>{1, 2});
  t.go();
  CHECK(t.label().is_read());
  t.go(0).go(0);
  CHECK(t.label().kind == LabelKind::Call);
  CHECK_FALSE(t.label().is_main_call);
  t.go();
  CHECK(t.label().exclusive.one == 3);
}

TEST_CASE("in the annotated semantics a help call is its marker alone, [SPORE] A.2") {
  const std::string text =
      "shared x; fn f(a) { r := load(x); cas(x, a, r); }"
      "thread t { help f(1); x := 5; main f(2); x := 6; }";
  Driver t(text, {.help_calls = HelpCalls::MarkOnly});
  CHECK(t.label().kind == LabelKind::Call);
  CHECK_FALSE(t.label().is_main_call);
  CHECK(t.automata().thread(ThreadId(0)).call(t.label()).arguments == std::vector<Value>{1});
  t.go();
  CHECK(t.label().is_write());
  CHECK(t.label().value == 5);
  t.go();
  CHECK(t.label().is_main_call);
  t.go();
  CHECK(t.label().is_read());
  t.go(0).go(2);
  CHECK(t.label().is_exclusive_write);
  t.go();
  CHECK(t.label().value == 6);
  CHECK(t.go().label().kind == LabelKind::Finished);

  Driver runs(text, {.help_calls = HelpCalls::Run});
  CHECK(runs.go().label().is_read());
}

TEST_CASE("a help call whose arguments fault is an error") {
  Driver t("shared x; fn f(a) { cas(x, a, 1); } thread t { k := 0; help f(1 / k); }",
           {.help_calls = HelpCalls::MarkOnly});
  CHECK(t.label().kind == LabelKind::Error);
}

TEST_CASE("an automaton knows whether it has looked at where objects are") {
  const std::string head = "shared x; thread t { p := alloc(2); r := x; ";
  const Value other = address::of_allocation(ThreadId(std::size_t{5}), -1, 0);
  struct Case {
    const char* code;
    bool depends;
  };
  for (const Case& c :
       {Case{"s := r < p; x := s;", true}, Case{"s := r == p; x := s;", false},
        Case{"s := r < p;", false} /* nobody looks at it */, Case{"x := r * 2;", true},
        Case{"if (r > p) { x := 1; }", true}, Case{"assume(r > p);", true},
        Case{"faa(x, 1);", false}, Case{"await(x > p);", true}, Case{"*(p + 1) := 3;", false}}) {
    CAPTURE(c.code);
    Driver t(head + c.code + " }");
    CHECK_FALSE(t.automata().depends_on_placement());
    t.go().go(other);
    if (t.label().is_read()) t.go(other + 1);
    CHECK(t.automata().depends_on_placement() == c.depends);
  }
}

TEST_CASE("a read-modify-write on an address looks at where it is, unless it moves in it") {
  const Value object = address::of_allocation(ThreadId(std::size_t{5}), -1, 0);
  for (const auto& [code, depends] : {std::pair{"xchg(x, 1);", false},
                                      {"faa(x, 1);", false},
                                      {"fand(x, 0 - 1);", false},
                                      {"fas(x, 1);", true},
                                      {"fxor(x, 1 << 48);", true},
                                      {"for(x, 1 << 48);", true}}) {
    CAPTURE(code);
    Driver t(std::string("shared x; thread t { ") + code + " }");
    t.go(object);
    CHECK(t.automata().depends_on_placement() == depends);
  }
}

}  // namespace drover
