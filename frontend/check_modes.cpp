#include "frontend/check_context.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "frontend/suggestion.h"
#include "support/check.h"
#include "support/format.h"

namespace drover {

namespace {

using Names = std::vector<std::string>;

Names all_modes() { return {"na", "rlx", "acq", "rel", "acqrel", "sc"}; }

Names legal_modes(ModeUse use) {
  switch (use) {
    case ModeUse::Load: return {"na", "rlx", "acq", "sc"};
    case ModeUse::Store: return {"na", "rlx", "rel", "sc"};
    case ModeUse::ReadModifyWrite: return {"rlx", "acq", "rel", "acqrel", "sc"};
    case ModeUse::FailedCas:
    case ModeUse::Await: return {"rlx", "acq", "sc"};
    case ModeUse::Fence: return {"acq", "rel", "acqrel", "sc"};
  }
  DROVER_UNREACHABLE("all accesses have a case");
}

const char* word_for(ModeUse use) {
  switch (use) {
    case ModeUse::Load: return "a load";
    case ModeUse::Store: return "a store";
    case ModeUse::ReadModifyWrite: return "a read-modify-write";
    case ModeUse::FailedCas: return "a failing compare-and-swap";
    case ModeUse::Fence: return "a fence";
    case ModeUse::Await: return "an await";
  }
  DROVER_UNREACHABLE("all accesses have a case");
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
  const Names legal = legal_modes(use);
  if (std::ranges::find(all, mode.text) == all.end()) {
    Hint hint = from_c(mode.text);
    if (hint.empty()) hint = did_you_mean(mode.text, all);
    if (!hint.empty()) hint.text += " ";
    hint.text += format("the modes are {}", quoted_list(all));
    sink.report(DiagnosticKind::UnknownMode, mode.range, {mode.text}).with_hint(std::move(hint));
    return;
  }
  if (std::ranges::find(legal, mode.text) != legal.end()) return;
  sink.report(DiagnosticKind::IllegalMode, mode.range, {mode.text, word_for(use)})
      .with_hint(format("the modes of {} are {}", word_for(use), quoted_list(legal)));
}

}  // namespace drover
