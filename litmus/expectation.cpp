#include "litmus/expectation.h"

#include <algorithm>
#include <array>

#include "litmus/library.h"
#include "support/text.h"

namespace drover::litmus {

namespace {

struct ExpectedWord {
  std::string_view text;
  Expected expected;
};

// The first word of each expectation is printed.
constexpr std::array ExpectedWords{
    ExpectedWord{"Never", Expected::Never},
    ExpectedWord{"Forbid", Expected::Never},
    ExpectedWord{"Forbidden", Expected::Never},
    ExpectedWord{"Sometimes", Expected::Sometimes},
    ExpectedWord{"Always", Expected::Always},
    ExpectedWord{"Require", Expected::Always},
    ExpectedWord{"Required", Expected::Always},
    ExpectedWord{"Allowed", Expected::Possible},
    ExpectedWord{"Allow", Expected::Possible},
    ExpectedWord{"Ok", Expected::Ok},
    ExpectedWord{"1", Expected::Ok},
    ExpectedWord{"true", Expected::Ok},
    ExpectedWord{"No", Expected::No},
    ExpectedWord{"0", Expected::No},
    ExpectedWord{"false", Expected::No},
    ExpectedWord{"Undef", Expected::Race},
    ExpectedWord{"DATARACE", Expected::Race},
    ExpectedWord{"DEADLOCK", Expected::Deadlock},
};

constexpr std::string_view RaceMark = "+race";
constexpr std::string_view LitmusEnding = ".litmus";

std::vector<std::string_view> words_of_line(std::string_view line, std::string_view separators) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(separators), line.size());
    if (end > 0) words.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

std::string_view without_ending(std::string_view path) {
  if (path.ends_with(LitmusEnding)) path.remove_suffix(LitmusEnding.size());
  return path;
}

// Returns `MP+po` for `tests/MP+po.litmus`.
std::string_view stem_of(std::string_view path) {
  path.remove_prefix(path.find_last_of('/') + 1);
  return without_ending(path);
}

// Returns the number of equal folders at the end of two paths.
std::size_t common_folders(std::string_view a, std::string_view b) {
  const auto left = words_of_line(a, "/");
  const auto right = words_of_line(b, "/");
  std::size_t count = 1;  // the file names are equal
  while (count < left.size() && count < right.size() &&
         left[left.size() - 1 - count] == right[right.size() - 1 - count]) {
    ++count;
  }
  return count - 1;
}

// Returns the text after `Result:` in a line that begins with it, after comment marks.
std::string_view result_of_line(std::string_view line) {
  constexpr std::string_view Key = "Result:";
  line.remove_prefix(std::min(line.find_first_not_of("(*/ \t"), line.size()));
  return line.starts_with(Key) ? trimmed(line.substr(Key.size())) : "";
}

std::optional<bool> both_of(std::optional<bool> a, std::optional<bool> b) {
  if (a == false || b == false) return false;
  return a && b ? std::optional(true) : std::nullopt;
}

// Returns whether something was seen; nothing if it may still be seen. `is_complete`: no more
// executions follow.
std::optional<bool> is_seen_yet(bool is_seen, bool is_complete) {
  return is_seen || is_complete ? std::optional(is_seen) : std::nullopt;
}
std::optional<bool> is_not_seen(bool is_seen, bool is_complete) {
  const auto answer = is_seen_yet(is_seen, is_complete);
  return answer ? std::optional(!*answer) : std::nullopt;
}

std::optional<bool> is_met(Expected expected, const LitmusTest& test,
                           const LitmusVerdict& verdict) {
  const bool is_complete = verdict.is_complete;
  const bool has_some = verdict.satisfying > 0;
  const bool has_others = verdict.others > 0;
  switch (expected) {
    case Expected::Never: return is_not_seen(has_some, is_complete);
    case Expected::Sometimes: return is_seen_yet(has_some && has_others, is_complete);
    case Expected::Always:
      return both_of(is_seen_yet(has_some, is_complete), is_not_seen(has_others, is_complete));
    case Expected::Possible: return is_seen_yet(has_some, is_complete);
    case Expected::Ok: return verdict.answer(test.condition.quantifier);
    case Expected::No: {
      const auto answer = verdict.answer(test.condition.quantifier);
      return answer ? std::optional(!*answer) : std::nullopt;
    }
    case Expected::Race: return is_seen_yet(verdict.has_race, is_complete);
    case Expected::Deadlock: return is_not_seen(has_some || has_others, is_complete);
  }
  return std::nullopt;
}

}  // namespace

