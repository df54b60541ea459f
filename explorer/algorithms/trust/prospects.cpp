#include "explorer/algorithms/trust/prospects.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <variant>

#include "support/overloaded.h"

namespace drover::trust {

namespace {

// A value that may not be known.
struct Known {
  std::optional<Value> value = {};
  LocationId written_later = {};  // of what is not known: where it was read, if from a new write
};

// Registers of which some are known. The values lie side by side, as those of a thread do: what
// reads registers can read them.
class Registers {
 public:
  explicit Registers(std::span<const Value> values)
      : count_(values.size()), cells_(values.size() * 2) {
    std::ranges::copy(values, cells_.begin());
    std::fill(cells_.begin() + static_cast<std::ptrdiff_t>(count_), cells_.end(), IsKnown);
  }

  // What is not known is 0 there.
  [[nodiscard]] std::span<const Value> values() const { return std::span(cells_).first(count_); }
  [[nodiscard]] bool is_known(RegisterId id) const { return mark(id) == IsKnown; }
  [[nodiscard]] Known operator[](RegisterId id) const {
    if (is_known(id)) return {cells_[id.value]};
    if (mark(id) == IsUnknown) return {};
    return {.value = {}, .written_later = LocationId(static_cast<std::size_t>(mark(id)))};
  }
  void set(RegisterId id, const Known& known) {
    cells_[id.value] = known.value.value_or(0);
    Value& mark = cells_[count_ + id.value];
    if (known.value) {
      mark = IsKnown;
    } else {
      mark = known.written_later.is_none() ? IsUnknown : Value{known.written_later.value};
    }
  }

 private:
  // Other marks: where it was read.
  static constexpr Value IsKnown = -1;
  static constexpr Value IsUnknown = -2;

  [[nodiscard]] Value mark(RegisterId id) const { return cells_[count_ + id.value]; }

  std::size_t count_;
  std::vector<Value> cells_;  // values, then marks
};

// A thread on its way.
struct Position {
  InstructionIndex at = 0;
  Registers registers;
  bool has_read_new = false;  // it may have read from a write that is not in the graph yet
  bool matches = false;       // it has done what its twins have done
  std::uint32_t offset = 0;   // events on the way, where it matches
};

// Follows all ways from a position. A short-lived worker: holds references.
class Follower {
 public:
  Follower(ProgramAutomata& automata, ThreadId thread, GivenUpHelp help, Premise premise,
           const Certainties& certainties)
      : automata_(automata),
        thread_(automata.program().threads[thread.value]),
        help_(help),
        certainties_(certainties),
        is_first_new_(premise == Premise::FirstReadIsNew),
        is_over_(premise == Premise::Over || premise == Premise::OverForAll),
        is_any_end_good_(premise == Premise::OverForAll) {}

  Outlook run(const ThreadState& state) {
    open_.push_back({.at = state.at,
                     .registers = Registers(state.registers),
                     .has_read_new = is_first_new_,
                     .matches = !is_first_new_,
                     .offset = 0});
    // No iteration that is meant to give up is longer.
    constexpr std::size_t MaxSteps = 300;
    std::size_t steps = 0;
    while (!open_.empty()) {
      Position position = std::move(open_.back());
      open_.pop_back();
      Step step = Step::On;
      while (step == Step::On && ++steps < MaxSteps) step = take(position);
      if (step == Step::On) return Outlook::Open;
      is_open_ |= step == Step::MayGoElsewhere;
    }
    if (is_open_) return comes_to_swap_ ? Outlook::Mixed : Outlook::Open;
    return comes_to_swap_ ? Outlook::Swap : Outlook::Hopeless;
  }

 private:
  enum class Step : std::uint8_t {
    On,             // the way goes on
    GivesUp,        // it ends so
    MayGoElsewhere  // or in another way, for all that is known
  };

