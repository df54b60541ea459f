#include "frontend/ast_builder.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <utility>

#include "frontend/ast_walk.h"
#include "support/check.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover {

using namespace ast;
using antlr4::Token;
using drover_grammar::CoreParser;

namespace {

Operator binary_operator(std::size_t token) {
  switch (token) {
    case CoreParser::STAR: return Operator::Multiply;
    case CoreParser::SLASH: return Operator::Divide;
    case CoreParser::PERCENT: return Operator::Remainder;
    case CoreParser::PLUS: return Operator::Add;
    case CoreParser::MINUS: return Operator::Subtract;
    case CoreParser::SHIFT_LEFT: return Operator::ShiftLeft;
    case CoreParser::SHIFT_RIGHT: return Operator::ShiftRight;
    case CoreParser::LESS: return Operator::Less;
    case CoreParser::LESS_EQUAL: return Operator::LessEqual;
    case CoreParser::GREATER: return Operator::Greater;
    case CoreParser::GREATER_EQUAL: return Operator::GreaterEqual;
    case CoreParser::EQUAL: return Operator::Equal;
    case CoreParser::NOT_EQUAL: return Operator::NotEqual;
    case CoreParser::AMPERSAND: return Operator::BitAnd;
    case CoreParser::CARET: return Operator::BitXor;
    case CoreParser::BAR: return Operator::BitOr;
    case CoreParser::AND: return Operator::And;
    case CoreParser::OR: return Operator::Or;
    default: DROVER_UNREACHABLE("the grammar has no other binary operator");
  }
}

std::size_t operand_count(std::size_t token) {
  switch (token) {
    case CoreParser::LOAD:
    case CoreParser::AWAIT: return 1;
    case CoreParser::CAS:
    case CoreParser::CMPXCHG: return 3;
    default: return 2;
  }
}

// Converts ANTLR's trees of items to ours. A short-lived worker: holds references.
class AstBuilder {
 public:
  using Parser = CoreParser;

  AstBuilder(const SectionOffsets& offsets, Ast& ast, DiagnosticSink& sink)
      : offsets_(offsets), ast_(ast), sink_(sink) {}

  Item build_item(Parser::ItemContext& item) { return {build_item_node(item), range_of(item)}; }

 private:
  SourceRange range_of(antlr4::ParserRuleContext& context) const { return offsets_.range(context); }
  Identifier identifier(antlr4::tree::TerminalNode& node) const {
    return identifier(*node.getSymbol());
  }
  Identifier identifier(antlr4::Token& token) const {
    return {token.getText(), offsets_.range(token)};
  }

  // Empty if there is no node.
  Identifier label(antlr4::tree::TerminalNode* node) const {
    return node == nullptr ? Identifier{} : identifier(*node);
  }

  // ---- Items

  ItemNode build_item_node(Parser::ItemContext& item) {
    return match(
        item,
        [&](Parser::ConstItemContext& constant) -> ItemNode {
          return ConstItem{identifier(*constant.ID()), build_expression(*constant.expression())};
        },
        [&](Parser::SharedItemContext& shared) -> ItemNode {
          SharedItem node{.is_non_atomic = shared.NA() != nullptr, .declarators = {}};
          for (Parser::SharedDeclaratorContext* declarator : shared.sharedDeclarator()) {
            node.declarators.push_back(build_declarator(*declarator));
          }
          return node;
        },
        [&](Parser::StructItemContext& structure) { return build_struct(structure); },
        [&](Parser::FunctionItemContext& function) { return build_function(function); },
        [&](Parser::InitItemContext& init) -> ItemNode {
          return InitItem{build_block(*init.block())};
        },
        [&](Parser::FinalItemContext& last) -> ItemNode {
          return FinalItem{build_block(*last.block())};
        },
        [&](Parser::ThreadItemContext& thread) { return build_thread(thread); },
        [&](Parser::ObjectItemContext& object) -> ItemNode { return build_object(object); },
        [&](Parser::ConditionItemContext& condition) { return build_condition(condition); });
  }

