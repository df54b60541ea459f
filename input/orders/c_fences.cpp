
#include <map>
#include <set>
#include <utility>

#include "frontend/c/unit.h"
#include "input/orders/c_order_sites.h"
#include "input/orders/c_text.h"
#include "input/orders/order_trials.h"
#include "input/read_c.h"
#include "support/format.h"

namespace drover::input {

namespace {

using c::Builtin;
using c::NodeKind;
using c::StatementKind;
using orders::SiteKind;

// The memory accesses of a part of a program.
struct Touched {
  std::size_t accesses = 0;
  std::size_t calls = 0;  // calls of functions of the file that have room for fences themselves
  bool has_atomic = false;
};

void touch_builtin(Builtin builtin, Touched& out) {
  switch (family_of(builtin)) {
    case c::BuiltinFamily::Access:
    case c::BuiltinFamily::Wait:
    case c::BuiltinFamily::Section:
      ++out.accesses;
      out.has_atomic |= builtin != Builtin::AtomicInit;
      break;
    case c::BuiltinFamily::Memory: ++out.accesses; break;
    default: break;
  }
}

// A short-lived worker.
class CFences {
 public:
  CFences(const Subject& subject, OrderSites& out)
      : subject_(subject),
        files_(subject),
        unit_(subject.c()->unit),
        source_(*subject.source),
        out_(out) {
    for (c::Room& room : unit_.rooms) {
      room.is_written = room.is_written && is_in_first_file(room);
      if (room.is_written) has_room_.insert(room.function);
    }
    keep_relaxed_fences(unit_);
  }

  void run() {
    for (const c::Room& room : unit_.rooms) note(room);
    put_in();
    std::optional<Program> program = lowered_again(subject_, unit_);
    // More code may move the point where a recursion is cut.
    if (!program || !is_same_code(*program, *subject_.program)) {
      out_.are_fences_too_many = true;
      return;
    }
    keep_those_of(*program);
    out_.program = *std::move(program);
  }

 private:
  // True if the text of the room can be edited and is not a file's second name.
  [[nodiscard]] bool is_in_first_file(const c::Room& room) const {
    const TextSpan at{room.whole.begin, room.whole.end};
    return files_.is_editable(at.begin) && files_.canonical(at) == at;
  }

  // ---- Accesses of statements and functions

  [[nodiscard]] bool is_register(c::NodeId lvalue) const {
    const c::Node& node = unit_[lvalue];
    return node.kind == NodeKind::Local && !node.is_in_memory;
  }

  void touch(c::NodeId id, Touched& out) {
    if (id.is_none()) return;
    const c::Node& node = unit_[id];
    switch (node.kind) {
      case NodeKind::Load:
      case NodeKind::Assign:
      case NodeKind::CompoundAssign:
      case NodeKind::Step:
        if (is_register(node.a)) break;
        ++out.accesses;
        out.has_atomic |= unit_.types.is_atomic(unit_[node.a].type);
        break;
      case NodeKind::Builtin: touch_builtin(node.builtin.builtin, out); break;
      case NodeKind::Call: touch_call(node, out); break;
      default: break;
    }
    for (const c::NodeId part : {node.a, node.b, node.c}) touch(part, out);
    for (const c::NodeId part : node.list) touch(part, out);
    touch_all(node.statement, out);
  }

  // A call of a function without room for fences counts as the accesses of that function.
  void touch_call(const c::Node& node, Touched& out) {
    const bool is_known = node.a.is_none() && !unit_.functions[node.index].body.is_none();
    if (!is_known || has_room_.contains(node.index)) {
      ++out.calls;
      return;
    }
    const auto [known, is_new] = touched_by_.try_emplace(node.index);
    if (is_new) {
      Touched all;
      touch_all(unit_.functions[node.index].body, all);
      touched_by_[node.index] = all;
    }
    const Touched& all = touched_by_[node.index];
    if (all.accesses + all.calls > 0) ++out.accesses;
    out.has_atomic |= all.has_atomic;
  }

  // Counts the expressions of a statement, not the statements inside it.
  void touch_own(c::StatementId id, Touched& out) {
    const c::Statement& statement = unit_[id];
    touch(statement.node, out);
    touch(statement.step, out);
    for (const c::InitialItem& item : statement.items) touch(item.value, out);
    if (statement.kind != StatementKind::For) return;
    for (const c::StatementId each : statement.list) touch_own(each, out);
  }
  void touch_all(c::StatementId id, Touched& out) {
    if (id.is_none()) return;
    const c::Statement& statement = unit_[id];
    touch_own(id, out);
    touch_all(statement.first, out);
    touch_all(statement.second, out);
    if (statement.kind == StatementKind::For) return;
    for (const c::StatementId each : statement.list) touch_all(each, out);
  }

  // True if the statement accesses memory itself, before any statement inside it does.
  [[nodiscard]] bool begins_with_access(const c::Room& room) {
    Touched touched;
    for (const c::StatementId id : room.of) {
      if (unit_[id].kind != StatementKind::DoWhile) touch_own(id, touched);
    }
    return touched.accesses > 0;
  }
  // True if both the body of a loop and its condition or step access memory.
  [[nodiscard]] bool repeats_accesses(c::StatementId loop) {
    Touched again;
    touch(unit_[loop].node, again);
    touch(unit_[loop].step, again);
    Touched body;
    touch_all(unit_[loop].first, body);
    return again.accesses > 0 && body.accesses + body.calls > 0;
  }

  // ---- Rooms

