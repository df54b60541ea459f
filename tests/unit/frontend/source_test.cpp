#include "frontend/source.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "frontend/diagnostic_printer.h"
#include "frontend_testing.h"

using namespace drover;
using drover::testing::kinds_of;

namespace {

// A file that is gone when the test is over.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name, const std::string& text = "")
      : path_(std::filesystem::temp_directory_path() / name) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

using Kinds = std::vector<std::string>;

}  // namespace

TEST_CASE("lines and columns count from one, columns in characters") {
  const SourceBuffer source = SourceBuffer::from_text("a", "ab\näß→x\r\n");
  CHECK(source.range(0, 1).line == 1);
  CHECK(source.range(1, 2).column == 2);
  const std::size_t x = source.text().find('x');
  CHECK(source.range(x, x + 1).line == 2);
  CHECK(source.range(x, x + 1).column == 4);
  CHECK(source.line_text(2) == "äß→x");
  CHECK(source.line_text(3).empty());
  CHECK(source.line_text(99).empty());
  CHECK(source.text(source.range(0, 2)) == "ab");
}

TEST_CASE("columns are right beyond the first block of a long line") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "ä";
  const SourceBuffer source = SourceBuffer::from_text("a", text + "x");
  CHECK(source.range(2000, 2001).column == 1001);
  CHECK(source.range(9999, 9999).column == 1002);
}

TEST_CASE("a byte order mark is dropped") {
  CHECK(SourceBuffer::from_text("a", "\xEF\xBB\xBFx").text() == "x");
}

TEST_CASE("files that cannot be read are diagnosed") {
  DiagnosticSink sink;
  SUBCASE("no such file") {
    CHECK_FALSE(read_source("/no/such/file.drv", sink));
    CHECK(kinds_of(sink) == Kinds{"NoSuchFile"});
    CHECK(render(sink, "a.drv", nullptr) == "a.drv: error: no such file\n");
  }
  SUBCASE("no name") {
    CHECK_FALSE(read_source("", sink));
    CHECK(render(sink, "", nullptr) == "error: no such file\nhint: the name is empty\n");
  }
  SUBCASE("a directory") {
    CHECK_FALSE(read_source(std::filesystem::temp_directory_path().string(), sink));
    CHECK(kinds_of(sink) == Kinds{"IsDirectory"});
    CHECK(sink.diagnostics().front().message() == "this is a directory");
  }
  SUBCASE("too large") {
    const TemporaryFile file("drover_source_test_large.drv", std::string(MaxSourceSize + 1, ' '));
    CHECK_FALSE(read_source(file.path(), sink));
    CHECK(kinds_of(sink) == Kinds{"FileTooLarge"});
    const std::string message = sink.diagnostics().front().message();
    CHECK(message.starts_with("the file has 2097153 bytes, and the limit is 2097152: "));
  }
  SUBCASE("too large, without a size") {
    report_too_large(std::nullopt, sink);
    const std::string message = sink.diagnostics().front().message();
    CHECK(message.starts_with("the file has more than 2097152 bytes, which is the limit: "));
  }
  SUBCASE("not text") {
    const TemporaryFile file("drover_source_test_junk.drv", "thread t {\n  \xff }");
    CHECK_FALSE(read_source(file.path(), sink));
    CHECK(kinds_of(sink) == Kinds{"NotText"});
    CHECK(sink.diagnostics().front().range.line == 2);
    CHECK(sink.diagnostics().front().range.column == 3);
    CHECK(sink.diagnostics().front().hint.starts_with("is this a text file?"));
  }
}

TEST_CASE("a file without permission is UnreadableFile") {
  const TemporaryFile file("drover_source_test_secret.drv", "thread t { }");
  std::filesystem::permissions(file.path(), std::filesystem::perms::none);
  DiagnosticSink sink;
  const bool is_read = read_source(file.path(), sink).has_value();
  // Permissions do not stop the superuser.
  CHECK((is_read || kinds_of(sink) == Kinds{"UnreadableFile"}));
}

TEST_CASE("a file that can be read is read") {
  const TemporaryFile file("drover_source_test_good.drv", "thread t { }\n");
  DiagnosticSink sink;
  const auto source = read_source(file.path(), sink);
  REQUIRE(source);
  CHECK(source->text() == "thread t { }\n");
  CHECK(source->name() == file.path());
}

TEST_CASE("overlong, surrogate and truncated sequences are not characters") {
  CHECK(character_length("\xC0\x80", 0) == 0);
  CHECK(character_length("\xE0\x80\x80", 0) == 0);
  CHECK(character_length("\xED\xA0\x80", 0) == 0);
  CHECK(character_length("\xF5\x80\x80\x80", 0) == 0);
  CHECK(character_length("\xE2\x86", 0) == 0);
  CHECK(character_length("→", 0) == 3);
  CHECK(character_length("x", 0) == 1);
}
