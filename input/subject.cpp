// What a file is: the one place where that is decided.
//
// A new kind of file is a value of SubjectKind, a row of Kinds, and the two functions that the row
// names.

#include "input/subject.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>
#include <utility>

#include "frontend/c/line_map.h"
#include "frontend/c/parse.h"
#include "frontend/c/preprocess.h"
#include "frontend/desugar.h"
#include "frontend/read_program.h"
#include "frontend/suggestion.h"
#include "litmus/library.h"
#include "litmus/sections.h"
#include "semantics/lower/c/lower_c.h"
#include "semantics/lower/lower_ast.h"
#include "semantics/passes/spawned_threads.h"
#include "support/format.h"

namespace drover::input {

namespace {

bool fits_any(std::string_view) { return true; }

void read_core(Subject& subject, const SubjectOptions& options) {
  subject.name = std::filesystem::path(subject.path).filename().string();
  for (const ConstantOverride& each : options.constants) {
    if (each.compiler_argument.empty()) continue;
    subject.refuse(
        format("{} is for C programs, with names that end in .c: the constants of this "
               "one have numbers as values",
               each.compiler_argument));
    return;
  }
  subject.checked = read_program(*subject.source, options.constants, subject.sink);
  if (!subject.checked) return;
  subject.desugared = desugar(*subject.checked);
  std::optional<Program> program =
      lowering::lower(*subject.desugared, *subject.source, subject.sink);
  if (!program) return;
  program->file = subject.path;
  passes::add_spawned_threads(*program, options.max_threads);
  subject.program = std::make_shared<const Program>(*std::move(program));
  subject.default_model = "rc11";
}

void read_litmus(Subject& subject, const SubjectOptions& options) {
  if (!options.constants.empty()) {
    subject.refuse("-D gives values to constants of core programs; a litmus test has none");
    return;
  }
  std::optional<litmus::LitmusTest> test = litmus::load_litmus(
      *subject.source, {.strictness = options.strictness, .unroll = subject.unroll}, subject.sink);
  if (!test) return;
  subject.name = test->name;
  subject.default_model = test->dialect->default_model;
  subject.test = std::make_shared<const litmus::LitmusTest>(*std::move(test));
  subject.program = {subject.test, &subject.test->program};
}

// Nobody can tell it from a core program by its beginning: C is what is called so.
bool fits_none(std::string_view) { return false; }

void read_c(Subject& subject, const SubjectOptions& options) {
  subject.name = std::filesystem::path(subject.path).filename().string();
  c::PreprocessOptions preprocess = options.preprocess;
  lowering::CLoweringOptions lowered_with;
  for (const ConstantOverride& each : options.constants) {
    constexpr std::string_view Compiler = "--cc=";
    if (each.compiler_argument.starts_with(Compiler)) {
      preprocess.compiler = each.compiler_argument.substr(Compiler.size());
    } else if (each.compiler_argument == "--spurious") {
      lowered_with.fails_spuriously = true;
    } else if (!each.compiler_argument.empty()) {
      preprocess.arguments.push_back(each.compiler_argument);
    } else {
      preprocess.arguments.push_back(format("-D{}={}", each.name, each.value));
    }
  }
  std::string text;
  if (subject.path.ends_with(".i")) {
    text = subject.source->text();
  } else {
    std::string said;
    std::optional<std::string> preprocessed =
        c::preprocess(subject.path, *subject.source, preprocess, subject.sink, said);
    subject.said = std::move(said);
    if (!preprocessed) return;
    text = *std::move(preprocessed);
  }
  const SourceBuffer read =
      SourceBuffer::from_text(subject.path, c::without_attributes(std::move(text)));
  if (check_text(read, subject.sink) != TextCheck::IsText) return;
  c::LineMap map(read, subject.path, subject.source->text());
  const std::optional<c::Unit> unit = c::parse_unit(read, map, subject.sink);
  subject.source = map.take_sources();
  if (!unit) return;
  std::optional<Program> program =
      lowering::lower_c(*unit, *subject.source, subject.sink, lowered_with);
  if (!program) return;
  program->file = subject.path;
  passes::add_spawned_threads(*program, options.max_threads);
  subject.program = std::make_shared<const Program>(*std::move(program));
  subject.default_model = "rc20";
}

// By value of SubjectKind. What fits none of the others is a core program.
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
                    .fits = fits_none,
                    .read = read_c},
};

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

std::string hint_on_library(const std::string& path) {
  std::vector<std::string> names;
  names.reserve(litmus::library_tests().size());
  for (const litmus::LibraryTest& test : litmus::library_tests()) names.emplace_back(test.name);
  const std::string similar = did_you_mean(path, names);
  return similar.empty() ? "" : format("hint: in the library: {}\n", similar);
}

void take_standard_input(Subject& subject, const SubjectOptions& options) {
  subject.path = StandardInputName;
  std::string text = options.standard_input ? *options.standard_input : read_standard_input();
  if (text.size() > MaxSourceSize) {
    subject.sink.report(
        DiagnosticKind::FileTooLarge, {},
        {subject.path, format("more than {}", MaxSourceSize), format("{}", MaxSourceSize)});
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
  if (!subject.source && may_be_test) subject.notes += hint_on_library(subject.path);
}

bool is_c_name(std::string_view path) { return path.ends_with(".c") || path.ends_with(".i"); }

void read_from_source(Subject& subject, const SubjectOptions& options) {
  const bool is_c = is_c_name(subject.path);
  const bool may_be_c = !options.as || *options.as == SubjectKind::Core;
  subject.kind = is_c && may_be_c ? SubjectKind::C
                 : options.as     ? *options.as
                                  : kind_of_text(subject.source->text());
  const SubjectKindInfo& info = info_of(subject.kind);
  subject.max_threads = options.max_threads;
  subject.unroll = options.unroll.value_or(info.unroll);
  info.read(subject, options);
}

}  // namespace

std::string Subject::complaints(Colour colour) const {
  return said + render(sink, path, source ? &*source : nullptr, colour) + notes;
}

void Subject::refuse(std::string_view why) {
  notes += format("drover: {}: {}\n", path, why);
  program = nullptr;
}

const SubjectKindInfo& info_of(SubjectKind kind) { return Kinds[static_cast<std::size_t>(kind)]; }

SubjectKind kind_of_text(std::string_view text) {
  // From the back: the first one fits everything.
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
  if (subject.source) read_from_source(subject, options);
  return subject;
}

Subject read_subject_text(SourceBuffer source, const SubjectOptions& options) {
  Subject subject;
  subject.sink = DiagnosticSink(options.warnings);
  subject.path = source.name();
  subject.source = std::move(source);
  read_from_source(subject, options);
  return subject;
}

}  // namespace drover::input
