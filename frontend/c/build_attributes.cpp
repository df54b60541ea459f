// Applies attributes and `#pragma pack` to declarations.
#include <algorithm>
#include <array>
#include <bit>

#include "frontend/c/unit_builder.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::c {

namespace {

constexpr std::uint32_t GreatestAlignment = 16;  // `aligned` without a number
constexpr std::int64_t MostAlignment = std::int64_t{1} << 24;
constexpr std::uint32_t LastPriority = 65536;  // for functions without a priority

// Returns the words of a line `#pragma …`; nothing if it is another line.
std::optional<std::string_view> pragma_of(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = trimmed(line.substr(1));
  constexpr std::string_view Word = "pragma";
  if (!line.starts_with(Word)) return std::nullopt;
  return trimmed(line.substr(Word.size()));
}

std::optional<std::uint32_t> pack_number(std::string_view text) {
  constexpr std::array<std::string_view, 5> Numbers{"1", "2", "4", "8", "16"};
  const auto* found = std::ranges::find(Numbers, text);
  if (found == Numbers.end()) return std::nullopt;
  return 1U << static_cast<unsigned>(found - Numbers.begin());
}

// The stack of `#pragma pack`.
class PackStack {
 public:
  // Applies `(push, 1)`. False if it is malformed or pops an empty stack.
  bool apply(std::string_view words) {
    words = trimmed(words);
    if (!words.starts_with('(') || !words.ends_with(')')) return false;
    words = trimmed(words.substr(1, words.size() - 2));
    if (words.empty()) {
      now = 0;
      return true;
    }
    std::vector<std::string> parts = split(words, ',');
    for (std::string& part : parts) part = trimmed(part);
    if (parts[0] == "pop") return parts.size() == 1 && pop();
    const bool pushes = parts[0] == "push";
    if (pushes) pushed_.push_back(now);
    if (pushes && parts.size() == 1) return true;
    const auto number = pack_number(parts.back());
    if (!number || parts.size() != (pushes ? 2U : 1U)) return false;
    now = *number;
    return true;
  }

  std::uint32_t now = 0;

 private:
  bool pop() {
    if (pushed_.empty()) return false;
    now = pushed_.back();
    pushed_.pop_back();
    return true;
  }
  std::vector<std::uint32_t> pushed_;
};

}  // namespace

// ---- Pragmas ---------------------------------------------------------------------------------

void UnitBuilder::read_pragmas(const SourceBuffer& text) {
  if (text.text().find("pragma") == std::string::npos) return;
  PackStack stack;
  for (std::uint32_t number = 1; number <= text.line_count(); ++number) {
    const std::string_view line = text.line_text(number);
    if (line == UnitMark.substr(0, UnitMark.size() - 1)) {
      stack = {};
      packs_.push_back({text.line_begin(number), stack.now});
    }
    const auto words = pragma_of(line);
    if (!words) continue;
    const std::size_t begin = text.line_begin(number);
    const SourceRange at = map_.place(text.range(begin, begin + line.size()));
    const AttributeInfo* info = find_pragma(*words);
    const std::string shown = format("#pragma {}", words->substr(0, words->find('(')));
    if (info == nullptr) {
      warn(at, format("`{}` is not known: it is ignored", shown));
    } else if (info->meaning == AttributeMeaning::Refused) {
      unsupported(at, format("`{}` is", shown), std::string(info->hint));
    } else if (info->meaning == AttributeMeaning::Aligned) {
      if (stack.apply(words->substr(info->name.size()))) {
        packs_.push_back({begin, stack.now});
      } else {
        unsupported(at, "`#pragma pack` of this form is",
                    "write `#pragma pack(push, N)` with N = 1, 2, 4, 8 or 16, and later "
                    "`#pragma pack(pop)`");
      }
    }
  }
}

std::uint32_t UnitBuilder::pack_at(antlr4::Token& token) const {
  const std::size_t begin = offsets_->range(token).begin;
  const auto after = std::ranges::upper_bound(packs_, begin, {}, &Pack::begin);
  return after == packs_.begin() ? 0 : std::prev(after)->most;
}

