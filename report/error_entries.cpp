#include "report/error_entries.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "drawing/execution_picture.h"
#include "words/fact_words.h"

namespace drover::report {

namespace {

// The first errors, drawn regardless of the size limit.
constexpr std::size_t MaxSurelyDrawn = 50;

ErrorEntry describe_error(const ReportedError& error) {
  ErrorEntry entry;
  entry.kind = error_kind_name(error.kind);
  entry.message = words::error_text(error);
  const auto add = [&](const ErrorPlace& place) {
    if (place.source.line == 0) return;
    entry.places.push_back(
        {place.source.line, place.source.column, place.thread, words::fact_text(place.fact)});
  };
  add(error.place);
  for (const ErrorPlace& other : error.others) add(other);
  return entry;
}

// Draws the execution of an error, with the relations of all models that have the error.
Drawing draw_error(const ReportedError& error, const ModelRun& run,
                   const std::vector<std::size_t>& places, const std::vector<ModelRun>& runs,
                   DrawingRoom& room, Need need) {
  if (error.graph.size() == 0) return {.note = "No execution shows it."};
  drawing::PictureRequest request = drawing::request_of(error, "", run.result.names);
  request.captions.clear();  // the page has the text
  std::vector<PlacedModel> models;
  models.reserve(places.size());
  for (const std::size_t place : places) models.push_back({place, runs[place].model});
  return room.draw(error.graph, run.result.names, models, request, need);
}

}  // namespace

std::vector<ErrorEntry> describe_errors(const std::vector<ModelRun>& runs, DrawingRoom& room) {
  using Key = std::tuple<ErrorKind, std::uint32_t, std::uint32_t, std::string>;
  std::vector<ErrorEntry> entries;
  std::map<Key, std::size_t> known;
  std::vector<std::pair<const ReportedError*, const ModelRun*>> shown;  // by entry
  for (const bool is_condition : {false, true}) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      for (const ReportedError& error : runs[i].result.errors) {
        if ((error.kind == ErrorKind::Condition) != is_condition) continue;
        const SourceRange& at = error.place.source;
        if (entries.size() == MaxErrorEntries) continue;
        const auto [place, is_new] = known.try_emplace(
            Key{error.kind, at.line, at.column, words::error_text(error)}, entries.size());
        if (is_new) {
          entries.push_back(describe_error(error));
          shown.emplace_back(&error, &runs[i]);
        }
        std::vector<std::size_t>& models = entries[place->second].models;
        if (models.empty() || models.back() != i) models.push_back(i);
      }
    }
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i].drawing =
        draw_error(*shown[i].first, *shown[i].second, entries[i].models, runs, room,
                   i < MaxSurelyDrawn ? Need::Always : Need::WhereThereIsRoom);
  }
  return entries;
}

}  // namespace drover::report
