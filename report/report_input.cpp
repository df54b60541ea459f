#include "report/report_input.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "frontend/diagnostic_printer.h"

namespace drover::report {

namespace {

// Returns why a path cannot be a program, whatever its contents.
std::optional<std::string_view> why_not_readable(const std::string& path) {
  std::error_code ignored;
  const bool exists = std::filesystem::exists(path, ignored);
  if (!exists && path == "-") {
    return "a report needs files: standard input cannot be read more than once";
  }
  if (exists && !std::filesystem::is_regular_file(path, ignored) &&
      !std::filesystem::is_directory(path, ignored)) {
    return "a report needs ordinary files, which can be read more than once";
  }
  return std::nullopt;
}

// Returns the questions of `explain`, except on assertions, which are among the errors.
std::vector<input::Question> questions_about_states(const input::Subject& subject) {
  std::vector<input::Question> questions = input::questions_of(subject);
  std::erase_if(questions, [](const input::Question& question) {
    return question.outcome.failure.has_value();
  });
  return questions;
}

}  // namespace

namespace {

ReportInput described(const ReportCommand& command, input::Subject subject) {
  ReportInput out;
  out.subject = std::move(subject);
  out.name = out.subject.name;
  out.complaints = out.subject.complaints(command.is_coloured ? Colour::On : Colour::Off);
  if (out.subject.program) out.questions = questions_about_states(out.subject);
  return out;
}

input::SubjectOptions subject_options(const ReportCommand& command) {
  return {.constants = command.constants,
          .unroll = command.unroll,
          .assumes_kernel = std::ranges::find(command.models, "lkmm") != command.models.end(),
          .warnings = command.warnings};
}

}  // namespace

ReportInput read_input(const ReportCommand& command, const std::string& path) {
  input::Subject subject;
  if (const std::optional<std::string_view> why = why_not_readable(path)) {
    subject.path = path;
    subject.refuse(*why);
  } else {
    subject = input::read_subject(path, subject_options(command));
  }
  return described(command, std::move(subject));
}

ReportInput read_input_text(const ReportCommand& command, SourceBuffer source) {
  return described(command, input::read_subject_text(std::move(source), subject_options(command)));
}

}  // namespace drover::report