// ---- Attributes ------------------------------------------------------------------------------

void UnitBuilder::warn(SourceRange at, std::string text) {
  sink_.report(DiagnosticKind::CAttribute, at, {std::move(text)});
}

void UnitBuilder::take_before(antlr4::Token* token, Demands& out) {
  if (token == nullptr) return;
  for (Attribute& each : attributes_->before(*token)) take(each, out);
}
void UnitBuilder::take_behind(antlr4::Token* token, Demands& out) {
  if (token == nullptr) return;
  for (Attribute& each : attributes_->behind(*token)) take(each, out);
}

void UnitBuilder::take(Attribute& attribute, Demands& out) {
  if (attribute.is_taken || attribute.info == nullptr) return;
  const SourceRange at = place(*attribute.token);
  // [[…]] applies to declarations by other rules.
  const AttributeMeaning meaning = attribute.info->meaning;
  if (attribute.is_standard && meaning != AttributeMeaning::NoReturn) return;
  attribute.is_taken = true;
  switch (meaning) {
    case AttributeMeaning::Aligned:
      out.alignment = std::max(out.alignment, alignment_of(attribute, at));
      out.place = at;
      break;
    case AttributeMeaning::Packed: out.is_packed = true; break;
    case AttributeMeaning::Mode: out.mode = &attribute; break;
    case AttributeMeaning::Cleanup: out.cleanup = &attribute; break;
    case AttributeMeaning::Constructor: out.constructor = priority_of(attribute, at); break;
    case AttributeMeaning::Destructor: out.destructor = priority_of(attribute, at); break;
    case AttributeMeaning::NoReturn: out.is_noreturn = true; break;
    case AttributeMeaning::VectorSize:
      out.vector_bytes = argument_of(attribute, at).value_or(0);
      break;
    case AttributeMeaning::TransparentUnion: out.is_transparent = true; break;
    case AttributeMeaning::Nothing:
    case AttributeMeaning::Refused:
    case AttributeMeaning::Unknown: attribute.is_taken = false; return;
  }
  out.place = at;
}

std::optional<std::int64_t> UnitBuilder::argument_of(const Attribute& attribute, SourceRange at) {
  std::vector<std::unique_ptr<antlr4::Token>> copies;
  for (antlr4::Token* token : attribute.arguments) {
    auto copy = std::make_unique<antlr4::CommonToken>(token);
    copy->setChannel(antlr4::Token::DEFAULT_CHANNEL);
    copies.push_back(std::move(copy));
  }
  argument_parsers_.push_back(std::make_unique<ArgumentParser>(std::move(copies)));
  Grammar::ExpressionContext* tree = argument_parsers_.back()->parse();
  const std::optional<std::int64_t> value =
      tree == nullptr ? std::nullopt : constant(build_value(*tree));
  if (!value) error(at, format("the argument of `{}` is not a constant", attribute.name));
  return value;
}

UnitBuilder::ArgumentParser::ArgumentParser(std::vector<std::unique_ptr<antlr4::Token>> tokens)
    : source_(std::move(tokens)), stream_(&source_), parser_(&stream_) {}

Grammar::ExpressionContext* UnitBuilder::ArgumentParser::parse() {
  parser_.removeErrorListeners();
  parser_.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
  try {
    Grammar::ExpressionContext* tree = parser_.expression();
    return stream_.LA(1) == antlr4::Token::EOF ? tree : nullptr;
  } catch (const antlr4::ParseCancellationException&) {
    return nullptr;
  }
}

std::uint32_t UnitBuilder::checked_alignment(std::int64_t value, SourceRange at) {
  const bool is_power = value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value));
  if (is_power && value <= MostAlignment) return static_cast<std::uint32_t>(value);
  error(at,
        format("an alignment of {}, which is not a power of two up to {}", value, MostAlignment));
  return 1;
}

std::uint32_t UnitBuilder::alignment_of(const Attribute& attribute, SourceRange at) {
  if (attribute.arguments.empty()) return GreatestAlignment;
  const auto value = argument_of(attribute, at);
  return value ? checked_alignment(*value, at) : 1;
}

