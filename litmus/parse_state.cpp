#include "litmus/parse_state.h"

#include <exception>
#include <utility>

#include "LitmusStateLexer.h"
#include "LitmusStateParser.h"
#include "frontend/antlr_section.h"
#include "litmus/dialects/assembly.h"
#include "litmus/dialects/recovery.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

using drover_grammar::LitmusStateLexer;
using StateGrammar = drover_grammar::LitmusStateParser;
using StateParser = SectionParser<LitmusStateLexer, StateGrammar, StateRecovery>;

constexpr std::uint32_t MaxThreadNumber = 1000;
constexpr std::uint32_t MaxIndex = 1U << 16;

// Only these tokens nest propositions. A relation like `0:r0=1` is one operand.
TokenClass class_in_state(std::size_t type, const antlr4::dfa::Vocabulary& /*names*/) {
  switch (type) {
    case StateGrammar::LPAREN: return TokenClass::Open;
    case StateGrammar::RPAREN: return TokenClass::Close;
    case StateGrammar::NAME:
    case StateGrammar::NUMBER:
    case StateGrammar::TRUE:
    case StateGrammar::FALSE: return TokenClass::Operand;
    case StateGrammar::NOT: return TokenClass::PrefixOrOperator;
    case StateGrammar::AND:
    case StateGrammar::OR:
    case StateGrammar::IMPLIES: return TokenClass::Operator;
    case StateGrammar::SEMICOLON: return TokenClass::Semicolon;
    // A proposition may follow.
    case StateGrammar::FILTER:
    case StateGrammar::FORALL:
    case StateGrammar::EXISTS:
    case StateGrammar::FINAL: return TokenClass::Separator;
    default: return TokenClass::Other;
  }
}

// Converts ANTLR's trees to ours. A short-lived worker: holds references.
class StateBuilder {
 public:
  StateBuilder(const StateParser& parser, DiagnosticSink& sink)
      : parser_(parser), offsets_(parser.offsets()), sink_(sink) {}

  std::vector<InitItem> init(StateGrammar::InitContext& tree) {
    std::vector<InitItem> items;
    for (StateGrammar::InitEntryContext* entry : tree.initEntry()) {
      if (!parser_.is_intact(*entry)) continue;
      const std::size_t errors_before = sink_.error_count();
      InitItem item = init_item(*entry->initItem());
      if (sink_.error_count() == errors_before) items.push_back(std::move(item));
    }
    return items;
  }

  FinalCondition condition(StateGrammar::ConditionContext& tree) {
    FinalCondition out;
    for (StateGrammar::LocationsContext* list : tree.locations()) {
      for (StateGrammar::LocationItemContext* item : list->locationItem()) {
        out.locations.push_back(location(*item->location()));
      }
    }
    if (tree.filter() != nullptr) out.filter = proposition(*tree.filter()->proposition());
    if (tree.constraint() != nullptr) constraint(*tree.constraint(), out);
    return out;
  }

 private:
  InitItem init_item(StateGrammar::InitItemContext& tree) {
    InitItem item;
    if (tree.AT() != nullptr) return alias_item(tree);
    for (StateGrammar::TypeWordContext* word : tree.typeWord()) {
      item.type += (item.type.empty() ? "" : " ") + word->getText();
    }
    item.is_pointer = !tree.STAR().empty();
    item.location = location(*tree.location());
    item.range = offsets_.range(tree);
    StateGrammar::InitValueContext* given = tree.initValue();
    if (auto* scalar = exactly<StateGrammar::ScalarValueContext>(given)) {
      item.values = {value(*scalar->value())};
      item.values.front().has_ampersand = scalar->AMPERSAND() != nullptr;
    } else if (auto* label = exactly<StateGrammar::LabelValueContext>(given)) {
      item.values = {code_value(label->thread->getText(), label->NAME().back()->getText(), *label)};
    } else if (auto* wrapped = exactly<StateGrammar::WrappedValueContext>(given)) {
      if (wrapped->NAME()->getText() != "ATOMIC_INIT") {
        sink_.report(DiagnosticKind::LitmusInitialiser, offsets_.range(*wrapped),
                     {"`" + wrapped->NAME()->getText() + "(…)` is not an initial value"});
      }
      item.values = {value(*wrapped->value())};
    } else if (auto* list = exactly<StateGrammar::ListValueContext>(given)) {
      item.is_list = true;
      for (StateGrammar::ValueContext* each : list->value()) item.values.push_back(value(*each));
    }
    return item;
  }

