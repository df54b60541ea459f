#include "input/orders/c_order_sites.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "frontend/c/builtins.h"
#include "input/orders/c_text.h"
#include "input/orders/order_trials.h"
#include "input/read_c.h"
#include "support/format.h"

namespace drover::input {

namespace {

using orders::Site;
using orders::SiteKind;

using PlaceKey = std::pair<std::uint32_t, std::uint32_t>;
PlaceKey key_of(const SourceRange& at) { return {at.begin, at.end}; }

// An order of the source, and the accesses that have it.
struct Order {
  ModePlace place;
  bool is_pinned = false;
  std::map<SiteKind, Site> sites = {};
  std::vector<ModePlace> others = {};  // places of orders that change with it
};

// The orders by place. They become sites.
class OrderTable {
 public:
  Order& at(const ModePlace& place, bool is_pinned) {
    return orders_.try_emplace(key_of(place.mode), Order{place, is_pinned, {}}).first->second;
  }
  [[nodiscard]] bool has(const SourceRange& mode) const { return orders_.contains(key_of(mode)); }
  // Returns the order of the load at a place; null if there is none.
  [[nodiscard]] Order* of_load(const SourceRange& source) {
    for (auto& [key, order] : orders_) {
      const auto site = order.sites.find(SiteKind::Load);
      if (site == order.sites.end()) continue;
      const auto is_here = [&](const SourceRange& at) { return key_of(at) == key_of(source); };
      if (std::ranges::any_of(site->second.sources, is_here)) return &order;
    }
    return nullptr;
  }
  // Joins the orders of two loads that are one instruction: they change together.
  static void join(Order& from, Order& into) {
    if (&from == &into) return;
    Site& site = into.sites.at(SiteKind::Load);
    const Site& other = from.sites.at(SiteKind::Load);
    site.sources.insert(site.sources.end(), other.sources.begin(), other.sources.end());
    site.is_pinned = site.is_pinned || other.is_pinned;
    into.others.push_back(from.place);
    into.others.insert(into.others.end(), from.others.begin(), from.others.end());
    from.sites.clear();
  }

  static void add(Order& order, SiteKind kind, Mode mode, const SourceRange& source) {
    Site& site = order.sites[kind];
    site.kind = kind;
    site.now = orders::strength_of(mode, kind);
    site.is_pinned = order.is_pinned;
    const auto is_same = [&](const SourceRange& each) { return key_of(each) == key_of(source); };
    if (std::ranges::none_of(site.sources, is_same)) site.sources.push_back(source);
  }

  void put(OrderSites& out) {
    std::uint32_t link = 0;
    for (auto& [key, order] : orders_) {
      const bool is_shared = order.sites.size() > 1;
      if (is_shared) ++link;
      bool is_first = true;
      for (auto& [kind, site] : order.sites) {
        site.link = is_shared ? link : 0;
        site.is_follower = !is_first;
        is_first = false;
        out.sites.push_back(std::move(site));
        out.places.push_back({order.place});
        std::vector<ModePlace>& places = out.places.back();
        places.insert(places.end(), order.others.begin(), order.others.end());
      }
    }
  }

 private:
  std::map<PlaceKey, Order> orders_;
};

// A short-lived worker.
class CSites {
 public:
  CSites(const Subject& subject, OrderSites& out)
      : subject_(subject), source_(*subject.source), files_(subject), out_(out) {
    const c::Unit& unit = subject.c()->unit;
    for (const c::Function& each : unit.functions) {
      if (each.is_from_header) library_.insert(each.name);
    }
    for (const c::Node& node : unit.nodes) {
      if (is_access(node)) accesses_.insert(key_of(node.place));
    }
    for (const ConstantOverride& each : subject.c()->read_with.constants) {
      const std::string& argument = each.compiler_argument;
      if (!each.name.empty()) given_.insert(each.name);
      if (argument.starts_with("-D")) given_.insert(argument.substr(2, argument.find('=') - 2));
    }
  }

