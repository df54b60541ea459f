#include "explorer/cat/specialise.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <variant>

#include "explorer/models/model_proof.h"
#include "explorer/models/model_registry.h"
#include "explorer/run/program_sets.h"
#include "mapping/compile.h"
#include "tests/support/program_text.h"
#include "tests/unit/explorer/models/incremental/cat_text.h"

namespace drover::specialise_test {

namespace {

Program for_kernel(const std::string& text) {
  DiagnosticSink sink;
  return *mapping::compile(testing::program_from(text), *mapping::find_mapping("c11-lkmm"), sink);
}

bool extends(const std::string& model, const Program& program) {
  const MemoryModel& of = *find_model(model);
  return extends_maximally(code_for(*of.code(), program), of.proofs().dependencies.implied);
}

// True if nothing is left of the check with this name.
bool is_settled(const cat::Code& code, const std::string& name) {
  const auto found = std::ranges::find(code.checks, name, &cat::CodeCheck::name);
  REQUIRE(found != code.checks.end());
  return code.nodes[found->node].operation == cat::Operation::Empty;
}

cat::Code code_of(const std::string& text) {
  return *testing::code_from("include \"cos.cat\"\n" + text);
}

}  // namespace

// Lemma 78
TEST_CASE("lkmm extends maximally for programs without grace periods") {
  Program program =
      for_kernel("shared x; thread t { fence@sc; r := x@rlx; fence@sc; x@rlx := 1; fence@sc; }");
  CHECK(extends("lkmm", program));
  CHECK_FALSE(find_model("lkmm")->proofs().dependencies.extends_maximally);
  CHECK(extends("lkmm", program));
  CHECK(extends("lkmm", for_kernel("shared x; thread t { r := cas@acq(x, 0, 1); x@rel := r; }")));
  // A read of an await that fails, and a lock.
  CHECK(extends("lkmm", for_kernel("shared x; thread t { await@acq(x == 1); lock(x); }")));
  Tag next = Tag::RcuLock;
  for (Instruction& each : program.threads[0].code) {
    auto* fence = std::get_if<FenceInstruction>(&each.body);
    if (fence == nullptr) continue;
    fence->tags = TagSet::of(next);
    next = next == Tag::RcuLock ? Tag::RcuUnlock : Tag::SyncRcu;
  }
  CHECK_FALSE(extends("lkmm", program));
}

TEST_CASE("flags and axioms that a program cannot break are left out") {
  const cat::Code& lkmm = *find_model("lkmm")->code();
  const cat::Code marked = code_for(lkmm, for_kernel("shared x; thread t { x@rlx := 1; }"));
  CHECK(marked.checks.size() == lkmm.checks.size());
  CHECK(is_settled(marked, "data-race"));
  CHECK(is_settled(marked, "rcu"));
  CHECK(marked.groups.empty());
  CHECK_FALSE(is_settled(marked, "propagation"));
  const cat::Code plain = code_for(lkmm, for_kernel("shared na d; thread t { d := 1; }"));
  CHECK_FALSE(is_settled(plain, "data-race"));
  // An access without a mode is non-atomic where its variable is; failed swaps have modes of their
  // own; initial writes are events.
  const cat::Code na = code_of(
      "empty [NA & R] as no-reads\nempty [FAILED & ACQ] as no-failures\n"
      "empty [IW & NA] as no-initial-writes\nempty [SC & W] as none\n");
  const cat::Code of = code_for(
      na, testing::program_from("shared na d; shared x; thread t { r := d; cas@acq(x, r, 1); }"));
  CHECK_FALSE(is_settled(of, "no-reads"));
  CHECK_FALSE(is_settled(of, "no-failures"));
  CHECK_FALSE(is_settled(of, "no-initial-writes"));
  CHECK(is_settled(of, "none"));
}

}  // namespace drover::specialise_test
