#include "explorer/cat/evaluator.h"

#include <algorithm>
#include <array>
#include <bit>

#include "explorer/cat/reachable.h"
#include "support/check.h"

namespace drover::cat {

namespace {

using Word = EventSet::Word;
constexpr std::size_t WordBits = EventSet::WordBits;

void insert(Word* set, std::size_t event) {
  set[event / WordBits] |= Word{1} << (event % WordBits);
}

bool contains(const Word* set, std::size_t event) {
  return (set[event / WordBits] >> (event % WordBits) & 1) != 0;
}

template <typename Visit>
void for_each_bit(const Word* set, std::size_t words, Visit visit) {
  for (std::size_t i = 0; i < words; ++i) {
    for (Word rest = set[i]; rest != 0; rest &= rest - 1) {
      visit(i * WordBits + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

bool is_zero(const Word* words, std::size_t count) {
  return std::all_of(words, words + count, [](Word word) { return word == 0; });
}

}  // namespace

// ---- The list of what is to be evaluated ------------------------------------------------

// Puts nodes behind their operands, and the nodes that depend on the variables of a `let rec`
// between the beginning and the end of its loop.
class Evaluator::TapeWriter {
 public:
  explicit TapeWriter(const Code& code)
      : code_(code),
        is_done_(code.nodes.size(), false),
        is_group_done_(code.groups.size(), false) {}

  void write_to(Tape& tape) { tape_ = &tape; }

  void write(NodeIndex node) {
    const std::array roots{node};
    for (const NodeIndex each : reachable_nodes(code_, roots)) write_one(each);
  }

  // What does not depend on reads-from or coherence.
  void write_static(std::span<const NodeIndex> nodes) {
    for (const NodeIndex each : nodes) {
      const Node& node = code_.nodes[each];
      if (node.growth == Growth::None && node.open_groups == 0) write_one(each);
    }
  }

 private:
  // Its operands come before it in the order of `reachable_nodes`.
  void write_one(NodeIndex index) {
    const Node& node = code_.nodes[index];
    if (is_done_[index]) return;
    // Those in a loop are written with it.
    if (node.operation != Operation::Fixpoint && (node.open_groups & ~open_) != 0) return;
    if (node.operation == Operation::Fixpoint) {
      if ((node.open_groups & ~open_) != 0) return;
      write_group(node.group);
      is_done_[index] = true;
      return;
    }
    if (node.operation == Operation::Variable) return;
    is_done_[index] = true;
    tape_->push_back({StepKind::Node, index, 0});
  }

  void write_group(std::uint32_t group) {
    if (is_group_done_[group]) return;
    const std::vector<NodeIndex> inner = reachable_nodes(code_, code_.groups[group].bodies);
    for (const NodeIndex each : inner) write_one(each);  // what is the same in every round
    const std::uint64_t bit = std::uint64_t{1} << group;
    tape_->push_back({StepKind::LoopBegin, group, 0});
    const auto begin = static_cast<std::uint32_t>(tape_->size());
    const std::uint64_t outer = open_;
    open_ |= bit;
    for (const NodeIndex each : inner) {
      if ((code_.nodes[each].open_groups & bit) != 0) write_one(each);
    }
    open_ = outer;
    tape_->push_back({StepKind::LoopEnd, group, begin});
    is_group_done_[group] = true;
  }

  const Code& code_;
  Tape* tape_ = nullptr;
  std::vector<bool> is_done_;
  std::vector<bool> is_group_done_;
  std::uint64_t open_ = 0;
};

Evaluator::Evaluator(const Code& code) : code_(&code), base_slots_(BaseCount, -1) {
  std::vector<NodeIndex> roots;
  for (const CodeCheck& check : code.checks) {
    if (check.use == CheckUse::Axiom) roots.push_back(check.node);
  }
  used_ = reachable_nodes(code, roots);
  TapeWriter writer(code);
  writer.write_to(static_tape_);
  writer.write_static(used_);
  writer.write_to(tape_);
  for (std::size_t i = 0; i < code.checks.size(); ++i) {
    if (code.checks[i].use != CheckUse::Axiom) continue;
    writer.write(code.checks[i].node);
    tape_.push_back({StepKind::Check, static_cast<std::uint32_t>(i), 0});
  }
  for (const NodeIndex each : used_) {
    const Node& node = code.nodes[each];
    if (node.operation == Operation::Base) {
      base_slots_[static_cast<std::size_t>(node.base)] = static_cast<std::int32_t>(each);
    }
  }
  values_.resize(code.nodes.size());
}

Evaluator::Evaluator(const Code& code, std::span<const NodeIndex> roots)
    : code_(&code), used_(reachable_nodes(code, roots)), base_slots_(BaseCount, -1) {
  TapeWriter writer(code);
  writer.write_to(static_tape_);
  writer.write_static(used_);
  writer.write_to(tape_);
  for (const NodeIndex root : roots) writer.write(root);
  for (const NodeIndex each : used_) {
    const Node& node = code.nodes[each];
    if (node.operation == Operation::Base) {
      base_slots_[static_cast<std::size_t>(node.base)] = static_cast<std::int32_t>(each);
    }
  }
  values_.resize(code.nodes.size());
}

// ---- What the graph gives --------------------------------------------------------------

void Evaluator::set_events(const ExecutionGraph& graph) {
  size_ = graph.size();
  row_words_ = (size_ + WordBits - 1) / WordBits;
  all_.assign(row_words_, 0);
  for (std::size_t i = 0; i < size_; ++i) insert(all_.data(), i);
  for (const NodeIndex each : used_) {
    values_[each].assign(words_of(code_->nodes[each].kind), 0);
    // Its values are those of the variable.
    if (code_->nodes[each].operation == Operation::Fixpoint) values_[each].clear();
  }
  fill_static_base(graph);
  if (missing_ != nullptr && code_->nodes[missing_->node].operation == Operation::Base) {
    erase_missing(missing_->node);
  }
  run(static_tape_, false, WhichChecks::All);
}

namespace {

// The sets that a mode puts an event into.
Base set_of(Mode mode) {
  switch (mode) {
    case Mode::Na: return Base::Na;
    case Mode::Rlx: return Base::Rlx;
    case Mode::Acq: return Base::Acq;
    case Mode::Rel: return Base::Rel;
    case Mode::AcqRel: return Base::AcqRel;
    case Mode::Plain:
    case Mode::Sc: break;
  }
  return Base::Sc;
}

}  // namespace

void Evaluator::fill_static_base(const ExecutionGraph& graph) {
  const auto put = [&](Base base, std::size_t event) {
    if (has(base)) insert(rows_of(base), event);
  };
  for (std::size_t i = 0; i < size_; ++i) {
    const Event& event = graph.event(EventId(i));
    const Label& label = event.label;
    put(Base::All, i);
    if (label.is_read()) put(Base::Reads, i);
    if (label.is_write()) put(Base::Writes, i);
    if (label.is_fence()) put(Base::Fences, i);
    if (event.is_exclusive_read || (label.is_write() && label.is_exclusive_write)) {
      put(Base::Rmw, i);
    }
    if (event.is_initial()) put(Base::InitialWrites, i);
    if (label.kind == LabelKind::Alloc) put(Base::Allocations, i);
    if (label.kind == LabelKind::Free) put(Base::Frees, i);
    if (label.kind == LabelKind::Call) put(Base::Calls, i);
    if (!label.is_access() && !label.is_fence()) continue;
    put(set_of(label.mode), i);
    if (label.mode == Mode::Plain) put(Base::Plain, i);
  }
  const bool needs_locations = has(Base::Loc) || has(Base::NonAtomicLocation);
  if (needs_locations) {
    std::vector<std::vector<Word>> accesses;  // by location
    std::vector<bool> is_non_atomic;
    for (std::size_t i = 0; i < size_; ++i) {
      const Label& label = graph.event(EventId(i)).label;
      if (!label.is_access()) continue;
      const std::size_t location = label.location.value;
      if (location >= accesses.size()) {
        accesses.resize(location + 1);
        is_non_atomic.resize(location + 1);
      }
      if (accesses[location].empty()) accesses[location].assign(row_words_, 0);
      insert(accesses[location].data(), i);
      if (label.mode == Mode::Na && !graph.event(EventId(i)).is_initial()) {
        is_non_atomic[location] = true;
      }
    }
    for (std::size_t location = 0; location < accesses.size(); ++location) {
      const std::vector<Word>& set = accesses[location];
      for_each_bit(set.data(), set.size(), [&](std::size_t event) {
        if (has(Base::Loc)) {
          std::copy(set.begin(), set.end(), rows_of(Base::Loc) + event * row_words_);
        }
        if (is_non_atomic[location]) put(Base::NonAtomicLocation, event);
      });
    }
  }
  fill_thread_order(graph);
  if (const GraphDependencies* dependencies = graph.dependencies()) {
    const auto copy = [&](Base base, const Relation& from) {
      if (!has(base)) return;
      for (const auto& [read, event] : from.pairs()) {
        insert(rows_of(base) + read.value * row_words_, event.value);
      }
    };
    copy(Base::Addr, dependencies->addr);
    copy(Base::Data, dependencies->data);
    copy(Base::Ctrl, dependencies->ctrl);
  }
}

// Program order, the same thread, read-modify-writes, spawn and join.
void Evaluator::fill_thread_order(const ExecutionGraph& graph) {
  constexpr std::size_t Roles = 3;
  std::vector<Word> later(row_words_);
  std::vector<std::vector<Word>> of_role(Roles, std::vector<Word>(row_words_, 0));
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const std::span<const EventId> order = graph.events_of(ThreadId(t));
    std::fill(later.begin(), later.end(), 0);
    for (std::size_t i = order.size(); i-- > 0;) {
      const std::size_t event = order[i].value;
      if (has(Base::Po)) {
        std::copy(later.begin(), later.end(), rows_of(Base::Po) + event * row_words_);
      }
      insert(later.data(), event);
      insert(of_role[static_cast<std::size_t>(graph.role(ThreadId(t)))].data(), event);
      if (!has(Base::RmwPairs) || i + 1 == order.size()) continue;
      const Label& next = graph.event(order[i + 1]).label;
      if (graph.event(order[i]).is_exclusive_read && next.is_write() && next.is_exclusive_write) {
        insert(rows_of(Base::RmwPairs) + event * row_words_, order[i + 1].value);
      }
    }
    if (!has(Base::Int)) continue;
    for (const EventId event : order) {
      std::copy(later.begin(), later.end(), rows_of(Base::Int) + event.value * row_words_);
    }
  }
  if (!has(Base::Sync)) return;
  const std::vector<Word>& workers = of_role[static_cast<std::size_t>(ThreadRole::Worker)];
  const std::vector<Word>& last = of_role[static_cast<std::size_t>(ThreadRole::Final)];
  for (std::size_t i = 0; i < size_; ++i) {
    const Event& event = graph.event(EventId(i));
    Word* row = rows_of(Base::Sync) + i * row_words_;
    const bool is_before_workers =
        !event.is_initial() && graph.role(event.thread) == ThreadRole::Init;
    const bool is_before_last =
        is_before_workers ||
        (!event.is_initial() && graph.role(event.thread) == ThreadRole::Worker);
    for (std::size_t w = 0; w < row_words_; ++w) {
      if (event.is_initial()) {
        for (const std::vector<Word>& role : of_role) row[w] |= role[w];
      }
      if (is_before_workers) row[w] |= workers[w];
      if (is_before_last) row[w] |= last[w];
    }
  }
}

void Evaluator::fill_edges(const ExecutionGraph& graph) {
  const auto cleared = [&](Base base) {
    Word* rows = rows_of(base);
    std::fill(rows, rows + row_words_ * size_, 0);
    return rows;
  };
  if (has(Base::Rf)) {
    Word* rows = cleared(Base::Rf);
    for (std::size_t i = 0; i < size_; ++i) {
      const EventId write = graph.event(EventId(i)).reads_from;
      if (!write.is_none()) insert(rows + write.value * row_words_, i);
    }
  }
  if (has(Base::Co) || has(Base::Fr) || has(Base::FinalWrites)) {
    coherence_.assign(row_words_ * size_, 0);
    std::vector<Word>& later = scratch_;
    for (const LocationId location : graph.locations()) {
      later.assign(row_words_, 0);
      const std::span<const EventId> order = graph.coherence(location);
      for (std::size_t i = order.size(); i-- > 0;) {
        Word* row = coherence_.data() + order[i].value * row_words_;
        for (std::size_t w = 0; w < row_words_; ++w) row[w] |= later[w];
        insert(later.data(), order[i].value);
      }
      // The initial write is before those that have no place yet, too.
      const EventId initial = graph.initial_write(location);
      for (const EventId write : graph.writes_to(location)) {
        if (write != initial) insert(coherence_.data() + initial.value * row_words_, write.value);
      }
    }
  }
  if (has(Base::Co)) std::ranges::copy(coherence_, rows_of(Base::Co));
  if (has(Base::Fr)) {
    Word* rows = cleared(Base::Fr);
    for (std::size_t i = 0; i < size_; ++i) {
      const EventId write = graph.event(EventId(i)).reads_from;
      if (write.is_none()) continue;
      const Word* later = coherence_.data() + write.value * row_words_;
      std::copy(later, later + row_words_, rows + i * row_words_);
    }
  }
  if (has(Base::FinalWrites)) {
    Word* set = rows_of(Base::FinalWrites);
    std::fill(set, set + row_words_, 0);
    for (std::size_t i = 0; i < size_; ++i) {
      if (graph.event(EventId(i)).label.is_write() &&
          is_zero(coherence_.data() + i * row_words_, row_words_)) {
        insert(set, i);
      }
    }
  }
  if (missing_ != nullptr && code_->nodes[missing_->node].operation == Operation::Base) {
    erase_missing(missing_->node);
  }
}

// ---- Evaluation --------------------------------------------------------------------------

bool Evaluator::holds(const ExecutionGraph& graph, WhichChecks which) {
  DROVER_DCHECK(graph.size() == size_, "set_events comes first");
  fill_edges(graph);
  return run(tape_, true, which);
}

void Evaluator::evaluate(const ExecutionGraph& graph) {
  fill_edges(graph);
  run(tape_, false, WhichChecks::All);
}

bool Evaluator::run(const Tape& tape, bool stops_at_failure, WhichChecks which) {
  bool all_hold = true;
  for (std::size_t at = 0; at < tape.size(); ++at) {
    const Step& step = tape[at];
    switch (step.kind) {
      case StepKind::Node: evaluate_node(step.index); break;
      case StepKind::LoopBegin:
        for (const NodeIndex variable : code_->groups[step.index].variables) {
          std::ranges::fill(values_[variable], 0);
        }
        break;
      case StepKind::LoopEnd:
        if (update_variables(code_->groups[step.index])) at = step.jump - 1;
        break;
      case StepKind::Check: {
        const CodeCheck& check = code_->checks[step.index];
        if (which == WhichChecks::ForGood && !check.fails_for_good) break;
        if (!fails(check)) break;
        all_hold = false;
        if (stops_at_failure) return false;
        break;
      }
    }
  }
  return all_hold;
}

bool Evaluator::update_variables(const FixpointGroup& group) {
  bool has_changed = false;
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    std::vector<Word>& variable = values_[group.variables[i]];
    const Word* body = value(group.bodies[i]);
    if (std::equal(variable.begin(), variable.end(), body)) continue;
    std::copy(body, body + variable.size(), variable.begin());
    has_changed = true;
  }
  return has_changed;
}

bool Evaluator::fails(const CodeCheck& check) const {
  const Word* words = value(check.node);
  bool passes = false;
  switch (check.test) {
    case CheckTest::Acyclic: passes = is_acyclic(words); break;
    case CheckTest::Irreflexive: passes = is_irreflexive(words); break;
    case CheckTest::Empty: passes = is_zero(words, words_of(code_->nodes[check.node].kind)); break;
  }
  return passes == check.is_negated;
}

const Word* Evaluator::value(NodeIndex node) const {
  const Node& described = code_->nodes[node];
  if (described.operation == Operation::Fixpoint) {
    return values_[code_->groups[described.group].variables[described.component]].data();
  }
  return values_[node].data();
}

void Evaluator::evaluate_node(NodeIndex index) {
  const Node& node = code_->nodes[index];
  if (node.operation == Operation::Base) return;
  Word* out = values_[index].data();
  if (node.kind == ValueKind::Set) {
    evaluate_set(node, out);
  } else {
    evaluate_relation(node, out);
  }
  if (missing_ != nullptr && missing_->node == index) erase_missing(index);
}

void Evaluator::erase_missing(NodeIndex index) {
  if (values_[index].empty() || code_->nodes[index].kind == ValueKind::Set) return;
  Word* row = values_[index].data() + missing_->from.value * row_words_;
  row[missing_->to.value / WordBits] &= ~(Word{1} << (missing_->to.value % WordBits));
}

void Evaluator::evaluate_set(const Node& node, Word* out) {
  const Word* a = value(node.a);
  switch (node.operation) {
    case Operation::Union: {
      const Word* b = value(node.b);
      for (std::size_t i = 0; i < row_words_; ++i) out[i] = a[i] | b[i];
      return;
    }
    case Operation::Intersection: {
      const Word* b = value(node.b);
      for (std::size_t i = 0; i < row_words_; ++i) out[i] = a[i] & b[i];
      return;
    }
    case Operation::Difference: {
      const Word* b = value(node.b);
      for (std::size_t i = 0; i < row_words_; ++i) out[i] = a[i] & ~b[i];
      return;
    }
    case Operation::Complement:
      for (std::size_t i = 0; i < row_words_; ++i) out[i] = all_[i] & ~a[i];
      return;
    case Operation::Domain:
      std::fill(out, out + row_words_, 0);
      for (std::size_t i = 0; i < size_; ++i) {
        if (!is_zero(a + i * row_words_, row_words_)) insert(out, i);
      }
      return;
    case Operation::Range:
      std::fill(out, out + row_words_, 0);
      for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t w = 0; w < row_words_; ++w) out[w] |= a[i * row_words_ + w];
      }
      return;
    default: std::fill(out, out + row_words_, 0); return;
  }
}

void Evaluator::evaluate_relation(const Node& node, Word* out) {
  const std::size_t words = row_words_ * size_;
  const Word* a = value(node.a);
  const Word* b = value(node.b);
  switch (node.operation) {
    case Operation::Union:
      for (std::size_t i = 0; i < words; ++i) out[i] = a[i] | b[i];
      return;
    case Operation::Intersection:
      for (std::size_t i = 0; i < words; ++i) out[i] = a[i] & b[i];
      return;
    case Operation::Difference:
      for (std::size_t i = 0; i < words; ++i) out[i] = a[i] & ~b[i];
      return;
    case Operation::Complement:
      for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t w = 0; w < row_words_; ++w) {
          out[i * row_words_ + w] = all_[w] & ~a[i * row_words_ + w];
        }
      }
      return;
    case Operation::Sequence: sequence(a, b, out); return;
    case Operation::RestrictDomain:
      for (std::size_t i = 0; i < size_; ++i) {
        const Word mask = contains(a, i) ? ~Word{0} : 0;
        for (std::size_t w = 0; w < row_words_; ++w) {
          out[i * row_words_ + w] = b[i * row_words_ + w] & mask;
        }
      }
      return;
    case Operation::RestrictRange:
      for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t w = 0; w < row_words_; ++w) {
          out[i * row_words_ + w] = a[i * row_words_ + w] & b[w];
        }
      }
      return;
    case Operation::Optional:
      std::copy(a, a + words, out);
      for (std::size_t i = 0; i < size_; ++i) insert(out + i * row_words_, i);
      return;
    case Operation::Plus:
      std::copy(a, a + words, out);
      close_transitively(out);
      return;
    case Operation::Inverse:
      std::fill(out, out + words, 0);
      for (std::size_t i = 0; i < size_; ++i) {
        for_each_bit(a + i * row_words_, row_words_,
                     [&](std::size_t j) { insert(out + j * row_words_, i); });
      }
      return;
    case Operation::Identity:
      std::fill(out, out + words, 0);
      for_each_bit(a, row_words_, [&](std::size_t i) { insert(out + i * row_words_, i); });
      return;
    case Operation::Product:
      std::fill(out, out + words, 0);
      for_each_bit(a, row_words_,
                   [&](std::size_t i) { std::copy(b, b + row_words_, out + i * row_words_); });
      return;
    default: std::fill(out, out + words, 0); return;
  }
}

