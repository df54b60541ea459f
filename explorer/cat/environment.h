#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "explorer/cat/value.h"

namespace drover::cat {

struct Local;

// The names visible to an expression: those of `let … in` and of parameters, innermost first, and
// the first `limit` names of the model.
struct Environment {
  std::shared_ptr<const Local> locals;
  std::size_t limit = 0;
};

// The bindings of a `let rec`, evaluated together.
struct RecursiveGroup {
  const std::vector<Binding>* bindings = nullptr;
  Environment environment;
  std::size_t file = 0;
  bool is_done = false;
  bool is_static = true;
  const Check* when = nullptr;  // must hold in every iteration, else there is no such execution
  bool is_rejected = false;
  std::vector<Value> values;  // by binding
};

// The mistakes in a definition, reported where its name is used.
using Mistakes = std::shared_ptr<const std::vector<Failure>>;

// The definition of a name. On an execution it is evaluated on first use: a mistake in an unused
// definition is ignored.
struct Definition {
  const Expression* expression = nullptr;  // null: `value` is known
  std::shared_ptr<RecursiveGroup> group;   // for a `let rec`: the group, and the index in it
  std::size_t component = 0;
  std::optional<std::size_t> part;  // index in a tuple
  // Its index among the model's own names; while elaborating: in Code::definitions.
  std::optional<std::size_t> position;
  Environment environment;
  std::size_t file = 0;
  bool is_done = false;
  bool is_open = false;  // its evaluation is under way
  // True if it depends on the events alone: it is the same for all executions with these events.
  bool is_static = true;
  Value value;
  Mistakes mistakes = nullptr;  // while elaborating
};
using DefinitionPtr = std::shared_ptr<Definition>;

struct NamedDefinition {
  std::string_view name;
  DefinitionPtr definition;
};

struct Local : NamedDefinition {
  std::shared_ptr<const Local> outer;
};

// A function with its environment.
struct Closure {
  std::string name;
  const std::vector<Name>* parameters = nullptr;
  const Expression* body = nullptr;
  Environment environment;
  std::size_t file = 0;
  // For a `let rec`: its functions see each other.
  const std::vector<Binding>* companions = nullptr;
};

// Returns a definition with a known value.
[[nodiscard]] inline DefinitionPtr definition_of(Value value) {
  auto definition = std::make_shared<Definition>();
  definition->is_done = true;
  definition->value = std::move(value);
  return definition;
}

struct ProcedureValue {
  std::string name;
  const std::vector<Name>* parameters = nullptr;
  const std::vector<Instruction>* body = nullptr;
  Environment environment;
  std::size_t file = 0;
};

// The model's own names, in order of definition. Later names hide earlier ones.
class GlobalNames {
 public:
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  void add(std::string_view name, DefinitionPtr definition) {
    positions_[std::string(name)].push_back(entries_.size());
    entries_.push_back({std::string(name), std::move(definition)});
  }
  // Returns the last definition of this name among the first `limit`; null if there is none.
  [[nodiscard]] Definition* find(std::string_view name, std::size_t limit) const {
    const auto found = positions_.find(name);
    if (found == positions_.end()) return nullptr;
    for (std::size_t i = found->second.size(); i-- > 0;) {
      if (found->second[i] < limit) return entries_[found->second[i]].definition.get();
    }
    return nullptr;
  }
  void shrink(std::size_t size) {
    while (entries_.size() > size) {
      positions_.find(entries_.back().name)->second.pop_back();
      entries_.pop_back();
    }
  }

  struct Entry {
    std::string name;
    DefinitionPtr definition;
  };
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>()(text);
    }
  };
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::vector<std::size_t>, Hash, std::equal_to<>> positions_;
};

}  // namespace drover::cat
