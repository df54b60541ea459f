#include "semantics/decompile/flow_graph.h"

#include <algorithm>
#include <map>
#include <set>

#include "semantics/decompile/source_expression.h"
#include "semantics/program/dominators.h"
#include "support/check.h"

namespace drover::decompile {

namespace {

using Index = FlowNode::Index;
using Exit = FlowNode::Exit;
using Kind = SourceStatement::Kind;

// For nested loops, copies of the code before their counting nodes double at each level.
constexpr std::size_t MaxNodes = 50'000;
// The same limit for Labels::Avoided, which copies the code after blocks.
constexpr std::size_t MaxNodesWithoutLabels = 500;

// The levels of `&&` and `||` in the grammar, as in SourceExpression::level.
constexpr int AndLevel = 3;
constexpr int OrLevel = 2;

// ---- Conditions

SourceExpression negation_of(const SourceExpression& expression) {
  if (!expression.negated.empty()) {
    return {expression.negated, expression.negated_level, expression.text, expression.level};
  }
  return {"!" + at_level(expression, PrefixLevel), PrefixLevel, expression.text, expression.level};
}

SourceExpression conjunction_of(const SourceExpression& left, const SourceExpression& right) {
  return {at_level(left, AndLevel) + " && " + at_level(right, AndLevel + 1), AndLevel};
}

SourceExpression disjunction_of(const SourceExpression& left, const SourceExpression& right) {
  return {at_level(left, OrLevel) + " || " + at_level(right, OrLevel + 1), OrLevel};
}

// ---- Order, dominators, loops

class Analysis : public Dominators {
 public:
  explicit Analysis(const FlowGraph& graph)
      : Dominators(successors_in(graph), graph.entry), graph_(graph) {
    for (const Index header : headers()) {
      const std::vector<bool> is_inside = natural_loop(header);
      for (Index node = 0; node < is_inside.size(); ++node) {
        if (is_inside[node]) loops_[header].insert(node);
      }
    }
  }

  // The nodes of each loop, by header.
  [[nodiscard]] const std::map<Index, std::set<Index>>& loops() const { return loops_; }
  [[nodiscard]] bool is_header(Index node) const { return loops_.contains(node); }
  [[nodiscard]] bool is_in_loop(Index header, Index node) const {
    return loops_.at(header).contains(node);
  }

  [[nodiscard]] static std::vector<Index> successors_of(const FlowNode& node) {
    std::vector<Index> out;
    if (node.exit != Exit::Stop && node.if_true != FlowEnd) out.push_back(node.if_true);
    if (node.exit == Exit::Branch && node.if_false != FlowEnd) out.push_back(node.if_false);
    return out;
  }
  // Returns the node of a loop that counts its iterations; the counter of an inner loop restarts in
  // every iteration.
  [[nodiscard]] std::optional<Index> counting_node(Index header) const {
    const std::set<Index>& body = loops_.at(header);
    for (const Index node : body) {
      const auto& iteration = graph_.nodes[node].iteration;
      if (!iteration) continue;
      const bool is_inner = std::ranges::any_of(body, [&](Index other) {
        const auto& starts = graph_.nodes[other].starts;
        return std::ranges::find(starts, *iteration) != starts.end();
      });
      if (!is_inner) return node;
    }
    return std::nullopt;
  }

  // True for `while (condition)`: a single test before the counted part, and nothing else.
  [[nodiscard]] bool is_while(Index header) const {
    const std::optional<Index> counting = counting_node(header);
    const FlowNode& node = graph_.nodes[header];
    if (!counting || *counting == header || !node.lines.empty() || node.exit != Exit::Branch ||
        !node.starts.empty() || node.iteration) {
      return false;
    }
    const bool is_first = node.if_true == *counting;
    const Index exit = is_first ? node.if_false : node.if_true;
    return (is_first || node.if_false == *counting) && exit != *counting &&
           (exit == FlowEnd || !is_in_loop(header, exit)) && predecessors(*counting).size() == 1;
  }

 private:
  [[nodiscard]] static std::vector<std::vector<Index>> successors_in(const FlowGraph& graph) {
    std::vector<std::vector<Index>> out;
    out.reserve(graph.nodes.size());
    for (const FlowNode& node : graph.nodes) out.push_back(successors_of(node));
    return out;
  }

