// Wheat and chaff: students write tests, which run with several implementations. If a test rejects
// a good implementation, no test earns points. Each bad implementation that some test catches earns
// its share. Students do not see the implementations, only their numbers.
#include <algorithm>

#include "classroom/grader.h"
#include "classroom/runs.h"
#include "classroom/sections.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::classroom {

namespace {

constexpr std::size_t MaxTests = 8;

// `text` begins with as many lines and blanks as the answer has before the test, so that
// diagnostics have the answer's lines and columns.
struct StudentTest {
  std::string name;
  std::string text;
};

StudentTest test_in(const SourceBuffer& answer, std::string name, const SourceRange& range) {
  const std::string_view text = answer.text();
  const std::size_t line_begin = answer.line_begin(range.line);
  return {std::move(name), std::string(range.line - 1, '\n') +
                               std::string(range.begin - line_begin, ' ') +
                               std::string(text.substr(range.begin, range.end - range.begin))};
}

// Reads `test NAME:` and the test, repeatedly; or a single test.
std::vector<StudentTest> read_tests(const Grading& given) {
  const SourceBuffer& answer = given.answer;
  const auto is_test = [](const TextSection& section) {
    return section.words.size() == 2 && lower_case(section.name()) == "test";
  };
  DiagnosticSink ignored;
  const auto all = read_sections(answer, 0, answer.text().size(), ignored);
  if (all.empty() || !is_test(all.front())) {
    return {test_in(answer, "test", answer.range(0, answer.text().size()))};
  }
  std::vector<StudentTest> tests;
  for (const TextSection& section : read_sections(answer, 0, answer.text().size(), given.sink)) {
    if (!is_test(section)) {
      given.complain(section.range(), "this is not of the form `test NAME:`")
          .with_hint("the test itself is in indented lines below it");
      continue;
    }
    const std::string& name = section.words[1].text;
    if (std::ranges::find(tests, name, &StudentTest::name) != tests.end()) {
      given.complain(section.words[1].range, format("a second test `{}`", name));
    }
    if (tests.size() == MaxTests) {
      given.complain(section.range(), format("these are more than {} tests", MaxTests));
      break;
    }
    tests.push_back(test_in(answer, name, section.text_range));
  }
  return tests;
}

// Result of an implementation in one run.
struct Run {
  const StudentTest* test = nullptr;
  std::string model;
  RunReport report;
};

class TestsGrader {
 public:
  explicit TestsGrader(const Grading& grading)
      : given_(grading), exercise_(grading.exercise), tests_(read_tests(grading)) {}

  void grade() {
    if (given_.sink.has_errors()) return;
    Grade& grade = given_.grade;
    for (const StudentTest& test : tests_) {
      grade_words(given_, Language::Core, test.text, format("{}: ", test.name));
    }
    if (!grade.findings.empty()) return;
    grade_all(true);
    if (!grade.is_readable()) return;
    if (std::ranges::all_of(grade.findings, &Finding::is_right)) return grade_all(false);
    grade.findings.push_back(
        unknown_finding("the bad implementations: not checked until the good ones are accepted"));
  }

 private:
  void grade_all(bool is_good) const {
    Grade& grade = given_.grade;
    std::size_t number = 0;
    for (const Implementation& each : exercise_.implementations) {
      if (each.is_good != is_good) continue;
      ++number;
      const std::string name = format("{} implementation {} of {}", is_good ? "good" : "bad",
                                      number, exercise_.count_implementations(is_good));
      const std::vector<Run> runs = run_all(each);
      if (!grade.is_readable()) return;
      grade.findings.push_back(is_good ? finding_of_good(name, runs)
                                       : finding_of_bad(name, each, runs));
    }
  }

  // Runs every test under every model. Only the first implementation, a good one, gives detailed
  // diagnostics of invalid tests: students must not see lines of the others.
  std::vector<Run> run_all(const Implementation& implementation) const {
    std::vector<Run> runs;
    const bool is_first = &implementation == exercise_.first_good();
    for (const StudentTest& test : tests_) {
      const Runnable program =
          read_core(given_.answer.name(), test.text + "\n" + implementation.text);
      if (!program.is_readable()) {
        given_.grade.diagnostics =
            is_first ? program.diagnostics()
                     : format(
                           "{}: error: with another implementation the test `{}` is not a "
                           "program: does it use, or take, names other than those that the "
                           "exercise has?\n",
                           given_.answer.name(), test.name);
        return {};
      }
      for (const std::string& model : exercise_.models) {
        runs.push_back({&test, model, run(program, exercise_.model(model), exercise_.budget)});
      }
    }
    return runs;
  }

  static Finding finding_of_good(const std::string& name, const std::vector<Run>& runs) {
    Finding finding{
        .is_right = false, .text = name, .keys = {}, .counts = false, .is_required = true};
    for (const Run& each : runs) {
      const RunReport& report = each.report;
      const std::string where = format("`{}` under {}", each.test->name, each.model);
      if (!report.error_kind.empty()) {
        finding.text += format(": {} blames it, {}: {}", where, report.error_kind, report.error);
        finding.keys = {format("blames:{}", report.error_kind), "blames"};
        finding.picture = report.picture;
        return finding;
      }
      if (!report.is_complete) {
        finding.text += format(": {}: not known, {}", where, report.limit);
        finding.keys = {"budget"};
        finding.is_known = false;
        return finding;
      }
      if (report.ended == 0) {
        finding.text += format(": {}: no execution comes to its end", where);
        finding.keys = {"blocked"};
        return finding;
      }
    }
    finding.is_right = true;
    finding.text += ": accepted";
    return finding;
  }

  static Finding finding_of_bad(const std::string& name, const Implementation& implementation,
                                const std::vector<Run>& runs) {
    const auto caught =
        std::ranges::find_if(runs, [](const Run& each) { return !each.report.error_kind.empty(); });
    const auto cut =
        std::ranges::find_if(runs, [](const Run& each) { return !each.report.is_complete; });
    if (caught == runs.end() && cut != runs.end()) {
      return unknown_finding(format("{}: not caught by what was run: `{}` under {}: not known, {}",
                                    name, cut->test->name, cut->model, cut->report.limit),
                             {"budget"});
    }
    if (caught == runs.end()) {
      return {.is_right = false,
              .text = name + ": not caught",
              .keys = {format("uncaught:{}", implementation.name), "uncaught"}};
    }
    return {.is_right = true,
            .text = format("{}: caught by `{}` under {}, {}", name, caught->test->name,
                           caught->model, caught->report.error_kind),
            .keys = {}};
  }

  const Grading& given_;
  const Exercise& exercise_;
  std::vector<StudentTest> tests_;
};

}  // namespace

void grade_tests(const Grading& grading) { TestsGrader(grading).grade(); }

}  // namespace drover::classroom
