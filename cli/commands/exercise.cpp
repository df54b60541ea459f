// drover exercise list | show NAME | try NAME ANSWER | grade FILE… | verify NAME…
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "classroom/exercise_text.h"
#include "classroom/pack.h"
#include "classroom/submission.h"
#include "classroom/verify.h"
#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/terminal.h"
#include "input/subject.h"
#include "support/format.h"
#include "support/json.h"
#include "support/text.h"
#include "support/write_file.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

// Counts graded students and predicts the remaining time from those done.
class GradeProgress {
 public:
  GradeProgress(ProgressFormat how, std::size_t students) : format_(how), students_(students) {}

  void begin(const std::string& student) {
    if (format_ == ProgressFormat::None) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const double left =
        done_ > 0 ? seconds / static_cast<double>(done_) * static_cast<double>(students_ - done_)
                  : 0;
    if (format_ == ProgressFormat::Json) {
      const Json out{{"student", student},
                     {"graded", done_},
                     {"students", students_},
                     {"seconds", seconds},
                     {"seconds_left", done_ > 0 ? Json(left) : Json()}};
      write(Stream::Error, out.line());
      return;
    }
    if (!line_) line_.emplace(next_);
    std::string text =
        format("{}: {} of {} students graded, {:.0f} s", student, done_, students_, seconds);
    if (done_ > 0) text += format("; {} left", words::duration_text(left));
    line_->show(text);
  }
  // Erases the line before other output.
  void end() {
    ++done_;
    if (line_) next_ = line_->next();
    line_.reset();
  }

 private:
  using Clock = std::chrono::steady_clock;

  ProgressFormat format_;
  std::size_t students_;
  std::size_t done_ = 0;
  Clock::time_point start_ = Clock::now();
  std::optional<Clock::time_point> next_;
  std::optional<ProgressLine> line_;
};

using classroom::Exercise;
using classroom::Grade;
using classroom::Pack;

class ExerciseRun {
 public:
  explicit ExerciseRun(const ExerciseCommand& command)
      : command_(command),
        colour_(colour_for(Stream::Error, command.colour)),
        pack_(command.from, colour_) {}

  int run() {
    int status = pack_.complaints().empty() ? ExitVerified : ExitBadInput;
    if (status == ExitVerified) status = run_action();
    write(Stream::Error, pack_.complaints());
    return pack_.complaints().empty() ? status : ExitBadInput;
  }

 private:
  int run_action() {
    switch (command_.action) {
      case ExerciseAction::List: return list();
      case ExerciseAction::Show: return show();
      case ExerciseAction::Try: return try_answer();
      case ExerciseAction::Grade: return grade();
      case ExerciseAction::Verify: return verify();
    }
    return ExitBadInput;
  }

  const Exercise* find(const std::string& name) {
    const Exercise* found = pack_.find_or_read(name);
    if (found == nullptr && pack_.complaints().empty()) {
      write(Stream::Error,
            format("drover: there is no exercise `{}`; {}\n", name, pack_.hint_for(name)));
    }
    return found;
  }

  int list() {
    const auto all = pack_.all();
    write(Stream::Output, is_json() ? list_json(all) : list_text(all));
    return ExitVerified;
  }

  int show() {
    int status = ExitVerified;
    for (const std::string& name : command_.names) {
      const Exercise* found = find(name);
      if (found == nullptr) {
        status = ExitBadInput;
        continue;
      }
      if (&name != &command_.names.front() && !is_json()) write(Stream::Output, "\n");
      write(Stream::Output, is_json() ? exercise_json(*found) : exercise_text(*found));
    }
    return status;
  }

  int try_answer() {
    const Exercise* found = find(command_.names.front());
    if (found == nullptr) return ExitBadInput;
    if (command_.names.size() == 1) {
      write(Stream::Output,
            is_json() ? hints_json(*found, command_.hints) : hints_text(*found, command_.hints));
      return ExitVerified;
    }
    const auto answer = read_answer(command_.names[1]);
    if (!answer) return ExitBadInput;
    const Grade grade = grade_answer(*found, *answer);
    write(Stream::Error, grade.diagnostics);
    if (is_json()) {
      write(Stream::Output, grade_json(*found, grade, command_.hints));
    } else {
      write(Stream::Output, grade_text(*found, grade));
      if (command_.hints > 0) write(Stream::Output, hints_text(*found, command_.hints));
    }
    if (!grade.is_readable()) return ExitBadInput;
    return grade.is_full() ? ExitVerified : ExitViolation;
  }

  // Reads an answer: a file, `-` for standard input, or the answer itself.
  std::optional<SourceBuffer> read_answer(const std::string& argument) {
    if (argument == "-") {
      return checked(SourceBuffer::from_text("standard input", input::read_standard_input()));
    }
    std::error_code ignored;
    const bool is_file = argument.size() < 1000 && std::filesystem::exists(argument, ignored);
    const bool looks_like_file =
        argument.find_first_of(" \n:{") == std::string::npos &&
        (input::kind_of_name(argument) || argument.ends_with(".txt") || argument.ends_with(".cat"));
    if (is_file || looks_like_file) {
      DiagnosticSink sink;
      auto source = read_source(argument, sink);
      write(Stream::Error, render(sink, argument, source ? &*source : nullptr, colour_));
      return source;
    }
    return checked(SourceBuffer::from_text("answer", argument));
  }

  // Nothing, and a message, if the source is not text.
  std::optional<SourceBuffer> checked(SourceBuffer source) {
    DiagnosticSink sink;
    if (check_text(source, sink) == TextCheck::IsText) return source;
    write(Stream::Error, render(sink, source.name(), &source, colour_));
    return std::nullopt;
  }

