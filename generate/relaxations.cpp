#include "generate/relaxations.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "support/format.h"

namespace drover::generate {

namespace {

using Relaxations = std::vector<Relaxation>;

// One after the other, in all combinations.
Relaxations in_sequence(const Relaxations& first, const Relaxations& second) {
  Relaxations out;
  for (const Relaxation& left : first) {
    for (const Relaxation& right : second) {
      out.push_back(left);
      out.back().insert(out.back().end(), right.begin(), right.end());
    }
  }
  return out;
}
void add_all(Relaxations& to, const Relaxations& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// Whether the items can stand in one cycle: directions and annotations of neighbours meet.
bool do_meet(const Relaxation& relaxation) {
  Direction direction = Direction::Any;  // of the access at this place
  Annotation annotation = NotAnnotated;
  bool is_begun = false;
  const auto annotate = [&](Annotation other) {
    if (other == NotAnnotated || other == 0) return true;
    if (annotation != NotAnnotated && annotation != 0 && annotation != other) return false;
    annotation = other;
    return true;
  };
  for (const CycleItem& each : relaxation) {
    if (const auto* word = std::get_if<Annotation>(&each)) {
      if (!annotate(*word)) return false;
      continue;
    }
    const Edge& edge = std::get<Edge>(each);
    const auto differs = [&] {
      return is_begun && edge.from != Direction::Any && direction != Direction::Any &&
             edge.from != direction;
    };
    if (differs() || !annotate(edge.first)) return false;
    if (edge.is_pseudo()) {
      if (edge.from != Direction::Any) direction = edge.from;
      continue;
    }
    is_begun = true;
    direction = edge.to;
    annotation = edge.second;
  }
  return true;
}

// `ACSyncdRW` is `[Rfe,SyncdRW]`.
struct Cumulativity {
  std::string_view prefix;
  bool is_before;
  bool is_after;
};
constexpr std::array Cumulativities{Cumulativity{"ABC", true, true},
                                    Cumulativity{"AC", true, false},
                                    Cumulativity{"BC", false, true}};

// Reads a list. A short-lived worker: holds references.
class ListReader {
 public:
  ListReader(std::string_view text, const Architecture& architecture)
      : text_(text), architecture_(architecture) {}

  OrError<Relaxations> run(Separator separator) {
    Relaxations found = list(separator);
    if (!error_ && at_ < text_.size()) fail(format("`{}` is not expected here", text_[at_]), at_);
    if (error_) return *error_;
    Relaxations out;
    for (Relaxation& each : found) {
      if (each.empty() || !do_meet(each)) continue;
      if (std::ranges::find(out, each) == out.end()) out.push_back(std::move(each));
    }
    return out;
  }

 private:
  static bool is_separator(char c) { return c == ' ' || c == ',' || c == '\t' || c == '\n'; }
  void skip_separators() {
    while (at_ < text_.size() && is_separator(text_[at_])) ++at_;
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  void fail(std::string message, std::size_t begin) {
    if (!error_) error_ = CycleError{std::move(message), begin, std::max(at_, begin + 1)};
  }

  Relaxations list(Separator separator) {
    Relaxations out;
    if (separator == Separator::Sequence) out.emplace_back();
    for (skip_separators(); at_ < text_.size() && text_[at_] != ']' && !error_; skip_separators()) {
      const Relaxations found = choice();
      if (separator == Separator::Sequence) {
        out = in_sequence(out, found);
      } else {
        add_all(out, found);
      }
    }
    return out;
  }
  Relaxations choice() {
    Relaxations out = optional();
    for (skip_blanks(); at_ < text_.size() && text_[at_] == '|'; skip_blanks()) {
      ++at_;
      skip_blanks();
      add_all(out, optional());
    }
    return out;
  }
  Relaxations optional() {
    Relaxations out = atom();
    while (at_ < text_.size() && text_[at_] == '?') {
      ++at_;
      out.insert(out.begin(), Relaxation{});
    }
    return out;
  }
  Relaxations atom() {
    if (at_ < text_.size() && text_[at_] == '[') {
      const std::size_t begin = at_++;
      Relaxations out = list(Separator::Sequence);
      if (at_ >= text_.size()) {
        fail("this bracket is not closed", begin);
        return out;
      }
      ++at_;
      return out;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_separator(text_[at_]) &&
           std::string_view("[]|?").find(text_[at_]) == std::string_view::npos) {
      ++at_;
    }
    const std::string_view word = text_.substr(begin, at_ - begin);
    Relaxations out = expanded(word);
    if (out.empty()) {
      fail(format("`{}` is no edge, no annotation and no list of edges of {}", word,
                  architecture_.name),
           begin);
    }
    return out;
  }

  // The edges that a word stands for; empty: the word is unknown.
  [[nodiscard]] Relaxations expanded(std::string_view word) const {
    if (const auto annotation = read_annotation(word, architecture_)) return {{*annotation}};
    if (word.find('*') == std::string_view::npos) {
      if (const auto edge = read_edge(word, architecture_)) return {{*edge}};
    }
    if (Relaxations found = groups(word); !found.empty()) return found;
    if (Relaxations found = macros(word); !found.empty()) return found;
    return without_stars(std::string(word));
  }
  [[nodiscard]] Relaxations without_stars(const std::string& word) const {
    const std::size_t star = word.find('*');
    if (star == std::string::npos) {
      const auto edge = read_edge(word, architecture_);
      return edge ? Relaxations{{*edge}} : Relaxations{};
    }
    Relaxations out;
    for (const char each : {'s', 'd', 'W', 'R', 'i', 'e'}) {
      std::string next = word;
      next[star] = each;
      add_all(out, without_stars(next));
    }
    return out;
  }
  // Words without their extent: `Rf`, `Po`, `DpAddr`.
  [[nodiscard]] Relaxations groups(std::string_view word) const {
    for (const std::string_view each : {"Rf", "Fr", "Co", "Ws"}) {
      if (word == each) return without_stars(std::string(word) + "*");
    }
    if (word == "Po") return without_stars("Po***");
    for (const DependencyWord& each : architecture_.dependencies) {
      if (word == "Dp" + std::string(each.name)) return without_stars(std::string(word) + "**");
    }
    Relaxations out;
    for (const RmwWord& each : architecture_.rmws) {
      const std::string name(each.name);
      const bool is_safe = name.ends_with("Swp") || name.ends_with("Cas") || name.ends_with("Add");
      if (!name.starts_with("Amo.")) continue;
      if (word == "Amo" || (word == "Amo.Safe" && is_safe)) add_all(out, without_stars(name));
    }
    return out;
  }
  [[nodiscard]] Relaxations macros(std::string_view word) const {
    for (const Cumulativity& each : Cumulativities) {
      if (!word.starts_with(each.prefix)) continue;
      Relaxations out = expanded(word.substr(each.prefix.size()));
      if (out.empty()) continue;
      const Relaxations rfe = without_stars("Rfe");
      if (each.is_before) out = in_sequence(rfe, out);
      if (each.is_after) out = in_sequence(out, rfe);
      return out;
    }
    if (word == "PPO" && architecture_.notation == Notation::Power) return power_order();
    const bool is_all = word.starts_with("all");
    if ((!is_all && !word.starts_with("some")) || word.size() != (is_all ? 5U : 6U)) return {};
    const std::string extent = "d" + std::string(word.substr(word.size() - 2));
    Relaxations out = without_stars("Po" + extent);
    for (const FenceWord& each : architecture_.fences) {
      if (is_all || is_common(each.name))
        add_all(out, without_stars(std::string(each.name) + extent));
    }
    if (extent[1] != 'R') return out;
    for (const DependencyWord& each : architecture_.dependencies) {
      const bool is_main = extent[2] == 'R' ? each.kind == DependencyKind::Address
                                            : each.kind == DependencyKind::Data;
      if (is_all || (is_main && !each.selects)) {
        add_all(out, without_stars("Dp" + std::string(each.name) + "d" + extent[2]));
      }
    }
    return out;
  }
  // Fences that everybody uses: not of a domain, and not stronger than needed.
  static bool is_common(std::string_view fence) {
    constexpr std::array Domains{"SH", "DSB", "iorw"};
    return std::ranges::none_of(
        Domains, [&](std::string_view each) { return fence.find(each) != std::string_view::npos; });
  }
  // Preserved program order of Power, as diy has it.
  [[nodiscard]] Relaxations power_order() const {
    Relaxations out;
    const std::array<std::string_view, 4> ends{"DpAddrdR", "DpDatadW", "DpCtrldW", "DpCtrlIsyncdR"};
    const auto sequence = [&](std::initializer_list<std::string_view> words) {
      Relaxations all{{}};
      for (const std::string_view each : words) {
        all = in_sequence(all, without_stars(std::string(each)));
      }
      add_all(out, all);
    };
    sequence({"DpAddrdR"});
    for (const std::string_view each : ends) sequence({"DpAddrdR", each});
    sequence({"DpDatadW"});
    sequence({"DpDatadW", "PosWR"});
    for (const std::string_view each : ends) sequence({"DpDatadW", "PosWR", each});
    sequence({"DpCtrldW"});
    sequence({"DpCtrlIsyncdR"});
    return out;
  }

  std::string_view text_;
  const Architecture& architecture_;
  std::size_t at_ = 0;
  std::optional<CycleError> error_;
};

}  // namespace

OrError<std::vector<Relaxation>> read_relaxations(std::string_view text,
                                                  const Architecture& architecture,
                                                  Separator separator) {
  return ListReader(text, architecture).run(separator);
}

std::string print(const Relaxation& relaxation, const Architecture& architecture) {
  std::string out;
  for (const CycleItem& each : relaxation) {
    if (!out.empty()) out += ",";
    const auto* edge = std::get_if<Edge>(&each);
    out += edge != nullptr ? print(*edge, architecture)
                           : std::string(architecture.annotations[std::get<Annotation>(each)].name);
  }
  return relaxation.size() == 1 ? out : "[" + out + "]";
}

}  // namespace drover::generate
