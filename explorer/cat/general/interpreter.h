#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/cat/general/event_view.h"
#include "explorer/cat/model_file.h"
#include "explorer/cat/walker.h"

namespace drover::cat::general {

// Runs a script on executions, instruction by instruction, as herd does. Definitions are lazy. An
// execution of the program counts once for each sequence of choices at `with … from` that passes
// all checks.
class Interpreter : private Walker {
 public:
  explicit Interpreter(std::shared_ptr<const Script> script);

  // Sets the events of the next executions; values that depend on the events alone are kept.
  void set_events(const ExecutionGraph& graph);

  struct Flag {
    std::string name;
    bool makes_undefined = false;
    std::optional<EventPair> events;  // events of the graph
  };
  // Called for each passing sequence of choices, with the flags that it raises; returns false to
  // stop.
  using Visitor = std::function<bool(const std::vector<Flag>& flags)>;
  // Returns a failure if the model turns out to be wrong.
  std::optional<Failure> run(const ExecutionGraph& graph, const Visitor& visit);

  // The check that the last rejected sequence of choices failed.
  [[nodiscard]] const Check* failed_check() const { return failed_check_; }

  // While `visit` runs: returns the value of a name, between events of the graph; nothing if it is
  // not a relation.
  [[nodiscard]] std::optional<Relation> relation(std::string_view name);

 private:
  // ---- Instructions (instructions.cpp)
  Step execute_own(Frames& frames, const Instruction& instruction) override;
  Step execute_let(Frame& frame, const Let& let) override;
  Step execute_conditional(Frames& frames, const Conditional& conditional) override;
  std::optional<std::size_t> find_include(const std::string& name) override;
  Step finish() override;
  Step fail(const Value& value) override;
  Step execute_check(const Frame& frame, const Check& check);
  Step execute_with(Frames& frames, const With& with);
  Step execute_forall(Frames& frames, const ForAll& all);
  Step execute_match(Frames& frames, const MatchBlock& match);
  std::optional<bool> passes(const Check& check, const Environment& environment, Value* tested);

  // ---- Names and expressions (interpreter.cpp)
  std::vector<NamedDefinition> define(bool is_recursive, const std::vector<Binding>& bindings,
                                      const Environment& environment) override;
  void prepare_global(Definition& definition) override;
  Value value_of(Definition& definition) override;
  std::optional<Value> predefined(std::string_view name) override;
  Value unknown_name(const Name& name, const Environment& environment) override;
  Value failure(DiagnosticKind kind, const SourceRange& range, std::vector<std::string> arguments,
                std::string hint = "") override;
  Value evaluate_own(const Expression& expression, const Environment& environment) override;
  Value attempt(const Expression& expression, const Environment& environment) override;
  bool fit_arguments(std::size_t parameters, std::vector<Value>& arguments) const override;
  std::optional<bool> compares(const Guard& guard, const Environment& environment,
                               Value& why) override;
  void force_group(RecursiveGroup& group);
  // Returns the first pattern that matches, and binds its names; nothing, and `why`, if none
  // matches.
  std::optional<std::size_t> match(const Expression& subject, const std::vector<Pattern>& patterns,
                                   Environment& environment, Value& why);
  [[nodiscard]] std::string hint_on_name(const std::string& name) const;

  // ---- Operators (operators.cpp)
  Value unary(const Expression& expression, const Value& operand) override;
  Value combine(const Expression& expression, const Value& a, const Value& b) override;
  Value as_relation(const Value& value, const Expression& expression);
  Value as_set(const Value& value, const Expression& expression);
  std::optional<Value> combine_with_any(const Expression& expression, const Value& a,
                                        const Value& b);
  Value add(const Expression& expression, const Value& given, const Value& set);
  Value add_to_collection(const Expression& expression, Value element,
                          const std::vector<Value>& members);
  // Nothing, and `why`, if the value has no members.
  std::optional<std::vector<Value>> members_of(const Value& value, const Expression& expression,
                                               const std::string& due, Value& why);
  [[nodiscard]] std::optional<std::vector<Value>> members_of(const Value& value) const;

  // ---- Functions that are built in (builtins.cpp)
  Value call_builtin(const BuiltinDescription& builtin, const std::vector<Value>& arguments,
                     const Expression& expression) override;
  Value classes_of_location(const EventSet& set);
  Value linearisations(const Value& set, const Value& order, const Expression& expression);
  Value order_value(const std::vector<Value>& elements, const std::vector<std::size_t>& sequence);
  Value cross(const Value& choices, const Expression& expression);
  Value lift(const Value& classes, const Relation& relation);
  Value delift(const Value& lifted, const Expression& expression);
  Value bisimulation(const Value& steps, const Value& start, const Expression& expression);
  Value classes(const Relation& equivalence);
  Value different_values(const Relation& relation);
  Value events_of_tag(const std::string& tag);
  Value with_set_between(const EventSet& set);

  [[nodiscard]] std::size_t size() const { return view_.size(); }

  std::shared_ptr<const Script> script_;
  EventView view_;
  // Values of the last execution that depend on the events alone, by position among the model's own
  // names.
  struct Kept {
    const Expression* expression = nullptr;
    std::size_t part = 0;
    Value value;
  };
  std::vector<Kept> kept_;
  bool is_static_ = true;  // everything evaluated since it was set depends on events alone
  bool keeps_ = true;      // the choice of executed instructions depends on events alone
  std::vector<Flag> flags_;
  const Check* failed_check_ = nullptr;
  std::optional<Failure> failure_;
  const Visitor* visit_ = nullptr;
};

}  // namespace drover::cat::general