  CopiesApart find(const AccessesByPlace& accesses) {
    std::vector<AccessAtPlace> open;
    for (const auto& [key, access] : accesses) {
      if (access.source.line == 0) continue;
      if (!access.is_unique || !note_call(access)) open.push_back(access);
    }
    std::erase_if(open, [&](const AccessAtPlace& each) { return is_of_library(each.source); });
    if (!open.empty()) find_others(open);
    join_merged_loads(accesses);
    orders_.put(out_);
    return std::move(copies_);
  }

 private:
  // True if the node itself may access memory or order accesses.
  static bool is_access(const c::Node& node) {
    switch (node.kind) {
      case c::NodeKind::Load:
      case c::NodeKind::Assign:
      case c::NodeKind::CompoundAssign:
      case c::NodeKind::Step: return true;
      case c::NodeKind::Builtin: {
        const c::BuiltinFamily family = family_of(node.builtin.builtin);
        return family == c::BuiltinFamily::Access || family == c::BuiltinFamily::Fence;
      }
      default: return false;
    }
  }

  // ---- Orders that are arguments of the call itself

  // True if the orders of the call can be changed at the call.
  bool note_call(const AccessAtPlace& access) {
    const std::size_t begin = files_.canonical({access.source.begin, access.source.end}).begin;
    if (!files_.is_editable(begin)) return false;
    const std::optional<CallText> call = files_.call_at(begin);
    if (!call || is_macro(call->name)) return false;
    const c::BuiltinInfo* builtin = c::find_builtin(call->name);
    if (builtin == nullptr || call->arguments.size() != builtin->arguments + builtin->orders) {
      return false;
    }
    const SourceRange whole = source_.range(begin, call->close + 1);
    if (builtin->orders == 0) {
      const bool has_other = c::find_builtin(format("{}_explicit", call->name)) != nullptr;
      // One order stands for both: the failure order follows from the success order.
      if (has_other) {
        note(access, access.kind, access.mode,
             {.kind = PlaceKind::CallWithoutOrder,
              .mode = source_.range(begin, call->name_end),
              .whole = whole},
             false);
      }
      return has_other;
    }
    const auto first = order_in(call->arguments[builtin->arguments]);
    if (!first) return false;
    const auto place = [&](const OrderWord& word, PlaceKind kind) {
      return ModePlace{
          .kind = kind, .mode = source_.range(word.at.begin, word.at.end), .whole = whole};
    };
    if (builtin->orders == 1) {
      const bool is_fence = access.kind == SiteKind::Fence;
      note(access, access.kind, access.mode,
           place(*first, is_fence ? PlaceKind::CallFence : PlaceKind::CallOrder), first->is_pinned);
      return true;
    }
    const auto second = order_in(call->arguments[builtin->arguments + 1U]);
    if (!second) return false;
    note(access, access.kind, access.mode, place(*first, PlaceKind::CallOrder), first->is_pinned);
    note(access, SiteKind::Failure, access.failure_mode, place(*second, PlaceKind::CallOrder),
         second->is_pinned);
    return true;
  }

  void note(const AccessAtPlace& access, SiteKind kind, Mode mode, const ModePlace& place,
            bool is_pinned) {
    OrderTable::add(orders_.at(place, is_pinned), kind, mode, access.source);
  }

  // Returns the order that is the whole argument, apart from parentheses and casts.
  [[nodiscard]] std::optional<OrderWord> order_in(TextSpan argument) const {
    const std::vector<OrderWord> orders = files_.orders_in(argument);
    if (orders.size() != 1 || is_macro(files_.text(orders.front().at))) return std::nullopt;
    const bool is_all = std::ranges::all_of(files_.words_in(argument), [&](const TextSpan& word) {
      const std::string_view text = files_.text(word);
      return word == orders.front().at || text == "int" || text == "memory_order";
    });
    const std::string_view text = files_.text({argument.begin, argument.end});
    const bool has_sign = text.find_first_of("+-*|&?:<>=~^%[]{}.") != std::string_view::npos &&
                          !orders.front().is_pinned;
    if (!is_all || has_sign) return std::nullopt;
    return orders.front();
  }

  [[nodiscard]] bool is_macro(std::string_view name) const {
    return !files_.macros(name).empty() || given_.contains(name);
  }

