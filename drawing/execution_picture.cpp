#include "drawing/execution_picture.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "drawing/conversion.h"
#include "drawing/dot_writer.h"
#include "drawing/text_writer.h"
#include "drawing/tikz_writer.h"
#include "support/check.h"
#include "support/format.h"
#include "words/fact_words.h"

namespace drover::drawing {

namespace {

constexpr std::array<std::string_view, 3> BaseRelationsShown{"rf", "co", "fr"};

// Marks where a thread failed without an event: a failed assertion, an endless wait.
void note_place(const ReportedError& error, const ErrorPlace& place, const GraphNames& names,
                PictureRequest& request) {
  const bool is_event = std::ranges::any_of(error.events, [&](const EventFact& each) {
    return error.graph.event(each.event).label.source == place.source;
  });
  const auto thread = std::ranges::find(names.threads, place.thread);
  if (is_event || place.thread.empty() || thread == names.threads.end()) return;
  const std::string_view what = error.kind == ErrorKind::Deadlock ? "waits forever" : "fails";
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
  std::vector<std::string> shown = model.shown_relations();
  if (shown.empty()) shown.assign(BaseRelationsShown.begin(), BaseRelationsShown.end());
  const std::vector<std::string> names = model.relation_names();
  std::erase_if(shown, [&](const std::string& name) {
    const bool is_order = name == "co" || name == "fr";
    return std::ranges::find(names, name) == names.end() || (is_order && !model.has_coherence());
  });
  return shown;
}

std::vector<std::string> relations_of_model(const MemoryModel& model) {
  std::vector<std::string> own = usual_relations(model);
  std::erase_if(own, [](const std::string& name) {
    return std::ranges::find(BaseRelationsShown, name) != BaseRelationsShown.end();
  });
  return own;
}

PictureRequest request_of(const ReportedError& error, const std::string& caption,
                          const GraphNames& names) {
  PictureRequest request;
  request.captions.push_back({caption, true});
  request.remarks = words::event_remarks(error);
  request.endings.resize(names.threads.size());
  const bool has_endings = error.kind == ErrorKind::Assertion ||
                           error.kind == ErrorKind::Arithmetic ||
                           error.kind == ErrorKind::Deadlock || error.kind == ErrorKind::Memory ||
                           error.kind == ErrorKind::Thread;
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
  if (format == PictureFormat::Text) {
    const SourceLines lines = request.parts.has_lines ? SourceLines::Shown : SourceLines::LeftOut;
    return {write_text(picture, graph, names, request.remarks, lines), ""};
  }
  std::string too_large = why_too_large(picture);
  if (!too_large.empty()) return {"", std::move(too_large)};
  // For formats in which the viewer cannot choose.
  const Theme fixed = theme == Theme::Viewer ? Theme::Light : theme;
  const Theme of_dot = theme == Theme::Mono ? Theme::Mono : Theme::Light;
  switch (format) {
    case PictureFormat::Dot: return {write_dot(picture, of_dot), ""};
    case PictureFormat::Svg: return {write_svg(picture, {theme, "", true}), ""};
    case PictureFormat::Tikz: return {write_tikz(picture, fixed, TikzForm::Document), ""};
    case PictureFormat::TikzFragment: return {write_tikz(picture, fixed, TikzForm::Fragment), ""};
    case PictureFormat::Png:
    case PictureFormat::Pdf: {
      Conversion converted = convert_picture(write_svg(picture, {fixed, "", true}),
                                             write_dot(picture, of_dot), format);
      return {std::move(converted.bytes), std::move(converted.complaint)};
    }
    case PictureFormat::Text: break;
  }
  DROVER_UNREACHABLE("text has been written");
}

std::optional<PictureFormat> format_of_file(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".svg") return PictureFormat::Svg;
  if (ending == ".png") return PictureFormat::Png;
  if (ending == ".pdf") return PictureFormat::Pdf;
  if (ending == ".tex") return PictureFormat::Tikz;
  if (ending == ".tikz") return PictureFormat::TikzFragment;
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
    case PictureFormat::Pdf: return ".pdf";
    case PictureFormat::Tikz: return ".tex";
    case PictureFormat::TikzFragment: return ".tikz";
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
