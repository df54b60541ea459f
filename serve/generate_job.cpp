// Returns the test of a cycle, and the edges that may come next, while the user puts it together.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "generate/names.h"
#include "generate/test.h"
#include "serve/jobs.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::serve {

namespace {

using generate::Architecture;
using generate::Direction;

struct Group {
  std::string_view title;
  std::vector<std::string> words;
};

bool fits(Direction a, Direction b) { return a == Direction::Any || b == Direction::Any || a == b; }

// The words of an architecture's edges, plain ones first. Not all that cycles may have: those that
// most tests are made of.
std::vector<Group> edges_of(const Architecture& architecture) {
  constexpr std::array<std::string_view, 4> Ends{"RR", "RW", "WR", "WW"};
  std::vector<Group> groups{{"communication", {"Rfe", "Fre", "Coe", "Rfi", "Fri", "Coi"}}};
  Group& order = groups.emplace_back(Group{"program order", {}});
  for (const std::string_view ends : Ends) order.words.push_back(format("Pod{}", ends));
  for (const std::string_view ends : Ends) order.words.push_back(format("Pos{}", ends));
  Group& fences = groups.emplace_back(Group{"fences", {}});
  for (const generate::FenceWord& fence : architecture.fences) {
    for (const std::string_view ends : Ends) {
      fences.words.push_back(format("{}d{}", fence.name, ends));
    }
  }
  Group& dependencies = groups.emplace_back(Group{"dependencies", {}});
  for (const generate::DependencyWord& word : architecture.dependencies) {
    for (const char to : {'R', 'W'}) {
      if (word.kind == generate::DependencyKind::Data && to == 'R') continue;
      dependencies.words.push_back(format("Dp{}d{}", word.name, to));
    }
  }
  Group& rmws = groups.emplace_back(Group{"read-modify-writes", {}});
  for (const generate::RmwWord& word : architecture.rmws) rmws.words.emplace_back(word.name);
  return groups;
}

// The words that may come after a cycle that is not finished.
std::vector<Group> next_words(const std::vector<std::string>& words,
                              const Architecture& architecture) {
  Direction here = Direction::Any;
  bool is_annotated = words.empty();
  for (const std::string& word : words) {
    const auto edge = generate::read_edge(word, architecture);
    is_annotated = !edge;
    if (edge && edge->to != Direction::Any) here = edge->to;
  }
  std::vector<Group> groups;
  for (Group& group : edges_of(architecture)) {
    std::erase_if(group.words, [&](const std::string& word) {
      const auto edge = generate::read_edge(word, architecture);
      return !edge || !fits(edge->from, here);
    });
    if (!group.words.empty()) groups.push_back(std::move(group));
  }
  Group annotations{"this access", {}};
  for (const generate::AnnotationWord& word : architecture.annotations) {
    const bool is_plain = &word == &architecture.annotations.front();
    const std::string_view code = here == Direction::Read ? word.load : word.store;
    if (!is_plain && !is_annotated && !code.empty()) annotations.words.emplace_back(word.name);
  }
  if (!annotations.words.empty()) groups.push_back(std::move(annotations));
  return groups;
}

// A test, or why there is none.
struct Attempt {
  std::optional<generate::GeneratedTest> test;
  std::string cycle;
  std::string family;
  std::string complaint;
};

Attempt attempt(const std::string& text, const Architecture& architecture) {
  Attempt out;
  out.cycle = text;
  const auto cycle = generate::read_cycle(text, architecture);
  if (const auto* error = std::get_if<generate::CycleError>(&cycle)) {
    out.complaint = error->message;
    return out;
  }
  const generate::Name name = generate::name_of(std::get<generate::Cycle>(cycle));
  generate::TestOptions options;
  options.name = name.name;
  auto made = generate::generate(std::get<generate::Cycle>(cycle), options);
  if (const auto* error = std::get_if<generate::CycleError>(&made)) {
    out.complaint = error->message;
    return out;
  }
  out.family = name.family;
  out.test = std::get<generate::GeneratedTest>(std::move(made));
  return out;
}

// The test with the fewest edges that close the cycle: communication, or program order before it.
Attempt closed(const std::string& text, const Architecture& architecture) {
  Attempt found = attempt(text, architecture);
  const std::string complaint = found.complaint;
  for (const std::string_view order : {"", "Pod** ", "Rfe Pod** "}) {
    for (const std::string_view last : {"Rfe", "Fre", "Coe"}) {
      if (found.test || text.empty()) return found;
      found = attempt(format("{} {}{}", text, order, last), architecture);
    }
  }
  found.complaint = complaint;
  return found;
}

}  // namespace

JobAnswer generate_job(const JobRequest& request) {
  const std::string asked = request.string_member("architecture");
  const Architecture* architecture = generate::find_architecture(asked.empty() ? "AArch64" : asked);
  if (architecture == nullptr) return refused(format("there is no architecture `{}`", asked));
  std::vector<std::string> words;
  for (const std::string& word : split(request.string_member("cycle"), ' ')) {
    if (!word.empty()) words.push_back(word);
  }
  const std::string text = joined(words, " ");
  const Attempt whole = words.empty() ? Attempt{} : attempt(text, *architecture);
  const Attempt shown = whole.test ? whole : closed(text, *architecture);
  Json out{{"architecture", architecture->name},
           {"architectures", Json::list(generate::architectures(),
                                        [](const Architecture& each) { return each.name; })},
           {"next", Json::list(next_words(words, *architecture),
                               [](const Group& group) {
                                 return Json{{"title", group.title}, {"words", group.words}};
                               })},
           {"is_closed", whole.test.has_value()},
           {"complaint", whole.complaint}};
  if (shown.test) {
    out["cycle"] = shown.cycle;
    out["name"] = shown.test->name;
    out["family"] = shown.family;
    out["text"] = shown.test->text;
  }
  return answered(out);
}

}  // namespace drover::serve
