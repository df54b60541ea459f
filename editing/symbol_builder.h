#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "editing/symbols.h"
#include "editing/tokens.h"

namespace drover::editing {

// Collects the names of a file. A key distinguishes names by their owners.
class SymbolBuilder {
 public:
  // Returns the symbol of a key; creates it with these properties if new.
  std::size_t symbol(const std::string& key, Symbol properties) {
    const auto [known, is_new] = by_key_.try_emplace(key, index_.symbols.size());
    if (is_new) index_.symbols.push_back(std::move(properties));
    return known->second;
  }
  [[nodiscard]] const std::size_t* find(const std::string& key) const {
    const auto known = by_key_.find(key);
    return known == by_key_.end() ? nullptr : &known->second;
  }
  void occurs(std::size_t begin, std::size_t end, std::size_t symbol, bool is_definition) {
    index_.occurrences.push_back({begin, end, symbol, is_definition});
  }
  void occurs(const Token& token, std::size_t symbol, bool is_definition) {
    occurs(token.begin, token.end, symbol, is_definition);
  }
  // Adds a fold if the part of the text has several lines.
  void fold(std::string_view text, std::size_t begin, std::size_t end) {
    const bool has_lines = text.substr(begin, end - begin).find('\n') != std::string_view::npos;
    if (has_lines) index_.folds.push_back({begin, end});
  }
  [[nodiscard]] SymbolIndex& index() { return index_; }

  [[nodiscard]] SymbolIndex take() {
    std::ranges::stable_sort(index_.occurrences, {}, &Occurrence::begin);
    // A symbol without a definition is defined at its first use.
    std::vector<bool> has_definition(index_.symbols.size(), false);
    for (const Occurrence& each : index_.occurrences) {
      if (each.is_definition) has_definition[each.symbol] = true;
    }
    for (Occurrence& each : index_.occurrences) {
      if (has_definition[each.symbol] || !index_.symbols[each.symbol].file.empty()) continue;
      has_definition[each.symbol] = true;
      each.is_definition = true;
    }
    return std::move(index_);
  }

 private:
  SymbolIndex index_;
  std::map<std::string, std::size_t> by_key_;
};

}  // namespace drover::editing
