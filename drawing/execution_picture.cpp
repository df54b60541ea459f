#include "drawing/execution_picture.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "drawing/dot_writer.h"
#include "drawing/png.h"
#include "drawing/text_writer.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::drawing {

namespace {

// Where a thread went wrong and has no event for it: a failed assertion, a wait without end.
void note_place(const ReportedError& error, const ErrorPlace& place, const GraphNames& names,
                PictureRequest& request) {
  const bool is_event = std::ranges::any_of(error.remarks, [&](const EventRemark& remark) {
    return error.graph.event(remark.event).label.source == place.source;
  });
  const auto thread = std::ranges::find(names.threads, place.thread);
  if (is_event || place.thread.empty() || thread == names.threads.end()) return;
  const std::string_view what = error.kind == ErrorKind::Deadlock ? "waits for ever" : "fails";
  ThreadEnding& ending = request.endings[static_cast<std::size_t>(thread - names.threads.begin())];
  ending.text = format("{}: line {}", what, place.source.line);
  ending.is_alarming = true;
}

std::string why_too_large(const Picture& picture) {
  if (picture.nodes.size() <= MaxPictureNodes) return "";
  return format(
      "an execution with {} events is too large for a picture (the limit is {}); "
      "`-f text` prints it",
      picture.nodes.size(), MaxPictureNodes);
}

}  // namespace

std::vector<std::string> usual_relations(const MemoryModel& model) {
  if (!model.has_coherence()) return {"rf"};
  const std::vector<std::string> names = model.relation_names();
  std::vector<std::string> usual;
  for (const std::string_view name : {"rf", "co", "fr"}) {
    if (std::ranges::find(names, name) != names.end()) usual.emplace_back(name);
  }
  return usual;
}

PictureRequest request_of(const ReportedError& error, const std::string& caption,
                          const GraphNames& names) {
  PictureRequest request;
  request.captions.push_back({caption, true});
  request.remarks = error.remarks;
  request.endings.resize(names.threads.size());
  const bool has_endings = error.kind == ErrorKind::Assertion ||
                           error.kind == ErrorKind::Arithmetic ||
                           error.kind == ErrorKind::Deadlock || error.kind == ErrorKind::Memory;
  if (!has_endings) return request;
  note_place(error, error.place, names, request);
  if (error.kind != ErrorKind::Deadlock) return request;
  for (const ErrorPlace& other : error.others) note_place(error, other, names, request);
  return request;
}

WrittenPicture draw_execution(const ExecutionGraph& graph, const GraphNames& names,
                              const MemoryModel& model, const PictureRequest& request,
                              PictureFormat format, Theme theme) {
  const Picture picture = compose_picture(graph, names, model, request);
  if (format == PictureFormat::Text)
    return {write_text(picture, graph, names, request.remarks), ""};
  std::string too_large = why_too_large(picture);
  if (!too_large.empty()) return {"", std::move(too_large)};
  switch (format) {
    case PictureFormat::Dot: return {write_dot(picture), ""};
    case PictureFormat::Svg: return {write_svg(picture, {theme, "", true}), ""};
    case PictureFormat::Png: {
      const Theme fixed = theme == Theme::Viewer ? Theme::Light : theme;
      PngResult converted = png_of(write_svg(picture, {fixed, "", true}), write_dot(picture));
      return {std::move(converted.png), std::move(converted.complaint)};
    }
    case PictureFormat::Text: break;
  }
  DROVER_UNREACHABLE("text has been written");
}

std::optional<PictureFormat> format_of_file(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".svg") return PictureFormat::Svg;
  if (ending == ".png") return PictureFormat::Png;
  if (ending == ".dot" || ending == ".gv") return PictureFormat::Dot;
  if (ending == ".txt") return PictureFormat::Text;
  return std::nullopt;
}

std::string_view ending_of(PictureFormat format) {
  switch (format) {
    case PictureFormat::Text: return ".txt";
    case PictureFormat::Dot: return ".dot";
    case PictureFormat::Svg: return ".svg";
    case PictureFormat::Png: return ".png";
  }
  return "";
}

bool is_stream(PictureFormat format) {
  return format == PictureFormat::Text || format == PictureFormat::Dot;
}

std::string numbered(const std::string& path, std::size_t number) {
  const std::filesystem::path file(path);
  const std::string name =
      format("{}-{}{}", file.stem().string(), number, file.extension().string());
  return (file.parent_path() / name).string();
}

}  // namespace drover::drawing
