#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "cli/report.h"
#include "explorer/findings/error_places.h"
#include "support/format.h"
#include "support/text.h"
#include "words/fact_words.h"
#include "words/plan_words.h"
#include "words/run_words.h"
#include "words/styles.h"

namespace drover::cli {

namespace {

// Longer conditions are cut.
constexpr std::size_t MaxLabelWidth = 44;
constexpr std::string_view Gap = "  ";

std::string shortened(const std::string& text) {
  if (words::columns_of(text) <= MaxLabelWidth) return text;
  return text.substr(0, words::bytes_of(text, MaxLabelWidth - 1)) + "…";
}

std::string_view colour_of(std::string_view word) {
  if (word == "safe" || word == "yes" || word == "holds") return words::Green;
  if (word == "violation" || word == "violated" || word == "invalid") return words::Red;
  return word == "no" ? std::string_view() : words::Yellow;
}

struct Row {
  std::string label;
  std::vector<std::string> cells;
};

using FileCells = std::span<const CheckSummary>;

// Returns the rows of one file: its verdicts, then its conditions, which all models share.
std::vector<Row> rows_of(FileCells cells) {
  std::vector<Row> rows{{cells.front().file, {}}};
  const auto longest = std::ranges::max_element(
      cells, {}, [](const CheckSummary& cell) { return cell.conditions.size(); });
  for (const CheckSummary::Condition& each : longest->conditions) {
    rows.push_back({shortened("  " + each.text), {}});
  }
  for (const CheckSummary& cell : cells) {
    rows.front().cells.push_back(cell.verdict);
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const bool has_answer = i <= cell.conditions.size();
      rows[i].cells.push_back(has_answer ? cell.conditions[i - 1].answer : "unknown");
    }
  }
  return rows;
}

std::string table_text(const std::vector<Row>& rows, Colour colour) {
  std::vector<std::size_t> widths(rows.front().cells.size() + 1);
  for (const Row& row : rows) {
    widths[0] = std::max(widths[0], words::columns_of(row.label));
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      widths[i + 1] = std::max(widths[i + 1], words::columns_of(row.cells[i]));
    }
  }
  std::string out;
  for (const Row& row : rows) {
    const bool is_head = &row == &rows.front();
    std::string line = row.label;
    std::size_t missing = widths[0] - words::columns_of(row.label);
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      const std::string& cell = row.cells[i];
      const std::string_view code = is_head ? words::Bold : colour_of(cell);
      line.append(missing, ' ');
      line += Gap;
      line += code.empty() ? cell : words::painted(colour, code, cell);
      missing = widths[i + 1] - words::columns_of(cell);
    }
    out += line + "\n";
  }
  return out;
}

// Returns the errors of one file, each with the models that have it.
std::string errors_of(FileCells cells, Colour colour) {
  struct Shared {
    const CheckSummary::Error* error = nullptr;
    std::vector<std::string> models;
  };
  std::vector<Shared> all;
  std::map<std::pair<ErrorKind, std::uint32_t>, std::size_t> known;
  for (const CheckSummary& cell : cells) {
    for (const CheckSummary::Error& error : cell.errors) {
      const auto [place, is_new] = known.try_emplace({error.kind, error.source.line}, all.size());
      if (is_new) all.push_back({&error, {}});
      all[place->second].models.push_back(cell.model);
    }
  }
  std::string out;
  for (const Shared& each : all) {
    const SourceRange& at = each.error->source;
    const std::string& file = each.error->file.empty() ? cells.front().file : each.error->file;
    const std::string place = format("{}:{}:{}:", file, at.line, at.column);
    out += format("{} {} {} [{}] under {}\n", words::painted(colour, words::Bold, place),
                  words::painted(colour, words::Red, "error:"), each.error->text,
                  error_kind_name(each.error->kind), joined(each.models, ", "));
  }
  return out;
}

}  // namespace

CheckSummary summary_of(const CheckReport& report) {
  const ExplorationResult& result = report.result;
  CheckSummary summary{.file = report.program.file,
                       .model = std::string(report.model.name()),
                       .verdict = headline_of(result, report.command).word};
  for (const ConditionResult& each : result.conditions) {
    summary.conditions.push_back(
        {format("{} ({})", words::condition_word(*each.condition), each.condition->text),
         std::string(words::brief_answer(each, result))});
  }
  for (const ErrorsOfPlace& place : errors_by_place(result.errors)) {
    const ReportedError& error = result.errors[place.first];
    const bool has_parts = !report.source.parts().empty();
    summary.errors.push_back({error.kind, error.place.source, words::error_text(error),
                              has_parts ? report.source.file_of(error.place.source) : ""});
  }
  summary.has_stopped = result.stop_reason == StopReason::FirstError;
  return summary;
}

std::string check_table(std::span<const CheckSummary> cells, std::size_t models, Colour colour) {
  std::vector<Row> rows{{"", {}}};
  for (const CheckSummary& cell : cells.first(models)) rows.front().cells.push_back(cell.model);
  std::string errors;
  for (std::size_t first = 0; first < cells.size(); first += models) {
    const FileCells file = cells.subspan(first, models);
    const std::vector<Row> of_file = rows_of(file);
    rows.insert(rows.end(), of_file.begin(), of_file.end());
    errors += errors_of(file, colour);
  }
  std::string out = table_text(rows, colour);
  if (errors.empty()) return out;
  out += "\n" + errors;
  if (std::ranges::any_of(cells, &CheckSummary::has_stopped)) {
    out += "There may be others: a run stops at its first error (--all-errors continues).\n";
  }
  return out + "`drover check -m MODEL FILE`, with the same options, shows their executions.\n";
}

}  // namespace drover::cli