  const FlowGraph& graph_;
  std::map<Index, std::set<Index>> loops_;
};

// ---- Tidying the graph

// Redirects edges past empty nodes.
void skip_empty_nodes(FlowGraph& graph) {
  const auto resolve = [&](Index at) {
    for (std::size_t steps = 0; at != FlowEnd && steps < graph.nodes.size(); ++steps) {
      const FlowNode& node = graph.nodes[at];
      const bool is_empty =
          node.lines.empty() && node.exit == Exit::Jump && !node.iteration && node.starts.empty();
      if (!is_empty) return at;
      at = node.if_true;
    }
    return at;
  };
  graph.entry = resolve(graph.entry);
  for (FlowNode& node : graph.nodes) {
    if (node.exit != Exit::Stop) node.if_true = resolve(node.if_true);
    if (node.exit == Exit::Branch) node.if_false = resolve(node.if_false);
  }
}

// Joins `a && b`, `a || b`: a test that is the only predecessor of another one.
bool join_conditions(FlowGraph& graph) {
  const Analysis analysis(graph);
  for (const Index at : analysis.order()) {
    FlowNode& first = graph.nodes[at];
    if (first.exit != Exit::Branch || first.if_true == first.if_false) continue;
    const auto is_joined = [&](Index other) {
      if (other == FlowEnd || other == at || other == graph.entry) return false;
      const FlowNode& node = graph.nodes[other];
      return node.lines.empty() && node.exit == Exit::Branch && !node.iteration &&
             node.starts.empty() && analysis.predecessors(other).size() == 1;
    };
    for (const bool joins_true : {true, false}) {
      Index& next = joins_true ? first.if_true : first.if_false;  // the second test
      const Index other = joins_true ? first.if_false : first.if_true;
      if (!is_joined(next)) continue;
      const FlowNode second = graph.nodes[next];
      const bool is_plain = (joins_true ? second.if_false : second.if_true) == other;
      if (!is_plain && (joins_true ? second.if_true : second.if_false) != other) continue;
      const SourceExpression condition =
          is_plain ? second.condition : negation_of(second.condition);
      first.condition = joins_true ? conjunction_of(first.condition, condition)
                                   : disjunction_of(first.condition, condition);
      next = joins_true == is_plain ? second.if_true : second.if_false;
      return true;
    }
  }
  return false;
}

// ---- Where iterations are counted

// Copies nodes; edges among them become edges among the copies. Returns the copies by node.
std::map<Index, Index> copy_nodes(FlowGraph& graph, const std::set<Index>& nodes) {
  std::map<Index, Index> copy_of;
  for (const Index node : nodes) {
    copy_of.emplace(node, static_cast<Index>(graph.nodes.size() + copy_of.size()));
  }
  const auto copied = [&](Index node) {
    const auto found = copy_of.find(node);
    return found == copy_of.end() ? node : found->second;
  };
  for (const Index from : nodes) {
    FlowNode node = graph.nodes[from];
    node.if_true = copied(node.if_true);
    node.if_false = copied(node.if_false);
    graph.nodes.push_back(std::move(node));
  }
  return copy_of;
}

void redirect(FlowNode& node, Index from, Index to) {
  if (node.if_true == from) node.if_true = to;
  if (node.if_false == from) node.if_false = to;
}

// Returns the nodes of a loop on the paths from its header to its counting node.
std::set<Index> reached_before(const FlowGraph& graph, Index header, Index counting,
                               const std::set<Index>& body) {
  std::set<Index> before;
  std::vector<Index> open{header};
  while (!open.empty()) {
    const Index at = open.back();
    open.pop_back();
    if (at == counting || !body.contains(at) || !before.insert(at).second) continue;
    for (const Index next : Analysis::successors_of(graph.nodes[at])) open.push_back(next);
  }
  return before;
}

// Rotates one loop so that its counting node comes first: the nodes before it are copied to the
// loop's entry.
bool rotate_a_loop(FlowGraph& graph) {
  const std::size_t size = graph.nodes.size();
  const Analysis analysis(graph);
  for (const auto& [header, body] : analysis.loops()) {
    const std::optional<Index> counting = analysis.counting_node(header);
    if (!counting || *counting == header || analysis.is_while(header)) continue;
    const std::set<Index> before = reached_before(graph, header, *counting, body);
    if (graph.nodes.size() + before.size() > MaxNodes) return false;
    const Index first = copy_nodes(graph, before).at(header);
    for (Index node = 0; node < size; ++node) {
      if (!body.contains(node)) redirect(graph.nodes[node], header, first);
    }
    if (graph.entry == header) graph.entry = first;
    return true;
  }
  return false;
}

// ---- Avoiding labels

// Returns the nodes of the loop with this header, or the single node.
std::set<Index> unit_at(Index node, const Analysis& analysis) {
  if (analysis.is_header(node)) return analysis.loops().at(node);
  return {node};
}

// Copies the node, or the loop that begins with it, for each predecessor but the first. False if
// there is only one.
bool split(FlowGraph& graph, Index node) {
  const std::size_t size = graph.nodes.size();
  const Analysis analysis(graph);
  const std::set<Index> unit = unit_at(node, analysis);
  bool is_first = true;
  for (const Index from : analysis.predecessors(node)) {
    if (unit.contains(from) || std::exchange(is_first, false)) continue;
    // Copies first: this may reallocate the nodes.
    const Index copy = copy_nodes(graph, unit).at(node);
    redirect(graph.nodes[from], node, copy);
  }
  return graph.nodes.size() > size;
}

// ---- Statements

class Structuring {
 public:
  // Nodes of `inside` are placed inside a loop rather than after it, if possible.
  Structuring(const FlowGraph& graph, const std::set<Index>& inside)
      : graph_(graph), inside_(inside), analysis_(graph) {
    place_nodes();
  }

