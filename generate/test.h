#pragma once

// From a cycle to a litmus test.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "generate/cycle.h"

namespace drover::generate {

// How a coherence order of many writes is observed, in diy7's words.
enum class Observation : std::uint8_t { Avoid, Accept, Force, Local, Three, Four, Any };
// How the loads of an observer follow each other.
enum class Observer : std::uint8_t {
  Straight,
  Fenced,
  Loop  // each waits for another value than that before, for a number of rounds
};
enum class ConditionForm : std::uint8_t {
  Cycle,
  Observe,
  Coherent  // all outcomes that are coherent (diy7's unicond)
};
enum class Attempts : std::uint8_t { Loop, One };

struct TestOptions {
  std::string name = {};  // empty: the name of the cycle
  Locations locations = Locations::Several;
  Values values = Values::Distinct;
  Observation observation = Observation::Avoid;
  Observer observer = Observer::Straight;
  ConditionForm condition = ConditionForm::Cycle;
  Attempts attempts = Attempts::Loop;
  bool negates = false;             // ~exists
  bool has_all_reads = false;       // reads that the cycle says nothing of, too
  bool checks_reads = false;        // a thread goes on only with the values of the cycle (C)
  bool has_metadata = true;         // the lines below the name
  bool orders_are_updates = false;  // RISC-V: annotated accesses as amoor and amoswap
  std::uint32_t max_threads = 16;
};

// An access as code. A read-modify-write is two of them.
struct Access {
  Direction direction = Direction::Read;
  Annotation annotation = 0;
  std::size_t location = 0;
  std::uint64_t value = 0;                      // what a read should get
  std::uint64_t operand = 0;                    // of a write
  std::uint64_t before = 0;                     // of a write: the value that it overwrites
  std::optional<std::uint8_t> rmw = {};         // a read: the next access is its write
  std::optional<std::uint8_t> dependency = {};  // on the access before
  std::vector<std::uint8_t> fences = {};        // in front of it
  bool is_observed = false;                     // the condition has its value
  std::optional<std::uint64_t> unlike = {};     // a load that waits for another value than this
};

struct TestThread {
  std::vector<Access> accesses;
};

// A test before it is written in a language.
struct AbstractTest {
  std::string name;
  const Architecture* architecture = nullptr;
  TestOptions options;
  std::string header;  // the lines below the name
  std::vector<TestThread> threads;
  std::vector<std::pair<std::size_t, std::uint64_t>> finals;  // location, value
  std::vector<std::size_t> watched;                           // locations that `observe` lists
  std::size_t locations = 0;
  std::vector<std::size_t> open;  // locations with several orders of writes for the outcome
};

// A literal of the condition: a register of a thread, and its value.
struct RegisterAtom {
  std::string name;
  std::uint64_t value = 0;
  std::optional<std::size_t> access = {};  // of the thread; nothing: whether a store succeeded
};
// A test as text, but for its condition.
struct WrittenTest {
  std::string body;
  std::vector<std::vector<RegisterAtom>> registers;  // by thread
};

[[nodiscard]] OrError<AbstractTest> build_test(const Cycle& cycle, const TestOptions& options);

// Returns the code of a test, one column for each thread.
[[nodiscard]] std::string table(const std::vector<std::vector<std::string>>& threads);

[[nodiscard]] OrError<WrittenTest> write_assembly(const AbstractTest& test);
[[nodiscard]] OrError<WrittenTest> write_c(const AbstractTest& test);

struct GeneratedTest {
  std::string name;
  std::string text;
  bool is_open = false;  // the outcome has executions without the coherence of the cycle
};
[[nodiscard]] OrError<GeneratedTest> generate(const Cycle& cycle, const TestOptions& options);

}  // namespace drover::generate
