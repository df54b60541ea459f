#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/litmus_test.h"
#include "litmus/run_litmus.h"

namespace drover::litmus {

enum class Expected : std::uint8_t {
  Never,      // no execution satisfies the proposition
  Sometimes,  // some do, and some do not
  Always,     // all do
  Possible,   // some do: Sometimes or Always
  Ok,         // the quantified condition holds
  No,         // the quantified condition does not hold
  Race,       // the program is undefined
  Deadlock    // no execution ends
};

struct Expectation {
  Expected what = Expected::Never;
  std::optional<bool> has_race = {};  // in addition; nothing: either

  bool operator==(const Expectation&) const = default;
};

[[nodiscard]] std::string expectation_text(const Expectation& expectation);  // "Never+race"

// Parses a word of a file: `Never`, `Forbid`, `Allowed`, `Required`, `Ok`, `1`, `Never+race`.
[[nodiscard]] std::optional<Expectation> parse_expectation(std::string_view word);

// Returns the expectation in the text of a test: for this model in a line `Verdicts=sc:Never
// tso:Sometimes`, or in a comment `Result: Never`.
[[nodiscard]] std::optional<Expectation> own_expectation(std::string_view text,
                                                         std::string_view model);

// True if the verdict meets the expectation; nothing if the run ended too early to tell.
[[nodiscard]] std::optional<bool> is_met(const Expectation& expectation, const LitmusTest& test,
                                         const LitmusVerdict& verdict);

// A file of expectations: one test per line, `NAME Never` or `path/NAME.litmus,1`; or herd's
// output, of which the lines `Observation NAME Never 0 3` count.
class ExpectationFile {
 public:
  // Skips the lines that it cannot read: see wrong_lines.
  explicit ExpectationFile(std::string_view text);

  // Searches by the end of the path, or else by the name of the test.
  [[nodiscard]] std::optional<Expectation> find(const std::string& name,
                                                const std::string& path) const;
  [[nodiscard]] const std::vector<std::size_t>& wrong_lines() const { return wrong_lines_; }
  // A line that contradicts an earlier line about the same test.
  struct Contradiction {
    std::string test;
    std::size_t line = 0;
    std::size_t earlier = 0;
  };
  [[nodiscard]] const std::optional<Contradiction>& contradiction() const { return contradiction_; }
  [[nodiscard]] bool is_empty() const { return entries_.empty(); }

 private:
  struct Entry {
    std::string key;
    Expectation expectation;
    std::size_t line = 0;
  };
  void add(std::string_view key, std::string_view word, std::size_t line);

  std::vector<Entry> entries_;
  std::multimap<std::string, std::size_t, std::less<>> by_stem_;  // by file name of the key
  std::vector<std::size_t> wrong_lines_;
  std::optional<Contradiction> contradiction_;  // the first one
};

}  // namespace drover::litmus
