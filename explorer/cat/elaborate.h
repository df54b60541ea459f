#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "explorer/cat/code.h"
#include "explorer/cat/model_file.h"

namespace drover::cat {

// Returns the index of the file that `include "name"` in files[from] refers to, after adding it to
// the files; nothing if there is none.
using IncludeFinder =
    std::function<std::optional<std::size_t>(const std::string& name, std::size_t from)>;

// True if a file of that name only defines coherence. A model of sets and relations alone does not
// need it: executions come with coherence.
[[nodiscard]] bool is_coherence_file(std::string_view name);

// The context that a model is elaborated for.
struct ElaborationContext {
  std::string architecture;  // the architecture of a litmus test; empty: the core language
  std::set<std::string, std::less<>> variants;
};

struct Elaborated {
  std::optional<Code> code;
  // The model has more than sets and relations; only general/interpreter.h can run it.
  bool is_general = false;
};

// Elaborates the last of `files`, on top of the definitions of the files before it. Diagnostics go
// to the sink of their file; a model with errors, or a general one, gives no code.
[[nodiscard]] Elaborated elaborate(ModelFiles& files, const IncludeFinder& find_include,
                                   const ElaborationContext& context);

}  // namespace drover::cat