  // `y @ texture aliases x`
  InitItem alias_item(StateGrammar::InitItemContext& tree) {
    InitItem item;
    item.range = offsets_.range(tree);
    item.location = global(*tree.NAME(0), tree);
    item.proxy = tree.NAME(1)->getText();
    item.aliased = tree.NAME(3)->getText();
    if (tree.NAME(2)->getText() != "aliases") {
      sink_.report(DiagnosticKind::LitmusInitialiser, item.range,
                   {"another name of a location is declared `y @ texture aliases x`"});
    }
    return item;
  }

  void constraint(StateGrammar::ConstraintContext& tree, FinalCondition& out) {
    if (auto* forall = exactly<StateGrammar::ForallConstraintContext>(tree)) {
      out.quantifier = Quantifier::Forall;
      out.proposition = proposition(*forall->proposition());
    } else if (auto* none = exactly<StateGrammar::NotExistsConstraintContext>(tree)) {
      out.quantifier = Quantifier::NotExists;
      out.proposition = proposition(*none->proposition());
    } else if (auto* exists = exactly<StateGrammar::ExistsConstraintContext>(tree)) {
      out.quantifier = Quantifier::Exists;
      out.proposition = proposition(*exists->proposition());
    } else if (auto* observed = exactly<StateGrammar::ObservedConstraintContext>(tree)) {
      out.quantifier = Quantifier::Exists;
      out.proposition.kind = PropositionKind::Or;
      for (StateGrammar::ObservationContext* each : observed->observation()) {
        Proposition state{PropositionKind::And, {}, {}};
        for (StateGrammar::AtomContext* atom : each->atom()) {
          state.operands.push_back(atom_proposition(*atom));
        }
        out.proposition.operands.push_back(std::move(state));
      }
    }
  }

  Proposition proposition(StateGrammar::PropositionContext& tree) {
    return match(
        tree,
        [&](StateGrammar::ParenthesisContext& inner) { return proposition(*inner.proposition()); },
        [](StateGrammar::TruePropositionContext& /*word*/) {
          return Proposition{PropositionKind::True, {}, {}};
        },
        [](StateGrammar::FalsePropositionContext& /*word*/) {
          return Proposition{PropositionKind::False, {}, {}};
        },
        [&](StateGrammar::AtomPropositionContext& leaf) { return atom_proposition(*leaf.atom()); },
        [&](StateGrammar::NegationContext& inner) {
          return negated(proposition(*inner.proposition()));
        },
        [&](StateGrammar::ImplicationContext& pair) {
          return combine(PropositionKind::Implies, pair.proposition());
        },
        [&](StateGrammar::ConjunctionContext& pair) {
          return combine(PropositionKind::And, pair.proposition());
        },
        [&](StateGrammar::DisjunctionContext& pair) {
          return combine(PropositionKind::Or, pair.proposition());
        });
  }

  Proposition combine(PropositionKind kind,
                      const std::vector<StateGrammar::PropositionContext*>& operands) {
    Proposition out{kind, {}, {}};
    for (StateGrammar::PropositionContext* each : operands) {
      out.operands.push_back(proposition(*each));
    }
    return out;
  }
  static Proposition negated(Proposition inner) {
    Proposition out{PropositionKind::Not, {}, {}};
    out.operands.push_back(std::move(inner));
    return out;
  }

