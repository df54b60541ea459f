// Returns the diagnostics and the kind of a text while the user types.

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "editing/format.h"
#include "explorer/cat/read_model.h"
#include "explorer/models/model_table.h"
#include "frontend/diagnostic.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/fixes.h"
#include "input/load_model.h"
#include "input/subject.h"
#include "litmus/convert/convert.h"
#include "litmus/dialects/dialect.h"
#include "serve/jobs.h"

namespace drover::serve {

namespace {

std::size_t characters_in(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) {
    const std::size_t length = character_length(text, at);
    at += length == 0 ? 1 : length;
  }
  return count;
}

// Columns count characters, from 1.
Json fix_json(const Fix& fix, const SourceBuffer& source) {
  return Json{{"title", fix_title(fix, source)},
              {"text", fix.replacement},
              {"line", fix.range.line},
              {"column", fix.range.column},
              {"length", characters_in(source.text(fix.range))}};
}

// `length`: underlined characters within the line.
Json diagnostic_json(const Diagnostic& diagnostic, const SourceBuffer& source) {
  const std::string_view marked = source.text(diagnostic.range);
  return Json{{"severity", diagnostic.severity() == Severity::Error ? "error" : "warning"},
              {"name", diagnostic_name(diagnostic.kind)},
              {"message", diagnostic.message()},
              {"hint", diagnostic.hint},
              {"line", diagnostic.range.line},
              {"column", diagnostic.range.column},
              {"length", characters_in(marked.substr(0, marked.find('\n')))},
              {"fixes", Json::list(fixes_of(diagnostic, source),
                                   [&](const Fix& fix) { return fix_json(fix, source); })},
              {"notes", Json::list(diagnostic.notes, [](const DiagnosticNote& note) {
                 return Json{{"line", note.range.line}, {"text", note.text}};
               })}};
}

Json diagnostics_of(const DiagnosticSink& sink, const SourceBuffer& source) {
  return Json::list(sink.sorted(),
                    [&](const Diagnostic& each) { return diagnostic_json(each, source); });
}

// Returns the language; for a litmus test its first word, if known.
std::string language_of(const input::Subject& subject) {
  if (subject.kind() == input::SubjectKind::C) return "C";
  if (!subject.is_litmus()) return "core";
  if (subject.test()) return std::string(subject.test()->dialect->architecture);
  const std::string& text = subject.source->text();
  const std::string word = text.substr(0, text.find_first_of(" \t\r\n"));
  return litmus::find_dialect(word) == nullptr ? "litmus" : word;
}

// Returns the models that do not apply to such a program, each with the reason. An unreadable text
// is classified by its beginning.
Json misfits_of(const input::Subject& subject, const std::string& language) {
  const std::string architecture = subject.is_litmus() ? language : "";
  Json misfits = Json::object();
  const bool is_known = architecture.empty() || litmus::find_dialect(architecture) != nullptr;
  if (!is_known) return misfits;
  for (const ModelTraits& traits : model_table()) {
    // Programs are compiled for machines.
    const bool is_compiled = !subject.is_litmus() && !traits.mapping.empty();
    if (is_compiled || is_about(traits, architecture)) continue;
    misfits[traits.name] = input::misfit_text(traits, architecture);
  }
  return misfits;
}

Json model_diagnostics(const JobRequest& request) {
  const std::string name = request.name.empty() ? "own.cat" : request.name;
  cat::ModelOptions options;
  options.texts[name] = request.text;
  const cat::ModelReading reading = cat::read_model(name, options);
  const auto& own = *reading.files[reading.own_file];
  return Json{
      {"kind", "cat"}, {"language", "cat"}, {"diagnostics", diagnostics_of(own.sink, own.source)}};
}

}  // namespace

JobAnswer diagnostics_job(const JobRequest& request) {
  if (request.string_member("kind") == "cat") return answered(model_diagnostics(request));
  const input::Subject subject = subject_of(request);
  Json observables = Json::array();
  Json threads = Json::array();
  if (subject.program) {
    observables = Json::list(subject.program->observables, &Observable::name);
    threads = Json::list(subject.program->threads, &Thread::name);
  }
  const std::string language = language_of(subject);
  return answered(Json{{"kind", subject.is_litmus()                       ? "litmus"
                                : subject.kind() == input::SubjectKind::C ? "c"
                                                                          : "core"},
                       {"language", language},
                       {"name", subject.name},
                       {"default_model", subject.default_model},
                       {"misfits", misfits_of(subject, language)},
                       {"is_readable", subject.program != nullptr},
                       {"observables", std::move(observables)},
                       {"threads", std::move(threads)},
                       {"notes", subject.notes},
                       {"diagnostics", diagnostics_of(subject.sink, *subject.source)}});
}

JobAnswer format_job(const JobRequest& request) {
  const SourceBuffer source = source_of(request);
  const auto kind = request.string_member("kind") == "cat"
                        ? std::optional(editing::FileKind::Cat)
                        : editing::kind_of(source.name(), source.text());
  if (!kind || input::kind_of_text(source.text()) == input::SubjectKind::C) {
    return refused("C programs are not formatted");
  }
  DiagnosticSink sink;
  auto formatted = editing::format_source(source, *kind, sink);
  if (!formatted) return refused(render(sink, source.name(), &source));
  return {.status = 0, .output = *std::move(formatted), .complaints = ""};
}

// Converts core programs to litmus tests in C, and tests to core programs.
JobAnswer convert_job(const JobRequest& request) {
  input::Subject subject = subject_of(request);
  std::optional<std::string> converted;
  DiagnosticSink sink;
  if (subject.is_litmus() && subject.test()) {
    converted = litmus::to_core(*subject.test(), subject.sink);
  } else if (subject.program) {
    converted = litmus::to_c_litmus(*subject.program, "converted", sink);
  }
  const std::string complaints =
      subject.complaints(Colour::Off) + render(sink, subject.path, &*subject.source);
  if (!converted) return refused(complaints.empty() ? "it cannot be converted" : complaints);
  return {.status = 0, .output = *std::move(converted), .complaints = complaints};
}

}  // namespace drover::serve
