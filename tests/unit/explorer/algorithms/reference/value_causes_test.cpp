#include "explorer/algorithms/reference/value_causes.h"

#include <doctest/doctest.h>

#include <string>

#include "semantics/program/operands.h"
#include "tests/support/program_text.h"

namespace drover::value_causes_test {

namespace {

// True if the value that is stored in y may be computed from the first load of x.
bool is_needed(const std::string& code) {
  const Program program = testing::program_from("shared x = 1, y; thread t { " + code + " }");
  const Thread& thread = program.threads.front();
  const reference::ValueCauses causes(thread);
  InstructionIndex load = 0;
  while (!reads(thread.code[load].body)) ++load;
  for (InstructionIndex at = 0; at < thread.code.size(); ++at) {
    const auto* store = std::get_if<Store>(&thread.code[at].body);
    if (store == nullptr) continue;
    std::vector<RegisterId> used;
    reference::collect_causes(thread.expressions, store->value, used);
    for (const RegisterId reg : used) {
      if (causes.may_need(reg, at, load)) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("a dependency that does not change the value is no cause, also through registers") {
  CHECK(is_needed("r := x; y := r;"));
  CHECK(is_needed("r := x; s := r + 1; y := s * 2;"));
  CHECK_FALSE(is_needed("r := x; s := r ^ r; t := s + 1; y := t;"));
  CHECK_FALSE(is_needed("r := x; s := r == r; y := s;"));
  CHECK_FALSE(is_needed("r := x; r := 2; y := r;"));
}

TEST_CASE("a register has the causes of all ways to an instruction") {
  CHECK(is_needed("r := x; s := 0; if (r) { s := r; } y := s;"));
  CHECK_FALSE(is_needed("r := x; s := 0; if (r) { s := 2; } y := s;"));
  CHECK(is_needed("r := x; s := 0; do { y := s; s := r; } while (s);"));
}

}  // namespace drover::value_causes_test