  Step take(Position& position) {
    return std::visit(
        overloaded{
            [&](const Assign& i) { return assign(position, i); },
            [&](const Load& i) { return load(position, i); },
            [&](const Store& i) { return store(position, i); },
            [&](const CompareAndSwap& i) { return swap(position, i); },
            [&](const Await& i) { return await(position, i); },
            [&](const AwaitExchange& i) { return await_exchange(position, i); },
            [&](const FenceInstruction& i) {
              ++position.offset;
              return i.address ? Step::MayGoElsewhere : next(position);
            },
            [&](const ControlEnd&) { return next(position); },
            [&](const Jump& i) {
              position.at = i.target;
              return Step::On;
            },
            [&](const Branch& i) { return branch(position, i); },
            [&](const Assume& i) { return assume(position, i); },
            [&](const BlockInstruction& i) { return i.is_dropped ? end() : Step::GivesUp; },
            [&](const Assert&) { return is_any_end_good_ ? next(position) : Step::MayGoElsewhere; },
            [&](const Fail&) { return end(); },
            [&](const Finish&) { return end(); },
            [&](const CallMarker& i) { return call(position, i); },
            [&](const LoopStart& i) {
              position.registers.set(i.counter, {0});
              return next(position);
            },
            [&](const LoopIteration& i) { return iterate(position, i); },
            [](const auto& /*others can see it, or it is an error*/) {
              return Step::MayGoElsewhere;
            },
        },
        thread_.code[position.at].body);
  }

  static Step next(Position& position) {
    ++position.at;
    return Step::On;
  }
  // Of a way that ends, but does not give up.
  [[nodiscard]] Step end() const { return is_any_end_good_ ? Step::GivesUp : Step::MayGoElsewhere; }

  Step assign(Position& position, const Assign& i) {
    if (may_fault(position, i.value)) {
      if (!is_any_end_good_) return Step::MayGoElsewhere;
      position.registers.set(i.target, {});
      return next(position);
    }
    position.registers.set(i.target, value_of(position, i.value));
    return next(position);
  }

  Step iterate(Position& position, const LoopIteration& i) {
    const std::optional<Value> count = position.registers[i.counter].value;
    const auto unroll = static_cast<Value>(automata_.options().unroll);
    if (!count) return Step::MayGoElsewhere;
    if (*count >= unroll) return end();
    position.registers.set(i.counter, {*count + 1});
    return next(position);
  }

  Step branch(Position& position, const Branch& i) {
    if (may_fault(position, i.condition)) return Step::MayGoElsewhere;
    const std::optional<Value> holds = value_of(position, i.condition).value;
    if (!holds) {
      open_.push_back(position);
      open_.back().at = i.if_false;
    }
    position.at = !holds || *holds != 0 ? i.if_true : i.if_false;
    return Step::On;
  }

  // What stops a loop may be what a deadlock comes of.
  Step assume(Position& position, const Assume& i) {
    if (may_fault(position, i.condition)) return Step::MayGoElsewhere;
    const std::optional<Value> holds = value_of(position, i.condition).value;
    if (holds && *holds != 0) return next(position);
    if (i.spin_loop && !is_any_end_good_) return Step::MayGoElsewhere;
    return holds ? Step::GivesUp : next(position);
  }

