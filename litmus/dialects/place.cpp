// The part of Assembly that machines with scopes need: names of virtual addresses, places of
// threads.
#include <algorithm>

#include "frontend/suggestion.h"
#include "litmus/dialects/assembly.h"
#include "litmus/dialects/place.h"
#include "support/format.h"

namespace drover::litmus {

// ---- Names

void Assembly::add_copying_init(std::vector<InitItem> items) {
  constexpr std::string_view Word = " aliases";
  std::map<std::string, std::vector<StateValue>> values;
  std::vector<InitItem> plain;
  std::vector<InitItem> aliases;
  for (InitItem& item : items) {
    // `y aliases x` has the form of a type and a name.
    if (item.type.ends_with(Word) && item.type.find(' ') == item.type.rfind(' ')) {
      item.aliased =
          std::exchange(item.location.name, item.type.substr(0, item.type.size() - Word.size()));
    }
    if (!item.aliased.empty()) {
      const auto known = values.find(item.aliased);
      values[item.location.name] =
          known == values.end() ? std::vector<StateValue>{} : known->second;
      aliases.push_back(std::move(item));
      continue;
    }
    const bool copies = item.values.size() == 1 && item.values.front().is_address();
    if (copies && !item.location.is_register) {
      const StateValue& named = item.values.front();
      const auto known = values.find(named.name);
      if (known == values.end()) {
        sink_.report(DiagnosticKind::LitmusInitialiser, named.range,
                     {format("`{0} = {1}` copies the initial value of `{1}`, which comes earlier",
                             item.location.name, named.name)});
      } else {
        item.values = known->second;
      }
    }
    if (!item.location.is_register) values[item.location.name] = item.values;
    plain.push_back(std::move(item));
  }
  add_init(plain);
  for (const InitItem& item : aliases) add_alias(item);
}

// With `generic`, and where no proxy is named, the name is a virtual address of its own.
void Assembly::add_alias(const InitItem& item) {
  const auto target = objects_.find(item.aliased);
  if (target == objects_.end()) {
    sink_.report(
        DiagnosticKind::LitmusInitialiser, item.range,
        {format("`{}` is declared before its alias `{}`", item.aliased, item.location.name)});
    return;
  }
  const auto proxies = {"", "generic", "texture", "surface", "constant"};
  if (std::ranges::find(proxies, item.proxy) == proxies.end()) {
    sink_.report(DiagnosticKind::LitmusInitialiser, item.range,
                 {format("unknown proxy `{}`: there are generic, texture, surface and constant",
                         item.proxy)});
    return;
  }
  ObjectInfo alias = target->second;
  alias.alias = target->second.alias;
  if (item.proxy.empty() || item.proxy == "generic") {
    const std::string& name = program_.objects[alias.index].name;
    alias.alias = ++objects_.at(name).aliases;
  }
  if (!objects_.emplace(item.location.name, alias).second) {
    sink_.report(DiagnosticKind::LitmusDuplicateInit, item.range, {item.location.name});
  }
}

std::uint16_t Assembly::alias_of(const std::string& name) const {
  const auto known = objects_.find(name);
  return known == objects_.end() ? std::uint16_t{0} : known->second.alias;
}

void Assembly::add_initial_tags(const std::string& name, TagSet tags) {
  TagSet& all = program_.objects[object(name)].initial_tags;
  all = all.with(tags);
}

// ---- Places

void add_place(std::uint32_t thread, SourceRange range, const std::vector<PlaceLevel>& place,
               const std::vector<std::string>& levels, Assembly& assembly, DiagnosticSink& sink) {
  std::vector<std::uint32_t> numbers{0};
  for (std::size_t i = 1; i < levels.size(); ++i) {
    const auto level = std::ranges::find(place, levels[i], &PlaceLevel::name);
    if (level != place.end()) numbers.push_back(level->number);
  }
  if (numbers.size() != levels.size() || place.size() + 1 != levels.size()) {
    std::string example;
    for (std::size_t i = levels.size() - 1; i > 0; --i) {
      example += format("{} 0{}", levels[i], i > 1 ? ", " : "");
    }
    sink.report(DiagnosticKind::LitmusOperands, range,
                {format("the place of thread {} is missing, or has other levels", thread)})
        .with_hint(format("write it behind the name: `P{}@{}`", thread, example));
    numbers.assign(levels.size(), 0);
  }
  assembly.add_place(thread, std::move(numbers));
}

void Assembly::set_levels(std::vector<std::string> levels, std::string barrier_level) {
  topology_.levels = std::move(levels);
  topology_.barrier_level = std::move(barrier_level);
}

std::uint32_t Assembly::add_barrier(BarrierSite site) {
  topology_.barriers.push_back(std::move(site));
  return static_cast<std::uint32_t>(topology_.barriers.size() - 1);
}

std::shared_ptr<const Topology> Assembly::topology() const {
  if (topology_.levels.empty()) return nullptr;
  Topology out = topology_;
  out.places.assign(program_.threads.size(), std::vector<std::uint32_t>(out.levels.size(), 0));
  for (const auto& [number, thread] : threads_) {
    const auto place = places_.find(number);
    if (place != places_.end()) out.places[thread.index] = place->second;
  }
  const auto index_of = [&](std::uint32_t number) {
    const auto known = threads_.find(number);
    return ThreadId(known == threads_.end() ? 0 : known->second.index);
  };
  for (BarrierSite& site : out.barriers) site.thread = index_of(site.thread.value);
  for (const auto& [first, second] : system_order_) {
    if (!threads_.contains(first) || !threads_.contains(second)) continue;
    out.system_order.emplace_back(index_of(first), index_of(second));
  }
  return std::make_shared<const Topology>(std::move(out));
}

}  // namespace drover::litmus
