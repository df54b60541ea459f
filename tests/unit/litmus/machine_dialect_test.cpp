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

TEST_CASE("registers are shown as their types say") {
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

TEST_CASE("loads of RISC-V and Power do not extend") {
  CHECK(riscv("x=-1; 0:x1=x;",
              " P0 ;\n lw x2,0(x1) ;\n li x3,-1 ;\n beq x2,x3,L ;\n li x6,1 ;\n L: ;",
              "locations [0:x2;0:x6;] exists (true)")
            .states == std::vector<std::string>{"0:x2=-1; 0:x6=0;"});
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

TEST_CASE("jumps may be written as distances") {
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
}

TEST_CASE("mistakes in instructions are named, with what is meant") {
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
        std::vector<std::string>{"an instruction has one operand in memory at most"});
  CHECK(errors_in("X86_64", "lock mfence").size() == 1);
  CHECK(kinds_of(machine_test("AArch64", "", " P0 ;\n NOP ;", "exists (0:W0=0)")) ==
        std::vector{DiagnosticKind::LitmusOperands});
}

}  // namespace drover::litmus::machine_dialect_test
