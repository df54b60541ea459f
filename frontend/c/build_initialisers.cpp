#include <algorithm>

#include "frontend/c/unit_builder.h"
#include "support/format.h"

namespace drover::c {

namespace {

constexpr std::size_t MaxInitialItems = 1U << 20;

}  // namespace

// Returns all scalars of the type, by offset. Determines the length of an array without one.
std::vector<InitialItem> UnitBuilder::build_initialiser(TypeId& type,
                                                        Grammar::InitializerContext& tree) {
  if (is_system_initialiser(type, tree)) return filled(type, {}, place(tree));
  if (tree.initializerList() != nullptr && !types_.is_scalar(type)) {
    return build_list(type, *tree.initializerList());
  }
  if (auto* items = literal_list(tree, type); items != nullptr && !types_.is_scalar(type)) {
    return build_list(type, *items);
  }
  const SourceRange at = place(tree);
  InitialList list;
  const bool is_text = types_.is_array(type) && text_of(tree) != nullptr;
  if (is_text && !types_[type].count) {
    type = types_.array_of(types_[type].target, text_of(tree)->size() + 1);
  }
  initialise(type, 0, tree, list);
  if (!is_text) {
    std::vector<InitialItem> items;
    for (auto& [offset, item] : list.items) items.push_back(item);
    return items;
  }
  return filled(type, std::move(list), at);
}

std::vector<InitialItem> UnitBuilder::build_list(TypeId& type,
                                                 Grammar::InitializerListContext& tree) {
  InitialList list;
  initialise_braced(type, 0, tree, list);
  const Type& known = types_[type];
  if (known.kind == TypeKind::Array && !known.count) {
    const std::uint64_t size = std::max<std::uint64_t>(types_.size_of(known.target).value_or(1), 1);
    type = types_.array_of(known.target, (list.end + size - 1) / size);
  }
  return filled(type, std::move(list), place(tree));
}

// Fills the unmentioned scalars with 0.
std::vector<InitialItem> UnitBuilder::filled(TypeId type, InitialList list, SourceRange at) {
  std::vector<Scalar> scalars;
  types_.collect_scalars(type, "", 0, MaxInitialItems, scalars);
  if (scalars.size() >= MaxInitialItems) {
    sink_.report(DiagnosticKind::CTooLarge, at,
                 {format("an initialiser of more than {} values", MaxInitialItems)});
    return {};
  }
  std::vector<InitialItem> out;
  std::uint64_t covered = 0;
  for (const Scalar& scalar : scalars) {
    // A struct that is copied as a whole covers its scalars.
    while (!list.items.empty() && list.items.begin()->first < scalar.offset) {
      const InitialItem& item = list.items.begin()->second;
      covered = std::max(covered, item.offset + types_.size_of(item.type).value_or(0));
      out.push_back(item);
      list.items.erase(list.items.begin());
    }
    const auto given = list.items.find(scalar.offset);
    if (given != list.items.end()) {
      covered = std::max(covered, scalar.offset + types_.size_of(given->second.type).value_or(0));
      out.push_back(given->second);
      list.items.erase(given);
    } else if (scalar.offset >= covered) {
      out.push_back({.offset = scalar.offset, .type = scalar.type, .value = {}});
    }
  }
  for (const auto& [offset, item] : list.items) out.push_back(item);
  return out;
}

void UnitBuilder::add_item(std::uint64_t offset, TypeId type, NodeId value, InitialList& out) {
  const NodeId made = converted(value, types_.unqualified(type), place_of(value));
  out.items.insert_or_assign(offset, InitialItem{offset, type, made});
}

// Adds the value to those of the other bit-fields in its unit.
void UnitBuilder::add_bits_item(std::uint64_t offset, const Member& member, NodeId value,
                                InitialList& out) {
  const SourceRange at = place_of(value);
  if (member.bits->unit.is_none()) {
    if (constant(value) == 0) return;  // nothing reads it
    unsupported(at, "a bit-field next to others with more than 64 bits in all is",
                "separate them by `int : 0;`, or use masks and shifts");
    return;
  }
  const TypeId unit = member.bits->unit;
  const TypeId number = types_.basic(TypeKind::UnsignedLong);
  const auto constant_of = [&](std::uint64_t bits) {
    return integer(static_cast<std::int64_t>(bits), number, at);
  };
  const std::uint32_t width = member.bits->width;
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  const NodeId given = converted(converted(value, types_.unqualified(member.type), at), number, at);
  const NodeId kept = arithmetic(Operator::BitAnd, given, constant_of(mask), at);
  NodeId all = arithmetic(Operator::ShiftLeft, kept, int_node(member.bits->begin, at), at);
  if (const auto known = out.items.find(offset); known != out.items.end()) {
    const NodeId others = arithmetic(Operator::BitAnd, converted(known->second.value, number, at),
                                     constant_of(~(mask << member.bits->begin)), at);
    all = arithmetic(Operator::BitOr, others, all, at);
  }
  if (const auto folded = constant(all)) all = constant_of(static_cast<std::uint64_t>(*folded));
  out.items.insert_or_assign(offset, InitialItem{offset, unit, converted(all, unit, at)});
}

void UnitBuilder::initialise_bits(std::uint64_t offset, const Member& member,
                                  Grammar::InitializerContext& tree, InitialList& out) {
  InitialList list;
  initialise(types_.unqualified(member.type), 0, tree, list);
  if (list.items.size() == 1) {
    add_bits_item(offset, member, list.items.begin()->second.value, out);
  }
}

const std::string* UnitBuilder::text_of(Grammar::InitializerContext& tree) {
  Grammar::ExpressionContext* expression = tree.expression();
  if (expression == nullptr && tree.initializerList() != nullptr &&
      tree.initializerList()->initializerItem().size() == 1) {
    auto* item = tree.initializerList()->initializerItem(0);
    if (item->designator().empty()) expression = item->initializer()->expression();
  }
  while (auto* parenthesis = exactly<Grammar::ParenthesisContext>(expression)) {
    if (parenthesis->commaExpression()->expression().size() != 1) break;
    expression = parenthesis->commaExpression()->expression(0);
  }
  auto* text = exactly<Grammar::TextContext>(expression);
  if (text == nullptr) return nullptr;
  const auto [known, is_new] = decoded_.try_emplace(text);
  if (is_new) known->second = decoded(*text);
  return &known->second;
}

bool UnitBuilder::is_bytes(TypeId type) const {
  if (!types_.is_array(type)) return false;
  const TypeId element = types_[type].target;
  return types_.is_integer(element) && types_.size_of(element) == 1;
}

void UnitBuilder::initialise_text(TypeId type, std::uint64_t offset, const std::string& text,
                                  SourceRange at, InitialList& out) {
  const Type array = types_[type];
  const std::uint64_t count = array.count.value_or(text.size() + 1);
  for (std::uint64_t i = 0; i < count && i <= text.size(); ++i) {
    const std::int64_t character = i < text.size() ? text[i] : 0;
    out.items.insert_or_assign(offset + i,
                               InitialItem{offset + i, array.target,
                                           integer(types_.wrapped(array.target, character),
                                                   types_.unqualified(array.target), at)});
  }
  out.end = std::max(out.end, offset + count);
}

bool UnitBuilder::is_system_initialiser(TypeId type, Grammar::InitializerContext& tree) {
  if (!types_.is_record(type) || !header_records_.contains(types_[type].record)) return false;
  if (tree.initializerList() == nullptr) {
    if (exactly<Grammar::IntegerContext>(tree.expression()) == nullptr) return false;
  } else {
    const Items items = tree.initializerList()->initializerItem();
    if (items.empty() || items[0]->initializer()->initializerList() == nullptr) return false;
    const RecordId record = types_[type].record;
    const std::vector<Member>& members = types_.record(record).members;
    if (!members.empty() && !types_.is_scalar(members[0].type)) return false;
  }
  require_zeros(tree);
  return true;
}

void UnitBuilder::require_zeros(Grammar::InitializerContext& tree) {
  if (tree.initializerList() != nullptr) {
    for (auto* item : tree.initializerList()->initializerItem())
      require_zeros(*item->initializer());
  } else if (constant(build_value(*tree.expression())) != 0) {
    unsupported(place(tree), "this initial value of a type of the library is",
                "set the kind with an attribute when the program runs");
  }
}

// Returns the list of a compound literal of this type: it initialises an object like a list alone,
// also one with static storage duration (GNU C).
Grammar::InitializerListContext* UnitBuilder::literal_list(Grammar::InitializerContext& tree,
                                                           TypeId type) {
  Grammar::ExpressionContext* expression = tree.expression();
  while (auto* parenthesis = exactly<Grammar::ParenthesisContext>(expression)) {
    if (parenthesis->commaExpression()->expression().size() != 1) break;
    expression = parenthesis->commaExpression()->expression(0);
  }
  auto* literal = exactly<Grammar::CompoundLiteralContext>(expression);
  if (literal == nullptr) return nullptr;
  const std::size_t pending = pending_.size();
  const TypeId given = build_type(*literal->typeName());
  pending_.resize(pending);
  return types_.is_compatible(given, type) ? literal->initializerList() : nullptr;
}

void UnitBuilder::initialise(TypeId type, std::uint64_t offset, Grammar::InitializerContext& tree,
                             InitialList& out) {
  if (is_system_initialiser(type, tree)) return;
  const SourceRange at = place(tree);
  if (is_bytes(type)) {
    if (const std::string* text = text_of(tree)) {
      return initialise_text(type, offset, *text, at, out);
    }
  }
  if (tree.initializerList() != nullptr) {
    initialise_braced(type, offset, *tree.initializerList(), out);
    return;
  }
  if (auto* list = literal_list(tree, type)) {
    initialise_braced(type, offset, *list, out);
    return;
  }
  const NodeId value = build_value(*tree.expression());
  if (types_.is_array(type)) {
    error(at, "an array is initialised by a list in braces");
    return;
  }
  add_item(offset, type, value, out);
}

void UnitBuilder::initialise_braced(TypeId type, std::uint64_t offset,
                                    Grammar::InitializerListContext& tree, InitialList& out) {
  const Items items = tree.initializerItem();
  if (types_.is_scalar(type)) {
    if (items.empty()) {
      out.items.insert_or_assign(
          offset, InitialItem{offset, type, integer(0, types_.unqualified(type), place(tree))});
      return;
    }
    if (items.size() != 1 || !items[0]->designator().empty()) {
      error(place(tree),
            format("{} initial values for one of type `{}`", items.size(), types_.name(type)));
      return;
    }
    initialise(type, offset, *items[0]->initializer(), out);
    return;
  }
  if (items.size() == 1 && items[0]->designator().empty() && is_bytes(type)) {
    if (const std::string* text = text_of(*items[0]->initializer())) {
      return initialise_text(type, offset, *text, place(tree), out);
    }
  }
  std::size_t next = 0;
  initialise_from(type, offset, items, next, true, out);
  if (next < items.size()) {
    error(place(*items[next]), format("too many initial values for `{}`", types_.name(type)));
  }
}

// [C11 6.7.9p20]: the values of an aggregate without braces of its own come from the list around.
void UnitBuilder::initialise_from(TypeId type, std::uint64_t offset, const Items& items,
                                  std::size_t& next, bool is_braced, InitialList& out) {
  const Type known = types_[type];
  std::uint64_t index = 0;
  const bool is_array = known.kind == TypeKind::Array;
  const std::uint64_t size = is_array ? types_.size_of(known.target).value_or(1) : 0;
  while (next < items.size()) {
    Grammar::InitializerItemContext& item = *items[next];
    if (!item.designator().empty() && &item != designated_item_) {
      if (!is_braced) return;
      const Designated designated = designate(type, offset, item);
      if (!designated.is_valid) {
        ++next;
        continue;
      }
      if (designated.bits) {
        initialise_bits(designated.offset, *designated.bits, *item.initializer(), out);
        ++next;
      } else if (designated.repeats == 0) {
        // [C11 6.7.9p17, p20]: an aggregate without braces continues with the following items.
        designated_item_ = &item;
        initialise_next(designated.type, designated.offset, items, next, out);
        designated_item_ = nullptr;
      } else {
        ++next;
        // GNU C: `[first ... last] = value` for elements of this array.
        const std::uint64_t step = types_.size_of(designated.type).value_or(1);
        for (std::uint64_t i = 0; i <= designated.repeats; ++i) {
          initialise(designated.type, designated.offset + i * step, *item.initializer(), out);
        }
      }
      index = designated.index + designated.repeats + 1;
      if (is_array) out.end = std::max(out.end, offset + index * size);
      continue;
    }
    if (is_array) {
      if (known.count && index >= *known.count) return;
      initialise_next(known.target, offset + index * size, items, next, out);
      ++index;
      out.end = std::max(out.end, offset + index * size);
      continue;
    }
    const Record& record = types_.record_of(type);
    if (index >= record.members.size() || (record.is_union && index > 0)) return;
    types_.record(known.record).members[index].is_used = true;
    const Member member = record.members[index];
    if (member.bits) {
      if (member.name.empty()) {  // padding
        ++index;
        continue;
      }
      initialise_bits(offset + member.offset, member, *items[next]->initializer(), out);
      ++next;
      ++index;
      continue;
    }
    initialise_next(member.type, offset + member.offset, items, next, out);
    ++index;
  }
}

void UnitBuilder::initialise_next(TypeId type, std::uint64_t offset, const Items& items,
                                  std::size_t& next, InitialList& out) {
  Grammar::InitializerContext& tree = *items[next]->initializer();
  const bool takes_one = types_.is_scalar(type) || tree.initializerList() != nullptr ||
                         literal_list(tree, type) != nullptr ||
                         (is_bytes(type) && text_of(tree) != nullptr);
  if (takes_one) {
    initialise(type, offset, tree, out);
    ++next;
    return;
  }
  if (types_.is_record(type)) {
    // The value is a struct of this type, or the value of its first member.
    const std::size_t nodes = unit_.nodes.size();
    const std::size_t pending = pending_.size();
    const NodeId value = build_value(*tree.expression());
    if (types_.is_record(type_of(value))) {
      add_item(offset, type, value, out);
      ++next;
      return;
    }
    unit_.nodes.resize(nodes);
    pending_.resize(pending);
  }
  initialise_from(type, offset, items, next, false, out);
}

UnitBuilder::Designated UnitBuilder::designate(TypeId type, std::uint64_t offset,
                                               Grammar::InitializerItemContext& item) {
  Designated out{.index = 0, .type = type, .offset = offset};
  bool is_first = true;
  for (auto* designator : item.designator()) {
    const SourceRange at = place(*designator);
    if (auto* element = exactly<Grammar::ElementDesignatorContext>(designator)) {
      const std::int64_t index = required_constant(*element->expression(0), "an index");
      const bool is_range = element->expression(1) != nullptr;
      const std::int64_t last =
          is_range ? required_constant(*element->expression(1), "an index") : index;
      const Type array = types_[out.type];
      const bool is_inside = array.kind == TypeKind::Array && index >= 0 && last >= index &&
                             last - index < (1 << 20) &&
                             (!array.count || static_cast<std::uint64_t>(last) < *array.count);
      if (is_range && item.designator().size() > 1) {
        unsupported(at, "a range among several designators is", "give the range alone");
        return out;
      }
      out.repeats = static_cast<std::uint64_t>(last - index);
      if (!is_inside) {
        error(at, format("`{}` has no element {}", types_.name(out.type), index));
        return out;
      }
      if (is_first) out.index = static_cast<std::uint64_t>(index);
      out.type = array.target;
      out.offset += static_cast<std::uint64_t>(index) * types_.size_of(array.target).value_or(1);
    } else {
      auto& named = static_cast<Grammar::MemberDesignatorContext&>(*designator);
      const std::string name = named.IDENTIFIER()->getText();
      const auto member = member_of(out.type, name, at);
      if (!member) return out;
      if (is_first) {
        const auto& members = types_.record_of(out.type).members;
        out.index = static_cast<std::uint64_t>(std::ranges::find(members, name, &Member::name) -
                                               members.begin());
      }
      out.type = member->type;
      out.offset += member->offset;
      if (member->bits) out.bits = member;
    }
    is_first = false;
  }
  out.is_valid = true;
  return out;
}

}  // namespace drover::c
