#include "explorer/algorithms/trust/silent_code.h"

#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "support/overloaded.h"

namespace drover::trust {

namespace {

using Known = std::optional<Value>;
using Topic = Certainties::Topic;

// Registers, some with unknown values.
class Registers {
 public:
  explicit Registers(std::span<const Value> values)
      : values_(values.begin(), values.end()), is_known_(values.size(), true) {}

  // Unknown registers are 0 here.
  [[nodiscard]] std::span<const Value> values() const { return values_; }
  [[nodiscard]] Known operator[](RegisterId id) const {
    return is_known_[id.value] ? Known(values_[id.value]) : std::nullopt;
  }
  void set(RegisterId id, Known known) {
    values_[id.value] = known.value_or(0);
    is_known_[id.value] = known.has_value();
  }

 private:
  std::vector<Value> values_;
  std::vector<bool> is_known_;
};

struct Position {
  InstructionIndex at = 0;
  Registers registers;
  bool matches = true;       // the thread has matched its twins so far
  std::uint32_t offset = 0;  // of its next event, if it matches
};

// Follows all paths from a state. A short-lived worker: holds references.
class Follower {
 public:
  Follower(ProgramAutomata& automata, ThreadId thread, GivenUpHelp help, Ending ending,
           const Certainties& certainties)
      : automata_(automata),
        thread_(automata.program().threads[thread.value]),
        help_(help),
        certainties_(certainties),
        is_any_end_good_(ending == Ending::WritesNothing) {}

  bool run(const ThreadState& state) {
    open_.push_back({.at = state.at, .registers = Registers(state.registers)});
    // Longer iterations are assumed not to give up.
    constexpr std::size_t MaxSteps = 300;
    std::size_t steps = 0;
    while (!open_.empty()) {
      Position position = std::move(open_.back());
      open_.pop_back();
      Step step = Step::On;
      while (step == Step::On && ++steps < MaxSteps) step = take(position);
      if (step != Step::Ends) return false;
    }
    return true;
  }

