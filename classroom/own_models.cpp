#include "classroom/own_models.h"

#include <algorithm>
#include <filesystem>

#include "analysis/audit/audited_model.h"
#include "classroom/pack.h"
#include "classroom/template.h"
#include "explorer/cat/read_model.h"
#include "explorer/models/cat_model.h"
#include "explorer/models/model_registry.h"
#include "frontend/suggestion.h"
#include "input/load_model.h"
#include "support/format.h"

namespace drover::classroom {

namespace {

void complain(const Word& word, std::string text, DiagnosticSink& sink) {
  sink.report(DiagnosticKind::ExerciseValue, word.range, {std::move(text)});
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
      complain(word, format("this file does not give a model: {}: {}", place, each.message()),
               sink);
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
      return complain(word, format("the model `{}` has holes: it says nothing yet", word.text),
                      sink);
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