  // Joins a load before a loop with the same load at its end: they are one instruction if their
  // orders are equal.
  void join_merged_loads(const AccessesByPlace& accesses) {
    for (const auto& [first, again] : merged_loads_of(subject_)) {
      const auto known = accesses.find(key_of(again));
      if (known == accesses.end() || key_of(first) == key_of(again)) continue;
      AccessAtPlace access = known->second;
      access.source = first;
      if (orders_.of_load(first) == nullptr && !note_call(access)) {
        out_.left_alone.push_back({first, LeftAlone::Entangled});
        continue;
      }
      Order* one = orders_.of_load(first);
      Order* other = orders_.of_load(again);
      const bool are_plain =
          one != nullptr && other != nullptr && one->sites.size() == 1 && other->sites.size() == 1;
      if (are_plain) OrderTable::join(*one, *other);
    }
  }

  // ---- The texts of a place

  // Returns the text of the place and the definitions of the macros that it uses.
  [[nodiscard]] std::vector<TextSpan> texts_of(const SourceRange& at) const {
    const std::size_t begin = files_.canonical({at.begin, at.end}).begin;
    const std::size_t size = at.end - at.begin;
    std::vector<TextSpan> out{{begin, std::max(begin + size, files_.end_of_call(begin))}};
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const TextSpan span = out[i];
      for (const TextSpan& word : files_.words_in(span)) {
        if (!seen.insert(files_.text(word)).second) continue;
        for (const MacroText& each : files_.macros(files_.text(word))) out.push_back(each.body);
      }
    }
    return out;
  }
  [[nodiscard]] bool has_word(const SourceRange& at, const auto& test) const {
    return std::ranges::any_of(texts_of(at), [&](const TextSpan& span) {
      return std::ranges::any_of(files_.words_in(span),
                                 [&](const TextSpan& word) { return test(files_.text(word)); });
    });
  }
  // True if the function of this name takes an order, or has an `_explicit` form.
  static bool takes_order(std::string_view word) {
    const c::BuiltinInfo* builtin = c::find_builtin(word);
    if (builtin == nullptr) return false;
    return builtin->orders > 0 || c::find_builtin(format("{}_explicit", word)) != nullptr;
  }
  // True for locks, joins and other library calls: nobody chose an order for them.
  [[nodiscard]] bool is_of_library(const SourceRange& at) const {
    if (accesses_.contains(key_of(at))) return false;
    return has_word(at, [&](std::string_view word) {
      return library_.contains(word) || c::find_builtin(word) != nullptr;
    });
  }
  // True if an order of a call is a macro of the command line.
  [[nodiscard]] bool has_given_order(const SourceRange& at) const {
    const auto is_given = [&](const TextSpan& word) { return given_.contains(files_.text(word)); };
    for (const TextSpan& span : texts_of(at)) {
      for (const TextSpan& word : files_.words_in(span)) {
        const c::BuiltinInfo* builtin = c::find_builtin(files_.text(word));
        if (builtin == nullptr || builtin->orders == 0) continue;
        const std::optional<CallText> call = files_.call_at(word.begin);
        if (!call) continue;
        for (std::size_t i = builtin->arguments; i < call->arguments.size(); ++i) {
          if (std::ranges::any_of(files_.words_in(call->arguments[i]), is_given)) return true;
        }
      }
    }
    return false;
  }

  // ---- Orders that come from elsewhere

  struct Tried {
    OrderCandidate candidate;
    OrderTrials::Effect effect;
  };

  void find_others(const std::vector<AccessAtPlace>& open) {
    OrderTrials trials(subject_);
    if (!trials.program()) return leave_all(open, LeftAlone::TooMany);
    instructions_ = all_instructions(*trials.program());
    std::map<PlaceKey, bool> places;
    for (const AccessAtPlace& each : open) {
      places[key_of(each.source)] = has_word(each.source, takes_order);
    }
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
      const auto place = places.find(key_of(instructions_[i]->source));
      if (place == places.end() || !moded(*instructions_[i])) continue;
      at_[place->first].push_back(i);
      if (place->second) wanted_.push_back({i, false});
    }
    for (const AccessAtPlace& each : open) {
      for (const TextSpan& span : texts_of(each.source)) try_all(trials, span, Calls::Too);
    }
    // The order may come from a caller.
    for (const TextSpan& file : files_.editable()) {
      if (!is_any_wanted()) break;
      try_all(trials, file, Calls::InMacros);
    }
    accept();
    tell_copies_apart(*trials.program());
    leave_rest(open);
  }

