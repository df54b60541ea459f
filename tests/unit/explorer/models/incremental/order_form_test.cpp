#include "explorer/models/incremental/order_form.h"

#include <optional>
#include <string>
#include <vector>

#include "tests/unit/explorer/models/incremental/cat_text.h"

namespace drover::incremental::order_form_test {

namespace {

using cat::Base;
using Scope = CommunicationForm::Scope;

std::optional<CommunicationForm> form_of(const std::string& text) {
  const testing::Expression expression(text);
  return communication_form(*expression.code, expression.node);
}
bool is(const std::string& text, Base base, Scope scope) {
  const auto form = form_of(text);
  return form && form->base == base && form->scope == scope;
}

struct Collected {
  explicit Collected(const std::string& text) : expression(text) {
    // Good enough here: what is made of po alone, and sets.
    const auto is_kept = [&](cat::NodeIndex index) { return is_thread_local(index); };
    collect_order(*expression.code, expression.node, is_kept, form);
  }
  [[nodiscard]] bool is_thread_local(cat::NodeIndex index) const {
    const cat::Node& at = expression.code->nodes[index];
    if (at.kind == cat::ValueKind::Set) return at.operation != cat::Operation::Domain;
    switch (at.operation) {
      case cat::Operation::Base: return at.base == Base::Po || at.base == Base::Addr;
      case cat::Operation::RestrictDomain: return is_thread_local(at.b);
      case cat::Operation::RestrictRange: return is_thread_local(at.a);
      default: return false;
    }
  }
  testing::Expression expression;
  OrderForm form;
};

}  // namespace

TEST_CASE("communication: rf, co and fr between all threads, others, or within one") {
  CHECK(is("rf", Base::Rf, Scope::Any));
  CHECK(is("co", Base::Co, Scope::Any));
  CHECK(is("fr", Base::Fr, Scope::Any));
  CHECK(is("rf^-1; co", Base::Fr, Scope::Any));
  CHECK(is("rfe", Base::Rf, Scope::External));
  CHECK(is("coe", Base::Co, Scope::External));
  CHECK(is("fre", Base::Fr, Scope::External));
  CHECK(is("rfi", Base::Rf, Scope::Internal));
  CHECK(is("coi", Base::Co, Scope::Internal));
  CHECK(is("fri", Base::Fr, Scope::Internal));
  CHECK(is("int & co", Base::Co, Scope::Internal));
  CHECK(is("~int & co", Base::Co, Scope::External));
  CHECK(is("fr & ~(int | id)", Base::Fr, Scope::External));
  CHECK(is("rf \\ int", Base::Rf, Scope::External));
}

TEST_CASE("communication: a difference of two parts is the other part") {
  CHECK(is("rf \\ rfe", Base::Rf, Scope::Internal));
  CHECK(is("rf \\ rfi", Base::Rf, Scope::External));
  CHECK(is("coe \\ coi", Base::Co, Scope::External));
  CHECK(is("rfi \\ id", Base::Rf, Scope::Internal));
  CHECK_FALSE(form_of("coe \\ coe"));
  CHECK_FALSE(form_of("co \\ co"));
  CHECK_FALSE(form_of("co \\ rfe"));
  CHECK_FALSE(form_of("rfe & int"));
  CHECK_FALSE(form_of("rfi & ext"));
}

TEST_CASE("communication: sets that have all its ends do not matter, others do") {
  CHECK(is("[W]; rf; [R]", Base::Rf, Scope::Any));
  CHECK(is("[M]; co; [W]", Base::Co, Scope::Any));
  CHECK(is("[R]; fre; [M]", Base::Fr, Scope::External));
  for (const std::string text : {"[REL]; rf", "rf; [ACQ]", "[R]; rf", "[R]; co", "[W]; fr",
                                 "fr; [R]", "rf; [W]", "co & (W * SC)"}) {
    CAPTURE(text);
    CHECK_FALSE(form_of(text));
  }
}

TEST_CASE("communication: no other relation is of that form") {
  for (const std::string text : {"po", "rf; po", "rf | co", "rf+", "rf?", "sync", "rf & loc",
                                 "co^-1", "rf & ~loc", "po & int"}) {
    CAPTURE(text);
    CHECK_FALSE(form_of(text));
  }
}

TEST_CASE("order: a union by its parts") {
  const Collected all("(po | rfe | co | [R]; po; [W] | sync | fr)+");
  CHECK(all.form.kept.size() == 2);
  CHECK(all.form.has_sync);
  CHECK(all.form.others.empty());
  REQUIRE(all.form.communications.size() == 3);
  for (const OrderForm::Communication& each : all.form.communications) CHECK_FALSE(each.first);
  CHECK_FALSE(Collected("po | rf").form.has_sync);
}

TEST_CASE("order: a relation of a thread, then a communication, with sets between them") {
  const Collected plain("po; rfe");
  REQUIRE(plain.form.communications.size() == 1);
  CHECK(plain.form.communications[0].first.has_value());
  CHECK(plain.form.communications[0].form.scope == Scope::External);
  CHECK(plain.form.communications[0].from.empty());
  CHECK(plain.form.communications[0].middle.empty());

  const Collected between("[SC]; po; [REL]; fre; [W]");
  REQUIRE(between.form.communications.size() == 1);
  const OrderForm::Communication& parts = between.form.communications[0];
  CHECK(parts.form.base == Base::Fr);
  const auto is_set = [&](const std::vector<cat::NodeIndex>& sets, Base base) {
    return sets.size() == 1 && between.expression.code->nodes[sets[0]].base == base;
  };
  CHECK(is_set(parts.from, Base::Sc));
  CHECK(is_set(parts.middle, Base::Rel));
}

TEST_CASE("order: other relations are evaluated") {
  for (const std::string text : {"rf; po", "po; fre; [REL]", "po; rf; po", "rf^-1", "rf; co",
                                 "[SC]; co; [SC]", "loc", "po; [domain(rf)]; rf", "sync; po"}) {
    CAPTURE(text);
    const Collected collected(text);
    CHECK(collected.form.others.size() == 1);
    CHECK(collected.form.communications.empty());
    CHECK(collected.form.kept.empty());
    CHECK_FALSE(collected.form.has_sync);
  }
}

TEST_CASE("order: a closure inside a sequence stays one") {
  const Collected collected("(po | rf)+; co");
  CHECK(collected.form.others.size() == 1);
  CHECK(collected.form.kept.empty());
}

}  // namespace drover::incremental::order_form_test
