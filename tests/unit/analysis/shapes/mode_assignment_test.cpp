#include "analysis/shapes/mode_assignment.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

namespace drover::mode_assignment_test {

namespace {

TEST_CASE("the weakest forbidden modes are minimal, the strongest allowed ones maximal") {
  std::mt19937_64 random(7);
  using enum shapes::InstructionKind;
  const std::vector<shapes::InstructionKind> kinds{Write, Read, Update, Fence};
  for (int round = 0; round < 200; ++round) {
    std::vector<shapes::InstructionKind> instructions;
    for (std::size_t i = 0; i < 1 + random() % 4; ++i) {
      instructions.push_back(kinds[random() % kinds.size()]);
    }
    std::vector<shapes::ModeAssignment> generators;
    for (std::size_t i = 0; i < random() % 4; ++i) {
      auto& generator = generators.emplace_back();
      for (const shapes::InstructionKind kind : instructions) {
        generator.push_back(shapes::modes_of(kind)[random() % shapes::modes_of(kind).size()]);
      }
    }
    const auto is_above = [](const shapes::ModeAssignment& a, const shapes::ModeAssignment& b) {
      return std::ranges::equal(a, b, [](Mode m, Mode n) { return at_least(m, n); });
    };
    const auto is_forbidden = [&](const shapes::ModeAssignment& modes) {
      return std::ranges::any_of(
          generators, [&](const shapes::ModeAssignment& g) { return is_above(modes, g); });
    };
    std::vector<shapes::ModeAssignment> forbidden;
    std::vector<shapes::ModeAssignment> allowed;
    for_each_assignment(instructions, [&](const shapes::ModeAssignment& modes) {
      (is_forbidden(modes) ? forbidden : allowed).push_back(modes);
      return true;
    });
    std::set<shapes::ModeAssignment> minimal;
    for (const shapes::ModeAssignment& modes : forbidden) {
      const bool is_minimal =
          std::ranges::none_of(forbidden, [&](const shapes::ModeAssignment& other) {
            return other != modes && is_above(modes, other);
          });
      if (is_minimal) minimal.insert(modes);
    }
    const auto found = shapes::weakest_forbidden(instructions, is_forbidden);
    CHECK(std::set<shapes::ModeAssignment>(found.begin(), found.end()) == minimal);
    CHECK(found.size() == minimal.size());

    std::set<shapes::ModeAssignment> maximal;
    for (const shapes::ModeAssignment& modes : allowed) {
      const bool is_maximal = std::ranges::none_of(
          allowed, [&](const auto& other) { return other != modes && is_above(other, modes); });
      if (is_maximal) maximal.insert(modes);
    }
    auto strongest = shapes::strongest_allowed(
        instructions, [&](const shapes::ModeAssignment& modes) { return !is_forbidden(modes); });
    std::erase_if(strongest, [&](const shapes::ModeAssignment& modes) {
      return !std::ranges::equal(modes, instructions, [](Mode mode, shapes::InstructionKind kind) {
        return kind != Fence || mode != Mode::Rlx;
      });
    });
    CHECK(std::set<shapes::ModeAssignment>(strongest.begin(), strongest.end()) == maximal);
    CHECK(strongest.size() == maximal.size());
  }
}

}  // namespace

}  // namespace drover::mode_assignment_test
