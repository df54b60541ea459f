#include "classroom/submission.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace drover::submission_test {
using namespace classroom;

namespace {

namespace fs = std::filesystem;

// A folder of submissions, removed at the end.
class Folder {
 public:
  explicit Folder(const std::string& name) : path_(fs::temp_directory_path() / name) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }

  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
    return path(name);
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

Submission graded(const StudentFiles& student, const std::vector<std::string>& expected = {}) {
  Pack pack({}, Colour::Off);
  return grade_submission(student, expected, pack, Colour::Off);
}

}  // namespace

TEST_CASE("a submission names its student, and each answer after `==` is graded") {
  const Folder folder("drover-submission-test");
  const std::string file = folder.write(
      "answers.txt",
      "Student: A & <B>\n== sb-two-models\nsc: forbidden\ntso: forbidden\n== sb-two-modles\nsc: "
      "forbidden\n");
  const std::vector<StudentFiles> students = read_submissions({file});
  REQUIRE(students.size() == 1);
  const Submission submission = graded(students.front(), {"sb-two-models", "sb-count"});
  CHECK(submission.student == "A & <B>");
  CHECK(student_of("a/answers.txt", {"a/answers.txt"}) == "a");
  CHECK(student_of("all/a.txt", {"all/a.txt", "all/b.txt"}) == "a");
  CHECK(student_of("a/mine.txt", {"a/mine.txt", "b/mine.txt"}) == "a");
  CHECK(student_of("answers.txt", {"answers.txt"}) == "answers");
  CHECK(submission.answers.size() == 2);
  CHECK(submission.hundredths() == 100);
  CHECK(submission.points() == 4);
  CHECK(submission.complaints.find(":5:4: error: there is no exercise") != std::string::npos);
  CHECK(diagnostic_name(DiagnosticKind::AnswerExercise) == "AnswerExercise");
  CHECK(submission.complaints.find("did you mean `sb-two-models`") != std::string::npos);
  CHECK(submission.warnings.empty());
  CHECK_FALSE(submission.is_full());
  const std::string summary = class_summary({submission, submission});
  CHECK(summary.find("2 submissions, 0 with all points") != std::string::npos);
  CHECK(summary.find("sb-two-models  0 of 2 right; most often wrong: `tso=forbidden` (2)") !=
        std::string::npos);
  const std::string xml = junit_xml({submission});
  CHECK(xml.find("A &amp; &lt;B&gt;") != std::string::npos);
  CHECK(xml.find("tests=\"3\" failures=\"2\" errors=\"1\"") != std::string::npos);
}

TEST_CASE("the files of one student are one submission, of two answers the last counts") {
  const Folder folder("drover-student-test");
  const std::string one =
      folder.write("one.txt", "student: Ada\n== sb-two-models\nsc: allowed\ntso: allowed\n");
  const std::string two = folder.write(
      "two.txt",
      "student: Ada\n== sb-two-models\nsc: forbidden\ntso: allowed\n== sb-count\nsc: 3\n");
  const std::vector<StudentFiles> students = read_submissions({one, two});
  REQUIRE(students.size() == 1);
  const Submission ada = graded(students.front(), {"sb-two-models", "sb-count"});
  CHECK(ada.files == std::vector<std::string>{one, two});
  REQUIRE(ada.answers.size() == 2);
  CHECK(ada.answers.front().grade.is_full());
  CHECK(ada.points() == 4);
  CHECK(ada.warnings.find("drover: Ada has 2 files, which count as one submission") == 0);
  CHECK(ada.warnings.find("the answer to `sb-two-models` in " + two + " counts, not that in " +
                          one) != std::string::npos);
}

TEST_CASE("the warning on many files of one student names the first of them") {
  const Folder folder("drover-many-files-test");
  std::vector<std::string> files;
  for (const char* const name : {"a.txt", "b.txt", "c.txt", "d.txt", "e.txt"}) {
    files.push_back(folder.write(name, "student: Ada\n== sb-two-models\nsc: forbidden\n"));
  }
  const std::vector<StudentFiles> students = read_submissions(files);
  REQUIRE(students.size() == 1);
  const std::string warnings = graded(students.front(), {"sb-two-models"}).warnings;
  const std::string first_line = warnings.substr(0, warnings.find('\n'));
  CHECK(first_line.ends_with(files[3] + ", …"));
  CHECK(first_line.find("Ada has 5 files") != std::string::npos);
}

TEST_CASE("files that `serve --collect` has kept are one submission without a warning") {
  const Folder folder("drover-attempts-test");
  const std::string head = "student: 张伟\n== ";
  const std::vector<std::string> files = {
      folder.write("张伟.sb-count.2.txt", head + "sb-count\nsc: 1\ntso: 1\n"),
      folder.write("张伟.sb-count.10.txt", head + "sb-count\nsc: 3\ntso: 4\n"),
      folder.write("张伟.sb-two-models.1.txt",
                   head + "sb-two-models\nsc: forbidden\ntso: allowed\n")};
  const std::vector<StudentFiles> students = read_submissions(files);
  REQUIRE(students.size() == 1);
  const Submission submission = graded(students.front(), {"sb-count", "sb-two-models"});
  CHECK(submission.student == "张伟");
  CHECK(submission.is_full());
  CHECK(submission.warnings.empty());
}

TEST_CASE("in the order of files, numbers count as numbers") {
  CHECK(is_before("a.2.txt", "a.10.txt"));
  CHECK_FALSE(is_before("a.10.txt", "a.2.txt"));
  CHECK(is_before("a.10.txt", "b.2.txt"));
  CHECK(is_before("a", "a1"));
  CHECK(is_before("a.010", "a.10"));
  CHECK_FALSE(is_before("a.10", "a.010"));
  CHECK_FALSE(is_before("a", "a"));
  CHECK(is_before("z", "ä"));
}

TEST_CASE("a symbolic link is not followed, and what is not a plain file is not read") {
  const Folder folder("drover-link-test");
  folder.write("secret/secret.cfg", "password: swordfish\n");
  fs::create_symlink(folder.path("secret/secret.cfg"), folder.path("link.txt"));
  fs::create_directories(folder.path("folder.txt"));
  const std::vector<StudentFiles> students =
      read_submissions({folder.path("link.txt"), folder.path("folder.txt")});
  REQUIRE(students.size() == 2);
  const Submission link = graded(students.front());
  CHECK(link.complaints.find("link.txt: error: cannot be read: it is a symbolic link") !=
        std::string::npos);
  CHECK(link.complaints.find("swordfish") == std::string::npos);
  CHECK(graded(students.back()).complaints.find("it is not a plain file") != std::string::npos);
}

TEST_CASE("an exercise in a submission is named, never a file") {
  const Folder folder("drover-named-test");
  const std::string own = folder.write(
      "own.exercise",
      "exercise: own\ntitle: t\nkind: count\npoints: 1000\ntext: t\nprogram p:\n  shared x;\n"
      "  thread a { x := 1; }\nask: sc\nsolution: sc: 1\n");
  const std::string answers = folder.write("a.txt", "student: A\n== " + own + "\nsc: 1\n");
  const Submission submission = graded(read_submissions({answers}).front());
  CHECK(submission.answers.empty());
  CHECK(submission.complaints.find("there is no exercise") != std::string::npos);
}

}  // namespace drover::submission_test
