// Accesses that overlap others in part: what herd7 7.58 answers with `-variant mixed`.

#include "litmus/access_parts.h"

#include <algorithm>

#include "tests/unit/litmus/litmus_testing.h"

namespace drover::litmus::access_parts_test {

namespace {

std::string machine_test(const std::string& machine, const std::string& init,
                         const std::string& program, const std::string& condition) {
  return format("{} test\n{{{}}}\n{}\n{}\n", machine, init, program, condition);
}

// The states, and whether the condition holds.
std::string answer(const std::string& machine, const std::string& init, const std::string& program,
                   const std::string& condition, ReadingOptions options = {}) {
  const Loaded loaded(machine_test(machine, init, program, condition), options);
  REQUIRE(loaded.test.has_value());
  const LitmusVerdict verdict = run(*loaded.test);
  std::string out = verdict_name(*loaded.test, verdict);
  for (const auto& state : verdict.states) out += " " + state_text(*loaded.test, state.values);
  return out;
}

std::vector<std::string> errors_of(const std::string& machine, const std::string& init,
                                   const std::string& program, ReadingOptions options = {}) {
  const Loaded loaded(machine_test(machine, init, program, "exists (true)"), options);
  std::vector<std::string> out;
  for (const Diagnostic& each : loaded.sink.sorted()) {
    if (severity_of(each.kind) == Severity::Error) out.push_back(each.message());
  }
  return out;
}

const std::string TwoInit = "uint16_t x; 0:X0=x; 1:X0=x;";
const std::string FourInit = TwoInit + " 2:X0=x; 3:X0=x;";

}  // namespace

TEST_CASE("a load sees all bytes of a store, or none") {
  CHECK(answer("AArch64", "uint64_t x; uint64_t 1:X1; 0:X0=x; 1:X0=x;",
               " P0 | P1 ;\n MOV W1,#1 | LDR X1,[X0] ;\n STR W1,[X0] | ;\n MOV W1,#2 | ;\n"
               " STR W1,[X0,#4] | ;",
               "exists (1:X1=0x200000000)") ==
        "Ok 1:X1=0; 1:X1=1; 1:X1=8589934592; 1:X1=8589934593;");
  // Two bytes are not written in the order of their addresses; one half is one store.
  CHECK(answer("AArch64", TwoInit,
               " P0 | P1 ;\n MOV W1,#0x2211 | LDRB W1,[X0] ;\n STRH W1,[X0] | LDRB W2,[X0,#1] ;",
               "exists (1:X1=0x11 /\\ 1:X2=0)")
            .starts_with("Ok"));
  CHECK(answer("AArch64", TwoInit,
               " P0 | P1 ;\n MOV W1,#0x2211 | LDRB W1,[X0] ;\n STRH W1,[X0] | DMB SY ;\n"
               " | LDRB W2,[X0,#1] ;",
               "exists (1:X1=0x11 /\\ 1:X2=0)") ==
        "No 1:X1=0; 1:X2=0; 1:X1=0; 1:X2=34; 1:X1=17; 1:X2=34;");
}

TEST_CASE("readers agree on the order of two stores to parts of what they read") {
  const std::string program =
      " P0 | P1 | P2 | P3 ;\n MOV W1,#1 | MOV W1,#1 | LDRH W1,[X0] | LDRH W1,[X0] ;\n"
      " STRB W1,[X0] | STRB W1,[X0,#1] | | ;";
  CHECK(answer("AArch64", FourInit, program, "exists (2:X1=1 /\\ 3:X1=0x100)").starts_with("No"));
  CHECK(answer("AArch64", FourInit, program, "exists (2:X1=1 /\\ 3:X1=0x101)").starts_with("Ok"));
}

TEST_CASE("a load takes a part from an own store before others see it") {
  const auto program = [](const std::string& between) {
    return " P0 | P1 ;\n MOV W1,#1 | MOV W1,#1 ;\n STRB W1,[X0] | STRB W1,[X0,#1] ;\n" + between +
           " LDRH W2,[X0] | LDRH W2,[X0] ;";
  };
  const std::string condition = "exists (0:X2=1 /\\ 1:X2=0x100)";
  CHECK(answer("AArch64", TwoInit, program(""), condition).starts_with("Ok"));
  CHECK(answer("AArch64", TwoInit, program(" DMB SY | DMB SY ;\n"), condition).starts_with("No"));
  const std::string init = "uint16_t x; 0:x6=x; 1:x6=x; 0:x5=1; 1:x5=1;";
  const std::string stores = " P0 | P1 ;\n sb x5,0(x6) | sb x5,1(x6) ;\n";
  const std::string loads = " lhu x7,0(x6) | lhu x7,0(x6) ;";
  const std::string outcome = "exists (0:x7=1 /\\ 1:x7=0x100)";
  CHECK(answer("RISCV", init, stores + loads, outcome).starts_with("Ok"));
  CHECK(answer("RISCV", init, stores + " fence rw,rw | fence rw,rw ;\n" + loads, outcome)
            .starts_with("No"));
}

TEST_CASE("own stores of different sizes stay in order") {
  CHECK(answer("AArch64", "uint32_t x; uint32_t 1:X1; uint32_t 1:X2; 0:X0=x; 1:X0=x;",
               " P0 | P1 ;\n MOV W1,#0x1111 | LDR W1,[X0] ;\n STRH W1,[X0,#2] | LDR W2,[X0] ;\n"
               " MOV W2,#0x3333 | ;\n STR W2,[X0] | ;",
               "exists (1:X1=0x3333 /\\ 1:X2=0x11110000)")
            .starts_with("No"));
}

TEST_CASE("an atomic instruction is atomic for stores of other sizes") {
  const std::string init = "uint64_t x; uint64_t 0:X2; uint64_t 1:X1=0x200000002; 0:X0=x; 1:X0=x;";
  CHECK(answer("AArch64", init, " P0 | P1 ;\n MOV W1,#1 | STR X1,[X0] ;\n SWP W1,W2,[X0] | ;",
               "locations [x; 0:X2;] exists (0:X2=0 /\\ x=0x200000002)") ==
        "Ok 0:X2=0; [x]=8589934594; 0:X2=2; [x]=8589934593;");
  // The sum does not carry into the other half.
  CHECK(answer("AArch64", "uint32_t x=0x1ffff; 0:X0=x; 1:X0=x;",
               " P0 | P1 ;\n MOV W1,#1 | LDR W1,[X0] ;\n LDADDH W1,W2,[X0] | ;",
               "locations [x;] forall (1:X1=0x1ffff \\/ 1:X1=0x10000)") ==
        "Ok 1:X1=65536; [x]=65536; 1:X1=131071; [x]=65536;");
  CHECK(answer("X86_64", "int16_t x=0x1ff; 0:rbx=x; 1:rbx=x; 1:rcx=2;",
               " P0 | P1 ;\n movw 0(%rbx),%ax | lock xaddb %cl,0(%rbx) ;",
               "locations [x; 0:rax;] exists (true)") ==
        "Ok 0:rax=257; [x]=257; 0:rax=511; [x]=257;");
  CHECK(answer("RISCV", "uint64_t x; 0:x6=x; 0:x7=1; 1:x6=x; 1:x7=0x200000002;",
               " P0 | P1 ;\n amoswap.w x5,x7,(x6) | sd x7,0(x6) ;",
               "locations [x; 0:x5;] exists (true)") ==
        "Ok 0:x5=0; [x]=8589934594; 0:x5=2; [x]=8589934593;");
}

TEST_CASE("a store exclusive needs the address and the size of the load exclusive") {
  const auto succeeds = [](const std::string& instructions) {
    return answer("AArch64", "uint64_t x; 0:X0=x;", " P0 ;\n" + instructions,
                  "locations [0:X2;] exists (0:X2=0)")
        .starts_with("Ok");
  };
  CHECK(succeeds(" LDXR X1,[X0] ;\n STXR W2,X1,[X0] ;\n LDRB W3,[X0] ;"));
  CHECK_FALSE(succeeds(" LDXR X1,[X0] ;\n STXR W2,W1,[X0] ;"));
  // On RISC-V the bytes of the load suffice.
  CHECK(answer("RISCV", "uint64_t x; 0:x6=x;", " P0 ;\n lr.d x5,0(x6) ;\n sc.w x8,x5,0(x6) ;",
               "exists (0:x8=0)")
            .starts_with("Ok"));
  CHECK(answer("RISCV", "uint64_t x; 0:x6=x;", " P0 ;\n lr.w x5,0(x6) ;\n sc.d x8,x5,0(x6) ;",
               "exists (0:x8=0)")
            .starts_with("No"));
}

TEST_CASE("initial and final values, and arrays, are put together from their bytes") {
  CHECK(answer("AArch64", "uint64_t x=0x1122334455667788; 0:X0=x;",
               " P0 ;\n MOV W1,#1 ;\n STR W1,[X0] ;", "exists (x=0x1122334400000001)")
            .starts_with("Ok"));
  CHECK(answer("AArch64", "int64_t x=-1; 0:X0=x;", " P0 ;\n STRB WZR,[X0] ;", "exists (x=-256)")
            .starts_with("Ok"));
  CHECK(answer("AArch64", "uint32_t a[2]={0x11223344,0x55667788}; 0:X0=a;",
               " P0 ;\n LDRB W1,[X0] ;\n LDRB W2,[X0,#1] ;\n LDRH W3,[X0,#2] ;\n LDRB W4,[X0,#7] ;",
               "exists (0:X1=0x44 /\\ 0:X2=0x33 /\\ 0:X3=0x1122 /\\ 0:X4=0x55)")
            .starts_with("Ok"));
  CHECK(answer("AArch64", "uint8_t a[4]={1,2,3,4}; 0:X0=a;",
               " P0 ;\n MOV W1,#0x605 ;\n STRH W1,[X0,#2] ;", "exists (a={1,2,5,6})")
            .starts_with("Ok"));
}

TEST_CASE("accesses overlap whatever computes their addresses") {
  // The index is a register, and the address of the second store is an offset.
  ReadingOptions options;
  options.alignment = Alignment::Any;
  CHECK(answer("AArch64", "uint8_t x[128]; 0:X5=x; 1:X5=x; 1:X6=1; 0:X1=0x22; 0:X2=0x22;",
               " P0 | P1 ;\n STRB W1,[X5,#2] | LDRB W1,[X5,#1] ;\n"
               " DMB SY | LDRH W2,[X5,W6,SXTW] ;\n STRB W2,[X5,#1] | ;",
               "exists (1:X1=0x22 /\\ 1:X2=0x0022)", options)
            .starts_with("No"));
  CHECK(answer("AArch64", "uint64_t x; uint64_t 1:X1; 0:X0=x; 1:X0=x; 1:X2=0x500000005;",
               " P0 | P1 ;\n MOV W3,#1 | STR X2,[X0] ;\n STR W3,[X0] | ;", "exists (x=0x500000001)")
            .starts_with("Ok"));
  // Through a pointer in memory, and a moved base.
  CHECK(answer("AArch64", "uint16_t x; uint16_t* p=x; 0:X1=p; 0:X3=1; 1:X0=x;",
               " P0 | P1 ;\n LDR X2,[X1] | LDRH W1,[X0] ;\n ADD X2,X2,#1 | ;\n STRB W3,[X2] | ;",
               "exists (1:X1=0x100)")
            .starts_with("Ok"));
}

TEST_CASE("what has no meaning is refused") {
  const std::string overlap = " P0 ;\n STRB W1,[X0,#1] ;\n LDRH W2,[X0,#1] ;";
  const std::vector<std::string> found = errors_of("AArch64", "uint32_t x; 0:X0=x;", overlap);
  REQUIRE(found.size() == 1);
  CHECK(found[0] ==
        "an access of 2 bytes at `x+1`, which is not a multiple of its size, is not supported");
  ReadingOptions options;
  options.alignment = Alignment::Any;
  CHECK(errors_of("AArch64", "uint32_t x; 0:X0=x;", overlap, options).empty());
  CHECK(errors_of("AArch64", "uint32_t x; 0:X0=x;", " P0 ;\n STRB W1,[X0] ;\n STR X2,[X0] ;")
            .front()
            .ends_with("beyond the end of the variable, is not supported"));
  CHECK(
      errors_of("AArch64", "int* x=y; 0:X0=x;", " P0 ;\n LDRB W1,[X0] ;\n LDR X2,[X0] ;").front() ==
      "an address in `x`, parts of which are accessed, is not supported");
  CHECK(errors_of("PPC", "0:r1=x;", " P0 ;\n stb r2,0(r1) ;\n lwz r3,0(r1) ;").front() ==
        "an access of 1 byte at `x` that overlaps one of 4 bytes at `x` (thread P0) in part is not "
        "supported");
}

TEST_CASE("an address that is not known before the run is tested") {
  const auto faults = [](const std::string& step) {
    const Loaded loaded(
        machine_test("AArch64", "uint32_t a[8]; 0:X0=a;",
                     " P0 ;\n MOV W2,#2 ;\n L: ;\n LDR W1,[X0] ;\n SUB W2,W2,#1 ;\n ADD X0,X0,#" +
                         step + " ;\n CBNZ W2,L ;",
                     "exists (0:X1=0)"));
    REQUIRE(loaded.test.has_value());
    const ExplorationResult result =
        explore(loaded.test->program, herd_options(*loaded.test, *find_model("aarch64")));
    return judge(*loaded.test, result).faults.size();
  };
  CHECK(faults("4") == 0);
  CHECK(faults("2") == 1);
}

TEST_CASE("accesses of one size are whole, whatever the size of the variable") {
  const auto has_parts = [](const std::string& init, const std::string& program) {
    const Loaded loaded(machine_test("AArch64", init, program, "exists (x=1)"));
    REQUIRE(loaded.test.has_value());
    return std::ranges::any_of(loaded.test->program.threads, [](const Thread& thread) {
      return std::ranges::any_of(thread.code, [](const Instruction& each) {
        const auto* store = std::get_if<Store>(&each.body);
        return store != nullptr && !store->part.is_whole();
      });
    });
  };
  const std::string store = " P0 ;\n MOV W1,#1 ;\n STR W1,[X0] ;";
  CHECK_FALSE(has_parts("uint64_t x; 0:X0=x;", store));
  CHECK(has_parts("uint64_t x=0x100000000; 0:X0=x;", " P0 ;\n STR X1,[X0] ;\n LDR W2,[X0] ;"));
  CHECK_FALSE(has_parts("0:X0=x;", " P0 ;\n STR X1,[X0] ;"));
  // Nothing overlaps in part: the index is 0.
  CHECK_FALSE(has_parts("uint32_t x; uint32_t y; 0:X0=x; 0:X5=y;",
                        " P0 ;\n LDR W1,[X0] ;\n EOR W2,W1,W1 ;\n STR W1,[X5,W2,SXTW] ;"));
}

}  // namespace drover::litmus::access_parts_test