void Evaluator::sequence(const Word* a, const Word* b, Word* out) const {
  if (row_words_ == 1) {
    for (std::size_t i = 0; i < size_; ++i) {
      Word row = 0;
      for (Word rest = a[i]; rest != 0; rest &= rest - 1) row |= b[std::countr_zero(rest)];
      out[i] = row;
    }
    return;
  }
  std::fill(out, out + row_words_ * size_, 0);
  for (std::size_t i = 0; i < size_; ++i) {
    Word* row = out + i * row_words_;
    for_each_bit(a + i * row_words_, row_words_, [&](std::size_t middle) {
      const Word* from = b + middle * row_words_;
      for (std::size_t w = 0; w < row_words_; ++w) row[w] |= from[w];
    });
  }
}

// Warshall.
void Evaluator::close_transitively(Word* rows) const {
  if (row_words_ == 1) {
    for (std::size_t k = 0; k < size_; ++k) {
      const Word through = rows[k];
      if (through == 0) continue;
      for (std::size_t i = 0; i < size_; ++i) rows[i] |= (rows[i] >> k & 1) != 0 ? through : 0;
    }
    return;
  }
  for (std::size_t k = 0; k < size_; ++k) {
    const Word* through = rows + k * row_words_;
    for (std::size_t i = 0; i < size_; ++i) {
      Word* row = rows + i * row_words_;
      if (!contains(row, k)) continue;
      for (std::size_t w = 0; w < row_words_; ++w) row[w] |= through[w];
    }
  }
}

