// C with the primitives of the Linux kernel. Accesses have tags instead of modes; an access without
// a call is plain. A lock is a cell that is 1 while the lock is held. Taking it reads 0 and writes
// 1 in one step; executions in which this would wait forever are discarded.
//
// As in herd, a control dependency ends where the branches meet.
#include "litmus/dialects/dialect.h"

#include <limits>
#include <optional>
#include <string>

#include "litmus/dialects/c/c_thread_writer.h"
#include "litmus/dialects/kernel/primitives.h"
#include "semantics/program/rmw_operator.h"

namespace drover::litmus {

namespace {

using namespace c;
using kernel::Kind;

// Writes the code of one thread. A short-lived worker: holds references.
class KernelWriter : public ThreadWriter {
 public:
  using ThreadWriter::ThreadWriter;

 private:
  [[nodiscard]] Flow flow() const override { return Flow::Scoped; }
  [[nodiscard]] Mode plain_mode() const override { return Mode::Plain; }
  [[nodiscard]] bool is_without_value(const Call& call) const override {
    const kernel::Primitive* primitive = kernel::find(call.function);
    return primitive != nullptr && !primitive->returns_value();
  }
  bool is_ignored(std::string_view word, SourceRange at) override {
    sink_.report(DiagnosticKind::LitmusMeaning, at,
                 {format("`{}` does nothing here, as in herd", word)});
    return true;
  }

  std::optional<ExprId> lower_call(const Call& call, SourceRange at) override {
    const kernel::Primitive* primitive = kernel::find(call.function);
    if (primitive == nullptr) {
      sink_.report(DiagnosticKind::LitmusUnknownFunction, at, {call.function})
          .with_hint(did_you_mean(call.function, kernel::names()));
      return std::nullopt;
    }
    if (call.arguments.size() != primitive->arguments) {
      sink_.report(DiagnosticKind::LitmusArguments, at,
                   {call.function, operand_words(primitive->arguments),
                    std::to_string(call.arguments.size())});
      return std::nullopt;
    }
    at_ = at;
    return lower_primitive(*primitive, call);
  }

  std::optional<ExprId> lower_primitive(const kernel::Primitive& primitive, const Call& call) {
    const TagSet tags = TagSet::of(primitive.tag);
    switch (primitive.kind) {
      case Kind::ReadPlace: {
        const std::optional<ExprId> address = place_in(call);
        return address ? std::optional(read(*address, tags)) : std::nullopt;
      }
      case Kind::Read: return read(pointer(argument(call, 0)), tags);
      case Kind::WritePlace:
      case Kind::WriteAndFence: {
        const std::optional<ExprId> address = place_in(call);
        if (address) write(*address, value(argument(call, 1)), tags);
        if (primitive.kind == Kind::WriteAndFence) fence(Tag::Mb);
        return std::nullopt;
      }
      case Kind::Write: {
        const ExprId address = pointer(argument(call, 0));
        write(address, value(argument(call, 1)), tags);
        return std::nullopt;
      }
      case Kind::Fence: fence(primitive.tag); return std::nullopt;
      case Kind::SynchronizeSrcu:
        builder_.emit(FenceInstruction{Mode::Sc, tags, pointer(argument(call, 0))}, at_);
        return std::nullopt;
      case Kind::Lock:
      case Kind::Unlock:
      case Kind::TryLock:
      case Kind::IsLocked: return lock_operation(primitive.kind, pointer(argument(call, 0)));
      default: return update(primitive, call);
    }
  }

  static const Expression& argument(const Call& call, std::size_t index) {
    return *call.arguments[index];
  }
  // `*x` in READ_ONCE(*x): the macro takes the location, not its address.
  std::optional<ExprId> place_in(const Call& call) {
    const Expression& given = argument(call, 0);
    const bool is_place = std::holds_alternative<Dereference>(given.node) ||
                          std::holds_alternative<Index>(given.node);
    if (is_place) return place(given);
    const auto* name = std::get_if<Name>(&given.node);
    sink_.report(DiagnosticKind::LitmusNotAssignable, given.range)
        .with_hint(name == nullptr ? format("`{}` is given the place, `*x`", call.function)
                                   : format("write `{}(*{}…)`", call.function, name->name));
    return std::nullopt;
  }

