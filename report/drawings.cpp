#include "report/drawings.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "drawing/execution_picture.h"
#include "drawing/svg_writer.h"
#include "support/format.h"
#include "support/interrupt.h"

namespace drover::report {

namespace {

// Relations that models define and that are worth a look, those that say the most first.
constexpr std::array<std::string_view, 9> Interesting{"sw",   "ppo",  "hb",   "psc",  "rmw",
                                                      "addr", "data", "ctrl", "fence"};
constexpr std::size_t MaxMoreRelations = 4;
// Larger executions have no second picture.
constexpr std::size_t MaxDetailedNodes = 40;

std::vector<std::string> more_relations(const MemoryModel& model) {
  const std::vector<std::string> known = model.relation_names();
  std::vector<std::string> more = model.shown_relations();
  more.insert(more.end(), Interesting.begin(), Interesting.end());
  std::vector<std::string> out;
  const std::vector<std::string> usual = drawing::usual_relations(model);
  for (const std::string& name : more) {
    const auto has = [&](const std::vector<std::string>& names) {
      return std::ranges::find(names, name) != names.end();
    };
    if (name != "po" && has(known) && !has(usual) && !has(out)) out.push_back(name);
  }
  return out;
}

// Those that have edges, besides program order and `without`.
std::vector<std::string> drawn_relations(const drawing::Picture& picture,
                                         const std::vector<std::string>& without = {}) {
  std::vector<std::string> out;
  for (const std::string& name : picture.relations) {
    if (name != "po" && std::ranges::find(without, name) == without.end()) out.push_back(name);
  }
  return out;
}

}  // namespace

Drawing DrawingRoom::draw(const ExecutionGraph& graph, const GraphNames& names,
                          const MemoryModel& model, drawing::PictureRequest request) {
  Drawing drawing;
  if (was_interrupted()) return drawing;  // nobody will see it
  if (bytes_ > max_bytes_) {
    is_full_ = true;
    drawing.note = "Not drawn: the page has as many pictures as it should have.";
    return drawing;
  }
  request.relations = drawing::usual_relations(model);
  const drawing::Picture picture = drawing::compose_picture(graph, names, model, request);
  if (picture.nodes.size() > MaxNodes) {
    drawing.note =
        format("Not drawn: the execution has {} events; `drover draw -f text` prints it.",
               picture.nodes.size());
    return drawing;
  }
  // The page shows one picture at a time: ids need nothing to tell them apart.
  const drawing::SvgOptions options{
      .theme = drawing::Theme::Viewer, .id_prefix = "", .is_document = false};
  drawing.svg = drawing::write_svg(picture, options);
  drawing.relations = drawn_relations(picture);
  bytes_ += drawing.svg.size();
  if (picture.nodes.size() > MaxDetailedNodes) return drawing;
  const std::vector<std::string> more = more_relations(model);
  request.relations.insert(request.relations.end(), more.begin(), more.end());
  const std::vector<std::string> with_edges =
      drawn_relations(drawing::compose_picture(graph, names, model, request), drawing.relations);
  if (with_edges.empty()) return drawing;
  drawing.more_relations = with_edges;
  if (with_edges.size() > MaxMoreRelations) drawing.more_relations.resize(MaxMoreRelations);
  request.relations = drawing::usual_relations(model);
  request.relations.insert(request.relations.end(), drawing.more_relations.begin(),
                           drawing.more_relations.end());
  drawing.detailed_svg =
      drawing::write_svg(drawing::compose_picture(graph, names, model, request), options);
  bytes_ += drawing.detailed_svg.size();
  return drawing;
}

}  // namespace drover::report
