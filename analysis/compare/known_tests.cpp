#include "analysis/compare/known_tests.h"

#include <array>
#include <string>

namespace drover::compare {

namespace {

// A named test. `shape` is in canonical form (shape.h).
struct KnownTest {
  std::string_view name;
  std::string_view shape;
  std::string_view outcome;
};

constexpr std::array Tests{
    KnownTest{"CoRR", "R x; R x || W x", "P0:r0 == 1 && P0:r1 == 0"},
    KnownTest{"SB", "W x; R y || W y; R x", "P0:r0 == 0 && P1:r0 == 0"},
    KnownTest{"MP", "W x; W y || R y; R x", "P1:r0 == 1 && P1:r1 == 0"},
    KnownTest{"LB", "R x; W y || R y; W x", "P0:r0 == 1 && P1:r0 == 1"},
    KnownTest{"S", "W x; W y || R y; W x", "P1:r0 == 1 && x == 1"},
    KnownTest{"R", "W x; W y || W y; R x", "P1:r0 == 0 && y == 2"},
    KnownTest{"2+2W", "W x; W y || W y; W x", "x == 1 && y == 2"},
    KnownTest{"WRC", "R x; W y || R y; R x || W x", "P0:r0 == 1 && P1:r0 == 1 && P1:r1 == 0"},
    KnownTest{"RWC", "W x; R y || R y; R x || W y", "P0:r0 == 0 && P1:r0 == 1 && P1:r1 == 0"},
    KnownTest{"IRIW", "R x; R y || R y; R x || W x || W y",
              "P0:r0 == 1 && P0:r1 == 0 && P1:r0 == 1 && P1:r1 == 0"}};

}  // namespace

std::string_view known_test_name(const ShapeSource& source) {
  const std::string shape = shapes::to_text(source.shape);
  const std::string outcome = outcome_text(source);
  for (const KnownTest& test : Tests) {
    if (test.shape == shape && test.outcome == outcome) return test.name;
  }
  return "";
}

}  // namespace drover::compare
