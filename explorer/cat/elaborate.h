#pragma once

#include <functional>
#include <optional>
#include <string>

#include "explorer/cat/code.h"
#include "explorer/cat/model_file.h"

namespace drover::cat {

// The file that `include "name"` in files[from] means: its index, once it is among the files;
// nothing where there is none.
using IncludeFinder =
    std::function<std::optional<std::size_t>(const std::string& name, std::size_t from)>;

// The model of the last of `files`, on top of the definitions of those before it. Complaints go to
// the sinks of the files they are about; a model with errors gives nothing.
[[nodiscard]] std::optional<Code> elaborate(ModelFiles& files, const IncludeFinder& find_include);

}  // namespace drover::cat