  SourceBlock run() {
    if (graph_.entry == FlowEnd) return {};
    return tree(graph_.entry);
  }

 private:
  // Decides which nodes are placed after a block, and after which: nodes with several predecessors,
  // and the successors of a loop.
  void place_nodes() {
    for (const Index node : analysis_.order()) {
      const auto ways = std::ranges::count_if(analysis_.predecessors(node), [&](Index other) {
        return analysis_.position(other) < analysis_.position(node);
      });
      if (ways > 1) owner_[node] = analysis_.closest(node);
    }
    std::map<Index, std::vector<Index>> candidates;  // by the header of the outermost loop left
    std::set<Index> has_follow;
    for (const Index node : analysis_.order()) {
      const std::optional<Index> header = loop_left_by(node);
      if (!header) continue;
      if (owner_.contains(node)) {
        owner_[node] = *header;
        has_follow.insert(*header);
      } else if (!analysis_.is_while(*header) || only_predecessor(node) != *header) {
        candidates[*header].push_back(node);
      } else {
        has_follow.insert(*header);
      }
    }
    for (const auto& [header, nodes] : candidates) {
      if (has_follow.contains(header)) continue;
      if (const auto best = best_follow(nodes)) owner_[*best] = header;
    }
    for (const auto& [node, owner] : owner_) placed_at_[owner].push_back(node);
    for (auto& [owner, nodes] : placed_at_) {
      std::ranges::sort(nodes, {}, [&](Index node) { return analysis_.position(node); });
    }
  }
  [[nodiscard]] Index only_predecessor(Index node) const {
    return analysis_.predecessors(node).front();
  }

  // Returns the outermost loop that is left on an edge to `node`.
  [[nodiscard]] std::optional<Index> loop_left_by(Index node) const {
    std::optional<Index> outermost;
    for (const auto& [header, body] : analysis_.loops()) {
      const bool is_left = !body.contains(node) && body.contains(analysis_.closest(node));
      if (is_left && (!outermost || analysis_.position(header) < analysis_.position(*outermost))) {
        outermost = header;
      }
    }
    return outermost;
  }

  // Code that ends the thread can stay inside: other code is preferred after the loop.
  [[nodiscard]] std::optional<Index> best_follow(const std::vector<Index>& nodes) const {
    std::optional<Index> best;
    int best_rank = 0;
    for (const Index node : nodes) {
      const FlowNode& each = graph_.nodes[node];
      if (each.exit == Exit::Stop || inside_.contains(node)) continue;
      const int rank = each.exit == Exit::Jump && each.if_true == FlowEnd ? 1 : 2;
      if (rank < best_rank) continue;
      best = node;
      best_rank = rank;
    }
    return best;
  }

  static SourceStatement go_to(Index target) {
    SourceStatement statement;
    statement.kind = Kind::Goto;
    statement.target = target;
    return statement;
  }

  // Returns the code of `node` and the nodes it dominates.
  SourceBlock tree(Index node) {
    std::vector<Index> inside;
    std::vector<Index> outside;
    for (const Index each : placed_at_[node]) {
      const bool is_inside = !analysis_.is_header(node) || analysis_.is_in_loop(node, each);
      (is_inside ? inside : outside).push_back(each);
    }
    if (!analysis_.is_header(node)) return with_followers(code_of(node), inside);
    SourceStatement loop;
    loop.kind = Kind::While;
    loop.target = node;
    if (!analysis_.is_while(node)) {
      loop.condition = {
          .text = "1", .level = PrefixLevel, .negated = "0", .negated_level = PrefixLevel};
      loop.body = with_followers(code_of(node), inside);
      return with_followers({std::move(loop)}, outside);
    }
    const FlowNode& test = graph_.nodes[node];
    const bool is_first = test.if_true == *analysis_.counting_node(node);
    loop.condition = is_first ? test.condition : negation_of(test.condition);
    loop.body = branch_to(node, is_first ? test.if_true : test.if_false);
    const Index exit = is_first ? test.if_false : test.if_true;
    loop.after = exit;
    SourceBlock list{std::move(loop)};
    for (SourceStatement& each : branch_to(node, exit)) list.push_back(std::move(each));
    return with_followers(std::move(list), outside);
  }

