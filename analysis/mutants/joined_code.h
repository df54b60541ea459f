#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explorer/cat/code.h"

namespace drover::mutants {

// The axioms of several models as one code: equal expressions share a node, also across models,
// and so do equal axioms.
struct JoinedCode {
  struct Member {
    std::size_t model = 0;              // index of its code
    std::vector<std::uint32_t> axioms;  // indices in Code::checks
  };
  cat::Code code;
  std::vector<Member> members;
};

// Joins codes, in their order. There are several results if the codes have more `let rec`s than one
// may have. Codes that have a `let rec` inside another are in none of them.
[[nodiscard]] std::vector<JoinedCode> joined(std::span<const cat::Code* const> codes);

}  // namespace drover::mutants
