#include "cli/error_picture.h"

#include <filesystem>

#include "drawing/execution_picture.h"
#include "support/format.h"
#include "support/write_file.h"
#include "words/plan_words.h"

namespace drover::cli {

std::string numbered(const std::string& path, std::size_t number) {
  const std::filesystem::path file(path);
  const std::string name =
      format("{}-{}{}", file.stem().string(), number, file.extension().string());
  return (file.parent_path() / name).string();
}

ErrorPictures draw_errors(const ExplorationResult& result, const MemoryModel& model,
                          const std::string& program, const std::string& path) {
  ErrorPictures out;
  std::size_t drawn = 0;
  for (const ReportedError& error : result.errors) {
    if (error.graph.size() == 0) continue;
    drawing::PictureRequest request = drawing::request_of(error, result.names);
    request.captions = {{words::error_text(error), true}};
    request.title = format("{} under {}", program, model.name());
    request.relations = drawing::usual_relations(model);
    const drawing::Picture picture =
        drawing::compose_picture(error.graph, result.names, model, request);
    const std::string target = ++drawn == 1 ? path : numbered(path, drawn);
    out.complaint = drawing::why_too_large(picture);
    if (!out.complaint.empty()) return out;
    const drawing::WrittenPicture written =
        drawing::write_picture(picture, *drawing::format_of_file(path), drawing::Theme::Viewer);
    out.complaint =
        written.complaint.empty() ? write_whole_file(target, written.text) : written.complaint;
    if (!out.complaint.empty()) return out;
    out.note += format("  picture of {}: {}\n", error_kind_name(error.kind), target);
  }
  return out;
}

}  // namespace drover::cli
