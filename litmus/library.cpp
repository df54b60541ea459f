#include "litmus/library.h"

#include <algorithm>

#include "support/text.h"

namespace drover::litmus {

namespace {

// Returns the text between the first `open` and the next `close`.
std::string_view between(std::string_view text, std::string_view open, std::string_view close) {
  const std::size_t begin = text.find(open);
  if (begin == std::string_view::npos) return "";
  const std::size_t from = begin + open.size();
  const std::size_t end = text.find(close, from);
  return end == std::string_view::npos ? "" : text.substr(from, end - from);
}

}  // namespace

std::string_view LibraryTest::architecture() const { return text.substr(0, text.find(' ')); }

std::string_view LibraryTest::reason() const { return between(text, "\"", "\""); }

std::string LibraryTest::without_verdicts() const {
  const std::size_t line_end = text.find('\n');
  const std::size_t body = text.find("\n{");
  if (line_end == std::string_view::npos || body == std::string_view::npos) {
    return std::string(text);
  }
  return std::string(text.substr(0, line_end)) + std::string(text.substr(body));
}

std::vector<LibraryTest::Expectation> LibraryTest::expectations() const {
  std::vector<Expectation> out;
  constexpr std::string_view Race = "+race";
  for (const std::string& word : words_of(between(text, "Verdicts=", "\n"))) {
    const std::size_t colon = word.find(':');
    Expectation expectation{word.substr(0, colon), word.substr(colon + 1), word.ends_with(Race)};
    if (expectation.has_race) {
      expectation.observation.resize(expectation.observation.size() - Race.size());
    }
    out.push_back(std::move(expectation));
  }
  return out;
}

const LibraryTest* find_library_test(std::string_view name) {
  const std::span<const LibraryTest> tests = library_tests();
  const auto found = std::ranges::find(tests, name, &LibraryTest::name);
  return found == tests.end() ? nullptr : &*found;
}

}  // namespace drover::litmus
