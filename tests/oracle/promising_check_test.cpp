// `interleave` finds what `enumerate` finds under aarch64 and riscv.

#include "tests/oracle/promising_check.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "input/subject.h"
#include "litmus/run_litmus.h"
#include "support/text.h"
#include "tests/oracle/generator.h"
#include "tests/support/program_text.h"

namespace drover::promising_check_test {

using oracle::Agreement;
using oracle::CrossCheckResult;

TEST_CASE("random litmus tests of machines: interleave finds what enumerate finds") {
  constexpr std::uint64_t Tests = 400;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= Tests; ++seed) {
    const std::string test = oracle::random_machine_test(seed);
    const CrossCheckResult result = oracle::check_promises_of_test(test);
    CAPTURE(seed);
    if (result.agreement == Agreement::Disagrees) FAIL_CHECK(result.what << test);
    if (result.agreement == Agreement::Agrees) ++compared;
  }
  CHECK(compared > Tests * 9 / 10);
}

TEST_CASE("random litmus tests of machines have every instruction that the machine defines") {
  // The first word of an instruction; of a barrier all of it. Orders of RISC-V have one spelling.
  std::set<std::string> made;
  constexpr std::uint64_t Tests = 120'000;
  for (std::uint64_t seed = 1; seed <= Tests; ++seed) {
    const std::string test = oracle::random_machine_test(seed);
    for (const std::string& line : split(test, '\n')) {
      for (const std::string& cell : split(line, '|')) {
        std::string name(trimmed(cell.substr(0, cell.find(';'))));
        const bool is_barrier = name.starts_with("D") || name.starts_with("fence");
        if (!is_barrier) name.resize(std::min(name.size(), name.find(' ')));
        if (name.ends_with(".aq.rl")) name = name.substr(0, name.size() - 6) + ".aqrl";
        made.insert(name);
      }
    }
  }
  std::vector<std::string> defined{"ISB",   "LDP",   "LDNP",  "LDIAPP",    "LDAP",   "LDPSW",
                                   "STP",   "STNP",  "STLP",  "LDXP",      "LDAXP",  "STXP",
                                   "STLXP", "STILP", "fence", "fence.tso", "fence.i"};
  for (const std::string end : {"", "B", "H"}) {
    for (const char* const name : {"LDR", "LDUR", "LDAR", "LDAPR", "LDAPUR", "LDXR", "LDAXR", "STR",
                                   "STUR", "STLR", "STLUR", "STXR", "STLXR"}) {
      defined.push_back(name + end);
    }
    for (const std::string order : {"", "A", "L", "AL"}) {
      for (const char* const name : {"SWP", "CAS"}) defined.push_back(name + order + end);
      if (end.empty()) defined.push_back("CASP" + order);
      for (const char* const name : {"ADD", "CLR", "EOR", "SET", "SMAX", "SMIN", "UMAX", "UMIN"}) {
        defined.push_back(std::string("LD") + name + order + end);
        if (order.empty() || order == "L") {
          defined.push_back(std::string("ST") + name + order + end);
        }
      }
    }
  }
  for (const char* const end : {"B", "H", "W"}) {
    for (const std::string name : {"LDRS", "LDURS", "LDAPURS"}) defined.push_back(name + end);
  }
  for (const std::string name : {"DMB ", "DSB "}) {
    for (const char* const option : {"SY", "LD", "ST", "ISH", "ISHLD", "ISHST", "OSH", "OSHLD",
                                     "OSHST", "NSH", "NSHLD", "NSHST"}) {
      defined.push_back(name + option);
    }
  }
  for (const std::string before : {"r", "w", "rw"}) {
    for (const char* const after : {"r", "w", "rw"}) {
      defined.push_back("fence " + before + "," + after);
    }
  }
  for (const std::string order : {"", ".aq", ".aqrl"}) {
    for (const char* const name : {"lb", "lh", "lw", "ld", "lbu", "lhu", "lwu"}) {
      defined.push_back(name + order);
    }
  }
  for (const std::string order : {"", ".rl", ".aqrl"}) {
    for (const char* const name : {"sb", "sh", "sw", "sd"}) defined.push_back(name + order);
  }
  for (const std::string order : {"", ".aq", ".rl", ".aqrl"}) {
    for (const char* const size : {".w", ".d"}) {
      for (const char* const name : {"lr", "sc", "amoswap", "amoadd", "amoand", "amoor", "amoxor",
                                     "amomax", "amomin", "amomaxu", "amominu"}) {
        defined.push_back(std::string(name) + size + order);
      }
    }
  }
  for (const std::string& name : defined) {
    CAPTURE(name);
    CHECK(made.contains(name));
  }
}

