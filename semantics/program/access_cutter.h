#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "semantics/program/piece_writer.h"
#include "semantics/program/rmw_operator.h"

namespace drover {

// Writes accesses as their pieces, which follow each other. `Writer` derives from it, and knows
// what differs between languages:
//
//   ExprId begin_of(ExprId address);                       the address as a number
//   ExprId address_of(ExprId begin, const AccessPiece&);
//   ExprId joined(const std::vector<ExprId>& parts, AccessSite);
//   ExprId part_of(ExprId whole, const AccessPiece&);
template <typename Writer>
class AccessCutter : public PieceWriter {
 protected:
  using Update = AccessPart::Update;
  // Apart: nothing relates the pieces. OfOne: `si` does.
  enum class Relation : std::uint8_t { Apart, OfOne };

  explicit AccessCutter(Thread& thread) : PieceWriter(thread) {}

  // The pieces of the next instructions.
  void set_pieces(std::vector<AccessPiece> pieces, Relation relation) {
    pieces_ = std::move(pieces);
    relation_ = relation;
  }
  [[nodiscard]] const std::vector<AccessPiece>& pieces() const { return pieces_; }

  void cut(const Load& load) {
    const ExprId begin = kept_begin(self().begin_of(load.address));
    emit(Assign{load.target, read_pieces(load, begin, Update::None)});
  }

  void cut(const Store& store) {
    const ExprId begin = kept_begin(self().begin_of(store.address));
    const RegisterId whole = kept(ValueRegister, store.value);
    write_pieces(store, begin, whole, Update::None);
  }

  void cut(const ReadModifyWrite& update) {
    const bool is_fused = update.halves == Halves::Fused;
    const Update kind = is_fused ? Update::Fused : Update::Two;
    // In a fused event, all operands act as address operands.
    const ExprId nothing = binary(Operator::BitAnd, update.operand, constant(0));
    const ExprId address = self().begin_of(update.address);
    const ExprId begin = kept_begin(is_fused ? binary(Operator::Add, address, nothing) : address);
    const RegisterId operand = kept(OperandRegister, update.operand);
    const Load load{.target = update.target,
                    .address = update.address,
                    .mode = read_half(update.mode),
                    .tags = update.read_tags,
                    .site = update.site};
    emit(Assign{update.target, read_pieces(load, begin, kind)});
    const ExprId old = value_of(update.target);
    const std::optional<Operator> op = operator_of(update.op);
    const ExprId written = update.desired ? *update.desired
                           : op           ? binary(*op, old, value_of(operand))
                                          : value_of(operand);
    const RegisterId value = kept(ValueRegister, written, update.picked_by);
    const Store store{.address = update.address,
                      .value = written,
                      .mode = write_half(update.mode),
                      .tags = update.write_tags,
                      .site = update.site};
    write_pieces(store, begin, value, kind);
  }

  void cut(const CompareAndSwap& swap) {
    const ExprId begin = kept_begin(self().begin_of(swap.address));
    const RegisterId expected = kept(OperandRegister, swap.expected);
    const RegisterId desired = kept(ValueRegister, swap.desired);
    const Load load{.target = swap.target,
                    .address = swap.address,
                    .mode = read_half(swap.mode),
                    .tags = swap.read_tags,
                    .site = swap.site};
    const RegisterId found = kept(FoundRegister, read_pieces(load, begin, Update::Two));
    const ExprId is_equal = binary(Operator::Equal, value_of(found), value_of(expected));
    const bool gives_old = swap.result == CasResult::OldValue;
    const CodeWriter::Target succeeds = writer_.make_target();
    const CodeWriter::Target fails = writer_.make_target();
    const CodeWriter::Target end = writer_.make_target();
    emit(Branch{is_equal, succeeds.index, fails.index, Flow::Silent});
    writer_.place(succeeds);
    const Store store{.address = swap.address,
                      .value = swap.desired,
                      .mode = write_half(swap.mode),
                      .tags = swap.write_tags,
                      .site = swap.site};
    if (swap.picks_result) {
      // What was read only selects the result, and whether there is a write.
      emit(Assign{desired, value_of(desired), value_of(expected)});
      write_pieces(store, begin, desired, Update::Two);
      const ExprId same = gives_old
                              ? value_of(expected)
                              : binary(Operator::Equal, value_of(expected), value_of(expected));
      emit(Assign{swap.target, same, value_of(found)});
    } else {
      write_pieces(store, begin, desired, Update::Two);
      emit(Assign{swap.target, gives_old ? value_of(found) : is_equal});
    }
    emit(Jump{end.index});
    writer_.place(fails);
    emit(Assign{swap.target, gives_old ? value_of(found) : is_equal});
    writer_.place(end);
  }

  // What depends on a store that was just cut depends on all of its parts.
  void copy(InstructionBody body) {
    const std::size_t written = std::exchange(written_, 0);
    auto* assign = std::get_if<Assign>(&body);
    if (written > 0 && assign != nullptr && assign->from_events > 0) {
      assign->from_events = static_cast<std::uint8_t>(written);
    }
    emit(std::move(body));
  }

 private:
  Writer& self() { return static_cast<Writer&>(*this); }

  ExprId kept_begin(ExprId begin) {
    return pool_.known(begin) ? begin : value_of(kept(BeginRegister, begin));
  }

  // Returns what the pieces are together.
  ExprId read_pieces(Load load, ExprId begin, Update update) {
    const AccessSite site = load.site;
    written_ = 0;
    load.bytes = 0;
    load.site.is_part = pieces_.size() > 1;
    std::vector<ExprId> parts;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      load.target = temporary(FirstPart + i);
      load.address = self().address_of(begin, pieces_[i]);
      load.site.begin = pieces_[i].begin;
      load.part = part(i, update);
      emit(load);
      parts.push_back(value_of(load.target));
    }
    return self().joined(parts, site);
  }
  void write_pieces(Store store, ExprId begin, RegisterId whole, Update update) {
    store.bytes = 0;
    store.site.is_part = pieces_.size() > 1;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      store.address = self().address_of(begin, pieces_[i]);
      store.value = self().part_of(value_of(whole), pieces_[i]);
      store.site.begin = pieces_[i].begin;
      store.part = part(i, update);
      emit(store);
    }
    written_ = pieces_.size();
  }
  [[nodiscard]] AccessPart part(std::size_t index, Update update) const {
    if (relation_ == Relation::Apart) return {};
    return {static_cast<std::uint8_t>(index), static_cast<std::uint8_t>(pieces_.size()), update};
  }

  enum Temporary : std::size_t {
    BeginRegister,
    OperandRegister,
    ValueRegister,
    FoundRegister,
    FirstPart
  };

  std::vector<AccessPiece> pieces_;
  Relation relation_ = Relation::OfOne;
  std::size_t written_ = 0;  // pieces of the store that was the last instruction
};

}  // namespace drover
