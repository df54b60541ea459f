#pragma once

#include <array>

#include "litmus/dialects/aarch64/arithmetic.h"

namespace drover::litmus::aarch64 {

inline constexpr std::array<std::pair<std::string_view, Tag>, 12> DmbTags{
    {{"SY", Tag::DmbSy},
     {"LD", Tag::DmbLd},
     {"ST", Tag::DmbSt},
     {"ISH", Tag::DmbIsh},
     {"ISHLD", Tag::DmbIshLd},
     {"ISHST", Tag::DmbIshSt},
     {"OSH", Tag::DmbOsh},
     {"OSHLD", Tag::DmbOshLd},
     {"OSHST", Tag::DmbOshSt},
     {"NSH", Tag::DmbNsh},
     {"NSHLD", Tag::DmbNshLd},
     {"NSHST", Tag::DmbNshSt}}};

// Exclusives: a load puts its address into a hidden register. A store may always fail. It may
// succeed if the hidden register holds its address. The outcome is a choice that depends on
// nothing.
class Accesses : public Arithmetic {
 public:
  using Arithmetic::Arithmetic;

  // ---- Loads and stores

  void load_into(const Register& target, ExprId at, TagSet tags) {
    const RegisterId found = target.is_zero() ? temporary() : register_of(target.name);
    const unsigned bits = access_bits(target);
    emit_sized(Load{found, at, Mode::Plain, tags}, bits);
    if (target.is_zero() || bits == 64) return;
    const ExprId value = value_of(found);
    write(target, info_->is_signed ? signed_bits(value, bits) : low_bits(value, bits));
  }

  void store_from(const Register& source, ExprId at, TagSet tags) {
    const unsigned bits = access_bits(source);
    emit_sized(Store{at, low_bits(read(source), bits), Mode::Plain, tags}, bits);
  }

  void load() {
    const Register target = reg(0);
    const Address at = address(1);
    load_into(target, at.at, info_->read_tags);
    write_back(at);
  }

  void store() {
    const Register source = reg(0);
    const Address at = address(1);
    store_from(source, at.at, info_->write_tags);
    write_back(at);
  }

  ExprId second_of_pair(ExprId first, const Register& data) {
    return add(first, constant(access_bits(data) / 8));
  }

  void load_pair() {
    const Register first = reg(0);
    const Register second = reg(1);
    const Address at = address(2);
    const ExprId begin = kept(at.at);
    load_into(first, begin, info_->read_tags);
    load_into(second, second_of_pair(begin, first), info_->read_tags);
    write_back(at);
  }

  void store_pair() {
    const Register first = reg(0);
    const Register second = reg(1);
    const Address at = address(2);
    const ExprId begin = kept(at.at);
    const auto store_second = [&] {
      store_from(second, second_of_pair(begin, first), info_->write_tags);
    };
    // A push stores from the top.
    const bool is_pushed = mnemonic() == "STILP" && at.written_back.has_value();
    if (is_pushed) store_second();
    store_from(first, begin, info_->write_tags);
    if (!is_pushed) store_second();
    write_back(at);
  }

  // ---- Exclusives

  RegisterId reserved_bits() { return hidden_register("reserved bits"); }

  // LDXR and LDAXR load one cell, LDXP and LDAXP a pair.
  void exclusive_load() {
    const bool is_pair = mnemonic().ends_with('P');
    if (is_pair) warn_about_pairs();
    const Register first = reg(0);
    const Address at = address(is_pair ? 2 : 1);
    const unsigned bits = access_bits(first) * (is_pair ? 2 : 1);
    const TagSet tags = info_->read_tags.with(TagSet::of(Tag::Exclusive));
    assign(reserved_bits(), constant(bits));
    assign(reserved_address(), at.at);
    const ExprId begin = is_pair ? kept(at.at) : at.at;
    load_into(first, begin, tags);
    if (is_pair) load_into(reg(1), second_of_pair(begin, first), tags);
  }

