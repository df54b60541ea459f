#include "input/subject.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "input/question.h"
#include "input/state_selection.h"

namespace drover::input {

namespace {

const std::string Core = "shared x;\nthread t { r := x; assert(r == 0); }\nexists (t:r == 1);\n";
const std::string Litmus =
    "C t\n{}\nP0 (atomic_int* x) {\n  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n}\n"
    "exists (0:r0=1)\n";

// A file that lasts as long as the object.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& name, const std::string& text)
      : path_(std::filesystem::temp_directory_path() / name) {
    std::ofstream(path_) << text;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

Subject read_text(const std::string& text, const SubjectOptions& options = {}) {
  return read_subject_text(SourceBuffer::from_text("folder/a.txt", text), options);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the kind of a text is recognised by its beginning") {
  CHECK(kind_of_text(Core) == SubjectKind::Core);
  CHECK(kind_of_text(Litmus) == SubjectKind::Litmus);
  CHECK(kind_of_text("") == SubjectKind::Core);
  CHECK(kind_of_text("X86 SB\n") == SubjectKind::Litmus);
}

TEST_CASE("a name that is no file has a hint on tests of the library") {
  const auto said = [](const std::string& path, const SubjectOptions& options = {}) {
    return read_subject(path, options).complaints(Colour::Off);
  };
  const SubjectOptions core{.as = SubjectKind::Core};
  CHECK(said("SB", core) ==
        "SB: error: no such file\nhint: `drover litmus SB` runs the litmus test of that name\n");
  CHECK(said("nosuch", core) == "nosuch: error: no such file\n");
  CHECK(said("nosuch") ==
        "nosuch: error: no such file\n"
        "hint: `drover litmus --list` lists the tests of the library\n");
  CHECK(contains(said("MP+rel+acp"), "hint: in the library: did you mean `MP+rel+acq`?\n"));
  CHECK(said("nosuch.drv") == "nosuch.drv: error: no such file\n");
  CHECK(said("no/such") == "no/such: error: no such file\n");
}

TEST_CASE("the usual model of a program does not depend on the command") {
  const std::string program = "int main(void) { return 0; }\n";
  CHECK(read_subject_text(SourceBuffer::from_text("a.c", program), {}).default_model == "rc11");
  CHECK(read_text(Core).default_model == "rc11");
  CHECK(read_text(Litmus).default_model == "rc11");
}

TEST_CASE("each kind of subject has its own row") {
  for (const SubjectKind kind : {SubjectKind::Core, SubjectKind::Litmus}) {
    CHECK(info_of(kind).kind == kind);
    CHECK(kind_of_name("a" + std::string(info_of(kind).ending)) == kind);
  }
  CHECK(info_of(SubjectKind::Core).command == "check");
  CHECK(info_of(SubjectKind::Litmus).command == "litmus");
  CHECK_FALSE(kind_of_name("a.txt").has_value());
}

TEST_CASE("the kind of a file does not depend on its name") {
  const TemporaryFile file("drover_subject_test.drv", Litmus);
  CHECK(kind_of_file(file.path()) == SubjectKind::Litmus);
  CHECK_FALSE(kind_of_file("/no/such/file").has_value());
  CHECK_FALSE(kind_of_file(std::filesystem::temp_directory_path().string()).has_value());
  const Subject subject = read_subject(file.path(), {});
  CHECK(subject.is_litmus());
  CHECK(subject.name == "t");
  CHECK(subject.path == file.path());
}

TEST_CASE("a core program is read as a subject") {
  const Subject subject = read_text(Core);
  REQUIRE(subject.program != nullptr);
  CHECK(subject.name == "a.txt");
  CHECK(subject.program->file == "folder/a.txt");
  CHECK(subject.test() == nullptr);
  CHECK(subject.checked() != nullptr);
  CHECK(subject.default_model == "rc11");
  CHECK(subject.unroll == 100);
  CHECK(read_text(Core, {.unroll = 7}).unroll == 7);
}

TEST_CASE("a litmus test is read as a subject") {
  const Subject subject = read_text(Litmus);
  REQUIRE(subject.test() != nullptr);
  CHECK(subject.program.get() == &subject.test()->program);
  CHECK(subject.name == "t");
  CHECK(subject.default_model == subject.test()->dialect->default_model);
  CHECK(subject.unroll == 2);
  CHECK(subject.checked() == nullptr);
}

TEST_CASE("constants are for core programs only") {
  const SubjectOptions options{.constants = {{"N", 3}}};
  CHECK(read_text("const N = 1;\nshared x;\nthread t { x := N; }\n", options).program != nullptr);
  const Subject refused = read_text(Litmus, options);
  CHECK(refused.program == nullptr);
  CHECK(contains(refused.complaints(Colour::Off), "a litmus test has none"));
}

TEST_CASE("a name of the library is a test where a litmus test is possible") {
  CHECK(read_subject("SB", {}).test() != nullptr);
  CHECK(read_subject("SB", {.as = SubjectKind::Litmus}).test() != nullptr);
  const Subject core = read_subject("SB", {.as = SubjectKind::Core});
  CHECK_FALSE(core.source.has_value());
  CHECK(core.sink.has_errors());
  CHECK(contains(core.notes, "`drover litmus SB` runs the litmus test of that name"));
  CHECK(contains(read_subject("SBB", {}).notes, "in the library"));
}

TEST_CASE("a text that is read as another kind has diagnostics") {
  const Subject subject = read_text(Litmus, {.as = SubjectKind::Core});
  CHECK_FALSE(subject.is_litmus());
  CHECK(subject.program == nullptr);
  CHECK(subject.sink.has_errors());
  CHECK(contains(subject.complaints(Colour::Off), "folder/a.txt:"));
}

TEST_CASE("questions are the conditions, then the assertions") {
  const std::vector<Question> core = questions_of(read_text(Core));
  REQUIRE(core.size() == 2);
  CHECK(core[0].origin == "exists");
  CHECK(core[0].line == 3);
  CHECK(core[1].origin == "assertion");
  CHECK(core[1].outcome.text == "`assert(r == 0)` fails");
  const std::vector<Question> litmus = questions_of(read_text(Litmus));
  REQUIRE(litmus.size() == 1);
  CHECK(litmus[0].origin == "exists");
}

TEST_CASE("final states are selected by an outcome, or else the condition makes witnesses") {
  for (const std::string& text : {Core, Litmus}) {
    CAPTURE(text);
    const TemporaryFile file("drover_selection_test.txt", text);
    const StateSelection all = read_selection(file.path(), {}, {"--select", ""}, Colour::Off);
    REQUIRE(all.subject.program != nullptr);
    // One observable in each: the register.
    REQUIRE(all.subject.program->observables.size() == 1);
    CHECK(all.is_selected(std::vector<Value>{0}));
    CHECK(all.is_witness(std::vector<Value>{1}));
    CHECK_FALSE(all.is_witness(std::vector<Value>{0}));

    const std::string outcome = all.subject.is_litmus() ? "(0:r0 == 0)" : "(t:r == 0)";
    const StateSelection some = read_selection(file.path(), {}, {"--select", outcome}, Colour::Off);
    REQUIRE(some.subject.program != nullptr);
    CHECK(some.is_selected(std::vector<Value>{0}));
    CHECK_FALSE(some.is_selected(std::vector<Value>{1}));
    CHECK_FALSE(some.is_witness);

    const StateSelection none =
        read_selection(file.path(), {}, {"--select", "(nobody:r == 0)"}, Colour::Off);
    CHECK(none.subject.program == nullptr);
    CHECK(contains(none.complaints, "--select:1:"));
  }
}

}  // namespace drover::input
