#include "tests/unit/litmus/litmus_testing.h"

namespace drover::litmus::x86_dialect_test {

namespace {

// Instructions of one thread, separated by `;`, and what it ends with.
std::string alone(const std::string& code, const std::string& shown, const std::string& init = "") {
  return outcome_of(x86_test(init, "P0 ;\n" + code + ";", "locations [" + shown + "]"));
}

std::vector<DiagnosticKind> kinds(const std::string& code) {
  return kinds_of(x86_test("", "P0 ;\n" + code + " ;", "forall true"));
}

}  // namespace

TEST_CASE("X86 moves are executed") {
  CHECK(alone("MOV EAX,$3; mov ebx,4; MOV [x],EAX; MOV ECX,[x]", "0:EAX; 0:EBX; 0:ECX; x") ==
        "1/0\n0:EAX=3; 0:EBX=4; 0:ECX=3; [x]=3;");
  CHECK(alone("MOV [EAX],$3; MOV EBX,(EAX)", "0:EBX; x", "0:EAX=x") == "1/0\n0:EBX=3; [x]=3;");
}

TEST_CASE("registers are shown in herd's order") {
  CHECK(alone("MOV EDI,$1; MOV EBP,$2; MOV ESI,$3", "0:EBP; 0:EDI; 0:ESI") ==
        "1/0\n0:ESI=3; 0:EDI=1; 0:EBP=2;");
}

TEST_CASE("X86 arithmetic, exchanges and compare-exchanges are executed") {
  CHECK(alone("ADD [x],$2; INC [x]; DEC EAX; SUB [x],EAX", "0:EAX; x") == "1/0\n0:EAX=-1; [x]=4;");
  CHECK(alone("MOV EAX,$5; XCHG EAX,[x]; XCHG EAX,EBX", "0:EAX; 0:EBX; x", "x=7") ==
        "1/0\n0:EAX=0; 0:EBX=7; [x]=5;");
  CHECK(alone("MOV EBX,$2; LOCK XADD [x],EBX", "0:EBX; x", "x=7") == "1/0\n0:EBX=7; [x]=9;");
  CHECK(alone("MOV EBX,$2; XADD EBX,EBX", "0:EBX") == "1/0\n0:EBX=4;");
  CHECK(alone("MOV EBX,$2; LOCK CMPXCHG [x],EBX", "0:EAX; x") == "1/0\n0:EAX=0; [x]=2;");
  CHECK(alone("MOV EBX,$2; LOCK CMPXCHG [x],EBX", "0:EAX; x", "x=7") == "1/0\n0:EAX=7; [x]=7;");
  CHECK(alone("MOV EBX,$2; CMPXCHG [x],EBX", "0:EAX; x", "x=7") == "1/0\n0:EAX=7; [x]=7;");
}

TEST_CASE("X86: parts of registers, and the carry") {
  CHECK(alone("MOVB EAX,$1; MOVW [x],$65537", "0:EAX; x", "0:EAX=4660;") ==
        "1/0\n0:EAX=4609; [x]=1;");
  const std::string uses = "; MOV EBX,$7; CMOVC EBX,[x]; SETNB [y]";
  CHECK(alone("CMP EAX,$2" + uses, "0:EBX; y") == "1/0\n0:EBX=0; [y]=0;");
  CHECK(alone("CMP EAX,$0" + uses, "0:EBX; y") == "1/0\n0:EBX=7; [y]=1;");
  CHECK(alone("MOV EAX,$-1; ADD EAX,$1; INC EAX" + uses, "0:EBX; y") == "1/0\n0:EBX=0; [y]=0;");
  CHECK(alone("SUB EAX,$1; OR EAX,$1" + uses, "0:EBX; y") == "1/0\n0:EBX=7; [y]=1;");
}

TEST_CASE("X86 jumps are executed") {
  CHECK(alone("CMP EAX,$0; JE L; MOV EBX,$1; L: MOV ECX,$1", "0:EBX; 0:ECX") ==
        "1/0\n0:EBX=0; 0:ECX=1;");
  CHECK(alone("L: INC EAX; CMP EAX,$2; JL L", "0:EAX") == "1/0\n0:EAX=2;");
}

TEST_CASE("a plain INC loses updates, a locked one does not") {
  CHECK(outcome_of(x86_test("", "P0 | P1 ;\nINC [x] | INC [x] ;", "forall x=2")) ==
        "2/2\n[x]=1;\n[x]=2;");
  CHECK(outcome_of(x86_test("", "P0 | P1 ;\nLOCK INC [x] | LOCK INC [x] ;", "forall x=2")) ==
        "2/0\n[x]=2;");
}

TEST_CASE("errors in X86 programs have diagnostics") {
  using enum DiagnosticKind;
  CHECK(kinds("MOVE EAX,$1") == std::vector{LitmusInstruction});
  CHECK(kinds("MOV EAX") == std::vector{LitmusOperands});
  CHECK(kinds("MOV EAX,x") == std::vector{LitmusOperands});
  CHECK(kinds("MOV EAZ,[x]") == std::vector{LitmusOperands});
  CHECK(kinds_of(x86_test("", "P0 ;\nMOV EAX,[x] ;", "exists (0:EAZ=0)")) ==
        std::vector{LitmusOperands});
  CHECK(kinds("MOV [x],[y]") == std::vector{LitmusOperands});
  CHECK(kinds("MOV $1,EAX") == std::vector{LitmusOperands});
  CHECK(kinds("LOCK MOV [x],$1") == std::vector{LitmusOperands});
  CHECK(kinds("CMPXCHG [x],$1") == std::vector{LitmusOperands});
  CHECK(kinds("MOV [3],$1") == std::vector{LitmusUnsupported});
  CHECK(kinds("JMP nowhere") == std::vector{LitmusLabel});
  CHECK(kinds("L: NOP ;\nL: NOP") == std::vector{LitmusLabel});
  CHECK(kinds("NOP | NOP") == std::vector{LitmusColumns});
  CHECK(kinds("MOV EAX,,") == std::vector{UnexpectedToken});
}

}  // namespace drover::litmus::x86_dialect_test
