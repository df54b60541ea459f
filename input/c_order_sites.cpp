#include "input/c_order_sites.h"

#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <vector>

#include "frontend/c/builtins.h"
#include "support/format.h"

namespace drover::input {

namespace {

using orders::SiteKind;

struct OrderName {
  Mode mode;
  std::string_view name;      // after memory_order_
  std::string_view compiler;  // after __ATOMIC_
};
constexpr std::array OrderNames{
    OrderName{Mode::Rlx, "relaxed", "RELAXED"}, OrderName{Mode::Acq, "acquire", "ACQUIRE"},
    OrderName{Mode::Rel, "release", "RELEASE"}, OrderName{Mode::AcqRel, "acq_rel", "ACQ_REL"},
    OrderName{Mode::Sc, "seq_cst", "SEQ_CST"}};
constexpr std::string_view StandardOrder = "memory_order_";
constexpr std::string_view CompilerOrder = "__ATOMIC_";
constexpr std::string_view Pin = "/*!*/";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_word(text[at])) ++at;
  return at;
}

// A call as text: its name and where its arguments are.
struct CallText {
  std::string_view name;
  std::size_t name_end = 0;
  std::size_t close = 0;                                       // the last parenthesis
  std::vector<std::pair<std::size_t, std::size_t>> arguments;  // without blanks around them
};

// Nothing if what begins there is not a call, or has in it what would have to be read by a
// compiler: comments (but for a pin), strings, lines of the preprocessor.
std::optional<CallText> call_at(std::string_view text, std::size_t at) {
  CallText call;
  call.name_end = word_end(text, at);
  call.name = text.substr(at, call.name_end - at);
  std::size_t open = call.name_end;
  while (open < text.size() && is_space(text[open])) ++open;
  if (call.name.empty() || open >= text.size() || text[open] != '(') return std::nullopt;
  std::size_t depth = 0;
  std::size_t begin = open + 1;
  const auto add = [&](std::size_t end) {
    while (begin < end && is_space(text[begin])) ++begin;
    std::size_t last = end;
    while (last > begin && is_space(text[last - 1])) --last;
    call.arguments.emplace_back(begin, last);
  };
  for (std::size_t i = open + 1; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'' || c == '#' || c == ';') return std::nullopt;
    if (c == '/' && i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == '*')) {
      if (text.substr(i, Pin.size()) != Pin) return std::nullopt;
      i += Pin.size() - 1;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' && depth == 0) {
      call.close = i;
      if (begin < i || !call.arguments.empty()) add(i);
      return call;
    } else if (c == ')' || c == ']' || c == '}') {
      if (depth == 0) return std::nullopt;
      --depth;
    } else if (c == ',' && depth == 0) {
      add(i);
      begin = i + 1;
    }
  }
  return std::nullopt;
}

// The order that an argument names, and whether it is pinned.
struct NamedOrder {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_pinned = false;
};
std::optional<NamedOrder> order_at(std::string_view text, std::pair<std::size_t, std::size_t> at) {
  const std::size_t end = word_end(text, at.first);
  const std::string_view word = text.substr(at.first, end - at.first);
  if (!word.starts_with(StandardOrder) && !word.starts_with(CompilerOrder)) return std::nullopt;
  std::size_t rest = end;
  while (rest < at.second && is_space(text[rest])) ++rest;
  const std::string_view behind = text.substr(rest, at.second - rest);
  if (!behind.empty() && behind != Pin) return std::nullopt;
  return NamedOrder{at.first, end, !behind.empty()};
}

// A short-lived worker.
class CSites {
 public:
  CSites(const Subject& subject, OrderSites& out) : source_(*subject.source), out_(out) {}

