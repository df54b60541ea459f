#include "litmus/access_parts.h"

#include <algorithm>
#include <map>
#include <utility>

#include "semantics/program/access_cutter.h"
#include "semantics/program/address.h"

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

class ThreadCutter : public AccessCutter<ThreadCutter> {
 public:
  ThreadCutter(Thread& thread, const std::map<InstructionIndex, std::vector<Piece>>& all)
      : AccessCutter(thread), all_(all) {}

  void run() {
    rewrite([this](const std::vector<Instruction>& old, InstructionIndex at) {
      const auto found = all_.find(at);
      if (found == all_.end()) return copy(old[at].body);
      set_pieces(found->second, Relation::OfOne);
      std::visit(
          [&](const auto& i) {
            if constexpr (requires { this->cut(i); }) this->cut(i);
          },
          old[at].body);
    });
  }

  // ---- For AccessCutter

  static ExprId begin_of(ExprId address) { return address; }
  ExprId address_of(ExprId begin, const Piece& piece) {
    return piece.begin == 0 ? begin : moved(begin, piece.begin);
  }
  ExprId part_of(ExprId whole, const Piece& piece) {
    const ExprId shifted =
        piece.begin == 0 ? whole : binary(Operator::ShiftRight, whole, constant(piece.shift()));
    return binary(Operator::BitAnd, shifted, constant(piece.mask()));
  }
  ExprId joined(const std::vector<ExprId>& parts, AccessSite /*none*/) {
    ExprId all = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i) {
      all = binary(Operator::BitOr, all,
                   binary(Operator::ShiftLeft, parts[i], constant(pieces()[i].shift())));
    }
    return all;
  }

 private:
  const std::map<InstructionIndex, std::vector<Piece>>& all_;
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
