#include "drawing/execution_picture.h"

#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "explorer/findings/error_places.h"
#include "support/check.h"
#include "support/format.h"
#include "support/process.h"
#include "support/write_file.h"
#include "words/fact_words.h"

namespace drover::drawing {

namespace {

struct FormatInfo {
  PictureFormat format;
  std::string_view ending;  // of files
  std::string_view name;
};
constexpr std::array Formats{FormatInfo{PictureFormat::Text, ".txt", "text"},
                             FormatInfo{PictureFormat::Dot, ".dot", "DOT file"},
                             FormatInfo{PictureFormat::Svg, ".svg", "SVG"},
                             FormatInfo{PictureFormat::Png, ".png", "PNG"},
                             FormatInfo{PictureFormat::Pdf, ".pdf", "PDF"},
                             FormatInfo{PictureFormat::Tikz, ".tex", "TikZ picture"},
                             FormatInfo{PictureFormat::TikzFragment, ".tikz", "TikZ picture"}};

const FormatInfo& info_of(PictureFormat format) {
  return *std::ranges::find(Formats, format, &FormatInfo::format);
}

constexpr std::array<std::string_view, 4> BaseRelationsShown{"rf", "co", "fr", "sync"};

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
  ending.text = format("{}: {}", what, names.place(place.source));
  ending.is_alarming = true;
}

std::string why_too_large(const Picture& picture) {
  if (picture.nodes.size() <= MaxPictureNodes) return "";
  return format(
      "an execution with {} events is too large for a picture (the limit is {}); "
      "`-f text` prints it",
      picture.nodes.size(), MaxPictureNodes);
}

// A program that converts pictures. In its arguments, IN and OUT stand for the files.
struct Converter {
  std::string_view program;
  bool takes_dot = false;  // instead of SVG
  std::vector<std::string> arguments;
};

const std::vector<Converter>& converters(PictureFormat format) {
  // A PDF is not scaled, unlike a PNG.
  static const std::vector<Converter> to_pdf{
      {"rsvg-convert", false, {"--format=pdf", "--output=OUT", "IN"}},
      {"inkscape", false, {"--export-type=pdf", "--export-filename=OUT", "IN"}},
      {"magick", false, {"IN", "pdf:OUT"}},
      {"convert", false, {"IN", "pdf:OUT"}},
      {"dot", true, {"-Tpdf", "-oOUT", "IN"}}};
  static const std::vector<Converter> to_png{
      {"rsvg-convert", false, {"--zoom=2", "--format=png", "--output=OUT", "IN"}},
      {"inkscape", false, {"--export-type=png", "--export-dpi=192", "--export-filename=OUT", "IN"}},
      {"magick", false, {"-density", "192", "IN", "png:OUT"}},
      {"convert", false, {"-density", "192", "IN", "png:OUT"}},
      {"dot", true, {"-Tpng", "-Gdpi=192", "-oOUT", "IN"}}};
  return format == PictureFormat::Pdf ? to_pdf : to_png;
}

// A temporary folder, removed with this object.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::error_code error;
    std::string name = (std::filesystem::temp_directory_path(error) / "drover-XXXXXX").string();
    if (!error && ::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  // Empty if there is no folder.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string replaced(std::string text, std::string_view what, const std::string& by) {
  const std::size_t at = text.find(what);
  return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

// Returns the exit status; -1 after a signal. Nothing if there is no such program. Discards its
// output.
std::optional<int> run(const Converter& converter, const std::string& in, const std::string& out) {
  const std::string program(converter.program);
  ProcessSettings settings{.program = program, .arguments = {program}};
  for (const std::string& argument : converter.arguments) {
    settings.arguments.push_back(argument == "IN" ? in : replaced(argument, "OUT", out));
  }
  Process process(settings);
  if (process.start_error() != 0) return std::nullopt;
  while (!process.is_at_end()) {
    process.wait_for_output(1000);
    process.read();
  }
  const int status = process.wait_for_status();
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Converts a picture to PNG or PDF with the first installed program of rsvg-convert, inkscape,
// ImageMagick and Graphviz. Graphviz does its own layout, from `dot`.
WrittenPicture convert_picture(const std::string& svg, const std::string& dot,
                               PictureFormat format) {
  const bool is_pdf = format == PictureFormat::Pdf;
  const std::string_view name = name_of(format);
  const std::string_view begin = is_pdf ? "%PDF" : "\x89PNG";
  const ScratchFolder scratch;
  if (scratch.path().empty()) return {"", "there is no folder for temporary files"};
  const std::string svg_file = (scratch.path() / "picture.svg").string();
  const std::string dot_file = (scratch.path() / "picture.dot").string();
  const std::string out = (scratch.path() / (is_pdf ? "picture.pdf" : "picture.png")).string();
  std::ofstream(svg_file) << svg;
  std::ofstream(dot_file) << dot;
  std::string failures;
  for (const Converter& converter : converters(format)) {
    const auto status = run(converter, converter.takes_dot ? dot_file : svg_file, out);
    if (!status) continue;
    std::ifstream stream(out, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    if (status == 0 && bytes.starts_with(begin)) return {std::move(bytes), ""};
    failures += drover::format("{}`{}` (exit status {})", failures.empty() ? "" : ", ",
                               converter.program, *status);
  }
  if (!failures.empty()) {
    return {"", drover::format(
                    "no {} could be made from the picture: {} failed; write SVG with `-f svg`",
                    name, failures)};
  }
  return {"",
          drover::format("{} needs rsvg-convert (Debian's librsvg2-bin), inkscape, ImageMagick or "
                         "Graphviz, and none is in PATH: install one, or write SVG with `-f svg`",
                         name)};
}

}  // namespace

std::vector<std::string> usual_relations(const MemoryModel& model) {
  std::vector<std::string> shown = model.shown_relations();
  if (shown.empty()) shown.assign({"rf", "co", "fr"});
  if (std::ranges::find(shown, "sync") == shown.end()) shown.emplace_back("sync");
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

std::string draw_in_page(const ExecutionGraph& graph, const GraphNames& names,
                         const MemoryModel& model, const PictureRequest& request,
                         const std::string& id_prefix) {
  return write_svg(compose_picture(graph, names, model, request),
                   {.theme = Theme::Viewer, .id_prefix = id_prefix, .is_document = false});
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
  // Viewers of these formats cannot choose a theme.
  const Theme fixed = theme == Theme::Viewer ? Theme::Light : theme;
  const Theme of_dot = theme == Theme::Mono ? Theme::Mono : Theme::Light;
  switch (format) {
    case PictureFormat::Dot: return {write_dot(picture, of_dot), ""};
    case PictureFormat::Svg: return {write_svg(picture, {theme, "", true}), ""};
    case PictureFormat::Tikz: return {write_tikz(picture, fixed, TikzForm::Document), ""};
    case PictureFormat::TikzFragment: return {write_tikz(picture, fixed, TikzForm::Fragment), ""};
    case PictureFormat::Png:
    case PictureFormat::Pdf:
      return convert_picture(write_svg(picture, {fixed, "", true}), write_dot(picture, of_dot),
                             format);
    case PictureFormat::Text: break;
  }
  DROVER_UNREACHABLE("text has been written");
}

std::optional<PictureFormat> format_of_file(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending == ".gv") return PictureFormat::Dot;
  const auto* const found = std::ranges::find(Formats, ending, &FormatInfo::ending);
  return found == Formats.end() ? std::nullopt : std::optional(found->format);
}

std::string_view ending_of(PictureFormat format) { return info_of(format).ending; }
std::string_view name_of(PictureFormat format) { return info_of(format).name; }

bool is_stream(PictureFormat format) {
  return format == PictureFormat::Text || format == PictureFormat::Dot;
}

std::string numbered(const std::string& path, std::size_t number) {
  const std::filesystem::path file(path);
  const std::string name =
      format("{}-{}{}", file.stem().string(), number, file.extension().string());
  return (file.parent_path() / name).string();
}

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
                          const std::string& program, const std::string& path, ErrorChoice choice) {
  ErrorPictures out;
  for (const std::size_t index : errors_to_draw(result.errors, choice).drawn) {
    const ReportedError& error = result.errors[index];
    std::string target = path_of_picture(path, out.written.size() + 1);
    out.complaint = draw_error(error, result.names, model, program, target);
    if (!out.complaint.empty()) return out;
    out.written.push_back({error.kind, std::move(target)});
  }
  return out;
}

std::string draw_error(const ReportedError& error, const GraphNames& names,
                       const MemoryModel& model, const std::string& program,
                       const std::string& path) {
  PictureRequest request = request_of(error, words::error_text(error), names);
  request.title = format("{} under {}", program, model.name());
  request.relations = usual_relations(model);
  const WrittenPicture drawn =
      draw_execution(error.graph, names, model, request, *format_of_file(path), Theme::Viewer);
  return drawn.complaint.empty() ? write_whole_file(path, drawn.text) : drawn.complaint;
}

std::string path_of_picture(const std::string& path, std::size_t number) {
  return number == 1 ? path : numbered(path, number);
}

}  // namespace drover::drawing
