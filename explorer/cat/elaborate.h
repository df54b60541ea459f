#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "explorer/cat/code.h"
#include "explorer/cat/model_file.h"
#include "explorer/cat/walker.h"

namespace drover::cat {

// Returns the index of the file that `include "name"` in files[from] refers to, after adding it to
// the files; nothing if there is none.
using IncludeFinder =
    std::function<std::optional<std::size_t>(const std::string& name, std::size_t from)>;

// True if a file of that name only defines coherence. A model of sets and relations alone does not
// need it: executions come with coherence.
[[nodiscard]] bool is_coherence_file(std::string_view name);

struct Elaborated {
  std::optional<Code> code;
  // The model has more than sets and relations; only general/interpreter.h can run it.
  bool is_general = false;
};

// Turns a model into code: every expression is a node, and names and functions are expanded.
// Reports all mistakes: unknown names, a set where a relation is expected or the reverse. A
// definition is elaborated where it is written; its mistakes are reported where it is used.
//
// Elaborates the last of the files, on top of the definitions of the files before it. Diagnostics
// go to the sink of their file; a model with errors, or a general one, gives no code.
[[nodiscard]] Elaborated elaborate(ModelFiles& files, const IncludeFinder& find_include,
                                   const Variants& variants);

}  // namespace drover::cat
