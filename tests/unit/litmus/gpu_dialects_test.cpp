// PTX, Vulkan and OpenCL from the text to the verdict, under the built-in models; which runs end.

#include "explorer/algorithms/progress/find_endless_run.h"
#include "tests/unit/litmus/litmus_testing.h"

namespace drover::litmus::gpu_dialects_test {

namespace {

LitmusVerdict verdict_of(const std::string& text) {
  const Loaded loaded(text);
  for (const Diagnostic& each : loaded.sink.sorted()) MESSAGE(each.message());
  REQUIRE(loaded.test.has_value());
  return run(*loaded.test);
}
bool is_allowed(const std::string& text) { return verdict_of(text).satisfying > 0; }

// Message passing: a write and a flag, in two threads.
std::string ptx_passing(const std::string& places, const std::string& release,
                        const std::string& acquire) {
  return format(
      "PTX MP\n{{ x = 0; f = 0; }}\n{};\n st.weak x, 1 | {} r0, f ;\n {} f, 1 | ld.weak r1, x ;\n"
      "exists (P1:r0 == 1 /\\ P1:r1 == 0)\n",
      places, acquire, release);
}
constexpr const char* OneCta = " P0@cta 0, gpu 0 | P1@cta 0, gpu 0 ";
constexpr const char* TwoCtas = " P0@cta 0, gpu 0 | P1@cta 1, gpu 0 ";
constexpr const char* TwoGpus = " P0@cta 0, gpu 0 | P1@cta 0, gpu 1 ";

}  // namespace

TEST_CASE("PTX: a release and an acquire synchronise if their scopes include each other's thread") {
  const auto passes = [](const std::string& places, const std::string& scope,
                         const std::string& other) {
    return is_allowed(ptx_passing(places, "st.release." + scope, "ld.acquire." + other));
  };
  CHECK_FALSE(passes(OneCta, "cta", "cta"));
  CHECK(passes(TwoCtas, "cta", "cta"));
  CHECK(passes(TwoCtas, "cta", "gpu"));
  CHECK(passes(TwoCtas, "gpu", "cta"));
  CHECK_FALSE(passes(TwoCtas, "gpu", "gpu"));
  // The same number in another gpu is another cta.
  CHECK(passes(TwoGpus, "cta", "cta"));
  CHECK(passes(TwoGpus, "gpu", "gpu"));
  CHECK_FALSE(passes(TwoGpus, "sys", "sys"));
  CHECK(is_allowed(ptx_passing(OneCta, "st.relaxed.sys", "ld.acquire.sys")));
  CHECK(is_allowed(ptx_passing(OneCta, "st.release.sys", "ld.weak")));
}

TEST_CASE("PTX: coherence is partial") {
  // Two readers may see two weak writes in different orders; two strong ones, in one order.
  const auto test = [](const std::string& store) {
    return format(
        "PTX partial\n{{ x = 0; f = 0; g = 0; }}\n"
        " P0@cta 0, gpu 0 | P1@cta 0, gpu 0 | P2@cta 0, gpu 0 | P3@cta 0, gpu 0 ;\n"
        " {0} x, 1 | {0} x, 2 | ld.acquire.cta r0, f | ld.acquire.cta r0, f ;\n"
        " st.release.cta f, 1 | st.release.cta g, 1 | ld.acquire.cta r1, g | ld.acquire.cta r1, g "
        ";\n"
        " | | ld.weak r2, x | ld.weak r2, x ;\n"
        "exists (P2:r0 = 1 /\\ P2:r1 = 1 /\\ P2:r2 = 1 /\\ P3:r0 = 1 /\\ P3:r1 = 1 /\\ P3:r2 = "
        "2)\n",
        store);
  };
  CHECK(is_allowed(test("st.weak")));
  CHECK_FALSE(is_allowed(test("st.relaxed.cta")));
  // Either weak write may be the last.
  const LitmusVerdict last = verdict_of(
      "PTX last\n{ x = 0; }\n P0@cta 0, gpu 0 | P1@cta 0, gpu 0 ;\n st.weak x, 1 | st.weak x, 2 ;\n"
      "exists (x = 1)\n");
  CHECK(last.states.size() == 2);
  CHECK(last.satisfying == 1);
}

TEST_CASE("PTX: fence.sc are in one order if their scopes include each other's thread") {
  const auto test = [](const std::string& fence) {
    return format(
        "PTX SB\n{{ x = 0; y = 0; }}\n P0@cta 0, gpu 0 | P1@cta 1, gpu 0 ;\n"
        " st.weak x, 1 | st.weak y, 1 ;\n {0} | {0} ;\n ld.weak r0, y | ld.weak r0, x ;\n"
        "exists (P0:r0 = 0 /\\ P1:r0 = 0)\n",
        fence);
  };
  CHECK_FALSE(is_allowed(test("fence.sc.gpu")));
  CHECK(is_allowed(test("fence.sc.cta")));
  CHECK(is_allowed(test("fence.acq_rel.gpu")));
}

TEST_CASE("PTX: another virtual address needs a fence of aliases") {
  const auto test = [](const std::string& between) {
    return format(
        "PTX alias\n{{ x = 0; y @ generic aliases x; }}\n P0@cta 0, gpu 0 ;\n st.weak x, 1 ;\n {}\n"
        " ld.weak r0, y ;\nexists (P0:r0 = 0)\n",
        between);
  };
  CHECK(is_allowed(test("")));
  CHECK_FALSE(is_allowed(test(" fence.proxy.alias ;")));
  CHECK(is_allowed(test(" fence.sc.sys ;")));
}

TEST_CASE("PTX: control barriers") {
  const auto test = [](const std::string& first, const std::string& second,
                       const std::string& places = OneCta) {
    return verdict_of(
        format("PTX bar\n{{ x = 0; }}\n{};\n st.weak x, 1 | {} ;\n {} | ld.weak r0, x ;\n"
               "exists (P1:r0 = 0)\n",
               places, second, first));
  };
  const LitmusVerdict both = test("bar.cta.sync 1", "bar.cta.sync 1");
  CHECK(both.satisfying == 0);
  CHECK(both.others == 1);
  CHECK(test("bar.cta.arrive 1", "bar.cta.sync 1").satisfying == 0);
  // The one that only arrives is not ordered behind the other.
  CHECK(test("bar.cta.sync 1", "bar.cta.arrive 1").satisfying == 1);
  CHECK(test("bar.cta.sync 1", "bar.cta.sync 2").satisfying == 1);
  CHECK(test("bar.cta.sync 1", "bar.cta.sync 1", TwoCtas).satisfying == 1);
  CHECK(test("bar.cta.sync 1, 1", "bar.cta.sync 1, 2").satisfying == 1);
  CHECK(test("bar.cta.sync 1, 1", "bar.cta.sync 1, 1").satisfying == 0);
  // Nobody passes a barrier for three.
  const LitmusVerdict three = test("bar.cta.sync 1, 1, 3", "bar.cta.sync 1, 1, 3");
  CHECK(three.satisfying + three.others == 0);
  CHECK(three.blocked > 0);
}

TEST_CASE("PTX: a compare-and-swap always writes") {
  CHECK_FALSE(
      is_allowed("PTX cas\n{ x = 5; }\n P0@cta 0, gpu 0 ;\n atom.relaxed.cta.cas r0, x, 1, 2 ;\n"
                 "exists (x != 5 \\/ P0:r0 != 5)\n"));
  CHECK(
      is_allowed("PTX cas\n{ x = 5; }\n P0@cta 0, gpu 0 ;\n atom.relaxed.cta.cas r0, x, 5, 2 ;\n"
                 "exists (x = 2 /\\ P0:r0 >= 5)\n"));
}

TEST_CASE("GPUs: initial values are copied, and conditions compare") {
  CHECK(verdict_of("PTX init\n{ x = 3; y = x; P0:r1 = 4; }\n P0@cta 0, gpu 0 ;\n ld.weak r0, y ;\n"
                   "forall (P0:r0 < P0:r1 /\\ 3 == P0:r0 /\\ 0 == 0)\n")
            .holds(Quantifier::Forall));
  CHECK(
      kinds_of("PTX init\n{ x = y; }\n P0@cta 0, gpu 0 ;\n ld.weak r0, x ;\nexists (P0:r0=0)\n") ==
      std::vector{DiagnosticKind::LitmusInitialiser});
}

TEST_CASE("GPUs: what is not understood is refused") {
  const auto kinds = [](const std::string& heading, const std::string& instruction) {
    return kinds_of(
        format("PTX no\n{{ x = 0; }}\n {} ;\n {} ;\nexists (x=0)\n", heading, instruction));
  };
  const std::vector unknown{DiagnosticKind::LitmusInstruction};
  CHECK(kinds("P0@cta 0, gpu 0", "st.weak x, 1").empty());
  CHECK(kinds("P0@cta 0, gpu 0", "st.acquire.gpu x, 1") == unknown);
  CHECK(kinds("P0@cta 0, gpu 0", "ld.release.gpu r0, x") == unknown);
  CHECK(kinds("P0@cta 0, gpu 0", "ld.acquire r0, x") == unknown);
  CHECK(kinds("P0@cta 0, gpu 0", "ld.weak.gpu r0, x") == unknown);
  CHECK(kinds("P0@cta 0, gpu 0", "fence.sc") == unknown);
  CHECK(kinds("P0@cta 0, gpu 0", "red.relaxed.gpu.exch x, 1") == unknown);
  const std::vector operands{DiagnosticKind::LitmusOperands};
  CHECK(kinds("P0@cta 0, gpu 0", "st.weak r0, 1") == operands);
  CHECK(kinds("P0@cta 0, gpu 0", "bar.cta.sync 1, 1, r0") == operands);
  CHECK(kinds("P0", "st.weak x, 1") == operands);
  CHECK(kinds("P0@wg 0, gpu 0", "st.weak x, 1") == operands);
}

namespace {

std::string vulkan_passing(const std::string& places, const std::string& store,
                           const std::string& release, const std::string& acquire,
                           const std::string& load) {
  return format(
      "Vulkan MP\n{{ x = 0; f = 0; }}\n{};\n {} x, 1 | {} r0, f ;\n {} f, 1 | {} r1, x ;\n"
      "filter (P1:r0 == 1)\nexists (P1:r1 == 0)\n",
      places, store, acquire, release, load);
}
constexpr const char* OneGroup = " P0@sg 0, wg 0, qf 0 | P1@sg 1, wg 0, qf 0 ";
constexpr const char* TwoGroups = " P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ";

}  // namespace

TEST_CASE("Vulkan: availability, visibility, storage classes and scopes") {
  const auto passes = [](const std::string& places, const std::string& scope,
                         const std::string& semantics, const std::string& available = "av",
                         const std::string& visible = "vis") {
    const auto plain = [&](const std::string& name, const std::string& how) {
      return how.empty() ? name + ".nonpriv.sc0" : format("{}.{}.{}.sc0", name, how, scope);
    };
    return verdict_of(vulkan_passing(
        places, plain("st", available), format("st.atom.rel.{}.sc0.{}", scope, semantics),
        format("ld.atom.acq.{}.sc0.{}", scope, semantics), plain("ld", visible)));
  };
  const LitmusVerdict right = passes(TwoGroups, "dv", "semsc0");
  CHECK(right.satisfying == 0);
  CHECK(right.others > 0);
  CHECK(right.flags.empty());
  CHECK(passes(OneGroup, "wg", "semsc0").flags.empty());
  const std::vector<std::string> race{"data-race"};
  CHECK(passes(TwoGroups, "wg", "semsc0").flags == race);
  // The semantics do not name the class of the data.
  CHECK(passes(TwoGroups, "dv", "semsc1").flags == race);
  CHECK(passes(TwoGroups, "dv", "semsc0", "").flags == race);
  CHECK(passes(TwoGroups, "dv", "semsc0", "av", "").flags == race);
  // What the accesses do not say, the semantics may.
  CHECK(verdict_of(vulkan_passing(TwoGroups, "st.nonpriv.sc0", "st.atom.rel.dv.sc0.semsc0.semav",
                                  "ld.atom.acq.dv.sc0.semsc0.semvis", "ld.nonpriv.sc0"))
            .flags.empty());
}

TEST_CASE("Vulkan: the system orders threads") {
  const auto test = [](const std::string& order) {
    return format(
        "Vulkan ssw\n{{ x = 0; }}\n{}\n P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 1 ;\n st.sc0 x, 1 "
        "| "
        "visdevice ;\n avdevice | ld.sc0 r0, x ;\nexists (P1:r0 = 0)\n",
        order);
  };
  CHECK(verdict_of(test("{ ssw 0 1; }")).satisfying == 0);
  CHECK(verdict_of(test("{ ssw 0 1; }")).flags.empty());
  CHECK(verdict_of(test("")).satisfying > 0);
  CHECK(verdict_of(test("{ ssw 1 0; }")).satisfying > 0);
}

TEST_CASE("Vulkan: values may come from nowhere") {
  CHECK(
      is_allowed("Vulkan air\n{ x = 0; y = 0; }\n P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;\n"
                 " ld.atom.dv.sc0 r0, x | ld.atom.dv.sc0 r0, y ;\n st.atom.dv.sc0 y, r0 | "
                 "st.atom.dv.sc0 x, r0 "
                 ";\nexists (x = 7)\n"));
}

namespace {

std::string opencl_passing(const std::string& place, const std::string& memory,
                           const std::string& scope) {
  return format(
      "OPENCL MP\n{{ [x] = 0; [f] = 0; }}\n"
      "P0@wg 0, dev 0 (global int* x, {0} atomic_int* f) {{\n  *x = 1;\n"
      "  atomic_store_explicit(f, 1, memory_order_release, {1});\n}}\n"
      "P1@{2} (global int* x, {0} atomic_int* f) {{\n"
      "  int r0 = atomic_load_explicit(f, memory_order_acquire, {1});\n"
      "  int r1 = -1;\n  if (r0 == 1) {{ r1 = *x; }}\n}}\nexists (1:r0 = 1 /\\ 1:r1 = 0)\n",
      memory, scope, place);
}

}  // namespace

TEST_CASE("OpenCL: scopes, and memories") {
  const LitmusVerdict right =
      verdict_of(opencl_passing("wg 1, dev 0", "global", "memory_scope_device"));
  CHECK(right.satisfying == 0);
  CHECK(right.flags.empty());
  CHECK(
      verdict_of(opencl_passing("wg 0, dev 0", "global", "memory_scope_work_group")).flags.empty());
  const std::vector<std::string> race{"data-race"};
  CHECK(verdict_of(opencl_passing("wg 1, dev 0", "global", "memory_scope_work_group")).flags ==
        race);
  // A flag in local memory does not order global memory.
  CHECK(verdict_of(opencl_passing("wg 0, dev 0", "local", "memory_scope_device")).flags == race);
}

TEST_CASE("OpenCL: barriers of a work-group, and compare-exchange") {
  const auto test = [](const std::string& place, const std::string& flags) {
    return verdict_of(format(
        "OPENCL bar\n{{ [x] = 0; }}\nP0@wg 0, dev 0 (global int* x) {{ *x = 1; B1: barrier({0}); "
        "}}\n"
        "P1@{1} (global int* x) {{ B1: barrier({0}); int r0 = *x; }}\nexists (1:r0 = 0)\n",
        flags, place));
  };
  CHECK(test("wg 0, dev 0", "CLK_GLOBAL_MEM_FENCE").satisfying == 0);
  CHECK(test("wg 0, dev 0", "CLK_GLOBAL_MEM_FENCE").flags.empty());
  CHECK_FALSE(test("wg 0, dev 0", "CLK_LOCAL_MEM_FENCE").flags.empty());
  CHECK_FALSE(test("wg 1, dev 0", "CLK_GLOBAL_MEM_FENCE").flags.empty());
  CHECK(is_allowed(
      "OPENCL cas\n{ [x] = 3; [e] = 2; }\nP0@wg 0, dev 0 (global atomic_int* x, global int* e) {\n"
      "  int r0 = atomic_compare_exchange_strong_explicit(x, e, 4, memory_order_seq_cst,\n"
      "    memory_order_relaxed);\n}\nexists (0:r0 = 0 /\\ x = 3 /\\ e = 3)\n"));
}

TEST_CASE("GPUs: a control barrier in a loop is refused, with its place") {
  const auto loop = [](const std::string& inside) {
    return "PTX loop\n{ x = 0; }\n P0@cta 0, gpu 0 | P1@cta 0, gpu 0 ;\n LC00: | bar.cta.sync 1 "
           ";\n " +
           inside + " | ;\n ld.weak r0, x | ;\n bne r0, 0, LC00 | ;\nexists (x = 0)\n";
  };
  CHECK(kinds_of(loop("bar.cta.sync 1")) == std::vector{DiagnosticKind::LitmusUnsupported});
  CHECK(kinds_of(loop("st.weak x, 0")).empty());
  const Loaded refused(loop("bar.cta.sync 1"));
  REQUIRE(!refused.sink.sorted().empty());
  CHECK(refused.sink.sorted().front().range.line == 5);
}

TEST_CASE("a race counts only in executions that the filter leaves") {
  const auto has_race = [](const std::string& filter) {
    return verdict_of(c_test("x = 0; f = 0;",
                             "P0(int* x, atomic_int* f) { *x = 1;"
                             " atomic_store_explicit(f, 1, memory_order_release); }\n"
                             "P1(int* x, atomic_int* f) {"
                             " int r0 = atomic_load_explicit(f, memory_order_acquire);"
                             " int r1 = *x; }\n",
                             filter + " exists (1:r1 = 0)"))
        .has_race;
  };
  CHECK(has_race(""));
  CHECK(has_race("filter (1:r0 = 0)"));
  CHECK_FALSE(has_race("filter (1:r0 = 1)"));
}

TEST_CASE("GPUs: runs that end") {
  const auto ends = [](const std::string& text, progress::ProgressModel model) {
    const Loaded loaded(text);
    REQUIRE(loaded.test.has_value());
    RunControl control;
    const auto result = progress::find_endless_run(loaded.test->program, model, control, 100'000);
    REQUIRE(result.is_complete);
    return !result.endless;
  };
  using enum progress::ProgressModel;
  // The second thread waits for a write of the first one.
  const auto waits = [](const std::string& places) {
    return "PTX wait\n{ f = 0; }\n" + places +
           ";\n st.relaxed.gpu f, 1 | LC00: ;\n | ld.relaxed.gpu r0, f ;\n | beq r0, 0, LC00 ;\n"
           "exists (f = 1)\n";
  };
  CHECK(ends(waits(OneCta), Fair));
  CHECK_FALSE(ends(waits(OneCta), Obe));
  CHECK(ends(waits(OneCta), Hsa));
  CHECK(ends(waits(OneCta), Lobe));
  CHECK(ends(waits(TwoCtas), Lobe));
  // A barrier that the other thread jumps over; one that both reach.
  const auto barriers = [](const std::string& first) {
    return "PTX bar\n{ x = 0; }\n P0@cta 0, gpu 0 | P1@cta 0, gpu 0 ;\n " + first +
           " | bar.cta.sync 1 ;\n bar.cta.sync 1 | ;\n LC00: | ;\nexists (x = 0)\n";
  };
  CHECK_FALSE(ends(barriers("goto LC00"), Fair));
  CHECK(ends(barriers("st.weak x, 1"), Fair));
  CHECK(ends(barriers("st.weak x, 1"), Hsa));
  // The other thread waits: then this one is the only one that can go on.
  CHECK(ends(barriers("st.weak x, 1"), Obe));
}

}  // namespace drover::litmus::gpu_dialects_test