  SourceBlock with_followers(SourceBlock list, const std::vector<Index>& followers) {
    for (const Index each : followers) {
      SourceStatement block;
      block.kind = Kind::Block;
      block.target = each;
      block.body = std::move(list);
      list.clear();
      list.push_back(std::move(block));
      for (SourceStatement& more : tree(each)) list.push_back(std::move(more));
    }
    return list;
  }

  SourceBlock code_of(Index node) {
    const FlowNode& at = graph_.nodes[node];
    SourceBlock list;
    for (const std::string& line : at.lines) {
      list.emplace_back();
      list.back().text = line;
    }
    if (at.exit == Exit::Jump) {
      for (SourceStatement& each : branch_to(node, at.if_true)) list.push_back(std::move(each));
    } else if (at.exit == Exit::Branch) {
      SourceStatement choice;
      choice.kind = Kind::If;
      choice.condition = at.condition;
      choice.body = branch_to(node, at.if_true);
      choice.otherwise = branch_to(node, at.if_false);
      list.push_back(std::move(choice));
    }
    return list;
  }

  SourceBlock branch_to(Index from, Index to) {
    const bool is_jump =
        to == FlowEnd || owner_.contains(to) || analysis_.position(to) <= analysis_.position(from);
    if (is_jump) return {go_to(to)};
    return tree(to);
  }

  const FlowGraph& graph_;
  const std::set<Index>& inside_;
  Analysis analysis_;
  std::map<Index, Index> owner_;
  std::map<Index, std::vector<Index>> placed_at_;
};

// ---- Turning jumps into statements

class JumpWording {
 public:
  void run(SourceBlock& block) { word(block, FlowEnd); }

  [[nodiscard]] bool has_labels() const { return loops_ + blocks_ > 0; }
  // Returns the target of the first jump that needs a label to leave a statement; nothing if some
  // jump continues an outer loop.
  [[nodiscard]] std::optional<Index> left_to() const {
    return has_outer_rounds_ ? std::nullopt : left_to_;
  }

 private:
  struct Frame {
    SourceStatement* statement = nullptr;
    Index after = FlowEnd;
    [[nodiscard]] bool is_loop() const { return statement->kind == Kind::While; }
  };

  // `fall` is the node reached at the end of the block.
  void word(SourceBlock& block, Index fall) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      SourceStatement& statement = block[i];
      const bool is_last = i + 1 == block.size();
      switch (statement.kind) {
        case Kind::If:
          word(statement.body, fall);
          word(statement.otherwise, fall);
          break;
        case Kind::While:
          frames_.push_back({&statement, is_last ? fall : statement.after.value_or(fall)});
          word(statement.body, statement.target);
          frames_.pop_back();
          break;
        case Kind::Block:
          frames_.push_back({&statement, statement.target});
          word(statement.body, statement.target);
          frames_.pop_back();
          break;
        default: break;
      }
    }
    if (block.empty() || block.back().kind != Kind::Goto) return;
    if (block.back().target == fall) {
      block.pop_back();
    } else {
      word_jump(block.back());
    }
  }

  void word_jump(SourceStatement& jump) {
    const Index target = jump.target;
    const auto innermost = std::find_if(frames_.rbegin(), frames_.rend(),
                                        [](const Frame& frame) { return frame.is_loop(); });
    if (innermost != frames_.rend() && innermost->statement->target == target) {
      jump.kind = Kind::Continue;
      return;
    }
    if (innermost != frames_.rend() && innermost->after == target) {
      jump.kind = Kind::Break;
      return;
    }
    if (target == FlowEnd) {
      jump.kind = Kind::Return;
      return;
    }
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
      const bool is_next_round = frame->is_loop() && frame->statement->target == target;
      if (!is_next_round && frame->after != target) continue;
      jump.kind = is_next_round ? Kind::Continue : Kind::Break;
      jump.text = label_of(*frame->statement);
      has_outer_rounds_ |= is_next_round;
      if (!left_to_) left_to_ = target;
      return;
    }
    DROVER_UNREACHABLE("every jump leads to what follows something it is in");
  }

  const std::string& label_of(SourceStatement& statement) {
    if (!statement.text.empty()) return statement.text;
    const bool is_loop = statement.kind == Kind::While;
    std::size_t& count = is_loop ? loops_ : blocks_;
    statement.text = is_loop ? "loop" : "part";
    if (++count > 1) statement.text += std::to_string(count);
    return statement.text;
  }

  std::vector<Frame> frames_;
  std::size_t loops_ = 0;
  std::size_t blocks_ = 0;
  bool has_outer_rounds_ = false;
  std::optional<Index> left_to_;
};