  SharedDeclarator build_declarator(Parser::SharedDeclaratorContext& declarator) {
    SharedDeclarator node{.name = identifier(*declarator.ID()), .size = {}, .initial = {}};
    if (declarator.expression() != nullptr) node.size = build_expression(*declarator.expression());
    if (Parser::InitialiserContext* initial = declarator.initialiser()) {
      node.has_braces = initial->LBRACE() != nullptr;
      for (Parser::ExpressionContext* value : initial->expression()) {
        node.initial.push_back(build_expression(*value));
      }
    }
    return node;
  }

  ItemNode build_struct(Parser::StructItemContext& item) {
    StructItem node{.name = identifier(*item.ID()), .members = {}};
    for (Parser::StructFieldContext* field : item.structField()) {
      for (antlr4::tree::TerminalNode* name : field->ID()) {
        node.members.push_back({field->NA() != nullptr, identifier(*name)});
      }
    }
    return node;
  }

  ItemNode build_function(Parser::FunctionItemContext& item) {
    FunctionItem node{.name = identifier(*item.ID()), .parameters = {}, .body = {}};
    if (item.parameters() != nullptr) {
      for (antlr4::tree::TerminalNode* name : item.parameters()->ID()) {
        node.parameters.push_back(identifier(*name));
      }
    }
    node.body = build_block(*item.block());
    return node;
  }

  ItemNode build_thread(Parser::ThreadItemContext& item) {
    ThreadItem node{.name = identifier(*item.ID()),
                    .variable = {},
                    .first = {},
                    .last = {},
                    .body = {},
                    .places = {}};
    if (Parser::FamilyContext* family = item.family()) {
      node.variable = identifier(*family->ID());
      node.first = build_expression(*family->expression(0));
      node.last = build_expression(*family->expression(1));
    }
    if (Parser::PlacesContext* places = item.places()) {
      for (Parser::PlaceContext* place : places->place()) {
        node.places.push_back({identifier(*place->ID()), build_expression(*place->expression())});
      }
    }
    node.body = build_block(*item.block());
    return node;
  }

  ObjectItem build_object(Parser::ObjectItemContext& item) {
    ObjectItem node;
    node.name = identifier(*item.ID(0));
    for (Parser::ObjectClauseContext* clause : item.objectClause()) {
      const Identifier word = identifier(*clause->ID(0));
      if (word.text == "promises" && node.promise.is_absent()) {
        node.promise = identifier(*clause->ID(1));
      } else if (word.text == "single") {
        node.singles.push_back(identifier(*clause->ID(1)));
      } else if (word.text == "owner") {
        node.owned.push_back(identifier(*clause->ID(1)));
      } else {
        sink_.report(DiagnosticKind::UnknownClause, word.range, {word.text});
      }
    }
    if (item.LPAREN() != nullptr) {
      node.kind = identifier(*item.ID(1));
      for (Parser::ObjectEntryContext* entry : item.objectEntry()) {
        node.entries.push_back({identifier(*entry->ID()), {}});
        if (entry->expression() != nullptr) {
          node.entries.back().value = build_expression(*entry->expression());
        }
      }
      return node;
    }
    const std::size_t first = ast_.expression_count();
    for (Parser::ItemContext* part : item.item()) {
      ItemNode built = build_item_node(*part);
      if (auto* state = std::get_if<SharedItem>(&built)) {
        node.states.push_back(std::move(*state));
      } else if (auto* function = std::get_if<FunctionItem>(&built)) {
        node.functions.push_back(std::move(*function));
      } else {
        sink_.report(DiagnosticKind::NotInSpecification, range_of(*part));
      }
    }
    name_states(node, first);
    return node;
  }

