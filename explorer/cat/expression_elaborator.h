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

// Turns expressions into nodes, and reports what cannot be one: unknown names, sets where a
// relation is expected and the other way round, `let rec`s without a least solution.
class ExpressionElaborator {
 public:
  ExpressionElaborator(CodeBuilder& builder, ModelFiles& files,
                       const std::set<std::string, std::less<>>& variants)
      : builder_(builder), files_(files), variants_(variants) {}

  // The file of the current expressions.
  void set_file(std::size_t file) { file_ = file; }
  [[nodiscard]] std::size_t file() const { return file_; }

  [[nodiscard]] Value elaborate(const Expression& expression, const ScopePointer& scope);
  // The node of a relation (of a set); nothing, and a diagnostic, if it is not one.
  std::optional<NodeIndex> relation(const Expression& expression, const ScopePointer& scope);
  // The bindings of a `let`, on top of the scope.
  ScopePointer bind(bool is_recursive, const std::vector<Binding>& bindings, ScopePointer scope);
  // The parameters of a function or a procedure, bound to the arguments of a call; nothing, and a
  // diagnostic, if their numbers differ.
  std::optional<ScopePointer> bind_arguments(const Callable& callable,
                                             const std::vector<Expression>& arguments,
                                             const ScopePointer& scope, const SourceRange& range);

  Diagnostic& report(DiagnosticKind kind, const SourceRange& range,
                     std::initializer_list<std::string> arguments);
  void report_unknown(const Name& name, const ScopePointer& scope);

  // Something that is more than sets and relations.
  Value general() {
    is_general_ = true;
    return Value::unknown();
  }
  [[nodiscard]] bool is_general() const { return is_general_; }
  // Whether a guard holds; nothing where that is not known before a program is.
  std::optional<bool> holds(const Guard& guard);

  // Complaints go here until the end of its life.
  class Capture {
   public:
    explicit Capture(ExpressionElaborator& elaborator)
        : elaborator_(elaborator), outer_(std::exchange(elaborator.captured_, &complaints)) {}
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;
    ~Capture() { elaborator_.captured_ = outer_; }

    std::deque<Deferred> complaints;  // references to them stay good

   private:
    ExpressionElaborator& elaborator_;
    std::deque<Deferred>* outer_;
  };
  // Mistakes in definitions that nobody has used.
  [[nodiscard]] std::vector<Deferred> unused_mistakes() const;

  // The definitions that were used since the last call.
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
  // A relation from two operands, each of which must be a `due`.
  Value pair_up(Operation operation, ValueType due, const Expression& expression,
                const ScopePointer& scope);
  // Of two sets or two relations.
  Value combine(Operation operation, const Expression& expression, const ScopePointer& scope);
  Value complement(const Expression& expression, const ScopePointer& scope);
  // `value` if it is a `due`, or a diagnostic and an unknown value.
  Value coerce(Value value, ValueType due, const Expression& expression);
  Value made(ValueType type, NodeIndex node, const Expression& expression);
  void report_mistakes(const Value& broken);

  ScopePointer bind_plain(const Binding& binding, const ScopePointer& scope, ScopePointer onto);
  // The names without their values, and what each of them is.
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
  std::size_t work_ = 0;   // expressions looked at
  std::size_t depth_ = 0;  // calls in calls
  std::vector<std::size_t> references_;
};

}  // namespace drover::cat
