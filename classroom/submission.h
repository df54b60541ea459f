#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "classroom/grade.h"
#include "classroom/pack.h"

namespace drover::classroom {

// An answer of a submission, graded.
struct GradedAnswer {
  std::string exercise;
  Grade grade;
};

// A file of answers:
//   student: Ada
//   == sb-two-models
//   sc: forbidden
//   == …
struct Submission {
  std::string file;
  std::string student;
  std::vector<GradedAnswer> answers;
  std::string complaints;  // what could not be read, rendered

  [[nodiscard]] std::uint64_t hundredths() const;
  [[nodiscard]] std::uint64_t points() const;
  [[nodiscard]] bool is_full() const;
};

// Whose a file is, unless it says so itself: it has the name of the student; or, if several of
// `files` or all of the world's are called like that, its folder has.
[[nodiscard]] std::string student_of(const std::string& file,
                                     const std::vector<std::string>& files);

// Reads and grades a file. Exercises of `expected` that it does not answer count with no points.
[[nodiscard]] Submission grade_submission(const std::string& file, const std::string& student,
                                          const std::vector<std::string>& expected, Pack& pack,
                                          Colour colour);

// As one JSON object, and as JUnit XML: a suite for each submission, a case for each exercise.
[[nodiscard]] std::string submission_json(const Submission& submission);
// With the first `hints` hints, if any.
[[nodiscard]] std::string grade_json(const Exercise& exercise, const Grade& grade,
                                     std::uint32_t hints);
[[nodiscard]] std::string hints_json(const Exercise& exercise, std::uint32_t hints);
[[nodiscard]] std::string exercise_json(const Exercise& exercise);
[[nodiscard]] std::string verify_json(const Exercise& exercise,
                                      const std::vector<std::string>& complaints);
[[nodiscard]] std::string list_json(const std::vector<const Exercise*>& exercises);
[[nodiscard]] std::string junit_xml(const std::vector<Submission>& submissions);
// For a spreadsheet: a row for each submission, a column for each exercise.
[[nodiscard]] std::string grades_csv(const std::vector<Submission>& submissions);

}  // namespace drover::classroom
