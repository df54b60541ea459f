#include "words/order_words.h"

#include "support/format.h"
#include "support/text.h"
#include "words/fact_words.h"
#include "words/run_words.h"
#include "words/styles.h"

namespace drover::words {

std::string mode_words(const orders::Site& site, orders::Strength strength) {
  if (site.is_scope_only) return std::string(orders::scope_at(site, strength));
  const bool is_weakest = orders::effects_of(strength) == orders::Nothing;
  if (is_weakest && site.kind == orders::SiteKind::Fence) return "no fence";
  return is_weakest && site.is_plain ? "no mode" : orders::mode_text(site, strength);
}

std::string meaningless_modes(const orders::ModelOrders& model) {
  switch (model.tells_apart) {
    case orders::TellsApart::NoModes:
      return format("modes and fences mean nothing under {}", model.name);
    case orders::TellsApart::ScStores:
      return format("of modes, only `sc` of stores and fences means something under {}",
                    model.name);
    case orders::TellsApart::Releases:
      return format("of modes, only `rel` and more of stores and fences means something under {}",
                    model.name);
    case orders::TellsApart::ScFences:
      return format("of modes, only `sc` of fences means something under {}", model.name);
    case orders::TellsApart::Everything: break;
  }
  return "";
}

std::string fault_text(const orders::Fault& fault) {
  if (fault.kind == orders::FaultKind::NotSequential) return "sc has no such execution";
  return error_text(fault.error);
}

std::string cost_fault_text(const orders::CostFault& fault) {
  using enum orders::CostFault::Kind;
  switch (fault.what) {
    case NotJson: return "this is not an object in JSON";
    case UnknownKind:
      return format("`{}` is not one of `load`, `store`, `update`, `failure` and `fence`",
                    fault.kind);
    case NotAnObject: return format("`{}` is not an object", fault.kind);
    case UnknownMode:
      return format("`{}` of `{}` is not one of its modes: {}", fault.mode, fault.kind,
                    joined(orders::modes_of(*orders::find_site_kind(fault.kind)), ", ",
                           [](Mode mode) { return format("`{}`", mode_name(mode)); }));
    case NoNumber: return format("`{}` has no number, 0 or more, for `{}`", fault.kind, fault.mode);
    case CheaperMode:
      return format("`{}` of `{}` costs less than `{}`, which is weaker", fault.mode, fault.kind,
                    fault.weaker);
  }
  return "";
}

std::vector<std::string> bound_sentences(const orders::SearchResult& result, const Program& program,
                                         std::uint32_t unroll) {
  std::vector<std::string> sentences;
  for (const std::uint32_t loop : result.cut_loops) {
    const LoopInfo& info = program.loops[loop];
    const std::string limit = info.recursion_depth > 0
                                  ? format("a depth of {}", info.recursion_depth)
                                  : format("{} of it (--unroll)", plural(unroll, "iteration"));
    sentences.push_back(
        format("{} was cut: this holds up to {}", loop_words(info, program.places), limit));
  }
  return sentences;
}

std::string effort_sentence(const orders::SearchResult& result) {
  constexpr double MaxExact = 1e9;
  const double count = result.assignments;
  const bool is_one = count == 1;
  return format("{}; there {} {} of modes", plural(result.explorations, "exploration"),
                is_one ? "is" : "are",
                count <= MaxExact ? format("{:.0f} assignment{}", count, is_one ? "" : "s")
                                  : format("about {:.1e} assignments", count));
}

}  // namespace drover::words
