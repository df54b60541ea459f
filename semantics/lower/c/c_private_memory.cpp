#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "semantics/lower/c/c_pieces.h"
#include "semantics/lower/c/c_thread.h"
#include "semantics/program/code_edit.h"
#include "semantics/program/operands.h"

namespace drover::lowering {

namespace {

constexpr std::size_t MaxPrivateWork = 8'000'000;  // instructions times registers
constexpr int MaxPrivateRounds = 8;

// The substitute for an address of a block: the thread only compares it with null.
constexpr Value SomeAddress = Value{1} << 40;

// Finds the blocks of one thread that Lemma 50 (docs/proofs.md) makes registers. A worker for one
// round: the address of a block may be in a cell that is a register in the next one.
class PrivateMemory {
 public:
  PrivateMemory(Thread& thread, std::span<const StructLayout> layouts)
      : thread_(thread), layouts_(layouts), pieces_(thread.code) {}

  // True if something has changed.
  bool run() {
    find_blocks();
    if (blocks_.empty()) return false;
    const std::map<InstructionIndex, State> before = find_states();
    for (const auto& [leader, state] : before) {
      State now = state;
      is_final_ = true;
      for (std::optional<InstructionIndex> at = leader; at; at = pieces_.next_of(*at)) {
        pass(*at, now);
      }
    }
    return rewrite();
  }

 private:
  static constexpr std::size_t MaxCells = 64;  // of a block

  struct Cell {
    Value offset = 0;
    std::uint32_t size = 0;
    std::string member;  // its name in the block; empty: the block is one cell
  };
  struct Block {
    InstructionIndex allocation = 0;
    std::vector<Cell> cells;
    std::size_t first_cell = 0;  // index of its first cell among those of all blocks
    bool is_unwritten = false;   // at first
    bool is_read_only = false;
    bool escapes = false;
  };
  // The known part of a value: an address of one block, or of some of several. Without blocks: it
  // is no address of a block.
  struct Pointer {
    std::set<std::size_t> blocks;
    std::optional<Value> offset;  // in the one block

    auto operator<=>(const Pointer&) const = default;
  };
  using PointerId = std::uint32_t;
  static constexpr PointerId NoPointer = 0;

  enum Life : std::uint8_t { Dead = 1, Alive = 2 };
  struct State {
    std::vector<PointerId> registers;
    std::vector<std::uint8_t> lives;  // by block: the possible ones
    std::vector<bool> is_written;     // by cell: on all ways
  };

  // ---- Blocks

  void find_blocks() {
    std::size_t cells = 0;
    for (InstructionIndex at = 0; at < thread_.code.size(); ++at) {
      const auto* allocate = std::get_if<Allocate>(&thread_.code[at].body);
      if (allocate == nullptr || allocate->struct_index < 0) continue;
      const StructLayout& layout = layouts_[static_cast<std::size_t>(allocate->struct_index)];
      const auto size = thread_.expressions.known(allocate->size);
      if (!size || layout.stride == 0 || layout.is_open || layout.is_owned || layout.hidden != 0) {
        continue;
      }
      Block block{.allocation = at,
                  .cells = cells_of(layout, *size),
                  .first_cell = cells,
                  .is_unwritten = layout.is_unwritten,
                  .is_read_only = layout.is_read_only};
      if (block.cells.empty()) continue;
      cells += block.cells.size();
      blocks_.push_back(std::move(block));
    }
    cell_count_ = cells;
    pointers_.push_back({});
    for (std::size_t i = 0; i < blocks_.size(); ++i) block_at_[blocks_[i].allocation] = i;
  }

  // Returns the cells of a block; none if they overlap or are too many.
  static std::vector<Cell> cells_of(const StructLayout& layout, Value size) {
    std::vector<Cell> cells;
    Value end = 0;  // of the last cell
    for (Value begin = 0; begin < size; begin += layout.stride) {
      for (const StructField& field : layout.fields) {
        const Value offset = begin + field.offset;
        const bool overlaps = offset < end;
        const bool is_too_much = cells.size() == MaxCells || offset + field.size > size;
        if (field.is_flexible_array() || field.size == 0 || overlaps || is_too_much) return {};
        end = offset + field.size;
        const bool is_one = layout.fields.size() == 1 && size <= layout.stride;
        cells.push_back({offset, field.size, is_one ? "" : field.name});
      }
    }
    return cells;
  }

  // ---- Values