  Proposition atom_proposition(StateGrammar::AtomContext& tree) {
    if (tree.first != nullptr) return number_proposition(tree);
    Proposition out;
    out.kind = PropositionKind::Atom;
    out.atom.left = location(*tree.location());
    out.atom.comparison = comparison(*tree.relation);
    StateGrammar::OperandContext& right = *tree.operand();
    if (auto* given = exactly<StateGrammar::ValueOperandContext>(right)) {
      out.atom.right = value(*given->value());
    } else if (auto* content = exactly<StateGrammar::ContentOperandContext>(right)) {
      out.atom.right = global(*content->NAME(), right);
    } else if (auto* other = exactly<StateGrammar::RegisterOperandContext>(right)) {
      out.atom.right = register_of(*other->thread, *other->NAME().back(), right);
    } else if (auto* list = exactly<StateGrammar::ListOperandContext>(right)) {
      std::vector<StateValue> values;
      for (StateGrammar::ValueContext* each : list->value()) values.push_back(value(*each));
      out.atom.right = std::move(values);
    }
    if (tree.relation->getType() != StateGrammar::NOT_EQUAL) return out;
    return negated(std::move(out));
  }

  static Comparison comparison(const antlr4::Token& relation) {
    switch (relation.getType()) {
      case StateGrammar::LESS: return Comparison::Less;
      case StateGrammar::GREATER: return Comparison::Greater;
      case StateGrammar::LESS_EQUAL: return Comparison::LessEqual;
      case StateGrammar::GREATER_EQUAL: return Comparison::GreaterEqual;
      default: return Comparison::Equal;
    }
  }
  static Comparison reversed(Comparison comparison) {
    switch (comparison) {
      case Comparison::Less: return Comparison::Greater;
      case Comparison::Greater: return Comparison::Less;
      case Comparison::LessEqual: return Comparison::GreaterEqual;
      case Comparison::GreaterEqual: return Comparison::LessEqual;
      case Comparison::Equal: break;
    }
    return comparison;
  }
  // `0 == 0`, `1 == P1:r0`
  Proposition number_proposition(StateGrammar::AtomContext& tree) {
    const auto number = [&](const antlr4::Token& token) {
      return parse_number(token.getText(), offsets_.range(token), sink_).value_or(0);
    };
    const Value first = number(*tree.first);
    const Comparison given = comparison(*tree.relation);
    Proposition out;
    if (tree.second != nullptr) {
      const bool is_so = compares(given, first, number(*tree.second));
      out.kind = is_so ? PropositionKind::True : PropositionKind::False;
    } else {
      out.kind = PropositionKind::Atom;
      out.atom.left = location(*tree.location());
      out.atom.comparison = reversed(given);
      StateValue value;
      value.number = first;
      value.range = offsets_.range(*tree.first);
      out.atom.right = std::move(value);
    }
    return tree.relation->getType() == StateGrammar::NOT_EQUAL ? negated(std::move(out)) : out;
  }

  Location location(StateGrammar::LocationContext& tree) {
    return match(
        tree,
        [&](StateGrammar::RegisterLocationContext& reg) {
          return register_of(*reg.thread, *reg.NAME().back(), tree);
        },
        [&](StateGrammar::CellLocationContext& cell) {
          Location out = global(*cell.NAME(), tree);
          out.index = index(*cell.NUMBER());
          return out;
        },
        [&](StateGrammar::GlobalLocationContext& plain) { return global(*plain.NAME(), tree); });
  }

  Location global(antlr4::tree::TerminalNode& name, const antlr4::ParserRuleContext& tree) const {
    Location out;
    out.name = name.getText();
    out.range = offsets_.range(tree);
    return out;
  }

  // `0:r0` or `P0:r0`.
  Location register_of(const antlr4::Token& thread, antlr4::tree::TerminalNode& name,
                       const antlr4::ParserRuleContext& tree) {
    Location out;
    out.is_register = true;
    out.name = name.getText();
    out.range = offsets_.range(tree);
    out.thread = thread_number(thread.getText(), offsets_.range(thread)).value_or(0);
    return out;
  }
  // `0` or `P0`.
  std::optional<std::uint32_t> thread_number(const std::string& text, SourceRange range) {
    const std::string number = text.starts_with('P') ? text.substr(1) : text;
    const bool is_number =
        !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
    if (!is_number || number.size() > 4 || std::stoul(number) > MaxThreadNumber) {
      sink_.report(DiagnosticKind::LitmusThreadName, range, {text});
      return std::nullopt;
    }
    return static_cast<std::uint32_t>(std::stoul(number));
  }

