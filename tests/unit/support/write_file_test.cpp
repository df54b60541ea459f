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

TEST_CASE("files are written as a whole, or it is said why not") {
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
  std::filesystem::remove_all(folder);
}
