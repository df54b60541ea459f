// An exercise is a list of sections. This file reads each section separately; check_exercise.cpp
// checks their consistency.
#include "classroom/parse_exercise.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include "classroom/check_exercise.h"
#include "classroom/sections.h"
#include "frontend/suggestion.h"
#include "litmus/library.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::classroom {

namespace {

// Returns the default cost of a mode for `minimal: cheapest`.
std::uint32_t default_cost(std::string_view mode) {
  if (mode == "acq" || mode == "rel") return 1;
  if (mode == "acqrel") return 2;
  return mode == "sc" ? 4 : 0;
}

// Reads one file.
class ExerciseParser {
 public:
  ExerciseParser(const SourceBuffer& source, Origin origin, DiagnosticSink& sink)
      : source_(source), sink_(sink) {
    exercise_.file = source.name();
    exercise_.origin = origin;
  }

  std::optional<Exercise> parse() {
    for (const TextSection& section : read_sections(source_, 0, source_.text().size(), sink_)) {
      parse_section(section);
    }
    for (const char* section : {"exercise", "title", "kind", "points", "text", "solution"}) {
      const std::string needed = section;
      // Built-in exercises have no solutions.
      const bool is_left_out = needed == "solution" && exercise_.origin == Origin::Embedded;
      if (!seen_.contains(needed) && !is_left_out) {
        sink_.report(DiagnosticKind::ExerciseMissing, {}, {needed});
      }
    }
    if (!sink_.has_errors()) check_exercise(exercise_, source_, sink_);
    if (sink_.has_errors()) return std::nullopt;
    return std::move(exercise_);
  }

 private:
  using Parse = void (ExerciseParser::*)(const TextSection&);
  enum class Often : std::uint8_t { Once, Many };
  struct Form {
    Parse parse;
    std::size_t words;  // words before the colon, after the first; Any: any number
    Often often;
    std::string_view usage;
  };
  static constexpr std::size_t Any = std::string::npos;

  static const std::map<std::string, Form, std::less<>>& forms() {
    using P = ExerciseParser;
    using enum Often;
    static const std::map<std::string, Form, std::less<>> all{
        {"exercise", {&P::parse_name, 0, Once, "exercise: NAME"}},
        {"title", {&P::parse_title, 0, Once, "title: TEXT"}},
        {"level", {&P::parse_level, 0, Once, "level: 1…5"}},
        {"kind", {&P::parse_kind, 0, Once, "kind: KIND"}},
        {"points", {&P::parse_points, 0, Once, "points: NUMBER"}},
        {"budget", {&P::parse_budget, 0, Once, "budget: executions N events N"}},
        {"text", {&P::parse_text, 0, Once, "text: TEXT"}},
        {"program", {&P::parse_program, 1, Many, "program NAME: PROGRAM"}},
        {"litmus", {&P::parse_litmus, 1, Many, "litmus NAME: TEST"}},
        {"model", {&P::parse_model, 1, Many, "model NAME: MODEL"}},
        {"library", {&P::parse_library, 0, Once, "library: NAME…"}},
        {"outcome", {&P::parse_outcome, Any, Many, "outcome NAME [of PROGRAM]: CONDITION"}},
        {"ask", {&P::parse_ask, 0, Once, "ask: MODEL…"}},
        {"edges", {&P::parse_edges, 0, Once, "edges: RELATION…"}},
        {"count", {&P::parse_count, 0, Once, "count: executions or count: states"}},
        {"hole",
         {&P::parse_hole, 2, Many, "hole NAME mode: MODE…, or fence, expression, statements"}},
        {"check", {&P::parse_check, Any, Many, "check MODEL [on PROGRAM]: DEMAND"}},
        {"require", {&P::parse_check, Any, Many, "require MODEL [on PROGRAM]: DEMAND"}},
        {"minimal", {&P::parse_minimal, 0, Once, "minimal: weakest or minimal: cheapest"}},
        {"ban", {&P::parse_ban, 0, Once, "ban: WORD…"}},
        {"agree", {&P::parse_agree, 1, Once, "agree MODEL: TEST…"}},
        {"distinguish",
         {&P::parse_distinguish, 0, Once, "distinguish: allowed MODEL forbidden MODEL size N"}},
        {"good", {&P::parse_implementation, 1, Many, "good NAME: PROGRAM"}},
        {"bad", {&P::parse_implementation, 1, Many, "bad NAME: PROGRAM"}},
        {"hint", {&P::parse_hint, 0, Many, "hint: TEXT"}},
        {"on", {&P::parse_remark, 1, Many, "on KEY: TEXT"}},
        {"solution", {&P::parse_solution, 0, Once, "solution: ANSWER"}},
        {"wrong", {&P::parse_wrong, 1, Many, "wrong KEY: ANSWER"}},
        {"cheat", {&P::parse_wrong, 1, Many, "cheat KEY: ANSWER"}},
    };
    return all;
  }