 private:
  enum class Step : std::uint8_t {
    On,             // the path goes on
    Ends,           // it ends as required
    MayGoElsewhere  // the path may do anything else
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
            [&](const BlockInstruction& i) { return i.is_dropped ? end() : Step::Ends; },
            [&](const Assert&) { return is_any_end_good_ ? next(position) : Step::MayGoElsewhere; },
            [&](const Fail&) { return end(); },
            [&](const Finish&) { return end(); },
            [&](const CallMarker& i) { return call(position, i); },
            [&](const LoopStart& i) {
              position.registers.set(i.counter, 0);
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
  [[nodiscard]] Step end() const { return is_any_end_good_ ? Step::Ends : Step::MayGoElsewhere; }

  Step assign(Position& position, const Assign& i) {
    const bool is_wrong = may_fault(position, i.value);
    if (is_wrong && !is_any_end_good_) return Step::MayGoElsewhere;
    position.registers.set(i.target, is_wrong ? std::nullopt : value_of(position, i.value));
    return next(position);
  }

  Step iterate(Position& position, const LoopIteration& i) {
    const Known count = position.registers[i.counter];
    if (!count) return Step::MayGoElsewhere;
    if (*count >= static_cast<Value>(automata_.options().unroll)) return end();
    position.registers.set(i.counter, *count + 1);
    return next(position);
  }

  Step branch(Position& position, const Branch& i) {
    if (may_fault(position, i.condition)) return Step::MayGoElsewhere;
    const Known holds = value_of(position, i.condition);
    if (!holds) {
      open_.push_back(position);
      open_.back().at = i.if_false;
    }
    position.at = !holds || *holds != 0 ? i.if_true : i.if_false;
    return Step::On;
  }

  // A stopped loop may be a deadlock.
  Step assume(Position& position, const Assume& i) {
    if (may_fault(position, i.condition)) return Step::MayGoElsewhere;
    const Known holds = value_of(position, i.condition);
    if (holds && *holds != 0) return next(position);
    if (i.spin_loop && !is_any_end_good_) return Step::MayGoElsewhere;
    return holds ? Step::Ends : next(position);
  }

  Step load(Position& position, const Load& i) {
    const LocationId location =
        i.mode == Mode::Na ? LocationId::none() : location_of(position, i.address);
    if (location.is_none() && !is_any_end_good_) return Step::MayGoElsewhere;
    ++position.at;
    if (location.is_none()) {
      position.registers.set(i.target, std::nullopt);
      position.matches = false;
    } else {
      read(position, i.target, location);
    }
    return Step::On;
  }
  // Reads a known value; pushes one further position for each other value.
  void read(Position& position, RegisterId target, LocationId location) {
    if (follows_twin(position, target)) return;
    const KnownValues known = certainties_.answer({Topic::Values, location});
    if (known.count == 0) position.registers.set(target, std::nullopt);
    for (std::uint32_t k = 0; k < known.count; ++k) {
      position.registers.set(target, known.values[k]);
      if (k + 1 < known.count) open_.push_back(position);
    }
  }
  // Reads the value that the twin of the read has read; pushes one further position for each other
  // value.
  bool follows_twin(Position& position, RegisterId target) {
    if (!position.matches) return false;
    const KnownValues found =
        certainties_.answer({.topic = Topic::TwinRead, .offset = position.offset++});
    position.matches = found.count != 0;
    if (!position.matches) return false;
    for (std::uint32_t k = 1; k < found.count; ++k) {
      open_.push_back(position);
      open_.back().matches = false;
      open_.back().registers.set(target, found.values[k]);
    }
    position.registers.set(target, found.values[0]);
    return true;
  }

  // The value is not remembered: a later read of it is unknown.
  Step store(Position& position, const Store& i) {
    if (i.mode == Mode::Na || may_fault(position, i.value)) return Step::MayGoElsewhere;
    const LocationId location = location_of(position, i.address);
    if (location.is_none() || !certainties_.holds({Topic::IsHidden, location}))
      return Step::MayGoElsewhere;
    ++position.offset;
    return next(position);
  }

  Step await(Position& position, const Await& i) {
    const bool may_deadlock = (!i.is_assumed || i.spin_loop) && !is_any_end_good_;
    const LocationId location = location_of(position, i.address);
    if (may_deadlock || location.is_none()) return Step::MayGoElsewhere;
    position.registers.set(i.target, std::nullopt);
    if (may_fault(position, i.condition)) return Step::MayGoElsewhere;
    ++position.at;
    const std::size_t others = open_.size();
    read(position, i.target, location);
    const auto fails = [&](const Position& at) {
      const Known holds = value_of(at, i.condition);
      return holds && *holds == 0;
    };
    open_.erase(
        std::remove_if(open_.begin() + static_cast<std::ptrdiff_t>(others), open_.end(), fails),
        open_.end());
    return fails(position) ? Step::Ends : Step::On;
  }

  Step await_exchange(Position& position, const AwaitExchange& i) {
    const bool may_deadlock = (!i.is_assumed || i.spin_loop) && !is_any_end_good_;
    const LocationId location = location_of(position, i.address);
    if (may_deadlock || location.is_none()) return Step::MayGoElsewhere;
    position.registers.set(i.target, std::nullopt);
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
    const Known expected = value_of(position, is_left ? condition.b : condition.a);
    return only_fails(position, location, expected) ? Step::Ends : Step::MayGoElsewhere;
  }

  Step swap(Position& position, const CompareAndSwap& i) {
    const LocationId location = location_of(position, i.address);
    if (location.is_none() || may_fault(position, i.expected) || may_fault(position, i.desired) ||
        !only_fails(position, location, value_of(position, i.expected))) {
      return Step::MayGoElsewhere;
    }
    position.matches = false;
    if (!i.target.is_none()) {
      position.registers.set(i.target, i.result == CasResult::Success ? Known(0) : std::nullopt);
    }
    return next(position);
  }
  [[nodiscard]] bool only_fails(const Position& position, LocationId location,
                                Known expected) const {
    return expected &&
           certainties_.holds({Topic::OnlyFails, location, *expected, offset_of(position)});
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

  // Returns none() if the access may be an error or may not leave.
  [[nodiscard]] LocationId location_of(const Position& position, ExprId expression) const {
    // From C: the size check is not evaluated here.
    if (thread_.expressions[expression].op == Operator::Guard) return LocationId::none();
    if (may_fault(position, expression)) return LocationId::none();
    const Known address = value_of(position, expression);
    if (!address) return LocationId::none();
    const LocationId location = automata_.location_at(*address);
    if (location.is_none()) return location;
    const bool may_be_wrong = automata_.locations().is_non_atomic(location) ||
                              automata_.locations().is_unwritten(location);
    if (may_be_wrong) return LocationId::none();
    const bool may_leave =
        is_any_end_good_ || certainties_.holds({Topic::MayLeave, location, 0, offset_of(position)});
    return may_leave ? location : LocationId::none();
  }

  [[nodiscard]] static std::uint32_t offset_of(const Position& position) {
    return position.matches ? position.offset : Certainties::NoOffset;
  }

  // ---- Expressions over partly unknown registers

  [[nodiscard]] bool is_known(const Position& position, ExprId id) const {
    const ExpressionNode& node = thread_.expressions[id];
    if (node.op == Operator::Register) return position.registers[node.reg].has_value();
    for (const ExprId part : {node.a, node.b, node.c}) {
      if (!part.is_none() && !is_known(position, part)) return false;
    }
    return true;
  }
  [[nodiscard]] Evaluation evaluation_of(const Position& position, ExprId id) const {
    return evaluate(thread_.expressions, id, position.registers.values());
  }
  [[nodiscard]] bool may_fault(const Position& position, ExprId id) const {
    if (!thread_.expressions.may_fault(id)) return false;
    return !is_known(position, id) || evaluation_of(position, id).faulted;
  }
  // Returns the value of an expression that does not fault.
  [[nodiscard]] Known value_of(const Position& position, ExprId id) const {
    const ExpressionNode& node = thread_.expressions[id];
    if (node.op == Operator::Register) return position.registers[node.reg];
    if (node.op == Operator::Constant) return node.value;
    if (is_known(position, id)) return evaluation_of(position, id).value;
    if (node.op == Operator::Not) {
      const Known a = value_of(position, node.a);
      return a ? Known(*a == 0) : std::nullopt;
    }
    if (node.op != Operator::And && node.op != Operator::Or) return std::nullopt;
    // One side may decide the result.
    const bool decisive = node.op == Operator::Or;
    for (const ExprId side : {node.a, node.b}) {
      const Known known = value_of(position, side);
      if (known && (*known != 0) == decisive) return Value{decisive};
    }
    return std::nullopt;
  }

  ProgramAutomata& automata_;
  const Thread& thread_;
  GivenUpHelp help_;
  const Certainties& certainties_;
  bool is_any_end_good_;
  std::vector<Position> open_;
};

}  // namespace

// Forwards to other certainties and records the questions and answers.
class SilentCode::Recorder final : public Certainties {
 public:
  explicit Recorder(const Certainties& certainties) : certainties_(certainties) {}

