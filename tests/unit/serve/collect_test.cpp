#include "serve/collect.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace drover::collect_test {
using namespace serve;

TEST_CASE("file names of collected answers have no folders") {
  CHECK(file_name_of("Ada Lovelace") == "Ada-Lovelace");
  CHECK(file_name_of("../../etc/passwd") == "etc-passwd");
  CHECK(file_name_of("....") == "");
  CHECK(file_name_of(std::string(500, 'a')).size() == 60);
}

TEST_CASE("the latest answer of a student to an exercise is kept, in the form of a submission") {
  const auto folder = std::filesystem::temp_directory_path() / "drover-collect-test";
  std::filesystem::create_directories(folder);
  const auto keep = [&](const std::string& student, const std::string& answer) {
    collect_answer(folder.string(),
                   Json{{"student", student}, {"exercise", "sb"}, {"answer", answer}});
  };
  keep("Ada\nLovelace", "sc: allowed");
  keep("Ada\nLovelace", "sc: forbidden");
  keep("", "sc: forbidden");
  std::ifstream file(folder / "Ada-Lovelace.sb.txt");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CHECK(text == "student: Ada Lovelace\n== sb\nsc: forbidden\n");
  const std::filesystem::directory_iterator files(folder);
  CHECK(std::distance(begin(files), end(files)) == 1);
  std::filesystem::remove_all(folder);
}

}  // namespace drover::collect_test
