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
  int level = 0;          // how tightly it binds
  std::string negated{};  // the contrary, as a condition; empty: with a `!`
  int negated_level = 0;
};

// Statements one after the other, and where to go then.
struct FlowNode {
  using Index = std::uint32_t;
  enum class Exit : std::uint8_t { Stop, Jump, Branch };
  // Which loop: its index in Program::loops, and the register that counts.
  using LoopName = std::pair<std::uint32_t, std::uint32_t>;

  std::vector<std::string> lines;
  Exit exit = Exit::Stop;  // Stop: the last line ends the thread
  SourceExpression condition;
  Index if_true = 0;  // Jump: the target
  Index if_false = 0;
  std::optional<LoopName> iteration;  // it begins with LoopIteration
  std::vector<LoopName> starts;       // LoopStart
};

// Where the code ends.
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
  // Before jumps have words: Goto: where to. Block: what follows it. While: its first node.
  FlowNode::Index target = FlowEnd;
  std::optional<FlowNode::Index> after;  // While: what follows it, if that is not
                                         // what follows the block that it ends
};

// Structured statements that do the same: every path has the same lines, conditions and rounds
// of loops in the same order. [Ramsey 2022] "Beyond Relooper": a node that is reached in several
// ways stands after the labelled block that all the ways are in, which is that of its immediate
// dominator. A round of a loop is counted at the start of its body, which is where `while` does
// it: what comes before that in a round (the condition) is repeated in front of the loop and at
// its end, unless it is one expression. Nothing if some loop has two entries.
//
// In a language whose blocks and loops have no names, what is after such a block is written
// once for each way to it. Nothing there if a jump begins the next round of an outer loop, or if
// the code becomes long.
enum class Labels : std::uint8_t { Used, Avoided };
[[nodiscard]] std::optional<SourceBlock> structured(FlowGraph graph, Labels labels = Labels::Used);

}  // namespace drover::decompile
