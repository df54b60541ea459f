// Odd inputs: found by the fuzzers, chosen for what they reach, or once the cause of a fault.
// Those called `good-…` are accepted, those called `bad-…` are not.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/outcome.h"

namespace drover::fuzz {

namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void try_all(const std::string& folder, Outcome (*target)(const std::string&)) {
  std::vector<fs::path> paths;
  for (const auto& entry :
       fs::directory_iterator(fs::path(DROVER_TEST_DIR) / "fuzz/corpus" / folder)) {
    paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  CHECK(paths.size() > 20);
  for (const fs::path& path : paths) {
    CAPTURE(path);
    const std::string name = path.filename().string();
    REQUIRE((name.starts_with("good-") || name.starts_with("bad-")));
    const Outcome outcome = target(text_of(path));
    CHECK(outcome.fault.empty());
    CHECK(outcome.is_accepted == name.starts_with("good-"));
  }
}

}  // namespace

TEST_CASE("odd core programs are printed and read again, or get a diagnostic") {
  try_all("core", try_core);
}

TEST_CASE("odd litmus tests are converted and read again, or get a diagnostic") {
  try_all("litmus", try_litmus);
}

TEST_CASE("odd C programs are converted and read again, or get a diagnostic") {
  try_all("c", try_c);
}

TEST_CASE("odd models are read or get a diagnostic") { try_all("cat", try_cat); }

}  // namespace drover::fuzz
