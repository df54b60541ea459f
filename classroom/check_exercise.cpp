// Reads the programs of an exercise in place: from the file with everything else blanked out, so
// that diagnostics have the file's lines and columns.

#include "classroom/check_exercise.h"

#include <algorithm>
#include <filesystem>

#include "analysis/audit/audited_model.h"
#include "analysis/orders/model_orders.h"
#include "classroom/pack.h"
#include "classroom/template.h"
#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_registry.h"
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

// The file with all but some ranges blanked out. Line numbers stay the same.
class BlankedFile {
 public:
  explicit BlankedFile(const SourceBuffer& source) : source_(source), text_(source.text()) {
    std::ranges::replace_if(
        text_, [](char c) { return c != '\n'; }, ' ');
  }

  void show(const SourceRange& range) {
    const std::size_t size = range.end - range.begin;
    text_.replace(range.begin, size, source_.text(), range.begin, size);
  }
  // Shows `outcome NAME: CONDITION` as `exists      (CONDITION);`.
  void show_as_condition(const SourceRange& range) {
    constexpr std::string_view Word = "exists";
    const std::size_t line = source_.line_begin(range.line);
    std::ranges::copy(Word, text_.begin() + static_cast<std::ptrdiff_t>(line));
    show(range);
    text_[range.begin - 1] = '(';
    text_.resize(std::max<std::size_t>(text_.size(), range.end));
    text_.insert(range.end, ");");
  }

  [[nodiscard]] SourceBuffer buffer() const {
    return SourceBuffer::from_text(source_.name(), text_);
  }

 private:
  const SourceBuffer& source_;
  std::string text_;
};

void copy_errors(const std::vector<Diagnostic>& from, DiagnosticSink& sink) {
  for (const Diagnostic& each : from) {
    if (each.severity() != Severity::Error) continue;
    Diagnostic& copy = sink.report(each.kind, each.range);
    copy.arguments = each.arguments;
    copy.hint = each.hint;
    copy.notes = each.notes;
  }
}

void check_core(const Exercise& exercise, std::size_t index, const SourceBuffer& source,
                DiagnosticSink& sink) {
  const Subject& subject = exercise.subjects[index];
  BlankedFile blanked(source);
  blanked.show(subject.text_range);
  const input::SubjectOptions options{.as = input::SubjectKind::Core};
  const input::Subject read = input::read_subject_text(blanked.buffer(), options);
  copy_errors(read.sink.sorted(), sink);
  if (!read.program) return;
  for (const Outcome& outcome : exercise.outcomes) {
    if (outcome.subject != index || outcome.range.line == 0) continue;
    BlankedFile with_outcome(source);
    with_outcome.show(subject.text_range);
    with_outcome.show_as_condition(outcome.range);
    copy_errors(input::read_subject_text(with_outcome.buffer(), options).sink.sorted(), sink);
  }
}

void check_litmus(const Subject& subject, const SourceBuffer& source, DiagnosticSink& sink) {
  BlankedFile blanked(source);
  blanked.show(subject.text_range);
  const input::Subject read =
      input::read_subject_text(blanked.buffer(), {.as = input::SubjectKind::Litmus});
  copy_errors(read.sink.sorted(), sink);
}

void check_model(const Subject& subject, const SourceBuffer& source, DiagnosticSink& sink) {
  BlankedFile blanked(source);
  blanked.show(subject.text_range);
  const cat::ModelReading reading = cat::read_model_text(source.name(), blanked.buffer().text());
  copy_errors(reading.files[reading.own_file]->sink.sorted(), sink);
}

// An implementation has no threads: an empty thread makes it a program.
void check_implementation(const Implementation& implementation, const SourceBuffer& source,
                          DiagnosticSink& sink) {
  BlankedFile blanked(source);
  blanked.show(implementation.text_range);
  const SourceBuffer program = SourceBuffer::from_text(
      source.name(), blanked.buffer().text() + "\nthread exercise_thread { r := 0; }\n");
  copy_errors(input::read_subject_text(program, {.as = input::SubjectKind::Core}).sink.sorted(),
              sink);
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

// Requires one core program without holes and one check `MODEL: safe`, for a model whose weaker
// modes are known to allow more.
void check_relaxed(const Exercise& exercise, DiagnosticSink& sink) {
  const auto need = [&](bool is_there, const char* section) {
    if (!is_there) sink.report(DiagnosticKind::ExerciseMissing, {}, {section});
  };
  need(exercise.subjects.size() == 1 && exercise.subjects.front().language == Language::Core,
       "program");
  need(!exercise.checks.empty(), "check");
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
  const auto need = [&](bool is_there, const char* section) {
    if (!is_there) sink.report(DiagnosticKind::ExerciseMissing, {}, {section});
  };
  const auto has_language = [&](Language language) {
    return std::ranges::any_of(exercise.subjects,
                               [&](const Subject& each) { return each.language == language; });
  };
  switch (exercise.kind) {
    case Kind::Verdicts:
      need(!exercise.models.empty(), "ask");
      need(!exercise.outcomes.empty() || has_language(Language::Litmus), "outcome");
      break;
    case Kind::Count:
      need(!exercise.models.empty(), "ask");
      need(!exercise.subjects.empty(), "program");
      break;
    case Kind::Cycle:
      need(exercise.models.size() == 1, "ask");
      need(exercise.outcomes.size() == 1, "outcome");
      break;
    case Kind::Fill:
      need(!exercise.holes.empty(), "hole");
      need(!exercise.checks.empty(), "check");
      break;
    case Kind::Distinguish: need(exercise.size > 0, "distinguish"); break;
    case Kind::Axiom:
      need(!exercise.tests.empty(), "agree");
      need(has_language(Language::Cat), "model");
      need(!exercise.holes.empty(), "hole");
      break;
    case Kind::Tests:
      need(!exercise.models.empty(), "ask");
      need(exercise.count_implementations(true) > 0, "good");
      need(exercise.count_implementations(false) > 0, "bad");
      break;
    case Kind::Relax: check_relaxed(exercise, sink); break;
  }
}

void keep(Exercise& exercise, const Word& word, const cat::ModelReading& reading) {
  const auto& own = *reading.files[reading.own_file];
  auto model = std::make_shared<const CatModel>(
      CatModelInfo{
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
      case Language::Litmus: check_litmus(subject, source, sink); break;
      case Language::Cat: check_model(subject, source, sink); break;
    }
  }
  for (const Implementation& each : exercise.implementations) {
    check_implementation(each, source, sink);
  }
  if (exercise.kind == Kind::Cycle && !sink.has_errors()) check_edges(exercise, sink);
}

void add_model(Exercise& exercise, const Word& word, DiagnosticSink& sink) {
  const auto builtin = model_names();
  if (std::ranges::find(builtin, word.text) != builtin.end()) return;
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
  std::vector<std::string> known(builtin.begin(), builtin.end());
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
