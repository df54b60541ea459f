#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace drover::decompile {

// A piece of source text with a value.
struct SourceExpression {
  std::string text;
  int level = 0;          // binding strength
  std::string negated{};  // the negated condition; empty: use `!`
  int negated_level = 0;
};

// A sequence of statements with its exit.
struct FlowNode {
  using Index = std::uint32_t;
  enum class Exit : std::uint8_t { Stop, Jump, Branch };
  // A loop: its index in Program::loops, and its counter register.
  using LoopName = std::pair<std::uint32_t, std::uint32_t>;

  std::vector<std::string> lines;
  Exit exit = Exit::Stop;  // Stop: the last line ends the thread
  SourceExpression condition;
  Index if_true = 0;  // Jump: the target
  Index if_false = 0;
  std::optional<LoopName> iteration;  // set if it begins with LoopIteration
  std::vector<LoopName> starts;       // LoopStart
};

// The end of the code.
inline constexpr FlowNode::Index FlowEnd = std::numeric_limits<FlowNode::Index>::max();

struct FlowGraph {
  std::vector<FlowNode> nodes;
  FlowNode::Index entry = FlowEnd;
};

struct SourceStatement;
using SourceBlock = std::vector<SourceStatement>;

struct SourceStatement {
  enum class Kind : std::uint8_t { Line, If, While, DoWhile, Block, Goto, Break, Continue, Return };
  Kind kind = Kind::Line;
  std::string text;            // Line; the label of the others, or empty
  SourceExpression condition;  // If, DoWhile, While
  SourceBlock body;
  SourceBlock otherwise;
  // Before jumps become statements: the target of a Goto, the successor of a Block, the first node
  // of a While.
  FlowNode::Index target = FlowEnd;
  std::optional<FlowNode::Index> after;  // While: its successor, unless it is that of its block
};

// Returns equivalent structured statements: every path has the same lines, conditions and loop
// iterations in the same order. [Ramsey 2022] "Beyond Relooper": a node with several predecessors
// is placed after a labelled block that contains all paths to it, at its immediate dominator. An
// iteration is counted at the start of the loop body, as `while` does: code before that (the
// condition) is repeated before the loop and at its end, unless it is one expression. Nothing if
// some loop has two entries.
//
// Labels::Avoided is for a language whose blocks and loops have no names: code after such a block
// is copied for each path to it. Then nothing is returned also if a jump continues an outer loop,
// or if the code becomes long.
enum class Labels : std::uint8_t { Used, Avoided };
[[nodiscard]] std::optional<SourceBlock> structured(FlowGraph graph, Labels labels = Labels::Used);

}  // namespace drover::decompile
