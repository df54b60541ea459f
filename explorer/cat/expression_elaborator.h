#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "explorer/cat/code_builder.h"
#include "explorer/cat/model_file.h"
#include "explorer/cat/scope.h"

namespace drover::cat {

// Turns expressions into nodes, and reports errors: unknown names, a set where a relation is
// expected or the reverse, a `let rec` without a least solution.
class ExpressionElaborator {
 public:
  ExpressionElaborator(CodeBuilder& builder, ModelFiles& files,
                       const std::set<std::string, std::less<>>& variants)
      : builder_(builder), files_(files), variants_(variants) {}

  // The file of the current expressions.
  void set_file(std::size_t file) { file_ = file; }
  [[nodiscard]] std::size_t file() const { return file_; }

  [[nodiscard]] Value elaborate(const Expression& expression, const ScopePointer& scope);
  // Returns the node of a relation; nothing, and a diagnostic, if it is not one.
  std::optional<NodeIndex> relation(const Expression& expression, const ScopePointer& scope);
  // Adds the bindings of a `let` to the scope.
  ScopePointer bind(bool is_recursive, const std::vector<Binding>& bindings, ScopePointer scope);
  // Binds the parameters of a function or procedure to the arguments of a call; nothing, and a
  // diagnostic, if their numbers differ.
  std::optional<ScopePointer> bind_arguments(const Callable& callable,
                                             const std::vector<Expression>& arguments,
                                             const ScopePointer& scope, const SourceRange& range);

  Diagnostic& report(DiagnosticKind kind, const SourceRange& range,
                     std::initializer_list<std::string> arguments);
  void report_unknown(const Name& name, const ScopePointer& scope);

  // Marks the model as general: it has a value that is neither set nor relation.
  Value general() {
    is_general_ = true;
    return Value::unknown();
  }
  [[nodiscard]] bool is_general() const { return is_general_; }
  // True if a guard holds; nothing if that depends on the program.
  std::optional<bool> holds(const Guard& guard);

  // Captures diagnostics while it lives.
  class Capture {
   public:
    explicit Capture(ExpressionElaborator& elaborator)
        : elaborator_(elaborator), outer_(std::exchange(elaborator.captured_, &complaints)) {}
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;
    ~Capture() { elaborator_.captured_ = outer_; }

    std::deque<Deferred> complaints;  // a deque: references stay valid

   private:
    ExpressionElaborator& elaborator_;
    std::deque<Deferred>* outer_;
  };
  // Returns the mistakes in unused definitions.
  [[nodiscard]] std::vector<Deferred> unused_mistakes() const;

  // Returns the definitions used since the last call.
  std::vector<std::size_t> take_references() { return std::exchange(references_, {}); }

 private:
  void note_reference(const Scope& found);
  Value name(const Expression& expression, const ScopePointer& scope);
  Value apply(const Expression& expression, const ScopePointer& scope);
  Value apply_builtin(Operation operation, const Expression& expression, const ScopePointer& scope);
  Value apply_callable(const Callable& callable, const Expression& expression,
                       const ScopePointer& scope);
  Value attempt(const Expression& expression, const ScopePointer& scope);
  Value unary(Operation operation, ValueType due, const Expression& operand,
              const ScopePointer& scope);
  // Combines two operands of type `due` to a relation.
  Value pair_up(Operation operation, ValueType due, const Expression& expression,
                const ScopePointer& scope);
  // Combines two sets or two relations.
  Value combine(Operation operation, const Expression& expression, const ScopePointer& scope);
  Value complement(const Expression& expression, const ScopePointer& scope);
  // Returns `value` if it has type `due`; else reports a diagnostic and returns an unknown value.
  Value coerce(Value value, ValueType due, const Expression& expression);
  Value made(ValueType type, NodeIndex node, const Expression& expression);
  void report_mistakes(const Value& broken);

  ScopePointer bind_plain(const Binding& binding, const ScopePointer& scope, ScopePointer onto);
  // Binds the names without values, and infers their kinds.
  std::pair<ScopePointer, std::vector<ValueKind>> kinds_of(const std::vector<Binding>& bindings,
                                                           const ScopePointer& scope);
  Value named(NodeIndex node, ValueKind kind, const std::string& name);
  ScopePointer bind_recursive(const std::vector<Binding>& bindings, const ScopePointer& scope);
  void check_parameters(const std::vector<Name>& parameters);
  void check_body(const Callable& function);
  void check_least_solution(NodeIndex body, const std::vector<Binding>& bindings,
                            std::uint32_t group);
  std::optional<std::size_t> add_definition(const Binding& binding,
                                            std::vector<std::size_t> references);

  CodeBuilder& builder_;
  ModelFiles& files_;
  const std::set<std::string, std::less<>>& variants_;
  bool is_general_ = false;
  std::deque<Deferred>* captured_ = nullptr;
  struct Broken {
    std::shared_ptr<std::vector<Deferred>> mistakes;
    bool is_used = false;
  };
  std::vector<Broken> broken_;
  std::size_t file_ = 0;
  std::size_t work_ = 0;   // number of expressions visited
  std::size_t depth_ = 0;  // depth of nested calls
  std::vector<std::size_t> references_;
};

}  // namespace drover::cat