  // The state of a specification is its own: `q.items` cannot be confused with a variable of the
  // program.
  void name_states(ObjectItem& object, std::size_t first) {
    std::map<std::string, std::string> names;
    for (SharedItem& state : object.states) {
      for (SharedDeclarator& declarator : state.declarators) {
        std::string& name = declarator.name.text;
        names.try_emplace(name, object.name.text + "." + name);
        name = names[name];
      }
    }
    for (std::size_t i = first; i < ast_.expression_count(); ++i) {
      auto* name = std::get_if<Name>(&ast_[ExprId(i)].node);
      if (name == nullptr) continue;
      if (const auto found = names.find(name->name); found != names.end()) {
        name->name = found->second;
      }
    }
  }

  ItemNode build_condition(Parser::ConditionItemContext& item) {
    ConditionItem node;
    switch (item.kind->getType()) {
      case CoreParser::EXISTS: node.kind = ConditionKind::Exists; break;
      case CoreParser::FORBID: node.kind = ConditionKind::Forbid; break;
      default: node.kind = ConditionKind::Forall; break;
    }
    node.is_required = item.REQUIRE() != nullptr;
    node.condition = build_expression(*item.expression());
    node.text = range_of(*item.expression());
    return node;
  }

  // ---- Statements

  StmtId build_block(Parser::BlockContext& block) {
    Block node;
    for (Parser::StatementContext* statement : block.statement()) {
      const StmtId id = build_statement(*statement);
      if (!id.is_none()) node.statements.push_back(id);
    }
    return ast_.add(std::move(node), range_of(block));
  }

  // Builds a statement as a body: always a block.
  StmtId build_body(Parser::StatementContext& statement) {
    const StmtId id = build_statement(statement);
    if (!id.is_none() && std::holds_alternative<Block>(ast_[id].node)) return id;
    Block node;
    if (!id.is_none()) node.statements.push_back(id);
    return ast_.add(std::move(node), range_of(statement));
  }

  // Returns none() for the empty statement.
  StmtId build_statement(Parser::StatementContext& statement) {
    if (auto* block = exactly<Parser::BlockStatementContext>(statement)) {
      return build_block(*block->block());
    }
    if (auto* action = exactly<Parser::ActionStatementContext>(statement)) {
      const StmtId id = build_action(*action->action());
      ast_[id].range = range_of(*action->action());
      return id;
    }
    std::optional<StatementNode> node = build_node(statement);
    if (!node) return StmtId::none();
    return ast_.add(*std::move(node), range_of(statement));
  }

  std::optional<StatementNode> build_node(Parser::StatementContext& statement) {
    using Node = std::optional<StatementNode>;
    return match(
        statement, [&](Parser::IfStatementContext& choice) -> Node { return build_if(choice); },
        [&](Parser::WhileStatementContext& loop) -> Node {
          const ExprId condition = build_expression(*loop.expression());
          return While{condition, build_body(*loop.statement())};
        },
        [&](Parser::DoStatementContext& loop) -> Node {
          const StmtId body = build_body(*loop.statement());
          return DoWhile{body, build_expression(*loop.expression())};
        },
        [&](Parser::ForStatementContext& loop) -> Node {
          For node;
          if (loop.start != nullptr) node.start = build_action(*loop.start);
          if (loop.expression() != nullptr) node.condition = build_expression(*loop.expression());
          if (loop.step != nullptr) node.step = build_action(*loop.step);
          node.body = build_body(*loop.statement());
          return node;
        },
        [&](Parser::LabelledStatementContext& named) -> Node { return build_labelled(named); },
        [&](Parser::BreakStatementContext& jump) -> Node { return Break{label(jump.ID())}; },
        [&](Parser::ContinueStatementContext& jump) -> Node { return Continue{label(jump.ID())}; },
        [&](Parser::ReturnStatementContext& result) -> Node {
          if (result.expression() == nullptr) return Return{};
          return Return{build_expression(*result.expression())};
        },
        [&](Parser::FenceStatementContext& fence) -> Node {
          return Fence{build_single_mode(fence.modes(), "fence")};
        },
        [&](Parser::WordStatementContext& word) -> Node { return build_word(word); },
        [&](Parser::AssertStatementContext& assertion) -> Node { return build_assert(assertion); },
        [&](Parser::MarkedCallStatementContext& call) -> Node { return build_marked_call(call); },
        [](Parser::ErrorStatementContext& /*word*/) -> Node { return Error{}; },
        [](Parser::StopStatementContext& /*word*/) -> Node { return Stop{}; },
        [](Parser::EmptyStatementContext& /*nothing*/) -> Node { return std::nullopt; });
  }