  [[nodiscard]] KnownValues answer(const Question& question) const override {
    return asked_.emplace_back(question, certainties_.answer(question)).second;
  }
  [[nodiscard]] const std::vector<std::pair<Question, Answer>>& asked() const { return asked_; }

 private:
  const Certainties& certainties_;
  mutable std::vector<std::pair<Question, Answer>> asked_;
};

std::uint32_t SilentCode::follow(const Inquiry& inquiry, const Answer& given) {
  const auto found = std::ranges::find(inquiry.next, given,
                                       [](const auto& way) -> const Answer& { return way.first; });
  return found == inquiry.next.end() ? NoInquiry : found->second;
}

std::uint32_t SilentCode::add_inquiry() {
  inquiries_.emplace_back();
  return static_cast<std::uint32_t>(inquiries_.size() - 1);
}

std::uint32_t SilentCode::root(ThreadId thread, NodeId node, Ending ending) {
  roots_.resize(automata_.thread_count());
  auto& known = roots_[thread.value];
  if (known.size() <= node.value) known.resize(node.value + std::size_t{1}, {NoInquiry, NoInquiry});
  std::uint32_t& found = known[node.value][static_cast<std::size_t>(ending)];
  if (found == NoInquiry) found = add_inquiry();
  return found;
}

bool SilentCode::find(ThreadId thread, NodeId node, Ending ending,
                      const Certainties& certainties) const {
  const ThreadState& state = automata_.thread(thread).state(node);
  const bool is_within_access = state.is_write_pending || state.pending_value != 0;
  return !is_within_access && Follower(automata_, thread, help_, ending, certainties).run(state);
}

bool SilentCode::ends(ThreadId thread, NodeId node, Ending ending, const Certainties& certainties) {
  const std::uint32_t start = root(thread, node, ending);
  std::uint32_t at = start;
  while (at != NoInquiry && !inquiries_[at].next.empty()) {
    at = follow(inquiries_[at], certainties.answer(inquiries_[at].question));
  }
  if (at != NoInquiry && inquiries_[at].result) return *inquiries_[at].result;
  // These answers are new.
  const Recorder recorder(certainties);
  const bool found = find(thread, node, ending, recorder);
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
  inquiries_[at].result = found;
  return found;
}

}  // namespace drover::trust
