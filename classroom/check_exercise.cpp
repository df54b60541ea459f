// Reads the programs of an exercise in place: from the file with everything else blanked out, so
// that diagnostics have the file's lines and columns.

#include "classroom/check_exercise.h"

#include <algorithm>
#include <filesystem>

#include "analysis/audit/audit_cache.h"
#include "analysis/orders/model_orders.h"
#include "classroom/pack.h"
#include "classroom/runs.h"
#include "classroom/template.h"
#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_registry.h"
#include "explorer/models/model_table.h"
#include "frontend/suggestion.h"
#include "input/load_model.h"
#include "input/subject.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

// Limit on combinations of choices to try.
constexpr std::uint64_t MaxCombinations = 4096;

void complain(DiagnosticSink& sink, const SourceRange& range, std::string text) {
  sink.report(DiagnosticKind::ExerciseValue, range, {std::move(text)});
}

// Returns a file with all but one range blanked out. Line numbers stay the same.
std::string only(const SourceBuffer& source, const SourceRange& range) {
  std::string text = source.text();
  std::ranges::replace_if(
      text, [](char c) { return c != '\n'; }, ' ');
  return text.replace(range.begin, range.end - range.begin, source.text(), range.begin,
                      range.end - range.begin);
}

// Shows `outcome NAME: CONDITION` of the file in a blanked text, as `exists      (CONDITION);`.
std::string with_condition(std::string text, const SourceBuffer& source, const SourceRange& range) {
  constexpr std::string_view Word = "exists";
  text.replace(source.line_begin(range.line), Word.size(), Word);
  text.replace(range.begin, range.end - range.begin, source.text(range));
  text[range.begin - 1] = '(';
  return text.insert(range.end, ");");
}

void copy_errors(const std::vector<Diagnostic>& from, DiagnosticSink& sink) {
  for (const Diagnostic& each : from) {
    if (each.severity() != Severity::Error) continue;
    Diagnostic& copy = sink.report(each.kind, each.range);
    copy.arguments = each.arguments;
    copy.hint = each.hint;
    copy.notes = each.notes;
  }
}

// Reports the errors of a program. True if it can be read.
bool check_program(const std::string& file, std::string text, input::SubjectKind kind,
                   DiagnosticSink& sink) {
  const input::Subject read =
      input::read_subject_text(SourceBuffer::from_text(file, std::move(text)), {.as = kind});
  copy_errors(read.sink.sorted(), sink);
  return read.program != nullptr;
}

void check_core(const Exercise& exercise, std::size_t index, const SourceBuffer& source,
                DiagnosticSink& sink) {
  const std::string program = only(source, exercise.subjects[index].text_range);
  if (!check_program(source.name(), program, input::SubjectKind::Core, sink)) return;
  for (const Outcome& outcome : exercise.outcomes) {
    if (outcome.subject != index || outcome.range.line == 0) continue;
    check_program(source.name(), with_condition(program, source, outcome.range),
                  input::SubjectKind::Core, sink);
  }
}

void check_model(const SourceBuffer& source, const SourceRange& range, DiagnosticSink& sink) {
  const cat::ModelReading reading = cat::read_model_text(source.name(), only(source, range));
  copy_errors(reading.files[reading.own_file]->sink.sorted(), sink);
}

void need(bool is_there, const char* section, DiagnosticSink& sink) {
  if (!is_there) sink.report(DiagnosticKind::ExerciseMissing, {}, {section});
}

void check_holes(const Exercise& exercise, const SourceBuffer& source, DiagnosticSink& sink) {
  std::vector<std::string> used;
  for (const Subject& subject : exercise.subjects) {
    for (const Piece& piece : pieces_of(subject.text)) {
      if (piece.hole.empty()) continue;
      used.push_back(piece.hole);
      if (exercise.find_hole(piece.hole) != nullptr) continue;
      const std::size_t at = source.text().find(piece.text, subject.text_range.begin);
      complain(sink, source.range(at, at + piece.text.size()),
               format("no section `hole {} …:` says what may be in this hole", piece.hole));
    }
  }
  std::uint64_t combinations = 1;
  for (const Hole& hole : exercise.holes) {
    if (std::ranges::find(used, hole.name) == used.end()) {
      complain(sink, hole.range, format("no program has a hole `[[{}]]`", hole.name));
    }
    if (hole.is_choice()) combinations *= hole.choices.size();
    if (combinations > MaxCombinations && exercise.minimality != Minimality::NotAsked) {
      complain(sink, hole.range,
               format("with this hole there are more than {} combinations of choices, too many "
                      "to try out",
                      MaxCombinations));
      return;
    }
  }
}

