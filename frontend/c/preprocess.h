#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::c {

namespace preprocessor {
struct Outcome;
}

// The input of the compiler.
enum class PreprocessedText : std::uint8_t {
  OfFile,   // the content of the file if it exists; else the text
  Given,    // the text, in place of the file
  Confined  // untrusted text, which may include our headers only
};

// Options for the compiler.
struct PreprocessOptions {
  PreprocessedText text = PreprocessedText::OfFile;
  std::string compiler = "cc";
  std::vector<std::string> arguments;  // -I, -D, -U, -include, -std, passed unchanged
  // Texts that replace files: the program, and its included files. Only our own preprocessor
  // replaces included files.
  std::vector<SourcePart> files = {};
};

// The limit of the preprocessed text, in bytes.
inline constexpr std::size_t MaxPreprocessedSize = std::size_t{8} << 20;

// Returns the preprocessed text of a file, with our headers in place of the system's: the output of
// `cc -E`. Our own preprocessor produces it if the compiler would report nothing; otherwise the
// compiler runs. Nothing, and a diagnostic, if this fails. The compiler's standard error goes to
// `said`.
[[nodiscard]] std::optional<std::string> preprocess(const std::string& path,
                                                    const SourceBuffer& source,
                                                    const PreprocessOptions& options,
                                                    DiagnosticSink& sink, std::string& said);

// Returns the text of a file that a compiler has preprocessed, with our headers in place of the
// system's. Nothing, and a diagnostic, if this fails.
[[nodiscard]] std::optional<std::string> preprocess_again(const std::string& path,
                                                          const SourceBuffer& source,
                                                          PreprocessOptions options,
                                                          DiagnosticSink& sink, std::string& said);

// Private to preprocess.cpp, and tests.
//
// Preprocesses with our own preprocessor; without a text if this is left to the compiler. A
// confined text must have been checked before.
[[nodiscard]] preprocessor::Outcome preprocess_here(const std::string& path,
                                                    const SourceBuffer& source,
                                                    const PreprocessOptions& options);

// Returns an untrusted text such that a compiler that preprocesses it opens no file. Our headers
// replace their `#include` lines, with line marks. Any other way to name a file is refused with a
// diagnostic: other files, `#include` of a macro, `#line`, `#pragma`, `_Pragma`, `__has_include`,
// and workarounds such as `##`, which joins a name from two parts.
[[nodiscard]] std::optional<std::string> confined(const SourceBuffer& source, DiagnosticSink& sink);

}  // namespace drover::c
