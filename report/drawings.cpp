#include "report/drawings.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "analysis/explain/story.h"
#include "drawing/execution_picture.h"
#include "drawing/layout.h"
#include "drawing/writers.h"
#include "explorer/graph/text_printer.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "words/reason_words.h"

namespace drover::report {

namespace {

// Relations of models' axioms that are worth showing, the most informative first.
constexpr std::array<std::string_view, 7> Interesting{"sw",  "ppo",   "preserved",  "hb",
                                                      "psc", "fence", "store-fence"};
constexpr std::array<std::string_view, 3> DependencyNames{"addr", "data", "ctrl"};
constexpr std::size_t MaxMoreRelations = 4;
// Larger executions have no detailed picture.
constexpr std::size_t MaxDetailedNodes = 40;

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// Returns the model's interesting relations, dependencies if the model uses them, and for a user's
// model all relations that its axioms define.
std::vector<std::string> more_relations(const MemoryModel& model) {
  const std::vector<std::string> known = model.relation_names();
  const std::vector<std::string> usual = drawing::usual_relations(model);
  std::vector<std::string> defined;
  for (const AxiomDescription& axiom : model.axioms()) {
    for (const Definition& definition : axiom.definitions) defined.push_back(definition.name);
  }
  std::vector<std::string> more;
  for (const std::string_view name : Interesting) {
    if (has(defined, std::string(name))) more.emplace_back(name);
  }
  if (model.needs_dependencies()) {
    more.insert(more.end(), DependencyNames.begin(), DependencyNames.end());
  }
  if (!model.is_builtin()) more.insert(more.end(), defined.begin(), defined.end());
  std::vector<std::string> out;
  for (const std::string& name : more) {
    const bool is_order = !model.has_coherence() && (name == "co" || name == "fr");
    if (name == "po" || is_order || !has(known, name) || has(usual, name) || has(out, name))
      continue;
    out.push_back(name);
  }
  return out;
}

// Returns the relations with edges, except program order and `without`.
std::vector<std::string> drawn_relations(const drawing::Picture& picture,
                                         const std::vector<std::string>& without = {}) {
  std::vector<std::string> out;
  for (const std::string& name : picture.relations) {
    if (name != "po" && !has(without, name)) out.push_back(name);
  }
  return out;
}

bool are_same(const drawing::Picture& a, const drawing::Picture& b) {
  return a.relations == b.relations && a.edges == b.edges && a.nodes.size() == b.nodes.size() &&
         a.missing == b.missing;
}

std::string too_large(std::size_t events) {
  return format("Not drawn: the execution has {} events; `drover draw -f text` prints it.", events);
}

// An interleaving needs no story.
std::vector<StoryEntry> stories_of(const ExecutionGraph& graph, const GraphNames& names,
                                   const std::vector<PlacedModel>& models) {
  std::vector<StoryEntry> out;
  if (row_order(graph) == RowOrder::Interleaving) return out;
  for (const PlacedModel& each : models) {
    const auto story = explain::find_story(*each.model, graph);
    if (!story) continue;
    StoryEntry entry{{each.place},
                     words::story_heading(story->machine),
                     words::story_words(*story, graph, names)};
    const auto same = std::ranges::find_if(out, [&](const StoryEntry& other) {
      return other.heading == entry.heading && other.steps == entry.steps;
    });
    if (same != out.end()) {
      same->models.push_back(each.place);
    } else if (!entry.steps.empty()) {
      out.push_back(std::move(entry));
    }
  }
  return out;
}

}  // namespace

bool DrawingRoom::is_time_over() {
  if (!begin_) begin_ = Clock::now();
  return std::chrono::duration<double>(Clock::now() - *begin_).count() > max_seconds_;
}

std::string DrawingRoom::obstacle(const ExecutionGraph& graph, Need need) {
  if (was_interrupted()) return "Not drawn: the run was stopped before.";
  // Time to compose a picture grows with its events.
  const auto events = static_cast<std::size_t>(std::ranges::count_if(
      graph.events(), [](const Event& event) { return !event.is_initial(); }));
  if (events > MaxNodes) return too_large(events);
  if (bytes_ > max_bytes_ && need != Need::Always) {
    is_full_ = true;
    return "Not drawn: the page has as many pictures as it should have.";
  }
  if (is_time_over()) return "Not drawn: the time for pictures is over (--max-time).";
  return "";
}

// The pictures for a model, before layout.
struct DrawingRoom::Composed {
  std::vector<std::size_t> models;
  drawing::Picture usual;
  std::optional<drawing::Picture> detailed;
  std::vector<std::string> more;
};

Drawing DrawingRoom::draw(const ExecutionGraph& graph, const GraphNames& names,
                          const std::vector<PlacedModel>& models,
                          const drawing::PictureRequest& request, Need need) {
  Drawing out;
  out.note = obstacle(graph, need);
  if (!out.note.empty()) return out;
  std::vector<Composed> all;
  for (const PlacedModel& each : models) {
    drawing::PictureRequest own = request;
    own.relations = drawing::usual_relations(*each.model);
    own.asked_for = drawing::relations_of_model(*each.model);
    Composed composed{
        {each.place}, drawing::compose_picture(graph, names, *each.model, own), {}, {}};
    if (composed.usual.nodes.size() > MaxNodes) {
      out.note = too_large(composed.usual.nodes.size());
      return out;
    }
    if (composed.usual.nodes.size() <= MaxDetailedNodes) {
      const std::vector<std::string> usual = own.relations;
      const std::vector<std::string> more = more_relations(*each.model);
      own.relations.insert(own.relations.end(), more.begin(), more.end());
      composed.more = drawn_relations(drawing::compose_picture(graph, names, *each.model, own),
                                      composed.usual.relations);
      if (composed.more.size() > MaxMoreRelations) composed.more.resize(MaxMoreRelations);
      own.relations = usual;
      own.relations.insert(own.relations.end(), composed.more.begin(), composed.more.end());
      if (!composed.more.empty()) {
        composed.detailed = drawing::compose_picture(graph, names, *each.model, own);
      }
    }
    const auto same = std::ranges::find_if(all, [&](const Composed& other) {
      return are_same(other.usual, composed.usual) && other.more == composed.more &&
             (!composed.detailed || are_same(*other.detailed, *composed.detailed));
    });
    if (same == all.end()) {
      all.push_back(std::move(composed));
    } else {
      same->models.push_back(each.place);
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto same =
        std::find_if(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i),
                     [&](const Composed& other) { return are_same(other.usual, all[i].usual); });
    const bool is_known = same != all.begin() + static_cast<std::ptrdiff_t>(i);
    const std::string known =
        is_known ? out.variants[static_cast<std::size_t>(same - all.begin())].svg : "";
    out.variants.push_back(write(all[i], known));
  }
  if (!request.violation) out.stories = stories_of(graph, names, models);
  if (annotate_) out.annotation = annotate_({graph, names, models, request});
  return out;
}

// `known`: the picture without details, if another model has the same.
DrawnRelations DrawingRoom::write(const Composed& composed, const std::string& known) {
  // The page shows one picture at a time, so ids need not be unique.
  const drawing::SvgOptions options{
      .theme = drawing::Theme::Viewer, .id_prefix = "", .is_document = false};
  DrawnRelations out;
  out.models = composed.models;
  out.relations = drawn_relations(composed.usual);
  out.more_relations = composed.more;
  for (const drawing::MissingRelation& missing : composed.usual.missing) {
    out.missing.push_back(drawing::missing_text(missing));
  }
  out.svg = known.empty() ? drawing::write_svg(composed.usual, options) : known;
  if (composed.detailed) out.detailed_svg = drawing::write_svg(*composed.detailed, options);
  bytes_ += (known.empty() ? out.svg.size() : 0) + out.detailed_svg.size();
  return out;
}

}  // namespace drover::report
