#include "analysis/orders/costs.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "support/json.h"

namespace drover::orders {

namespace {

constexpr std::array AllKinds{SiteKind::Load, SiteKind::Store, SiteKind::Update, SiteKind::Failure,
                              SiteKind::Fence};
constexpr std::array AllModes{Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc};

// The tables have the format of users' tables. The mappings are those of Sewell and others,
// "C/C++11 mappings to processors". The cost of an instruction beyond a plain one is a rough guess,
// the same everywhere: 1 to order one access (ldar, stlr, a dependent isync), 4 for a light barrier
// (dmb ishld, lwsync), 8 for dmb ish, 16 for a full one (mfence, hwsync).
constexpr std::string_view X86 = R"({
  "load": {"rlx": 0, "acq": 0, "sc": 0},
  "store": {"rlx": 0, "rel": 0, "sc": 16},
  "update": {"rlx": 0, "acq": 0, "rel": 0, "acqrel": 0, "sc": 0},
  "fence": {"acq": 0, "rel": 0, "acqrel": 0, "sc": 16}})";
constexpr std::string_view AArch64 = R"({
  "load": {"rlx": 0, "acq": 1, "sc": 1},
  "store": {"rlx": 0, "rel": 1, "sc": 1},
  "update": {"rlx": 0, "acq": 1, "rel": 1, "acqrel": 2, "sc": 2},
  "fence": {"acq": 4, "rel": 8, "acqrel": 8, "sc": 8}})";
constexpr std::string_view Power = R"({
  "load": {"rlx": 0, "acq": 1, "sc": 17},
  "store": {"rlx": 0, "rel": 4, "sc": 16},
  "update": {"rlx": 0, "acq": 1, "rel": 4, "acqrel": 5, "sc": 17},
  "fence": {"acq": 4, "rel": 4, "acqrel": 4, "sc": 16}})";

bool has_mode(SiteKind kind, Mode mode) {
  const bool is_none = kind == SiteKind::Fence && mode == Mode::Rlx;
  const Strength strength = strength_of(mode, kind);
  return !is_none && mode_of(strength) == mode && is_mode(strength, kind, 0);
}

struct MachineCosts {
  std::string_view name;
  std::string_view text;
};
constexpr std::array Machines{MachineCosts{.name = "x86", .text = X86},
                              MachineCosts{.name = "aarch64", .text = AArch64},
                              MachineCosts{.name = "power", .text = Power}};

}  // namespace

std::string_view kind_name(SiteKind kind) {
  switch (kind) {
    case SiteKind::Load: return "load";
    case SiteKind::Store: return "store";
    case SiteKind::Update: return "update";
    case SiteKind::Failure: return "failure";
    case SiteKind::Fence: return "fence";
  }
  return "?";
}

std::optional<SiteKind> find_site_kind(std::string_view name) {
  const auto* kind = std::ranges::find(AllKinds, name, kind_name);
  if (kind == AllKinds.end()) return std::nullopt;
  return *kind;
}

std::vector<Mode> modes_of(SiteKind kind) {
  std::vector<Mode> modes;
  std::ranges::copy_if(AllModes, std::back_inserter(modes),
                       [&](Mode mode) { return has_mode(kind, mode); });
  return modes;
}

std::vector<std::string_view> CostTable::machines() {
  std::vector<std::string_view> names;
  names.reserve(Machines.size());
  for (const MachineCosts& machine : Machines) names.push_back(machine.name);
  return names;
}

std::optional<CostTable> CostTable::of_machine(std::string_view name) {
  const auto* machine = std::ranges::find(Machines, name, &MachineCosts::name);
  if (machine == Machines.end()) return std::nullopt;
  return std::get<CostTable>(read(machine->text));
}

std::variant<CostTable, CostFault> CostTable::read(std::string_view text) {
  using enum CostFault::Kind;
  const std::optional<Json> json = Json::parse(text);
  if (!json || !json->is_object()) return CostFault{.what = NotJson};
  for (const Json::Member& member : std::get<Json::Object>(json->value())) {
    const std::optional<SiteKind> kind = find_site_kind(member.key);
    if (!kind) return CostFault{.what = UnknownKind, .kind = member.key};
    if (!member.value.is_object()) return CostFault{.what = NotAnObject, .kind = member.key};
    for (const Json::Member& cost : std::get<Json::Object>(member.value.value())) {
      const std::vector<Mode> modes = modes_of(*kind);
      if (std::ranges::find(modes, cost.key, mode_name) != modes.end()) continue;
      return CostFault{.what = UnknownMode, .kind = member.key, .mode = cost.key};
    }
  }
  CostTable table;
  for (const SiteKind kind : AllKinds) {
    const bool is_as_load = kind == SiteKind::Failure && json->at(kind_name(kind)).is_null();
    const std::string_view name = is_as_load ? kind_name(SiteKind::Load) : kind_name(kind);
    for (const Mode mode : AllModes) {
      if (!has_mode(kind, mode)) continue;
      const std::optional<double> cost = json->at(name).at(mode_name(mode)).number();
      if (!cost || !(*cost >= 0) || !std::isfinite(*cost)) {
        return CostFault{
            .what = NoNumber, .kind = std::string(name), .mode = std::string(mode_name(mode))};
      }
      table.costs_[static_cast<std::size_t>(kind)][strength_of(mode, kind)] = *cost;
    }
    for (const Mode weaker : AllModes) {
      for (const Mode mode : AllModes) {
        if (!has_mode(kind, mode) || !has_mode(kind, weaker)) continue;
        const Strength a = strength_of(weaker, kind);
        const Strength b = strength_of(mode, kind);
        if (!is_weaker_or_same(a, b) || table.at(kind, a) <= table.at(kind, b)) continue;
        return CostFault{.what = CheaperMode,
                         .kind = std::string(name),
                         .mode = std::string(mode_name(mode)),
                         .weaker = std::string(mode_name(weaker))};
      }
    }
  }
  return table;
}

double CostTable::at(SiteKind kind, Strength strength) const {
  return costs_[static_cast<std::size_t>(kind)][effects_of(strength)];
}

SiteCost CostTable::cost() const {
  return [table = *this](const Site& site, Strength strength) {
    // Each source place counts as one instruction.
    return table.at(site.kind, strength) * static_cast<double>(site.sources.size());
  };
}

SiteCost number_of_changes() {
  return [](const Site& site, Strength strength) {
    return strength == site.now || site.is_follower ? 0 : 1;
  };
}

}  // namespace drover::orders
