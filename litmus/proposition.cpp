#include "litmus/proposition.h"

#include <algorithm>
#include <array>

#include "semantics/program/address.h"
#include "semantics/program/location_table.h"
#include "support/check.h"
#include "support/format.h"
#include "support/overloaded.h"
#include "support/text.h"

namespace drover::litmus {

namespace {

bool holds_atom(const Atom& atom, std::span<const Value> state) {
  const std::size_t right = std::max(atom.right_observables.size(), atom.right_values.size());
  if (atom.left_observables.size() != right) return false;
  for (std::size_t i = 0; i < right; ++i) {
    const Value expected =
        atom.right_observables.empty() ? atom.right_values[i] : state[atom.right_observables[i]];
    if (!compares(atom.comparison, state[atom.left_observables[i]], expected)) return false;
  }
  return true;
}

std::string text_of(const StateValue& value) {
  if (!value.is_address()) return std::to_string(value.number);
  return value.index ? format("{}[{}]", value.name, *value.index) : value.name;
}

// herd writes an array that is compared with a list without brackets.
std::string left_text(const Atom& atom) {
  const bool is_whole = std::holds_alternative<std::vector<StateValue>>(atom.right) &&
                        !atom.left.is_register && !atom.left.index;
  return is_whole ? atom.left.name : location_text(atom.left);
}

std::string atom_text(const Atom& atom) {
  const std::string right =
      std::visit(overloaded{[](const StateValue& value) { return text_of(value); },
                            [](const Location& location) { return location_text(location); },
                            [](const std::vector<StateValue>& list) {
                              return format("{{{}}}", joined(list, ",", text_of));
                            }},
                 atom.right);
  constexpr std::array<std::string_view, 5> Signs{"=", "<", ">", "<=", ">="};
  return format("{}{}{}", left_text(atom), Signs[static_cast<std::size_t>(atom.comparison)], right);
}

// True if herd writes parentheses around `inside` directly in `outside`.
bool needs_parentheses(PropositionKind outside, PropositionKind inside) {
  switch (outside) {
    case PropositionKind::Implies:
      return inside == PropositionKind::Or || inside == PropositionKind::And;
    case PropositionKind::And:
      return inside == PropositionKind::Or || inside == PropositionKind::Implies;
    case PropositionKind::Or: return inside == PropositionKind::Implies;
    default: return false;
  }
}

std::string text_inside(PropositionKind outside, const Proposition& proposition) {
  std::string text;
  const auto join = [&](std::string_view between) {
    return joined(proposition.operands, between, [&](const Proposition& operand) {
      return text_inside(proposition.kind, operand);
    });
  };
  const bool is_empty = proposition.operands.empty();
  switch (proposition.kind) {
    case PropositionKind::True: return "true";
    case PropositionKind::False: return "false";
    case PropositionKind::Atom: return atom_text(proposition.atom);
    case PropositionKind::Not:
      return format("not ({})", proposition_text(proposition.operands.front()));
    case PropositionKind::And: text = is_empty ? "true" : join(" /\\ "); break;
    case PropositionKind::Or: text = is_empty ? "false" : join(" \\/ "); break;
    case PropositionKind::Implies: text = join(" => "); break;
  }
  return !is_empty && needs_parentheses(outside, proposition.kind) ? "(" + text + ")" : text;
}

}  // namespace

bool holds(const Proposition& proposition, std::span<const Value> state) {
  const auto holds_too = [&](const Proposition& operand) { return holds(operand, state); };
  switch (proposition.kind) {
    case PropositionKind::True: return true;
    case PropositionKind::False: return false;
    case PropositionKind::Atom: return holds_atom(proposition.atom, state);
    case PropositionKind::Not: return !holds(proposition.operands.front(), state);
    case PropositionKind::And: return std::ranges::all_of(proposition.operands, holds_too);
    case PropositionKind::Or: return std::ranges::any_of(proposition.operands, holds_too);
    case PropositionKind::Implies:
      return !holds(proposition.operands.front(), state) ||
             holds(proposition.operands.back(), state);
  }
  DROVER_UNREACHABLE("every kind of proposition is handled");
}

std::string proposition_text(const Proposition& proposition) {
  return text_inside(PropositionKind::True, proposition);
}

std::string condition_text(const FinalCondition& condition) {
  return format("{} ({})", quantifier_name(condition.quantifier),
                proposition_text(condition.proposition));
}

std::string location_text(const Location& location) {
  if (location.is_register) return format("{}:{}", location.thread, location.name);
  return location.index ? format("{}[{}]", location.name, *location.index)
                        : format("[{}]", location.name);
}

std::string value_text(Value value, const Program& program) {
  if (const std::string* text = instruction_text(value, program)) return *text;
  if (!address::is_shared(value)) return std::to_string(value);
  const std::uint64_t object = address::object(value);
  if (object >= program.objects.size()) return std::to_string(value);
  const std::uint32_t offset = address::cell(value);
  const std::string& name = program.objects[object].name;
  return offset == 0 ? name : format("{}+{}", name, offset);
}

std::string_view quantifier_name(Quantifier quantifier) {
  constexpr std::array<std::string_view, 3> Names{"exists", "~exists", "forall"};
  return Names[static_cast<std::size_t>(quantifier)];
}

std::string_view kind_name(Quantifier quantifier) {
  constexpr std::array<std::string_view, 3> Names{"Allowed", "Forbidden", "Required"};
  return Names[static_cast<std::size_t>(quantifier)];
}

}  // namespace drover::litmus
