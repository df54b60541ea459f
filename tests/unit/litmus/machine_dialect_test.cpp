// What herd7 7.58 answers to small tests of machines and of the kernel, and what is said of
// mistakes.

#include "tests/unit/litmus/litmus_testing.h"

namespace drover::litmus::machine_dialect_test {

namespace {

struct Report {
  std::vector<std::string> states;
  std::string verdict;
  std::uint64_t positive = 0;
  std::uint64_t negative = 0;
  std::vector<std::string> flags;
  bool operator==(const Report&) const = default;
};

doctest::String toString(const Report& report) {
  std::string out;
  for (const std::string& state : report.states) out += state + " ";
  out += format("{} {} {}", report.verdict, report.positive, report.negative);
  for (const std::string& flag : report.flags) out += " " + flag;
  return out.c_str();
}

Report report_of(const std::string& text) {
  const Loaded loaded(text);
  REQUIRE(loaded.test.has_value());
  const LitmusVerdict verdict = run(*loaded.test);
  Report out{
      {}, verdict_name(*loaded.test, verdict), verdict.satisfying, verdict.others, verdict.flags};
  for (const auto& state : verdict.states)
    out.states.push_back(state_text(*loaded.test, state.values));
  return out;
}

std::string machine_test(const std::string& machine, const std::string& init,
                         const std::string& program, const std::string& condition) {
  return format("{} test\n{{{}}}\n{}\n{}\n", machine, init, program, condition);
}

Report aarch64(const std::string& init, const std::string& program, const std::string& condition) {
  return report_of(machine_test("AArch64", init, program, condition));
}
Report riscv(const std::string& init, const std::string& program, const std::string& condition) {
  return report_of(machine_test("RISCV", init, program, condition));
}
Report ppc(const std::string& init, const std::string& program, const std::string& condition) {
  return report_of(machine_test("PPC", init, program, condition));
}
Report x86_64(const std::string& init, const std::string& program, const std::string& condition) {
  return report_of(machine_test("X86_64", init, program, condition));
}
Report kernel(const std::string& init, const std::string& program, const std::string& condition) {
  return report_of(c_test(init, program, condition));
}

std::vector<std::string> errors_in(const std::string& machine, const std::string& instruction) {
  const Loaded loaded(
      machine_test(machine, "", format(" P0 ;\n {} ;", instruction), "exists (x=1)"));
  std::vector<std::string> out;
  for (const Diagnostic& each : loaded.sink.sorted()) {
    if (severity_of(each.kind) == Severity::Error) out.push_back(each.message());
  }
  return out;
}

}  // namespace

TEST_CASE("states show registers by their types") {
  CHECK(aarch64("0:X8=0xffffffff;", " P0 ;\n NOP ;", "exists (0:X8=4294967295)") ==
        Report{{"0:X8=-1;"}, "Ok", 1, 0, {}});
  CHECK(aarch64("uint64_t 0:X10=0xffffffff;", " P0 ;\n NOP ;", "exists (0:X10=1)") ==
        Report{{"0:X10=4294967295;"}, "No", 0, 1, {}});
  CHECK(riscv("uint64_t 0:x1=-1;", " P0 ;\n nop ;", "forall 0:x1=-1").verdict == "Ok");
  CHECK(riscv("0:zero=4;", " P0 ;\n nop ;", "locations [0:x0;] exists (true)").states ==
        std::vector<std::string>{"0:x0=4;"});
  CHECK(riscv("1:a0=x;", " P0 | P1 ;\n nop | nop ;", "locations [1:a0;] exists (true)").states ==
        std::vector<std::string>{"1:x10=x;"});
}

TEST_CASE("AArch64: states are sorted by the bits that registers and memory hold") {
  const auto order = [](const std::string& init, const std::string& program,
                        const std::string& shown) {
    return aarch64(init, program, format("locations [{}]\nforall (true)", shown)).states;
  };
  const std::string stores =
      " P0 | P1 ;\n MOV W0,#-1 | LDR W3,[X1] ;\n STR W0,[X1] | ;\n MOV W0,#-2 | ;\n"
      " STR W0,[X1] | ;\n MOV W0,#3 | ;\n STR W0,[X1] | ;";
  CHECK(order("0:X1=x; 1:X1=x;", stores, "1:X3;") ==
        std::vector<std::string>{"1:X3=0;", "1:X3=3;", "1:X3=-2;", "1:X3=-1;"});
  CHECK(order("0:X1=x; 1:X1=x;",
              " P0 | P1 ;\n MOV W0,#-1 | MOV W0,#2 ;\n STR W0,[X1] | STR W0,[X1] ;",
              "x;") == std::vector<std::string>{"[x]=2;", "[x]=-1;"});
  // A register of 64 bits, and a location of 64 bits, hold negative numbers.
  CHECK(order("0:X1=x; 1:X1=x;", stores + "\n | SXTW X4,W3 ;", "1:X4;") ==
        std::vector<std::string>{"1:X4=-2;", "1:X4=-1;", "1:X4=0;", "1:X4=3;"});
  CHECK(order("int64_t x=0; 0:X1=x; 1:X1=x;",
              " P0 | P1 ;\n MOV X0,#-1 | MOV X0,#2 ;\n STR X0,[X1] | STR X0,[X1] ;",
              "x;") == std::vector<std::string>{"[x]=-1;", "[x]=2;"});
}

TEST_CASE("a store exclusive may fail, and succeeds only at the reserved address") {
  CHECK(aarch64("0:X1=x;", " P0 ;\n MOV W5,#1 ;\n LDXR W0,[X1] ;\n STXR W2,W5,[X1] ;",
                "exists (0:X2=0)") == Report{{"0:X2=0;", "0:X2=1;"}, "Ok", 1, 1, {}});
  CHECK(aarch64("0:X1=x;", " P0 ;\n MOV W5,#1 ;\n STXR W2,W5,[X1] ;", "exists (0:X2=0)").states ==
        std::vector<std::string>{"0:X2=1;"});
  CHECK(aarch64("0:X1=x; 0:X3=y;", " P0 ;\n LDXR W0,[X1] ;\n LDXR W4,[X3] ;\n STXR W2,W5,[X1] ;",
                "exists (0:X2=0)")
            .states == std::vector<std::string>{"0:X2=1;"});
}

TEST_CASE("an exclusive access in between parts a pair, unless it is one of RISC-V's") {
  const std::string between =
      " P0 | P1 ;\n MOV W5,#1 | MOV W5,#2 ;\n LDXR W0,[X1] | STR W5,[X1] ;\n {} | ;\n"
      " STXR W2,W5,[X1] | ;";
  const auto with = [&](const std::string& instruction) {
    std::string program = between;
    program.replace(program.find("{}"), 2, instruction);
    return aarch64("0:X1=x; 0:X3=y; 1:X1=x;", program, "exists (0:X0=0 /\\ 0:X2=0 /\\ x=1)")
        .verdict;
  };
  CHECK(with("LDADD W5,W6,[X3]") == "Ok");
  CHECK(with("STR W5,[X3]") == "No");
  CHECK(riscv("0:x1=x; 0:x3=y; 1:x1=x;",
              " P0 | P1 ;\n li x5,1 | li x5,2 ;\n lr.w x10,0(x1) | sw x5,0(x1) ;\n"
              " amoadd.w x6,x5,(x3) | ;\n sc.w x12,x5,0(x1) | ;",
              "exists (0:x10=0 /\\ 0:x12=0 /\\ x=1)")
            .verdict == "No");
}

TEST_CASE("compare-and-swap counts its ways") {
  CHECK(aarch64("0:X1=x;", " P0 ;\n MOV W2,#1 ;\n CASAL W0,W2,[X1] ;", "exists (x=1)") ==
        Report{{"[x]=1;"}, "Ok", 2, 0, {}});
  CHECK(aarch64("0:X1=x; 0:X0=5;", " P0 ;\n MOV W2,#1 ;\n CAS W0,W2,[X1] ;", "exists (x=0)") ==
        Report{{"[x]=0;"}, "Ok", 3, 0, {}});
}

TEST_CASE("RISC-V: the load of a pair does not release, the store does not acquire") {
  CHECK(riscv("0:x5=x; 0:x6=y; 1:x5=x; 1:x6=y;",
              " P0 | P1 ;\n li x1,1 | li x1,1 ;\n sw x1,0(x5) | sw x1,0(x6) ;\n"
              " lr.w.rl x2,0(x6) | lr.w.rl x2,0(x5) ;",
              "exists (0:x2=0 /\\ 1:x2=0)")
            .positive == 1);
  const Report passing = riscv("0:x5=x; 0:x6=y; 1:x5=x; 1:x6=y;",
                               " P0 | P1 ;\n li x1,1 | lw.aq x2,0(x6) ;\n"
                               " lr.w x7,0(x5) | lw x3,0(x5) ;\n sc.w.aq x8,x1,0(x5) | ;\n"
                               " sw x1,0(x6) | ;",
                               "exists (0:x8=0 /\\ 1:x2=1 /\\ 1:x3=0)");
  CHECK(passing.states.size() == 6);
  CHECK(passing.positive == 1);
  CHECK(errors_in("RISCV", "lw.rl x1,0(x2)").size() == 1);
  CHECK(errors_in("RISCV", "sw.aq x1,0(x2)").size() == 1);
}

TEST_CASE("an atomic memory operation of RISC-V is one event") {
  CHECK(riscv("0:x5=x; 0:x6=y; 1:x5=x; 1:x6=y;",
              " P0 | P1 ;\n li x7,2 | lw x8,0(x6) ;\n sw x7,0(x5) | fence rw,rw ;\n"
              " amoadd.w x10,x0,(x5) | li x7,1 ;\n bne x10,x0,L0 | sw x7,0(x5) ;\n L0: | ;\n"
              " li x9,1 | ;\n sw x9,0(x6) | ;",
              "exists (1:x8=1 /\\ 0:x10=2 /\\ x=2)")
            .verdict == "No");
  CHECK(riscv("0:x5=x; 0:x6=y; 1:x5=x; 1:x6=y;",
              " P0 | P1 ;\n li x7,1 | li x7,1 ;\n amoswap.w.aq x8,x7,(x5) | sw x7,0(x6) ;\n"
              " lw x9,0(x6) | fence rw,rw ;\n | lw x9,0(x5) ;",
              "exists (0:x9=0 /\\ 1:x9=0)")
            .verdict == "No");
}

TEST_CASE("a label may be entered again twice") {
  CHECK(riscv("0:x6=x;", " P0 ;\n L0: ;\n lr.w x5,0(x6) ;\n sc.w x7,x5,0(x6) ;\n bne x7,x0,L0 ;",
              "exists (0:x7=0)") == Report{{"0:x7=0;"}, "Loop Ok", 3, 0, {}});
  const Report endless =
      aarch64("0:X1=x;", " P0 ;\n Loop: ;\n LDR W0,[X1] ;\n CBZ W0,Loop ;", "exists (0:X0=1)");
  CHECK(endless.states.empty());
  CHECK(endless.verdict == "Loop No");
}

TEST_CASE("a barrier of a domain raises a flag") {
  const auto flags = [](const std::string& barrier) {
    return aarch64("0:X1=x;", format(" P0 ;\n LDR W0,[X1] ;\n {} ;", barrier), "exists (x=0)")
        .flags;
  };
  CHECK(flags("DMB ISH") == std::vector<std::string>{"Assuming-common-inner-shareable-domain"});
  CHECK(flags("DMB SY").empty());
}

TEST_CASE("r0 of Power is a number where it is part of an address") {
  CHECK(ppc("0:r0=x; 0:r1=y; 0:r3=7;", " P0 ;\n lwz r2,0(r0) ;\n stwx r3,r0,r1 ;\n addi r4,r0,7 ;",
            "locations [0:r2;0:r4;y;] exists (true)")
            .states == std::vector<std::string>{"0:r2=0; 0:r4=7; [y]=7;"});
}

TEST_CASE("a jump may be written as a distance") {
  CHECK(aarch64("", " P0 ;\n MOV W0,#1 ;\n B .+8 ;\n MOV W0,#2 ;\n MOV W1,#3 ;",
                "exists (0:X0=1 /\\ 0:X1=3)")
            .verdict == "Ok");
}

TEST_CASE("instructions of AArch64 compute what the manual says") {
  const auto result = [](const std::string& code) {
    std::string program = " P0 ;\n";
    for (std::size_t at = 0; at < code.size();) {
      const std::size_t end = std::min(code.find(';', at), code.size());
      program += format(" {} ;\n", code.substr(at, end - at));
      at = end + 1;
    }
    return aarch64("uint64_t 0:X0;", program, "locations [0:X0;] exists (true)").states.front();
  };
  CHECK(result("MOV W1,#5;MOV W2,#7;SUBS W0,W1,W2;CSET W0,MI") == "0:X0=1;");
  CHECK(result("MOV W1,#5;CMP W1,#5;CSINC W0,WZR,WZR,NE") == "0:X0=1;");
  CHECK(result("MOV X1,#1;LSL X0,X1,#40") == "0:X0=1099511627776;");
  CHECK(result("MOV W1,#-1;MOV W0,W1") == "0:X0=4294967295;");
  CHECK(result("MOV W1,#-1;SXTW X0,W1") == "0:X0=18446744073709551615;");
  CHECK(result("MOV W1,#6;MOV W2,#7;MUL W0,W1,W2") == "0:X0=42;");
  CHECK(result("MOV X1,#-1;MOV X2,#2;UMULH X0,X1,X2") == "0:X0=1;");
  CHECK(result("MOV X1,#-1;MOV X2,#2;SMULH X0,X1,X2") == "0:X0=18446744073709551615;");
  CHECK(result("MOV X1,#-1;MOV X2,#2;UDIV X0,X1,X2") == "0:X0=9223372036854775807;");
  CHECK(result("MOV W1,#1;RBIT W0,W1") == "0:X0=2147483648;");
  CHECK(result("MOV W1,#258;REV W0,W1") == "0:X0=33619968;");
  CHECK(result("MOV W1,#16;CLZ W0,W1") == "0:X0=27;");
  CHECK(result("MOV X1,#0xff0;UBFX X0,X1,#4,#4") == "0:X0=15;");
  CHECK(result("MOV X1,#0xff0;UBFM X0,X1,#4,#7") == "0:X0=15;");
  CHECK(result("MOVZ X0,#1,LSL #16;MOVK X0,#2") == "0:X0=65538;");
  CHECK(result("MOV W1,#3;MOV W2,#12;BIC W0,W2,W1,LSL #2") == "0:X0=0;");
  CHECK(result("MOV W1,#1;TST W1,#1;CSEL W0,W1,WZR,NE") == "0:X0=1;");
  CHECK(result("MOV W1,#1;ROR W0,W1,#1") == "0:X0=2147483648;");
  CHECK(result("MOV W1,#-7;ABS W0,W1") == "0:X0=7;");
  CHECK(result("MOV W1,#1;CMP W1,#2;MRS X0,NZCV") == "0:X0=2147483648;");
}

TEST_CASE("the kernel's locks, races and dependencies") {
  CHECK(kernel("", "P0 (spinlock_t* l) { spin_lock(l); spin_lock(l); }", "exists (true)").verdict ==
        "No");
  const Report race = kernel("", "P0 (int* x) { *x = 1; }\nP1 (int* x) { int r0 = *x; smp_mb(); }",
                             "exists (1:r0=1)");
  CHECK(race.flags == std::vector<std::string>{"data-race"});
  CHECK(race.verdict == "Ok");
  CHECK(kernel("", "P0 (spinlock_t* l) { spin_lock(l); spin_unlock(l); }", "exists (l=1)").flags ==
        std::vector<std::string>{"lock-final"});
  // The control dependency ends with the branch.
  const auto buffering = [](const std::string& write) {
    return kernel("",
                  format("P0 (int* x, int* y, int* z) {{ int r0 = READ_ONCE(*x); if (r0) {{ {} }} "
                         "WRITE_ONCE(*y, 1); }}\n"
                         "P1 (int* x, int* y) {{ int r0 = READ_ONCE(*y); smp_mb(); "
                         "WRITE_ONCE(*x, 1); }}",
                         write),
                  "exists (0:r0=1 /\\ 1:r0=1)")
        .verdict;
  };
  CHECK(buffering("WRITE_ONCE(*z, 1);") == "Ok");
  CHECK(kernel("",
               "P0 (int* x) { int r0 = 0; while (r0 == 0) { r0 = READ_ONCE(*x); } }\n"
               "P1 (int* x) { WRITE_ONCE(*x, 1); }",
               "exists (0:r0=1)")
            .verdict.starts_with("Loop"));
}

TEST_CASE("calls return to where they came from") {
  CHECK(aarch64("",
                " P0 ;\n MOV W0,#1 ;\n BL F ;\n ADD W0,W0,#10 ;\n B End ;\n F: ;\n ADD W0,W0,#5 ;\n"
                " RET ;\n End: ;",
                "exists (0:X0=16)") == Report{{"0:X0=16;"}, "Ok", 1, 0, {}});
  CHECK(aarch64("", " P0 ;\n ADR X1,F ;\n BR X1 ;\n MOV W0,#1 ;\n F: ;\n MOV W2,#2 ;",
                "exists (0:X0=0 /\\ 0:X2=2)")
            .verdict == "Ok");
}

TEST_CASE("registers may be symbolic") {
  CHECK(aarch64("uint64_t %P0_x=x; x=7;", " P0 ;\n LDR W0,[X%P0_x] ;", "exists (0:X0=7)").verdict ==
        "Ok");
  CHECK(ppc("%P0_x=x; x=7;", " P0 ;\n lwz r1,0(%P0_x) ;", "exists (0:r1=7)").verdict == "Ok");
  CHECK(ppc("%x0=x; %y1=y; x=7; y=8;", " P0 | P1 ;\n lwz r1,0(%x0) | lwz r1,0(%y1) ;",
            "exists (0:r1=7 /\\ 1:r1=8)")
            .verdict == "Ok");
}

TEST_CASE("a thread may get into the code of another one with its own registers") {
  CHECK(aarch64("0:X8=P1:F;",
                " P0 | P1 ;\n MOV W9,#4 | B End ;\n BLR X8 | F: ;\n BLR X8 | SUB W9,W9,#1 ;\n"
                " NOP | RET ;\n NOP | End: ;",
                "forall (0:X9=2 /\\ 1:X9=0)") == Report{{"0:X9=2; 1:X9=0;"}, "Ok", 1, 0, {}});
  // The address comes through memory.
  CHECK(aarch64("0:X2=x; 1:X2=x;",
                " P0 | P1 ;\n ADR X1,F | LDR X1,[X2] ;\n STR X1,[X2] | CBZ X1,End ;\n"
                " B End | BR X1 ;\n F: | MOV W0,#9 ;\n MOV W0,#7 | End: ;\n End: | ;",
                "forall (1:X0=0 \\/ 1:X0=7)")
            .states == std::vector<std::string>{"1:X0=0;", "1:X0=7;"});
}

TEST_CASE("AArch64: instructions as values") {
  CHECK(aarch64("0:X0=instr:\"b.eq  .+8\"; 0:X2=NOP;", " P0 ;\n CMP W0,W2 ;\n CSET W4,NE ;",
                "forall (0:X4=1 /\\ 0:X0=instr:\"B.EQ .+8\" /\\ not 0:X0=instr:\"B.EQ .+4\")") ==
        Report{{"0:X0=instr:\"B.EQ .+8\"; 0:X4=1;"}, "Ok", 1, 0, {}});
  // What stands behind a label is loaded from there, with distances for labels; cells with labels
  // only do not count.
  CHECK(aarch64(
            "0:X0=P1:L0;",
            " P0 | P1 ;\n LDR W1,[X0] | B L1 ;\n | L0: ;\n | L2: ;\n | ADD W0, W0, #1 ;\n | L1: ;",
            "forall (0:X1=instr:\"ADD W0,W0,#1\")") ==
        Report{{"0:X1=instr:\"ADD W0,W0,#1\";"}, "Ok", 1, 0, {}});
  CHECK(aarch64("", " P0 ;\n L0: ;\n ADR X1,L0 ;\n LDR W2,[X1] ;\n B L1 ;\n L1: ;",
                "forall (0:X2=instr:\"ADR X1,.+0\")") ==
        Report{{"0:X2=instr:\"ADR X1,.+0\";"}, "Ok", 1, 0, {}});
}

TEST_CASE("states may have addresses of code") {
  CHECK(aarch64("", " P0 ;\n L0: ;\n ADR X0,L0 ;", "forall (0:X0=label:\"0:L0\")") ==
        Report{{"0:X0=label:\"P0:L0\";"}, "Ok", 1, 0, {}});
  CHECK(aarch64("", " P0 ;\n BL L0 ;\n L0: ;", "locations [0:X30;]").states ==
        std::vector<std::string>{"0:X30=label:\"P0:L0\";"});
  const auto says = [](const std::string& init, const std::string& code, const std::string& text) {
    const Loaded loaded(machine_test("AArch64", init, code, "exists (0:X0=0)"));
    return !loaded.test && loaded.sink.sorted().front().message().find(text) != std::string::npos;
  };
  CHECK(says("0:X0=P1:L1;", " P0 | P1 ;\n NOP | L0: ;", "unknown label `label:\"P1:L1\"`"));
  CHECK(says("0:X0=x:L1;", " P0 ;\n NOP ;", "x"));
}

TEST_CASE("a return without a call ends the thread") {
  CHECK(aarch64(
            "",
            " P0 ;\n CBZ W0,L0 ;\n MOV W1,#1 ;\n RET ;\n L0: ;\n MOV W1,#2 ;\n RET ;\n MOV W1,#3 ;",
            "forall (0:X1=2)")
            .verdict == "Ok");
  CHECK(x86_64("", " P0 ;\n movl $2,%eax ;\n ret ;\n movl $3,%eax ;", "forall (0:rax=2)").verdict ==
        "Ok");
}

TEST_CASE("pairs are compared and swapped as one") {
  const auto swapped = [](const std::string& second) {
    return aarch64("int x[2]={0," + second + "}; 0:X5=x;",
                   " P0 ;\n MOV W2,#5 ;\n MOV W3,#6 ;\n CASP W6,W7,W2,W3,[X5] ;",
                   "locations [0:X6; 0:X7; x;]");
  };
  CHECK(swapped("0") == Report{{"0:X6=0; 0:X7=0; x={5,6};"}, "Ok", 2, 0, {}});
  CHECK(swapped("1") == Report{{"0:X6=0; 0:X7=1; x={0,1};"}, "Ok", 3, 0, {}});
}

TEST_CASE("the expected value decides whether a compare-and-swap writes") {
  // The store of a compare-and-swap comes after what it compares with was read.
  CHECK(aarch64("0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y;",
                " P0 | P1 ;\n MOV W9,#1 | MOV W4,#1 ;\n LDR W0,[X3] | LDR W5,[X1] ;\n"
                " STLR W9,[X1] | AND W10,W5,#2 ;\n | CAS W10,W4,[X3] ;",
                "exists (1:X5=1 /\\ 0:X0=1)")
            .verdict == "No");
  const auto stale = [](const std::string& swap, const std::string& fence) {
    return aarch64("y=2; 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y;",
                   " P0 | P1 ;\n MOV W0,#1 | MOV W4,#1 ;\n STR W0,[X1] | " + swap +
                       ",W4,[X3] ;\n MOV W2,#0 | " + fence + " ;\n STLR W2,[X3] | LDR W0,[X1] ;",
                   "exists (y=1 /\\ 1:X0=0)")
        .verdict;
  };
  CHECK(stale("CASA WZR", "NOP") == "Ok");
  CHECK(stale("CASA W6", "NOP") == "No");
  CHECK(stale("CAS WZR", "DMB LD") == "Ok");
  CHECK(stale("CAS W6", "DMB LD") == "No");
}

TEST_CASE("further forms of states and operands are read") {
  CHECK(aarch64("", " P0 ;\n CMP XZR,X1 ;", "forall (0:XZR=0 /\\ 0:X1=0)").states ==
        std::vector<std::string>{"0:XZR=0; 0:X1=0;"});
  CHECK(aarch64("uint64_t %reg=x;", " P0 ;\n MOV X0,%reg ;", "exists (0:X0=x)").verdict == "Ok");
  CHECK(aarch64("0:X0=1;", " P0 ;\n B .text ;\n ADD W0,W0,#1 ;\n .text: NOP ;", "forall (0:X0=1)")
            .verdict == "Ok");
  CHECK(aarch64("int a[2]={1,2}; x=3;", " P0 ;\n NOP ;", "locations [x; a; a[1];]").states ==
        std::vector<std::string>{"a={1,2}; [x]=3; a[1]=2;"});
  CHECK(x86_64("int64_t t[2]={1,-1}; 0:rax=t; 0:rbx=1; int64_t 0:rcx;",
               " P0 ;\n movq 0(%rax,%rbx,8),%rcx ;\n endbr64 ;\n nopl %cs:0(%rax,%eax,0) ;",
               "forall (0:rcx=-1 /\\ 0:rip=0)")
            .verdict == "Ok");
  CHECK(x86_64("0:rax=1;", " P0 ;\n shl 2,%eax ;", "forall (0:rax=4)").verdict == "Ok");
}

TEST_CASE("memory holds as many bits as its type has, and loads extend them") {
  CHECK(riscv("x=-1; 0:x1=x;",
              " P0 ;\n lw x2,0(x1) ;\n li x3,-1 ;\n beq x2,x3,L ;\n li x6,1 ;\n L: ;",
              "locations [0:x2; 0:x6;]")
            .states == std::vector<std::string>{"0:x2=-1; 0:x6=0;"});
  CHECK(ppc("x=-1; 0:r1=x; int64_t 0:r0; int64_t 0:r2;", " P0 ;\n lwa r0,0(r1) ;\n lwz r2,0(r1) ;",
            "locations [0:r0; 0:r2;]")
            .states == std::vector<std::string>{"0:r0=-1; 0:r2=4294967295;"});
  CHECK(aarch64("uint8_t t[4]; 0:X0=0x1020304; 0:X2=t;", " P0 ;\n STR W0,[X2] ;", "locations [t;]")
            .states == std::vector<std::string>{"t={4,3,2,1};"});
}

TEST_CASE("RISC-V: loads and stores of 32 bits cut and extend") {
  const auto states = [](const std::string& program, const std::string& shown) {
    return riscv("int64_t x=0; 0:x1=x; int64_t 0:x3; int64_t 0:x4; int64_t 0:x5;",
                 " P0 ;\n li x2,-1 ;\n" + program, "locations [" + shown + "]")
        .states;
  };
  using States = std::vector<std::string>;
  CHECK(states(" srli x2,x2,31 ;\n sw x2,0(x1) ;\n lw x3,0(x1) ;\n lwu x4,0(x1) ;",
               "0:x3; 0:x4; x;") == States{"0:x3=-1; 0:x4=4294967295; [x]=4294967295;"});
  CHECK(states(" sw x2,0(x1) ;\n amoadd.w x3,x2,(x1) ;\n lr.w x4,(x1) ;", "0:x3; 0:x4; x;") ==
        States{"0:x3=-1; 0:x4=-2; [x]=4294967294;"});
  CHECK(states(" sw x2,0(x1) ;\n li x5,1 ;\n amomaxu.w x3,x5,(x1) ;\n amomin.w x4,x5,(x1) ;",
               "0:x3; 0:x4; x;") == States{"0:x3=-1; 0:x4=-1; [x]=4294967295;"});
  CHECK(states(" sd x2,0(x1) ;\n ld x3,0(x1) ;\n sh x2,0(x1) ;\n lhu x4,0(x1) ;", "0:x3; 0:x4;") ==
        States{"0:x3=-1; 0:x4=65535;"});
  CHECK(riscv("0:x1=x; 0:x2=y; 1:x1=x; y=7;",
              " P0 | P1 ;\n sw x2,0(x1) | lw x3,0(x1) ;\n | beq x3,x0,L ;\n | lw x4,0(x3) ;\n"
              " | L: ;",
              "locations [1:x3; 1:x4;]")
            .states == States{"1:x3=0; 1:x4=0;", "1:x3=y; 1:x4=7;"});
}

TEST_CASE("Power: loads and stores of 32 bits cut and extend, and words are compared as such") {
  const auto states = [](const std::string& program, const std::string& shown) {
    return ppc("int64_t x=0; 0:r1=x; int64_t 0:r3; int64_t 0:r4; int64_t 0:r5;",
               " P0 ;\n li r2,-1 ;\n" + program, "locations [" + shown + "]")
        .states;
  };
  using States = std::vector<std::string>;
  CHECK(states(" stw r2,0(r1) ;\n lwz r3,0(r1) ;\n lwa r4,0(r1) ;", "0:r3; 0:r4; x;") ==
        States{"0:r3=4294967295; 0:r4=-1; [x]=4294967295;"});
  CHECK(states(" sth r2,0(r1) ;\n lha r3,0(r1) ;\n lhz r4,0(r1) ;", "0:r3; 0:r4; x;") ==
        States{"0:r3=-1; 0:r4=65535; [x]=65535;"});
  CHECK(states(" stw r2,0(r1) ;\n lwz r3,0(r1) ;\n cmpwi r3,0 ;\n blt L ;\n li r4,1 ;\n L: ;",
               "0:r4;") == States{"0:r4=0;"});
  CHECK(states(" stw r2,0(r1) ;\n lwz r3,0(r1) ;\n cmpdi r3,0 ;\n blt L ;\n li r4,1 ;\n L: ;",
               "0:r4;") == States{"0:r4=1;"});
  CHECK(states(" lwarx r3,r0,r1 ;\n stwcx. r2,r0,r1 ;", "x;") ==
        States{"[x]=0;", "[x]=4294967295;"});
}

TEST_CASE("numbers that are no addresses are cut, however large they are") {
  const std::vector<std::string> cut{"0:x12=-1;"};
  for (const char* number : {"0x7fffffffffffffff", "0x40000000ffffffff", "0x60000000ffffffff"}) {
    CAPTURE(number);
    CHECK(riscv(format("int64_t y={}; 0:x5=y;", number),
                " P0 ;\n ld x10,0(x5) ;\n sext.w x12,x10 ;", "locations [0:x12;] exists (true)")
              .states == cut);
    CHECK(riscv(format("int64_t y={}; int x; 0:x5=y; 0:x6=x;", number),
                " P0 ;\n ld x10,0(x5) ;\n sw x10,0(x6) ;\n lw x12,0(x6) ;",
                "locations [0:x12;] exists (true)")
              .states == cut);
  }
  CHECK(aarch64("int64_t y; 0:X1=y; int64_t 0:X2;",
                " P0 ;\n MOVZ X2,#1 ;\n LSL X2,X2,#62 ;\n STR X2,[X1] ;",
                "locations [0:X2; y;] exists (true)")
            .states ==
        std::vector<std::string>{"0:X2=4611686018427387904; [y]=4611686018427387904;"});
}

TEST_CASE("Power: counts beyond the word shift all bits out, and masks wrap around") {
  const auto result = [](const std::string& a, const std::string& b, const std::string& code) {
    return ppc(format("int64_t 0:r5={}; int64_t 0:r6={}; int64_t 0:r7=-1;", a, b),
               format(" P0 ;\n {} r7,{} ;", code.substr(0, code.find(' ')),
                      code.substr(code.find(' ') + 1)),
               "locations [0:r7;] exists (true)")
        .states;
  };
  using States = std::vector<std::string>;
  CHECK(result("32768", "32", "slw r5,r6") == States{"0:r7=0;"});
  CHECK(result("32768", "65", "slw r5,r6") == States{"0:r7=65536;"});
  CHECK(result("-5", "64", "srd r5,r6") == States{"0:r7=0;"});
  CHECK(result("-5", "129", "srd r5,r6") == States{"0:r7=9223372036854775805;"});
  CHECK(result("0x80000000", "48", "sraw r5,r6") == States{"0:r7=-1;"});
  CHECK(result("-5", "127", "srad r5,r6") == States{"0:r7=-1;"});
  CHECK(result("2", "0", "rlwinm r5,0,31,0") == States{"0:r7=8589934592;"});
  CHECK(result("0", "0", "rlwimi r5,16,4,0") == States{"0:r7=1879048192;"});
  CHECK(result("0x12345678", "0", "rlwimi r5,16,4,0") == States{"0:r7=6230750101002261044;"});
}

TEST_CASE("Power: accesses that update their base register or take several registers") {
  const Report update =
      ppc("0:r2=x; 1:r2=x;",
          " P0 | P1 ;\n li r3,1 | addi r4,r2,-4 ;\n stw r3,0(r2) | lwzu r5,4(r4) ;\n"
          " | stwu r5,0(r4) ;",
          "exists (1:r5=1 /\\ 1:r4=x)");
  CHECK(update == Report{{"1:r4=x; 1:r5=0;", "1:r4=x; 1:r5=1;"}, "Ok", 1, 2, {}});
  CHECK(ppc("int a[4]={1,2,3,4}; 0:r1=a; 0:r2=4;",
            " P0 ;\n lmw r30,4(r1) ;\n stmw r30,0(r1) ;\n lwzux r5,r1,r2 ;\n dcbf r0,r1 ;",
            "locations [0:r1; 0:r5; 0:r30; 0:r31; a;]")
            .states ==
        std::vector<std::string>{"0:r1=a+4; 0:r5=3; 0:r30=2; 0:r31=3; a={2,3,3,4};"});
  CHECK(errors_in("PPC", "lwzu r1,0(r1)") ==
        std::vector<std::string>{"lwzu cannot have `r1` as its base register"});
  CHECK(errors_in("PPC", "stwu r1,0(r0)") ==
        std::vector<std::string>{"stwu cannot have `r0` as its base register"});
  CHECK(errors_in("PPC", "lmw r29,0(r30)") ==
        std::vector<std::string>{"lmw cannot have `r30` as its base register"});
}

TEST_CASE("Power: bnl and bng jump, and bl calls") {
  const auto jumps = [](const std::string& branch, const std::string& number) {
    return ppc("0:r1=" + number + ";",
               " P0 ;\n cmpwi r1,1 ;\n " + branch + " L ;\n li r2,1 ;\n L: ;", "exists (0:r2=0)")
               .verdict == "Ok";
  };
  CHECK(jumps("bnl", "1"));
  CHECK_FALSE(jumps("bnl", "0"));
  CHECK(jumps("bng", "1"));
  CHECK_FALSE(jumps("bng", "2"));
  CHECK(ppc("",
            " P0 ;\n bl f ;\n addi r1,r1,1 ;\n b End ;\n f: mflr r3 ;\n li r1,5 ;\n"
            " mtlr r3 ;\n blr ;\n End: ;",
            "forall (0:r1=6)")
            .verdict == "Ok");
  CHECK(ppc("", " P0 ;\n li r1,1 ;\n blr ;\n li r1,2 ;", "forall (0:r1=1)").verdict == "Ok");
}

TEST_CASE("RISC-V: addresses of locations and of code") {
  CHECK(riscv("x=3;", " P0 ;\n la x5,x ;\n lw x6,0(x5) ;", "forall (0:x5=x /\\ 0:x6=3)").verdict ==
        "Ok");
  CHECK(riscv("", " P0 ;\n jal f ;\n addi x5,x5,1 ;\n j End ;\n f: li x5,5 ;\n ret ;\n End: ;",
              "forall (0:x5=6)")
            .verdict == "Ok");
  CHECK(riscv("",
              " P0 ;\n la x7,f ;\n jalr x7 ;\n addi x5,x5,1 ;\n j End ;\n f: li x5,5 ;\n"
              " jr x1 ;\n End: ;",
              "forall (0:x5=6)")
            .verdict == "Ok");
  CHECK(riscv("", " P0 ;\n li x5,1 ;\n ret ;\n li x5,2 ;", "forall (0:x5=1)").verdict == "Ok");
  // The second time, the jump leads on.
  CHECK(riscv("",
              " P0 ;\n auipc x7,0 ;\n addi x5,x5,1 ;\n li x6,2 ;\n beq x5,x6,End ;\n"
              " jr x7 ;\n End: ;",
              "forall (0:x5=2)")
            .verdict == "Ok");
  CHECK(errors_in("RISCV", "jalr x1,4(x5)") == std::vector<std::string>{"jalr takes no offset"});
  CHECK(errors_in("RISCV", "la x5,x6") ==
        std::vector<std::string>{"la takes a register, and a location or a label"});
}

TEST_CASE("AArch64: bit fields move up and down") {
  const auto result = [](const std::string& instruction) {
    return aarch64("int64_t 0:X1=0xabcd; int64_t 0:X2=-1;", format(" P0 ;\n {} ;", instruction),
                   "locations [0:X2;] exists (true)")
        .states;
  };
  using States = std::vector<std::string>;
  CHECK(result("UBFIZ X2,X1,#8,#12") == States{"0:X2=773376;"});
  CHECK(result("SBFIZ X2,X1,#8,#12") == States{"0:X2=-275200;"});
  CHECK(result("BFXIL X2,X1,#8,#8") == States{"0:X2=-85;"});
}

TEST_CASE("AArch64: EXTR takes bits of a pair of registers, and hints do nothing") {
  CHECK(
      aarch64("int64_t 0:X1=0x123456789abcdef0; int64_t 0:X2=0x1111111122222222; int64_t 0:X0; "
              "uint64_t 0:X3; int64_t 0:X4;",
              " P0 ;\n EXTR X0,X1,X2,#16 ;\n EXTR W3,W1,W2,#8 ;\n EXTR X4,X1,X2,#0 ;\n HINT #34 ;",
              "locations [0:X0; 0:X3; 0:X4;]")
          .states == std::vector<std::string>{"0:X0=-2382385437880540638; 0:X3=4028768802; "
                                              "0:X4=1229782938533634594;"});
  CHECK(errors_in("AArch64", "EXTR X0,X1,X2,#64") ==
        std::vector<std::string>{"64 is not between 0 and 63"});
  CHECK(errors_in("AArch64", "EXTR X0,W1,X2,#1") ==
        std::vector<std::string>{"EXTR takes Xd,Xn,Xm and the number of a bit"});
}

TEST_CASE("addresses behind an object are locations of their own, without an initial value") {
  const auto through_memory = [](const std::string& condition) {
    return riscv("0:x2=z; 1:x2=z;", " P0 | P1 ;\n li x5,1 | lw x1,128(x2) ;\n sw x5,128(x2) | ;",
                 condition);
  };
  CHECK(through_memory("locations [z;] exists (1:x1=1)") ==
        Report{{"1:x1=1; [z]=0;"}, "Ok", 1, 0, {}});
  CHECK(riscv("0:x2=z; 0:x3=y;", " P0 ;\n addi x1,x2,128 ;\n sw x1,0(x3) ;", "locations [y;]")
            .states == std::vector<std::string>{"[y]=z+128;"});
  const Loaded unwritten(
      machine_test("PPC", "0:r2=x;", " P0 ;\n li r4,128 ;\n lwzx r5,r4,r2 ;", "exists (0:r5=0)"));
  REQUIRE(unwritten.test.has_value());
  const ExplorationResult result =
      explore(unwritten.test->program, herd_options(*unwritten.test, *find_model("ppc")));
  CHECK(judge(*unwritten.test, result).faults.size() == 1);
  CHECK(errors_in("X86_64", "movl 0(%rax,%rbx,3),%ecx").size() == 1);
}

TEST_CASE("executions in which a thread accesses no location do not count") {
  const std::string text =
      machine_test("RISCV", "0:x5=x; 1:x5=x; 1:x8=z;",
                   " P0 | P1 ;\n lw x5,0(x5) | sw x8,0(x5) ;\n lw x6,0(x5) | ;", "exists (0:x5=z)");
  const Loaded loaded(text);
  REQUIRE(loaded.test.has_value());
  const ExplorationResult result =
      explore(loaded.test->program, herd_options(*loaded.test, *find_model("riscv")));
  const LitmusVerdict verdict = judge(*loaded.test, result);
  CHECK(verdict.faults.empty());
  CHECK(verdict.left_out.size() == 1);
  CHECK(verdict.satisfying == 1);
  CHECK(verdict.others == 0);
}

TEST_CASE("a push of an ordered pair stores the second register first") {
  const auto seen = [](const std::string& address, const std::string& first) {
    return aarch64("int64_t x[2]; 0:X2=x; 1:X2=x; int64_t 1:X0; int64_t 1:X1;",
                   " P0 | P1 ;\n ADD X2,X2,#16 | LDR X1," + first + " ;\n MOV X0,#1 | DMB LD ;\n" +
                       " MOV X1,#2 | LDR X0,[X2" + (first == "[X2]" ? ",#8] ;\n" : "] ;\n") +
                       " STILP X0,X1," + address + " | ;",
                   "locations [1:X0; 1:X1;]")
        .states.size();
  };
  CHECK(seen("[X2,#-16]!", "[X2]") == 3);
  CHECK(seen("[X2,#-16]!", "[X2,#8]") == 4);
  CHECK(seen("[X2,#-16]", "[X2]") == 4);
  CHECK(seen("[X2,#-16]", "[X2,#8]") == 3);
}

TEST_CASE("variants that change the meaning of a test are refused") {
  const Loaded tagged("AArch64 test\nVariant=fatal,memtag\n{}\n P0 ;\n NOP ;\nexists (0:X0=0)\n");
  CHECK(!tagged.test);
  CHECK(tagged.sink.sorted().front().message().find("`memtag`") != std::string::npos);
  const Loaded fatal("AArch64 test\nVariant=fatal,mixed\n{}\n P0 ;\n NOP ;\nexists (0:X0=0)\n");
  CHECK(fatal.test.has_value());
}

TEST_CASE("mistakes in instructions are named, with what is meant") {
  CHECK(errors_in("RISCV", "lw x1,0(x2,x3)") ==
        std::vector<std::string>{"an address is one register and a number"});
  CHECK(errors_in("X86_64", "movl 0(%rax,%rbx,3),%ecx") ==
        std::vector<std::string>{"an index is multiplied by 1, 2, 4 or 8, not by 3"});

  CHECK(errors_in("AArch64", "LDRR W0,[X1]") ==
        std::vector<std::string>{"unknown instruction `LDRR`"});
  CHECK(errors_in("AArch64", "STG X0,[X1]") ==
        std::vector<std::string>{"`STG`, of the Memory Tagging Extension, is not supported"});
  CHECK(errors_in("AArch64", "STXR X2,W0,[X1]") ==
        std::vector<std::string>{"the status register is a W register"});
  CHECK(errors_in("AArch64", "ADD W0,W1") ==
        std::vector<std::string>{"ADD takes Xd,Xn,Xm or a number"});
  CHECK(errors_in("AArch64", "LDR W0,[W1]") ==
        std::vector<std::string>{"an address is in an X register"});
  CHECK(errors_in("AArch64", "CBNZ W0,Nowhere") ==
        std::vector<std::string>{"unknown label `Nowhere`"});
  CHECK(kinds_of(machine_test("AArch64", "0:X1=x;", " P0 ;\n LDR W0,[X1] ;\n LDR X2,[X1] ;",
                              "exists (0:X0=0)")) ==
        std::vector{DiagnosticKind::LitmusUnsupported});
  CHECK(errors_in("RISCV", "lww x1,0(x2)") ==
        std::vector<std::string>{"unknown instruction `lww`"});
  CHECK(errors_in("RISCV", "lw x1,0(x99)") == std::vector<std::string>{"unknown register `x99`"});
  CHECK(errors_in("RISCV", "amoadd.w x1,x2,4(x3)") ==
        std::vector<std::string>{"amoadd.w takes no offset"});
  CHECK(errors_in("PPC", "lwz r1,r2") ==
        std::vector<std::string>{"lwz takes a register and an address, `0(r1)`"});
  CHECK(errors_in("X86_64", "movq (x),(y)") ==
        std::vector<std::string>{"an instruction has at most one operand in memory"});
  CHECK(errors_in("X86_64", "lock mfence").size() == 1);
  CHECK(kinds_of(machine_test("AArch64", "", " P0 ;\n NOP ;", "exists (0:W0=0)")) ==
        std::vector{DiagnosticKind::LitmusOperands});
}

}  // namespace drover::litmus::machine_dialect_test