TEST_CASE("where the axioms have moved since 2019, the machine follows them") {
  struct Case {
    const char* text;
    bool is_allowed;
  };
  for (const auto& [text, is_allowed] : {
           Case{"AArch64 amo-acq\n"
                "{ 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }\n"
                " P0 | P1 ;\n"
                " MOV W5,#1 | MOV W5,#1 ;\n"
                " SWP W5,W6,[X1] | STR W5,[X2] ;\n"
                " LDAR W7,[X1] | DMB SY ;\n"
                " LDR W8,[X2] | LDR W6,[X1] ;\n"
                "exists (0:X7=1 /\\ 0:X8=0 /\\ 1:X6=0)\n",
                true},
           Case{"AArch64 swpal\n"
                "{ 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }\n"
                " P0 | P1 ;\n"
                " MOV W5,#1 | MOV W5,#1 ;\n"
                " SWPAL W5,W6,[X1] | SWPAL W5,W6,[X2] ;\n"
                " LDR W8,[X2] | LDR W8,[X1] ;\n"
                "exists (0:X8=0 /\\ 1:X8=0)\n",
                false},
           Case{"AArch64 stadd\n"
                "{ 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }\n"
                " P0 | P1 ;\n"
                " MOV W5,#1 | MOV W5,#1 ;\n"
                " STR W5,[X2] | STADD W5,[X1] ;\n"
                " DMB SY | DMB LD ;\n"
                " STR W5,[X1] | LDR W6,[X2] ;\n"
                "exists (x=2 /\\ 1:X6=0)\n",
                true},
           Case{"AArch64 dsbst\n"
                "{ 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }\n"
                " P0 | P1 ;\n"
                " MOV W5,#1 | MOV W5,#1 ;\n"
                " STR W5,[X1] | STR W5,[X2] ;\n"
                " DSB ST | DSB ST ;\n"
                " LDR W6,[X2] | LDR W6,[X1] ;\n"
                "exists (0:X6=0 /\\ 1:X6=0)\n",
                false},
           Case{"AArch64 csel\n"
                "{ 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; 1:X3=x; }\n"
                " P0 | P1 ;\n"
                " MOV W5,#1 | LDR W5,[X2] ;\n"
                " STR W5,[X1] | CMP W5,#1 ;\n"
                " DMB SY | CSEL X6,X1,X3,EQ ;\n"
                " STR W5,[X2] | LDR W7,[X6] ;\n"
                "exists (1:X5=1 /\\ 1:X7=0)\n",
                true},
           Case{"AArch64 own-between\n"
                "{ 0:X1=x; 1:X1=x; }\n"
                " P0 | P1 ;\n"
                " LDXR W5,[X1] | MOV W5,#2 ;\n"
                " MOV W6,#1 | STR W5,[X1] ;\n"
                " STR W6,[X1] | ;\n"
                " MOV W6,#3 | ;\n"
                " STXR W7,W6,[X1] | ;\n"
                "exists (0:X5=0 /\\ 0:X7=0 /\\ x=3)\n",
                true},
           // The barrier waits for the load, which hands on what binds writes.
           Case{"AArch64 own-stadd\n"
                "{ 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }\n"
                " P0 | P1 ;\n"
                " MOV W5,#1 | LDR W5,[X2] ;\n"
                " STADD W5,[X1] | ADD W5,W5,#3 ;\n"
                " LDR W6,[X1] | STR W5,[X1] ;\n"
                " DMB LD | ;\n"
                " STR W5,[X2] | ;\n"
                "exists (1:X5=4 /\\ x=5)\n",
                false},
           // The promise depends on what is swapped in, not on the comparison.
           Case{"AArch64 cas\n"
                "{ 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }\n"
                " P0 | P1 ;\n"
                " MOV W6,#1 | LDR W5,[X2] ;\n"
                " MOV W7,#2 | STR W5,[X1] ;\n"
                " CAS W6,W7,[X1] | ;\n"
                " LDR W8,[X1] | ;\n"
                " SUB W8,W8,#1 | ;\n"
                " STR W8,[X2] | ;\n"
                "exists (1:X5=1 /\\ x=2)\n",
                true},
           // The choice that it succeeds comes before the promise.
           Case{"AArch64 cas-choice\n"
                "{ 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }\n"
                " P0 | P1 ;\n"
                " MOV W5,#1 | LDR W5,[X2] ;\n"
                " MOV W6,#1 | STR W5,[X1] ;\n"
                " MOV W7,#2 | ;\n"
                " CAS W6,W7,[X1] | ;\n"
                " STR W5,[X2] | ;\n"
                "exists (1:X5=1 /\\ x=2)\n",
                true},
           Case{"RISCV amo-one\n"
                "{ 0:x1=x; 0:x2=y; 1:x1=x; 1:x2=y; }\n"
                " P0 | P1 ;\n"
                " li x5,1 | li x5,1 ;\n"
                " amoswap.w x6,x5,(x1) | amoswap.w x6,x5,(x2) ;\n"
                " fence r,r | fence r,r ;\n"
                " lw x7,0(x2) | lw x7,0(x1) ;\n"
                "exists (0:x7=0 /\\ 1:x7=0)\n",
                false},
       }) {
    CAPTURE(text);
    CHECK(oracle::check_promises_of_test(text).agreement == Agreement::Agrees);
    const input::Subject subject = input::read_subject_text(
        SourceBuffer::from_text("t.litmus", text), {.as = input::SubjectKind::Litmus});
    REQUIRE(subject.test() != nullptr);
    ExplorerOptions options =
        litmus::herd_options(*subject.test(), *find_model(subject.test()->dialect->default_model));
    options.algorithm = AlgorithmKind::Interleave;
    const auto verdict = litmus::judge(*subject.test(), explore(subject.test()->program, options));
    CHECK((verdict.satisfying > 0) == is_allowed);
  }
}