std::string expectation_text(const Expectation& expectation) {
  const auto* word = std::ranges::find(ExpectedWords, expectation.what, &ExpectedWord::expected);
  return std::string(word->text) + (expectation.has_race == true ? std::string(RaceMark) : "");
}

std::optional<Expectation> parse_expectation(std::string_view word) {
  Expectation out;
  if (word.ends_with(RaceMark)) {
    out.has_race = true;
    word.remove_suffix(RaceMark.size());
  }
  const auto* known = std::ranges::find_if(ExpectedWords, [&](const ExpectedWord& each) {
    return lower_case(each.text) == lower_case(word);
  });
  if (known == ExpectedWords.end()) return std::nullopt;
  out.what = known->expected;
  return out;
}

std::optional<Expectation> own_expectation(std::string_view text, std::string_view model) {
  for (const LibraryTest::Expectation& each : LibraryTest{"", text}.expectations()) {
    if (each.model != model) continue;
    auto expectation = parse_expectation(each.observation);
    if (expectation) expectation->has_race = each.has_race;
    return expectation;
  }
  for (const std::string& line : split(text, '\n')) {
    const std::string_view result = result_of_line(trimmed(line));
    if (result.empty()) continue;
    const auto words = words_of_line(result, " \t*)");
    if (words.empty()) continue;
    auto expectation = parse_expectation(words.front());
    if (expectation && words.size() > 1 && words[1] == "DATARACE") expectation->has_race = true;
    return expectation;
  }
  return std::nullopt;
}

std::optional<bool> is_met(const Expectation& expectation, const LitmusTest& test,
                           const LitmusVerdict& verdict) {
  const std::optional<bool> answer = is_met(expectation.what, test, verdict);
  if (!expectation.has_race) return answer;
  const std::optional<bool> race = *expectation.has_race
                                       ? is_seen_yet(verdict.has_race, verdict.is_complete)
                                       : is_not_seen(verdict.has_race, verdict.is_complete);
  return both_of(answer, race);
}

ExpectationFile::ExpectationFile(std::string_view text) {
  const std::vector<std::string> lines = split(text, '\n');
  const bool is_log = std::ranges::any_of(
      lines, [](std::string_view line) { return trimmed(line).starts_with("Observation "); });
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = trimmed(lines[i]);
    if (line.empty() || line.starts_with('#') || line.starts_with("//")) continue;
    const auto words = words_of_line(line, is_log ? " \t" : ", \t");
    if (is_log) {
      if (!words.empty() && words.front() == "Observation" && words.size() > 2)
        add(words[1], words[2], i + 1);
    } else if (words.size() == 2) {
      add(words[0], words[1], i + 1);
    } else {
      wrong_lines_.push_back(i + 1);
    }
  }
}

void ExpectationFile::add(std::string_view key, std::string_view word, std::size_t line) {
  const auto expectation = parse_expectation(word);
  if (!expectation) {
    wrong_lines_.push_back(line);
    return;
  }
  for (auto [each, end] = by_stem_.equal_range(stem_of(key)); each != end; ++each) {
    const Entry& entry = entries_[each->second];
    const bool is_other =
        without_ending(entry.key) == without_ending(key) && entry.expectation != *expectation;
    if (is_other && !contradiction_) contradiction_ = {std::string(key), line, entry.line};
  }
  by_stem_.emplace(stem_of(key), entries_.size());
  entries_.push_back({.key = std::string(key), .expectation = *expectation, .line = line});
}

std::optional<Expectation> ExpectationFile::find(const std::string& name,
                                                 const std::string& path) const {
  const Entry* best = nullptr;
  std::size_t best_folders = 0;
  for (auto [each, end] = by_stem_.equal_range(stem_of(path)); each != end; ++each) {
    const Entry& entry = entries_[each->second];
    const std::size_t folders = common_folders(entry.key, path);
    if (best != nullptr && folders <= best_folders) continue;
    best = &entry;
    best_folders = folders;
  }
  if (best != nullptr) return best->expectation;
  const auto named = std::ranges::find(entries_, name, &Entry::key);
  return named == entries_.end() ? std::nullopt : std::optional(named->expectation);
}

}  // namespace drover::litmus
