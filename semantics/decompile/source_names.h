#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "semantics/program/program.h"

namespace drover::decompile {

// Names registers on first use, so that equal code gets equal names.
class SourceNames {
 public:
  explicit SourceNames(std::set<std::string> taken) : taken_(std::move(taken)) {}

  void reserve(RegisterId reg, const std::string& name) {
    names_[reg.value] = name;
    taken_.insert(name);
  }
  // As reserve, unless the name is taken: a variable of C may hide another one.
  void reserve_if_free(RegisterId reg, const std::string& name) {
    if (!taken_.contains(name)) reserve(reg, name);
  }
  const std::string& of(RegisterId reg, const RegisterInfo& info) {
    const auto known = names_.find(reg.value);
    if (known != names_.end()) return known->second;
    // `f.r` is the register r of an inlined call of f.
    const bool is_temporary = info.name.empty();
    std::string wanted = is_temporary ? "t" : info.name.substr(info.name.rfind('.') + 1);
    // C has names such as `(literal)`.
    std::erase_if(wanted, [](char c) { return c == '(' || c == ')' || c == '$'; });
    std::size_t number = is_temporary ? 0 : 1;
    std::string name = is_temporary ? wanted + "0" : wanted;
    while (!taken_.insert(name).second) name = wanted + std::to_string(++number);
    return names_.emplace(reg.value, std::move(name)).first->second;
  }

 private:
  std::set<std::string> taken_;
  std::map<std::uint32_t, std::string> names_;
};

}  // namespace drover::decompile