  StatementNode build_labelled(Parser::LabelledStatementContext& statement) {
    Labelled node{identifier(*statement.LABEL()), build_statement(*statement.statement())};
    const bool has_parts =
        !node.body.is_none() && is_one_of<Block, While, DoWhile, For>(ast_[node.body].node);
    if (!has_parts) {
      sink_.report(DiagnosticKind::LabelledStatement, range_of(*statement.statement()))
          .with_hint("assignment is written `:=`; `thread:register` is for conditions");
    }
    return node;
  }

  StatementNode build_if(Parser::IfStatementContext& statement) {
    If node;
    node.condition = build_expression(*statement.expression());
    node.then = build_body(*statement.statement(0));
    if (statement.ELSE() == nullptr) return node;
    Parser::StatementContext& otherwise = *statement.statement(1);
    const bool is_chain = exactly<Parser::IfStatementContext>(otherwise) != nullptr;
    node.otherwise = is_chain ? build_statement(otherwise) : build_body(otherwise);
    return node;
  }

  StatementNode build_word(Parser::WordStatementContext& statement) {
    const ExprId operand = build_expression(*statement.expression());
    switch (statement.word->getType()) {
      case CoreParser::LOCK: return Lock{operand};
      case CoreParser::UNLOCK: return Unlock{operand};
      case CoreParser::ASSUME: return Assume{operand};
      default: return Free{operand};
    }
  }

  StatementNode build_assert(Parser::AssertStatementContext& statement) {
    Assert node{.condition = build_expression(*statement.expression()),
                .message = {},
                .text = range_of(*statement.expression())};
    if (statement.STRING() != nullptr) node.message = unquote(*statement.STRING()->getSymbol());
    return node;
  }

  std::optional<std::string> unquote(const Token& token) {
    const std::string text = token.getText();
    std::string out;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
      if (text[i] != '\\') {
        out += text[i];
        continue;
      }
      switch (text[++i]) {
        case 'n': out += '\n'; break;
        case 't': out += '\t'; break;
        case 'r': out += '\r'; break;
        case '"': out += '"'; break;
        case '\\': out += '\\'; break;
        default:
          sink_
              .report(DiagnosticKind::UnknownEscape, offsets_.range(token),
                      {text.substr(i - 1, 1 + character_length(text, i))})
              .with_hint(R"(known are `\n`, `\r`, `\t`, `\"` and `\\`)");
          return std::nullopt;
      }
    }
    return out;
  }

  StatementNode build_marked_call(Parser::MarkedCallStatementContext& statement) {
    const ExprId call = build_expression(*statement.expression());
    const ExpressionNode& node = ast_[call].node;
    const auto* cas = std::get_if<CompareAndSwap>(&node);
    const bool is_cas = cas != nullptr && cas->result == CasResult::Success;
    if (!is_cas && !std::holds_alternative<Call>(node)) {
      sink_.report(DiagnosticKind::MarkedCallExpected, range_of(*statement.expression()),
                   {statement.mark->getText()});
    }
    const bool is_main = statement.mark->getType() == CoreParser::MAIN;
    return MarkedCall{is_main ? CallMark::Main : CallMark::Help, call};
  }