  Step load(Position& position, const Load& i) {
    const LocationId location = location_of(position, i.address);
    if (i.mode == Mode::Na && !is_any_end_good_) return Step::MayGoElsewhere;
    ++position.at;
    if (location.is_none() || i.mode == Mode::Na) {
      is_open_ |= !is_any_end_good_;
      position.registers.set(i.target, {});
      position.matches = false;
      return Step::On;
    }
    read(position, i.target, location);
    return Step::On;
  }
  // Others go on with other values.
  void read(Position& position, RegisterId target, LocationId location) {
    const KnownValues known = certainties_.values(location);
    if (follows_twin(position, target, location, known.count != 0)) return;
    if (known.count == 0 || is_first_new_) {
      read_unknown(position, target, location);
      return;
    }
    for (std::uint32_t k = 0; k < known.count; ++k) {
      position.registers.set(target, {known.values[k]});
      if (k + 1 < known.count) open_.push_back(position);
    }
  }
  // The position goes on with what the twin of the read has read; others with anything else.
  bool follows_twin(Position& position, RegisterId target, LocationId location, bool is_settled) {
    if (!position.matches) return false;
    const KnownValues found = certainties_.twin_read(position.offset++);
    position.matches = found.count != 0;
    if (!position.matches) return false;
    for (std::uint32_t k = 1; k < found.count; ++k) {
      open_.push_back(position);
      open_.back().matches = false;
      open_.back().registers.set(target, {found.values[k]});
    }
    if (!is_settled && !is_final(location)) {
      open_.push_back(position);
      open_.back().matches = false;
      open_.back().has_read_new = true;
      open_.back().registers.set(target, {.value = {}, .written_later = location});
    }
    position.registers.set(target, {found.values[0]});
    return true;
  }
  [[nodiscard]] bool is_final(LocationId location) const {
    return is_over_ || certainties_.is_final(location);
  }
  // The position goes on with what is in the graph; another one with what is not.
  void read_unknown(Position& position, RegisterId target, LocationId location) {
    const Known later{.value = {}, .written_later = location};
    if (std::exchange(is_first_new_, false)) {
      position.registers.set(target, later);
      return;
    }
    position.registers.set(target, {});
    if (is_final(location)) return;
    open_.push_back(position);
    open_.back().registers.set(target, later);
    open_.back().has_read_new = true;
  }

  // What it writes is not remembered: who reads it does not know what it gets.
  Step store(Position& position, const Store& i) {
    if (i.mode == Mode::Na || may_fault(position, i.value)) return Step::MayGoElsewhere;
    const LocationId location = location_of(position, i.address);
    if (location.is_none() || !certainties_.is_hidden(location)) return Step::MayGoElsewhere;
    ++position.offset;
    return next(position);
  }

  Step await(Position& position, const Await& i) {
    const bool may_deadlock = (!i.is_assumed || i.spin_loop) && !is_any_end_good_;
    const LocationId location = location_of(position, i.address);
    if (may_deadlock || location.is_none()) return Step::MayGoElsewhere;
    position.registers.set(i.target, {});
    if (may_fault(position, i.condition)) return Step::MayGoElsewhere;
    ++position.at;
    const std::size_t others = open_.size();
    read(position, i.target, location);
    const auto fails = [&](const Position& at) {
      const std::optional<Value> holds = value_of(at, i.condition).value;
      return holds && *holds == 0;
    };
    open_.erase(
        std::remove_if(open_.begin() + static_cast<std::ptrdiff_t>(others), open_.end(), fails),
        open_.end());
    return fails(position) ? Step::GivesUp : Step::On;
  }

  Step await_exchange(Position& position, const AwaitExchange& i) {
    const bool may_deadlock = (!i.is_assumed || i.spin_loop) && !is_any_end_good_;
    const LocationId location = location_of(position, i.address);
    if (may_deadlock || location.is_none()) return Step::MayGoElsewhere;
    position.registers.set(i.target, {});
    const ExpressionPool& pool = thread_.expressions;
    const ExpressionNode& condition = pool[i.condition];
    const bool is_plain = condition.op == Operator::Equal && !may_fault(position, i.condition) &&
                          !may_fault(position, i.desired);
    if (!is_plain) return Step::MayGoElsewhere;
    const auto is_target = [&](ExprId id) {
      return pool[id].op == Operator::Register && pool[id].reg == i.target;
    };
    const bool is_left = is_target(condition.a);
    if (!is_left && !is_target(condition.b)) return Step::MayGoElsewhere;
    const auto expected = value_of(position, is_left ? condition.b : condition.a).value;
    return may_only_fail(position, location, expected) ? Step::GivesUp : Step::MayGoElsewhere;
  }

