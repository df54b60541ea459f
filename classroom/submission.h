#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classroom/grade.h"
#include "classroom/pack.h"
#include "classroom/sections.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::classroom {

// A graded answer of a submission.
struct GradedAnswer {
  std::string exercise;
  Grade grade;
};

// The answer to one exercise in a file: the lines from after `== NAME` to the next mark.
struct AnswerStretch {
  Word exercise;
  std::size_t begin = 0;
  std::size_t end = 0;
};

// A file of answers:
//   student: Ada
//   == sb-two-models
//   sc: forbidden
//   == …
struct AnswerFile {
  std::string path;
  std::string student;
  std::optional<SourceBuffer> source;  // nothing if unreadable
  std::vector<AnswerStretch> answers;
  DiagnosticSink sink;
};

// The files of one student.
struct StudentFiles {
  std::string student;
  std::vector<AnswerFile> files;
};

// The graded answers of one student.
struct Submission {
  std::vector<std::string> files;
  std::string student;
  std::vector<GradedAnswer> answers;
  std::string complaints;  // read errors, rendered
  std::string warnings;    // whole lines: on several files of the student

  [[nodiscard]] std::uint64_t hundredths() const;
  [[nodiscard]] std::uint64_t points() const;
  [[nodiscard]] bool is_full() const;
};

// Returns the student of a file that does not name one: the file's name, or the folder's, if
// several of `files` have that name or the name is a common one.
[[nodiscard]] std::string student_of(const std::string& file,
                                     const std::vector<std::string>& files);

// Reads files and puts those of one student together: students in the order of their first files.
// Refuses symbolic links, and whatever else is not a plain file.
[[nodiscard]] std::vector<StudentFiles> read_submissions(const std::vector<std::string>& files);

// Grades the files of a student as one submission. If several answer an exercise, the last counts.
// Unanswered exercises of `expected` count with no points.
[[nodiscard]] Submission grade_submission(const StudentFiles& given,
                                          const std::vector<std::string>& expected, Pack& pack,
                                          Colour colour);

// The order of file names in which numbers count as numbers: `a.2.txt` is before `a.10.txt`.
[[nodiscard]] bool is_before(std::string_view a, std::string_view b);

// The `_json` functions return JSON. JUnit XML has a suite per student and a case per exercise.
[[nodiscard]] std::string submission_json(const Submission& submission);
// Includes the first `hints` hints.
[[nodiscard]] std::string grade_json(const Exercise& exercise, const Grade& grade,
                                     std::uint32_t hints);
[[nodiscard]] std::string hints_json(const Exercise& exercise, std::uint32_t hints);
[[nodiscard]] std::string exercise_json(const Exercise& exercise);
[[nodiscard]] std::string verify_json(const Exercise& exercise,
                                      const std::vector<std::string>& complaints);
[[nodiscard]] std::string list_json(const std::vector<const Exercise*>& exercises);
[[nodiscard]] std::string junit_xml(const std::vector<Submission>& submissions);
// Returns CSV: a row per student, a column per exercise.
[[nodiscard]] std::string grades_csv(const std::vector<Submission>& submissions);
// Returns for each exercise the numbers of answers and right answers, and the most frequent
// mistake.
[[nodiscard]] std::string class_summary(const std::vector<Submission>& submissions);

// Returns the feedback on a submission in Markdown: points, right and wrong findings, executions
// that show errors, remarks; no solution.
[[nodiscard]] std::string feedback_text(const Submission& submission, Pack& pack);

// Returns the names of feedback files, one per submission: the student's name, adapted to file
// names, and a number where names coincide.
[[nodiscard]] std::vector<std::string> feedback_names(const std::vector<Submission>& submissions);

}  // namespace drover::classroom
