#include "editing/analysis.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <variant>

#include "explorer/models/model_table.h"
#include "input/subject.h"
#include "litmus/dialects/kernel/primitives.h"
#include "litmus/dialects/sections.h"
#include "support/format.h"

namespace drover::editing {

namespace {

void take_diagnostics(const DiagnosticSink& sink, Analysis& analysis) {
  analysis.diagnostics = sink.sorted();
  analysis.has_dropped = sink.has_dropped();
}

void analyse_program(Analysis& analysis) {
  const bool is_litmus = analysis.kind == FileKind::Litmus;
  input::SubjectOptions options;
  options.as = is_litmus ? input::SubjectKind::Litmus : input::SubjectKind::Core;
  const input::Subject subject = input::read_subject_text(analysis.source, options);
  take_diagnostics(subject.sink, analysis);
  if (subject.program) analysis.default_model = subject.default_model;
  analysis.can_run = subject.program != nullptr;
  if (subject.checked()) {
    for (const ast::Item& item : subject.checked()->ast.items) {
      if (std::holds_alternative<ast::ConditionItem>(item.node)) {
        analysis.conditions.push_back(item.range);
      }
    }
  }
  analysis.symbols =
      is_litmus ? litmus_symbols(analysis.source) : core_symbols(analysis.source.text());
}

void find_architecture(Analysis& analysis) {
  const auto sections = litmus::split_sections(analysis.source);
  if (!sections) return;
  analysis.architecture = sections->architecture;
  const bool is_kernel = analysis.architecture == "C" &&
                         litmus::kernel::find_word(analysis.source, sections->program).has_value();
  if (is_kernel) analysis.architecture = "LKMM";
}

// Reports errors of an included file at its include.
void report_includes(const cat::ModelReading& reading, Analysis& analysis) {
  const auto& own = *reading.files[reading.own_file];
  if (!own.ast) return;
  for (const cat::Instruction& each : own.ast->instructions) {
    const auto* include = std::get_if<cat::Include>(&each.body);
    if (include == nullptr) continue;
    const auto found = reading.includes.find({reading.own_file, include->file.text});
    if (found == reading.includes.end()) continue;
    const DiagnosticSink& sink = reading.files[found->second]->sink;
    if (!sink.has_errors()) continue;
    const Diagnostic first = sink.sorted().front();
    Diagnostic told;
    told.kind = DiagnosticKind::IncludedFile;
    told.range = include->file.range;
    const std::string where =
        first.range.line == 0 ? "" : format("line {}: ", first.range.line);  // 0: the whole file
    told.arguments = {include->file.text, where + first.message()};
    analysis.diagnostics.push_back(std::move(told));
  }
}

void analyse_model(const std::string& path, Analysis& analysis) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  auto reading =
      std::make_shared<const cat::ModelReading>(cat::read_model_source(analysis.source, folder));
  take_diagnostics(reading->files[reading->own_file]->sink, analysis);
  report_includes(*reading, analysis);
  analysis.symbols = cat_symbols(*reading);
  analysis.model = std::move(reading);
}

// True for a C program with threads or atomics, and a `main`: other C files are not for Drover.
bool is_concurrent(std::string_view text) {
  constexpr std::array<std::string_view, 4> Headers{"<stdatomic.h>", "<threads.h>", "<pthread.h>",
                                                    "<genmc.h>"};
  return text.find("main") != std::string_view::npos &&
         std::ranges::any_of(Headers, [&](std::string_view header) {
           return text.find(header) != std::string_view::npos;
         });
}

}  // namespace

Analysis analyse(const std::string& path, std::string text, FileKind kind) {
  Analysis analysis;
  analysis.kind = kind;
  analysis.source = SourceBuffer::from_text(path, std::move(text));
  if (analysis.source.text().size() > MaxSourceSize) {
    DiagnosticSink sink;
    report_too_large(analysis.source.text().size(), sink);
    take_diagnostics(sink, analysis);
    return analysis;
  }
  if (kind == FileKind::C) {
    analysis.architecture = "C";
    analysis.can_run = is_concurrent(analysis.source.text());
    return analysis;
  }
  if (kind == FileKind::Litmus) find_architecture(analysis);
  if (kind == FileKind::Cat) {
    analyse_model(path, analysis);
  } else {
    analyse_program(analysis);
  }
  return analysis;
}

bool has_orders(std::string_view model) {
  return std::ranges::any_of(model_table(), [&](const ModelTraits& traits) {
    return traits.name == model && traits.modes && traits.modes->tells_apart != TellsApart::NoModes;
  });
}

}  // namespace drover::editing
