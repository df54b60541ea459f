#pragma once

#include <variant>

#include "semantics/program/program.h"
#include "semantics/program/scope_tag.h"

namespace drover {

// Calls `visit` on the tags of an instruction: of the access or fence, or of the halves of a
// read-modify-write.
template <typename AnyInstruction, typename Visit>
void for_each_tags(AnyInstruction& instruction, Visit visit) {
  std::visit(
      [&](auto& i) {
        if constexpr (requires { i.tags; }) visit(i.tags);
        if constexpr (requires { i.read_tags; }) visit(i.read_tags);
        if constexpr (requires { i.write_tags; }) visit(i.write_tags);
        if constexpr (requires { i.failure_tags; }) visit(i.failure_tags);
      },
      instruction.body);
}

// Returns the scope of the operation; empty if it has none.
[[nodiscard]] inline TagSet scope_of(const Instruction& instruction) {
  TagSet scope;
  for_each_tags(instruction, [&](const TagSet& tags) { scope = scope.with(scopes_among(tags)); });
  return scope;
}

}  // namespace drover
