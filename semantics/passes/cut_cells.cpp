#include "semantics/passes/cut_cells.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

#include "semantics/passes/spawned_threads.h"
#include "semantics/program/access_cutter.h"
#include "semantics/program/address.h"
#include "semantics/program/opaque_value.h"
#include "semantics/program/operands.h"

namespace drover::passes {

namespace {

using Piece = AccessPiece;

class CellCutter : public AccessCutter<CellCutter> {
 public:
  CellCutter(const Program& program, const CellCuts& cuts, Thread& thread)
      : AccessCutter(thread), program_(program), cuts_(cuts) {}

  void run() {
    rewrite([this](const std::vector<Instruction>& old, InstructionIndex at) {
      InstructionBody body = old[at].body;
      guard(body);
      std::visit(
          [&](const auto& i) {
            if constexpr (requires {
                            i.site;
                            this->cut(i);
                          }) {
              write(i);
            } else {
              copy(i);
            }
          },
          body);
    });
  }

  // ---- For AccessCutter

  [[nodiscard]] ExprId begin_of(ExprId address) const { return pool_[address].a; }
  ExprId address_of(ExprId begin, const Piece& piece) {
    return sized(piece.begin == 0 ? begin : moved(begin, piece.begin), piece.bytes);
  }
  ExprId part_of(ExprId whole, const Piece& piece) {
    const ExprId moved = binary(Operator::ShiftRight, whole, constant(piece.shift()));
    return unless_special({whole}, binary(Operator::BitAnd, moved, constant(piece.mask())));
  }
  ExprId joined(const std::vector<ExprId>& parts, AccessSite site) {
    ExprId all;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const ExprId bits = binary(Operator::BitAnd, parts[i], constant(pieces()[i].mask()));
      const ExprId moved = binary(Operator::ShiftLeft, bits, constant(pieces()[i].shift()));
      all = i == 0 ? bits : binary(Operator::BitOr, all, moved);
    }
    const unsigned bits = pieces().back().shift() + pieces().back().bits();
    if (bits < 64) all = extended(all, bits, site.has_sign);
    return unless_special(parts, all);
  }

 private:
  // An access to a variable whose cells were those of its type: from now on its size is looked at.
  void guard(InstructionBody& body) {
    const ExprId address = accessed_by(body);
    if (address.is_none()) return;
    const std::optional<Value> at = pool_.known(address);
    const auto object = at ? address::shared_object(*at, program_.objects.size()) : std::nullopt;
    if (!object) return;
    const std::int32_t layout = program_.objects[*object].layout;
    if (!cuts_.opened.contains(layout)) return;
    const StructLayout& cells = program_.structs[static_cast<std::size_t>(layout)];
    const std::uint32_t offset = address::cell(*at) % cells.stride;
    const auto field = std::ranges::find(cells.fields, offset, &StructField::offset);
    if (field == cells.fields.end()) return;
    const ExprId guarded = sized(address, field->size);
    std::visit(
        [&](auto& i) {
          if constexpr (requires { i.address = guarded; }) i.address = guarded;
        },
        body);
  }
  ExprId sized(ExprId address, std::uint32_t bytes) {
    return pool_.add({.op = Operator::Guard,
                      .index = static_cast<std::uint32_t>(Guard::Access),
                      .value = Value{bytes},
                      .a = address,
                      .source = source_});
  }

  // The parts of an access; nothing if its size is not known.
  template <typename Access>
  [[nodiscard]] std::vector<Piece> pieces_of(const Access& access) const {
    const ExpressionNode& node = pool_[access.address];
    const bool has_size =
        node.op == Operator::Guard && static_cast<Guard>(node.index) == Guard::Access;
    if (access.site.number == 0 || !has_size) return {};
    const auto size = static_cast<std::uint32_t>(node.value);
    std::vector<Piece> pieces;
    std::uint32_t begin = 0;
    const auto add = [&](std::uint32_t end) {
      pieces.push_back({begin, end - begin});
      begin = end;
    };
    if (const auto found = cuts_.sites.find(access.site.number); found != cuts_.sites.end()) {
      for (const std::uint32_t cut : found->second) {
        if (cut < size) add(cut);
      }
    }
    add(size);
    return pieces;
  }

  template <typename Access>
  void write(const Access& access) {
    std::vector<Piece> pieces = pieces_of(access);
    if (pieces.empty()) return copy(access);
    const bool is_whole = pieces.size() == 1;
    const unsigned bits = pieces.front().bits();
    set_pieces(std::move(pieces), access.site.is_atomic ? Relation::OfOne : Relation::Apart);
    if constexpr (std::is_same_v<Access, Load>) {
      if (!is_whole) return cut(access);
      copy(access);
      // Another access may have written it as part of something, without a sign.
      if (bits < 64) extend(access.target, bits, access.site.has_sign);
    } else if constexpr (std::is_same_v<Access, Store>) {
      if (is_whole) return copy(access);
      if (bits_of_access() == 64) refuse_address(access.value);
      cut(access);
    } else {
      // Likewise for what it returns, compares, or computes with.
      const bool has_sign = access.site.has_sign && bits < 64;
      if (is_whole && !has_sign) return copy(access);
      if constexpr (std::is_same_v<Access, ReadModifyWrite>) {
        // The written bits do not depend on the sign.
        if (is_whole && !access.desired) {
          copy(access);
          return extend(access.target, bits, true);
        }
      }
      if (bits_of_access() == 64) refuse_written(access);
      cut(access);
    }
  }
  [[nodiscard]] unsigned bits_of_access() const {
    return pieces().back().shift() + pieces().back().bits();
  }
  void refuse_written(const ReadModifyWrite& update) { refuse_address(update.operand); }
  void refuse_written(const CompareAndSwap& swap) {
    refuse_address(swap.expected);
    refuse_address(swap.desired);
  }

