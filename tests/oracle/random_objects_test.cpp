// Random objects with faults, and random clients: what an exploration says of their calls against
// all permutations of the calls of each execution.

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "explorer/explore.h"
#include "explorer/histories/history.h"
#include "explorer/histories/sequential_object.h"
#include "explorer/models/model_registry.h"
#include "semantics/passes/stand_ins.h"
#include "support/format.h"
#include "tests/support/program_text.h"

namespace drover::random_objects_test {

namespace {

using namespace histories;

struct Shape {
  std::string kind;
  std::string shared;
  // Each line is one of several: the first is right, the others may be wrong. @R, @W and @U stand
  // for modes of reads, writes and updates.
  std::vector<std::vector<std::string>> first;
  std::vector<std::vector<std::string>> second;
  std::string parameter;  // of the second operation
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{
      {.kind = "register",
       .shared = "x, y",
       .first = {{"x@W := v;"}, {"", "y@W := v;"}},
       .second = {{"return x@R;", "return y@R;"}},
       .parameter = ""},
      {.kind = "counter",
       .shared = "x",
       .first = {{"faa@U(x, 1);", "i := x@R; x@W := i + 1;"}},
       .second = {{"return x@R;"}},
       .parameter = ""},
      {.kind = "queue",
       .shared = "front, back, slot[6]",
       .first = {{"i := faa@U(back, 1);", "i := back@R; back@W := i + 1;"}, {"slot[i]@W := v;"}},
       .second = {{"f := front@R; w := slot[f]@R; if (w == 0) { return 0; }",
                   "f := front@R; w := slot[f]@R; assume(w != 0);"},
                  {"assume(cas@U(front, f, f + 1));", "front@W := f + 1;"},
                  {"return w;"}},
       .parameter = ""},
      {.kind = "stack",
       .shared = "top, slot[6]",
       .first = {{"i := top@R; slot[i]@W := v; assume(cas@U(top, i, i + 1));",
                  "i := faa@U(top, 1); slot[i]@W := v;"}},
       .second = {{"t := top@R; if (t == 0) { return 0; }"},
                  {"w := slot[t - 1]@R;"},
                  {"assume(cas@U(top, t, t - 1));", "top@W := t - 1;"},
                  {"return w;"}},
       .parameter = ""},
      {.kind = "set",
       .shared = "cell[4]",
       .first = {{"return cas@U(cell[v], 0, 1);",
                  "i := cell[v]@R; cell[v]@W := 1; return i == 0;"}},
       .second = {{"return cell[v]@R;"}},
       .parameter = "v"},
  };
  return all;
}

std::size_t pick(std::mt19937_64& random, std::size_t count) {
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

std::string with_modes(std::mt19937_64& random, std::string text) {
  const std::vector<std::string> reads{"rlx", "acq", "sc"};
  const std::vector<std::string> writes{"rlx", "rel", "sc"};
  const std::vector<std::string> updates{"rlx", "acqrel", "rel", "sc"};
  for (const auto& [letter, modes] : {std::pair{'R', reads}, {'W', writes}, {'U', updates}}) {
    const std::string wanted = std::string("@") + letter;
    for (std::size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at)) {
      text.replace(at, wanted.size(), "@" + modes[pick(random, modes.size())]);
    }
  }
  return text;
}

std::string body(std::mt19937_64& random, const std::vector<std::vector<std::string>>& lines) {
  std::string out;
  for (const std::vector<std::string>& line : lines) {
    // Mostly right: several faults at once hide each other.
    out += " " + (pick(random, 3) > 0 ? line.front() : line[pick(random, line.size())]);
  }
  return with_modes(random, out);
}

std::string random_program(std::mt19937_64& random) {
  const Shape& shape = shapes()[pick(random, shapes().size())];
  const std::vector<std::string> promises{"none", "v", "vi", "vr", "vir", "all"};
  const std::map<std::string, std::string> methods{{"register", "write = change, read = look"},
                                                   {"counter", "increment = change, read = look"},
                                                   {"queue", "enqueue = change, dequeue = look"},
                                                   {"stack", "push = change, pop = look"},
                                                   {"set", "add = change, contains = look"}};
  const bool is_counter = shape.kind == "counter";
  std::string out = format("shared {};\nfn change({}) {{{} }}\nfn look({}) {{{} }}\n", shape.shared,
                           is_counter ? "" : "v", body(random, shape.first), shape.parameter,
                           body(random, shape.second));
  out += format("object x_ promises {} : {}({});\n", promises[pick(random, promises.size())],
                shape.kind, methods.at(shape.kind));
  const std::size_t threads = 2 + pick(random, 2);
  std::size_t calls = 3 + pick(random, 2);
  std::size_t value = 0;
  for (std::size_t t = 0; t < threads; ++t) {
    const std::size_t here = t + 1 == threads ? calls : std::min(calls, pick(random, 3));
    calls -= here;
    out += format("thread t{} {{", t);
    for (std::size_t i = 0; i < here; ++i) {
      const std::size_t key = 1 + pick(random, 2);
      const bool has_key = shape.kind == "set";
      const std::size_t argument = has_key ? key : ++value;
      if (pick(random, 2) == 0) {
        out += is_counter ? " change();" : format(" change({});", argument);
      } else {
        out += format(" r{} := look({});", i, has_key ? std::to_string(key) : "");
      }
    }
    out += " }\n";
  }
  return out;
}

// True if some order of all finished calls, and of any of the pending ones, agrees with program
// order, gives the results, and keeps the promises.
bool is_right(const History& history, SequentialObject& object) {
  const std::size_t count = history.calls.size();
  for (Calls chosen = 0; chosen < just(count); ++chosen) {
    std::vector<std::size_t> order;
    bool is_whole = true;
    for (std::size_t i = 0; i < count; ++i) {
      if (has(chosen, i)) order.push_back(i);
      is_whole &= has(chosen, i) || history.calls[i].is_pending;
    }
    if (!is_whole) continue;
    do {
      std::vector<ObjectState> states{object.initial()};
      Calls placed = 0;
      for (const std::size_t i : order) {
        const Call& call = history.calls[i];
        std::vector<ObjectState> next;
        if ((history.before[i] & chosen & ~placed) != 0) states.clear();
        for (const ObjectState& state : states) {
          std::vector<StepTaken> steps;
          object.step(state, call, i, steps);
          for (StepTaken& step : steps) {
            const bool gives = !call.result || !step.result || call.result == step.result;
            if (gives && (step.knows & ~history.knows[i]) == 0) {
              next.push_back(std::move(step.state));
            }
          }
        }
        states = std::move(next);
        placed |= just(i);
      }
      if (!states.empty()) return true;
    } while (std::ranges::next_permutation(order).found);
  }
  return false;
}

ExplorerOptions options_for(const MemoryModel& model, AlgorithmKind algorithm) {
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = algorithm;
  options.client_orders = ClientOrders::AsWritten;
  options.stops_at.erase(ErrorKind::Deadlock);
  return options;
}

bool is_wrong_by_permutations(const Program& program, const MemoryModel& model) {
  ExplorerOptions options = options_for(model, AlgorithmKind::Enumerate);
  options.reductions = ReductionSet();
  Program without = program;  // its calls are marked, and not checked
  const std::vector<SpecifiedObject> objects = without.specified;
  without.specified.clear();
  std::vector<ExecutionGraph> graphs;
  options.on_execution = [&](const Execution& execution) { graphs.push_back(execution.graph()); };
  options.after_error = AfterError::GoOn;
  (void)explore(without, options);
  ProgramAutomata automata(program, options.unfold);  // the same code, with the object
  const std::unique_ptr<SequentialObject> object = make_sequential(program, 0);
  return std::ranges::any_of(graphs, [&](const ExecutionGraph& given) {
    const std::optional<ExecutionGraph> graph = replay(record_of(given), automata);
    REQUIRE(graph);
    History history;
    history.calls = *calls_of(*graph, automata, 0);
    const Relation knowledge = knowledge_order(*graph, model);
    for (std::size_t p = 0; p < history.calls.size(); ++p) {
      const Call& call = history.calls[p];
      history.before.push_back(0);
      history.knows.push_back(call.is_pending ? ~Calls{0} : just(p));
      for (std::size_t o = 0; o < history.calls.size(); ++o) {
        const Call& other = history.calls[o];
        if (o < p && other.thread == call.thread) history.before[p] |= just(o);
        if (!call.is_pending && knowledge.contains(other.begin, call.end)) {
          history.knows[p] |= just(o);
        }
      }
    }
    return !is_right(history, *object);
  });
}

bool is_wrong(const Program& program, const MemoryModel& model, AlgorithmKind algorithm,
              ClientOrders clients) {
  ExplorerOptions options = options_for(model, algorithm);
  options.client_orders = clients;
  const ExplorationResult result = explore(program, options);
  return std::ranges::any_of(result.errors, [](const ReportedError& error) {
    return error.kind == ErrorKind::Linearizability;
  });
}

// A random object whose calls are all in threads of their own. Some objects look at the values.
std::string random_parallel_program(std::mt19937_64& random) {
  const Shape& shape = shapes()[pick(random, shapes().size())];
  const std::map<std::string, std::string> methods{{"register", "write = change, read = look"},
                                                   {"queue", "enqueue = change, dequeue = look"},
                                                   {"stack", "push = change, pop = look"}};
  const auto method = methods.find(shape.kind);
  if (method == methods.end()) return random_parallel_program(random);
  const std::string look_at = pick(random, 5) == 0 ? " if (v == 2) { v := 1; }" : "";
  std::string out = format(
      "shared {};\nfn change(v) {{{}{} }}\nfn look() {{{} }}\n"
      "object x_ promises {} : {}({});\n",
      shape.shared, look_at, body(random, shape.first), body(random, shape.second),
      pick(random, 2) == 0 ? "none" : "v", shape.kind, method->second);
  const std::size_t changes = 2 + pick(random, 2);
  for (std::size_t i = 1; i <= changes; ++i) out += format("thread c{} {{ change({}); }}\n", i, i);
  for (std::size_t i = 0; i + changes < 4; ++i) out += format("thread l{} {{ r := look(); }}\n", i);
  return out;
}

// For campaigns: the seed and the number of objects.
std::uint64_t number_from(const char* variable, std::uint64_t usual) {
  const char* text = std::getenv(variable);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

}  // namespace

TEST_CASE("random objects are wrong if some execution has no legal permutation of its calls" *
          doctest::test_suite("oracle")) {
  std::mt19937_64 random(number_from("DROVER_OBJECTS_SEED", 1));
  const std::uint64_t count = number_from("DROVER_OBJECTS", 300);
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string text = random_program(random);
    CAPTURE(text);
    const Program program = testing::program_from(text);
    for (const std::string name : {"sc", "ra", "rc11"}) {
      CAPTURE(name);
      const std::shared_ptr<const MemoryModel> model = builtin_model(name);
      const bool expected = is_wrong_by_permutations(program, *model);
      const auto by = [&](AlgorithmKind algorithm, ClientOrders clients) {
        return is_wrong(program, *model, algorithm, clients);
      };
      CHECK(by(AlgorithmKind::Spore, ClientOrders::AsWritten) == expected);
      const bool in_any_client = by(AlgorithmKind::Enumerate, ClientOrders::All);
      CHECK(by(AlgorithmKind::Spore, ClientOrders::All) == in_any_client);
      CHECK((in_any_client || !expected));
      wrong += expected ? 1 : 0;
    }
  }
  // Both answers occur often enough to tell.
  CHECK(wrong > count / 5);
  CHECK(wrong < 3 * count - count / 5);
}

// Lemma 83.
TEST_CASE("random objects are as wrong with stand-ins as with numbers" *
          doctest::test_suite("oracle")) {
  std::mt19937_64 random(number_from("DROVER_OBJECTS_SEED", 1));
  const std::uint64_t count = number_from("DROVER_OBJECTS", 300);
  std::uint64_t wrong = 0;
  std::uint64_t right = 0;
  std::uint64_t unfit = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::string text = random_parallel_program(random);
    CAPTURE(text);
    const Program program = testing::program_from(text);
    const auto with = passes::with_stand_ins(program);
    REQUIRE(with);
    REQUIRE(passes::has_only_stand_ins(*with, program.specified.front()));
    for (const std::string name : {"sc", "ra", "rc11"}) {
      CAPTURE(name);
      const std::shared_ptr<const MemoryModel> model = builtin_model(name);
      ExplorerOptions options = options_for(*model, AlgorithmKind::Spore);
      options.client_orders = ClientOrders::All;
      const ExplorationResult result = explore(*with, options);
      if (std::ranges::count(result.remarks, ReductionObstacle::PlacementMatters,
                             &PlanRemark::obstacle) > 0) {
        ++unfit;
        continue;
      }
      const bool is_found = std::ranges::any_of(result.errors, [](const ReportedError& error) {
        return error.kind == ErrorKind::Linearizability;
      });
      CHECK(is_wrong(program, *model, AlgorithmKind::Enumerate, ClientOrders::All) == is_found);
      ++(is_found ? wrong : right);
    }
  }
  CHECK(wrong > count / 5);
  CHECK(right > count / 5);
  CHECK(unfit > count / 20);
}

}  // namespace drover::random_objects_test
