#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/ast.h"
#include "frontend/constant_override.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "support/object_kind.h"
#include "support/scope_words.h"
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
  std::vector<FieldInfo> fields;  // the offset of a field is its index
  SourceRange range;
};
struct FunctionInfo {
  std::string name;
  std::size_t parameter_count = 0;
  std::vector<std::string> registers;  // parameters first
  bool returns_value = false;
  ast::StmtId body;
  SourceRange range;
};
enum class BodyRole : std::uint8_t { Init, Worker, Final };
// A thread of the program. A family has one for each value of its variable.
struct ThreadInfo {
  std::string name;
  BodyRole role = BodyRole::Worker;
  std::optional<std::int64_t> family_value = {};
  std::vector<std::string> registers;
  ast::StmtId body;
  SourceRange range;                       // of the name
  std::vector<std::uint32_t> places = {};  // its numbers at the levels of CheckedProgram::scopes
};

// The meaning of a Name.
enum class NameKind : std::uint8_t {
  Unresolved,
  Register,        // `index` in the registers of its body
  Constant,        // `index` in CheckedProgram::constants
  FamilyVariable,  // the constant that distinguishes the threads of a family
  SharedScalar,    // `index` in CheckedProgram::shared
  SharedArray,     // `index` in CheckedProgram::shared
  Self,            // `self`, unless declared otherwise: the running thread
  Intrinsic        // of a Call, unless a function has that name: `index` is a value of Intrinsic
};
// The checker's result for an expression node.
struct Resolution {
  NameKind kind = NameKind::Unresolved;  // Name; Call: Intrinsic or Unresolved
  std::uint32_t index = 0;               // Name; Field: its offset; AllocateStruct: the struct;
                                         // Call, Spawn: the function; ThreadRegister: the
                                         // register
  std::uint32_t thread = 0;              // ThreadRegister: index in CheckedProgram::threads
  bool is_non_atomic = false;            // Field
};

// A tree with all names resolved.
struct CheckedProgram {
  Ast ast;
  std::vector<ConstantInfo> constants;
  std::vector<SharedInfo> shared;
  std::vector<StructInfo> structs;
  std::vector<FunctionInfo> functions;
  std::vector<ThreadInfo> threads;      // init, workers in order of declaration, final
  std::vector<Resolution> resolutions;  // by ExprId
  std::vector<SpecifiedObject> objects;
  const ScopeWords* scopes = nullptr;  // null if the text names no scope and no place
  // The same program with specifications in place of operations, if some are code.
  std::shared_ptr<const CheckedProgram> sequential;

  // True if the function of this name is an operation of an object.
  [[nodiscard]] bool is_operation(const std::string& function) const;
  [[nodiscard]] const Resolution& operator[](ast::ExprId id) const { return resolutions[id.value]; }
};

inline constexpr std::size_t MaxThreads = 1000;
inline constexpr std::int64_t MaxArraySize = 1'000'000;

// Resolves names and checks all rules of the language. Reports every violation; returns a program
// only if there is none.
[[nodiscard]] std::optional<CheckedProgram> check_program(
    Ast ast, std::span<const ConstantOverride> overrides, DiagnosticSink& sink);

// Parses and checks a text. Reports every error: a syntax error does not hide errors in other
// items. Nothing if there is an error.
[[nodiscard]] std::optional<CheckedProgram> read_program(
    const SourceBuffer& source, std::span<const ConstantOverride> overrides, DiagnosticSink& sink);

}  // namespace drover
