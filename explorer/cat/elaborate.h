#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "explorer/cat/code.h"
#include "explorer/cat/model_file.h"

namespace drover::cat {

// The file that `include "name"` in files[from] means: its index, once it is among the files;
// nothing where there is none.
using IncludeFinder =
    std::function<std::optional<std::size_t>(const std::string& name, std::size_t from)>;

// Whether a file of that name only asks for coherence. A model made of sets and relations alone
// does not need it: executions come with coherence.
[[nodiscard]] bool is_coherence_file(std::string_view name);

// What a model is elaborated for.
struct ElaborationContext {
  std::string architecture;  // of a litmus test; empty: the core language
  std::set<std::string, std::less<>> variants;
};

struct Elaborated {
  std::optional<Code> code;
  // It has more than sets and relations, which only general/interpreter.h can run.
  bool is_general = false;
};

// The model of the last of `files`, on top of the definitions of those before it. Complaints go to
// the sinks of the files they are about; a model with errors, or a general one, gives no code.
[[nodiscard]] Elaborated elaborate(ModelFiles& files, const IncludeFinder& find_include,
                                   const ElaborationContext& context);

}  // namespace drover::cat