// Requires a model to apply to a program, compiled if the model is of a machine.
void check_fit(const Exercise& exercise, std::size_t subject, const std::string& name,
               const SourceRange& range, DiagnosticSink& sink) {
  const Subject& which = exercise.subjects[subject];
  const MemoryModel& model = exercise.model(name);
  const bool fits_any_core = model.usual_mapping().empty() && model.fitted({""}) != nullptr;
  const bool is_core = which.language == Language::Core;
  if (which.language == Language::Cat || has_holes(which.text)) return;
  if (is_core && fits_any_core) return;
  const Runnable runnable = read_runnable(exercise, subject);
  if (!runnable.is_readable()) return;
  const std::string misfit = fitted_to(runnable, model).misfit;
  if (!misfit.empty()) complain(sink, range, format("{}: {}", which.name, misfit));
}

void check_fits(const Exercise& exercise, DiagnosticSink& sink) {
  for (const std::string& model : exercise.models) {
    for (std::size_t i = 0; i < exercise.subjects.size(); ++i) {
      check_fit(exercise, i, model, exercise.models_range, sink);
    }
  }
  for (const Check& check : exercise.checks) {
    check_fit(exercise, check.subject, check.model, check.range, sink);
  }
  for (const std::string& test : exercise.tests) {
    const Outcome* outcome = exercise.find_outcome(test);
    const auto subject = outcome == nullptr ? exercise.find_subject(test)
                                            : std::optional<std::size_t>(outcome->subject);
    if (subject) check_fit(exercise, *subject, exercise.reference, exercise.models_range, sink);
  }
}

// Requires the relations of answers to be relations of the model.
void check_edges(const Exercise& exercise, DiagnosticSink& sink) {
  const std::string& model = exercise.models.front();
  const std::vector<std::string> names = exercise.model(model).relation_names();
  for (const std::string& edge : exercise.edges) {
    if (std::ranges::find(names, edge) != names.end()) continue;
    sink.report(DiagnosticKind::ExerciseValue, exercise.edges_range,
                {format("{} has no relation `{}`", model, edge)})
        .with_hint(did_you_mean(edge, names));
  }
}

// Requires a model whose machine makes promises.
void check_machine(const Exercise& exercise, DiagnosticSink& sink) {
  const std::string& model = exercise.models.front();
  if (exercise.model(model).traits().promises) return;
  complain(sink, exercise.models_range,
           format("{} has no machine with promises: steps are asked of aarch64 and riscv", model));
}

// Requires one core program without holes and one check `MODEL: safe`, for a model whose weaker
// modes are known to allow more.
void check_relaxed(const Exercise& exercise, DiagnosticSink& sink) {
  need(exercise.subjects.size() == 1 && exercise.subjects.front().language == Language::Core,
       "program", sink);
  need(!exercise.checks.empty(), "check", sink);
  if (exercise.checks.empty()) return;
  const Check& check = exercise.checks.front();
  if (exercise.checks.size() > 1 || check.demand != Demand::Safe) {
    complain(sink, exercise.checks.back().range,
             "an exercise of kind `relax` has one check, `MODEL: safe`");
  } else if (!orders::find_model_orders(exercise.model(check.model))) {
    complain(
        sink, check.range,
        format("of {} it is not known that weaker modes allow all that stronger ones do; it is "
               "known of {}",
               check.model, orders::names_of_model_orders()));
  }
  for (const Hole& hole : exercise.holes) {
    complain(sink, hole.range, "an exercise of kind `relax` has no holes: all modes may change");
  }
}

// Requires the parts that the kind of an exercise needs.
void check_kind(const Exercise& exercise, DiagnosticSink& sink) {
  const auto has_language = [&](Language language) {
    return std::ranges::any_of(exercise.subjects,
                               [&](const Subject& each) { return each.language == language; });
  };
  switch (exercise.kind) {
    case Kind::Verdicts:
      need(!exercise.models.empty(), "ask", sink);
      need(!exercise.outcomes.empty() || has_language(Language::Litmus), "outcome", sink);
      break;
    case Kind::Count:
      need(!exercise.models.empty(), "ask", sink);
      need(!exercise.subjects.empty(), "program", sink);
      break;
    case Kind::Cycle:
    case Kind::Steps:
      need(exercise.models.size() == 1, "ask", sink);
      need(exercise.outcomes.size() == 1, "outcome", sink);
      break;
    case Kind::Fill:
      need(!exercise.holes.empty(), "hole", sink);
      need(!exercise.checks.empty(), "check", sink);
      break;
    case Kind::Distinguish: need(exercise.size > 0, "distinguish", sink); break;
    case Kind::Axiom:
      need(!exercise.tests.empty(), "agree", sink);
      need(has_language(Language::Cat), "model", sink);
      need(!exercise.holes.empty(), "hole", sink);
      break;
    case Kind::Tests:
      need(!exercise.models.empty(), "ask", sink);
      need(exercise.count_implementations(true) > 0, "good", sink);
      need(exercise.count_implementations(false) > 0, "bad", sink);
      break;
    case Kind::Relax: check_relaxed(exercise, sink); break;
  }
}

