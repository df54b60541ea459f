#include "explorer/cat/forms.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "explorer/cat/read_model.h"

namespace drover::forms_test {

namespace {

using Texts = std::vector<std::string>;

cat::ModelReading read(const std::string& text) {
  cat::ModelReading reading = cat::read_model_text("test.cat", text);
  REQUIRE(reading.code != nullptr);
  return reading;
}

Texts texts_of(const cat::Code& code, const std::vector<cat::NodeIndex>& nodes) {
  Texts texts;
  for (const cat::NodeIndex node : nodes) texts.push_back(code.nodes[node].text);
  return texts;
}

}  // namespace

TEST_CASE("a union is split into its parts") {
  const cat::ModelReading reading = read("acyclic (po & loc) | rf | (co | fr) as test\n");
  const cat::Code& code = *reading.code;
  const std::vector<cat::NodeIndex> parts = cat::union_parts(code, code.checks.front().node);
  REQUIRE(parts.size() == 4);
  CHECK(code.nodes[parts[0]].operation == cat::Operation::Intersection);
  CHECK(cat::is_base(code, parts[1], Base::Rf));
  CHECK(cat::is_base(code, parts[2], Base::Co));
  CHECK(cat::is_base(code, parts[3], Base::Fr));
}

TEST_CASE("a sequence is split into its steps, and the sets between them") {
  const cat::ModelReading reading = read("acyclic [W]; po; [F]; po; [R] as test\n");
  const cat::Code& code = *reading.code;
  const cat::Chain chain = cat::chain_of(code, code.checks.front().node);
  CHECK(texts_of(code, chain.steps) == Texts{"po", "po"});
  REQUIRE(chain.sets.size() == 3);
  CHECK(texts_of(code, chain.sets[0]) == Texts{"W"});
  CHECK(texts_of(code, chain.sets[1]) == Texts{"F"});
  CHECK(texts_of(code, chain.sets[2]) == Texts{"R"});
}

}  // namespace drover::forms_test
