#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/cat/environment.h"
#include "explorer/cat/model_file.h"
#include "explorer/cat/value.h"
#include "frontend/cat/cat_ast.h"
#include "frontend/diagnostic.h"

namespace drover::cat {

// Runs the instructions of a model, and evaluates its expressions: names, functions, procedures,
// conditions and includes. A domain derives from it, and says what the values are and how operators
// combine them: nodes of code, which stand for all executions (elaborate.h), or the sets and
// relations of one execution (general/interpreter.h).
//
// A stack of frames holds the instructions that are left to run, so that a domain can run them once
// for each of several choices.
class Walker {
 public:
  Walker(const Walker&) = delete;
  Walker& operator=(const Walker&) = delete;

 protected:
  // The greatest number of expressions to evaluate, and of expressions inside each other.
  struct Limits {
    std::size_t work = 0;
    std::size_t depth = 0;
  };
  Walker(const ModelFiles& files, const Variants& variants, Limits limits)
      : files_(files), variants_(variants), limits_(limits) {}
  ~Walker() = default;

  // A list of instructions in execution.
  struct Frame {
    const std::vector<Instruction>* instructions = nullptr;
    std::size_t next = 0;
    std::size_t file = 0;
    bool is_local = false;         // the frame has its own names
    Environment environment = {};  // for local names
    bool is_block = false;         // the names also belong to the frame below
  };
  using Frames = std::vector<Frame>;
  enum class Step : std::uint8_t { GoOn, Rejected, Stopped, Failed };

  // ---- Instructions
  Step run(Frames frames);
  [[nodiscard]] Environment environment_of(const Frame& frame) const;
  void bind(Frame& frame, std::string_view name, DefinitionPtr definition);

  // ---- Expressions
  Value evaluate(const Expression& expression, const Environment& environment);
  // Nothing, and `why`, if an expression has no value.
  std::optional<std::vector<Value>> evaluate_all(std::span<const Expression> expressions,
                                                 const Environment& environment, Value& why);
  Value call(const Value& function, std::span<const Expression> arguments,
             const Expression& expression, const Environment& environment);
  [[nodiscard]] Definition* find(std::string_view name, const Environment& environment) const;
  Value look_up(const Name& name, const Environment& environment);
  [[nodiscard]] static Environment extend(const Environment& environment, std::string_view name,
                                          Value value);
  [[nodiscard]] std::string text(const Expression& expression) const;
  Value wrong_kind(const Expression& expression, const Value& value, std::string due);

  // ---- Instructions that a domain may treat in its own way; the defaults serve all domains.
  virtual Step execute(Frames& frames, const Instruction& instruction);
  virtual Step execute_own(Frames& frames, const Instruction& instruction) = 0;
  virtual Step execute_let(Frame& frame, const Let& let);
  virtual Step execute_include(Frames& frames, const Include& include);
  virtual Step execute_conditional(Frames& frames, const Conditional& conditional);
  // Returns the included file; nothing if there is none.
  virtual std::optional<std::size_t> find_include(const std::string& name) = 0;
  // Called when all instructions have run.
  virtual Step finish() { return Step::GoOn; }
  // Ends an instruction with a failure.
  virtual Step fail(const Value& failure) = 0;

  // ---- Names
  virtual std::vector<NamedDefinition> define(bool is_recursive,
                                              const std::vector<Binding>& bindings,
                                              const Environment& environment) = 0;
  // Called before a name becomes one of the model's own.
  virtual void prepare_global(Definition& /*definition*/) {}
  virtual Value value_of(Definition& definition) = 0;
  // Nothing if there is no such name.
  virtual std::optional<Value> predefined(std::string_view name) = 0;
  virtual Value unknown_name(const Name& name, const Environment& environment) = 0;

  // ---- Values
  virtual Value failure(DiagnosticKind kind, const SourceRange& range,
                        std::vector<std::string> arguments, std::string hint = "") = 0;
  // For 0, {}, _, and all expressions that need more than sets and relations.
  virtual Value evaluate_own(const Expression& expression, const Environment& environment) = 0;
  virtual Value unary(const Expression& expression, const Value& operand) = 0;
  virtual Value combine(const Expression& expression, const Value& a, const Value& b) = 0;
  virtual Value attempt(const Expression& expression, const Environment& environment) = 0;
  virtual Value make_function(Closure closure);
  virtual Value apply_closure(const Closure& closure, std::vector<Value> arguments,
                              const Expression& expression);
  virtual Value call_builtin(const BuiltinDescription& builtin, const std::vector<Value>& arguments,
                             const Expression& expression) = 0;
  // Makes as many arguments as there are parameters; false if it cannot.
  virtual bool fit_arguments(std::size_t parameters, std::vector<Value>& arguments) const = 0;
  // Nothing, and `why`, if the operands cannot be compared.
  virtual std::optional<bool> compares(const Guard& guard, const Environment& environment,
                                       Value& why) = 0;
  std::optional<bool> holds(const Guard& guard, const Environment& environment, Value& why);

  const ModelFiles& files_;
  const Variants& variants_;
  GlobalNames names_;
  std::size_t file_ = 0;  // the file of the current instruction or expression
  std::size_t work_ = 0;  // the number of expressions evaluated

 private:
  Step execute_procedure(Frame& frame, const Procedure& procedure);
  Step execute_call(Frames& frames, const Call& call, const SourceRange& range);
  Value evaluate_kind(const Expression& expression, const Environment& environment);
  Value wrong_count(const std::string& name, std::size_t due, std::size_t given,
                    const SourceRange& range);

  Limits limits_;
  std::size_t depth_ = 0;  // of expressions inside each other
};

}  // namespace drover::cat