  ExprId number(Value given) { return constant(given, at_); }
  ExprId content(RegisterId reg) { return pool().register_value(reg, at_); }
  ExprId binary(Operator op, ExprId a, ExprId b) { return pool().binary(op, a, b, at_); }

  ExprId read(ExprId address, TagSet tags) {
    const RegisterId target = builder_.temporary();
    builder_.emit(Load{target, address, Mode::Plain, tags}, at_);
    return content(target);
  }
  void write(ExprId address, ExprId given, TagSet tags) {
    builder_.emit(Store{address, given, Mode::Plain, tags}, at_);
  }
  void fence(Tag tag) {
    const bool is_full = tag == Tag::Mb || tag == Tag::SyncRcu;
    builder_.emit(FenceInstruction{is_full ? Mode::Sc : Mode::Rlx, TagSet::of(tag)}, at_);
  }
  // Discards executions in which the condition does not hold.
  void require(ExprId condition_value) {
    const Target holds = builder_.make_target();
    const Target fails = builder_.make_target();
    builder_.branch(condition_value, holds, fails, at_, Flow::Silent);
    builder_.place(fails);
    builder_.emit(BlockInstruction{.is_dropped = true}, at_);
    builder_.place(holds);
  }

  // Writes two pieces of code, of which a thread runs either: each choice is an execution.
  template <typename First, typename Second>
  void choose(const First& first, const Second& second) {
    const RegisterId way = builder_.temporary();
    const Target here = builder_.make_target();
    const Target there = builder_.make_target();
    const Target end = builder_.make_target();
    builder_.emit(Choose{way, 2}, at_);
    builder_.branch(content(way), here, there, at_, Flow::Silent);
    builder_.place(here);
    first();
    builder_.jump(end, at_);
    builder_.place(there);
    second();
    builder_.place(end);
  }

  // ---- Read-modify-writes

  std::optional<ExprId> update(const kernel::Primitive& primitive, const Call& call) {
    if (primitive.kind == Kind::CompareExchange) return compare_exchange(primitive, call);
    if (primitive.kind == Kind::AddUnless) return add_unless(primitive, call);
    const bool is_exchange = primitive.kind == Kind::Exchange;
    const std::size_t place_at = is_exchange || primitive.is_step ? 0 : 1;
    ExprId given = primitive.is_step ? number(1) : value(argument(call, is_exchange ? 1 : 0));
    if (primitive.complements_operand) given = pool().unary(Operator::Complement, given, at_);
    const ExprId address = pointer(argument(call, place_at));
    const RegisterId old = builder_.temporary();
    const TagSet tags = TagSet::of(primitive.tag);
    builder_.emit(ReadModifyWrite{.target = old,
                                  .op = is_exchange ? RmwOperator::Exchange : primitive.op,
                                  .address = address,
                                  .operand = given,
                                  .read_tags = tags,
                                  .write_tags = tags},
                  at_);
    if (is_exchange || primitive.kind == Kind::Fetch) return content(old);
    if (primitive.kind == Kind::Operate) return std::nullopt;
    const ExprId result = binary(*operator_of(primitive.op), content(old), given);
    if (primitive.kind == Kind::OperateIsZero) return binary(Operator::Equal, result, number(0));
    if (primitive.kind == Kind::OperateIsNegative) return binary(Operator::Less, result, number(0));
    return result;
  }

