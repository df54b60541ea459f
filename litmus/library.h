#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drover::litmus {

// One of the classic tests in litmus/library, which are part of the program.
struct LibraryTest {
  std::string_view name;  // of its file, and of the test
  std::string_view text;

  [[nodiscard]] std::string_view architecture() const;
  // Why its verdicts are what they are, in a sentence: the string after its name.
  [[nodiscard]] std::string_view reason() const;
  // From its line `Verdicts=sc:Never tso:Sometimes rc11:Never+race`.
  struct Expectation {
    std::string model;
    std::string observation;
    bool has_race = false;
  };
  [[nodiscard]] std::vector<Expectation> expectations() const;
};

// By name.
[[nodiscard]] std::span<const LibraryTest> library_tests();
[[nodiscard]] const LibraryTest* find_library_test(std::string_view name);

}  // namespace drover::litmus
