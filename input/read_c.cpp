#include "input/read_c.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "frontend/c/line_map.h"
#include "frontend/c/parse.h"
#include "frontend/c/preprocess.h"
#include "frontend/c/unused_declarations.h"
#include "input/c_objects.h"
#include "semantics/lower/c/lower_c.h"
#include "semantics/passes/spawned_threads.h"
#include "support/format.h"

namespace drover::input {

namespace {

// Reads `--nondet=LOW..HIGH`, which the command line has checked.
c::ChoiceRange range_of(std::string_view argument) {
  argument.remove_prefix(argument.find('=') + 1);
  const std::size_t dots = argument.find("..");
  const auto number = [](std::string_view text) {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
  };
  return {.low = number(argument.substr(0, dots)), .high = number(argument.substr(dots + 2))};
}

// Reads the used part of the preprocessed text of `files`. The subject's source becomes the text of
// all its files: those of `known`, or these and the other files that exist.
std::optional<c::Unit> read_unit(Subject& subject, const std::string& text,
                                 const std::vector<SourcePart>& files,
                                 const std::optional<CText>& known,
                                 const c::ReadingOptions& options) {
  using Others = c::LineMap::Others;
  c::UsedText used = c::without_unused_declarations(text);
  const SourceBuffer read = SourceBuffer::from_text(subject.path, std::move(used.text));
  if (check_text(read, subject.sink) != TextCheck::IsText) return std::nullopt;
  c::LineMap map(read, known ? known->files : files, known ? Others::AreEmpty : Others::AreRead);
  std::optional<c::Unit> unit = c::parse_unit(read, map, subject.sink, used.left_out, options);
  subject.source = map.take_sources();
  return unit;
}

constexpr std::string_view Compiler = "--cc=";
constexpr std::string_view Note = "--note=";

lowering::CLoweringOptions lowering_options(const SubjectOptions& options) {
  lowering::CLoweringOptions out;
  for (const ConstantOverride& each : options.constants) {
    out.fails_spuriously |= each.compiler_argument == "--spurious";
    if (each.compiler_argument == "--no-spurious-wakeups") out.wakes_spuriously = false;
  }
  out.max_recursion = std::max(out.max_recursion, options.unroll.value_or(0));
  return out;
}

c::ReadingOptions reading_options(const SubjectOptions& options) {
  constexpr std::string_view Nondet = "--nondet=";
  constexpr std::string_view Volatile = "--volatile=";
  c::ReadingOptions out;
  for (const ConstantOverride& each : options.constants) {
    const std::string_view argument = each.compiler_argument;
    if (argument.starts_with(Nondet)) out.nondet = range_of(argument);
    if (!argument.starts_with(Volatile)) continue;
    out.volatile_access =
        argument.ends_with("=relaxed") ? c::VolatileAccess::Relaxed : c::VolatileAccess::Plain;
  }
  return out;
}

// Returns the text that is given for a file, or else the file.
std::optional<SourceBuffer> source_of(const std::string& path, const SubjectOptions& options,
                                      DiagnosticSink& sink) {
  const std::vector<SourcePart>& given = options.preprocess.files;
  const auto found = std::ranges::find(given, path, &SourcePart::name);
  return found == given.end() ? read_source(path, sink)
                              : SourceBuffer::from_text(path, found->text);
}

std::string preprocessed(const std::string& path, const SourceBuffer& source,
                         const SubjectOptions& options, DiagnosticSink& sink, std::string& said) {
  std::string of_compiler;
  const c::PreprocessOptions given = preprocess_options(options, path);
  const std::optional<std::string> text =
      path.ends_with(".i") ? c::preprocess_again(path, source, given, sink, of_compiler)
                           : c::preprocess(path, source, given, sink, of_compiler);
  said += of_compiler;
  return text.value_or("");
}

}  // namespace

c::PreprocessOptions preprocess_options(const SubjectOptions& options, std::string_view path) {
  c::PreprocessOptions out = options.preprocess;
  for (const ConstantOverride& each : options.constants) {
    const std::string_view argument = each.compiler_argument;
    if (!each.is_for(path)) continue;
    if (argument.starts_with(Compiler)) {
      out.compiler = argument.substr(Compiler.size());
    } else if (argument.empty()) {
      out.arguments.push_back(each.text.empty() ? format("-D{}={}", each.name, each.value)
                                                : format("-D{}={}", each.name, each.text));
    } else if (!argument.starts_with("--")) {
      out.arguments.emplace_back(argument);
    }
  }
  return out;
}

void read_c(Subject& subject, const SubjectOptions& options) {
  subject.name = std::filesystem::path(subject.path).filename().string();
  lowering::CLoweringOptions lowered_with = lowering_options(options);
  auto& reading = std::get<CProgramReading>(subject.reading);
  std::vector<SourcePart> files{{subject.path, subject.source->text()}};
  std::string text;
  if (options.c_text) {
    text = options.c_text->preprocessed;
  } else {
    text = preprocessed(subject.path, *subject.source, options, subject.sink, reading.said);
    for (const ConstantOverride& each : options.constants) {
      const std::string_view argument = each.compiler_argument;
      if (each.file != subject.path || subject.sink.has_errors()) continue;
      if (argument.starts_with(Note)) reading.said += format("{}\n", argument.substr(Note.size()));
      if (!argument.starts_with(FurtherFile)) continue;
      const std::string path(argument.substr(FurtherFile.size()));
      const std::optional<SourceBuffer> source = source_of(path, options, subject.sink);
      if (!source) return;
      c::add_unit_text(text, path,
                       preprocessed(path, *source, options, subject.sink, reading.said));
      files.push_back({path, source->text()});
    }
    if (subject.sink.has_errors()) return;
  }
  std::optional<c::Unit> unit =
      read_unit(subject, text, files, options.c_text, reading_options(options));
  if (!unit) return;
  const CObjects declared = read_c_objects(files);
  reading.said += declared.complaints;
  if (!declared.complaints.empty()) {
    subject.sink.report(DiagnosticKind::CError, {},
                        {"a comment that begins with `drover:` does not declare objects"});
    return;
  }
  lowered_with.objects = declared.objects;
  lowered_with.sequential = declared.sequential;
  std::optional<Program> program =
      lowering::lower_c(*unit, *subject.source, subject.sink, lowered_with);
  if (!program) return;
  program->file = subject.path;
  passes::add_spawned_threads(*program, options.max_threads);
  subject.program = std::make_shared<const Program>(*std::move(program));
  reading.program = std::make_shared<const CReading>(
      CReading{*std::move(unit), lowered_with, std::move(text), options});
  subject.default_model = "rc11";
}

Subject read_again(const Subject& subject, const std::vector<SourcePart>& files) {
  SubjectOptions options = subject.c()->read_with;
  options.preprocess.files = files;
  const auto own = std::ranges::find(files, subject.path, &SourcePart::name);
  const std::string text = own == files.end() ? subject.source->files().front().text : own->text;
  Subject again;
  again.reading = CProgramReading{};
  again.path = subject.path;
  again.unroll = subject.unroll;
  again.max_threads = subject.max_threads;
  again.sink = DiagnosticSink(options.warnings);
  again.source = SourceBuffer::from_text(subject.path, text);
  read_c(again, options);
  return again;
}

}  // namespace drover::input
