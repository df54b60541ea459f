#include "support/write_file.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "support/format.h"

using namespace drover;

namespace {

std::string contents_of(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("a file is written completely, or the reason is returned") {
  std::string name = (std::filesystem::temp_directory_path() / "drover-test-XXXXXX").string();
  REQUIRE(mkdtemp(name.data()) != nullptr);
  const std::filesystem::path folder(name);
  const std::filesystem::path file = folder / "a.svg";
  CHECK(write_whole_file(file, "one").empty());
  CHECK(write_whole_file(file, "two").empty());
  CHECK(contents_of(file) == "two");
  CHECK(write_whole_file(folder, "x") == format("cannot write `{}`: it is a folder", name));
  CHECK_FALSE(write_whole_file(folder / "missing" / "a.svg", "x").empty());
  // Nothing else is left behind.
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
  // Links and permissions stay.
  using std::filesystem::perms;
  const perms own = perms::owner_read | perms::owner_write | perms::group_read;
  std::filesystem::permissions(file, own);
  std::filesystem::create_symlink("a.svg", folder / "link.svg");
  CHECK(write_whole_file(folder / "link.svg", "three").empty());
  CHECK(std::filesystem::is_symlink(folder / "link.svg"));
  CHECK(contents_of(file) == "three");
  CHECK(std::filesystem::status(file).permissions() == own);
  std::filesystem::create_symlink("new.svg", folder / "dangling.svg");
  CHECK(write_whole_file(folder / "dangling.svg", "four").empty());
  CHECK(contents_of(folder / "new.svg") == "four");
  std::filesystem::remove_all(folder);
}