  // The bytes of an address, or of a thread's handle, have no values here.
  void refuse_address(ExprId value) {
    const CodeWriter::Target fails = writer_.make_target();
    const CodeWriter::Target end = writer_.make_target();
    const Value objects = address::of_object(static_cast<std::uint32_t>(program_.objects.size()));
    const std::size_t threads = std::max<std::size_t>(DefaultMaxThreads, program_.threads.size());
    const Value blocks = address::of_allocation(ThreadId(threads), -1, 0);
    const ExprId is_address =
        binary(Operator::BitOr, is_between(value, address::of_object(0), objects),
               binary(Operator::BitOr, is_between(value, address::HeapTag, blocks),
                      is_between(value, address::FirstThread,
                                 address::FirstThread + Value{address::MaxThreads})));
    emit(Branch{is_address, fails.index, end.index, Flow::Silent});
    writer_.place(fails);
    emit(Fail{"an access to some bytes of a pointer, which is not supported",
              ErrorKind::Unsupported});
    writer_.place(end);
  }
  // Returns the expression, but the first of the values that is no number, if one is none.
  ExprId unless_special(const std::vector<ExprId>& values, ExprId otherwise) {
    for (const ExprId value : values) {
      const ExprId is_special =
          binary(Operator::BitOr, is(value, UnwrittenValue), is(value, OpaqueValue));
      otherwise = pool_.add(
          {.op = Operator::Select, .a = is_special, .b = value, .c = otherwise, .source = source_});
    }
    return otherwise;
  }
  ExprId is_between(ExprId value, Value first, Value behind) {
    return binary(Operator::BitAnd, binary(Operator::GreaterEqual, value, constant(first)),
                  binary(Operator::Less, value, constant(behind)));
  }
  ExprId is(ExprId value, Value special) {
    return binary(Operator::Equal, value, constant(special));
  }
  void extend(RegisterId target, unsigned bits, bool has_sign) {
    const ExprId read = value_of(target);
    emit(Assign{target, unless_special({read}, extended(read, bits, has_sign))});
  }
  // The number that the lowest bits of a value are.
  ExprId extended(ExprId value, unsigned bits, bool has_sign) {
    const ExprId low = binary(Operator::BitAnd, value, constant(Piece::mask_of(bits)));
    if (!has_sign) return low;
    const ExprId sign = constant(Value{1} << (bits - 1));
    return binary(Operator::Subtract, binary(Operator::BitXor, low, sign), sign);
  }

  const Program& program_;
  const CellCuts& cuts_;
};

void cut_initial_values(const CellCuts& cuts, std::size_t index, SharedObject& object) {
  const Value base = address::of_object(static_cast<std::uint32_t>(index));
  std::vector<InitialBytes> written;
  for (const InitialBytes& whole : object.written) {
    const auto value = static_cast<std::uint64_t>(object.initial[whole.begin]);
    std::uint32_t begin = whole.begin;
    const auto add = [&](std::uint32_t end) {
      const unsigned shift = Piece::ByteBits * (begin - whole.begin);
      object.initial[begin] =
          static_cast<Value>(value >> shift) & Piece::mask_of(Piece::ByteBits * (end - begin));
      if (object.initial[begin] != 0) written.push_back({begin, end - begin, true});
      begin = end;
    };
    const std::uint32_t end = whole.begin + whole.count;
    const auto first = cuts.initial.upper_bound(base + Value{whole.begin});
    if (first == cuts.initial.end() || *first >= base + Value{end}) {
      written.push_back(whole);
      continue;
    }
    for (auto at = first; at != cuts.initial.end() && *at < base + Value{end}; ++at) {
      add(address::cell(*at));
    }
    add(end);
  }
  object.written = std::move(written);
}

}  // namespace

Program cut_cells(const Program& program, const CellCuts& cuts) {
  Program out = program;
  for (const std::int32_t layout : cuts.opened) {
    out.structs[static_cast<std::size_t>(layout)].is_open = true;
  }
  for (Thread& thread : out.threads) CellCutter(program, cuts, thread).run();
  for (Thread& thread : out.routines) CellCutter(program, cuts, thread).run();
  for (std::size_t i = 0; i < out.objects.size(); ++i) cut_initial_values(cuts, i, out.objects[i]);
  // A thread that ended at an access to a part spawned nothing behind it.
  const auto count = static_cast<std::uint32_t>(out.threads.size());
  add_spawned_threads(out, std::max(DefaultMaxThreads, count));
  return out;
}

}  // namespace drover::passes