  void note(const c::Room& room) {
    const bool is_wanted =
        room.is_end ? repeats_accesses(room.of.front()) : begins_with_access(room);
    if (!room.is_end) note_gap(room);
    if (!is_wanted) return;
    if (!room.is_written) {
      out_.without_room.push_back(room.whole);
      return;
    }
    // A fence behind a statement needs another place than a fence before the next statement.
    const SourceRange at = room.is_end && room.needs_braces
                               ? source_.range(room.whole.end - 1U, room.whole.end)
                               : source_.range(room.whole.begin, room.whole.begin);
    const PlaceKind kind = room.is_end
                               ? (room.needs_braces ? PlaceKind::NewEndBlock : PlaceKind::NewEnd)
                               : (room.needs_braces ? PlaceKind::NewBlock : PlaceKind::NewFence);
    sites_.push_back({.kind = SiteKind::Fence,
                      .sources = {at},
                      .is_new = true,
                      .group = unit_.functions[room.function].name});
    places_.push_back({{.kind = kind, .mode = at, .whole = room.whole}});
    rooms_.push_back(&room);
  }

  // Notes a statement with several accesses: no fence fits between them.
  void note_gap(const c::Room& room) {
    for (const c::StatementId id : room.of) {
      Touched touched;
      touch_own(id, touched);
      if (touched.accesses + touched.calls < 2 || !touched.has_atomic) continue;
      out_.without_room_inside.push_back(room.whole);
      return;
    }
  }

  // ---- The fences

  c::StatementId fence_at(SourceRange at) {
    unit_.nodes.push_back(
        {.kind = NodeKind::Builtin,
         .type = unit_.types.basic(c::TypeKind::Void),
         .place = at,
         .builtin = {
             .builtin = Builtin::Fence, .order = c::MemoryOrder::Relaxed, .is_room = true}});
    return added({.kind = StatementKind::Expression,
                  .place = at,
                  .node = c::NodeId(unit_.nodes.size() - 1)});
  }
  c::StatementId added(c::Statement statement) {
    unit_.statements.push_back(std::move(statement));
    return c::StatementId(unit_.statements.size() - 1);
  }

  void put_in() {
    // Inserts from the end of each block: earlier indices stay valid.
    std::map<std::pair<c::StatementId, std::size_t>, c::StatementId> in_blocks;
    struct Around {
      std::vector<c::StatementId> before, behind;
    };
    std::map<std::pair<c::StatementId, bool>, Around> in_braces;
    for (std::size_t i = 0; i < rooms_.size(); ++i) {
      const c::Room& room = *rooms_[i];
      const c::StatementId fence = fence_at(sites_[i].sources.front());
      if (room.needs_braces) {
        Around& around = in_braces[{room.in, room.is_second}];
        (room.is_end ? around.behind : around.before).push_back(fence);
      } else {
        in_blocks[{room.in, room.is_end ? unit_[room.in].list.size() : room.index}] = fence;
      }
    }
    for (auto at = in_blocks.rbegin(); at != in_blocks.rend(); ++at) {
      const auto& [block, index] = at->first;
      std::vector<c::StatementId>& list = unit_.statements[block.value].list;
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(index), at->second);
    }
    for (const auto& [key, around] : in_braces) {
      const auto& [holder, is_second] = key;
      const c::StatementId body = is_second ? unit_[holder].second : unit_[holder].first;
      c::Statement block{
          .kind = StatementKind::Block, .place = unit_[body].place, .list = around.before};
      block.list.push_back(body);
      block.list.insert(block.list.end(), around.behind.begin(), around.behind.end());
      const c::StatementId id = added(std::move(block));
      c::Statement& changed = unit_.statements[holder.value];
      (is_second ? changed.second : changed.first) = id;
    }
  }

  // Keeps the fences that some thread runs: other code has no instructions.
  void keep_those_of(const Program& program) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> run;
    for (const Instruction* each : all_instructions(program)) {
      if (!std::holds_alternative<FenceInstruction>(each->body)) continue;
      run.insert({each->source.begin, each->source.end});
    }
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      const SourceRange& at = sites_[i].sources.front();
      // A file that is included twice has each room once.
      if (run.erase({at.begin, at.end}) == 0) continue;
      out_.sites.push_back(std::move(sites_[i]));
      out_.places.push_back(std::move(places_[i]));
    }
  }

  const Subject& subject_;
  CFiles files_;
  c::Unit unit_;
  const SourceBuffer& source_;
  OrderSites& out_;
  std::set<std::uint32_t> has_room_;             // functions with room for fences
  std::map<std::uint32_t, Touched> touched_by_;  // accesses of functions without room
  std::vector<const c::Room*> rooms_;            // rooms that get a fence
  std::vector<orders::Site> sites_;              // by room
  std::vector<std::vector<ModePlace>> places_;
};

}  // namespace

void add_c_fences(const Subject& subject, OrderSites& out) { CFences(subject, out).run(); }

std::string c_fence(const Subject& subject, const SourceRange& at, orders::Strength strength) {
  bool is_standard = false;
  bool is_used_there = false;
  const std::string& there = subject.source->file_of(at);
  for (const SourcePart& file : subject.source->files()) {
    is_standard |= file.name == "<drover>/stdatomic.h";
    if (file.name != there) continue;
    is_used_there = file.name == subject.path || file.text.find("stdatomic.h") != std::string::npos;
  }
  is_standard = is_standard && is_used_there;
  const std::string order = c_order_name(orders::mode_of(strength), !is_standard);
  return is_standard ? format("atomic_thread_fence({});", order)
                     : format("__atomic_thread_fence({});", order);
}

}  // namespace drover::input