// [C11 6.7.5]
std::uint32_t UnitBuilder::build_alignment(Grammar::AlignmentContext& tree) {
  const SourceRange at = place(tree);
  if (tree.typeName() != nullptr) {
    return static_cast<std::uint32_t>(types_.alignment_of(build_type(*tree.typeName())));
  }
  const std::int64_t value = required_constant(*tree.expression(), "an alignment");
  return value == 0 ? 0 : checked_alignment(value, at);
}

std::uint32_t UnitBuilder::priority_of(const Attribute& attribute, SourceRange at) {
  if (attribute.arguments.empty()) return LastPriority;
  const auto value = argument_of(attribute, at);
  if (value && *value >= 0 && *value < LastPriority) return static_cast<std::uint32_t>(*value);
  if (value) error(at, format("{} is not a priority: 0 to {} are", *value, LastPriority - 1));
  return LastPriority;
}

// Returns an integer type of another size with the sign of the given type.
TypeId UnitBuilder::in_mode(TypeId type, const Attribute& attribute) {
  const SourceRange at = place(*attribute.token);
  std::string mode;
  for (antlr4::Token* token : attribute.arguments) mode += token->getText();
  if (mode.size() > 4 && mode.starts_with("__") && mode.ends_with("__")) {
    mode = mode.substr(2, mode.size() - 4);
  }
  struct Size {
    std::string_view mode;
    TypeKind with_sign, without;
  };
  constexpr std::array<Size, 7> Sizes{{{"QI", TypeKind::SignedChar, TypeKind::UnsignedChar},
                                       {"byte", TypeKind::SignedChar, TypeKind::UnsignedChar},
                                       {"HI", TypeKind::Short, TypeKind::UnsignedShort},
                                       {"SI", TypeKind::Int, TypeKind::UnsignedInt},
                                       {"DI", TypeKind::Long, TypeKind::UnsignedLong},
                                       {"word", TypeKind::Long, TypeKind::UnsignedLong},
                                       {"pointer", TypeKind::Long, TypeKind::UnsignedLong}}};
  const auto* found = std::ranges::find(Sizes, mode, &Size::mode);
  if (found == Sizes.end() || !types_.is_integer(type)) {
    unsupported(at, format("`mode({})` of a value of type `{}` is", mode, types_.name(type)),
                "use one of the types of <stdint.h>");
    return type;
  }
  const bool is_unsigned = types_.is_unsigned(type);
  const Qualifiers qualifiers = types_[type].qualifiers;
  const TypeKind kind = is_unsigned ? found->without : found->with_sign;
  return types_.qualified(types_.basic(kind), qualifiers);
}

// ---- Declarations ----------------------------------------------------------------------------

Demands UnitBuilder::demands_of(const Specifiers& specifiers, Grammar::DeclaratorContext* tree) {
  Demands demands = specifiers.demands;
  if (tree == nullptr) return demands;
  take_before(tree->getStart(), demands);
  // `T * __attribute__((…)) name`, `T (__attribute__((…)) *name)(…)`
  if (auto* direct = tree->directDeclarator(); direct != nullptr && !tree->pointer().empty()) {
    take_before(direct->getStart(), demands);
  }
  take_behind(tree->getStop(), demands);
  return demands;
}

// The demands behind the keyword of a struct, union or enum, and behind its tag, if it has one.
Demands UnitBuilder::demands_of_tag(antlr4::Token* keyword, antlr4::tree::TerminalNode* tag) {
  Demands demands;
  take_behind(keyword, demands);
  if (tag != nullptr) take_behind(tag->getSymbol(), demands);
  return demands;
}

void UnitBuilder::warn_unused(const Demands& demands, DeclaredAs as) {
  const auto warn_unless = [&](DeclaredAs meant, bool is_given, std::string_view name,
                               std::string_view where) {
    if (!is_given || as == meant) return;
    warn(demands.place, format("`{}` has no effect here: it is for {}", name, where));
  };
  warn_unless(DeclaredAs::Local, demands.cleanup != nullptr, "cleanup", "variables of a block");
  warn_unless(DeclaredAs::Function, demands.constructor.has_value(), "constructor", "functions");
  warn_unless(DeclaredAs::Function, demands.destructor.has_value(), "destructor", "functions");
  warn_unless(DeclaredAs::Member, demands.is_packed, "packed",
              "members, and for types, behind their closing brace");
}