// Takes away events without a successor until there are none: what is left is on the way to a
// cycle.
bool Evaluator::is_acyclic(const Word* rows) const {
  if (row_words_ <= 1) {
    Word left = row_words_ == 0 ? 0 : all_[0];
    for (bool has_changed = true; has_changed && left != 0;) {
      has_changed = false;
      for (Word rest = left; rest != 0; rest &= rest - 1) {
        const auto event = static_cast<std::size_t>(std::countr_zero(rest));
        if ((rows[event] & left) != 0) continue;
        left &= ~(Word{1} << event);
        has_changed = true;
      }
    }
    return left == 0;
  }
  std::vector<Word> left = all_;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::size_t i = 0; i < size_; ++i) {
      if (!contains(left.data(), i)) continue;
      const Word* row = rows + i * row_words_;
      bool has_successor = false;
      for (std::size_t w = 0; w < row_words_ && !has_successor; ++w) {
        has_successor = (row[w] & left[w]) != 0;
      }
      if (has_successor) continue;
      left[i / WordBits] &= ~(Word{1} << (i % WordBits));
      has_changed = true;
    }
  }
  return is_zero(left.data(), row_words_);
}

bool Evaluator::is_irreflexive(const Word* rows) const {
  for (std::size_t i = 0; i < size_; ++i) {
    if (contains(rows + i * row_words_, i)) return false;
  }
  return true;
}

// ---- Values ------------------------------------------------------------------------------

Relation Evaluator::relation(NodeIndex node) const {
  const Word* rows = value(node);
  Relation out(size_);
  for (std::size_t i = 0; i < size_; ++i) {
    for_each_bit(rows + i * row_words_, row_words_,
                 [&](std::size_t j) { out.insert(EventId(i), EventId(j)); });
  }
  return out;
}

EventSet Evaluator::set(NodeIndex node) const {
  EventSet out(size_);
  for_each_bit(value(node), row_words_, [&](std::size_t i) { out.insert(EventId(i)); });
  return out;
}

}  // namespace drover::cat