  // The calls without an order that are tried: all, or those in macros only.
  enum class Calls : std::uint8_t { Too, InMacros };

  void try_all(OrderTrials& trials, TextSpan span, Calls calls) {
    for (const OrderWord& word : files_.orders_in(span)) {
      if (is_macro(files_.text(word.at))) continue;
      try_out(trials,
              {{.kind = PlaceKind::CallOrder, .mode = {}, .whole = {}}, word.mode, word.is_pinned},
              word.at, around(word.at));
    }
    for (const TextSpan& word : files_.words_in(span)) {
      const c::BuiltinInfo* builtin = c::find_builtin(files_.text(word));
      if (builtin == nullptr || builtin->orders != 0 || is_macro(files_.text(word))) continue;
      if (c::find_builtin(format("{}_explicit", files_.text(word))) == nullptr) continue;
      const std::optional<MacroText> macro = files_.macro_around(word);
      if (calls == Calls::InMacros && !macro) continue;
      const std::optional<CallText> call = files_.call_at(word.begin);
      if (!call || call->arguments.size() != builtin->arguments) continue;
      try_out(trials, {{.kind = PlaceKind::CallWithoutOrder, .mode = {}, .whole = {}}, Mode::Sc},
              word, {word.begin, call->close + 1});
    }
  }

  // Returns the text that is shown for an order: its macro or its call.
  [[nodiscard]] TextSpan around(TextSpan word) const {
    if (const auto macro = files_.macro_around(word)) return macro->whole;
    return files_.call_around(word);
  }

  void try_out(OrderTrials& trials, OrderCandidate candidate, TextSpan word, TextSpan whole) {
    const TextSpan at = files_.canonical(word);
    if (!files_.is_editable(at.begin)) return;
    candidate.place.mode = source_.range(at.begin, at.end);
    candidate.place.whole =
        source_.range(at.begin - (word.begin - whole.begin), at.end + (whole.end - word.end));
    const PlaceKey key = key_of(candidate.place.mode);
    if (orders_.has(candidate.place.mode) || tried_.contains(key)) return;
    if (!trials.can_try()) {
      is_cut_ = true;
      return;
    }
    const OrderTrials::Effect effect = trials.effect_of(candidate);
    for (const ModeSlot& slot : effect.slots) owners_[slot].insert(key);
    tried_.emplace(key, Tried{std::move(candidate), effect});
  }

  [[nodiscard]] bool is_any_wanted() const {
    return std::ranges::any_of(wanted_,
                               [&](const ModeSlot& slot) { return !owners_.contains(slot); });
  }

  // Returns the only order that decides a mode, if it decides nothing else; else null.
  [[nodiscard]] const PlaceKey* owner_of(const ModeSlot& slot) const {
    const auto found = owners_.find(slot);
    if (found == owners_.end() || found->second.size() != 1) return nullptr;
    const PlaceKey& key = *found->second.begin();
    return accepted_.contains(key) ? &key : nullptr;
  }

  void accept() {
    for (const auto& [key, tried] : tried_) {
      const bool is_alone = std::ranges::all_of(
          tried.effect.slots, [&](const ModeSlot& slot) { return owners_[slot].size() == 1; });
      if (!tried.effect.fault && is_alone && !tried.effect.slots.empty()) accepted_.insert(key);
    }
  }

  // Gives instructions of one place different sources if different orders decide their modes.
  void tell_copies_apart(const Program& program) {
    using Owners = std::tuple<SiteKind, PlaceKey, PlaceKey>;
    std::map<PlaceKey, std::map<Owners, SourceRange>> by_place;
    std::set<PlaceKey> used;
    for (const Instruction* each : instructions_) used.insert(key_of(each->source));
    copies_.program = program;
    for (std::size_t i = 0; i < instructions_.size(); ++i) {
      SourceRange source = instructions_[i]->source;
      const auto access = moded(*instructions_[i]);
      if (access && source.line != 0) {
        const PlaceKey* order = owner_of({i, false});
        const PlaceKey* failure = owner_of({i, true});
        const Owners owners{access->kind, order == nullptr ? PlaceKey{} : *order,
                            failure == nullptr ? PlaceKey{} : *failure};
        auto& here = by_place[key_of(source)];
        if (const auto known = here.find(owners); known != here.end()) {
          source = known->second;
        } else {
          // Only the search for sites uses the end of the source.
          while (!here.empty() && !used.insert(key_of(source)).second) ++source.end;
          here.emplace(owners, source);
        }
        note_modes(*access, source, order, failure, instructions_[i]->source);
      }
      copies_.sources.push_back(source);
    }
  }

