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

// A C program as it was read: enough to read it elsewhere, where nothing that it includes is.
struct CText {
  std::string preprocessed;
  std::vector<SourcePart> files;  // the program first
};

struct SubjectOptions {
  std::optional<SubjectKind> as = {};                        // nothing: what the text looks like
  std::vector<ConstantOverride> constants = {};              // core programs only
  std::optional<std::uint32_t> unroll = {};                  // nothing: what is usual for the kind
  std::uint32_t max_threads = DefaultMaxThreads;             // that are spawned
  c::PreprocessOptions preprocess = {};                      // C programs only
  std::optional<CText> c_text = {};                          // of one: it is not preprocessed again
  litmus::Strictness strictness = litmus::Strictness::Wide;  // litmus tests only
  WarningPolicy warnings = {};
  std::optional<std::string> standard_input = {};  // what `-` stands for; nothing: to be read
};

struct CReading;  // input/read_c.h

// The path of standard input, and how messages call it.
inline constexpr std::string_view StandardInputPath = "-";
inline constexpr std::string_view StandardInputName = "<stdin>";

// What reading a file of each kind gave; nothing where there was an error.
struct CoreReading {
  std::optional<CheckedProgram> checked;  // as written
  std::optional<CheckedProgram> desugared;
};
struct LitmusReading {
  std::shared_ptr<const litmus::LitmusTest> test;
};
struct CProgramReading {
  std::string said;  // by the preprocessor, whole lines
  std::shared_ptr<const CReading> program;
};

// The subject of a command: a file, or a test of the library, with all that reading it gave.
struct Subject {
  std::string path;  // as it was given
  std::string name;  // of the litmus test, or else of the file, without its folder
  std::optional<SourceBuffer> source;  // nothing if it could not be read
  std::variant<CoreReading, LitmusReading, CProgramReading> reading;  // by value of SubjectKind
  std::shared_ptr<const Program> program;                             // null if there was an error
  std::string default_model;                                          // empty if there was an error
  std::uint32_t unroll = 0;       // as asked for, or what is usual
  std::uint32_t max_threads = 0;  // that are spawned
  DiagnosticSink sink;            // errors and warnings
  std::string notes;              // what else there is to say: whole lines, behind the diagnostics

  [[nodiscard]] SubjectKind kind() const { return static_cast<SubjectKind>(reading.index()); }
  [[nodiscard]] bool is_litmus() const { return kind() == SubjectKind::Litmus; }
  // Null if it is of another kind, or there was an error.
  [[nodiscard]] const CheckedProgram* checked() const;
  [[nodiscard]] const CheckedProgram* desugared() const;
  [[nodiscard]] const litmus::LitmusTest* test() const;
  [[nodiscard]] const CReading* c() const;
  // All that there is to say about it, rendered.
  [[nodiscard]] std::string complaints(Colour colour) const;
  // Adds a note, and takes the program away: it is not what was asked for.
  void refuse(std::string_view why);
};

// What differs between kinds: a row of the table in subject.cpp.
struct SubjectKindInfo {
  SubjectKind kind = SubjectKind::Core;
  std::string_view ending;           // of the names of files
  std::string_view command;          // what `drover FILE` stands for
  std::uint32_t unroll = 0;          // the usual bound of loops
  std::uint32_t explain_unroll = 0;  // the same for questions, which have all candidates to see
  bool (*fits)(std::string_view text) = nullptr;  // whether a text looks like one
  // From the source on. Adds what it finds.
  void (*read)(Subject& subject, const SubjectOptions& options) = nullptr;
};

[[nodiscard]] const SubjectKindInfo& info_of(SubjectKind kind);
// What a text looks like. Everything looks like a core program if it does not look like another
// kind. The beginning of a text is enough.
[[nodiscard]] SubjectKind kind_of_text(std::string_view text);
// Whether what is called so is read as C: through a compiler, which reads the files it includes.
[[nodiscard]] bool is_c_name(std::string_view path);
// All of standard input. A text that is too long is cut, but not below the limit of files.
[[nodiscard]] std::string read_standard_input();
// By the beginning of a file; nothing if it is not an ordinary file.
[[nodiscard]] std::optional<SubjectKind> kind_of_file(const std::string& path);
// By the ending of a name.
[[nodiscard]] std::optional<SubjectKind> kind_of_name(std::string_view path);

// Reads a file, or the test of the library that has this name if there is no such file and a litmus
// test is possible, or standard input for `-`. Reports every error in it.
[[nodiscard]] Subject read_subject(const std::string& path, const SubjectOptions& options);
// The same for a text that is not a file.
[[nodiscard]] Subject read_subject_text(SourceBuffer source, const SubjectOptions& options);

}  // namespace drover::input