  PointerId id_of(const Pointer& pointer) {
    if (pointer.blocks.empty()) return NoPointer;
    const auto [known, is_new] =
        ids_.try_emplace(pointer, static_cast<PointerId>(pointers_.size()));
    if (is_new) pointers_.push_back(pointer);
    return known->second;
  }
  PointerId some_of(std::set<std::size_t> blocks) { return id_of({std::move(blocks), {}}); }

  // Returns the address of a block that the expression is; NoPointer if it is none of a simple
  // form.
  PointerId pointer_of(ExprId id, const State& state) {
    const ExpressionNode& node = thread_.expressions[id];
    if (node.op == Operator::Register) return state.registers[node.reg.value];
    if (is_access(node)) return pointer_of(node.a, state);
    if (node.op != Operator::Add) return NoPointer;
    const auto added = thread_.expressions.known(node.b);
    if (!added || *added < -static_cast<Value>(SomeAddress / 2) || *added > SomeAddress / 2) {
      return NoPointer;
    }
    Pointer pointer = pointers_[pointer_of(node.a, state)];
    if (pointer.offset) *pointer.offset += *added;
    return id_of(pointer);
  }
  static bool is_access(const ExpressionNode& node) {
    return node.op == Operator::Guard && static_cast<Guard>(node.index) == Guard::Access;
  }

  enum class Use : std::uint8_t { Value, Truth };

  // Blocks whose addresses the expression uses other than to ask whether they are null escape.
  void look_at(ExprId id, Use use, const State& state) {
    if (!is_final_ || id.is_none()) return;
    const ExpressionNode node = thread_.expressions[id];
    const auto is_zero = [&](ExprId side) { return thread_.expressions.known(side) == Value{0}; };
    switch (node.op) {
      case Operator::Register:
        if (use == Use::Value) let_escape(state.registers[node.reg.value]);
        return;
      case Operator::Not: return look_at(node.a, Use::Truth, state);
      case Operator::And:
      case Operator::Or:
        look_at(node.a, Use::Truth, state);
        return look_at(node.b, Use::Truth, state);
      case Operator::Equal:
      case Operator::NotEqual: {
        if (is_zero(node.b)) return look_at(node.a, Use::Truth, state);
        if (is_zero(node.a)) return look_at(node.b, Use::Truth, state);
        break;
      }
      default: break;
    }
    for (const ExprId part : {node.a, node.b, node.c}) look_at(part, Use::Value, state);
  }

  void let_escape(PointerId pointer) {
    if (!is_final_) return;
    for (const std::size_t block : pointers_[pointer].blocks) blocks_[block].escapes = true;
  }

  // ---- Instructions

  void pass(InstructionIndex at, State& state) {
    InstructionBody& body = thread_.code[at].body;
    if (const auto* assign = std::get_if<Assign>(&body)) {
      const PointerId pointer = pointer_of(assign->value, state);
      if (pointer == NoPointer || assign->picked_by) look_at(assign->value, Use::Value, state);
      if (assign->picked_by) look_at(*assign->picked_by, Use::Value, state);
      state.registers[assign->target.value] = pointer;
      return;
    }
    if (const auto* load = std::get_if<Load>(&body)) {
      const auto cell = cell_of(load->address, state);
      if (is_final_ && cell) use(at, *cell, load->mode == Mode::Na && load->tags == TagSet());
      if (is_final_ && cell && !state.is_written[*cell]) blocks_[block_of(*cell)].escapes = true;
      state.registers[load->target.value] = NoPointer;
      return;
    }
    if (const auto* store = std::get_if<Store>(&body)) {
      look_at(store->value, Use::Value, state);
      if (store->picked_by) look_at(*store->picked_by, Use::Value, state);
      const auto cell = cell_of(store->address, state);
      if (!cell) return;
      const bool may_write = store->is_initial || !blocks_[block_of(*cell)].is_read_only;
      if (is_final_) {
        use(at, *cell, store->mode == Mode::Na && store->tags == TagSet() && may_write);
      }
      state.is_written[*cell] = true;
      return;
    }
    if (std::holds_alternative<Allocate>(body)) return allocate(at, state);
    if (const auto* free = std::get_if<Deallocate>(&body)) return deallocate(at, *free, state);
    for_each_operand(body, [&](ExprId& operand, bool /*sees_target*/) {
      const bool is_decision = is_one_of<Branch, Assume, Assert>(body);
      look_at(operand, is_decision ? Use::Truth : Use::Value, state);
    });
    const RegisterId target = target_of(body);
    if (!target.is_none()) state.registers[target.value] = NoPointer;
    const bool is_end = std::holds_alternative<Finish>(body);
    if (is_end && thread_.result) let_escape(state.registers[thread_.result->value]);
  }