  void note_modes(const ModedInstruction& access, const SourceRange& source, const PlaceKey* order,
                  const PlaceKey* failure, const SourceRange& shown) {
    if (order != nullptr) note_use(*order, access.kind, access.mode, source, shown);
    const bool follows = failure != nullptr && order != nullptr && *failure == *order;
    if (!access.failure_mode || follows) return;
    if (failure != nullptr) {
      note_use(*failure, SiteKind::Failure, *access.failure_mode, source, shown);
    } else if (order != nullptr) {
      // The failure order stays while the success order changes.
      Order& fixed =
          orders_.at({.kind = PlaceKind::CallOrder, .mode = source, .whole = shown}, true);
      OrderTable::add(fixed, SiteKind::Failure, *access.failure_mode, source);
    }
  }
  void note_use(const PlaceKey& key, SiteKind kind, Mode mode, const SourceRange& source,
                const SourceRange& shown) {
    const OrderCandidate& candidate = tried_.at(key).candidate;
    Order& order = orders_.at(candidate.place, candidate.is_pinned);
    OrderTable::add(order, kind, mode, source);
    const SourceRange& whole = order.place.whole;
    const bool is_inside = whole.begin <= shown.begin && shown.begin < whole.end;
    if (is_inside || std::ranges::find(order.place.uses, shown) != order.place.uses.end()) return;
    order.place.uses.push_back(shown);
  }

  // ---- Orders that stay unchanged

  void leave_all(const std::vector<AccessAtPlace>& open, LeftAlone why) {
    for (const AccessAtPlace& each : open) out_.left_alone.push_back({each.source, why});
  }

  void leave_rest(const std::vector<AccessAtPlace>& open) {
    for (const AccessAtPlace& each : open) {
      if (const auto why = fault_at(each.source)) out_.left_alone.push_back({each.source, *why});
    }
  }
  [[nodiscard]] std::optional<LeftAlone> fault_at(const SourceRange& at) const {
    const auto here = at_.find(key_of(at));
    if (here == at_.end()) return LeftAlone::Entangled;
    for (const std::size_t i : here->second) {
      if (owner_of({i, false}) == nullptr) return fault_of({i, false}, at);
    }
    return std::nullopt;
  }
  // True if the place has a case for each order: the program chooses at run time.
  [[nodiscard]] bool is_chosen_later(const SourceRange& at) const {
    std::set<Mode> modes;
    for (const std::size_t i : at_.at(key_of(at))) {
      if (owner_of({i, false}) == nullptr) modes.insert(moded(*instructions_[i])->mode);
    }
    return modes.size() > 1;
  }
  [[nodiscard]] LeftAlone fault_of(const ModeSlot& slot, const SourceRange& at) const {
    if (const auto found = owners_.find(slot); found != owners_.end()) {
      const auto& fault = tried_.at(*found->second.begin()).effect.fault;
      return fault.value_or(LeftAlone::Entangled);
    }
    if (!has_word(at, takes_order)) return LeftAlone::NotWritten;
    if (has_given_order(at)) return LeftAlone::CommandLine;
    if (is_chosen_later(at)) return LeftAlone::Entangled;
    for (const TextSpan& span : texts_of(at)) {
      for (const OrderWord& word : files_.orders_in(span)) {
        if (!files_.is_editable(word.at.begin)) return LeftAlone::OtherFile;
        const auto tried = tried_.find(
            {static_cast<std::uint32_t>(word.at.begin), static_cast<std::uint32_t>(word.at.end)});
        if (tried != tried_.end() && tried->second.effect.fault) return *tried->second.effect.fault;
      }
    }
    // The effect of an order that could not be changed alone is unknown.
    for (const auto& [key, tried] : tried_) {
      if (tried.effect.fault && tried.effect.slots.empty()) return *tried.effect.fault;
    }
    return is_cut_ ? LeftAlone::TooMany : LeftAlone::NotFound;
  }

