#include "editing/symbols.h"

#include <algorithm>
#include <iterator>

#include "semantics/program/program_printer.h"

namespace drover::editing {

const Occurrence* SymbolIndex::at(std::size_t offset) const {
  const auto behind = std::ranges::upper_bound(occurrences, offset, {}, &Occurrence::begin);
  if (behind == occurrences.begin()) return nullptr;
  const auto found = std::prev(behind);
  return offset <= found->end ? &*found : nullptr;
}

std::vector<Occurrence> SymbolIndex::of(std::size_t symbol) const {
  std::vector<Occurrence> out;
  std::ranges::copy_if(occurrences, std::back_inserter(out),
                       [&](const Occurrence& each) { return each.symbol == symbol; });
  return out;
}

bool is_core_keyword(std::string_view word) {
  return std::ranges::find(core_keywords(), word) != core_keywords().end();
}

}  // namespace drover::editing