  StmtId build_action(Parser::ActionContext& action) {
    const SourceRange range = range_of(action);
    if (auto* store = exactly<Parser::StoreActionContext>(action)) {
      const ModeName mode = build_single_mode(store->modes(), "store");
      const std::vector<ExprId> operands = build_arguments(*store->arguments());
      if (!check_operand_count("store", 2, operands.size(), range)) {
        return ast_.add(Break{}, range);
      }
      return ast_.add(Store{operands[0], operands[1], mode}, range);
    }
    auto& parts = static_cast<Parser::ExpressionActionContext&>(action);
    const ExprId first = build_expression(*parts.expression(0));
    if (parts.ASSIGN() == nullptr) return ast_.add(Evaluate{first}, range);
    return ast_.add(Assign{first, build_expression(*parts.expression(1))}, range);
  }

  // ---- Expressions

  ExprId build_expression(Parser::ExpressionContext& expression) {
    const SourceRange range = range_of(expression);
    return match(
        expression,
        [&](Parser::NameContext& name) {
          return ast_.add(Name{name.ID()->getText(), {}}, range);
        },
        [&](Parser::IntegerContext& integer) { return build_integer(integer); },
        [&](Parser::ParenthesisContext& inner) { return build_expression(*inner.expression()); },
        [&](Parser::BinaryContext& binary) {
          const ExprId left = build_expression(*binary.expression(0));
          const ExprId right = build_expression(*binary.expression(1));
          return ast_.add(Binary{binary_operator(binary.op->getType()), left, right}, range);
        },
        [&](Parser::MemoryOperationContext& operation) {
          return build_memory_operation(operation);
        },
        [&](Parser::PrefixContext& prefix) { return build_prefix(prefix); },
        [&](Parser::IndexContext& index) {
          const ExprId base = build_expression(*index.expression(0));
          return ast_.add(Index{base, build_expression(*index.expression(1)), {}}, range);
        },
        [&](Parser::FieldContext& field) {
          const ExprId base = build_expression(*field.expression());
          return ast_.add(Field{base, identifier(*field.ID()), {}}, range);
        },
        [&](Parser::WithModeContext& place) { return build_with_mode(place); },
        [&](Parser::ConditionalContext& choice) {
          Conditional node;
          node.condition = build_expression(*choice.expression(0));
          node.if_true = build_expression(*choice.expression(1));
          node.if_false = build_expression(*choice.expression(2));
          return ast_.add(node, range);
        },
        [&](Parser::CallContext& call) {
          return ast_.add(Call{identifier(*call.ID()), build_arguments(*call.arguments())}, range);
        },
        [&](Parser::SpawnContext& spawn) {
          return ast_.add(Spawn{identifier(*spawn.ID()), build_arguments(*spawn.arguments())},
                          range);
        },
        [&](Parser::JoinContext& join) {
          return ast_.add(Join{build_expression(*join.expression())}, range);
        },
        [&](Parser::AllocateStructContext& allocation) {
          return ast_.add(AllocateStruct{identifier(*allocation.ID())}, range);
        },
        [&](Parser::AllocateCellsContext& allocation) {
          const ExprId size = build_expression(*allocation.expression());
          return ast_.add(AllocateCells{size}, range);
        },
        [&](Parser::ThreadRegisterContext& reg) {
          const Identifier thread{reg.thread->getText(), offsets_.range(*reg.thread)};
          return ast_.add(ThreadRegister{thread, identifier(*reg.ID().back())}, range);
        },
        [&](Parser::MarkedResultContext& marked) {
          sink_.report(DiagnosticKind::MarkedCallResult, range, {marked.mark->getText()})
              .with_hint(
                  "owner and helper do the same, and no thread may see which of them did it: write "
                  "the call as a separate statement");
          return build_expression(*marked.expression());
        });
  }