  void exclusive_store() {
    const bool is_pair = mnemonic().ends_with('P');
    if (is_pair) warn_about_pairs();
    const Register status = reg(0);
    if (status.bits != 32) refuse("the status register is a W register", operand(0).range);
    const Register first = reg(1);
    const ExprId at = kept(address(is_pair ? 3 : 2).at);
    const unsigned bits = access_bits(first) * (is_pair ? 2 : 1);
    const TagSet tags = info_->write_tags.with(TagSet::of(Tag::Exclusive));
    const ExprId is_reserved = binary(Operator::And, equal(value_of(reserved_address()), at),
                                      equal(value_of(reserved_bits()), constant(bits)));
    store_if_reserved(
        is_reserved,
        [&] {
          const ExprId picked = value_of(reserved_address());
          const unsigned each = access_bits(first);
          emit_sized(Store{at, low_bits(read(first), each), Mode::Plain, tags, picked}, each);
          if (is_pair) {
            emit_sized(Store{second_of_pair(at, first), low_bits(read(2), each), Mode::Plain, tags,
                             picked},
                       each);
          }
          write(status, constant(0));
        },
        [&] { write(status, constant(1)); });
  }

  void warn_about_pairs() {
    sink_.report(DiagnosticKind::LitmusMeaning, instruction().range,
                 {format("the two halves of `{}` are two accesses here, and another thread may see "
                         "one without the other, which Arm forbids for exclusive pairs",
                         mnemonic())});
  }

  // ---- Atomic instructions

  ReadModifyWrite update(RegisterId old, ExprId at, ExprId given, unsigned bits, bool returns) {
    ReadModifyWrite out{.target = old, .address = at, .operand = given};
    out.read_tags = TagSet::of(Tag::Exclusive);
    // No instruction waits for a discarded result.
    if (!returns) {
      out.read_tags.insert(Tag::NoReturn);
    } else {
      out.read_tags = out.read_tags.with(info_->read_tags);
    }
    out.write_tags = info_->write_tags.with(TagSet::of(Tag::Exclusive));
    if (info_->op == Operation::None) return out;
    const ExprId before = low_bits(value_of(old), bits);
    out.op = RmwOperator::Add;
    out.desired = low_bits(applied(info_->op, before, given, bits), bits);
    return out;
  }

  // SWP, LDADD…, STADD…
  void atomic_update() {
    const bool stores_only = mnemonic().starts_with("ST");
    const Register source = reg(0);
    const Register target = stores_only ? Register{} : reg(1);
    const unsigned bits = access_bits(source);
    const ExprId at = address(stores_only ? 1 : 2).at;
    const RegisterId old = temporary();
    const ExprId given = low_bits(read(source), bits);
    emit_sized(update(old, at, given, bits, !target.is_zero()), bits);
    write(target, low_bits(value_of(old), bits));
  }

  // A cell of a compare-and-swap.
  struct SwapCell {
    Register expected;
    ExprId at;
    ExprId wanted;
    RegisterId old;
    ExprId found;
    ReadModifyWrite swap;
  };
  // Reads the cells of the instruction. `reads`: the tags of these reads.
  std::vector<SwapCell> swap_cells(std::size_t count, TagSet reads) {
    const unsigned bits = access_bits(reg(0));
    const ExprId begin = kept(address(2 * count).at);
    std::vector<SwapCell> all;
    for (std::size_t i = 0; i < count; ++i) {
      const Register expected = reg(i);
      if (expected.bits != reg(0).bits || reg(count + i).bits != reg(0).bits) refuse_operands();
      const ExprId at = i == 0 ? begin : second_of_pair(begin, expected);
      const ExprId wanted = kept(low_bits(read(expected), bits));
      const RegisterId old = temporary();
      all.push_back({.expected = expected,
                     .at = at,
                     .wanted = wanted,
                     .old = old,
                     .found = low_bits(value_of(old), bits),
                     .swap = {.target = old,
                              .address = at,
                              .operand = low_bits(read(count + i), bits),
                              .read_tags = reads.with(TagSet::of(Tag::Exclusive)),
                              .write_tags = info_->write_tags.with(TagSet::of(Tag::Exclusive)),
                              .picked_by = wanted,
                              .bytes = static_cast<std::uint8_t>(bits / 8)}});
    }
    return all;
  }

