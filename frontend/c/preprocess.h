#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::c {

// What is given to the compiler.
enum class PreprocessedText : std::uint8_t {
  OfFile,   // what the file holds, if there is one of that name; else the text
  Given,    // the text, as if it were in that file
  Confined  // the text, which may include our headers and nothing else: a stranger's
};

// What is passed on to the compiler.
struct PreprocessOptions {
  PreprocessedText text = PreprocessedText::OfFile;
  std::string compiler = "cc";
  std::vector<std::string> arguments;  // -I, -D, -U, -include, -std, as they are to be given
  // Texts that stand for what files hold: of the program, and of those that it includes. Only our
  // own preprocessor takes those of the latter.
  std::vector<SourcePart> files = {};
};

// The largest preprocessed text that is read, in bytes.
inline constexpr std::size_t MaxPreprocessedSize = std::size_t{8} << 20;

// The text of a file behind the preprocessor, with our headers in place of the system's: what
// `cc -E` gives. Our own preprocessor gives it where the compiler has nothing to say; else the
// compiler is run. Nothing, and a diagnostic, where that fails. What the compiler says on its
// standard error goes to `said`.
[[nodiscard]] std::optional<std::string> preprocess(const std::string& path,
                                                    const SourceBuffer& source,
                                                    const PreprocessOptions& options,
                                                    DiagnosticSink& sink, std::string& said);

}  // namespace drover::c
