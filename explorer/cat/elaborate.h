#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/cat/code_builder.h"
#include "explorer/cat/walker.h"

namespace drover::cat {

// Returns the index of the file that `include "name"` in files[from] refers to, after adding it to
// the files; nothing if there is none.
using IncludeFinder =
    std::function<std::optional<std::size_t>(const std::string& name, std::size_t from)>;

// True if a file of that name only defines coherence. A model of sets and relations alone does not
// need it: executions come with coherence.
[[nodiscard]] bool is_coherence_file(std::string_view name);

struct Elaborated {
  std::optional<Code> code;
  // The model has more than sets and relations; only general/interpreter.h can run it.
  bool is_general = false;
};

// Turns a model into code: every expression is a node, and names and functions are expanded. A
// short-lived worker. It reports all mistakes: unknown names, a set where a relation is expected or
// the reverse. A definition is elaborated where it is written; its mistakes are reported where it
// is used.
class Elaborator : private Walker {
 public:
  Elaborator(ModelFiles& files, const IncludeFinder& find_include, const Variants& variants);

  // Elaborates the last of the files, on top of the definitions of the files before it. Diagnostics
  // go to the sink of their file; a model with errors, or a general one, gives no code.
  Elaborated run();

 private:
  // Captures diagnostics while it lives.
  class Capture {
   public:
    explicit Capture(Elaborator& elaborator)
        : elaborator_(elaborator), outer_(std::exchange(elaborator.captured_, &complaints)) {}
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;
    ~Capture() { elaborator_.captured_ = outer_; }

    std::deque<Failure> complaints;  // a deque: references stay valid

   private:
    Elaborator& elaborator_;
    std::deque<Failure>* outer_;
  };

  // ---- Instructions (elaborate.cpp)
  Step execute(Frames& frames, const Instruction& instruction) override;
  Step execute_own(Frames& frames, const Instruction& instruction) override;
  Step execute_let(Frame& frame, const Let& let) override;
  Step execute_include(Frames& frames, const Include& include) override;
  std::optional<std::size_t> find_include(const std::string& name) override;
  Step fail(const Value& /*failure*/) override { return Step::GoOn; }
  void add_check(const Check& check, const SourceRange& range, const Environment& environment);
  void add_shown(const Show& show, const Environment& environment);
  void remove_shown(const Unshow& unshow, const Environment& environment);
  void choose_coherence(const With& with, const Environment& environment);
  void declare_coherence(const Environment& environment);
  void complete();
  void warn_of_unused_mistakes(std::size_t own);

  // ---- Names (elaborate_expressions.cpp)
  std::vector<NamedDefinition> define(bool is_recursive, const std::vector<Binding>& bindings,
                                      const Environment& environment) override;
  NamedDefinition define_plain(const Binding& binding, const Environment& environment);
  std::vector<NamedDefinition> define_recursive(const std::vector<Binding>& bindings,
                                                const Environment& environment);
  std::vector<ValueKind> kinds_of(const std::vector<Binding>& bindings,
                                  const Environment& environment);
  std::size_t add_definition(const Binding& binding);
  Value value_of(Definition& definition) override;
  std::optional<Value> predefined(std::string_view name) override;
  Value unknown_name(const Name& name, const Environment& environment) override;
  Mistakes mistakes_of(const Capture& capture);

  // ---- Values (elaborate_expressions.cpp)
  Value failure(DiagnosticKind kind, const SourceRange& range, std::vector<std::string> arguments,
                std::string hint = "") override;
  // Reports a mistake once: an unknown name where it occurs first, however often it is used.
  void report(Diagnostic diagnostic);
  static bool is_same_mistake(const Diagnostic& a, const Diagnostic& b);
  static void add_mistake(const Failure& mistake, std::deque<Failure>& all);
  // Marks the model as general: it has a value that is neither set nor relation.
  Value general();
  Value evaluate_own(const Expression& expression, const Environment& environment) override;
  Value unary(const Expression& expression, const Value& operand) override;
  Value combine(const Expression& expression, const Value& a, const Value& b) override;
  Value attempt(const Expression& expression, const Environment& environment) override;
  Value make_function(Closure closure) override;
  Value apply_closure(const Closure& closure, std::vector<Value> arguments,
                      const Expression& expression) override;
  Value call_builtin(const BuiltinDescription& builtin, const std::vector<Value>& arguments,
                     const Expression& expression) override;
  bool fit_arguments(std::size_t parameters, std::vector<Value>& arguments) const override {
    return arguments.size() == parameters;
  }
  std::optional<bool> compares(const Guard& guard, const Environment& environment,
                               Value& why) override;
  // Returns `value` if it has type `due`; else reports a diagnostic and returns a value without a
  // node.
  Value coerce(const Value& value, ValueType due, const Expression& expression);
  // Returns the value of a node that the expression made.
  Value made(NodeIndex node, const Expression& expression);
  [[nodiscard]] Value of_node(NodeIndex node) const;

  const IncludeFinder& find_include_;
  CodeBuilder builder_;
  bool is_general_ = false;
  std::deque<Failure>* captured_ = nullptr;
  std::vector<Mistakes> mistakes_;  // by definition that has any
  std::vector<Mistakes> used_mistakes_;
  std::vector<Failure> mistakes_of_shown_;
  std::size_t calls_ = 0;                // of functions inside each other
  std::vector<std::size_t> references_;  // the definitions used since the last check or definition
};

}  // namespace drover::cat
