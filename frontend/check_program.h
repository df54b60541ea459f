#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "frontend/ast.h"
#include "frontend/constant_override.h"
#include "frontend/diagnostic.h"
#include "support/source_range.h"

namespace drover {

struct ConstantInfo {
  std::string name;
  std::int64_t value = 0;
  SourceRange range;
};
struct SharedInfo {
  std::string name;
  bool is_array = false;
  bool is_non_atomic = false;
  std::vector<std::int64_t> initial;  // one value per cell
  SourceRange range;
};
struct FieldInfo {
  std::string name;
  bool is_non_atomic = false;
};
struct StructInfo {
  std::string name;
  std::vector<FieldInfo> fields;  // a field's offset is its index
  SourceRange range;
};
struct FunctionInfo {
  std::string name;
  std::size_t parameter_count = 0;
  std::vector<std::string> registers;  // the parameters first
  bool returns_value = false;
  ast::StmtId body;
  SourceRange range;
};
enum class BodyRole : std::uint8_t { Init, Worker, Final };
// One thread of the program: a family gives one for each value of its variable.
struct ThreadInfo {
  std::string name;
  BodyRole role = BodyRole::Worker;
  std::optional<std::int64_t> family_value;
  std::vector<std::string> registers;
  ast::StmtId body;
  SourceRange range;  // of the name
};

// What a Name stands for.
enum class NameKind : std::uint8_t {
  Unresolved,
  Register,        // `index` in the registers of the body it stands in
  Constant,        // `index` in CheckedProgram::constants
  FamilyVariable,  // the constant that distinguishes the threads of a family
  SharedScalar,    // `index` in CheckedProgram::shared
  SharedArray,     // the same
  Self,            // `self`, where nothing else has that name: the thread that runs this
  Intrinsic        // of a Call: `index` is a value of Intrinsic, where no function has that name
};
// What the checker found out about an expression node.
struct Resolution {
  NameKind kind = NameKind::Unresolved;  // Name; Call: Intrinsic or Unresolved
  std::uint32_t index = 0;               // Name; Field: its offset; AllocateStruct: the struct;
                                         // Call, Spawn: the function; ThreadRegister: the
                                         // register
  std::uint32_t thread = 0;              // ThreadRegister: in CheckedProgram::threads
  bool is_non_atomic = false;            // Field
};

// A tree with everything in it resolved.
struct CheckedProgram {
  Ast ast;
  std::vector<ConstantInfo> constants;
  std::vector<SharedInfo> shared;
  std::vector<StructInfo> structs;
  std::vector<FunctionInfo> functions;
  std::vector<ThreadInfo> threads;      // init, the workers as declared, final
  std::vector<Resolution> resolutions;  // by ExprId

  [[nodiscard]] const Resolution& operator[](ast::ExprId id) const { return resolutions[id.value]; }
};

inline constexpr std::size_t MaxThreads = 1000;
inline constexpr std::int64_t MaxArraySize = 1'000'000;

// Resolves names and checks all rules of the language; reports every violation, and
// gives a program only if there is none.
[[nodiscard]] std::optional<CheckedProgram> check_program(
    Ast ast, std::span<const ConstantOverride> overrides, DiagnosticSink& sink);

// The same for some of the items of a program, for the diagnostics alone. The other items may have
// declared `lost_names`, which these do not mention.
void check_items(Ast ast, const std::set<std::string>& lost_names,
                 std::span<const ConstantOverride> overrides, DiagnosticSink& sink);

}  // namespace drover
