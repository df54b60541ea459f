#include "explorer/cat/pair_values.h"

#include <doctest/doctest.h>

#include <string>

#include "explorer/cat/read_model.h"

namespace drover::pair_values_test {

using namespace cat;

namespace {

// The relation `r` of a model.
struct Relation {
  explicit Relation(const std::string& text)
      : code(read_model_text("test.cat", "let r = " + text + "\nacyclic r\n").code) {
    REQUIRE(code != nullptr);
  }
  [[nodiscard]] NodeIndex node() const { return code->names.find("r")->second; }
  [[nodiscard]] bool contains(const PairEdge& edge) const {
    return PairValues(*code).contains(node(), edge);
  }
  [[nodiscard]] bool contains_path(std::initializer_list<PairEdge> path,
                                   std::initializer_list<PairEdge> repeated = {}) const {
    return PairValues(*code).contains_path(node(), path, repeated);
  }

  std::shared_ptr<const Code> code;
};

const PairEdge Data = edges::Data.between(End::Read, End::Write);

}  // namespace

TEST_CASE("a relation contains an edge if it does for all kinds of events") {
  CHECK(Relation("[W]; po; [W]").contains(edges::Po.between(End::Write, End::Write)));
  CHECK_FALSE(Relation("[W & REL]; po").contains(edges::Po.between(End::Write, End::Write)));
  CHECK(Relation("po \\ loc | po-loc").contains(edges::Po.between(End::Access, End::Access)));
  CHECK(Relation("(rf & int) | rfe").contains(edges::Rf));
  CHECK_FALSE(Relation("rfe").contains(edges::Rf));
  CHECK(Relation("let s = [R & (RMW | FAILED)]; po in s")
            .contains(edges::Po.between(End::ExclusiveRead, End::Any)));
}

TEST_CASE("dependencies of an instruction on its own read may be left out") {
  PairEdge apart = Data;
  apart.is_apart = true;
  CHECK(Relation("data").contains(Data));
  CHECK_FALSE(Relation("data \\ amo").contains(Data));
  CHECK(Relation("data \\ amo").contains(apart));
  CHECK(Relation("po; [W]").contains(Data));
  CHECK_FALSE(Relation("addr").contains(Data));
}

TEST_CASE("paths are found through sequences, closures and restrictions") {
  CHECK(Relation("[R]; data; [W]; rfi").contains_path({Data, edges::Rfi}));
  CHECK(Relation("(data | rfi)+").contains_path({Data, edges::Rfi}));
  CHECK(Relation("(data; rfi) & (R * R)").contains_path({Data, edges::Rfi}));
  CHECK_FALSE(Relation("data; [W & REL]; rfi").contains_path({Data, edges::Rfi}));
  CHECK_FALSE(Relation("data | rfi").contains_path({Data, edges::Rfi}));
}

TEST_CASE("paths with repeated edges need a closure, or a `let rec` that goes on with itself") {
  const PairEdge ctrl = edges::Ctrl.between(End::Read, End::Write);
  CHECK(Relation("(data; rfi)*; ctrl").contains_path({ctrl}, {Data, edges::Rfi}));
  CHECK(Relation("((data; rfi) | ctrl)+").contains_path({ctrl}, {Data, edges::Rfi}));
  CHECK_FALSE(Relation("(data; rfi)?; ctrl").contains_path({ctrl}, {Data, edges::Rfi}));
  CHECK_FALSE(Relation("(data; rfi)+; ctrl").contains_path({ctrl}, {Data, edges::Rfi}));
  CHECK(
      Relation("let rec v = ctrl | (data; rfi); v in v").contains_path({ctrl}, {Data, edges::Rfi}));
  CHECK_FALSE(
      Relation("let rec v = ctrl | data; v in v").contains_path({ctrl}, {Data, edges::Rfi}));
}

}  // namespace drover::pair_values_test