  Step swap(Position& position, const CompareAndSwap& i) {
    const LocationId location = location_of(position, i.address);
    if (location.is_none() || may_fault(position, i.expected) || may_fault(position, i.desired)) {
      return Step::MayGoElsewhere;
    }
    const std::optional<Value> expected = value_of(position, i.expected).value;
    if (!may_only_fail(position, location, expected)) return Step::MayGoElsewhere;
    position.has_read_new = !is_over_;
    position.matches = false;
    if (!i.target.is_none()) {
      const bool is_known = i.result == CasResult::Success;
      position.registers.set(i.target, is_known ? Known{Value{0}} : Known{});
    }
    return next(position);
  }
  [[nodiscard]] bool may_only_fail(const Position& position, LocationId location,
                                   std::optional<Value> expected) {
    const bool is_in_vain =
        !position.has_read_new && expected && certainties_.is_swapped_already(location, *expected);
    if (!is_in_vain) return false;
    const bool is_without =
        certainties_.is_without_revisit(location, *expected, offset_of(position));
    comes_to_swap_ |= !is_without;
    return is_without || !is_over_;
  }

  Step call(Position& position, const CallMarker& i) {
    if (i.is_main || help_ == GivenUpHelp::Stays) return Step::MayGoElsewhere;
    const bool may_be_wrong = std::ranges::any_of(
        i.arguments, [&](ExprId argument) { return may_fault(position, argument); });
    if (may_be_wrong) return Step::MayGoElsewhere;
    ++position.offset;
    position.at = i.end;
    return Step::On;
  }

  // Of what is read; none() if the read may be an error, or may not leave.
  [[nodiscard]] LocationId location_of(const Position& position, ExprId expression) {
    // Of C: whether the size fits is not asked here.
    if (thread_.expressions[expression].op == Operator::Guard) return LocationId::none();
    if (may_fault(position, expression)) return LocationId::none();
    const std::optional<Value> address = value_of(position, expression).value;
    if (!address) return LocationId::none();
    const LocationId location = automata_.location_at(*address);
    if (location.is_none()) return location;
    const bool may_be_wrong = automata_.locations().is_non_atomic(location) ||
                              automata_.locations().is_unwritten(location);
    if (may_be_wrong) return LocationId::none();
    const bool may_leave =
        is_any_end_good_ || certainties_.may_leave(location, offset_of(position));
    return may_leave ? location : LocationId::none();
  }

  // Of its next event.
  [[nodiscard]] static std::uint32_t offset_of(const Position& position) {
    return position.matches ? position.offset : Certainties::NoOffset;
  }

  // ---- Expressions over registers of which some are known

  [[nodiscard]] bool is_known(const Position& position, ExprId id) const {
    const ExpressionNode& node = thread_.expressions[id];
    if (node.op == Operator::Register) return position.registers.is_known(node.reg);
    for (const ExprId part : {node.a, node.b, node.c}) {
      if (!part.is_none() && !is_known(position, part)) return false;
    }
    return true;
  }
  [[nodiscard]] Evaluation evaluation_of(const Position& position, ExprId id) const {
    return evaluate(thread_.expressions, id, position.registers.values());
  }
  [[nodiscard]] bool may_fault(const Position& position, ExprId id) {
    if (!thread_.expressions.may_fault(id)) return false;
    return !is_known(position, id) || evaluation_of(position, id).faulted;
  }
  // Of an expression that does not fault.
  [[nodiscard]] Known value_of(const Position& position, ExprId id) {
    const ExpressionNode& node = thread_.expressions[id];
    if (node.op == Operator::Register) return position.registers[node.reg];
    if (node.op == Operator::Constant) return {node.value};
    if (is_known(position, id)) return {evaluation_of(position, id).value};
    switch (node.op) {
      case Operator::Not: {
        const std::optional<Value> a = value_of(position, node.a).value;
        return a ? Known{Value{*a == 0}} : Known{};
      }
      case Operator::Equal: return are_different(position, node) ? Known{Value{0}} : Known{};
      case Operator::NotEqual: return are_different(position, node) ? Known{Value{1}} : Known{};
      case Operator::And:
      case Operator::Or: {
        // One side may decide.
        const bool decisive = node.op == Operator::Or;
        for (const ExprId side : {node.a, node.b}) {
          const std::optional<Value> known = value_of(position, side).value;
          if (known && (*known != 0) == decisive) return {Value{decisive}};
        }
        return {};
      }
      default: return {};
    }
  }
  // Whether the operands must be, although one of them is not known.
  [[nodiscard]] bool are_different(const Position& position, const ExpressionNode& node) {
    Known a = value_of(position, node.a);
    Known b = value_of(position, node.b);
    if (a.value) std::swap(a, b);
    return !a.written_later.is_none() && b.value &&
           certainties_.is_not_to_come(a.written_later, *b.value);
  }