  void allocate(InstructionIndex at, State& state) {
    const auto& allocate = std::get<Allocate>(thread_.code[at].body);
    look_at(allocate.size, Use::Value, state);
    const auto known = block_at_.find(at);
    if (known == block_at_.end()) {
      state.registers[allocate.target.value] = NoPointer;
      return;
    }
    const std::size_t block = known->second;
    for (PointerId& value : state.registers) {  // addresses of the block that was here before
      const bool is_old = pointers_[value].offset && pointers_[value].blocks.contains(block);
      if (is_old) value = some_of({block});
    }
    state.registers[allocate.target.value] = id_of({{block}, Value{0}});
    state.lives[block] = Alive;
    for (std::size_t i = 0; i < blocks_[block].cells.size(); ++i) {
      state.is_written[blocks_[block].first_cell + i] = !blocks_[block].is_unwritten;
    }
  }

  void deallocate(InstructionIndex at, const Deallocate& free, State& state) {
    const PointerId id = pointer_of(free.address, state);
    if (id == NoPointer) return look_at(free.address, Use::Value, state);
    const Pointer& pointer = pointers_[id];
    const std::size_t block = *pointer.blocks.begin();
    const bool is_good = pointer.offset == Value{0} && state.lives[block] == Alive;
    if (!is_good) let_escape(id);
    if (is_final_) frees_[at] = block;
    for (const std::size_t each : pointer.blocks) state.lives[each] = Dead;
  }

  // Returns the cell at an address, among those of all blocks. Blocks that are accessed in another
  // way escape.
  std::optional<std::size_t> cell_of(ExprId address, const State& state) {
    const PointerId id = pointer_of(address, state);
    if (id == NoPointer) {
      look_at(address, Use::Value, state);
      return std::nullopt;
    }
    const Pointer& pointer = pointers_[id];
    const ExpressionNode& node = thread_.expressions[address];
    const std::size_t number = *pointer.blocks.begin();
    if (pointer.offset && is_access(node) && state.lives[number] == Alive) {
      const Block& block = blocks_[number];
      for (std::size_t i = 0; i < block.cells.size(); ++i) {
        const bool is_it =
            block.cells[i].offset == *pointer.offset && Value{block.cells[i].size} == node.value;
        if (is_it) return block.first_cell + i;
      }
    }
    let_escape(id);
    return std::nullopt;
  }
  [[nodiscard]] std::size_t block_of(std::size_t cell) const {
    const auto after = std::ranges::upper_bound(blocks_, cell, {}, &Block::first_cell);
    return static_cast<std::size_t>(after - blocks_.begin()) - 1;
  }
  void use(InstructionIndex at, std::size_t cell, bool is_plain) {
    uses_[at] = cell;
    if (!is_plain) blocks_[block_of(cell)].escapes = true;
  }

  // ---- States

  std::map<InstructionIndex, State> find_states() {
    std::map<InstructionIndex, State> before;
    before[0] = {std::vector<PointerId>(thread_.registers.size(), NoPointer),
                 std::vector<std::uint8_t>(blocks_.size(), Dead),
                 std::vector<bool>(cell_count_, false)};
    std::set<InstructionIndex> open{0};
    while (!open.empty()) {
      InstructionIndex at = *open.begin();
      open.erase(open.begin());
      State now = before[at];
      pass(at, now);
      while (const auto next = pieces_.next_of(at)) {
        at = *next;
        pass(at, now);
      }
      for (const InstructionIndex to : successors_of(thread_.code[at], at)) {
        const auto [known, is_new] = before.try_emplace(to, now);
        if (is_new || merge(known->second, now)) open.insert(to);
      }
    }
    return before;
  }

  bool merge(State& into, const State& more) {
    bool has_changed = false;
    for (std::size_t reg = 0; reg < into.registers.size(); ++reg) {
      PointerId& known = into.registers[reg];
      if (known == more.registers[reg]) continue;
      std::set<std::size_t> blocks = pointers_[known].blocks;
      blocks.insert(pointers_[more.registers[reg]].blocks.begin(),
                    pointers_[more.registers[reg]].blocks.end());
      const PointerId merged = some_of(std::move(blocks));
      has_changed |= merged != known;
      known = merged;
    }
    for (std::size_t i = 0; i < into.lives.size(); ++i) {
      const auto merged = static_cast<std::uint8_t>(into.lives[i] | more.lives[i]);
      has_changed |= merged != into.lives[i];
      into.lives[i] = merged;
    }
    for (std::size_t i = 0; i < into.is_written.size(); ++i) {
      if (!into.is_written[i] || more.is_written[i]) continue;
      into.is_written[i] = false;
      has_changed = true;
    }
    return has_changed;
  }