TypeId UnitBuilder::demanded(TypeId type, const Demands& demands, DeclaredAs as) {
  warn_unused(demands, as);
  if (demands.mode != nullptr) type = in_mode(type, *demands.mode);
  if (demands.vector_bytes > 0) {
    const std::uint64_t element = types_.size_of(type).value_or(1);
    type = types_.intern({.kind = TypeKind::Vector,
                          .target = type,
                          .count = static_cast<std::uint64_t>(demands.vector_bytes) /
                                   std::max<std::uint64_t>(element, 1)});
  }
  if (demands.is_transparent && types_.is_record(type)) {
    types_.record(types_[type].record).is_transparent = true;
  }
  if (demands.strict_alignment != 0) {
    const bool is_object =
        as == DeclaredAs::Local || as == DeclaredAs::Static || as == DeclaredAs::Member;
    if (!is_object) {
      error(demands.place, "`_Alignas` is for variables and members");
    } else if (demands.strict_alignment < types_.alignment_of(type)) {
      error(demands.place, format("`_Alignas({})` is less than what `{}` needs",
                                  demands.strict_alignment, types_.name(type)));
    }
  }
  const std::uint32_t wanted = std::max(demands.alignment, demands.strict_alignment);
  const bool is_code = as == DeclaredAs::Function || types_.is_function(type);
  if (wanted == 0 || is_code || as == DeclaredAs::Parameter) return type;
  if (as == DeclaredAs::Type) return types_.aligned(type, wanted, false);
  const bool is_more = wanted > types_.alignment_of(type);
  if (!is_more && !(as == DeclaredAs::Member && demands.is_packed)) return type;
  return types_.aligned(type, wanted, true);
}

void UnitBuilder::note_function(std::uint32_t index, const Demands& demands) {
  Function& function = unit_.functions[index];
  function.is_noreturn |= demands.is_noreturn;
  if (demands.constructor) function.constructor = demands.constructor;
  if (demands.destructor) function.destructor = demands.destructor;
  const bool is_called = demands.constructor || demands.destructor;
  if (is_called && !types_[function.type].parameters.empty()) {
    unsupported(demands.place,
                format("`{}`, which runs outside `main` and has parameters, is", function.name),
                "leave the parameters out");
  }
}

// Returns f(&variable).
NodeId UnitBuilder::cleanup_call(std::uint32_t variable, const Attribute& attribute) {
  const SourceRange at = place(*attribute.token);
  std::string name;
  for (antlr4::Token* token : attribute.arguments) name += token->getText();
  const Symbol* function = find(name);
  if (function == nullptr || function->kind != SymbolKind::Function) {
    error(at, format("`cleanup` calls a function, and `{}` is none", name));
    return NodeId::none();
  }
  const NodeId call = call_of(function->index, {address_of(local(variable, at), at)}, at);
  if ((*this)[call].kind != NodeKind::Call) return NodeId::none();
  unit_.nodes[call.value].is_unused = true;
  return call;
}

void UnitBuilder::report_attributes() {
  for (const Attribute& each : attributes_->all()) {
    if (files_.size() > 1 && map_.is_from_header(offsets_->range(*each.token).begin)) continue;
    const SourceRange at = place(*each.token);
    if (each.info == nullptr) {
      warn(at, format("the attribute `{}` is not known: it is ignored", each.name));
      continue;
    }
    if (each.info->meaning == AttributeMeaning::Nothing || each.is_taken) continue;
    const bool is_refused = each.info->meaning == AttributeMeaning::Refused;
    unsupported(at,
                format("the attribute `{}`{} is", each.name, is_refused ? "" : " in this place"),
                is_refused         ? std::string(each.info->hint)
                : each.is_standard ? "write it as `__attribute__((…))`"
                                   : "put it directly behind what is declared");
  }
}

}  // namespace drover::c
