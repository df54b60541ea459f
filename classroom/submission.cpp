#include "classroom/submission.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "support/format.h"
#include "support/text.h"

namespace drover::classroom {

namespace {

constexpr std::string_view Mark = "==";

void read_outline(AnswerFile& file) {
  const SourceBuffer& source = *file.source;
  std::size_t head_end = source.text().size();
  for (std::uint32_t line = 1; line <= source.line_count(); ++line) {
    const std::string_view text = source.line_text(line);
    if (!text.starts_with(Mark)) continue;
    const std::size_t begin = source.line_begin(line);
    const std::vector<Word> words = words_of(source, begin + Mark.size(), begin + text.size());
    if (file.answers.empty()) head_end = begin;
    if (!file.answers.empty()) file.answers.back().end = begin;
    const std::size_t from = std::min(begin + text.size() + 1, source.text().size());
    if (words.empty()) {
      file.sink.report(DiagnosticKind::AnswerValue, source.range(begin, begin + text.size()),
                       {"no exercise is named after `==`"});
    }
    file.answers.push_back({words.empty() ? Word{} : words.front(), from, source.text().size()});
  }
  for (const TextSection& section : read_sections(source, 0, head_end, file.sink)) {
    if (lower_case(section.name()) == "student") {
      const std::string student(trimmed(section.text));
      if (!student.empty()) file.student = student;
    } else {
      file.sink
          .report(DiagnosticKind::AnswerValue, section.range(),
                  {"an answer before the first line `== EXERCISE`"})
          .with_hint("before it there is only `student: NAME`");
    }
  }
  if (file.answers.empty() && !file.sink.has_errors()) {
    file.sink.report(DiagnosticKind::AnswerEmpty, {})
        .with_hint("each answer comes below a line `== EXERCISE`");
  }
}

// A link may lead to any file of the teacher, which feedback would quote.
std::optional<SourceBuffer> read_plain_file(const std::string& path, DiagnosticSink& sink) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(path, error);
  const bool is_link = std::filesystem::is_symlink(status);
  const bool is_other =
      std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  if (!is_link && !is_other) return read_source(path, sink);
  sink.report(DiagnosticKind::UnreadableFile, {},
              {is_link ? "it is a symbolic link, and answers are read from plain files only"
                       : "it is not a plain file"});
  return std::nullopt;
}

// Returns the stretch alone, at its lines in the file.
SourceBuffer buffer_of(const SourceBuffer& source, const AnswerStretch& stretch) {
  std::string text;
  const std::string_view whole = source.text();
  text.append(static_cast<std::size_t>(std::ranges::count(whole.substr(0, stretch.begin), '\n')),
              '\n');
  text += whole.substr(stretch.begin, stretch.end - stretch.begin);
  return SourceBuffer::from_text(source.name(), std::move(text));
}

// The answer of a student that counts.
struct ChosenAnswer {
  const Exercise* exercise = nullptr;
  const AnswerFile* file = nullptr;
  const AnswerStretch* stretch = nullptr;
  std::vector<std::string> replaced = {};  // files with earlier answers
};

// Adds the answers of a file; they replace those of the student's earlier files. Reports answers to
// unknown exercises, and second answers in the file.
void choose_answers(const AnswerFile& file, Pack& pack, DiagnosticSink& sink,
                    std::vector<ChosenAnswer>& chosen) {
  std::set<std::string> seen;
  for (const AnswerStretch& stretch : file.answers) {
    const std::string& name = stretch.exercise.text;
    if (name.empty()) continue;
    const Exercise* exercise = pack.find(name);
    if (exercise == nullptr) {
      sink.report(DiagnosticKind::AnswerExercise, stretch.exercise.range, {name})
          .with_hint(pack.hint_for(name));
      continue;
    }
    if (!seen.insert(exercise->name).second) {
      sink.report(DiagnosticKind::AnswerValue, stretch.exercise.range,
                  {format("a second answer to `{}`", exercise->name)});
      continue;
    }
    const auto known = std::ranges::find(chosen, exercise, &ChosenAnswer::exercise);
    if (known == chosen.end()) {
      chosen.push_back({.exercise = exercise, .file = &file, .stretch = &stretch});
      continue;
    }
    known->replaced.push_back(known->file->path);
    known->file = &file;
    known->stretch = &stretch;
  }
}

// True for a file `STUDENT.EXERCISE.NUMBER.txt` with one answer, to this exercise: of these a
// student has as many as attempts.
bool is_of_one_attempt(const AnswerFile& file) {
  if (file.answers.size() != 1) return false;
  const std::string stem = std::filesystem::path(file.path).stem().string();
  const std::size_t dot = stem.rfind('.');
  if (dot == std::string::npos || dot + 1 == stem.size()) return false;
  const bool has_number = stem.find_first_not_of("0123456789", dot + 1) == std::string::npos;
  return has_number && stem.substr(0, dot).ends_with("." + file.answers.front().exercise.text);
}

// Says that a student has several files, and which answers count.
std::string warning_on(const StudentFiles& given, const std::vector<ChosenAnswer>& chosen) {
  if (given.files.size() < 2 || std::ranges::all_of(given.files, is_of_one_attempt)) return "";
  constexpr std::size_t MaxNames = 4;
  const auto named = std::span(given.files).first(std::min(given.files.size(), MaxNames));
  std::string out =
      format("drover: {} has {} files, which count as one submission: {}{}\n", given.student,
             given.files.size(), joined(named, ", ", &AnswerFile::path),
             named.size() < given.files.size() ? ", …" : "");
  for (const ChosenAnswer& each : chosen) {
    if (each.replaced.empty()) continue;
    out += format("drover: {}: the answer to `{}` in {} counts, not that in {}\n", given.student,
                  each.exercise->name, each.file->path, joined(each.replaced, ", "));
  }
  return out;
}

Grade nothing_for(const Exercise& exercise) {
  Grade grade;
  grade.points = exercise.points;
  grade.key = "missing";
  grade.findings.push_back({false, "no answer", {"missing"}});
  return grade;
}

}  // namespace