  ProgramAutomata& automata_;
  const Thread& thread_;
  GivenUpHelp help_;
  const Certainties& certainties_;
  bool is_first_new_;  // the next read is the first, and reads what is not in the graph yet
  bool is_over_;
  bool is_any_end_good_;
  bool comes_to_swap_ = false;
  bool is_open_ = false;
  std::vector<Position> open_;
};

class Hopes final : public Certainties {
 public:
  [[nodiscard]] bool is_swapped_already(LocationId /*location*/, Value /*v*/) const override {
    return true;
  }
  [[nodiscard]] bool is_not_to_come(LocationId /*location*/, Value /*v*/) const override {
    return true;
  }
  [[nodiscard]] KnownValues values(LocationId /*location*/) const override { return {}; }
  [[nodiscard]] bool is_final(LocationId /*location*/) const override { return true; }
  [[nodiscard]] bool may_leave(LocationId /*location*/, std::uint32_t /*offset*/) const override {
    return true;
  }
  [[nodiscard]] bool is_hidden(LocationId /*location*/) const override { return true; }
  [[nodiscard]] KnownValues twin_read(std::uint32_t /*offset*/) const override { return {}; }
  [[nodiscard]] bool is_without_revisit(LocationId /*location*/, Value /*v*/,
                                        std::uint32_t /*offset*/) const override {
    return false;
  }
};

}  // namespace

// Asks somebody else, and keeps what was asked.
class Prospects::Recorder final : public Certainties {
 public:
  explicit Recorder(const Certainties& certainties) : certainties_(certainties) {}

  [[nodiscard]] bool is_swapped_already(LocationId location, Value expected) const override {
    return ask({Topic::IsSwappedAlready, location, expected, 0}).count != 0;
  }
  [[nodiscard]] bool is_not_to_come(LocationId location, Value value) const override {
    return ask({Topic::IsNotToCome, location, value, 0}).count != 0;
  }
  [[nodiscard]] KnownValues values(LocationId location) const override {
    return ask({Topic::Values, location, 0, 0});
  }
  [[nodiscard]] bool is_final(LocationId location) const override {
    return ask({Topic::IsFinal, location, 0, 0}).count != 0;
  }
  [[nodiscard]] bool may_leave(LocationId location, std::uint32_t offset) const override {
    return ask({Topic::MayLeave, location, 0, offset}).count != 0;
  }
  [[nodiscard]] bool is_hidden(LocationId location) const override {
    return ask({Topic::IsHidden, location, 0, 0}).count != 0;
  }

  [[nodiscard]] KnownValues twin_read(std::uint32_t offset) const override {
    return ask({Topic::TwinRead, LocationId::none(), 0, offset});
  }
  [[nodiscard]] bool is_without_revisit(LocationId location, Value expected,
                                        std::uint32_t offset) const override {
    return ask({Topic::IsWithoutRevisit, location, expected, offset}).count != 0;
  }

  [[nodiscard]] const std::vector<std::pair<Question, Answer>>& asked() const { return asked_; }