TEST_CASE("Lemma 90: a thread keeps its promises whatever a compare-and-swap of its reads") {
  const CrossCheckResult result = oracle::check_promises(
      testing::program_from("shared x, y;\n"
                            "thread P0 { r := cmpxchg@rlx(x, 1, 2); b := x@rlx; y@rlx := b - 1; }\n"
                            "thread P1 { s := y@rlx; x@rlx := s; }\n"));
  CAPTURE(result.what);
  CHECK(result.agreement == Agreement::Agrees);
  CHECK(result.models.size() == 5);
}

TEST_CASE("random programs compiled for machines: interleave finds what enumerate finds") {
  for (const char* const profile : {"machines", "spawns", "buffering"}) {
    CAPTURE(profile);
    std::uint64_t compared = 0;
    constexpr std::uint64_t Programs = 40;
    for (std::uint64_t seed = 1; seed <= Programs; ++seed) {
      const auto program = oracle::generate(seed, *oracle::profile_options(profile));
      const CrossCheckResult result =
          oracle::check_promises(testing::program_from(to_source(program)));
      CAPTURE(seed);
      if (result.agreement == Agreement::Disagrees) FAIL_CHECK(result.what << to_source(program));
      if (result.agreement == Agreement::Agrees) ++compared;
    }
    CHECK(compared > Programs / 2);
  }
}

}  // namespace drover::promising_check_test
