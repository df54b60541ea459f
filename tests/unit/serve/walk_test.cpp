#include "serve/walk.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "tests/support/job_text.h"

namespace drover::walk_test {
using namespace serve;
using namespace testing;

namespace {

// The walks of the first execution with an outcome; an empty list if the model forbids it.
Json walks_of(std::string_view text, const Json& models, std::string_view outcome) {
  const Json report = job_json("report", Json{{"text", text}, {"models", models}});
  for (const Json& each : report.at("programs").front().at("outcomes").items()) {
    if (each.at("text").text() != outcome || each.at("executions").items().empty()) continue;
    return each.at("executions").front().at("drawing").at("annotation").at("walks");
  }
  return Json::array();
}

Json walk_of(std::string_view text, std::string_view model, std::string_view outcome) {
  const Json walks = walks_of(text, Json::array({model}), outcome);
  return walks.items().empty() ? Json(nullptr) : walks.items().front();
}

constexpr std::string_view BothZero = "a:r = 0, b:s = 0";

std::string kind_of(std::string_view text, std::string_view model, std::string_view outcome) {
  return walk_of(text, model, outcome).at("kind").text().value_or("none");
}

bool says(const Json& walk, std::string_view words) {
  return walk.at("about").text().value_or("").find(words) != std::string::npos;
}

std::string text_of(const Json& walk, std::size_t step) {
  return walk.at("steps").items().at(step).at("text").text().value_or("");
}

constexpr std::string_view MessagePassing =
    "AArch64 MP\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n"
    " P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n STR W0,[X1] | LDR W2,[X3] ;\n"
    " STR W0,[X3] | ;\nexists (1:X0=1 /\\ 1:X2=0)\n";

constexpr std::string_view LoadBuffering =
    "shared x, y; thread a { r := x@rlx; y@rlx := 1; } thread b { s := y@rlx; x@rlx := 1; } "
    "exists (a:r == 1 && b:s == 1);";

}  // namespace

TEST_CASE("a condition on a location does not take the views away") {
  const std::string text =
      "C R\n{}\nP0 (atomic_int* x, atomic_int* y) {\n"
      "  atomic_store_explicit(x, 1, memory_order_relaxed);\n"
      "  atomic_store_explicit(y, 1, memory_order_relaxed);\n}\n"
      "P1 (atomic_int* x, atomic_int* y) {\n"
      "  atomic_store_explicit(y, 2, memory_order_relaxed);\n"
      "  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n}\n"
      "exists (y=2 /\\ 1:r0=0)\n";
  CHECK(kind_of(text, "rc11", "1:r0 = 0, y = 2") == "views");
}

TEST_CASE("an execution is walked through memory, buffers or views, as the model has them") {
  CHECK(kind_of(StoreBuffering, "sc", BothZero) == "none");
  CHECK(kind_of(StoreBuffering, "sc", "a:r = 0, b:s = 1") == "memory");
  CHECK(kind_of(StoreBuffering, "tso", BothZero) == "buffers");
  CHECK(kind_of(StoreBuffering, "pso", BothZero) == "buffers");
  const std::string relaxed =
      "shared x, y; thread a { x@rlx := 1; r := y@rlx; } thread b { y@rlx := 1; s := x@rlx; } "
      "exists (a:r == 0 && b:s == 0);";
  for (const std::string_view model : {"sra", "ra", "rc11", "rc20", "aarch64", "riscv"}) {
    CAPTURE(model);
    CHECK(kind_of(relaxed, model, BothZero) == "views");
  }
  for (const std::string_view model : {"imm", "ppc", "lkmm"}) {
    CAPTURE(model);
    CHECK(kind_of(relaxed, model, BothZero) == "order");
  }
}

TEST_CASE("under aarch64, a walk is a run of the machine with promises, with its views") {
  const Json stale = walk_of(MessagePassing, "aarch64", "1:X0 = 1, 1:X2 = 0");
  CHECK(stale.at("kind").text() == "views");
  CHECK(says(stale, "of this machine, not of a chip"));
  const Json::Array& steps = stale.at("steps").items();
  REQUIRE(steps.size() == 4);
  CHECK(text_of(stale, 3) ==
        "d: P1 reads x = 0 (line 5), although P0's x = 1 is there: nothing makes P1 see it");
  CHECK(steps.back().at("memory").dump() == R"(["1","1"])");
  // P1 has read y = 1, and may read either value of x again.
  CHECK(steps.back().at("views").dump() == R"([["1","1"],["0","1"]])");
}

TEST_CASE("under aarch64, a write that is promised is in memory before its thread comes to it") {
  const Json walk = walk_of(
      "AArch64 LB\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n P0 | P1 ;\n"
      " LDR W0,[X1] | LDR W0,[X1] ;\n MOV W2,#1 | MOV W2,#1 ;\n STR W2,[X3] | STR W2,[X3] ;\n"
      "exists (0:X0=1 /\\ 1:X0=1)\n",
      "aarch64", "0:X0 = 1, 1:X0 = 1");
  REQUIRE(walk.at("steps").items().size() == 5);
  CHECK(text_of(walk, 0) ==
        "b: P0 promises y = 1 (line 6): it is there before P0 comes to the write");
  CHECK(walk.at("steps").front().at("memory").dump() == R"(["0","1"])");
  CHECK(text_of(walk, 4) == "b: P0 comes to its write of y = 1 (line 6), which it has promised");
}

TEST_CASE("models without a machine have no views") {
  const std::string test =
      "PPC MP\n{ 0:r1=x; 0:r3=y; 1:r1=y; 1:r3=x; }\n P0 | P1 ;\n li r2,1 | lwz r5,0(r1) ;\n"
      " stw r2,0(r1) | lwz r6,0(r3) ;\n stw r2,0(r3) | ;\nexists (1:r5=1 /\\ 1:r6=0)\n";
  const Json stale = walk_of(test, "ppc", "1:r5 = 1, 1:r6 = 0");
  CHECK(stale.at("kind").text() == "order");
  CHECK(stale.at("steps").front().at("views").is_null());
  CHECK(stale.at("steps").front().at("memory").is_null());
  CHECK(says(stale, "A read may see an older write"));
  const Json fresh = walk_of(test, "ppc", "1:r5 = 1, 1:r6 = 1");
  CHECK(fresh.at("kind").text() == "memory");
  CHECK(says(fresh, "An interleaving"));
  // Coherence of wrc11 is partial: a view could fall back.
  const std::string flip =
      "shared x; thread a { x@rlx := 1; } thread b { x@rlx := 2; } "
      "thread c { r := x@rlx; s := x@rlx; t := x@rlx; } exists (c:r == 1 && c:s == 2 && c:t == 1);";
  CHECK(kind_of(flip, "wrc11", "c:r = 1, c:s = 2, c:t = 1") == "order");
}

TEST_CASE("a model from a file has no views, whatever its axioms") {
  const auto kind = [](std::string_view model) {
    const Json report =
        job_json("report", Json{{"text", StoreBuffering},
                                {"models", Json::array({"own.cat"})},
                                {"own_model", Json{{"name", "own.cat"}, {"text", model}}}});
    const Json& outcome = report.at("programs").front().at("outcomes").front();
    REQUIRE(outcome.at("text").text() == BothZero);
    const Json& drawing = outcome.at("executions").front().at("drawing");
    return drawing.at("annotation").at("walks").front().at("kind").text().value_or("");
  };
  CHECK(kind("\"own\"\ninclude \"ra.cat\"\n") == "order");
  CHECK(kind("\"own\"\nlet hb = (po | sync | rf)+\nirreflexive hb\n") == "order");
}

TEST_CASE("the walk of load buffering says that no order agrees with reads-from") {
  const Json walk = walk_of(LoadBuffering, "imm", "a:r = 1, b:s = 1");
  CHECK(walk.at("kind").text() == "order");
  CHECK(walk.at("steps").items().size() == 4);
  CHECK(says(walk, "No order agrees with program order and reads-from"));
}

TEST_CASE("a buffered write reaches memory in a step of its own") {
  const Json walk = walk_of(StoreBuffering, "tso", BothZero);
  const Json::Array& steps = walk.at("steps").items();
  REQUIRE(steps.size() == 6);
  CHECK(text_of(walk, 0) == "a: a writes x = 1 (line 1): it waits in the store buffer");
  CHECK(steps.front().at("memory").dump() == R"(["0","0"])");
  CHECK(steps.back().at("memory").dump() == R"(["1","1"])");
}

TEST_CASE("under models with messages, a walk is the story of explain, in the order of time") {
  const Json walk = walk_of(StoreBuffering, "ra", BothZero);
  CHECK(says(walk, "In the order of time, with writes as messages"));
  REQUIRE(walk.at("steps").items().size() == 4);
  CHECK(text_of(walk, 3) == "d: b reads x = 0 (line 1): a's x = 1 has not reached b");
}

TEST_CASE("a read-modify-write is one step of a walk, with both of its events") {
  const std::string text = "shared x; thread a { r := faa(x, 1); } thread b { s := faa(x, 1); }";
  for (const std::string_view model : {"sc", "tso", "ra", "imm"}) {
    CAPTURE(model);
    const Json report = job_json("report", Json{{"text", text}, {"models", Json::array({model})}});
    const Json& outcome = report.at("programs").front().at("outcomes").front();
    const Json& drawing = outcome.at("executions").front().at("drawing");
    const Json& walk = drawing.at("annotation").at("walks").front();
    REQUIRE(walk.at("steps").items().size() == 2);
    CHECK(walk.at("steps").front().at("events").items().size() == 2);
    CHECK(walk.at("steps").front().at("memory").dump() == R"(["1"])");
  }
}

TEST_CASE("models with the same walk share it") {
  const Json walks = walks_of(StoreBuffering, Json::array({"tso", "pso", "ra"}), BothZero);
  REQUIRE(walks.items().size() == 2);
  CHECK(walks.front().at("models").items().size() == 2);
}

}  // namespace drover::walk_test
