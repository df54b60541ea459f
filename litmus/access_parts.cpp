#include "litmus/access_parts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "semantics/program/address.h"
#include "semantics/program/piece_writer.h"
#include "semantics/program/rmw_operator.h"
#include "support/overloaded.h"

namespace drover::litmus {

namespace {

using Piece = AccessPiece;

std::vector<Piece> pieces_of(const ByteRange& range, const std::vector<std::uint32_t>& cuts) {
  std::vector<Piece> pieces;
  std::uint32_t begin = range.begin;
  const auto add = [&](std::uint32_t end) {
    pieces.push_back({begin - range.begin, end - begin});
    begin = end;
  };
  for (const std::uint32_t cut : cuts) {
    if (range.begin < cut && cut < range.end) add(cut);
  }
  add(range.end);
  return pieces;
}

class ThreadCutter : private PieceWriter {
 public:
  ThreadCutter(Thread& thread, const std::map<InstructionIndex, std::vector<Piece>>& pieces)
      : PieceWriter(thread), all_(pieces) {}

  void run() {
    rewrite([this](const std::vector<Instruction>& old, InstructionIndex at) {
      const auto found = all_.find(at);
      if (found == all_.end()) return emit(following_parts(old, at));
      pieces_ = &found->second;
      std::visit(
          overloaded{[&](const Load& i) { cut(i); }, [&](const Store& i) { cut(i); },
                     [&](const ReadModifyWrite& i) { cut(i); },
                     [&](const CompareAndSwap& i) { cut(i); }, [&](const auto& i) { emit(i); }},
          old[at].body);
    });
  }

 private:
  using Update = AccessPart::Update;

  // What depends on a store that is cut depends on all of its parts.
  [[nodiscard]] InstructionBody following_parts(const std::vector<Instruction>& old,
                                                InstructionIndex at) const {
    InstructionBody body = old[at].body;
    auto* assign = std::get_if<Assign>(&body);
    if (assign == nullptr || assign->from_events == 0 || at == 0) return body;
    const auto before = all_.find(at - 1);
    if (before == all_.end()) return body;
    assign->from_events = static_cast<std::uint8_t>(before->second.size());
    return body;
  }

  void cut(const Load& load) {
    const RegisterId base = kept_address(load.address);
    read_parts(load, base, Update::None);
    emit(Assign{load.target, joined_parts()});
  }

  void cut(const Store& store) {
    const RegisterId base = kept_address(store.address);
    write_parts(store, base, store.value, Update::None);
  }

  void cut(const ReadModifyWrite& update) {
    const bool is_fused = update.halves == Halves::Fused;
    const Update kind = is_fused ? Update::Fused : Update::Two;
    // In a fused event, all operands act as address operands.
    const ExprId nothing = pool_.binary(Operator::BitAnd, update.operand, constant(0), source_);
    const RegisterId base = kept_address(
        is_fused ? pool_.binary(Operator::Add, update.address, nothing, source_) : update.address);
    const RegisterId operand = kept(OperandRegister, update.operand);
    read_parts(Load{update.target, update.address, update.mode, update.read_tags}, base, kind);
    emit(Assign{update.target, joined_parts()});
    const ExprId old = pool_.register_value(update.target, source_);
    const ExprId given = pool_.register_value(operand, source_);
    const std::optional<Operator> op = operator_of(update.op);
    const ExprId written = update.desired ? *update.desired
                           : op           ? pool_.binary(*op, old, given, source_)
                                          : given;
    const RegisterId value = temporary(ValueRegister);
    emit(Assign{value, written, update.picked_by});
    write_parts(Store{update.address, written, update.mode, update.write_tags}, base,
                pool_.register_value(value, source_), kind);
  }

  void cut(const CompareAndSwap& swap) {
    const RegisterId base = kept_address(swap.address);
    const RegisterId expected = kept(OperandRegister, swap.expected);
    const RegisterId desired = kept(ValueRegister, swap.desired);
    const RegisterId found = temporary(FoundRegister);
    read_parts(Load{found, swap.address, swap.mode, swap.read_tags}, base, Update::Two);
    emit(Assign{found, joined_parts()});
    const ExprId is_equal = pool_.binary(Operator::Equal, pool_.register_value(found, source_),
                                         pool_.register_value(expected, source_), source_);
    const ExprId result =
        swap.result == CasResult::OldValue ? pool_.register_value(found, source_) : is_equal;
    const CodeWriter::Target succeeds = writer_.make_target();
    const CodeWriter::Target end = writer_.make_target();
    emit(Branch{is_equal, succeeds.index, end.index, Flow::Silent});
    writer_.place(succeeds);
    write_parts(Store{swap.address, swap.desired, swap.mode, swap.write_tags}, base,
                pool_.register_value(desired, source_), Update::Two);
    writer_.place(end);
    emit(Assign{swap.target, result});
  }

  // ---- Parts

