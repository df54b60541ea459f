#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "support/source_range.h"

namespace drover {

// A recorded history: the reads and writes of threads, without the order between threads.
// docs/vsc.md describes the files.
struct History {
  enum class Kind : std::uint8_t { Read, Write, Update };

  struct Operation {
    Kind kind = Kind::Read;
    std::uint32_t thread = 0;
    std::uint32_t variable = 0;
    std::int64_t read = 0;     // Read, Update
    std::int64_t written = 0;  // Write, Update
    SourceRange source;        // its line, without surrounding blanks and comment

    [[nodiscard]] bool reads() const { return kind != Kind::Write; }
    [[nodiscard]] bool writes() const { return kind != Kind::Read; }
  };

  std::vector<std::string> threads;
  std::vector<std::string> variables;
  std::vector<std::int64_t> initial;  // by variable
  std::vector<Operation> operations;  // in the order of the file
};

// The limit of a history, in operations.
inline constexpr std::size_t MaxHistorySize = 4096;

// Nothing, and diagnostics, if the text is not a history.
[[nodiscard]] std::optional<History> parse_history(const SourceBuffer& source,
                                                   DiagnosticSink& sink);

}  // namespace drover