  void compare_and_swap(RegisterId found, ExprId address, ExprId expected, ExprId desired,
                        Tag tag) {
    const TagSet tags = TagSet::of(tag);
    builder_.emit(CompareAndSwap{.target = found,
                                 .result = CasResult::OldValue,
                                 .address = address,
                                 .expected = expected,
                                 .desired = desired,
                                 .read_tags = tags,
                                 .write_tags = tags,
                                 .failure_tags = tags},
                  at_);
  }

  std::optional<ExprId> compare_exchange(const kernel::Primitive& primitive, const Call& call) {
    const ExprId address = pointer(argument(call, 0));
    const ExprId expected = value(argument(call, 1));
    const ExprId desired = value(argument(call, 2));
    const RegisterId found = builder_.temporary();
    compare_and_swap(found, address, expected, desired, primitive.tag);
    return content(found);
  }

  // Adds if the value is not `unless`; the result depends on both.
  std::optional<ExprId> add_unless(const kernel::Primitive& primitive, const Call& call) {
    constexpr Value Impossible = std::numeric_limits<Value>::min();
    const ExprId address = pointer(argument(call, 0));
    const ExprId given = value(argument(call, 1));
    const ExprId unless = value(argument(call, 2));
    const TagSet tags = TagSet::of(primitive.tag);
    const RegisterId found = builder_.temporary();
    const RegisterId result = builder_.temporary();
    const auto finish = [&](Value outcome) {
      const ExprId sources =
          binary(Operator::BitAnd, binary(Operator::BitOr, content(found), unless), number(0));
      assign(result, binary(Operator::BitOr, sources, number(outcome)), at_);
    };
    choose(
        [&] {
          builder_.emit(ReadModifyWrite{.target = found,
                                        .op = RmwOperator::Add,
                                        .address = address,
                                        .operand = given,
                                        .read_tags = tags,
                                        .write_tags = tags},
                        at_);
          require(binary(Operator::NotEqual, content(found), unless));
          finish(1);
        },
        [&] {
          // A failure is the read of a compare-and-swap that never finds its expected value.
          compare_and_swap(found, address, number(Impossible), number(0), primitive.tag);
          require(binary(Operator::Equal, content(found), unless));
          finish(0);
        });
    return content(result);
  }

  // ---- Locks

  void take(ExprId address) {
    const RegisterId found = builder_.temporary();
    builder_.emit(ReadModifyWrite{.target = found,
                                  .address = address,
                                  .operand = number(1),
                                  .read_tags = TagSet::of(Tag::LockRead),
                                  .write_tags = TagSet::of(Tag::LockWrite)},
                  at_);
    require(binary(Operator::Equal, content(found), number(0)));
  }

  // Reads `wanted`. The result is `outcome` and depends on the read.
  void find(ExprId address, Tag tag, Value wanted, Value outcome, RegisterId result) {
    const ExprId found = read(address, TagSet::of(tag));
    require(binary(Operator::Equal, found, number(wanted)));
    const ExprId source = binary(Operator::BitAnd, found, number(0));
    assign(result, binary(Operator::BitOr, source, number(outcome)), at_);
  }

  std::optional<ExprId> lock_operation(Kind kind, ExprId address) {
    if (kind == Kind::Lock) {
      take(address);
      return std::nullopt;
    }
    if (kind == Kind::Unlock) {
      write(address, number(0), TagSet::of(Tag::Unlock));
      return std::nullopt;
    }
    const RegisterId result = builder_.temporary();
    if (kind == Kind::TryLock) {
      choose(
          [&] {
            take(address);
            assign(result, number(1), at_);
          },
          [&] { find(address, Tag::LockFailed, 1, 0, result); });
    } else {
      choose([&] { find(address, Tag::ReadLocked, 1, 1, result); },
             [&] { find(address, Tag::ReadUnlocked, 0, 0, result); });
    }
    return content(result);
  }

  SourceRange at_;
};

}  // namespace

const Dialect KernelDialect{
    .architecture = "LKMM", .default_model = "lkmm", .compile = c::compile_threads<KernelWriter>};

}  // namespace drover::litmus