  void read_parts(Load load, RegisterId base, Update update) {
    load.bytes = 0;
    for (std::size_t i = 0; i < pieces_->size(); ++i) {
      load.target = temporary(FirstPart + i);
      load.address = address_of(base, (*pieces_)[i]);
      load.part = part(i, update);
      emit(load);
    }
  }
  void write_parts(Store store, RegisterId base, ExprId value, Update update) {
    store.bytes = 0;
    for (std::size_t i = 0; i < pieces_->size(); ++i) {
      const Piece& piece = (*pieces_)[i];
      store.address = address_of(base, piece);
      const ExprId shifted = piece.begin == 0 ? value
                                              : pool_.binary(Operator::ShiftRight, value,
                                                             constant(piece.shift()), source_);
      store.value = pool_.binary(Operator::BitAnd, shifted, constant(piece.mask()), source_);
      store.part = part(i, update);
      emit(store);
    }
  }
  [[nodiscard]] AccessPart part(std::size_t index, Update update) const {
    return {static_cast<std::uint8_t>(index), static_cast<std::uint8_t>(pieces_->size()), update};
  }
  ExprId address_of(RegisterId base, const Piece& piece) {
    const ExprId begin = pool_.register_value(base, source_);
    return piece.begin == 0 ? begin
                            : pool_.binary(Operator::Add, begin, constant(piece.begin), source_);
  }
  ExprId joined_parts() {
    ExprId all = pool_.register_value(temporary(FirstPart), source_);
    for (std::size_t i = 1; i < pieces_->size(); ++i) {
      const ExprId shifted =
          pool_.binary(Operator::ShiftLeft, pool_.register_value(temporary(FirstPart + i), source_),
                       constant((*pieces_)[i].shift()), source_);
      all = pool_.binary(Operator::BitOr, all, shifted, source_);
    }
    return all;
  }

  // ---- Registers

  enum Temporary : std::size_t {
    AddressRegister,
    OperandRegister,
    ValueRegister,
    FoundRegister,
    FirstPart
  };
  RegisterId kept_address(ExprId address) { return kept(AddressRegister, address); }

  const std::map<InstructionIndex, std::vector<Piece>>& all_;
  const std::vector<Piece>* pieces_ = nullptr;  // of the current instruction
};

// An update of a cell among others does not carry into the next one.
void narrow_update(const SizedAccess& access, Program& program) {
  auto* update = std::get_if<ReadModifyWrite>(&program.threads[access.thread].code[access.at].body);
  if (update == nullptr || update->desired || access.bytes == sizeof(Value)) return;
  update->view = view_of(Piece::ByteBits * access.bytes, true);
}

void cut_code(const AccessLayout& layout, Program& program) {
  std::vector<std::map<InstructionIndex, std::vector<Piece>>> pieces(program.threads.size());
  for (const SizedAccess& access : layout.accesses) {
    narrow_update(access, program);
    // The cuts are the same at all places of an access.
    for (const ByteRange& place : places_of(access, program)) {
      if (!layout.has_cut(place)) continue;
      pieces[access.thread][access.at] = pieces_of(place, layout.cuts[place.object]);
      break;
    }
  }
  for (std::size_t t = 0; t < pieces.size(); ++t) {
    if (!pieces[t].empty()) ThreadCutter(program.threads[t], pieces[t]).run();
  }
}

void cut_initial_values(const AccessLayout& layout, std::size_t object, Program& program) {
  SharedObject& shared = program.objects[object];
  const std::vector<ByteRange> elements = elements_of(object, program);
  if (!shared.is_array) shared.initial.resize(shared.element_bytes, 0);
  for (const ByteRange& element : elements) {
    if (!layout.has_cut(element)) continue;
    const auto whole = static_cast<std::uint64_t>(shared.initial[element.begin]);
    for (const Piece& piece : pieces_of(element, layout.cuts[object])) {
      shared.initial[element.begin + piece.begin] =
          static_cast<Value>(whole >> piece.shift()) & piece.mask();
    }
  }
}

void cut_observables(const AccessLayout& layout, Program& program) {
  for (Observable& observable : program.observables) {
    if (observable.is_register || address::is_heap(observable.address)) continue;
    const auto object = static_cast<std::size_t>(address::object(observable.address));
    const std::uint32_t begin = address::cell(observable.address);
    const ByteRange whole{object, begin, begin + program.objects[object].element_bytes};
    if (!layout.has_cut(whole)) continue;
    for (const Piece& piece : pieces_of(whole, layout.cuts[object])) {
      observable.parts.push_back(
          {observable.address + Value{piece.begin}, static_cast<std::uint8_t>(piece.shift())});
    }
  }
}

}  // namespace

void cut_accesses(const AccessLayout& layout, Program& program) {
  cut_code(layout, program);
  for (std::size_t object = 0; object < layout.cuts.size(); ++object) {
    if (layout.cuts[object].empty()) continue;
    cut_initial_values(layout, object, program);
    program.objects[object].cuts = layout.cuts[object];
  }
  cut_observables(layout, program);
}

}  // namespace drover::litmus
