#include "analysis/orders/costs.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/format.h"
#include "support/json.h"

namespace drover::orders {

namespace {

constexpr std::array AllKinds{SiteKind::Load, SiteKind::Store, SiteKind::Update, SiteKind::Failure,
                              SiteKind::Fence};
constexpr std::array AllModes{Mode::Rlx, Mode::Acq, Mode::Rel, Mode::AcqRel, Mode::Sc};
constexpr std::array<std::string_view, 3> Machines{"x86", "aarch64", "power"};

// The texts of the tables are as users write theirs. The mappings are those of Sewell and others,
// "C/C++11 mappings to processors"; what an instruction costs beyond a plain one is a rough guess
// that is the same in all places: 1 for what orders one access (ldar, stlr, a dependent isync), 4
// for a light barrier (dmb ishld, lwsync), 8 for dmb ish, 16 for a full one (mfence, hwsync).
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
  return !is_none && mode_of(strength) == mode && is_mode(strength, kind);
}

std::string modes_of(SiteKind kind) {
  std::string out;
  for (const Mode mode : AllModes) {
    if (has_mode(kind, mode)) out += format("{}`{}`", out.empty() ? "" : ", ", mode_name(mode));
  }
  return out;
}

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

std::span<const std::string_view> CostTable::machines() { return Machines; }

std::optional<CostTable> CostTable::of_machine(std::string_view name) {
  std::string complaint;
  if (name == "x86") return read(X86, complaint);
  if (name == "aarch64") return read(AArch64, complaint);
  if (name == "power") return read(Power, complaint);
  return std::nullopt;
}

std::optional<CostTable> CostTable::read(std::string_view text, std::string& complaint) {
  const std::optional<Json> json = Json::parse(text);
  const auto refuse = [&](std::string why) {
    complaint = std::move(why);
    return std::nullopt;
  };
  if (!json || !json->is_object()) return refuse("this is not an object in JSON");
  for (const Json::Member& member : std::get<Json::Object>(json->value())) {
    const auto* kind = std::ranges::find(AllKinds, member.key, kind_name);
    if (kind == AllKinds.end()) {
      return refuse(format("`{}` is not one of `load`, `store`, `update`, `failure` and `fence`",
                           member.key));
    }
    if (!member.value.is_object()) return refuse(format("`{}` is not an object", member.key));
    for (const Json::Member& cost : std::get<Json::Object>(member.value.value())) {
      const bool is_known = std::ranges::any_of(AllModes, [&](Mode mode) {
        return has_mode(*kind, mode) && mode_name(mode) == cost.key;
      });
      if (is_known) continue;
      return refuse(format("`{}` of `{}` is not one of its modes: {}", cost.key, member.key,
                           modes_of(*kind)));
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
        return refuse(format("`{}` has no number, 0 or more, for `{}`", name, mode_name(mode)));
      }
      table.costs_[static_cast<std::size_t>(kind)][strength_of(mode, kind)] = *cost;
    }
    for (const Mode weaker : AllModes) {
      for (const Mode mode : AllModes) {
        if (!has_mode(kind, mode) || !has_mode(kind, weaker)) continue;
        const Strength a = strength_of(weaker, kind);
        const Strength b = strength_of(mode, kind);
        if (!is_weaker_or_same(a, b) || table.at(kind, a) <= table.at(kind, b)) continue;
        return refuse(format("`{}` of `{}` costs less than `{}`, which is weaker", mode_name(mode),
                             name, mode_name(weaker)));
      }
    }
  }
  return table;
}

double CostTable::at(SiteKind kind, Strength strength) const {
  return costs_[static_cast<std::size_t>(kind)][strength];
}

SiteCost CostTable::cost() const {
  return [table = *this](const Site& site, Strength strength) {
    // Each place in the source is an instruction of its own.
    return table.at(site.kind, strength) * static_cast<double>(site.sources.size());
  };
}

SiteCost number_of_changes() {
  return [](const Site& site, Strength strength) { return strength == site.now ? 0 : 1; };
}

}  // namespace drover::orders
