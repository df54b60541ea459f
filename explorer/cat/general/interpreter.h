#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/cat/general/environment.h"
#include "explorer/cat/general/event_view.h"
#include "explorer/cat/general/value.h"
#include "explorer/cat/script.h"

namespace drover::cat::general {

// Runs a script on executions, instruction by instruction, as herd does. Definitions are lazy. An
// execution of the program counts once for each sequence of choices at `with … from` that passes
// all checks.
class Interpreter {
 public:
  explicit Interpreter(std::shared_ptr<const Script> script);

  // Sets the events of the next executions; values that depend on the events alone are kept.
  void set_events(const ExecutionGraph& graph);

  struct Flag {
    std::string name;
    bool makes_undefined = false;
    std::optional<EventPair> events;  // events of the graph
  };
  // The result of running all instructions with one sequence of choices.
  struct Outcome {
    std::vector<Flag> flags;
  };
  // Called for each passing sequence of choices; returns false to stop.
  using Visitor = std::function<bool(const Outcome& outcome)>;
  // Returns a failure if the model turns out to be wrong.
  std::optional<Failure> run(const ExecutionGraph& graph, const Visitor& visit);

  // The check that the last rejected sequence of choices failed.
  [[nodiscard]] const Check* failed_check() const { return failed_check_; }

  // While `visit` runs: returns the value of a name, between events of the graph; nothing if it is
  // not a relation.
  [[nodiscard]] std::optional<Relation> relation(std::string_view name);

 private:
  // A list of instructions in execution.
  struct Frame {
    const std::vector<Instruction>* instructions = nullptr;
    std::size_t next = 0;
    std::size_t file = 0;
    bool is_local = false;    // the frame has its own names
    Environment environment;  // for local names
    bool is_block = false;    // the names also belong to the frame below
  };
  static constexpr std::size_t MaxFrames = 1'000;
  // The state of one sequence of choices.
  struct Way {
    std::vector<Frame> frames;
    std::vector<Flag> flags;
  };
  enum class Step : std::uint8_t { GoOn, Rejected, Stopped, Failed };

  // ---- Instructions (instructions.cpp)
  Step run_way(Way way);
  Step execute(Way& way, const Instruction& instruction);
  Step execute_let(Way& way, const Let& let);
  Step execute_check(Way& way, const Check& check);
  Step execute_with(Way& way, const With& with);
  Step execute_include(Way& way, const Include& include);
  Step execute_call(Way& way, const Call& call, const SourceRange& range);
  Step execute_forall(Way& way, const ForAll& all);
  Step execute_if(Way& way, const Conditional& conditional);
  Step execute_match(Way& way, const MatchBlock& match);
  Step fail(const Value& value);
  void bind(Frame& frame, std::string_view name, DefinitionPtr definition);
  void bind_all(Frame& frame, const Let& let);
  std::optional<bool> passes(const Check& check, const Environment& environment, Value* tested);
  void push_block(Way& way, const std::vector<Instruction>& instructions);
  [[nodiscard]] Environment environment_of(const Frame& frame) const;

  // ---- Expressions (interpreter.cpp)
  Value evaluate(const Expression& expression, const Environment& environment);
  Value evaluate_operator(const Expression& expression, const Environment& environment);
  Value evaluate_parts(const Expression& expression, const Environment& environment);
  Value look_up(const Name& name, const Environment& environment, const SourceRange& range);
  Value force(Definition& definition);
  void force_group(RecursiveGroup& group);
  Value apply(const Value& function, std::vector<Value> arguments, const Expression& expression);
  static bool fit_arguments(std::size_t parameters, std::vector<Value>& arguments);
  Value apply_closure(const Closure& closure, std::vector<Value> arguments,
                      const Expression& expression);
  // Returns the first pattern that matches, and binds its names; nothing if none matches.
  std::optional<std::size_t> match(const Value& subject, const std::vector<Pattern>& patterns,
                                   Environment& environment);
  [[nodiscard]] Environment extend(const Environment& environment, std::string_view name,
                                   Value value) const;
  Environment let_in(const Expression& expression, const Environment& environment);
  std::optional<bool> holds(const Guard& guard, const Environment& environment, Value& why);
  std::optional<bool> compares(const Guard& guard, const Environment& environment, Value& why);

  // ---- Operators (operators.cpp)
  Value as_relation(const Value& value, const Expression& expression);
  Value as_set(const Value& value, const Expression& expression);
  Value combine(const Expression& expression, const Value& a, const Value& b);
  std::optional<Value> combine_with_any(const Expression& expression, const Value& a,
                                        const Value& b);
  Value add(const Expression& expression, const Value& given, const Value& set);
  Value add_to_collection(const Expression& expression, Value element,
                          const std::vector<Value>& members);
  Value unary(const Expression& expression, const Value& operand);
  Value wrong_kind(const Expression& expression, const Value& value, std::string due);
  Value failure(DiagnosticKind kind, const SourceRange& range, std::vector<std::string> arguments,
                std::string hint = "") const;

  // ---- Functions that are built in (builtins.cpp)
  Value call_builtin(Builtin builtin, const std::vector<Value>& arguments,
                     const Expression& expression);
  Value classes_of_location(const EventSet& set);
  Value linearisations(const Value& set, const Value& order, const Expression& expression);
  Value order_value(const std::vector<Value>& elements, const std::vector<std::size_t>& sequence);
  Value cross(const Value& choices, const Expression& expression);
  Value lift(const Value& classes, const Relation& relation);
  Value delift(const Value& lifted, const Expression& expression);
  Value bisimulation(const Value& steps, const Value& start, const Expression& expression);
  Value classes(const Relation& equivalence);
  Value different_values(const Relation& relation);
  Value tag2events(Builtin builtin, const std::string& tag);
  std::optional<std::vector<Value>> members_of(const Value& value) const;

  [[nodiscard]] std::size_t size() const { return view_.size(); }
  [[nodiscard]] std::string text(const Expression& expression) const;
  [[nodiscard]] std::string hint_on_name(const std::string& name) const;

  std::shared_ptr<const Script> script_;
  EventView view_;
  GlobalNames names_;
  // Values of the last execution that depend on the events alone, by position among the model's own
  // names.
  struct Kept {
    const Expression* expression = nullptr;
    std::size_t part = 0;
    Value value;
  };
  std::vector<Kept> kept_;
  std::size_t file_ = 0;
  std::size_t depth_ = 0;
  std::size_t work_ = 0;
  bool is_static_ = true;  // everything evaluated since it was set depends on events alone
  bool keeps_ = true;      // the choice of executed instructions depends on events alone
  const Check* failed_check_ = nullptr;
  std::optional<Failure> failure_;
  const Visitor* visit_ = nullptr;
};

}  // namespace drover::cat::general
