// Enumerates every small program once, up to the names of threads and locations.
//
// A shape is laid out in three steps: the number of events of each thread (descending), the kinds
// of instructions (the word of a thread), the locations. Canonical forms (shape.h) are least by
// lengths, then words, then locations, so that seen shapes need not be stored:
//
// - words of threads of the same length are chosen in ascending order;
// - locations are named by first occurrence (restricted growth strings);
// - permutations of threads with the same word remain: a shape is kept if none of them, after
//   renaming locations by first occurrence, gives lesser locations, or the same locations and
//   lesser dependencies.
//
// If the rules say so, shapes that cannot distinguish memory models are left out. A location that
// only one instruction accesses, or that is never written, has no effect; threads that no location
// connects are two programs; a fence before or after all accesses of its thread, or next to another
// fence, adds no order. Contrived models could break this (a write to a private location that acts
// as a fence): claims about all programs up to a size are about programs of this form.
#include "analysis/shapes/enumerate_shapes.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace drover::shapes {

namespace {

using Word = std::vector<InstructionKind>;

bool is_special(InstructionKind kind) {
  return kind != InstructionKind::Write && kind != InstructionKind::Read;
}

// Returns the words of one thread with `events` events and `specials` updates and fences,
// ascending.
class WordList {
 public:
  WordList(const ShapeRules& rules, std::size_t events, std::size_t specials) : rules_(rules) {
    extend(events, specials);
  }
  std::vector<Word> take() { return std::move(words_); }

 private:
  [[nodiscard]] std::size_t size_of(InstructionKind kind) const {
    return rules_.size_in == SizeIn::Events ? event_count(kind) : 1;
  }

  void extend(std::size_t events, std::size_t specials) {
    if (events == 0) {
      const bool ends_in_fence = word_.back() == InstructionKind::Fence;
      const bool is_wanted = rules_.fences == FencePlaces::Anywhere || !ends_in_fence;
      if (specials == 0 && is_wanted) words_.push_back(word_);
      return;
    }
    using enum InstructionKind;
    for (const InstructionKind kind : {Write, Read, Update, OpenUpdate, FailedUpdate, Fence}) {
      if (!may_follow(kind, events) || (is_special(kind) && specials == 0)) continue;
      word_.push_back(kind);
      extend(events - size_of(kind), specials - (is_special(kind) ? 1 : 0));
      word_.pop_back();
    }
  }

  [[nodiscard]] bool may_follow(InstructionKind kind, std::size_t events) const {
    if (size_of(kind) > events) return false;
    if (kind == InstructionKind::OpenUpdate) {
      return rules_.open_updates == OpenUpdates::Yes && events == 1;
    }
    if (kind == InstructionKind::FailedUpdate) return rules_.failed_updates == FailedUpdates::Yes;
    if (kind != InstructionKind::Fence || rules_.fences == FencePlaces::Anywhere) return true;
    return !word_.empty() && word_.back() != InstructionKind::Fence;
  }

  const ShapeRules& rules_;
  Word word_;
  std::vector<Word> words_;
};

class ShapeSearch {
 public:
  ShapeSearch(std::size_t events, const ShapeRules& rules,
              const std::function<bool(const Shape&)>& visit)
      : events_(events), rules_(rules), visit_(visit) {}

  bool run() {
    for (std::size_t threads = 1; threads <= events_; ++threads) {
      for (std::size_t specials = 0; specials <= events_; ++specials) {
        for (dependencies_ = 0; dependencies_ <= most_dependencies(); ++dependencies_) {
          for (hidden_writes_ = 0; hidden_writes_ < events_; ++hidden_writes_) {
            if (!choose_lengths(threads, specials)) return false;
          }
        }
      }
    }
    return true;
  }

 private:
  [[nodiscard]] std::size_t most_dependencies() const {
    return rules_.dependencies == Dependencies::Yes ? events_ - 1 : 0;
  }

  // Partitions the events into `threads` parts, by ascending size of the largest part.
  bool choose_lengths(std::size_t threads, std::size_t specials) {
    for (std::size_t greatest = 1; greatest <= events_; ++greatest) {
      lengths_ = {greatest};
      if (greatest <= events_ && !extend_lengths(threads, events_ - greatest, specials)) {
        return false;
      }
    }
    return true;
  }