  int grade() {
    int status = ExitVerified;
    std::vector<std::string> expected;
    for (const std::string& name : command_.expected) {
      const Exercise* found = find(name);
      if (found == nullptr) return ExitBadInput;
      expected.push_back(found->name);
    }
    std::vector<classroom::Submission> all;
    bool has_files = true;
    // Files and JSON have no colours.
    const bool has_reports = is_json() || !command_.junit.empty() || !command_.feedback.empty();
    const std::vector<classroom::StudentFiles> students =
        classroom::read_submissions(files_of(command_.names, has_files));
    GradeProgress progress(command_.progress, students.size());
    for (const classroom::StudentFiles& student : students) {
      progress.begin(student.student);
      all.push_back(
          grade_submission(student, expected, pack_, has_reports ? Colour::Off : colour_));
      progress.end();
      const classroom::Submission& each = all.back();
      write(Stream::Error, each.complaints + each.warnings);
      write(Stream::Output, is_json() ? submission_json(each) : submission_text(each));
      if (!each.is_full()) status = worse(status, ExitViolation);
      if (!each.complaints.empty()) status = ExitBadInput;
    }
    if (all.size() > 1 && !is_json()) write(Stream::Output, classroom::class_summary(all));
    const bool is_written = write_reports(all);
    return has_files && is_written ? status : ExitBadInput;
  }

  // Writes all reports, even if one fails.
  bool write_reports(const std::vector<classroom::Submission>& all) {
    bool is_written = true;
    const auto write_file = [&](const std::filesystem::path& path, const std::string& text) {
      const std::string why = write_whole_file(path, text);
      if (why.empty()) return;
      write(Stream::Error, format("drover: {}\n", why));
      is_written = false;
    };
    if (!command_.junit.empty()) write_file(command_.junit, junit_xml(all));
    if (!command_.csv.empty()) write_file(command_.csv, grades_csv(all));
    if (command_.feedback.empty()) return is_written;
    std::error_code ignored;  // without a folder, writing the files fails
    std::filesystem::create_directories(command_.feedback, ignored);
    const std::vector<std::string> names = classroom::feedback_names(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      write_file(std::filesystem::path(command_.feedback) / names[i],
                 classroom::feedback_text(all[i], pack_));
    }
    return is_written;
  }

  // Returns the files, and for each folder the files `*.txt` in and below it; links to folders are
  // not followed. Reports a folder without such files.
  static std::vector<std::string> files_of(const std::vector<std::string>& paths, bool& has_files) {
    std::vector<std::string> files;
    for (const std::string& path : paths) {
      std::error_code error;
      if (!std::filesystem::is_directory(path, error)) {
        files.push_back(path);
        continue;
      }
      std::vector<std::string> found;
      std::filesystem::recursive_directory_iterator entries(path, error);
      for (; !error && entries != std::filesystem::recursive_directory_iterator();
           entries.increment(error)) {
        std::error_code ignored;
        const bool is_folder = entries->is_directory(ignored) && !entries->is_symlink(ignored);
        const bool is_text = entries->path().extension() == ".txt";
        if (is_text && !is_folder) found.push_back(entries->path().string());
      }
      if (error) {
        write(Stream::Error, format("drover: `{}` cannot be read: {}\n", path, error.message()));
        has_files = false;
      }
      std::ranges::sort(found, classroom::is_before);
      if (found.empty() && !error) {
        write(Stream::Error, format("drover: `{}` has no files `*.txt`\n", path));
        has_files = false;
      }
      files.insert(files.end(), found.begin(), found.end());
    }
    return files;
  }

  std::string submission_text(const classroom::Submission& submission) {
    // The diagnostics suffice.
    if (submission.answers.empty() && !submission.complaints.empty()) return "";
    std::string out =
        format("{}: {}: {} of {} points\n", joined(submission.files, ", "), submission.student,
               classroom::points_text(submission.hundredths()), submission.points());
    for (const classroom::GradedAnswer& answer : submission.answers) {
      out += format("  {} of {}  {}{}\n", classroom::points_text(answer.grade.hundredths),
                    answer.grade.points, answer.exercise,
                    answer.grade.is_full() ? "" : format(" ({})", answer.grade.key));
    }
    return out;
  }

  int verify() {
    int status = ExitVerified;
    std::vector<const Exercise*> which;
    for (const std::string& name : command_.names) {
      if (const Exercise* found = find(name)) {
        which.push_back(found);
      } else {
        status = ExitBadInput;
      }
    }
    if (command_.names.empty()) which = pack_.all();
    const bool has_solutions = std::ranges::none_of(
        which, [](const Exercise* each) { return each->origin == classroom::Origin::Embedded; });
    if (!has_solutions) {
      return refuse(
          "the exercises of the program have no solutions; those are in its source, the folder "
          "`exercises`: `drover exercise verify --from exercises`");
    }
    for (const Exercise* each : which) {
      const std::vector<std::string> complaints = classroom::verify(*each);
      for (const std::string& complaint : complaints) write(Stream::Error, complaint);
      if (!complaints.empty()) status = worse(status, ExitViolation);
      if (is_json()) {
        write(Stream::Output, verify_json(*each, complaints));
        continue;
      }
      write(Stream::Output,
            format("{}: {}\n", each->name,
                   complaints.empty() ? format("the solution is right, {} wrong answers are wrong",
                                               each->wrong.size())
                                      : format("{} complaints", complaints.size())));
    }
    return status;
  }

  [[nodiscard]] bool is_json() const { return command_.format == ReportFormat::Json; }

  const ExerciseCommand& command_;
  Colour colour_;
  Pack pack_;
};

}  // namespace

int run(const ExerciseCommand& command) { return ExerciseRun(command).run(); }

}  // namespace drover::cli
