#include "explorer/cat/evaluator.h"

#include <algorithm>
#include <array>
#include <span>

#include "explorer/cat/reachable.h"
#include "support/bit_set.h"
#include "support/check.h"

namespace drover::cat {

Evaluator::Evaluator(const Code& code) : Evaluator(code, {}, {}) {}

Evaluator::Evaluator(const Code& code, std::span<const NodeIndex> roots)
    : Evaluator(code, roots, WithoutChecks{}) {}

Evaluator::Evaluator(const Code& code, std::span<const NodeIndex> roots,
                     std::optional<WithoutChecks> without_checks)
    : code_(&code), base_slots_(BaseCount, -1) {
  std::vector<NodeIndex> needed(roots.begin(), roots.end());
  std::vector<std::size_t> checks;
  for (std::size_t i = 0; i < code.checks.size() && !without_checks; ++i) {
    if (code.checks[i].use != CheckUse::Axiom) continue;
    checks.push_back(i);
    needed.push_back(code.checks[i].node);
  }
  used_ = reachable_nodes(code, needed);
  TapeWriter writer(code);
  writer.write_to(static_tape_);
  writer.write_static(used_);
  writer.write_to(tape_);
  for (const NodeIndex root : roots) writer.write(root);
  for (const std::size_t check : checks) {
    writer.write(code.checks[check].node);
    tape_.push_back({StepKind::Check, static_cast<std::uint32_t>(check), 0});
  }
  write_quick_tape(checks);
  for (const NodeIndex each : used_) {
    const Node& node = code.nodes[each];
    if (node.operation == Operation::Base) {
      base_slots_[static_cast<std::size_t>(node.base)] = static_cast<std::int32_t>(each);
    }
  }
  values_.resize(code.nodes.size());
  empty_nodes_.emplace(code, used_, roots, tape_);
  left_ = &tape_;
}

namespace {

// Whether a check takes few operations that are not the same for all edges.
bool is_quick(const Code& code, const CodeCheck& check) {
  constexpr std::size_t MaxOperations = 10;
  if (!check.fails_for_good) return false;
  const std::array roots{check.node};
  std::size_t operations = 0;
  for (const NodeIndex each : reachable_nodes(code, roots)) {
    const Node& node = code.nodes[each];
    if (node.growth == Growth::None && node.open_groups == 0) continue;
    if (node.operation == Operation::Fixpoint || node.operation == Operation::Plus) return false;
    ++operations;
  }
  return operations <= MaxOperations;
}

}  // namespace

void Evaluator::write_quick_tape(std::span<const std::size_t> checks) {
  TapeWriter writer(*code_);
  Tape same;
  writer.write_to(same);
  writer.write_static(used_);
  writer.write_to(quick_tape_);
  for (const std::size_t check : checks) {
    if (!is_quick(*code_, code_->checks[check])) continue;
    writer.write(code_->checks[check].node);
    quick_tape_.push_back({StepKind::Check, static_cast<std::uint32_t>(check), 0});
  }
}

// ---- Evaluation --------------------------------------------------------------------------

bool Evaluator::holds(const ExecutionGraph& graph, WhichChecks which) {
  DROVER_DCHECK(graph.size() == event_count(), "set_events comes first");
  fill_edges(graph);
  return run(which == WhichChecks::Quick ? quick_tape_ : *left_, true, which);
}

void Evaluator::evaluate(const ExecutionGraph& graph) {
  fill_edges(graph);
  run(*left_, false, WhichChecks::All);
}

bool Evaluator::run(const Tape& tape, bool stops_at_failure, WhichChecks which) {
  bool all_hold = true;
  for (std::size_t at = 0; at < tape.size(); ++at) {
    const TapeStep& step = tape[at];
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
        if (which != WhichChecks::All && !check.fails_for_good) break;
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
    case CheckTest::Empty:
      passes = has_no_bits(std::span(words, words_of(code_->nodes[check.node].kind)));
      break;
  }
  return passes == check.is_negated;
}

const BitWord* Evaluator::value(NodeIndex node) const {
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
  Word* row = values_[index].data() + at(missing_->from) * row_words_;
  erase_bit(row, at(missing_->to));
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
        if (!has_no_bits(std::span(a + i * row_words_, row_words_))) insert_bit(out, i);
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
    case Operation::RestrictDomain: restrict_domain(a, b, out); return;
    case Operation::RestrictRange: restrict_range(a, b, out); return;
    case Operation::Optional:
      std::copy(a, a + words, out);
      for (std::size_t i = 0; i < size_; ++i) insert_bit(out + i * row_words_, i);
      return;
    case Operation::Plus:
      std::copy(a, a + words, out);
      close_transitively(out);
      return;
    case Operation::Inverse:
      std::fill(out, out + words, 0);
      for (std::size_t i = 0; i < size_; ++i) {
        for_each_bit(std::span(a + i * row_words_, row_words_),
                     [&](std::size_t j) { insert_bit(out + j * row_words_, i); });
      }
      return;
    case Operation::Identity:
      std::fill(out, out + words, 0);
      for_each_bit(std::span(a, row_words_),
                   [&](std::size_t i) { insert_bit(out + i * row_words_, i); });
      return;
    case Operation::Product:
      std::fill(out, out + words, 0);
      for_each_bit(std::span(a, row_words_),
                   [&](std::size_t i) { std::copy(b, b + row_words_, out + i * row_words_); });
      return;
    default: std::fill(out, out + words, 0); return;
  }
}