  void parse_section(const TextSection& section) {
    const auto found = forms().find(section.name());
    if (found == forms().end()) {
      std::vector<std::string> names;
      for (const auto& [name, form] : forms()) names.push_back(name);
      sink_.report(DiagnosticKind::ExerciseSection, section.range(), {section.name()})
          .with_hint(did_you_mean(section.name(), names));
      return;
    }
    const Form& form = found->second;
    const bool is_new = seen_.emplace(section.name(), section.range()).second;
    if (!is_new && form.often == Often::Once) {
      sink_.report(DiagnosticKind::ExerciseDuplicate, section.range(), {section.name()})
          .with_note(seen_[section.name()], "the first is here");
      return;
    }
    if (form.words != Any && section.words.size() != form.words + 1) {
      wrong(section.range(), format("this is not of the form `{}`", form.usage));
      return;
    }
    if (trimmed(section.text).empty()) {
      wrong(section.range(), format("nothing follows the colon: `{}`", form.usage));
      return;
    }
    (this->*form.parse)(section);
  }

  Diagnostic& wrong(const SourceRange& range, std::string text) {
    return sink_.report(DiagnosticKind::ExerciseValue, range, {std::move(text)});
  }

  [[nodiscard]] std::vector<Word> words_in(const TextSection& section) const {
    return words_of(source_, section.text_range.begin, section.text_range.end);
  }

  std::uint32_t number(const Word& word, std::uint32_t from, std::uint32_t to) {
    std::uint32_t value = 0;
    const char* end = word.text.data() + word.text.size();
    const auto [stop, error] = std::from_chars(word.text.data(), end, value);
    if (stop == end && error == std::errc() && value >= from && value <= to) return value;
    wrong(word.range, format("`{}` is not a number from {} to {}", word.text, from, to));
    return from;
  }

  // Returns the index of a word among those allowed; reports any other word.
  std::optional<std::size_t> one_of(const Word& word, std::span<const std::string_view> allowed,
                                    const std::string& complaint) {
    const auto found = std::ranges::find(allowed, word.text);
    if (found != allowed.end()) return static_cast<std::size_t>(found - allowed.begin());
    wrong(word.range, complaint);
    return std::nullopt;
  }

  void require_new(bool is_known, const Word& name) {
    if (is_known) sink_.report(DiagnosticKind::ExerciseDuplicate, name.range, {name.text});
  }

  // ---- One function per section --------------------------------------------------------------