 private:
  const Answer& ask(const Question& question) const {
    asked_.emplace_back(question, answer(certainties_, question));
    return asked_.back().second;
  }

  const Certainties& certainties_;
  mutable std::vector<std::pair<Question, Answer>> asked_;
};

Prospects::Answer Prospects::answer(const Certainties& certainties, const Question& question) {
  const auto yes_or_no = [](bool is_so) { return Answer{.count = is_so ? 1U : 0U, .values = {}}; };
  switch (question.topic) {
    case Topic::IsSwappedAlready:
      return yes_or_no(certainties.is_swapped_already(question.location, question.value));
    case Topic::IsNotToCome:
      return yes_or_no(certainties.is_not_to_come(question.location, question.value));
    case Topic::Values: return certainties.values(question.location);
    case Topic::IsFinal: return yes_or_no(certainties.is_final(question.location));
    case Topic::MayLeave:
      return yes_or_no(certainties.may_leave(question.location, question.offset));
    case Topic::IsHidden: return yes_or_no(certainties.is_hidden(question.location));
    case Topic::TwinRead: return certainties.twin_read(question.offset);
    case Topic::IsWithoutRevisit:
      return yes_or_no(
          certainties.is_without_revisit(question.location, question.value, question.offset));
  }
  return {};
}

std::uint32_t& Prospects::root(ThreadId thread, NodeId node, Premise premise) {
  roots_.resize(automata_.thread_count());
  auto& known = roots_[thread.value];
  if (known.size() <= node.value) {
    Roots none = {};
    none.fill(NoInquiry);
    known.resize(node.value + std::size_t{1}, none);
  }
  return known[node.value][static_cast<std::size_t>(premise)];
}

std::uint32_t Prospects::add_inquiry() {
  inquiries_.emplace_back();
  return static_cast<std::uint32_t>(inquiries_.size() - 1);
}

Outlook Prospects::outlook(ThreadId thread, NodeId node, Premise premise,
                           const Certainties& certainties) {
  std::uint32_t& start = root(thread, node, premise);
  if (start == NoInquiry) start = add_inquiry();
  const auto follow = [](const Inquiry& inquiry, const Answer& given) {
    const auto found = std::ranges::find(
        inquiry.next, given, [](const auto& way) -> const Answer& { return way.first; });
    return found == inquiry.next.end() ? NoInquiry : found->second;
  };
  std::uint32_t at = start;
  while (at != NoInquiry && !inquiries_[at].next.empty()) {
    at = follow(inquiries_[at], answer(certainties, inquiries_[at].question));
  }
  if (at != NoInquiry && inquiries_[at].outlook) return *inquiries_[at].outlook;
  // This series of answers is new.
  const Recorder recorder(certainties);
  const ThreadState& state = automata_.thread(thread).state(node);
  const bool is_within_access = state.is_write_pending || state.pending_value != 0;
  const Outlook found = is_within_access
                            ? Outlook::Open
                            : Follower(automata_, thread, help_, premise, recorder).run(state);
  at = start;
  for (const auto& [question, given] : recorder.asked()) {
    std::uint32_t next = follow(inquiries_[at], given);
    if (next == NoInquiry) {
      next = add_inquiry();
      inquiries_[at].question = question;
      inquiries_[at].next.emplace_back(given, next);
    }
    at = next;
  }
  inquiries_[at].outlook = found;
  return found;
}

Outlook Prospects::find_best_outlook(ThreadId thread, NodeId node) {
  best_.resize(automata_.thread_count());
  auto& known = best_[thread.value];
  if (known.size() <= node.value) known.resize(node.value + std::size_t{1});
  const ThreadState& state = automata_.thread(thread).state(node);
  const bool is_within_access = state.is_write_pending || state.pending_value != 0;
  const Hopes hopes;
  const Outlook found = is_within_access
                            ? Outlook::Open
                            : Follower(automata_, thread, help_, Premise::None, hopes).run(state);
  known[node.value] = found;
  return found;
}

}  // namespace drover::trust
