#include "drawing/error_pictures.h"

#include <algorithm>
#include <utility>

#include "drawing/execution_picture.h"
#include "explorer/findings/error_places.h"
#include "support/format.h"
#include "support/write_file.h"

namespace drover::drawing {

DrawnErrors errors_to_draw(std::span<const ReportedError> errors, ErrorChoice choice) {
  DrawnErrors out;
  for (const ErrorsOfPlace& place : errors_by_place(errors)) {
    std::vector<std::size_t> all = place.others;
    all.insert(all.begin(), place.first);
    std::erase_if(all, [&](std::size_t i) { return errors[i].graph.size() == 0; });
    const bool is_one = choice == ErrorChoice::OnePerPlace && !all.empty();
    const auto drawn_end = is_one ? all.begin() + 1 : all.end();
    out.drawn.insert(out.drawn.end(), all.begin(), drawn_end);
    out.left_out.insert(out.left_out.end(), drawn_end, all.end());
  }
  std::ranges::sort(out.drawn);
  std::ranges::sort(out.left_out);
  return out;
}

ErrorPictures draw_errors(const ExplorationResult& result, const MemoryModel& model,
                          const std::string& program, const std::string& path, ErrorChoice choice,
                          const ErrorCaption& caption) {
  ErrorPictures out;
  for (const std::size_t index : errors_to_draw(result.errors, choice).drawn) {
    const ReportedError& error = result.errors[index];
    PictureRequest request = request_of(error, caption(error), result.names);
    request.title = format("{} under {}", program, model.name());
    request.relations = usual_relations(model);
    const WrittenPicture drawn = draw_execution(error.graph, result.names, model, request,
                                                *format_of_file(path), Theme::Viewer);
    const std::size_t number = out.written.size() + 1;
    std::string target = number == 1 ? path : numbered(path, number);
    out.complaint =
        drawn.complaint.empty() ? write_whole_file(target, drawn.text) : drawn.complaint;
    if (!out.complaint.empty()) return out;
    out.written.push_back({error.kind, std::move(target)});
  }
  return out;
}

}  // namespace drover::drawing