  const Subject& subject_;
  const SourceBuffer& source_;
  CFiles files_;
  OrderSites& out_;
  OrderTable orders_;
  std::set<std::string, std::less<>> library_;  // functions of our headers
  std::set<PlaceKey> accesses_;                 // accesses written in the program
  std::set<std::string, std::less<>> given_;    // macros of the command line
  std::vector<const Instruction*> instructions_;
  std::map<PlaceKey, std::vector<std::size_t>> at_;  // instructions with modes at open places
  std::vector<ModeSlot> wanted_;                     // modes at open places with an order somewhere
  std::map<PlaceKey, Tried> tried_;                  // by the place of the order
  std::map<ModeSlot, std::set<PlaceKey>> owners_;    // the orders that decide a mode
  std::set<PlaceKey> accepted_;
  bool is_cut_ = false;  // not all orders were tried
  CopiesApart copies_;
};

// True if a call is a statement of its own that can be removed: the text before it ends another
// statement.
bool stands_alone(const std::string& text, SourceRange whole) {
  std::size_t before = whole.begin;
  while (before > 0 && c::is_blank(text[before - 1])) --before;
  const bool begins =
      before > 0 && (text[before - 1] == ';' || text[before - 1] == '{' || text[before - 1] == '}');
  std::size_t behind = whole.end;
  while (behind < text.size() && c::is_blank(text[behind])) ++behind;
  return begins && behind < text.size() && text[behind] == ';';
}

bool is_relaxed_fence(const Instruction& instruction) {
  const auto* fence = std::get_if<FenceInstruction>(&instruction.body);
  return fence != nullptr && fence->mode == Mode::Rlx;
}

}  // namespace

CopiesApart find_c_sites(const Subject& subject, const AccessesByPlace& accesses, OrderSites& out) {
  CopiesApart copies = CSites(subject, out).find(accesses);
  if (!copies.sources.empty()) out.program = copies.program;
  return copies;
}

void tell_apart(const CopiesApart& copies, Program& program) {
  if (copies.sources.empty()) return;
  const std::vector<const Instruction*> known = all_instructions(copies.program);
  std::size_t next = 0;
  for (Instruction* each : all_instructions(program)) {
    const auto is_here = [&] {
      return next < known.size() && known[next]->body.index() == each->body.index() &&
             key_of(known[next]->source) == key_of(each->source);
    };
    if (is_relaxed_fence(*each) && !is_here()) continue;
    if (next < known.size()) each->source = copies.sources[next++];
  }
}

std::vector<TextEdit> c_edits(const std::string& text, const ModePlace& place,
                              orders::Strength strength) {
  const Mode mode = orders::mode_of(strength);
  const auto at = [](std::size_t offset) { return static_cast<std::uint32_t>(offset); };
  const std::string_view written =
      std::string_view(text).substr(place.mode.begin, place.mode.end - place.mode.begin);
  if (place.kind == PlaceKind::CallWithoutOrder) {
    std::string orders = ", " + c_order_name(mode, false);
    const c::BuiltinInfo* builtin = c::find_builtin(format("{}_explicit", written));
    if (builtin->orders == 2) orders += ", " + c_order_name(default_failure_mode(mode), false);
    return {{place.mode.end, place.mode.end, "_explicit"},
            {at(place.whole.end - 1U), at(place.whole.end - 1U), orders}};
  }
  if (place.kind == PlaceKind::CallFence && strength == orders::Nothing) {
    if (!stands_alone(text, place.whole)) return {{place.whole.begin, place.whole.end, "(void)0"}};
    const std::size_t semicolon = text.find(';', place.whole.end);
    SourceRange statement = place.whole;
    statement.end = at(semicolon + 1);
    return {removed_statement(text, statement)};
  }
  return {{place.mode.begin, place.mode.end, c_order_name(mode, is_compiler_order(written))}};
}

}  // namespace drover::input
