#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/c/preprocess.h"
#include "frontend/check_program.h"
#include "frontend/diagnostic.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/source.h"
#include "litmus/dialects/strictness.h"
#include "litmus/litmus_test.h"
#include "semantics/program/program.h"

namespace drover::input {

enum class SubjectKind : std::uint8_t { Core, Litmus, C };

// A C program with its included files: enough to read it where these files do not exist.
struct CText {
  std::string preprocessed;
  std::vector<SourcePart> files;  // the program first
};

struct SubjectOptions {
  std::optional<SubjectKind> as = {};                        // nothing: by the text
  std::vector<ConstantOverride> constants = {};              // core programs only
  std::optional<std::uint32_t> unroll = {};                  // nothing: the default of the kind
  std::uint32_t max_threads = DefaultMaxThreads;             // limit of spawned threads
  c::PreprocessOptions preprocess = {};                      // C programs only
  std::optional<CText> c_text = {};                          // C programs only: skips preprocessing
  litmus::Strictness strictness = litmus::Strictness::Wide;  // litmus tests only
  bool assumes_kernel = false;  // litmus tests only: as in litmus::ReadingOptions
  litmus::Alignment alignment = litmus::Alignment::Natural;  // the same
  WarningPolicy warnings = {};
  std::optional<std::string> standard_input = {};  // the text of `-`; nothing: read standard input
};

struct CReading;  // input/read_c.h

// The path of standard input, and its name in messages.
inline constexpr std::string_view StandardInputPath = "-";
inline constexpr std::string_view StandardInputName = "<stdin>";

// The results of reading a file of each kind; nothing after an error.
struct CoreReading {
  std::optional<CheckedProgram> checked;  // as written
  std::optional<CheckedProgram> desugared;
};
struct LitmusReading {
  std::shared_ptr<const litmus::LitmusTest> test;
};
struct CProgramReading {
  std::string said;  // messages of the preprocessor, whole lines
  std::shared_ptr<const CReading> program;
};

// The subject of a command: a file or a library test, with the results of reading it.
struct Subject {
  std::string path;                    // as given
  std::string name;                    // of the litmus test, or of the file without its folder
  std::optional<SourceBuffer> source;  // nothing if unreadable
  std::variant<CoreReading, LitmusReading, CProgramReading> reading;  // by value of SubjectKind
  std::shared_ptr<const Program> program;                             // null if there was an error
  std::string default_model;                                          // empty if there was an error
  std::uint32_t unroll = 0;                                           // as given, or the default
  std::uint32_t max_threads = 0;                                      // limit of spawned threads
  DiagnosticSink sink;                                                // errors and warnings
  std::string notes;  // whole lines, shown after the diagnostics

  [[nodiscard]] SubjectKind kind() const { return static_cast<SubjectKind>(reading.index()); }
  [[nodiscard]] bool is_litmus() const { return kind() == SubjectKind::Litmus; }
  // Null for another kind, and after an error.
  [[nodiscard]] const CheckedProgram* checked() const;
  [[nodiscard]] const CheckedProgram* desugared() const;
  [[nodiscard]] const litmus::LitmusTest* test() const;
  [[nodiscard]] const CReading* c() const;
  // Renders all diagnostics and notes.
  [[nodiscard]] std::string complaints(Colour colour) const;
  // Adds a note and removes the program: it is not the requested program.
  void refuse(std::string_view why);
};

// The differences between kinds: a row of the table in subject.cpp.
struct SubjectKindInfo {
  SubjectKind kind = SubjectKind::Core;
  std::string_view ending;                        // of file names
  std::string_view command;                       // the command that `drover FILE` stands for
  std::uint32_t unroll = 0;                       // the usual bound of loops
  std::uint32_t explain_unroll = 0;               // for questions, which examine all candidates
  bool (*fits)(std::string_view text) = nullptr;  // true if a text looks like this kind
  // Reads the subject's source and adds the results.
  void (*read)(Subject& subject, const SubjectOptions& options) = nullptr;
};

[[nodiscard]] const SubjectKindInfo& info_of(SubjectKind kind);
// Returns the kind that a text looks like; a core program if no other kind fits. The beginning of
// the text is enough.
[[nodiscard]] SubjectKind kind_of_text(std::string_view text);
// True if a file of this name is read as C: it may include other files.
[[nodiscard]] bool is_c_name(std::string_view path);
// Reads standard input, at most one byte more than MaxSourceSize: enough to refuse a longer text.
[[nodiscard]] std::string read_standard_input();
// Returns the kind of a file: C if is_c_name, else by the beginning of its text. Nothing if it is
// not an ordinary file.
[[nodiscard]] std::optional<SubjectKind> kind_of_file(const std::string& path);
// Returns the kind by the ending of a name.
[[nodiscard]] std::optional<SubjectKind> kind_of_name(std::string_view path);

// Reads a file, or standard input for `-`. If there is no such file and a litmus test is possible,
// reads the library test of this name. Reports every error.
[[nodiscard]] Subject read_subject(const std::string& path, const SubjectOptions& options);
// Reads a text that is not a file.
[[nodiscard]] Subject read_subject_text(SourceBuffer source, const SubjectOptions& options);

}  // namespace drover::input
