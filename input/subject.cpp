// This file alone decides the kind of a file.
//
// A new kind of file is a value of SubjectKind, a row of Kinds, and the two functions that the row
// names.

#include "input/subject.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>
#include <utility>

#include "frontend/check_program.h"
#include "frontend/desugar.h"
#include "frontend/suggestion.h"
#include "input/read_c.h"
#include "litmus/dialects/sections.h"
#include "litmus/library.h"
#include "semantics/lower/lower_ast.h"
#include "semantics/passes/spawned_threads.h"
#include "support/format.h"

namespace drover::input {

namespace {

bool fits_any(std::string_view) { return true; }

void read_core(Subject& subject, const SubjectOptions& options) {
  subject.name = std::filesystem::path(subject.path).filename().string();
  for (const ConstantOverride& each : options.constants) {
    if (each.compiler_argument.empty() || !each.is_for(subject.path)) continue;
    const bool is_constant = each.compiler_argument.starts_with("-D");
    subject.refuse(format("{} is for C programs, with names that end in .c{}",
                          each.compiler_argument,
                          is_constant ? ": the constants of this one have numbers as values" : ""));
    return;
  }
  auto& reading = std::get<CoreReading>(subject.reading);
  std::vector<ConstantOverride> constants;
  std::ranges::copy_if(options.constants, std::back_inserter(constants),
                       [&](const ConstantOverride& each) { return each.is_for(subject.path); });
  reading.checked = read_program(*subject.source, constants, subject.sink);
  if (!reading.checked) return;
  reading.desugared = desugar(*reading.checked);
  std::optional<Program> program =
      lowering::lower(*reading.desugared, *subject.source, subject.sink);
  if (!program) return;
  program->file = subject.path;
  passes::add_spawned_threads(*program, options.max_threads);
  subject.program = std::make_shared<const Program>(*std::move(program));
  subject.default_model = "rc11";
}

void read_litmus(Subject& subject, const SubjectOptions& options) {
  const auto is_for_test = [&](const ConstantOverride& each) { return each.is_for(subject.path); };
  if (std::ranges::any_of(options.constants, is_for_test)) {
    subject.refuse("-D gives values to constants of core programs; a litmus test has none");
    return;
  }
  std::optional<litmus::LitmusTest> test =
      litmus::load_litmus(*subject.source,
                          {.strictness = options.strictness,
                           .unroll = subject.unroll,
                           .assumes_kernel = options.assumes_kernel,
                           .alignment = options.alignment},
                          subject.sink);
  if (!test) return;
  subject.name = test->name;
  subject.default_model = test->dialect->default_model;
  auto& reading = std::get<LitmusReading>(subject.reading);
  reading.test = std::make_shared<const litmus::LitmusTest>(*std::move(test));
  subject.program = {reading.test, &reading.test->program};
}

// True if a line includes a file or there is a function `main`: no other kind has these.
bool looks_like_c(std::string_view text) {
  const auto skip = [&](std::size_t at) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    return at;
  };
  if (litmus::looks_like_litmus(text)) return false;
  for (std::size_t line = 0; line < text.size();) {
    std::size_t at = skip(line);
    if (at < text.size() && text[at] == '#') {
      if (text.substr(skip(at + 1)).starts_with("include")) return true;
    } else if (text.substr(at).starts_with("int")) {
      at = skip(at + 3);
      if (text.substr(at).starts_with("main") && text.substr(skip(at + 4)).starts_with("(")) {
        return true;
      }
    }
    const std::size_t end = text.find('\n', line);
    line = end == std::string_view::npos ? text.size() : end + 1;
  }
  return false;
}

// A text that is not a file must not include files: it may come from anyone.
SubjectOptions for_text(SubjectOptions options) {
  if (options.preprocess.text == c::PreprocessedText::OfFile) {
    options.preprocess.text = c::PreprocessedText::Confined;
  }
  return options;
}

// Indexed by SubjectKind. A text that fits no other kind is a core program.
constexpr std::array Kinds{
    SubjectKindInfo{.kind = SubjectKind::Core,
                    .ending = ".drv",
                    .command = "check",
                    .unroll = 100,
                    .explain_unroll = 16,
                    .fits = fits_any,
                    .read = read_core},
    SubjectKindInfo{.kind = SubjectKind::Litmus,
                    .ending = ".litmus",
                    .command = "litmus",
                    .unroll = 2,
                    .explain_unroll = 2,
                    .fits = litmus::looks_like_litmus,
                    .read = read_litmus},
    SubjectKindInfo{.kind = SubjectKind::C,
                    .ending = ".c",
                    .command = "check",
                    .unroll = 100,
                    .explain_unroll = 16,
                    .fits = looks_like_c,
                    .read = read_c},
};

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

// Returns a hint for a name that is not a file.
std::string hint_on_library(const std::string& path, bool may_be_test) {
  const bool is_name = !kind_of_name(path) && path.find('/') == std::string::npos && !path.empty();
  if (!is_name) return "";
  if (!may_be_test) {
    return litmus::find_library_test(path) == nullptr
               ? ""
               : format("hint: `drover litmus {}` runs the litmus test of that name\n", path);
  }
  std::vector<std::string> names;
  names.reserve(litmus::library_tests().size());
  for (const litmus::LibraryTest& test : litmus::library_tests()) names.emplace_back(test.name);
  const std::string similar = did_you_mean(path, names);
  return similar.empty() ? "hint: `drover litmus --list` lists the tests of the library\n"
                         : format("hint: in the library: {}\n", similar);
}

void take_standard_input(Subject& subject, const SubjectOptions& options) {
  subject.path = StandardInputName;
  std::string text = options.standard_input ? *options.standard_input : read_standard_input();
  if (text.size() > MaxSourceSize) {
    report_too_large(std::nullopt, subject.sink);
    return;
  }
  SourceBuffer source = SourceBuffer::from_text(subject.path, std::move(text));
  if (check_text(source, subject.sink) == TextCheck::IsText) subject.source = std::move(source);
}

void find_source(Subject& subject, const SubjectOptions& options) {
  if (subject.path == StandardInputPath && !is_there(subject.path)) {
    return take_standard_input(subject, options);
  }
  const bool may_be_test = !options.as || *options.as == SubjectKind::Litmus;
  const litmus::LibraryTest* test =
      may_be_test && !is_there(subject.path) ? litmus::find_library_test(subject.path) : nullptr;
  if (test != nullptr) {
    subject.source = SourceBuffer::from_text(subject.path, std::string(test->text));
    return;
  }
  subject.source = read_source(subject.path, subject.sink);
  if (!is_there(subject.path)) subject.notes += hint_on_library(subject.path, may_be_test);
}

// True for names that compilers take for C++ or for headers.
bool has_name_like_c(std::string_view path) {
  constexpr std::array<std::string_view, 7> Endings{".C",   ".cc", ".cpp", ".cxx",
                                                    ".hpp", ".h",  ".c++"};
  return std::ranges::any_of(Endings, [&](std::string_view end) { return path.ends_with(end); });
}

void set_kind(Subject& subject, SubjectKind kind) {
  switch (kind) {
    case SubjectKind::Core: subject.reading = CoreReading{}; break;
    case SubjectKind::Litmus: subject.reading = LitmusReading{}; break;
    case SubjectKind::C: subject.reading = CProgramReading{}; break;
  }
}

void read_from_source(Subject& subject, const SubjectOptions& options) {
  const bool is_c = is_c_name(subject.path) ||
                    (subject.path == StandardInputName && looks_like_c(subject.source->text()));
  const bool may_be_c = !options.as || *options.as == SubjectKind::Core;
  const SubjectKind kind = is_c && may_be_c ? SubjectKind::C
                           : options.as     ? *options.as
                                            : kind_of_text(subject.source->text());
  set_kind(subject, kind);
  const SubjectKindInfo& info = info_of(kind);
  subject.max_threads = options.max_threads;
  subject.unroll = options.unroll.value_or(info.unroll);
  const bool is_misnamed = kind == SubjectKind::Core && has_name_like_c(subject.path);
  if (is_misnamed && looks_like_c(subject.source->text())) {
    subject.refuse("C programs have names that end in .c: give it such a name (C++ is not read)");
    return;
  }
  info.read(subject, options);
}

}  // namespace