// ---- Readable form

bool is_jump(const SourceStatement& statement) {
  return statement.kind == Kind::Break || statement.kind == Kind::Continue ||
         statement.kind == Kind::Return;
}

// True if control never reaches the end of the block.
bool never_ends(const SourceBlock& block) {
  if (block.empty()) return false;
  const SourceStatement& last = block.back();
  if (last.kind == Kind::Line) return last.text == "block;" || last.text == "error;";
  if (last.kind == Kind::If) return never_ends(last.body) && never_ends(last.otherwise);
  return is_jump(last);
}

bool has_continue(const SourceBlock& block, const std::string& label, bool is_inner) {
  return std::ranges::any_of(block, [&](const SourceStatement& statement) {
    if (statement.kind == Kind::Continue) {
      return statement.text.empty() ? !is_inner : statement.text == label;
    }
    const bool is_loop = statement.kind == Kind::While || statement.kind == Kind::DoWhile;
    return has_continue(statement.body, label, is_inner || is_loop) ||
           has_continue(statement.otherwise, label, is_inner);
  });
}

void tidy(SourceBlock& block);

// Avoids an empty side, and an `else` after a side that never ends.
void tidy_choice(SourceStatement choice, SourceBlock& out) {
  tidy(choice.body);
  tidy(choice.otherwise);
  const bool has_jump = choice.otherwise.size() == 1 && is_jump(choice.otherwise.front());
  if ((choice.body.empty() && !choice.otherwise.empty()) ||
      (has_jump && !never_ends(choice.body))) {
    choice.condition = negation_of(choice.condition);
    std::swap(choice.body, choice.otherwise);
  }
  SourceBlock behind;
  if (never_ends(choice.body)) behind = std::exchange(choice.otherwise, {});
  out.push_back(std::move(choice));
  for (SourceStatement& each : behind) out.push_back(std::move(each));
}

// Turns `while (1) { …; if (c) { break; } }` into a `do`, if nothing else continues the loop.
void tidy_loop(SourceStatement& loop) {
  tidy(loop.body);
  if (loop.condition.text != "1" || loop.body.empty()) return;
  const SourceStatement& last = loop.body.back();
  const bool is_exit = last.kind == Kind::If && last.otherwise.empty() && last.body.size() == 1 &&
                       last.body.front().kind == Kind::Break && last.body.front().text.empty();
  if (!is_exit || has_continue(loop.body, loop.text, false)) return;
  loop.kind = Kind::DoWhile;
  loop.condition = negation_of(last.condition);
  loop.body.pop_back();
}

void tidy(SourceBlock& block) {
  SourceBlock out;
  for (SourceStatement& statement : block) {
    switch (statement.kind) {
      case Kind::If: tidy_choice(std::move(statement), out); break;
      case Kind::While:
        tidy_loop(statement);
        out.push_back(std::move(statement));
        break;
      case Kind::Block:
        tidy(statement.body);
        if (!statement.text.empty()) {
          out.push_back(std::move(statement));
        } else {
          for (SourceStatement& each : statement.body) out.push_back(std::move(each));
        }
        break;
      default: out.push_back(std::move(statement)); break;
    }
  }
  block = std::move(out);
}

}  // namespace

std::optional<SourceBlock> structured(FlowGraph graph, Labels labels) {
  skip_empty_nodes(graph);
  while (join_conditions(graph)) {
  }
  if (!Analysis(graph).is_reducible()) return std::nullopt;
  while (rotate_a_loop(graph)) {
  }
  std::set<Index> inside;
  while (true) {
    SourceBlock block = Structuring(graph, inside).run();
    JumpWording wording;
    wording.run(block);
    if (labels == Labels::Used || !wording.has_labels()) {
      tidy(block);
      return block;
    }
    const std::optional<Index> target = wording.left_to();
    if (!target || graph.nodes.size() > MaxNodesWithoutLabels) return std::nullopt;
    if (!split(graph, *target) && !inside.insert(*target).second) return std::nullopt;
  }
}

}  // namespace drover::decompile
