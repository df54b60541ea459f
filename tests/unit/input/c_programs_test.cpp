#include "input/c_programs.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace drover::input::c_programs_test {

namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "drover-programs-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    const fs::path path = path_ / name;
    std::ofstream(path) << text;
    return path.string();
  }
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

Names parts_of(const CPrograms& programs, const std::string& main) {
  Names parts;
  for (const ConstantOverride& each : programs.constants) {
    if (each.file != main || !each.compiler_argument.starts_with("--with=")) continue;
    parts.push_back(fs::path(each.compiler_argument.substr(7)).filename().string());
  }
  return parts;
}

constexpr const char* Main = "int f(void); int main(void) { return f(); }";

}  // namespace

TEST_CASE("C programs: files without main belong to each program") {
  const Folder folder;
  const std::string one = folder.write("one.c", Main);
  const std::string two = folder.write("two.c", Main);
  const std::string part = folder.write("part.c", "int f(void) { return 1; }");
  const CPrograms programs = gather_c_programs({.files = {part, one, "other.drv", two}});
  CHECK(programs.files == Names{one, "other.drv", two});
  CHECK(parts_of(programs, one) == Names{"part.c"});
  CHECK(parts_of(programs, two) == Names{"part.c"});
}

TEST_CASE("C programs: files with a main each stay apart, and one file stays as it is") {
  const Folder folder;
  const std::string one = folder.write("one.c", Main);
  const std::string two =
      folder.write("two.c", "#ifdef TEST\nint main(void) { return 0; }\n#endif\n");
  CHECK(gather_c_programs({.files = {one}}).constants.empty());
  CHECK(parts_of(gather_c_programs({.files = {one, two}}), one) == Names{"two.c"});
  const ConstantOverride test{.name = "", .compiler_argument = "-DTEST"};
  const CPrograms apart = gather_c_programs({.files = {one, two}, .constants = {test}});
  CHECK(apart.files == Names{one, two});
  CHECK(parts_of(apart, one) == Names{});
}

TEST_CASE("C programs: compile commands add the flags and the files that define what is missing") {
  const Folder folder;
  const std::string main = folder.write("main.c", Main);
  folder.write("f.c", "int g(void);\n#ifdef HAS_F\nint f(void) { return g(); }\n#endif\n");
  folder.write("g.c", "int g(void) { return 1; }");
  folder.write("unused.c", "int h(void) { return 1; }");
  folder.write("other.c", "int g(void) { return 2; } int main(void) { return g(); }");
  const std::string entry = R"({"directory": ")" + folder.path() + R"(", "command": "cc )";
  std::string json = "[";
  for (const char* name : {"main", "f", "g", "unused", "other"}) {
    json += std::string(json == "[" ? "" : ",") + entry + "-DHAS_F -c " + name +
            R"(.c", "file": ")" + name + R"(.c"})";
  }
  folder.write("compile_commands.json", json + "]");
  const CPrograms programs = gather_c_programs({.files = {main}, .commands = folder.path()});
  CHECK(programs.complaint == "");
  CHECK(parts_of(programs, main) == Names{"f.c", "g.c"});
  CHECK(gather_c_programs({.commands = folder.path()}).files.size() == 2);
  CHECK(words_for_c_file(main) == Names{"-DHAS_F", folder.path() + "/f.c", folder.path() + "/g.c"});
  folder.write("unused.c", "int g(void) { return 1; }");
  CHECK(gather_c_programs({.files = {main}, .commands = folder.path()})
            .complaint.starts_with("`g` is defined in "));
}

}  // namespace drover::input::c_programs_test
