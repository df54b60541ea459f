#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/ast.h"
#include "frontend/check_program.h"
#include "frontend/diagnostic.h"

// The state that the parts of the checker share. Private to the checker.
namespace drover {

enum class GlobalKind : std::uint8_t { Constant, Shared, Function, Struct };

struct Global {
  GlobalKind kind = GlobalKind::Constant;
  std::uint32_t index = 0;  // index in the vector of its kind
  SourceRange range;
};

[[nodiscard]] const char* word_for(GlobalKind kind);

// The program as far as it is checked. State of a short-lived worker: holds references.
struct CheckContext {
  const Ast& ast;
  CheckedProgram& program;
  DiagnosticSink& sink;
  std::map<std::string, Global, std::less<>> globals = {};
  // False for constants whose evaluation failed: they are not reported again.
  std::vector<bool> is_constant_known = {};

  [[nodiscard]] const Global* find_global(const std::string& name) const {
    const auto found = globals.find(name);
    return found == globals.end() ? nullptr : &found->second;
  }
  [[nodiscard]] Resolution& resolution(ast::ExprId id) const {
    return program.resolutions[id.value];
  }
  // Returns the names of all globals of the given kinds, in alphabetical order.
  [[nodiscard]] std::vector<std::string> global_names(
      std::initializer_list<GlobalKind> kinds) const;
};

// Describes an expression: "a call", "an integer", …
[[nodiscard]] std::string describe(const CheckContext& context, ast::ExprId id);

// "1 cell", "2 cells"
[[nodiscard]] std::string counted(std::uint64_t count, const std::string& thing);

// Returns the value of a constant expression; reports why it has none.
// `variable` is the variable of a family, whose value it is for one thread.
struct FamilyValue {
  std::string variable;
  std::int64_t value = 0;
};
[[nodiscard]] std::optional<std::int64_t> evaluate_constant(
    CheckContext& context, ast::ExprId id, const std::optional<FamilyValue>& family = {});
// As evaluate_constant, silently, and only for resolved names.
[[nodiscard]] std::optional<std::int64_t> constant_value(const CheckContext& context,
                                                         ast::ExprId id);

// Checks the condition of an exists, forbid or forall. Threads must be complete.
void check_condition(CheckContext& context, ast::ExprId condition);

// Reports a statically known index outside a shared array.
void check_bounds(CheckContext& context, ast::ExprId index, std::uint32_t array);

enum class ModeUse : std::uint8_t { Load, Store, ReadModifyWrite, FailedCas, Fence, Await };

// Reports an unknown mode, or a mode that is invalid for this access. An absent mode is valid.
void check_mode(const ast::ModeName& mode, ModeUse use, DiagnosticSink& sink);

// Finds the machine whose scopes and levels the program names; reports words that no machine has,
// or none together with words before them.
void check_scopes(CheckContext& context);
// Sets the places of a thread, whose machine is known.
void check_places(CheckContext& context, const ast::ThreadItem& item, ThreadInfo& thread);

// Warns about registers that are assigned but never used (such as misspelt variables), and about
// registers that are used before any assignment. The program must be free of errors.
void check_registers(const CheckedProgram& program, DiagnosticSink& sink);

}  // namespace drover
