#include "drawing/error_pictures.h"

#include <cstddef>
#include <utility>

#include "drawing/execution_picture.h"
#include "support/format.h"
#include "support/write_file.h"

namespace drover::drawing {

ErrorPictures draw_errors(const ExplorationResult& result, const MemoryModel& model,
                          const std::string& program, const std::string& path,
                          const ErrorCaption& caption) {
  ErrorPictures out;
  for (const ReportedError& error : result.errors) {
    if (error.graph.size() == 0) continue;
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