  // Whether its orders can be changed.
  bool note(const AccessAtPlace& access) {
    const std::string& text = source_.text();
    const std::optional<CallText> call = call_at(text, access.source.begin);
    if (!call) return false;
    const c::BuiltinInfo* builtin = c::find_builtin(call->name);
    if (builtin == nullptr || call->arguments.size() != builtin->arguments + builtin->orders) {
      return false;
    }
    whole_ = source_.range(access.source.begin, call->close + 1);
    if (builtin->orders == 0) {
      const bool has_other = c::find_builtin(format("{}_explicit", call->name)) != nullptr;
      // One order stands for both: that of failure follows from that of success.
      if (has_other) {
        add(access, access.kind, access.mode, PlaceKind::CallWithoutOrder,
            {access.source.begin, call->name_end}, false);
      }
      return has_other;
    }
    const auto first = order_at(text, call->arguments[builtin->arguments]);
    if (!first) return false;
    const bool is_fence = access.kind == SiteKind::Fence;
    if (builtin->orders == 1) {
      add(access, access.kind, access.mode, is_fence ? PlaceKind::CallFence : PlaceKind::CallOrder,
          {first->begin, first->end}, first->is_pinned);
      return true;
    }
    const auto second = order_at(text, call->arguments[builtin->arguments + 1U]);
    if (!second) return false;
    add(access, access.kind, access.mode, PlaceKind::CallOrder, {first->begin, first->end},
        first->is_pinned);
    add(access, SiteKind::Failure, access.failure_mode, PlaceKind::CallOrder,
        {second->begin, second->end}, second->is_pinned);
    return true;
  }

 private:
  void add(const AccessAtPlace& access, SiteKind kind, Mode mode, PlaceKind place,
           std::pair<std::size_t, std::size_t> at, bool is_pinned) {
    orders::Site site;
    site.kind = kind;
    site.sources = {access.source};
    site.now = orders::strength_of(mode, kind);
    site.is_pinned = is_pinned;
    out_.sites.push_back(std::move(site));
    out_.places.push_back(
        {{.kind = place, .mode = source_.range(at.first, at.second), .whole = whole_}});
  }

  const SourceBuffer& source_;
  OrderSites& out_;
  SourceRange whole_;  // the current call
};

// Whether a call is a statement of its own that can go without leaving a hole: what is before it
// ends another one.
bool stands_alone(const std::string& text, SourceRange whole) {
  std::size_t before = whole.begin;
  while (before > 0 && is_space(text[before - 1])) --before;
  const bool begins =
      before > 0 && (text[before - 1] == ';' || text[before - 1] == '{' || text[before - 1] == '}');
  std::size_t behind = whole.end;
  while (behind < text.size() && is_space(text[behind])) ++behind;
  return begins && behind < text.size() && text[behind] == ';';
}

}  // namespace

std::string c_order_name(Mode mode, bool is_compiler) {
  for (const OrderName& each : OrderNames) {
    if (each.mode != mode) continue;
    return is_compiler ? format("{}{}", CompilerOrder, each.compiler)
                       : format("{}{}", StandardOrder, each.name);
  }
  return "";
}

void find_c_sites(const Subject& subject, const AccessesByPlace& accesses, OrderSites& out) {
  CSites sites(subject, out);
  const std::size_t size = file_text(subject).size();
  for (const auto& [key, access] : accesses) {
    if (access.source.line == 0 || access.source.begin >= size) continue;
    if (!access.is_unique || !sites.note(access)) out.left_alone.push_back(access.source);
  }
}

std::vector<TextEdit> c_edits(const std::string& text, const ModePlace& place, SiteKind kind,
                              orders::Strength strength) {
  const Mode mode = orders::mode_of(strength);
  const auto at = [](std::size_t offset) { return static_cast<std::uint32_t>(offset); };
  if (place.kind == PlaceKind::CallWithoutOrder) {
    std::string orders = ", " + c_order_name(mode, false);
    const std::string_view name =
        std::string_view(text).substr(place.mode.begin, place.mode.end - place.mode.begin);
    const c::BuiltinInfo* builtin = c::find_builtin(format("{}_explicit", name));
    if (kind == SiteKind::Update && builtin->orders == 2) {
      orders += ", " + c_order_name(default_failure_mode(mode), false);
    }
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
  const bool is_compiler = text.compare(place.mode.begin, CompilerOrder.size(), CompilerOrder) == 0;
  return {{place.mode.begin, place.mode.end, c_order_name(mode, is_compiler)}};
}

}  // namespace drover::input
