#pragma once

// libdrover: load a program, check it under a memory model, and look at its executions.
//
//   #include <drover/drover.h>
//
//   const auto loaded = drover::api::load_file("peterson.drv");
//   if (!loaded.program) { std::cerr << loaded.messages; return 2; }
//   const auto report = drover::api::check(*loaded.program, {.model = "tso"});
//   std::cout << report.executions << " executions\n";
//
// This header needs only the standard library. Objects are values; several threads may check one
// program at the same time.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace drover::api {

// Returns "0.2.0".
[[nodiscard]] std::string_view version();

// ---- Loading

enum class Severity : std::uint8_t { Error, Warning };

// A complaint about a program or a model. Line 0: the whole file.
struct Diagnostic {
  Severity severity = Severity::Error;
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string message;
  std::string hint;  // may be empty
};

// A program that can be checked: a core program, a litmus test or a C program.
class Program {
 public:
  // Returns the file, or the given name.
  [[nodiscard]] const std::string& name() const;
  // Returns the default model: `rc11` for core programs and C, the dialect's for litmus tests.
  [[nodiscard]] const std::string& default_model() const;
  [[nodiscard]] std::vector<std::string> threads() const;

  struct Content;
  explicit Program(std::shared_ptr<const Content> content) : content_(std::move(content)) {}
  [[nodiscard]] const Content& content() const { return *content_; }

 private:
  std::shared_ptr<const Content> content_;
};

struct Loaded {
  std::optional<Program> program;  // nothing after an error
  std::vector<Diagnostic> diagnostics;
  std::string messages;  // as text, with source lines and carets
};

// Values for `const`s of a core program, as with `-D`.
using Constants = std::map<std::string, std::int64_t>;

[[nodiscard]] Loaded load_file(const std::string& path, const Constants& constants = {});
// `name` is the file name in messages.
[[nodiscard]] Loaded load_text(const std::string& name, const std::string& text,
                               const Constants& constants = {});

// ---- Executions

enum class EventKind : std::uint8_t { Read, Write, Fence, Allocate, Free, Call };

// An event of an execution: the `index`th of a thread, or the initial write of a location.
struct EventPlace {
  std::size_t thread = 0;
  std::size_t index = 0;
  bool is_initial = false;  // then `index` refers to Execution::locations

  bool operator==(const EventPlace&) const = default;
};

struct Event {
  EventKind kind = EventKind::Read;
  std::string text;        // as in reports: `W@rel x = 1`
  std::string mode;        // "na", "rlx", "acq", "rel", "acqrel", "sc"; empty: plain
  std::string location;    // name, for reads and writes
  std::int64_t value = 0;  // read or written
  bool is_update = false;  // one half of a read-modify-write
  std::uint32_t line = 0;  // in the source; 0: none
  std::optional<EventPlace> reads_from;
};

struct LocationOrder {
  std::string location;
  std::vector<EventPlace> writes;  // in coherence order, the initial write first
};

enum class ExecutionEnd : std::uint8_t {
  Complete,  // every thread finished
  Blocked,   // a thread stopped at an assume, a block or an await
  Failed,    // a thread stopped at an error
  Cut        // a thread reached the bound of a loop
};

// One execution graph. Valid during the callback; copy data to keep it.
class Execution {
 public:
  struct Content;
  explicit Execution(const Content& content) : content_(content) {}
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  [[nodiscard]] ExecutionEnd end() const;
  [[nodiscard]] std::vector<std::string> threads() const;
  // Returns the events of a thread in program order.
  [[nodiscard]] std::vector<Event> events(std::size_t thread) const;
  // Returns each accessed location, with its writes. Under models without coherence, writes have no
  // particular order.
  [[nodiscard]] std::vector<LocationOrder> locations() const;
  // Returns the output of `drover draw -f text`.
  [[nodiscard]] std::string text() const;

 private:
  const Content& content_;
};

// ---- Checking

struct Options {
  // A built-in model, or the path of a cat file; empty: the program's default model.
  std::string model = {};
  std::string algorithm = "auto";
  bool reductions = true;                    // false: explores every execution separately
  bool all_errors = false;                   // continue after the first
  std::optional<std::uint32_t> unroll = {};  // nothing: 100 for core programs, 2 for litmus tests
  std::optional<double> max_seconds = {};
  std::optional<std::uint64_t> max_executions = {};
  // Called for each explored execution; returns false to stop.
  std::function<bool(const Execution&)> on_execution = {};
  // Called if the run restarts without symmetry: earlier executions are void.
  std::function<void()> on_restart = {};
};

enum class Verdict : std::uint8_t {
  Safe,
  Vacuous,  // no error, but no execution completes, or no assertion is ever reached
  Violation,
  Incomplete,  // a limit was reached, or `on_execution` stopped the run
  Invalid      // wrong options: see `complaint`
};

struct Error {
  std::string kind;  // "assertion", "race", "memory", "deadlock", "condition", …
  std::string message;
  std::string thread;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string execution;  // the execution with the error, as text
};

struct Condition {
  std::string kind;  // "exists", "forbid", "forall"
  std::string text;
  bool holds = false;
  std::uint64_t witnesses = 0;
};

struct Outcome {
  std::vector<std::pair<std::string, std::int64_t>> state;  // variables of conditions
  std::uint64_t executions = 0;
};

struct Report {
  Verdict verdict = Verdict::Invalid;
  std::string complaint;  // if Invalid: the reason
  std::string model;
  std::string algorithm;         // the algorithm used
  std::uint64_t executions = 0;  // complete executions
  std::uint64_t blocked = 0;
  std::vector<Error> errors;
  std::vector<Condition> conditions;
  std::vector<Outcome> outcomes;
  double seconds = 0;
};

[[nodiscard]] Report check(const Program& program, const Options& options = {});

}  // namespace drover::api
