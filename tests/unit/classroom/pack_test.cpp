#include "classroom/pack.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>
#include <vector>

#include "tests/support/exercise_text.h"

namespace drover::pack_test {
using namespace classroom;
using namespace testing;

TEST_CASE("built-in exercises have no solutions, and are not readable in the binary") {
  for (const EmbeddedExercise& each : embedded_exercises()) {
    CAPTURE(each.name);
    const std::string text = unpacked(each.packed);
    CHECK(text.starts_with("exercise: "));
    CHECK(text.find("\nsolution:") == std::string::npos);
    CHECK(text.find("\nwrong ") == std::string::npos);
    CHECK(text.find("\ncheat ") == std::string::npos);
    CHECK(each.packed.find("title: ") == std::string_view::npos);
  }
  Pack pack({}, Colour::Off);
  REQUIRE(pack.find("SB-Count") != nullptr);
  CHECK(pack.find("SB-Count")->name == "sb-count");
  CHECK(pack.find("sb-count")->solution.text.empty());
}

namespace {

// A folder of exercises, removed in the end.
class Folder {
 public:
  Folder() { std::filesystem::create_directory(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  void write(const std::string& file, const std::string& text) const {
    std::ofstream(path + "/" + file) << text;
  }

  const std::string path = "pack_test_exercises";
};

std::string table(const std::string& name) {
  return "exercise: " + name +
         "\ntitle: own\npoints: 1\ntext: what?\nkind: verdicts\nlibrary: SB\nask: sc\n"
         "solution: sc: forbidden\n";
}

}  // namespace

TEST_CASE("an exercise of a folder hides the built-in one of its name, and alone is listed") {
  const Folder folder;
  folder.write("mine.exercise", table("sb-count"));
  folder.write("notes.txt", "no exercise");
  Pack pack({folder.path}, Colour::Off);
  CHECK(pack.complaints().empty());
  REQUIRE(pack.find("sb-count") != nullptr);
  CHECK(pack.find("sb-count")->title == "own");
  CHECK(pack.find("cycle-sb") != nullptr);
  REQUIRE(pack.all().size() == 1);
  CHECK(pack.all().front()->name == "sb-count");
}

TEST_CASE("exercises are listed by level, then by name") {
  Pack pack({}, Colour::Off);
  const std::vector<const Exercise*> all = pack.all();
  CHECK(all.size() == embedded_exercises().size());
  CHECK(std::ranges::is_sorted(
      all, {}, [](const Exercise* each) { return std::tuple(each->level, each->name); }));
}

TEST_CASE("a folder without exercises, and an exercise with errors, are complained about") {
  const Folder folder;
  CHECK(Pack({folder.path}, Colour::Off).complaints().find("has no files `*.exercise`") !=
        std::string::npos);
  folder.write("bad.exercise", "exercise: bad\n");
  const Pack bad({folder.path}, Colour::Off);
  CHECK(bad.complaints().find("bad.exercise") != std::string::npos);
}

TEST_CASE("an unknown name has a hint: similar names, or how to list all") {
  Pack pack({}, Colour::Off);
  CHECK(pack.find("sb-cuont") == nullptr);
  CHECK(pack.hint_for("sb-cuont") == "did you mean `sb-count`?");
  CHECK(pack.hint_for("zzzzzz") == "`drover exercise list` lists them");
}

}  // namespace drover::pack_test