  ExprId build_integer(Parser::IntegerContext& integer) {
    const SourceRange range = range_of(integer);
    const std::string text = integer.getText();
    const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    const char* const begin = text.data() + (is_hexadecimal ? 2 : 0);
    const char* const end = text.data() + text.size();
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value, is_hexadecimal ? 16 : 10);
    if (error == std::errc::invalid_argument || stop != end) {
      sink_.report(DiagnosticKind::InvalidNumber, range, {text})
          .with_hint("numbers are decimal, or hexadecimal with `0x`");
      return ast_.add(IntegerLiteral{0}, range);
    }
    constexpr auto Max = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    auto* prefix =
        exactly<Parser::PrefixContext>(static_cast<Parser::ExpressionContext*>(integer.parent));
    const bool is_negated = prefix != nullptr && prefix->op->getType() == CoreParser::MINUS;
    if (error == std::errc::result_out_of_range || value > Max + (is_negated ? 1 : 0)) {
      sink_.report(DiagnosticKind::LiteralOutOfRange, range, {text})
          .with_hint(format("the largest value is {}", Max));
      value = 0;
    }
    return ast_.add(IntegerLiteral{static_cast<std::int64_t>(value)}, range);
  }

  ExprId build_prefix(Parser::PrefixContext& prefix) {
    if (prefix.op->getType() == CoreParser::STAR) return build_dereference(prefix);
    const SourceRange range = range_of(prefix);
    const ExprId operand = build_expression(*prefix.expression());
    switch (prefix.op->getType()) {
      case CoreParser::AMPERSAND: return ast_.add(AddressOf{operand}, range);
      case CoreParser::MINUS: return ast_.add(Unary{Operator::Negate, operand}, range);
      case CoreParser::NOT: return ast_.add(Unary{Operator::Not, operand}, range);
      default: return ast_.add(Unary{Operator::Complement, operand}, range);
    }
  }

  // `*e@m` is parsed as `*(e@m)`, but means `(*e)@m`.
  ExprId build_dereference(Parser::PrefixContext& prefix) {
    const SourceRange range = range_of(prefix);
    if (auto* with_mode = exactly<Parser::WithModeContext>(prefix.expression())) {
      const ExprId pointer = build_expression(*with_mode->expression());
      return ast_.add(Dereference{pointer, build_mode_name(*with_mode->modeName())}, range);
    }
    const ExprId pointer = build_expression(*prefix.expression());
    // `**e@m`: the mode belongs to the outer `*`; moves it from the inner.
    ModeName mode;
    auto* inner = std::get_if<Dereference>(&ast_[pointer].node);
    if (inner != nullptr && exactly<Parser::PrefixContext>(prefix.expression()) != nullptr) {
      mode = std::exchange(inner->mode, {});
    }
    return ast_.add(Dereference{pointer, mode}, range);
  }

  ExprId build_with_mode(Parser::WithModeContext& expression) {
    const ExprId place = build_expression(*expression.expression());
    const ModeName mode = build_mode_name(*expression.modeName());
    ModeName* slot = mode_of_place(ast_[place].node);
    if (slot == nullptr) {
      const ExpressionNode& node = ast_[place].node;
      const bool is_address = std::holds_alternative<AddressOf>(node);
      Diagnostic& diagnostic = sink_.report(DiagnosticKind::ModeOnNonPlace, range_of(expression),
                                            {is_address ? "an address" : "a value"});
      if (is_one_of<ReadModifyWrite, CompareAndSwap>(node)) {
        const std::string word = expression.expression()->getStart()->getText();
        diagnostic.with_hint(format("write `{}@{}(…)`", word, mode.text));
      }
      return place;
    }
    if (!slot->is_absent()) {
      sink_.report(DiagnosticKind::TwoModes, mode.range)
          .with_note(slot->range, "the first mode is here");
      return place;
    }
    *slot = mode;
    ast_[place].range = range_of(expression);
    return place;
  }

  bool check_operand_count(const std::string& word, std::size_t expected, std::size_t given,
                           SourceRange range) {
    if (expected == given) return true;
    sink_.report(
        DiagnosticKind::WrongOperandCount, range,
        {word, format("{} operand{}", expected, expected == 1 ? "" : "s"), std::to_string(given)});
    return false;
  }

  ExprId build_memory_operation(Parser::MemoryOperationContext& operation) {
    const SourceRange range = range_of(operation);
    const std::size_t token = operation.op->getType();
    const std::string word = operation.op->getText();
    const std::vector<ExprId> operands = build_arguments(*operation.arguments());
    const bool is_cas = token == CoreParser::CAS || token == CoreParser::CMPXCHG;
    const bool has_two_modes = is_cas || token == CoreParser::XCHGAWAIT;
    const Modes modes = has_two_modes ? build_modes(operation.modes())
                                      : Modes{build_single_mode(operation.modes(), word), {}};
    const bool is_assumed = operation.ASSUME() != nullptr;
    if (is_assumed && token != CoreParser::AWAIT && token != CoreParser::XCHGAWAIT) {
      sink_
          .report(DiagnosticKind::AssumedNonAwait, offsets_.range(*operation.ASSUME()->getSymbol()),
                  {word})
          .with_hint("a condition is assumed by `assume(…)`");
    }
    const bool has_bits = find_rmw(word) != nullptr && operands.size() == 3;
    if (!has_bits && !check_operand_count(word, operand_count(token), operands.size(), range)) {
      return ast_.add(IntegerLiteral{0}, range);
    }
    if (is_cas) {
      return ast_.add(
          CompareAndSwap{token == CoreParser::CAS ? CasResult::Success : CasResult::OldValue,
                         operands[0], operands[1], operands[2], modes.mode, modes.failure_mode},
          range);
    }
    if (token == CoreParser::LOAD) return ast_.add(Load{operands[0], modes.mode}, range);
    if (token == CoreParser::AWAIT) {
      return ast_.add(Await{operands[0], modes.mode, is_assumed}, range);
    }
    if (token == CoreParser::XCHGAWAIT) {
      return ast_.add(
          AwaitExchange{operands[0], operands[1], modes.mode, modes.failure_mode, is_assumed},
          range);
    }
    const RmwNames* rmw = find_rmw(word);
    DROVER_CHECK(rmw != nullptr, "the grammar has no other operation on memory");
    const ExprId bits = has_bits ? operands[2] : ExprId::none();
    return ast_.add(ReadModifyWrite{rmw->op, operands[0], operands[1], modes.mode, bits}, range);
  }

  std::vector<ExprId> build_arguments(Parser::ArgumentsContext& arguments) {
    std::vector<ExprId> out;
    for (Parser::ExpressionContext* argument : arguments.expression()) {
      out.push_back(build_expression(*argument));
    }
    return out;
  }

  struct Modes {
    ModeName mode, failure_mode;
  };
  Modes build_modes(Parser::ModesContext* modes) {
    if (modes == nullptr) return {};
    const std::vector<Parser::ModeNameContext*> names = modes->modeName();
    Modes out{build_mode_name(*names.front()), {}};
    if (names.size() > 1) out.failure_mode = build_mode_name(*names.back());
    return out;
  }

  // For operations without a failure mode.
  ModeName build_single_mode(Parser::ModesContext* modes, const std::string& word) {
    const Modes out = build_modes(modes);
    if (!out.failure_mode.is_absent()) {
      sink_
          .report(DiagnosticKind::MisplacedMode, out.failure_mode.range,
                  {format("`{}` has no mode for failure", word)})
          .with_hint("only `cas`, `cmpxchg` and `xchgawait` have two modes");
    }
    return out.mode;
  }

  ModeName build_mode_name(Parser::ModeNameContext& name) {
    ModeName out{identifier(*name.word), name.NOT() != nullptr};
    if (name.scope != nullptr) out.scope = identifier(*name.scope);
    return out;
  }

  const SectionOffsets& offsets_;
  Ast& ast_;
  DiagnosticSink& sink_;
};

}  // namespace

ast::Item build_item(CoreParser::ItemContext& item, const SectionOffsets& offsets, Ast& ast,
                     DiagnosticSink& sink) {
  return AstBuilder(offsets, ast, sink).build_item(item);
}

}  // namespace drover
