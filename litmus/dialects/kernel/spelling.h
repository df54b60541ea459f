#pragma once

#include <string>

#include "semantics/program/tag.h"
#include "support/rmw_operator.h"

// How the primitives of the Linux kernel are written: the contrary of kernel_primitives.h, for the
// instructions that mapping/ compiles to. A place is an expression that gives its address.
namespace drover::litmus::kernel {

[[nodiscard]] std::string load_text(TagSet tags, const std::string& place);
[[nodiscard]] std::string store_text(TagSet tags, const std::string& place,
                                     const std::string& value);
// Gives the old value.
[[nodiscard]] std::string update_text(TagSet tags, RmwOperator op, const std::string& place,
                                      const std::string& operand);
// Gives the old value.
[[nodiscard]] std::string swap_text(TagSet tags, const std::string& place,
                                    const std::string& expected, const std::string& desired);
[[nodiscard]] std::string fence_text(TagSet tags);

}  // namespace drover::litmus::kernel
