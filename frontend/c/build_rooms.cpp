// Finds the places for new statements in a file: before statements, and at the end of loop bodies.
// The search for fences uses them.

#include "frontend/c/unit_builder.h"

namespace drover::c {

namespace {

// True for a label: the room is behind it.
bool is_label(antlr4::ParserRuleContext& tree) {
  return exactly<Grammar::LabelStatementContext>(tree) != nullptr ||
         exactly<Grammar::CaseStatementContext>(tree) != nullptr ||
         exactly<Grammar::DefaultStatementContext>(tree) != nullptr;
}

bool is_block(antlr4::ParserRuleContext& tree) {
  return exactly<Grammar::BlockStatementContext>(tree) != nullptr;
}

}  // namespace

// `begins`: by item, the index of its first statement in the block.
void UnitBuilder::note_rooms(Grammar::BlockContext& tree, StatementId block,
                             const std::vector<std::uint32_t>& begins) {
  const std::vector<Grammar::BlockItemContext*> items = tree.blockItem();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::vector<StatementId>& list = unit_[block].list;
    const std::size_t end = i + 1 < items.size() ? begins[i + 1] : list.size();
    if (items[i]->staticAssertion() != nullptr || begins[i] == end) continue;
    if (items[i]->statement() != nullptr) {
      if (is_label(*items[i]->statement()) || is_block(*items[i]->statement())) continue;
    }
    Room room{.in = block, .index = begins[i]};
    for (std::size_t at = begins[i]; at < end; ++at) room.of.push_back(list[at]);
    note_room(*items[i], std::move(room));
  }
}

void UnitBuilder::note_room(antlr4::ParserRuleContext& tree, Room room) {
  const SourceRange range = offsets_->range(tree);
  room.whole = map_.place(range);
  const TextSpan* first = map_.written_at(range.begin, LineMap::Same::Before);
  const TextSpan* last =
      tree.stop == nullptr ? nullptr
                           : map_.written_at(offsets_->range(*tree.stop).begin, LineMap::Same::Too);
  room.is_written = first != nullptr && (last != nullptr || !room.needs_braces);
  // If a macro produces the end, the first line is shown.
  if (first != nullptr) {
    const std::size_t end = last != nullptr ? last->end : room.whole.end;
    room.whole = map_.sources().range(first->begin, end);
  }
  add(std::move(room));
}

void UnitBuilder::add(Room room) {
  if (!function_ || unit_.functions[*function_].is_from_header) return;
  room.function = *function_;
  unit_.rooms.push_back(std::move(room));
}

// Notes the room of the body of an `if`, a loop or a label. A block has its own rooms.
void UnitBuilder::note_body(Grammar::StatementContext* tree, StatementId in, bool is_second) {
  if (tree == nullptr || is_block(*tree) || is_label(*tree)) return;
  const Statement& holder = unit_[in];
  note_room(*tree, {.needs_braces = true,
                    .in = in,
                    .is_second = is_second,
                    .of = {is_second ? holder.second : holder.first}});
}

void UnitBuilder::note_end(Grammar::StatementContext& tree, StatementId loop) {
  auto* block = exactly<Grammar::BlockStatementContext>(tree);
  if (block == nullptr) {
    if (is_label(tree)) return;
    note_room(tree, {.is_end = true, .needs_braces = true, .in = loop, .of = {loop}});
    return;
  }
  const SourceRange brace = offsets_->range(*block->block()->RBRACE()->getSymbol());
  const TextSpan* written = map_.written_at(brace.begin, LineMap::Same::Too);
  add(Room{.is_end = true,
           .is_written = written != nullptr,
           .in = unit_[loop].first,
           .whole = written == nullptr ? map_.place(brace)
                                       : map_.sources().range(written->begin, written->end),
           .of = {loop}});
}

}  // namespace drover::c
