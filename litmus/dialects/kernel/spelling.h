#pragma once

#include <string>

#include "semantics/program/tag.h"
#include "support/rmw_operator.h"

// Writes the primitives of the Linux kernel for the instructions that mapping/ compiles to: the
// inverse of primitives.h. `place` is an expression for the address.
namespace drover::litmus::kernel {

[[nodiscard]] std::string load_text(TagSet tags, const std::string& place);
[[nodiscard]] std::string store_text(TagSet tags, const std::string& place,
                                     const std::string& value);
// The text's value is the old value.
[[nodiscard]] std::string update_text(TagSet tags, RmwOperator op, const std::string& place,
                                      const std::string& operand);
// The text's value is the old value.
[[nodiscard]] std::string swap_text(TagSet tags, const std::string& place,
                                    const std::string& expected, const std::string& desired);
[[nodiscard]] std::string fence_text(TagSet tags);

}  // namespace drover::litmus::kernel
