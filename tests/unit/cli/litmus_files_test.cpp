#include "cli/litmus_files.h"

#include <doctest/doctest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace drover::litmus_files_test {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// A folder with lists, as herd's are: `@all` lists files and the lists of folders.
class Lists {
 public:
  Lists()
      : folder_(fs::temp_directory_path() /
                ("drover_litmus_files_test-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    write("a.litmus", "C a");
    write("sub/b.litmus", "C b");
    write("sub/@all", "# a comment\n\nb.litmus\nSB\n");
    write("@all", "a.litmus\nsub/@all\n");
    write("names", "a.litmus\r\n");
    write("sub/@round", "b.litmus\n@round\n");
  }
  Lists(const Lists&) = delete;
  Lists& operator=(const Lists&) = delete;
  ~Lists() { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const {
    return (folder_ / name).string();
  }

 private:
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  fs::path folder_;
};

cli::LitmusFiles files(const Words& arguments, std::optional<std::string> input = {}) {
  cli::LitmusCommand command;
  command.input.files = arguments;
  command.input.standard_input = std::move(input);
  return cli::files_of(command);
}

}  // namespace

TEST_CASE("a list may be named @all, in any folder, and lists may be in lists") {
  const Lists lists;
  const Words all{lists.path("a.litmus"), lists.path("sub/b.litmus"), "SB"};
  CHECK(files({lists.path("@all")}).files == all);
  CHECK(files({lists.path("sub/@all")}).files == Words{lists.path("sub/b.litmus"), "SB"});
  CHECK(files({lists.path("@all")}).complaints.empty());
}

TEST_CASE("@LIST also stands for the file LIST") {
  const Lists lists;
  CHECK(files({"@" + lists.path("names")}).files == Words{lists.path("a.litmus")});
  CHECK(files({lists.path("@names")}).files == Words{lists.path("a.litmus")});
  CHECK(files({"@" + lists.path("sub/@all")}).files.size() == 2);
}

TEST_CASE("missing lists, and lists that contain themselves, are errors") {
  const Lists lists;
  CHECK(files({"@" + lists.path("nothing")}).complaints ==
        "drover: cannot read the list `@" + lists.path("nothing") + "`: no such file\n");
  const cli::LitmusFiles round = files({lists.path("sub/@round")});
  CHECK(round.files == Words{lists.path("sub/b.litmus")});
  CHECK(round.complaints.find("contains itself") != std::string::npos);
}

TEST_CASE("standard input is read as a test or as a list") {
  const cli::LitmusFiles test = files({"-"}, "C t\n{}\nP0 () { }\n");
  CHECK(test.files == Words{"-"});
  CHECK(test.standard_input.has_value());
  CHECK(files({"-"}, "SB\nMP\n").files == Words{"SB", "MP"});
  CHECK(files({"@-"}, "SB\n").files == Words{"SB"});
  // Not a list: it is said that this is not a litmus test.
  CHECK(files({"-"}, "shared x;\nthread t { }\n").files == Words{"-"});
}

}  // namespace drover::litmus_files_test
