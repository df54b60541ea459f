#include "frontend/check_context.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "frontend/suggestion.h"
#include "support/format.h"

namespace drover {

namespace {

using Names = std::vector<std::string>;

Names all_modes() { return {"na", "rlx", "acq", "rel", "acqrel", "sc"}; }

struct Access {
  const char* word;
  Names modes;
};

const Access& access_of(ModeUse use) {
  // Indexed by ModeUse.
  static const std::array<Access, 6> Accesses{
      {{"a load", {"na", "rlx", "acq", "sc"}},
       {"a store", {"na", "rlx", "rel", "sc"}},
       {"a read-modify-write", {"rlx", "acq", "rel", "acqrel", "sc"}},
       {"a failing compare-and-swap", {"rlx", "acq", "sc"}},
       {"a fence", {"acq", "rel", "acqrel", "sc"}},
       {"an await", {"rlx", "acq", "sc"}}}};
  return Accesses.at(static_cast<std::size_t>(use));
}

// Translates C's words, which edit distance does not find.
Hint from_c(const std::string& name) {
  const std::map<std::string, std::string> words = {
      {"relaxed", "rlx"}, {"acquire", "acq"},    {"release", "rel"}, {"consume", "acq"},
      {"seq_cst", "sc"},  {"acq_rel", "acqrel"}, {"seqcst", "sc"}};
  const auto found = words.find(name);
  if (found == words.end()) return {};
  return {format("did you mean `{}`?", found->second), name, {found->second}};
}

}  // namespace

void check_mode(const ast::ModeName& mode, ModeUse use, DiagnosticSink& sink) {
  if (mode.is_absent()) return;
  const Names all = all_modes();
  const auto& [word, legal] = access_of(use);
  if (std::ranges::find(all, mode.text) == all.end()) {
    Hint hint = from_c(mode.text);
    if (hint.empty()) hint = did_you_mean(mode.text, all);
    if (!hint.empty()) hint.text += " ";
    hint.text += format("the modes are {}", quoted_list(all));
    sink.report(DiagnosticKind::UnknownMode, mode.range, {mode.text}).with_hint(std::move(hint));
    return;
  }
  if (std::ranges::find(legal, mode.text) != legal.end()) return;
  sink.report(DiagnosticKind::IllegalMode, mode.range, {mode.text, word})
      .with_hint(format("the modes of {} are {}", word, quoted_list(legal)));
}

}  // namespace drover
