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

// Reads the used part of the preprocessed text. The subject's source becomes the text of all its
// files: the files of `known`, or its own and the other files that exist.
std::optional<c::Unit> read_unit(Subject& subject, const std::string& text,
                                 const std::optional<CText>& known,
                                 const c::ReadingOptions& options) {
  c::UsedText used = c::without_unused_declarations(text);
  const SourceBuffer read = SourceBuffer::from_text(subject.path, std::move(used.text));
  if (check_text(read, subject.sink) != TextCheck::IsText) return std::nullopt;
  c::LineMap map = known ? c::LineMap(read, known->files)
                         : c::LineMap(read, subject.path, subject.source->text());
  std::optional<c::Unit> unit = c::parse_unit(read, map, subject.sink, used.left_out, options);
  subject.source = map.take_sources();
  return unit;
}

}  // namespace

void read_c(Subject& subject, const SubjectOptions& options) {
  subject.name = std::filesystem::path(subject.path).filename().string();
  c::PreprocessOptions preprocess = options.preprocess;
  c::ReadingOptions read_as;
  lowering::CLoweringOptions lowered_with;
  for (const ConstantOverride& each : options.constants) {
    constexpr std::string_view Compiler = "--cc=";
    if (each.compiler_argument.starts_with(Compiler)) {
      preprocess.compiler = each.compiler_argument.substr(Compiler.size());
    } else if (each.compiler_argument == "--spurious") {
      lowered_with.fails_spuriously = true;
    } else if (each.compiler_argument == "--no-spurious-wakeups") {
      lowered_with.wakes_spuriously = false;
    } else if (each.compiler_argument.starts_with("--nondet=")) {
      read_as.nondet = range_of(each.compiler_argument);
    } else if (each.compiler_argument.starts_with("--volatile=")) {
      read_as.volatile_access = each.compiler_argument.ends_with("=relaxed")
                                    ? c::VolatileAccess::Relaxed
                                    : c::VolatileAccess::Plain;
    } else if (!each.compiler_argument.empty()) {
      preprocess.arguments.push_back(each.compiler_argument);
    } else {
      preprocess.arguments.push_back(format("-D{}={}", each.name, each.value));
    }
  }
  lowered_with.max_recursion = std::max(lowered_with.max_recursion, options.unroll.value_or(0));
  auto& reading = std::get<CProgramReading>(subject.reading);
  std::string text;
  if (options.c_text) {
    text = options.c_text->preprocessed;
  } else if (subject.path.ends_with(".i")) {
    text = subject.source->text();
  } else {
    std::string said;
    std::optional<std::string> preprocessed =
        c::preprocess(subject.path, *subject.source, preprocess, subject.sink, said);
    reading.said = std::move(said);
    if (!preprocessed) return;
    text = *std::move(preprocessed);
  }
  std::optional<c::Unit> unit = read_unit(subject, text, options.c_text, read_as);
  if (!unit) return;
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