  std::uint32_t index(antlr4::tree::TerminalNode& node) {
    const SourceRange range = offsets_.range(*node.getSymbol());
    const std::optional<Value> number = parse_number(node.getText(), range, sink_);
    if (!number) return 0;
    if (*number < 0 || *number >= MaxIndex) {
      sink_.report(DiagnosticKind::LitmusIndex, range, {std::to_string(*number)});
      return 0;
    }
    return static_cast<std::uint32_t>(*number);
  }

  // `P1:L0` or `1:L0`: the address of the code after a label.
  StateValue code_value(const std::string& thread, const std::string& label,
                        const antlr4::ParserRuleContext& tree) {
    StateValue out;
    out.range = offsets_.range(tree);
    const std::optional<std::uint32_t> number = thread_number(thread, out.range);
    out.is_code = number.has_value();
    if (number) out.name = code_name(format("P{}", *number), label);
    return out;
  }
  // `label:"P1:L0"`.
  StateValue quoted_code(const std::string& text, const antlr4::ParserRuleContext& tree) {
    const std::size_t begin = text.find('"') + 1;
    const std::string quoted = text.substr(begin, text.size() - begin - 1);
    const std::size_t colon = quoted.find(':');
    if (text.starts_with("label") && colon != std::string::npos) {
      return code_value(quoted.substr(0, colon), quoted.substr(colon + 1), tree);
    }
    StateValue out;
    out.range = offsets_.range(tree);
    if (text.starts_with("instr")) {
      out.is_instruction = true;
      out.name = instruction_name(quoted);
      return out;
    }
    sink_.report(DiagnosticKind::LitmusUnsupported, out.range, {"`" + text + "`"})
        .with_hint("the address of code is written `label:\"P0:L0\"`");
    return out;
  }

  StateValue value(StateGrammar::ValueContext& tree) {
    StateValue out;
    out.range = offsets_.range(tree);
    if (auto* number = exactly<StateGrammar::NumberValueContext>(tree)) {
      out.number = parse_number(number->getText(), out.range, sink_).value_or(0);
    } else if (auto* address = exactly<StateGrammar::AddressValueContext>(tree)) {
      out.name = address->NAME()->getText();
      if (address->NUMBER() != nullptr) out.index = index(*address->NUMBER());
    } else if (auto* code = exactly<StateGrammar::CodeValueContext>(tree)) {
      return quoted_code(code->getText(), tree);
    }
    return out;
  }

  const StateParser& parser_;
  const SectionOffsets& offsets_;
  DiagnosticSink& sink_;
};

}  // namespace

InitSection parse_init(const SourceBuffer& source, Section section, DiagnosticSink& sink) {
  const std::size_t errors_before = sink.error_count();
  InitSection out;
  try {
    StateParser parser(source, section, sink);
    if (StateGrammar::InitContext* tree =
            parser.parse(&StateGrammar::init, nullptr, {.class_of = class_in_state})) {
      out.items = StateBuilder(parser, sink).init(*tree);
    }
  } catch (const std::exception& e) {
    report_parser_exception(e, sink);
  }
  out.is_whole = sink.error_count() == errors_before;
  return out;
}

std::optional<FinalCondition> parse_condition(const SourceBuffer& source, Section section,
                                              DiagnosticSink& sink) {
  const std::size_t errors_before = sink.error_count();
  try {
    StateParser parser(source, section, sink);
    StateGrammar::ConditionContext* tree =
        parser.parse(&StateGrammar::condition, nullptr, {.class_of = class_in_state});
    if (tree == nullptr || sink.error_count() > errors_before) return std::nullopt;
    FinalCondition condition = StateBuilder(parser, sink).condition(*tree);
    if (sink.error_count() == errors_before) return condition;
  } catch (const std::exception& e) {
    report_parser_exception(e, sink);
  }
  return std::nullopt;
}

}  // namespace drover::litmus