const CheckedProgram* Subject::checked() const {
  const auto* core = std::get_if<CoreReading>(&reading);
  return core != nullptr && core->checked ? &*core->checked : nullptr;
}

const CheckedProgram* Subject::desugared() const {
  const auto* core = std::get_if<CoreReading>(&reading);
  return core != nullptr && core->desugared ? &*core->desugared : nullptr;
}

const litmus::LitmusTest* Subject::test() const {
  const auto* litmus = std::get_if<LitmusReading>(&reading);
  return litmus == nullptr ? nullptr : litmus->test.get();
}

const CReading* Subject::c() const {
  const auto* of_c = std::get_if<CProgramReading>(&reading);
  return of_c == nullptr ? nullptr : of_c->program.get();
}

std::string Subject::complaints(Colour colour) const {
  const auto* of_c = std::get_if<CProgramReading>(&reading);
  return (of_c == nullptr ? "" : of_c->said) +
         render(sink, path, source ? &*source : nullptr, colour) + notes;
}

void Subject::refuse(std::string_view why) {
  notes += format("drover: {}: {}\n", path, why);
  program = nullptr;
}

const SubjectKindInfo& info_of(SubjectKind kind) { return Kinds[static_cast<std::size_t>(kind)]; }

bool is_c_name(std::string_view path) { return path.ends_with(".c") || path.ends_with(".i"); }

SubjectKind kind_of_text(std::string_view text) {
  // Searches backwards: the first kind fits every text.
  const auto info = std::find_if(Kinds.rbegin(), Kinds.rend(),
                                 [&](const SubjectKindInfo& each) { return each.fits(text); });
  return info->kind;
}

std::string read_standard_input() {
  std::string text(MaxSourceSize + 1, '\0');
  std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::cin.gcount()));
  return text;
}

std::optional<SubjectKind> kind_of_file(const std::string& path) {
  constexpr std::streamsize Enough = 4096;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  if (is_c_name(path)) return SubjectKind::C;
  std::ifstream file(path, std::ios::binary);
  std::string text(static_cast<std::size_t>(Enough), '\0');
  file.read(text.data(), Enough);
  text.resize(static_cast<std::size_t>(file.gcount()));
  return kind_of_text(text);
}

std::optional<SubjectKind> kind_of_name(std::string_view path) {
  const auto* info = std::ranges::find_if(
      Kinds, [&](const SubjectKindInfo& each) { return path.ends_with(each.ending); });
  return info == Kinds.end() ? std::nullopt : std::optional(info->kind);
}

Subject read_subject(const std::string& path, const SubjectOptions& options) {
  Subject subject;
  subject.sink = DiagnosticSink(options.warnings);
  subject.path = path;
  find_source(subject, options);
  const bool is_file = subject.path != StandardInputName;
  if (subject.source) read_from_source(subject, is_file ? options : for_text(options));
  return subject;
}

Subject read_subject_text(SourceBuffer source, const SubjectOptions& options) {
  Subject subject;
  subject.sink = DiagnosticSink(options.warnings);
  subject.path = source.name();
  subject.source = std::move(source);
  read_from_source(subject, for_text(options));
  return subject;
}

}  // namespace drover::input
