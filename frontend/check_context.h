#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/check_program.h"

// Private to the checker: what its parts share.
namespace drover {

enum class GlobalKind : std::uint8_t { Constant, Shared, Function, Struct };

struct Global {
  GlobalKind kind = GlobalKind::Constant;
  std::uint32_t index = 0;  // in the vector of its kind
  SourceRange range;
};

[[nodiscard]] const char* word_for(GlobalKind kind);

// The program as far as it is checked. A short-lived worker's state: holds references.
struct CheckContext {
  const Ast& ast;
  CheckedProgram& program;
  DiagnosticSink& sink;
  std::map<std::string, Global, std::less<>> globals;
  // Constants whose value could not be found: they are not reported again.
  std::vector<bool> is_constant_known;

  [[nodiscard]] const Global* find_global(const std::string& name) const {
    const auto found = globals.find(name);
    return found == globals.end() ? nullptr : &found->second;
  }
  [[nodiscard]] Resolution& resolution(ast::ExprId id) const {
    return program.resolutions[id.value];
  }
  // The names of all globals of the given kinds, in alphabetical order.
  [[nodiscard]] std::vector<std::string> global_names(
      std::initializer_list<GlobalKind> kinds) const;
};

// What an expression is, in words: "a call", "an integer", …
[[nodiscard]] std::string describe(const CheckContext& context, ast::ExprId id);

// "1 cell", "2 cells"
[[nodiscard]] std::string counted(std::uint64_t count, const std::string& thing);

// The value of a constant expression; reports why it has none.
[[nodiscard]] std::optional<std::int64_t> evaluate_constant(CheckContext& context, ast::ExprId id);
// The same, silently, and only for what is resolved already.
[[nodiscard]] std::optional<std::int64_t> constant_value(const CheckContext& context,
                                                         ast::ExprId id);

// The condition of an exists, forbid or forall; threads must be complete.
void check_condition(CheckContext& context, ast::ExprId condition);

// Reports an index outside a shared array, if it is known.
void check_bounds(CheckContext& context, ast::ExprId index, std::uint32_t array);

}  // namespace drover