  bool extend_lengths(std::size_t threads, std::size_t rest, std::size_t specials) {
    if (lengths_.size() == threads) {
      words_.clear();
      return rest != 0 || choose_words(specials);
    }
    for (std::size_t length = std::min(lengths_.back(), rest); length >= 1; --length) {
      lengths_.push_back(length);
      const bool goes_on = extend_lengths(threads, rest - length, specials);
      lengths_.pop_back();
      if (!goes_on) return false;
    }
    return true;
  }

  bool choose_words(std::size_t specials) {
    const std::size_t t = words_.size();
    if (t == lengths_.size()) return specials != 0 || choose_locations();
    for (std::size_t own = 0; own <= std::min(specials, lengths_[t]); ++own) {
      for (Word& word : WordList(rules_, lengths_[t], own).take()) {
        if (t > 0 && lengths_[t] == lengths_[t - 1] && word < words_.back()) continue;
        words_.push_back(std::move(word));
        const bool goes_on = choose_words(specials - own);
        words_.pop_back();
        if (!goes_on) return false;
      }
    }
    return true;
  }

  bool choose_locations() {
    shape_.threads.clear();
    accesses_.clear();
    for (const Word& word : words_) {
      auto& thread = shape_.threads.emplace_back();
      for (const InstructionKind kind : word) thread.push_back({kind, 0});
    }
    for (auto& thread : shape_.threads) {
      for (ShapeInstruction& instruction : thread) {
        if (instruction.kind != InstructionKind::Fence) accesses_.push_back(&instruction);
      }
    }
    return extend_locations(0, 0);
  }

  // Enumerates restricted growth strings.
  bool extend_locations(std::size_t access, std::uint8_t named) {
    if (access == accesses_.size()) {
      return !is_wanted(named) || !is_least() || choose_dependencies(0, 0, dependencies_);
    }
    for (std::uint8_t location = 0; location <= named; ++location) {
      accesses_[access]->location = location;
      if (!extend_locations(access + 1, std::max<std::uint8_t>(named, location + 1))) return false;
    }
    accesses_[access]->location = 0;
    return true;
  }

  // Chooses `count` instructions, from this one on, that depend on the last read before them.
  bool choose_dependencies(std::size_t thread, std::size_t index, std::size_t count) {
    if (thread == shape_.threads.size()) return count != 0 || !is_least() || visit_(shape_);
    auto& instructions = shape_.threads[thread];
    if (index == instructions.size()) return choose_dependencies(thread + 1, 0, count);
    if (!choose_dependencies(thread, index + 1, count)) return false;
    if (count == 0) return true;
    bool goes_on = true;
    for (const Dependency each : {Dependency::Data, Dependency::Address, Dependency::Control}) {
      if (!goes_on || !may_depend(instructions, index, each)) continue;
      instructions[index].dependency = each;
      goes_on = choose_dependencies(thread, index + 1, count - 1);
    }
    instructions[index].dependency = Dependency::None;
    return goes_on;
  }

  // A second branch on the same read adds nothing.
  [[nodiscard]] static bool may_depend(const std::vector<ShapeInstruction>& thread,
                                       std::size_t index, Dependency how) {
    const InstructionKind kind = thread[index].kind;
    if (how == Dependency::Address && kind == InstructionKind::Fence) return false;
    if (how == Dependency::Data && !is_write(kind)) return false;
    for (std::size_t i = index; i-- > 0;) {
      if (is_read(thread[i].kind)) return true;
      if (how == Dependency::Control && thread[i].dependency == Dependency::Control) return false;
    }
    return false;
  }

  [[nodiscard]] bool is_wanted(std::size_t locations) const {
    if (count_hidden_writes(locations) != hidden_writes_) return false;
    if (rules_.locations == LocationUse::Any) return true;
    for (std::size_t location = 0; location < locations; ++location) {
      std::size_t uses = 0;
      bool is_written = false;
      for (const ShapeInstruction* access : accesses_) {
        if (access->location != location) continue;
        ++uses;
        is_written = is_written || is_write(access->kind);
      }
      if (uses < 2 || !is_written) return false;
    }
    return is_connected(locations);
  }

