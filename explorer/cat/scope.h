#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explorer/cat/code.h"
#include "frontend/cat/cat_ast.h"
#include "frontend/diagnostic.h"

namespace drover::cat {

struct Scope;
using ScopePointer = std::shared_ptr<const Scope>;

// A function or procedure, expanded where it is called.
struct Callable {
  std::string name;
  const std::vector<Name>* parameters = nullptr;
  const Expression* body = nullptr;                        // functions
  const std::vector<Instruction>* instructions = nullptr;  // procedures
  ScopePointer scope;                                      // where it was defined
  std::size_t file = 0;
};

enum class ValueType : std::uint8_t {
  Set,
  Relation,
  Empty,    // 0: a set or a relation, as expected
  Unknown,  // a parameter of a function checked before its calls, or a value derived from one or
            // from an error: all operations are valid
  Function,
  Procedure,
  Broken,  // a definition with mistakes, reported when it is used
};

// A postponed diagnostic about a definition that may be unused.
struct Deferred {
  std::size_t file = 0;
  Diagnostic diagnostic;
};

// The value of an expression. A set or relation without a node is known only by its kind.
struct Value {
  ValueType type = ValueType::Unknown;
  std::optional<NodeIndex> node;
  std::shared_ptr<const Callable> callable;
  std::shared_ptr<std::vector<Deferred>> mistakes = nullptr;  // Broken

  static Value unknown() { return {}; }
};

// The visible names, innermost first. Scopes are immutable: a function keeps its own.
struct Scope {
  std::string name;
  Value value;
  std::optional<std::size_t> definition;  // index in Code::definitions
  ScopePointer outer;
};

[[nodiscard]] inline ScopePointer with_name(ScopePointer outer, std::string name, Value value,
                                            std::optional<std::size_t> definition = {}) {
  return std::make_shared<const Scope>(
      Scope{std::move(name), std::move(value), definition, std::move(outer)});
}

[[nodiscard]] inline const Scope* find(const ScopePointer& scope, std::string_view name) {
  for (const Scope* at = scope.get(); at != nullptr; at = at->outer.get()) {
    if (at->name == name) return at;
  }
  return nullptr;
}

}  // namespace drover::cat
