#include "serve/collect.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace drover::collect_test {
using namespace serve;

namespace {

namespace fs = std::filesystem;

// Keeps answers in a folder, which is removed at the end.
class Collected {
 public:
  explicit Collected(const std::string& name) : folder_(fs::temp_directory_path() / name) {
    fs::remove_all(folder_);
  }
  Collected(const Collected&) = delete;
  Collected& operator=(const Collected&) = delete;
  ~Collected() { fs::remove_all(folder_); }

  [[nodiscard]] Json keep(const std::string& student, const std::string& answer) const {
    return collect_answer(folder_.string(),
                          Json{{"student", student}, {"exercise", "sb"}, {"answer", answer}});
  }
  [[nodiscard]] std::string text_of(const Json& kept) const {
    std::ifstream file(folder_ / kept.at("file").text().value_or(""));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  [[nodiscard]] std::ptrdiff_t count() const {
    if (!fs::exists(folder_)) return 0;
    const fs::directory_iterator files(folder_);
    return std::distance(begin(files), end(files));
  }

 private:
  fs::path folder_;
};

}  // namespace

TEST_CASE("file names of collected answers have no folders, and differ if names do") {
  CHECK(file_name_of("Ada Lovelace") == "Ada_Lovelace");
  CHECK(file_name_of("../../etc") == "%2E%2E%2F%2E%2E%2Fetc");
  CHECK(file_name_of("张伟") == "张伟");
  CHECK(file_name_of("Ольга") == "Ольга");
  CHECK(file_name_of("José") != file_name_of("Josá"));
  CHECK(file_name_of("Anna B") != file_name_of("Anna-B"));
  CHECK(file_name_of("Anna_B") != file_name_of("Anna B"));
  CHECK(file_name_of(std::string(500, 'a')).size() == 100);
  CHECK(file_name_of("a" + std::string(300, '.')).size() <= 100);
}

TEST_CASE("each answer of a student is kept in a file, in the form of a submission") {
  const Collected collected("drover-collect-test");
  const Json first = collected.keep("Ada\nLovelace", "sc: allowed");
  CHECK(first.dump() ==
        R"({"student":"Ada Lovelace","exercise":"sb","answer":1,"file":"Ada_Lovelace.sb.1.txt"})");
  const Json second = collected.keep("Ada\nLovelace", "sc: forbidden\n== other\n");
  CHECK(second.at("answer").whole_number() == 2);
  CHECK(collected.text_of(first) == "student: Ada Lovelace\n== sb\nsc: allowed\n");
  CHECK(collected.text_of(second).find("\n == other\n") != std::string::npos);
  CHECK(collected.count() == 2);
}

TEST_CASE("no two students share a file, whatever their names") {
  const Collected collected("drover-students-test");
  const std::string long_name(120, 'a');
  std::ptrdiff_t count = 0;
  for (const std::string& student :
       {std::string("张伟"), std::string("Ольга"), std::string("José"), std::string("Josá"),
        std::string("Anna B"), std::string("Anna-B"), long_name + "1", long_name + "2"}) {
    CAPTURE(student);
    const Json kept = collected.keep(student, "sc: allowed");
    CHECK(kept.at("student").text() == student);
    CHECK(collected.text_of(kept).starts_with("student: " + student + "\n"));
    CHECK(collected.count() == ++count);
  }
}

TEST_CASE("an answer that is not kept says why") {
  const Collected collected("drover-not-kept-test");
  CHECK(collected.keep(" ", "sc: allowed").at("problem").text() ==
        "an answer without a name is not kept");
  CHECK(collected.keep(std::string(201, 'a'), "a").at("problem").text() == "the name is too long");
  CHECK(collected.keep("Ada", std::string(300 << 10, 'a')).at("problem").text() ==
        "the answer is too long");
  CHECK(collected.count() == 0);
}

}  // namespace drover::collect_test
