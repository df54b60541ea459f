// The rules of the machine with promises, each on the smallest run that shows it.

#include "explorer/algorithms/reference/promising_machine.h"

#include <doctest/doctest.h>

#include <string>

#include "explorer/algorithms/reference/thread_runs.h"
#include "input/subject.h"
#include "litmus/litmus_test.h"

namespace drover::promising_machine_test {

using namespace reference;

namespace {

// The threads of a litmus test, and a memory that the test writes itself: x is in X1 or x1 of all
// threads, y in X2 or x2.
class Machine {
 public:
  explicit Machine(const std::string& code, PromisingRules rules = PromisingRules::Arm)
      : subject_(input::read_subject_text(SourceBuffer::from_text("t.litmus", text_of(code, rules)),
                                          {.as = input::SubjectKind::Litmus})),
        automata_(program(), {.dependencies = DependencyTracking::On}),
        machine_(code_of(automata_), rules),
        thread(machine_.start(ThreadId(0), {})) {}

  // Another thread writes; returns the timestamp.
  Timestamp others_write(const char* name, Value value) {
    memory.push_back({location(name), value, ThreadId(1)});
    return static_cast<Timestamp>(memory.size());
  }
  Timestamp promise(const char* name, Value value) {
    memory.push_back({location(name), value, ThreadId(0)});
    thread.promises.push_back(static_cast<Timestamp>(memory.size()));
    return thread.promises.back();
  }
  void read(Timestamp at) {
    CHECK(machine_.obstacle_to_read(thread, memory, at).is_none());
    machine_.read(thread, memory, at);
  }
  void fulfil(Timestamp at) {
    CHECK(machine_.obstacle_to_write(thread, memory, at).is_none());
    machine_.fulfil(thread, at);
  }
  void choose(Value value) {
    machine_.choose(thread, value);
    if (!machine_.label(thread).is_write()) {
      FAIL("the other choice is the store");
    }
  }
  void pass() { machine_.pass_barrier(thread); }
  Hindrance hinders_read(Timestamp at) {
    return machine_.obstacle_to_read(thread, memory, at).hindrance;
  }
  Hindrance hinders_write(Timestamp at) {
    return machine_.obstacle_to_write(thread, memory, at).hindrance;
  }
  std::size_t possible_promises() {
    const std::vector<std::vector<bool>> may_write{may_write_from(program().threads[0])};
    RunControl control;
    return ThreadRuns(automata_, machine_, may_write, control)
        .possible_promises({thread}, 0, memory)
        .size();
  }

  static std::string text_of(const std::string& code, PromisingRules rules) {
    const bool is_arm = rules == PromisingRules::Arm;
    std::string text = is_arm ? "AArch64 t\n{0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y;}\n P0 | P1 ;\n"
                              : "RISCV t\n{0:x1=x; 0:x2=y; 1:x1=x; 1:x2=y;}\n P0 | P1 ;\n";
    // The second thread names both locations.
    const char* const touch[] = {is_arm ? "LDR W5,[X1]" : "lw x5,0(x1)",
                                 is_arm ? "LDR W6,[X2]" : "lw x6,0(x2)"};
    std::size_t line = 0;
    for (std::size_t at = 0; at < code.size(); ++line) {
      const std::size_t end = std::min(code.find(';', at), code.size());
      text += code.substr(at, end - at) + " | " + (line < 2 ? touch[line] : "") + " ;\n";
      at = end + 1;
    }
    return text + "exists (x=0)\n";
  }

  MessageList memory;

 private:
  [[nodiscard]] const Program& program() const { return subject_.test()->program; }
  LocationId location(const std::string& name) {
    for (std::uint32_t i = 0; i < program().objects.size(); ++i) {
      if (program().objects[i].name == name) {
        return automata_.location_at(address::of_object(i));
      }
    }
    FAIL("no such location");
    return {};
  }

  input::Subject subject_;
  ProgramAutomata automata_;
  PromisingMachine machine_;

