#include "explorer/algorithms/verify_sc/verify_sc.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/oracle/random.h"

namespace drover::verify_sc_test {
using oracle::Random;

namespace {

constexpr std::array<vsc::VscOptions, 8> AllOptions{
    {{},
     {.use_guide = false},
     {.closure = false},
     {.closure = false, .use_guide = false},
     {.greedy = false},
     {.greedy = false, .use_guide = false},
     {.greedy = false, .closure = false},
     {.greedy = false, .closure = false, .use_guide = false}}};

// A history of reads and writes with values; a read may read from any write of its value.
struct History {
  struct Step {
    vsc::VscOperation operation;
    int read = 0;
    int written = 0;
  };
  std::size_t threads = 0;
  std::vector<int> initial;
  std::vector<Step> steps;

  vsc::VscInstance instance() const {
    vsc::VscInstance result;
    result.reset(threads, initial.size(), steps.size());
    for (const Step& step : steps) result.add(step.operation);
    const auto first = static_cast<vsc::VscIndex>(initial.size());
    for (std::size_t r = 0; r < steps.size(); ++r) {
      if (!steps[r].operation.reads()) continue;
      const std::uint32_t variable = steps[r].operation.variable;
      const auto reader = static_cast<vsc::VscIndex>(first + r);
      if (initial[variable] == steps[r].read) {
        result.add_good_write(reader, result.initial_write(variable));
      }
      for (std::size_t w = 0; w < steps.size(); ++w) {
        if (w != r && steps[w].operation.writes() && steps[w].operation.variable == variable &&
            steps[w].written == steps[r].read) {
          result.add_good_write(reader, static_cast<vsc::VscIndex>(first + w));
        }
      }
    }
    return result;
  }
};

History read_history(std::size_t threads, std::size_t variables,
                     const std::vector<std::array<int, 4>>& lines) {
  // {thread, 'r' / 'w' / 'u', variable, value}; an update reads value - 1.
  History history{threads, std::vector<int>(variables, 0), {}};
  for (const auto& [thread, kind, variable, value] : lines) {
    const vsc::VscKind what = kind == 'r'   ? vsc::VscKind::Read
                              : kind == 'w' ? vsc::VscKind::Write
                                            : vsc::VscKind::Update;
    history.steps.push_back(
        {{static_cast<std::uint32_t>(thread), static_cast<std::uint32_t>(variable), what},
         kind == 'u' ? value - 1 : value,
         value});
  }
  return history;
}

vsc::VscAnswer answer_of(const History& history, vsc::VscOptions options = {}) {
  vsc::VscInstance instance = history.instance();
  vsc::VerifySc verify(options);
  const vsc::VscAnswer answer = verify.run(instance);
  if (answer == vsc::VscAnswer::Witness) {
    const vsc::VscInstance fresh = history.instance();
    CHECK(vsc::is_witness(fresh, verify.witness()));
  }
  return answer;
}

// ---- Random instances

struct Shape {
  std::size_t threads;
  std::size_t length;  // of each thread
};

enum class Rmws { No, Yes };

vsc::VscKind random_kind(Random& random, Rmws rmws) {
  if (rmws == Rmws::Yes && random.chance(40)) return vsc::VscKind::Update;
  return random.chance(50) ? vsc::VscKind::Read : vsc::VscKind::Write;
}

// Good writes by value, or at random. Half of the instances are made of a trace that then has
// some of its values changed.
vsc::VscInstance random_instance(Random& random, Shape shape, Rmws rmws) {
  const std::size_t variables = 1 + random.below(3);
  const int values = random.between(1, 3);
  vsc::VscInstance instance;
  const std::size_t size = shape.threads * shape.length;
  instance.reset(shape.threads, variables, size);
  std::vector<std::vector<vsc::VscIndex>> threads(shape.threads);
  std::vector<int> written(variables, 0);
  for (std::size_t t = 0; t < shape.threads; ++t) {
    for (std::size_t i = 0; i < shape.length; ++i) {
      const auto variable = static_cast<std::uint32_t>(random.below(variables));
      threads[t].push_back(
          instance.add({static_cast<std::uint32_t>(t), variable, random_kind(random, rmws)}));
      written.push_back(random.between(0, values));
    }
  }
  // Sometimes a thread waits for another before its first or last operation.
  if (random.chance(20)) instance.add_order(threads[0].front(), threads[1].back());
  std::vector<int> read(instance.size(), 0);
  std::vector<int> memory(variables, 0);
  std::vector<std::size_t> position(shape.threads, 0);
  for (std::size_t done = 0; done < size;) {
    const std::size_t t = random.below(shape.threads);
    if (position[t] == shape.length) continue;
    const vsc::VscIndex next = threads[t][position[t]++];
    const vsc::VscOperation& operation = instance.operation(next);
    read[next] = memory[operation.variable];
    if (operation.writes()) memory[operation.variable] = written[next];
    ++done;
  }
  const bool by_value = random.chance(70);
  const int noise = random.pick({0, 15, 40});
  for (const vsc::VscIndex reader : instance.readers()) {
    if (random.chance(noise)) read[reader] = random.between(0, values);
    const std::uint32_t variable = instance.operation(reader).variable;
    for_each_bit(instance.writers(variable), [&](std::size_t write) {
      const bool is_good = by_value ? written[write] == read[reader] : random.chance(35);
      if (write != reader && is_good) {
        instance.add_good_write(reader, static_cast<vsc::VscIndex>(write));
      }
    });
  }
  return instance;
}

bool runs(const vsc::VscInstance& instance, const std::vector<std::size_t>& schedule) {
  std::vector<std::size_t> position(instance.thread_count(), 0);
  std::vector<std::size_t> last(instance.variable_count());
  std::vector<bool> is_done(instance.size(), false);
  for (std::size_t x = 0; x < last.size(); ++x) {
    last[x] = x;
    is_done[x] = true;
  }
  for (const std::size_t thread : schedule) {
    const vsc::VscIndex next = instance.operations_of(thread)[position[thread]++];
    const vsc::VscOperation& operation = instance.operation(next);
    for (std::size_t other = 0; other < instance.size(); ++other) {
      if (instance.order().is_before(other, next) && !is_done[other]) return false;
    }
    if (operation.reads() && !has_bit(instance.good_writes(next), last[operation.variable])) {
      return false;
    }
    if (operation.writes()) last[operation.variable] = next;
    is_done[next] = true;
  }
  return true;
}

// Over all linearisations of the threads.
bool has_witness(const vsc::VscInstance& instance) {
  std::vector<std::size_t> schedule;
  for (std::size_t t = 0; t < instance.thread_count(); ++t) {
    schedule.insert(schedule.end(), instance.operations_of(t).size(), t);
  }
  do {
    if (runs(instance, schedule)) return true;
  } while (std::next_permutation(schedule.begin(), schedule.end()));
  return false;
}

// The operations in an order that keeps threads, as guides do.
std::vector<vsc::VscIndex> random_guide(Random& random, const vsc::VscInstance& instance) {
  std::vector<vsc::VscIndex> guide;
  std::vector<std::size_t> position(instance.thread_count(), 0);
  while (guide.size() + instance.variable_count() < instance.size()) {
    const std::size_t t = random.below(instance.thread_count());
    if (position[t] < instance.operations_of(t).size()) {
      guide.push_back(instance.operations_of(t)[position[t]++]);
    }
  }
  return guide;
}

struct Tally {
  int with = 0;
  int without = 0;
};

Tally compare_with_brute_force(std::uint64_t seed, int count, Rmws rmws) {
  Random random(seed);
  Tally tally;
  std::array<vsc::VerifySc, AllOptions.size()> verifiers;
  for (std::size_t i = 0; i < AllOptions.size(); ++i) verifiers[i] = vsc::VerifySc(AllOptions[i]);
  for (int i = 0; i < count; ++i) {
    const Shape shape = random.pick({Shape{2, 5}, Shape{3, 3}, Shape{4, 2}, Shape{2, 3}});
    const vsc::VscInstance instance = random_instance(random, shape, rmws);
    const bool expected = has_witness(instance);
    ++(expected ? tally.with : tally.without);
    for (vsc::VerifySc& verifier : verifiers) {
      vsc::VscInstance copy = instance;
      const auto guide = random_guide(random, instance);
      const vsc::VscAnswer answer =
          random.chance(50) ? verifier.run(copy, guide) : verifier.run(copy);
      CAPTURE(seed);
      CAPTURE(i);
      CAPTURE(&verifier - verifiers.data());
      REQUIRE((answer == vsc::VscAnswer::Witness) == expected);
      if (expected) {
        REQUIRE(vsc::is_witness(instance, verifier.witness()));
        REQUIRE(vsc::is_witness(copy, verifier.witness()));  // witnesses refine the closure
      }
    }
  }
  return tally;
}

}  // namespace

TEST_CASE("VerifySC agrees with brute force over all linearisations: reads and writes") {
  const Tally tally = compare_with_brute_force(1, 1500, Rmws::No);
  CHECK(tally.with > 300);
  CHECK(tally.without > 300);
}

TEST_CASE("VerifySC agrees with brute force over all linearisations: read-modify-writes") {
  const Tally tally = compare_with_brute_force(2, 1500, Rmws::Yes);
  CHECK(tally.with > 300);
  CHECK(tally.without > 300);
}

TEST_CASE("every witness refines the closure, [RVF] §4.2 (2)") {
  Random random(3);
  int conflicts = 0;
  for (int i = 0; i < 400; ++i) {
    const vsc::VscInstance instance =
        random_instance(random, {3, 3}, random.chance(50) ? Rmws::Yes : Rmws::No);
    vsc::VscInstance closed = instance;
    if (vsc::close(closed)) {
      ++conflicts;
      CHECK_FALSE(has_witness(instance));
      continue;
    }
    std::vector<std::size_t> schedule{0, 0, 0, 1, 1, 1, 2, 2, 2};
    do {
      REQUIRE(runs(instance, schedule) == runs(closed, schedule));
    } while (std::next_permutation(schedule.begin(), schedule.end()));
  }
  CHECK(conflicts > 50);
}

TEST_CASE("store buffering is refuted by the closure alone") {
  const History history =
      read_history(2, 2, {{0, 'w', 0, 1}, {0, 'r', 1, 0}, {1, 'w', 1, 1}, {1, 'r', 0, 0}});
  for (const vsc::VscOptions options : AllOptions) {
    CHECK(answer_of(history, options) == vsc::VscAnswer::NoWitness);
  }
  vsc::VscInstance instance = history.instance();
  std::vector<vsc::OrderEdge> steps;
  const auto conflict = vsc::close(instance, &steps);
  REQUIRE(conflict);
  CHECK((conflict->step || !steps.empty()));
}

TEST_CASE("two compare-and-swaps cannot both read the initial value") {
  const History history = read_history(2, 1, {{0, 'u', 0, 1}, {1, 'u', 0, 1}});
  for (const vsc::VscOptions options : AllOptions) {
    CHECK(answer_of(history, options) == vsc::VscAnswer::NoWitness);
  }
  const History chain = read_history(2, 1, {{0, 'u', 0, 1}, {1, 'u', 0, 2}});
  for (const vsc::VscOptions options : AllOptions) {
    CHECK(answer_of(chain, options) == vsc::VscAnswer::Witness);
  }
}

TEST_CASE("a lock is an update with one good write: sections are ordered as their releases say") {
  // Each acquire reads one release; two of the same release cannot be.
  for (const bool same : {false, true}) {
    vsc::VscInstance instance;
    instance.reset(2, 1, 4);
    const vsc::VscIndex acquire0 = instance.add({0, 0, vsc::VscKind::Update});
    const vsc::VscIndex release0 = instance.add({0, 0, vsc::VscKind::Write});
    const vsc::VscIndex acquire1 = instance.add({1, 0, vsc::VscKind::Update});
    instance.add({1, 0, vsc::VscKind::Write});
    instance.add_good_write(acquire0, instance.initial_write(0));
    instance.add_good_write(acquire1, same ? instance.initial_write(0) : release0);
    CHECK(vsc::close(instance).has_value() == same);
    if (!same) CHECK(instance.order().is_before(release0, acquire1));
  }
}

TEST_CASE("a read without good writes has no witness, with any parts of VerifySC") {
  for (const vsc::VscOptions options : AllOptions) {
    vsc::VscInstance instance;
    instance.reset(1, 1, 1);
    instance.add({0, 0, vsc::VscKind::Read});
    CHECK(vsc::VerifySc(options).run(instance) == vsc::VscAnswer::NoWitness);
  }
}

TEST_CASE("an empty instance has a witness, and so has one without reads") {
  vsc::VerifySc verify;
  vsc::VscInstance instance;
  instance.reset(0, 0, 0);
  CHECK(verify.run(instance) == vsc::VscAnswer::Witness);
  instance.reset(2, 1, 2);
  instance.add({0, 0, vsc::VscKind::Write});
  instance.add({1, 0, vsc::VscKind::Write});
  CHECK(verify.run(instance) == vsc::VscAnswer::Witness);
  CHECK(verify.witness().size() == 2);
  CHECK(verify.counters().instances == 2);
}

TEST_CASE("a guide that is a witness is followed without backtracking") {
  Random random(7);
  vsc::VscInstance instance;
  // Writers of one variable, and a reader that wants them in one order.
  instance.reset(9, 1, 16);
  std::vector<vsc::VscIndex> guide;
  std::vector<vsc::VscIndex> writes;
  for (std::uint32_t t = 0; t < 8; ++t) {
    writes.push_back(instance.add({t, 0, vsc::VscKind::Write}));
  }
  for (std::size_t i = 0; i < 8; ++i) {
    const vsc::VscIndex read = instance.add({8, 0, vsc::VscKind::Read});
    instance.add_good_write(read, writes[7 - i]);
    guide.push_back(writes[7 - i]);
    guide.push_back(read);
  }
  vsc::VerifySc verify({true, false, true});
  REQUIRE(verify.run(instance, guide) == vsc::VscAnswer::Witness);
  CHECK(verify.counters().states == 17);
}

TEST_CASE("VerifySC stops when it is interrupted") {
  // No closure and no greed: many states, none of them good for the last read.
  vsc::VscInstance instance;
  instance.reset(9, 8, 64);
  for (std::uint32_t t = 0; t < 8; ++t) {
    for (std::uint32_t i = 0; i < 7; ++i) instance.add({t, (t + i) % 8, vsc::VscKind::Write});
  }
  const vsc::VscIndex first = instance.add({8, 0, vsc::VscKind::Read});
  const vsc::VscIndex second = instance.add({8, 0, vsc::VscKind::Read});
  const vsc::VscIndex third = instance.add({8, 0, vsc::VscKind::Read});
  const vsc::VscIndex write = instance.operations_of(0).front();
  instance.add_good_write(first, write);
  instance.add_good_write(second, instance.initial_write(0));
  instance.add_good_write(third, write);
  vsc::VerifySc verify({false, false, false});
  int asked = 0;
  verify.set_stop([&] { return ++asked == 3; });
  CHECK(verify.run(instance) == vsc::VscAnswer::Stopped);
  CHECK(asked == 3);
}

}  // namespace drover::verify_sc_test
