#include "editing/analysis.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace drover::analysis_test {
namespace fs = std::filesystem;

namespace {

// A folder that lasts as long as the object.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(fs::temp_directory_path() / "drover_analysis_test") {
    fs::create_directories(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { fs::remove_all(path_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("errors of an included file are reported at its `include`: IncludedFile") {
  const TemporaryFolder folder;
  folder.write("broken.cat", "\"broken\"\nacyclic po | | rf\n");
  const std::string text = "\"mine\"\ninclude \"broken.cat\"\nacyclic po | rf\n";
  const editing::Analysis analysis =
      editing::analyse(folder.path("mine.cat"), text, editing::FileKind::Cat);
  REQUIRE(!analysis.diagnostics.empty());
  const Diagnostic& told = analysis.diagnostics.back();
  CHECK(told.kind == DiagnosticKind::IncludedFile);
  CHECK(told.range.line == 2);
  CHECK(told.message().starts_with("`broken.cat` cannot be used: line 2: "));
}

TEST_CASE("the search for orders supports models in which stronger modes allow less") {
  CHECK(editing::has_orders("tso"));
  CHECK(editing::has_orders("rc11"));
  CHECK(editing::has_orders("aarch64"));
  CHECK_FALSE(editing::has_orders("sc"));
  CHECK_FALSE(editing::has_orders("imm"));
  CHECK_FALSE(editing::has_orders("lkmm"));
  CHECK_FALSE(editing::has_orders("mine.cat"));
  CHECK_FALSE(editing::has_orders(""));
}

}  // namespace drover::analysis_test