  void parse_name(const TextSection& s) {
    exercise_.name = trimmed(s.text);
    const bool is_fine = std::ranges::all_of(exercise_.name, [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '+';
    });
    if (!is_fine) wrong(s.text_range, "the name of an exercise has letters, digits, `-`, `_`, `+`");
  }
  void parse_title(const TextSection& s) { exercise_.title = trimmed(s.text); }
  void parse_text(const TextSection& s) { exercise_.text = trimmed(s.text); }
  void parse_level(const TextSection& s) { exercise_.level = number(words_in(s).front(), 1, 5); }
  void parse_points(const TextSection& s) {
    exercise_.points = number(words_in(s).front(), 1, 1000);
  }
  void parse_kind(const TextSection& s) {
    const Word word = words_in(s).front();
    const auto found = std::ranges::find(KindNames, word.text);
    if (found == KindNames.end()) {
      const std::vector<std::string> names(KindNames.begin(), KindNames.end());
      wrong(word.range, format("there is no kind `{}`", word.text))
          .with_hint(format("there are {}", quoted_list(names)));
      return;
    }
    exercise_.kind = static_cast<Kind>(found - KindNames.begin());
  }
  void parse_budget(const TextSection& s) {
    const std::vector<Word> words = words_in(s);
    for (std::size_t i = 0; i < words.size(); i += 2) {
      const bool has_number = i + 1 < words.size();
      if (has_number && words[i].text == "executions") {
        exercise_.budget.executions = number(words[i + 1], 1, 10'000'000);
      } else if (has_number && words[i].text == "events") {
        exercise_.budget.events = number(words[i + 1], 1, 2000);
      } else {
        wrong(words[i].range, "a budget is `executions N` or `events N`, or both");
      }
    }
  }
  void add_subject(const TextSection& s, Language language) {
    require_new(exercise_.find_subject(s.words[1].text).has_value(), s.words[1]);
    exercise_.subjects.push_back(
        {s.words[1].text, language, s.text, s.words[1].range, s.text_range});
  }
  void parse_program(const TextSection& s) { add_subject(s, Language::Core); }
  void parse_litmus(const TextSection& s) { add_subject(s, Language::Litmus); }
  void parse_model(const TextSection& s) { add_subject(s, Language::Cat); }
  void parse_library(const TextSection& s) {
    for (const Word& word : words_in(s)) {
      if (const litmus::LibraryTest* test = find_test(word)) {
        exercise_.subjects.push_back(
            {word.text, Language::Litmus, test->without_verdicts(), word.range, {}});
      }
    }
  }
  const litmus::LibraryTest* find_test(const Word& word) {
    const litmus::LibraryTest* test = litmus::find_library_test(word.text);
    if (test == nullptr) {
      std::vector<std::string> names;
      for (const litmus::LibraryTest& each : litmus::library_tests()) names.emplace_back(each.name);
      wrong(word.range, format("there is no litmus test `{}` in the library", word.text))
          .with_hint(did_you_mean(word.text, names));
    }
    return test;
  }
  // `… [on|of PROGRAM]`: returns the program, or the only program.
  std::optional<std::size_t> subject_behind(const TextSection& s, std::string_view word) {
    if (s.words.size() == 4 && s.words[2].text == word) {
      const auto subject = exercise_.find_subject(s.words[3].text);
      if (!subject)
        wrong(s.words[3].range, format("there is no program `{}` above", s.words[3].text));
      return subject;
    }
    if (s.words.size() != 2) {
      wrong(s.range(),
            format("this is not of the form `{}`", forms().find(s.name())->second.usage));
      return std::nullopt;
    }
    if (exercise_.subjects.empty()) {
      wrong(s.range(), "there is no program above that this could refer to");
      return std::nullopt;
    }
    return exercise_.subjects.size() - 1;
  }
  void parse_outcome(const TextSection& s) {
    const auto subject = subject_behind(s, "of");
    if (!subject) return;
    require_new(exercise_.find_outcome(s.words[1].text) != nullptr, s.words[1]);
    exercise_.outcomes.push_back({s.words[1].text, *subject, std::string(trimmed(s.text)),
                                  s.has_block ? SourceRange() : s.text_range});
  }
  void parse_ask(const TextSection& s) {
    exercise_.models_range = s.text_range;
    for (const Word& word : words_in(s)) {
      add_model(exercise_, word, sink_);
      exercise_.models.push_back(word.text);
    }
  }
  void parse_edges(const TextSection& s) {
    exercise_.edges.clear();
    for (const Word& word : words_in(s)) exercise_.edges.push_back(word.text);
    exercise_.edges_range = s.text_range;
  }
  void parse_count(const TextSection& s) {
    constexpr std::array<std::string_view, 2> Names{"executions", "states"};
    const auto counted =
        one_of(words_in(s).front(), Names, "what is counted is `executions` or `states`");
    if (counted) exercise_.counted = static_cast<Counted>(*counted);
  }
  void parse_hole(const TextSection& s) {
    Hole hole;
    hole.name = s.words[1].text;
    hole.range = s.words[1].range;
    const auto kind = one_of(s.words[2], HoleKindNames,
                             "a hole is a `mode`, a `fence`, an `expression` or `statements`");
    if (kind) hole.kind = static_cast<HoleKind>(*kind);
    if (kind && hole.is_choice()) {
      for (const Word& word : words_in(s)) hole.choices.push_back(choice(word, hole.kind));
    } else {
      hole.prompt = trimmed(s.text);
    }
    require_new(exercise_.find_hole(hole.name) != nullptr, s.words[1]);
    exercise_.holes.push_back(std::move(hole));
  }
  // Reads `rel` or `rel=2`.
  Choice choice(const Word& word, HoleKind kind) {
    const std::size_t equals = word.text.find('=');
    const std::string mode = word.text.substr(0, equals);
    constexpr std::array<std::string_view, 7> Modes{"-", "na", "rlx", "acq", "rel", "acqrel", "sc"};
    const bool is_known = std::ranges::find(Modes, mode) != Modes.end();
    if (!is_known || (mode == "-" && kind != HoleKind::Fence)) {
      wrong(word.range, format("`{}` is not a mode", mode))
          .with_hint("modes are `na rlx acq rel acqrel sc`; `-` is none, for a fence");
    }
    if (equals == std::string::npos) return {mode, default_cost(mode)};
    const Word cost{word.text.substr(equals + 1), word.range};
    return {mode, number(cost, 0, 1000)};
  }
  void parse_check(const TextSection& s) {
    const auto subject = subject_behind(s, "on");
    if (!subject) return;
    add_model(exercise_, s.words[1], sink_);
    const std::vector<Word> words = words_in(s);
    Check check{s.words[1].text, *subject, Demand::Safe, "", s.name() == "require", s.range()};
    const auto found = std::ranges::find(DemandNames, words[0].text);
    const bool has_outcome = words[0].text == "forbids" || words[0].text == "allows";
    if (found == DemandNames.end() || words.size() != (has_outcome ? 2U : 1U)) {
      wrong(words[0].range,
            "a demand is `safe`, `violated`, `completes`, `forbids OUTCOME` or `allows OUTCOME`");
      return;
    }
    check.demand = static_cast<Demand>(found - DemandNames.begin());
    if (has_outcome) {
      check.outcome = words[1].text;
      const Outcome* outcome = exercise_.find_outcome(check.outcome);
      if (outcome == nullptr) {
        wrong(words[1].range, format("there is no outcome `{}` above", check.outcome));
      } else {
        check.subject = outcome->subject;
      }
    }
    exercise_.checks.push_back(std::move(check));
  }
  void parse_minimal(const TextSection& s) {
    constexpr std::array<std::string_view, 2> Names{"weakest", "cheapest"};
    const auto minimality =
        one_of(words_in(s).front(), Names, "minimal is `weakest` or `cheapest`");
    if (minimality) {
      exercise_.minimality = *minimality == 0 ? Minimality::Weakest : Minimality::Cheapest;
    }
  }
  void parse_ban(const TextSection& s) {
    for (const Word& word : words_in(s)) exercise_.banned.push_back(word.text);
  }
  void parse_agree(const TextSection& s) {
    add_model(exercise_, s.words[1], sink_);
    exercise_.reference = s.words[1].text;
    exercise_.models_range = s.words[1].range;
    for (const Word& word : words_in(s)) {
      const bool is_known = exercise_.find_outcome(word.text) != nullptr ||
                            exercise_.find_subject(word.text).has_value();
      if (!is_known && find_test(word) == nullptr) continue;
      exercise_.tests.push_back(word.text);
    }
  }
  void parse_distinguish(const TextSection& s) {
    const std::vector<Word> words = words_in(s);
    const bool is_fine = words.size() == 6 && words[0].text == "allowed" &&
                         words[2].text == "forbidden" && words[4].text == "size";
    if (!is_fine) {
      wrong(s.text_range, "this is not of the form `allowed MODEL forbidden MODEL size N`");
      return;
    }
    add_model(exercise_, words[1], sink_);
    add_model(exercise_, words[3], sink_);
    exercise_.allowing = words[1].text;
    exercise_.forbidding = words[3].text;
    exercise_.size = number(words[5], 1, 1000);
    exercise_.size_range = words[5].range;
  }
  void parse_implementation(const TextSection& s) {
    const Word& name = s.words[1];
    std::vector<Implementation>& all = exercise_.implementations;
    require_new(std::ranges::find(all, name.text, &Implementation::name) != all.end(), name);
    all.push_back({.name = name.text,
                   .text = s.text,
                   .is_good = s.name() == "good",
                   .text_range = s.text_range});
  }
  void parse_hint(const TextSection& s) { exercise_.hints.emplace_back(trimmed(s.text)); }
  void parse_remark(const TextSection& s) {
    exercise_.remarks.push_back({s.words[1].text, std::string(trimmed(s.text)), s.words[1].range});
  }
  void parse_solution(const TextSection& s) { exercise_.solution = {"", s.text, s.range()}; }
  void parse_wrong(const TextSection& s) {
    exercise_.wrong.push_back({s.words[1].text, s.text, s.words[1].range});
  }

  const SourceBuffer& source_;
  DiagnosticSink& sink_;
  Exercise exercise_;
  std::map<std::string, SourceRange> seen_;
};

}  // namespace

std::optional<Exercise> parse_exercise(const SourceBuffer& source, DiagnosticSink& sink,
                                       Origin origin) {
  return ExerciseParser(source, origin, sink).parse();
}

}  // namespace drover::classroom
