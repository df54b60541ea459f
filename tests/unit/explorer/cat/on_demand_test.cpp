#include "explorer/cat/on_demand.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/explorer/models/incremental/cat_text.h"

namespace drover::cat::on_demand_test {

namespace {

// Values are numbers: a `let rec` counts to four. Counts the evaluations of each node.
class Numbers : public OnDemand<Numbers> {
 public:
  explicit Numbers(const Code& code) : OnDemand(code), values_(code.nodes.size(), 0) {}

  using OnDemand::forget_edges;
  using OnDemand::forget_events;
  std::size_t ask(NodeIndex index) { return values_[evaluated(index)]; }

  std::map<NodeIndex, std::size_t> evaluations;

 private:
  friend OnDemand<Numbers>;
  void evaluate(NodeIndex index) {
    ++evaluations[index];
    values_[index] = 1;
    for (const NodeIndex each : operands_of(code_, code_.nodes[index])) {
      values_[index] = std::min<std::size_t>(4, values_[index] + ask(each));
    }
  }
  void clear(NodeIndex variable) { values_[variable] = 0; }
  bool update(NodeIndex variable, NodeIndex body) {
    const std::size_t next = ask(body);
    return std::exchange(values_[variable], next) != next;
  }

  std::vector<std::size_t> values_;
};

std::shared_ptr<const Code> code_of(const std::string& definitions) {
  return testing::code_from("include \"cos.cat\"\n" + definitions + "empty 0\n");
}

}  // namespace

TEST_CASE("on demand: a node is evaluated once per graph, a static one once per set of events") {
  const auto code = code_of("let fixed = po; loc\nlet moving = fixed; rf\nlet other = po; po\n");
  const NodeIndex fixed = code->names.at("fixed");
  const NodeIndex moving = code->names.at("moving");
  Numbers numbers(*code);
  numbers.forget_events();
  for (int graph = 0; graph < 3; ++graph) {
    numbers.ask(moving);
    numbers.ask(moving);
    numbers.ask(fixed);
    numbers.forget_edges();
  }
  CHECK(numbers.evaluations[moving] == 3);
  CHECK(numbers.evaluations[fixed] == 1);
  CHECK(numbers.evaluations.count(code->names.at("other")) == 0);
  numbers.forget_events();
  numbers.ask(moving);
  CHECK(numbers.evaluations[fixed] == 2);
}

TEST_CASE("on demand: `let rec` is iterated until nothing changes, also inside another") {
  const auto code = code_of(
      "let rec a = po | b and b = a; rf\n"
      "let rec outer = rf | (let rec inner = outer | (inner; rf) in inner)\n");
  Numbers numbers(*code);
  numbers.forget_events();
  for (const std::string name : {"a", "b", "outer"}) {
    CAPTURE(name);
    CHECK(numbers.ask(code->names.at(name)) == 4);
  }
  const auto before = numbers.evaluations;
  numbers.ask(code->names.at("b"));
  CHECK(numbers.evaluations == before);
}

}  // namespace drover::cat::on_demand_test