 public:
  PromisingThread thread;
};

}  // namespace

TEST_CASE("a read may see an old message until the thread has seen a later one") {
  Machine plain("LDR W5,[X2];LDR W6,[X1]");
  plain.others_write("x", 1);
  const Timestamp flag = plain.others_write("y", 1);
  plain.read(flag);
  CHECK(plain.hinders_read(0) == Hindrance::None);
  CHECK(plain.hinders_read(flag) == Hindrance::OtherMessage);
  for (const char* const code : {"LDAR W5,[X2];LDR W6,[X1]", "LDAPR W5,[X2];LDR W6,[X1]",
                                 "LDR W5,[X2];EOR W7,W5,W5;LDR W6,[X1,W7,SXTW]"}) {
    CAPTURE(code);
    Machine ordered(code);
    const Timestamp data = ordered.others_write("x", 1);
    ordered.read(ordered.others_write("y", 1));
    CHECK(ordered.hinders_read(0) == Hindrance::Overwritten);
    CHECK(ordered.hinders_read(data) == Hindrance::None);
  }
  Machine same("LDR W5,[X1];LDR W6,[X1]");
  same.read(same.others_write("x", 1));
  CHECK(same.hinders_read(0) == Hindrance::Incoherent);
}

TEST_CASE("a branch orders later reads with an ISB only") {
  for (const bool has_isb : {false, true}) {
    Machine machine(std::string("LDR W5,[X2];CBNZ W5,L;L:;") + (has_isb ? "ISB;" : "") +
                    "LDR W6,[X1]");
    machine.others_write("x", 1);
    machine.read(machine.others_write("y", 1));
    if (has_isb) machine.pass();
    CHECK(machine.hinders_read(0) == (has_isb ? Hindrance::Overwritten : Hindrance::None));
  }
}

TEST_CASE(
    "a write may be promised before what stands in front of it, unless that must come first") {
  CHECK(Machine("LDR W5,[X2];MOV W6,#1;STR W6,[X1]").possible_promises() == 1);
  // It depends on what is read: only what can be read now.
  Machine data("LDR W5,[X2];STR W5,[X1]");
  CHECK(data.possible_promises() == 1);
  data.others_write("y", 7);
  CHECK(data.possible_promises() == 2);
  Machine early("LDR W5,[X2];STR W5,[X1]");
  const Timestamp promised = early.promise("x", 1);
  early.read(early.others_write("y", 1));
  CHECK(early.hinders_write(promised) == Hindrance::TooEarly);
  for (const char* const before : {"DMB SY", "DMB LD"}) {
    Machine barrier(std::string("LDR W5,[X2];") + before + ";MOV W6,#1;STR W6,[X1]");
    const Timestamp ahead = barrier.promise("x", 1);
    barrier.read(barrier.others_write("y", 1));
    barrier.pass();
    CHECK(barrier.hinders_write(ahead) == Hindrance::TooEarly);
  }
}

TEST_CASE("writes of one location are fulfilled in order, also behind a read of it") {
  Machine machine("MOV W5,#1;STR W5,[X1];MOV W5,#2;STR W5,[X1]");
  const Timestamp second = machine.promise("x", 2);
  const Timestamp first = machine.promise("x", 1);
  machine.fulfil(first);
  CHECK(machine.hinders_write(second) == Hindrance::BehindOwnView);
}

TEST_CASE("a thread reads its own write before the others, with what the write depends on") {
  Machine machine("MOV W5,#1;STR W5,[X1];LDR W6,[X1];EOR W7,W6,W6;LDR W8,[X2,W7,SXTW]");
  machine.others_write("y", 1);
  const Timestamp own = machine.promise("x", 1);
  machine.fulfil(own);
  CHECK(machine.hinders_read(0) == Hindrance::Incoherent);
  machine.read(own);
  CHECK(machine.hinders_read(0) == Hindrance::None);  // y was written before x, all the same
}

TEST_CASE("an exclusive store needs that nobody else has written since its load") {
  for (const bool is_written : {false, true}) {
    Machine machine("LDXR W5,[X1];MOV W6,#1;STXR W7,W6,[X1]");
    machine.read(0);
    if (is_written) machine.others_write("x", 5);
    const Timestamp at = machine.promise("x", 1);
    machine.choose(1);  // the store succeeds
    CHECK(machine.hinders_write(at) == (is_written ? Hindrance::NotExclusive : Hindrance::None));
  }
}

TEST_CASE("a strong acquire waits for strong releases, a weak one does not") {
  for (const bool is_strong : {false, true}) {
    Machine machine(std::string("MOV W5,#1;STLR W5,[X1];") + (is_strong ? "LDAR" : "LDAPR") +
                    " W6,[X2]");
    machine.others_write("y", 1);
    machine.fulfil(machine.promise("x", 1));
    CHECK(machine.hinders_read(0) == (is_strong ? Hindrance::Overwritten : Hindrance::None));
  }
}

TEST_CASE("barriers order the accesses that they name") {
  struct Case {
    const char* barrier;
    bool orders_store_load;
  };
  for (const auto& [barrier, orders] :
       {Case{"DMB SY", true}, Case{"DMB ISH", true}, Case{"DMB ST", false}, Case{"DMB LD", false},
        Case{"DSB ST", true}, Case{"DMB NSH", false}, Case{"ISB", false}}) {
    CAPTURE(barrier);
    Machine machine(std::string("MOV W5,#1;STR W5,[X1];") + barrier + ";LDR W6,[X2]");
    machine.others_write("y", 1);
    machine.fulfil(machine.promise("x", 1));
    machine.pass();
    CHECK(machine.hinders_read(0) == (orders ? Hindrance::Overwritten : Hindrance::None));
  }
  for (const auto& [barrier, orders] :
       {Case{"fence rw,rw", true}, Case{"fence w,r", true}, Case{"fence.tso", false},
        Case{"fence rw,w", false}, Case{"fence r,r", false}, Case{"fence.i", false}}) {
    CAPTURE(barrier);
    Machine machine(std::string("li x5,1;sw x5,0(x1);") + barrier + ";lw x6,0(x2)",
                    PromisingRules::RiscV);
    machine.others_write("y", 1);
    machine.fulfil(machine.promise("x", 1));
    machine.pass();
    CHECK(machine.hinders_read(0) == (orders ? Hindrance::Overwritten : Hindrance::None));
  }
}

TEST_CASE("Lemma 90: whoever reads an own atomic write hands on what its read has seen") {
  Machine m("STADD W5,[X1];LDR W6,[X1];DMB LD;STR W5,[X2]");
  const Timestamp promise = m.promise("y", 0);
  m.read(m.others_write("x", 4));
  const Timestamp own = m.promise("x", 4);
  m.fulfil(own);
  m.read(own);
  m.pass();
  CHECK(m.hinders_write(promise) == Hindrance::TooEarly);
}

TEST_CASE("Lemma 90: a thread may assume that others write what a compare-and-swap expects") {
  const std::string code = "LDR W7,[X1];STR W7,[X2]";
  // The store of the load's value.
  CHECK(Machine("MOV W5,#1;MOV W6,#2;LDR W8,[X1];" + code).possible_promises() == 1);
  // That, and what is swapped in; or the value that was read, swapped in again.
  CHECK(Machine("MOV W5,#1;MOV W6,#2;CAS W5,W6,[X1];" + code).possible_promises() == 3);
}

TEST_CASE("an atomic operation of RISC-V is one event: what follows it follows its write") {
  Machine machine("li x5,1;amoswap.w x6,x5,(x1);fence r,r;lw x7,0(x2)", PromisingRules::RiscV);
  machine.others_write("y", 1);
  machine.read(0);
  machine.fulfil(machine.promise("x", 1));
  machine.pass();
  CHECK(machine.hinders_read(0) == Hindrance::Overwritten);
  Machine arm("MOV W5,#1;SWP W5,W6,[X1];DMB LD;LDR W7,[X2]");
  arm.others_write("y", 1);
  arm.read(0);
  arm.fulfil(arm.promise("x", 1));
  arm.pass();
  CHECK(arm.hinders_read(0) == Hindrance::None);
}

}  // namespace drover::promising_machine_test