  void take_found(const std::vector<SwapCell>& all) {
    for (const SwapCell& cell : all) write(cell.expected, cell.found);
  }

  // Writes back the values read.
  void keep_all(const std::vector<SwapCell>& all) {
    for (const SwapCell& cell : all) {
      ReadModifyWrite keep = cell.swap;
      keep.op = RmwOperator::Add;
      keep.operand = constant(0);
      emit(keep);
    }
  }

  // Compares and swaps one cell, or two adjacent cells: CASP. herd and the manual let a failing
  // compare-and-swap write back the value read, or not. They let the result be the expected value
  // or the value read. Each choice is an execution.
  void compare_and_swap() {
    const std::size_t cells = mnemonic().starts_with("CASP") ? 2 : 1;
    // No instruction waits for a discarded result.
    const TagSet reads = reg(0).is_zero() ? TagSet::of(Tag::NoReturn) : info_->read_tags;
    const std::vector<SwapCell> all = swap_cells(cells, reads);
    ExprId is_equal = equal(all[0].found, all[0].wanted);
    if (cells == 2) {
      is_equal = binary(Operator::And, is_equal, equal(all[1].found, all[1].wanted));
    }
    enum : Value { SucceedsFromRegister, Succeeds, FailsFromRegister, Fails, FailsAndWrites, Ways };
    const RegisterId way = temporary();
    emit(Choose{way, static_cast<std::uint32_t>(Ways)});
    const Target end = make_target();
    const auto when = [&](Value chosen, auto body) {
      const Target here = make_target();
      const Target next = make_target();
      branch(equal(value_of(way), constant(chosen)), here, next, Flow::Silent);
      place(here);
      body();
      go_to(end);
      place(next);
    };
    when(SucceedsFromRegister, [&] {
      for (const SwapCell& cell : all) emit(cell.swap);
      require(is_equal);
      for (const SwapCell& cell : all) {
        if (cell.expected.is_zero()) continue;
        emit(Assign{register_of(cell.expected.name), cell.wanted, value_of(cell.old)});
      }
    });
    when(Succeeds, [&] {
      for (const SwapCell& cell : all) emit(cell.swap);
      require(is_equal);
      take_found(all);
    });
    const ExprId differs = unary(Operator::Not, is_equal);
    for (const Value way_to_fail : {FailsFromRegister, Fails}) {
      when(way_to_fail, [&] {
        for (const SwapCell& cell : all) {
          emit_sized(Load{cell.old, cell.at, Mode::Plain, reads}, access_bits(cell.expected));
        }
        require(differs);
        take_found(all);
      });
    }
    keep_all(all);
    require(differs);
    take_found(all);
    place(end);
  }

  // ---- Barriers

  void barrier() {
    expect_at_most(1);
    const std::string option = instruction().operands.empty() ? "SY" : upper_case(operand(0).name);
    const auto* found = std::ranges::find(DmbTags, std::string_view(option),
                                          &std::pair<std::string_view, Tag>::first);
    if (found == DmbTags.end()) refuse_operands();
    auto tag = static_cast<std::size_t>(found->second);
    if (mnemonic() == "DSB") {
      tag += static_cast<std::size_t>(Tag::DsbSy) - static_cast<std::size_t>(Tag::DmbSy);
    }
    const bool is_full = !option.ends_with("LD") && !option.ends_with("ST");
    emit(FenceInstruction{is_full ? Mode::Sc : Mode::Rlx, TagSet::of(static_cast<Tag>(tag))});
  }

  // The hints of the architecture order nothing.
  void hint() {
    expect_at_most(1);
    number_below(0, 128);
  }

  void instruction_barrier() { emit(FenceInstruction{Mode::Rlx, TagSet::of(Tag::Isb)}); }
};

}  // namespace drover::litmus::aarch64
