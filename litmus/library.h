#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drover::litmus {

// A classic test of litmus/library, embedded in Drover.
struct LibraryTest {
  std::string_view name;  // of its file and of the test
  std::string_view text;

  [[nodiscard]] std::string_view architecture() const;
  // Returns the reason for its verdicts, in a sentence: the string after its name.
  [[nodiscard]] std::string_view reason() const;
  // Returns the text without the lines that give its verdicts and their reason.
  [[nodiscard]] std::string without_verdicts() const;
  // From the line `Verdicts=sc:Never tso:Sometimes rc11:Never+race`.
  struct Expectation {
    std::string model;
    std::string observation;
    bool has_race = false;
  };
  [[nodiscard]] std::vector<Expectation> expectations() const;
};

// Sorted by name.
[[nodiscard]] std::span<const LibraryTest> library_tests();
[[nodiscard]] const LibraryTest* find_library_test(std::string_view name);

}  // namespace drover::litmus