  // ---- The result

  // Returns an identifier: the name of the variable, with that of its member.
  [[nodiscard]] std::string name_of(std::size_t cell) const {
    const Block& block = blocks_[block_of(cell)];
    const auto& allocate = std::get<Allocate>(thread_.code[block.allocation].body);
    std::string name = thread_.registers[allocate.target.value].name;
    const std::string& member = block.cells[cell - block.first_cell].member;
    if (name.empty() || member.empty()) return name;
    name += '_';
    std::ranges::copy_if(member, std::back_inserter(name),
                         [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    return name;
  }
  // Returns the instruction before `at` if it computes `value`, a register, for it.
  [[nodiscard]] const Assign* computed_for(InstructionIndex at, ExprId value) const {
    const ExpressionNode& node = thread_.expressions[value];
    if (at == 0 || pieces_.is_leader(at) || node.op != Operator::Register) return nullptr;
    const auto* assign = std::get_if<Assign>(&thread_.code[at - 1].body);
    const bool is_it = assign != nullptr && assign->target == node.reg && !assign->picked_by &&
                       assign->from_events == 0;
    return is_it ? assign : nullptr;
  }

  bool rewrite() {
    std::map<std::size_t, RegisterId> registers;  // by cell
    const auto register_of = [&](std::size_t cell) {
      const auto [known, is_new] =
          registers.try_emplace(cell, RegisterId(thread_.registers.size()));
      if (is_new) {
        thread_.registers.push_back({name_of(cell), false});
      }
      return known->second;
    };
    CodeEdit edit(thread_.code);
    for (const auto& [at, cell] : uses_) {
      if (blocks_[block_of(cell)].escapes) continue;
      const InstructionBody& body = thread_.code[at].body;
      if (const auto* load = std::get_if<Load>(&body)) {
        edit.replace(at, {Assign{load->target, thread_.expressions.register_value(
                                                   register_of(cell), thread_.code[at].source)}});
        continue;
      }
      const ExprId value = std::get<Store>(body).value;
      const Assign* const computed = computed_for(at, value);
      if (computed == nullptr) {
        edit.replace(at, {Assign{register_of(cell), value}});
        continue;
      }
      // `t := c + 1; c := t` becomes `c := c + 1; t := c`, in which passes see that c counts.
      edit.replace(at - 1, {Assign{register_of(cell), computed->value}});
      edit.replace(
          at, {Assign{computed->target, thread_.expressions.register_value(register_of(cell))}});
    }
    for (const auto& [at, block] : frees_) {
      if (!blocks_[block].escapes) edit.erase(at);
    }
    for (const Block& block : blocks_) {
      if (block.escapes) continue;
      const auto& allocate = std::get<Allocate>(thread_.code[block.allocation].body);
      std::vector<InstructionBody> bodies{
          Assign{allocate.target, thread_.expressions.constant(SomeAddress)}};
      for (std::size_t i = 0; !block.is_unwritten && i < block.cells.size(); ++i) {
        bodies.push_back(
            Assign{register_of(block.first_cell + i), thread_.expressions.constant(0)});
      }
      edit.replace(block.allocation, std::move(bodies));
    }
    if (edit.is_empty()) return false;
    thread_.code = edit.apply().code;
    return true;
  }

  Thread& thread_;
  std::span<const StructLayout> layouts_;
  Pieces pieces_;
  std::vector<Block> blocks_;
  std::map<InstructionIndex, std::size_t> block_at_;
  std::size_t cell_count_ = 0;
  std::vector<Pointer> pointers_;  // by PointerId
  std::map<Pointer, PointerId> ids_;
  bool is_final_ = false;                          // states are known: looks for escapes and uses
  std::map<InstructionIndex, std::size_t> uses_;   // loads and stores, with their cells
  std::map<InstructionIndex, std::size_t> frees_;  // with their blocks
};

}  // namespace

void move_private_memory_to_registers(Thread& thread, std::span<const StructLayout> layouts) {
  for (int round = 0; round < MaxPrivateRounds; ++round) {
    if (thread.code.size() * thread.registers.size() > MaxPrivateWork) return;
    if (!PrivateMemory(thread, layouts).run()) return;
  }
}

}  // namespace drover::lowering