  // Counts the writes other than the first of each location.
  [[nodiscard]] std::size_t count_hidden_writes(std::size_t locations) const {
    std::vector<bool> is_written(locations);
    std::size_t count = 0;
    for (const ShapeInstruction* access : accesses_) {
      if (!is_write(access->kind)) continue;
      if (is_written[access->location]) ++count;
      is_written[access->location] = true;
    }
    return count;
  }

  // Merges the locations of each thread; true if one class remains.
  [[nodiscard]] bool is_connected(std::size_t locations) const {
    std::vector<std::size_t> class_of(locations);
    std::iota(class_of.begin(), class_of.end(), std::size_t{0});
    for (const auto& thread : shape_.threads) {
      std::size_t first = locations;
      for (const ShapeInstruction& instruction : thread) {
        if (instruction.kind == InstructionKind::Fence) continue;
        if (first == locations) first = instruction.location;
        const std::size_t from = class_of[instruction.location];
        std::ranges::replace(class_of, from, class_of[first]);
      }
    }
    return std::ranges::all_of(class_of, [&](std::size_t c) { return c == class_of.front(); });
  }

  // True if no permutation of threads with equal words gives lesser locations, or the same
  // locations and lesser dependencies.
  [[nodiscard]] bool is_least() const {
    std::vector<std::size_t> order(words_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    return !improves(order, 0);
  }

  [[nodiscard]] bool improves(std::vector<std::size_t>& order, std::size_t from) const {
    if (from == order.size()) return is_lesser(order);
    for (std::size_t i = from; i < order.size() && words_[order[i]] == words_[from]; ++i) {
      std::swap(order[from], order[i]);
      const bool does = improves(order, from + 1);
      std::swap(order[from], order[i]);
      if (does) return true;
    }
    return false;
  }

  [[nodiscard]] bool is_lesser(const std::vector<std::size_t>& order) const {
    constexpr std::uint8_t Unnamed = 0xFF;
    std::vector<std::uint8_t> names(accesses_.size(), Unnamed);
    std::uint8_t next = 0;
    std::size_t access = 0;
    for (const std::size_t t : order) {
      for (const ShapeInstruction& instruction : shape_.threads[t]) {
        if (instruction.kind == InstructionKind::Fence) continue;
        std::uint8_t& name = names[instruction.location];
        if (name == Unnamed) name = next++;
        const std::uint8_t here = accesses_[access++]->location;
        if (name != here) return name < here;
      }
    }
    for (std::size_t t = 0; t < order.size(); ++t) {
      for (std::size_t i = 0; i < shape_.threads[t].size(); ++i) {
        const Dependency there = shape_.threads[order[t]][i].dependency;
        const Dependency here = shape_.threads[t][i].dependency;
        if (there != here) return there < here;
      }
    }
    return false;
  }

  std::size_t events_;
  const ShapeRules& rules_;
  const std::function<bool(const Shape&)>& visit_;
  std::size_t dependencies_ = 0;   // required number in the shapes visited now
  std::size_t hidden_writes_ = 0;  // required number in the shapes visited now
  std::vector<std::size_t> lengths_;
  std::vector<Word> words_;
  Shape shape_;
  std::vector<ShapeInstruction*> accesses_;  // of shape_, thread by thread
};

}  // namespace

bool for_each_shape(std::size_t events, const ShapeRules& rules,
                    const std::function<bool(const Shape&)>& visit) {
  return ShapeSearch(events, rules, visit).run();
}

double work_of(const EventLayout& layout) {
  double work = 1;
  for (const std::uint8_t read : layout.reads) {
    work *= static_cast<double>(layout.writes[layout.events[read].location].size()) + 1;
  }
  for (const auto& writes : layout.writes) {
    for (std::size_t i = 2; i <= writes.size(); ++i) work *= static_cast<double>(i);
  }
  return work;
}

double total_work(std::size_t max_events, const ShapeRules& rules) {
  constexpr std::size_t MaxCounted = 5;
  double total = 0;
  double before = 0;  // total of the previous size
  double work = 0;    // total of this size
  for (std::size_t events = 1; events <= max_events; ++events) {
    if (events > MaxCounted) {
      const double growth = work / before;
      before = work;
      work *= growth;
    } else {
      before = work;
      work = 0;
      for_each_shape(events, rules, [&](const Shape& shape) {
        work += work_of(EventLayout(shape));
        return true;
      });
    }
    total += work;
  }
  return total;
}

}  // namespace drover::shapes
