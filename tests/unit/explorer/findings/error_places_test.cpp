#include "explorer/findings/error_places.h"

#include <doctest/doctest.h>

#include "explorer/plan/error_kinds.h"

namespace drover::error_places_test {

namespace {

// `file`: the offset of the file in the text of all files.
ReportedError error_at(ErrorKind kind, std::uint32_t line, std::uint32_t column,
                       std::uint32_t file = 0) {
  const std::uint32_t begin = file + 100 * line + column - 1;
  return {.kind = kind,
          .place = {.source = {.begin = begin, .line = line, .column = column}, .thread = ""},
          .graph = ExecutionGraph({})};
}

}  // namespace

TEST_CASE("the first error of a kind on a line stands for the others") {
  const std::vector<ReportedError> errors{
      error_at(ErrorKind::Race, 3, 5), error_at(ErrorKind::Assertion, 3, 5),
      error_at(ErrorKind::Race, 4, 1), error_at(ErrorKind::Race, 3, 9),
      error_at(ErrorKind::Race, 3, 1)};
  const std::vector<ErrorsOfPlace> places = errors_by_place(errors);
  REQUIRE(places.size() == 3);
  CHECK(places[0].first == 0);
  CHECK(places[0].others == std::vector<std::size_t>{3, 4});
  CHECK(places[1].first == 1);
  CHECK(places[1].others.empty());
  CHECK(places[2].first == 2);
}

TEST_CASE("errors on lines of two files are apart") {
  const std::vector<ReportedError> errors{error_at(ErrorKind::Race, 3, 5),
                                          error_at(ErrorKind::Race, 3, 5, 5000)};
  CHECK(errors_by_place(errors).size() == 2);
}

TEST_CASE("kinds of errors are found by their names") {
  for (const ErrorKind kind : AllErrorKinds) {
    CHECK(find_error_kind(error_kind_name(kind)) == kind);
    CHECK(ErrorKindSet::all().contains(kind));
    CHECK_FALSE(ErrorKindSet::none().contains(kind));
  }
  CHECK_FALSE(find_error_kind("rac"));
}

}  // namespace drover::error_places_test
