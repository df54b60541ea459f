#include "classroom/submission.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>

#include "classroom/sections.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::classroom {

namespace {

constexpr std::string_view Mark = "==";

// The answer to one exercise: the lines from after `== NAME` to the next mark.
struct NamedStretch {
  Word exercise;
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Outline {
  std::string student;
  std::vector<NamedStretch> stretches;
};

Outline outline_of(const SourceBuffer& source, DiagnosticSink& sink) {
  Outline out;
  std::size_t head_end = source.text().size();
  for (std::uint32_t line = 1; line <= source.line_count(); ++line) {
    const std::string_view text = source.line_text(line);
    if (!text.starts_with(Mark)) continue;
    const std::size_t begin = source.line_begin(line);
    const std::vector<Word> words = words_of(source, begin + Mark.size(), begin + text.size());
    if (out.stretches.empty()) head_end = begin;
    if (!out.stretches.empty()) out.stretches.back().end = begin;
    const std::size_t from = std::min(begin + text.size() + 1, source.text().size());
    if (words.empty()) {
      sink.report(DiagnosticKind::AnswerValue, source.range(begin, begin + text.size()),
                  {"no exercise is named after `==`"});
    }
    out.stretches.push_back({words.empty() ? Word{} : words.front(), from, source.text().size()});
  }
  for (const TextSection& section : read_sections(source, 0, head_end, sink)) {
    if (lower_case(section.name()) == "student") {
      out.student = trimmed(section.text);
    } else {
      sink.report(DiagnosticKind::AnswerValue, section.range(),
                  {"an answer before the first line `== EXERCISE`"})
          .with_hint("before it there is only `student: NAME`");
    }
  }
  if (out.stretches.empty() && !sink.has_errors()) {
    sink.report(DiagnosticKind::AnswerEmpty, {})
        .with_hint("each answer comes below a line `== EXERCISE`");
  }
  return out;
}

// Returns the stretch alone, at its lines in the file.
SourceBuffer buffer_of(const SourceBuffer& source, const NamedStretch& stretch) {
  std::string text;
  const std::string_view whole = source.text();
  text.append(static_cast<std::size_t>(std::ranges::count(whole.substr(0, stretch.begin), '\n')),
              '\n');
  text += whole.substr(stretch.begin, stretch.end - stretch.begin);
  return SourceBuffer::from_text(source.name(), std::move(text));
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

Submission grade_submission(const std::string& file, const std::string& student,
                            const std::vector<std::string>& expected, Pack& pack, Colour colour) {
  Submission out;
  out.file = file;
  out.student = student;
  DiagnosticSink sink;
  const std::optional<SourceBuffer> source = read_source(file, sink);
  if (source) {
    const Outline outline = outline_of(*source, sink);
    if (!outline.student.empty()) out.student = outline.student;
    std::set<std::string> seen;
    for (const NamedStretch& stretch : outline.stretches) {
      const std::string& name = stretch.exercise.text;
      if (name.empty()) continue;
      const Exercise* exercise = pack.find(name);
      if (exercise == nullptr) {
        sink.report(DiagnosticKind::AnswerExercise, stretch.exercise.range, {name})
            .with_hint(pack.hint_for(name));
      } else if (!seen.insert(exercise->name).second) {
        sink.report(DiagnosticKind::AnswerValue, stretch.exercise.range,
                    {format("a second answer to `{}`", exercise->name)});
      } else {
        out.answers.push_back(
            {exercise->name, grade_answer(*exercise, buffer_of(*source, stretch))});
      }
    }
  }
  for (const std::string& name : expected) {
    const bool is_answered =
        std::ranges::find(out.answers, name, &GradedAnswer::exercise) != out.answers.end();
    const Exercise* exercise = is_answered ? nullptr : pack.find(name);
    if (exercise != nullptr) out.answers.push_back({name, nothing_for(*exercise)});
  }
  out.complaints = render(sink, file, source ? &*source : nullptr, colour);
  return out;
}

}  // namespace drover::classroom
