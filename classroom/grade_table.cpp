// Exercises whose answer is a table: a verdict or a number for each program or outcome under each
// model. The checker computes the right values.
#include <charconv>
#include <map>
#include <utility>

#include "classroom/grader.h"
#include "classroom/runs.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::classroom {

namespace {

// A row of the table: an outcome, or a program if numbers are asked for.
struct Item {
  std::string name;
  std::size_t subject = 0;
};

std::vector<Item> items_of(const Exercise& exercise) {
  std::vector<Item> items;
  if (exercise.kind == Kind::Verdicts) {
    for (const Outcome& outcome : exercise.outcomes) {
      items.push_back({outcome.name, outcome.subject});
    }
  }
  for (std::size_t i = 0; i < exercise.subjects.size(); ++i) {
    const Subject& subject = exercise.subjects[i];
    const bool is_item = exercise.kind == Kind::Count || subject.language == Language::Litmus;
    if (is_item) items.push_back({subject.name, i});
  }
  return items;
}

// The answer's values by item and model.
using Table = std::map<std::pair<std::string, std::string>, Word>;

class TableReader {
 public:
  explicit TableReader(const Grading& grading)
      : given_(grading),
        models_(grading.exercise.models),
        items_(items_of_table(grading.exercise)),
        names_(items_) {
    names_.insert(names_.end(), models_.begin(), models_.end());
  }

  Table read() {
    for (const TextSection& section :
         answer_sections(given_.exercise, given_.answer, given_.sink)) {
      read_row(section);
    }
    return std::move(table_);
  }

 private:
  void read_row(const TextSection& section) {
    std::string item = items_.size() == 1 ? items_.front() : "";
    std::string model = models_.size() == 1 ? models_.front() : "";
    for (const Word& word : section.words) {
      const auto found =
          given_.find(word, names_, DiagnosticKind::AnswerUnknown, word.text, "it asks for");
      if (!found) return;
      (*found < items_.size() ? item : model) = names_[*found];
    }
    if (item.empty() || model.empty()) {
      given_
          .complain(section.range(), format("this line does not say which {} it is for",
                                            item.empty() ? "of the rows" : "model"))
          .with_hint(format("write `{} {}: …`", items_.front(), models_.front()));
      return;
    }
    const std::vector<Word> values =
        words_of(given_.answer, section.text_range.begin, section.text_range.end);
    if (values.empty()) return;
    const bool is_new = table_.emplace(std::pair(item, model), values.front()).second;
    if (!is_new) {
      given_.complain(section.range(), format("a second answer for `{} {}`", item, model));
    }
  }

  const Grading& given_;
  const std::vector<std::string>& models_;
  std::vector<std::string> items_;
  std::vector<std::string> names_;  // items, then models
  Table table_;
};

std::string verdict_of(const RunReport& report, const std::string& outcome) {
  if (report.has_race) return "undefined";
  return report.allowed.at(outcome) ? "allowed" : "forbidden";
}

std::string number_of(const Exercise& exercise, const RunReport& report) {
  return format("{}", exercise.counted == Counted::States ? report.states : report.executions);
}

// Returns a value in the form to compare; reports invalid values.
std::optional<std::string> read_value(const Grading& given, const Word& word) {
  std::string value = lower_case(word.text);
  if (given.exercise.kind == Kind::Verdicts) {
    if (value == "allowed" || value == "forbidden" || value == "undefined") return value;
    given.complain(word.range, format("`{}` is not a verdict", word.text))
        .with_hint("verdicts are `allowed`, `forbidden` and, of programs with a race, `undefined`");
    return std::nullopt;
  }
  std::uint64_t number = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (stop == end && error == std::errc()) return format("{}", number);
  given.complain(word.range, format("`{}` is not a number", word.text));
  return std::nullopt;
}

}  // namespace

void grade_table(const Grading& grading) {
  const Exercise& exercise = grading.exercise;
  Grade& grade = grading.grade;
  const Table table = TableReader(grading).read();
  std::map<std::pair<std::string, std::string>, std::string> said;
  for (const auto& [row, word] : table) {
    if (const auto value = read_value(grading, word)) said[row] = *value;
  }
  if (grading.sink.has_errors()) return;
  const bool is_count = exercise.kind == Kind::Count;
  std::map<std::pair<std::size_t, std::string>, RunReport> runs;
  for (const Item& item : items_of(exercise)) {
    const Runnable runnable = read_runnable(exercise, item.subject);
    for (const std::string& model : exercise.models) {
      const std::string row = format("{} under {}", item.name, model);
      const auto found = said.find({item.name, model});
      if (found == said.end()) {
        grade.findings.push_back({false, row + ": no answer", {"missing"}});
        continue;
      }
      const auto [entry, is_new] = runs.try_emplace({item.subject, model});
      if (is_new) {
        entry->second = run(runnable, exercise.model(model), exercise.budget,
                            is_count ? RunPurpose::Count : RunPurpose::Verdict);
      }
      const RunReport& report = entry->second;
      if (!report.is_complete) {
        grade.findings.push_back(
            unknown_finding(format("{}: not known, {}", row, report.limit), {"budget"}));
        continue;
      }
      const std::string right =
          is_count ? number_of(exercise, report) : verdict_of(report, item.name);
      const std::string& value = found->second;
      grade.findings.push_back(
          {value == right,
           format("{}: {}, {}", row, value, value == right ? "right" : "wrong"),
           {format("{}/{}={}", item.name, model, value), format("{}/{}", item.name, model),
            format("{}={}", model, value), model, value}});
    }
  }
}

std::vector<std::string> items_of_table(const Exercise& exercise) {
  std::vector<std::string> names;
  for (const Item& each : items_of(exercise)) names.push_back(each.name);
  return names;
}

}  // namespace drover::classroom
