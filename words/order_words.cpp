#include "words/order_words.h"

#include "support/format.h"
#include "words/run_words.h"

namespace drover::words {

std::string mode_words(const orders::Site& site, orders::Strength strength) {
  if (strength != orders::Nothing) return std::string(mode_name(orders::mode_of(strength)));
  if (site.kind == orders::SiteKind::Fence) return "no fence";
  return site.is_plain ? "no mode" : "rlx";
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

std::vector<std::string> bound_sentences(const orders::SearchResult& result, const Program& program,
                                         std::uint32_t unroll) {
  std::vector<std::string> sentences;
  for (const std::uint32_t loop : result.cut_loops) {
    const LoopInfo& info = program.loops[loop];
    sentences.push_back(
        format("the `{}` loop at line {} was cut: this holds up to {} of it (--unroll)", info.text,
               info.source.line, plural(unroll, "iteration")));
  }
  return sentences;
}

std::string assignments_words(double count) {
  constexpr double MaxExact = 1e9;
  return count <= MaxExact ? format("{:.0f}", count) : format("about {:.1e}", count);
}

std::string effort_sentence(const orders::SearchResult& result) {
  const bool is_one = result.assignments == 1;
  return format("{}; there {} {} of modes", plural(result.explorations, "exploration"),
                is_one ? "is" : "are",
                is_one ? "1 assignment" : assignments_words(result.assignments) + " assignments");
}

}  // namespace drover::words