void Evaluator::restrict_domain(const Word* set, const Word* relation, Word* out) const {
  for (std::size_t i = 0; i < size_; ++i) {
    const Word mask = has_bit(set, i) ? ~Word{0} : 0;
    for (std::size_t w = 0; w < row_words_; ++w) {
      out[i * row_words_ + w] = relation[i * row_words_ + w] & mask;
    }
  }
}

void Evaluator::restrict_range(const Word* relation, const Word* set, Word* out) const {
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t w = 0; w < row_words_; ++w) {
      out[i * row_words_ + w] = relation[i * row_words_ + w] & set[w];
    }
  }
}

void Evaluator::sequence(const Word* a, const Word* b, Word* out) const {
  if (row_words_ == 1) {
    for (std::size_t i = 0; i < size_; ++i) {
      Word row = 0;
      for_each_bit_of_word(a[i], 0, [&](std::size_t middle) { row |= b[middle]; });
      out[i] = row;
    }
    return;
  }
  std::fill(out, out + row_words_ * size_, 0);
  for (std::size_t i = 0; i < size_; ++i) {
    Word* row = out + i * row_words_;
    for_each_bit(std::span(a + i * row_words_, row_words_), [&](std::size_t middle) {
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
      if (!has_bit(row, k)) continue;
      for (std::size_t w = 0; w < row_words_; ++w) row[w] |= through[w];
    }
  }
}

// Takes away events without a successor until there are none: the rest lead to a cycle.
bool Evaluator::is_acyclic(const Word* rows) const {
  if (row_words_ <= 1) {
    Word left = row_words_ == 0 ? 0 : all_[0];
    for (bool has_changed = true; has_changed && left != 0;) {
      has_changed = false;
      for_each_bit_of_word(left, 0, [&](std::size_t event) {
        if ((rows[event] & left) != 0) return;
        left &= ~bit_in_word(event);
        has_changed = true;
      });
    }
    return left == 0;
  }
  std::vector<Word> left = all_;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::size_t i = 0; i < size_; ++i) {
      if (!has_bit(left, i)) continue;
      const Word* row = rows + i * row_words_;
      if (have_common_bit(std::span(row, row_words_), left)) continue;
      erase_bit(left, i);
      has_changed = true;
    }
  }
  return has_no_bits(left);
}

bool Evaluator::is_irreflexive(const Word* rows) const {
  for (std::size_t i = 0; i < size_; ++i) {
    if (has_bit(rows + i * row_words_, i)) return false;
  }
  return true;
}

// ---- Values ------------------------------------------------------------------------------

Relation Evaluator::relation(NodeIndex node) const {
  const Word* rows = value(node);
  Relation out(event_count());
  for (std::size_t i = 0; i < event_count(); ++i) {
    const Word* row = rows + at(EventId(i)) * row_words_;
    for (std::size_t j = 0; j < event_count(); ++j) {
      if (has_bit(row, at(EventId(j)))) out.insert(EventId(i), EventId(j));
    }
  }
  return out;
}

EventSet Evaluator::set(NodeIndex node) const {
  EventSet out(event_count());
  const Word* words = value(node);
  for (std::size_t i = 0; i < event_count(); ++i) {
    if (has_bit(words, at(EventId(i)))) out.insert(EventId(i));
  }
  return out;
}

}  // namespace drover::cat
