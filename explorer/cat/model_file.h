#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/cat/cat_ast.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::cat {

// The names that `if "…"` tests.
using Variants = std::set<std::string, std::less<>>;
// herd's variant for accesses of different sizes, which are cut into parts.
inline constexpr std::string_view MixedSizes = "mixed";

// One file of a model, with its diagnostics.
struct ModelFile {
  SourceBuffer source;
  DiagnosticSink sink;
  std::optional<Ast> ast;
  std::string folder;  // where its includes are searched; empty: nowhere
};

// Files keep their addresses: functions point into their syntax trees.
using ModelFiles = std::vector<std::shared_ptr<ModelFile>>;

// A model for the interpreter (general/interpreter.h), which runs it instruction by instruction.
struct Script {
  ModelFiles files;
  std::vector<std::size_t> order;  // of running the files: library, bell file, model
  // The included file, by including file and name.
  std::map<std::pair<std::size_t, std::string>, std::size_t> includes;
  std::string architecture;
  std::set<std::string, std::less<>> variants;
};

// Returns the text of an expression on one line, without comments.
[[nodiscard]] std::string text_of(const ModelFile& file, const SourceRange& range);
// Returns the comment that ends right before an instruction, on one line; empty if there is none.
[[nodiscard]] std::string comment_before(const ModelFile& file, const SourceRange& range);

}  // namespace drover::cat