std::uint64_t Submission::hundredths() const {
  return std::accumulate(
      answers.begin(), answers.end(), std::uint64_t{0},
      [](std::uint64_t sum, const GradedAnswer& each) { return sum + each.grade.hundredths; });
}

std::uint64_t Submission::points() const {
  return std::accumulate(
      answers.begin(), answers.end(), std::uint64_t{0},
      [](std::uint64_t sum, const GradedAnswer& each) { return sum + each.grade.points; });
}

bool Submission::is_full() const {
  return complaints.empty() && std::ranges::all_of(answers, [](const GradedAnswer& each) {
           return each.grade.is_full();
         });
}

// The folder names the student if several files have this name, or the name is a common one.
std::string student_of(const std::string& file, const std::vector<std::string>& files) {
  const std::filesystem::path path(file);
  const std::string folder = path.parent_path().filename().string();
  const std::string stem = path.stem().string();
  const auto same = std::ranges::count_if(files, [&](const std::string& other) {
    return std::filesystem::path(other).stem() == path.stem();
  });
  const bool is_generic = same > 1 || stem == "answers" || stem == "answer";
  return is_generic && !folder.empty() && folder != "." ? folder : stem;
}

std::vector<StudentFiles> read_submissions(const std::vector<std::string>& files) {
  std::vector<StudentFiles> students;
  for (const std::string& path : files) {
    AnswerFile file{
        .path = path, .student = student_of(path, files), .source = {}, .answers = {}, .sink = {}};
    file.source = read_plain_file(path, file.sink);
    if (file.source) read_outline(file);
    auto known = std::ranges::find(students, file.student, &StudentFiles::student);
    if (known == students.end()) known = students.insert(known, StudentFiles{file.student, {}});
    known->files.push_back(std::move(file));
  }
  return students;
}

Submission grade_submission(const StudentFiles& given, const std::vector<std::string>& expected,
                            Pack& pack, Colour colour) {
  Submission out;
  out.student = given.student;
  std::vector<ChosenAnswer> chosen;
  for (const AnswerFile& file : given.files) {
    out.files.push_back(file.path);
    DiagnosticSink sink = file.sink;
    choose_answers(file, pack, sink, chosen);
    out.complaints += render(sink, file.path, file.source ? &*file.source : nullptr, colour);
  }
  for (const ChosenAnswer& each : chosen) {
    out.answers.push_back(
        {each.exercise->name,
         grade_answer(*each.exercise, buffer_of(*each.file->source, *each.stretch))});
  }
  for (const std::string& name : expected) {
    const bool is_answered =
        std::ranges::find(out.answers, name, &GradedAnswer::exercise) != out.answers.end();
    const Exercise* exercise = is_answered ? nullptr : pack.find(name);
    if (exercise != nullptr) out.answers.push_back({name, nothing_for(*exercise)});
  }
  out.warnings = warning_on(given, chosen);
  return out;
}

bool is_before(std::string_view a, std::string_view b) {
  const auto digits = [](std::string_view text) {
    return std::min(text.find_first_not_of("0123456789"), text.size());
  };
  const std::string_view whole_a = a;
  const std::string_view whole_b = b;
  while (!a.empty() && !b.empty()) {
    const std::size_t in_a = digits(a);
    const std::size_t in_b = digits(b);
    if (in_a > 0 && in_b > 0) {
      std::string_view first = a.substr(0, in_a);
      std::string_view second = b.substr(0, in_b);
      first.remove_prefix(std::min(first.find_first_not_of('0'), first.size()));
      second.remove_prefix(std::min(second.find_first_not_of('0'), second.size()));
      if (first.size() != second.size()) return first.size() < second.size();
      if (first != second) return first < second;
      a.remove_prefix(in_a);
      b.remove_prefix(in_b);
      continue;
    }
    if (a.front() != b.front()) {
      return static_cast<unsigned char>(a.front()) < static_cast<unsigned char>(b.front());
    }
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  if (a.empty() != b.empty()) return a.empty();
  return whole_a < whole_b;
}

}  // namespace drover::classroom