void keep(Exercise& exercise, const Word& word, const cat::ModelReading& reading) {
  const auto& own = *reading.files[reading.own_file];
  auto model = std::make_shared<const CatModel>(
      ModelInfo{
          .name = word.text, .text = reading.whole_text(), .auditor = audit::audited_properties},
      reading.code);
  exercise.own_models.push_back({word.text, own.source.text(), std::move(model)});
}

// Reports errors in a file with their place in it.
void take_file(Exercise& exercise, const Word& word, const cat::ModelReading& reading,
               DiagnosticSink& sink) {
  if (reading.code) return keep(exercise, word, reading);
  for (const auto& file : reading.files) {
    for (const Diagnostic& each : file->sink.sorted()) {
      if (each.severity() != Severity::Error) continue;
      const std::string place = each.range.line == 0 ? file->source.name()
                                                     : format("{}:{}:{}", file->source.name(),
                                                              each.range.line, each.range.column);
      complain(sink, word.range,
               format("this file does not give a model: {}: {}", place, each.message()));
    }
  }
}

// Reads a built-in file of the pack, or a file beside the exercise.
cat::ModelReading read_file(const Exercise& exercise, const std::string& name) {
  if (exercise.origin == Origin::Embedded) {
    const auto texts = embedded_models();
    const auto found = std::ranges::find_if(
        texts, [&](const EmbeddedModel& each) { return format("{}.cat", each.name) == name; });
    if (found != texts.end()) return cat::read_model_text(name, std::string(found->text));
  }
  const std::filesystem::path folder = std::filesystem::path(exercise.file).parent_path();
  return cat::read_model((folder / name).string());
}

}  // namespace

void check_exercise(const Exercise& exercise, const SourceBuffer& source, DiagnosticSink& sink) {
  check_kind(exercise, sink);
  check_holes(exercise, source, sink);
  for (std::size_t i = 0; i < exercise.subjects.size(); ++i) {
    const Subject& subject = exercise.subjects[i];
    if (subject.text_range.line == 0 || has_holes(subject.text)) continue;
    switch (subject.language) {
      case Language::Core: check_core(exercise, i, source, sink); break;
      case Language::Litmus:
        check_program(source.name(), only(source, subject.text_range), input::SubjectKind::Litmus,
                      sink);
        break;
      case Language::Cat: check_model(source, subject.text_range, sink); break;
    }
  }
  for (const Implementation& each : exercise.implementations) {
    // It has no threads: an empty thread makes it a program.
    check_program(source.name(),
                  only(source, each.text_range) + "\nthread exercise_thread { r := 0; }\n",
                  input::SubjectKind::Core, sink);
  }
  if (!sink.has_errors()) check_fits(exercise, sink);
  if (exercise.kind == Kind::Cycle && !sink.has_errors()) check_edges(exercise, sink);
  if (exercise.kind == Kind::Steps && !sink.has_errors()) check_machine(exercise, sink);
}

void add_model(Exercise& exercise, const Word& word, DiagnosticSink& sink) {
  if (find_model(word.text) != nullptr) return;
  if (std::ranges::find(exercise.own_models, word.text, &OwnModel::name) !=
      exercise.own_models.end()) {
    return;
  }
  const auto subject = exercise.find_subject(word.text);
  if (subject && exercise.subjects[*subject].language == Language::Cat) {
    const std::string& text = exercise.subjects[*subject].text;
    if (has_holes(text)) {
      return complain(sink, word.range,
                      format("the model `{}` has holes: it says nothing yet", word.text));
    }
    // check_exercise reports errors at their place.
    const cat::ModelReading reading = cat::read_model_text(word.text + ".cat", text);
    if (reading.code) keep(exercise, word, reading);
    return;
  }
  if (input::is_model_file(word.text)) {
    return take_file(exercise, word, read_file(exercise, word.text), sink);
  }
  std::vector<std::string> known;
  for (const ModelTraits& each : model_table()) known.emplace_back(each.name);
  for (const Subject& each : exercise.subjects) {
    if (each.language == Language::Cat) known.push_back(each.name);
  }
  const std::string similar = did_you_mean(word.text, known);
  sink.report(DiagnosticKind::ExerciseValue, word.range,
              {format("there is no model `{}`", word.text)})
      .with_hint(similar.empty() ? format("there are {}, and files `NAME.cat`", quoted_list(known))
                                 : similar);
}

}  // namespace drover::classroom
