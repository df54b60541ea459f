// Links the files of a program: names with external linkage mean the same in all of them
// [C11 6.2.2], and so do types that are compatible across files [C11 6.2.7].
//
// A tag of a file is taken to name the type that it names in an earlier file, before its members
// are known: pointers to it have the same type in both. If the members differ, the types are two,
// and all is built again with this knowledge. Declarations of our headers are built once: their
// variables are the state of the library.

#include <algorithm>

#include "frontend/c/unit_builder.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::c {

namespace {

// Returns the name that a declarator declares; null if it has none.
antlr4::tree::TerminalNode* name_of(Grammar::DeclaratorContext* declarator) {
  while (declarator != nullptr && declarator->directDeclarator() != nullptr) {
    auto* direct = declarator->directDeclarator();
    if (auto* named = exactly<Grammar::NamedDeclaratorContext>(direct)) return named->IDENTIFIER();
    auto* nested = exactly<Grammar::NestedDeclaratorContext>(direct);
    declarator = nested == nullptr ? nullptr : nested->declarator();
  }
  return nullptr;
}

bool has_storage(Grammar::ExternalContext& external, std::size_t word) {
  return std::ranges::any_of(external.specifier(), [&](Grammar::SpecifierContext* each) {
    auto* storage = exactly<Grammar::StorageContext>(each);
    return storage != nullptr && storage->op->getType() == word;
  });
}

// Returns a type as a declaration without a name.
std::string shown(const TypeTable& types, TypeId id) {
  const Type& type = types[id];
  if (type.kind != TypeKind::Function) return types.name(id);
  std::vector<std::string> parameters;
  for (const TypeId each : type.parameters) parameters.push_back(types.name(each));
  if (type.is_variadic) parameters.emplace_back("...");
  if (parameters.empty() && type.has_prototype) parameters.emplace_back("void");
  return format("{}({})", types.name(type.target), joined(parameters, ", "));
}

bool has_same_qualifiers(const TypeTable& types, TypeId left_id, TypeId right_id) {
  if (left_id == right_id) return true;
  const Type& left = types[left_id];
  const Type& right = types[right_id];
  if (left.qualifiers != right.qualifiers) return false;
  switch (left.kind) {
    case TypeKind::Pointer:
    case TypeKind::Array: return has_same_qualifiers(types, left.target, right.target);
    case TypeKind::Function:
      return left.is_variadic == right.is_variadic &&
             has_same_qualifiers(types, left.target, right.target) &&
             (left.parameters.size() != right.parameters.size() ||
              std::ranges::equal(left.parameters, right.parameters, [&](TypeId a, TypeId b) {
                return has_same_qualifiers(types, a, b);
              }));
    default: return true;
  }
}

}  // namespace

Unit UnitBuilder::build() {
  find_definitions();
  for (std::size_t number = 0; number < files_.size(); ++number) {
    begin_file(number);
    for (auto* each : files_[number].tree->externalDeclaration()) {
      if (sink_.is_full()) break;
      const auto line = map_.header_line(offsets_->range(*each).begin);
      if (line && files_.size() > 1) {
        build_external_of_header(*each, *line);
      } else {
        build_external(*each);
      }
    }
    report_attributes();
  }
  check_bodies();
  return std::move(unit_);
}

void UnitBuilder::find_definitions() {
  struct Declared {
    bool has_body = false;
    bool is_static = false;
    bool is_inline = true;  // all declarations are `inline` without `extern`
  };
  for (const ParsedFile& file : files_) {
    std::map<std::string, Declared> declared;
    for (auto* each : file.tree->externalDeclaration()) {
      if (auto* implicit = exactly<Grammar::ImplicitExternalContext>(each)) {
        if (auto* name = name_of(implicit->declarator())) {
          Declared& of_name = declared[name->getText()];
          of_name.has_body = true;
          of_name.is_inline = false;
        }
      }
      auto* external = exactly<Grammar::ExternalContext>(each);
      if (external == nullptr) continue;
      const bool is_static = has_storage(*external, Grammar::STATIC);
      const bool is_inline =
          has_storage(*external, Grammar::INLINE) && !has_storage(*external, Grammar::EXTERN);
      for (auto* declarator : external->initDeclarator()) {
        auto* name = name_of(declarator->declarator());
        if (name == nullptr) continue;
        Declared& of_name = declared[name->getText()];
        of_name.has_body |= external->block() != nullptr;
        of_name.is_static |= is_static;
        of_name.is_inline &= is_inline;
      }
    }
    Definitions& out = definitions_.emplace_back();
    for (const auto& [name, of_name] : declared) {
      if (!of_name.has_body) continue;
      out.all.insert(name);
      if (of_name.is_static) continue;
      (of_name.is_inline ? out.inline_only : externally_defined_).insert(name);
    }
  }
}

void UnitBuilder::begin_file(std::size_t number) {
  file_ = number;
  offsets_ = files_[number].offsets;
  attributes_ = &files_[number].attributes;
  scopes_.assign(1, {});
  scopes_.back().names["__builtin_va_list"] = Symbol{.kind = SymbolKind::Type, .type = va_list_};
  defined_ = externally_defined_;
  defined_.insert(definitions_[number].all.begin(), definitions_[number].all.end());
}

void UnitBuilder::build_external_of_header(Grammar::ExternalDeclarationContext& tree,
                                           LineMap::HeaderLine line) {
  const auto [known, is_new] = header_declarations_.try_emplace({line, tree.getText()});
  HeaderNames& made = known->second;
  if (is_new) {
    header_names_ = &made;
    build_external(tree);
    header_names_ = nullptr;
    // The type of an object may have been completed.
    for (auto& [name, symbol] : made.names) symbol = scopes_.front().names.at(name);
    return;
  }
  Scope& scope = scopes_.front();
  for (const auto& [name, symbol] : made.names) scope.names.insert_or_assign(name, symbol);
  for (const auto& [tag, type] : made.tags) scope.tags.insert_or_assign(tag, type);
}

// ---- Functions and variables

bool UnitBuilder::is_same_across_files(TypeId left, TypeId right) const {
  return types_.is_compatible(left, right) && has_same_qualifiers(types_, left, right);
}

const UnitBuilder::External* UnitBuilder::linked(const Specifiers& specifiers,
                                                 const Declarator& declarator, bool is_function) {
  const auto found = externals_.find(declarator.name);
  if (specifiers.is_static || found == externals_.end()) return nullptr;
  const External& other = found->second;
  if (other.file == file_) return other.is_function == is_function ? &other : nullptr;
  const auto complain = [&](std::string text, std::string note) {
    sink_.report(DiagnosticKind::CError, declarator.place, {std::move(text)})
        .with_note(other.place, std::move(note));
    return nullptr;
  };
  if (other.is_function != is_function) {
    return complain(
        format("`{}` is a {} here", declarator.name, is_function ? "function" : "variable"),
        format("and a {} here", is_function ? "variable" : "function"));
  }
  const TypeId type =
      is_function ? unit_.functions[other.index].type : unit_.globals[other.index].type;
  if (!is_same_across_files(type, declarator.type)) {
    if (!is_function) unit_.globals[other.index].is_defined = true;  // no complaint on that, too
    const std::string here = shown(types_, declarator.type);
    const std::string there = shown(types_, type);
    return complain(format("`{}` has the type `{}` here", declarator.name, here),
                    format("and the type `{}` here{}", there,
                           here == there ? ", where a tag in it has other members" : ""));
  }
  if (!is_function && unit_.globals[other.index].is_thread_local != specifiers.is_thread_local) {
    const std::string_view own = specifiers.is_thread_local ? "" : "not ";
    const std::string_view others = specifiers.is_thread_local ? "not " : "";
    return complain(format("`{}` is {}thread-local here", declarator.name, own),
                    format("and {}thread-local here", others));
  }
  return &other;
}

std::optional<std::uint32_t> UnitBuilder::linked_function(const Specifiers& specifiers,
                                                          const Declarator& declarator) {
  const auto known = scopes_.front().names.find(declarator.name);
  if (known != scopes_.front().names.end() && known->second.kind == SymbolKind::Function) {
    return known->second.index;
  }
  const External* other = linked(specifiers, declarator, true);
  return other == nullptr ? std::nullopt : std::optional(other->index);
}

std::optional<std::uint32_t> UnitBuilder::linked_global(const Specifiers& specifiers,
                                                        const Declarator& declarator) {
  const auto known = scopes_.front().names.find(declarator.name);
  if (known != scopes_.front().names.end()) {
    const bool is_global = known->second.kind == SymbolKind::Global;
    return is_global ? std::optional(known->second.index) : std::nullopt;
  }
  const External* other = linked(specifiers, declarator, false);
  if (other == nullptr) return std::nullopt;
  Global& global = unit_.globals[other->index];
  if (!types_.size_of(global.type)) global.type = declarator.type;
  scopes_.front().names.emplace(
      declarator.name,
      Symbol{.kind = SymbolKind::Global, .type = global.type, .index = other->index});
  return other->index;
}

void UnitBuilder::note_definition(const std::string& name, External::Defined defined,
                                  SourceRange at) {
  using enum External::Defined;
  const auto found = externals_.find(name);
  if (found == externals_.end() || defined == No) return;
  External& known = found->second;
  if (known.defined == Fully && defined == Fully) {
    sink_.report(DiagnosticKind::CError, at, {format("a second definition of `{}`", name)})
        .with_note(known.place, "the first one");
    return;
  }
  if (defined > known.defined) {
    known.defined = defined;
    known.file = file_;
    known.place = at;
  }
}

std::string UnitBuilder::name_of_static(const std::string& name, SourceRange at) const {
  const auto is_taken = [&](const std::string& wanted) {
    return std::ranges::find(unit_.globals, wanted, &Global::name) != unit_.globals.end() ||
           externals_.contains(wanted);
  };
  if (files_.size() == 1 || at.line == 0 || !is_taken(name)) return name;
  const std::string& file = map_.sources().file_of(at);
  const std::string qualified = format("{}:{}", file.substr(file.rfind('/') + 1), name);
  return is_taken(qualified) ? format("{}:{}", file, name) : qualified;
}

// ---- Records

std::optional<TypeId> UnitBuilder::record_of_other_file(const std::string& tag, bool is_union) {
  const auto known = tagged_records_.find(tag);
  if (!is_global_scope() || known == tagged_records_.end()) return std::nullopt;
  const auto others = other_tags_.find({file_, tag});
  for (std::size_t i = others == other_tags_.end() ? 0 : others->second; i < known->second.size();
       ++i) {
    if (types_.record_of(known->second[i]).is_union == is_union) return known->second[i];
  }
  return std::nullopt;
}

bool UnitBuilder::is_of_other_file(TypeId type) const {
  const auto found = completed_in_.find(types_[type].record);
  return is_global_scope() && found != completed_in_.end() && found->second != file_;
}

bool UnitBuilder::is_same_record(RecordId left_id, RecordId right_id) const {
  const Record& left = types_.record(left_id);
  const Record& right = types_.record(right_id);
  return left.is_union == right.is_union && left.size == right.size &&
         left.alignment == right.alignment &&
         std::ranges::equal(left.members, right.members, [&](const Member& a, const Member& b) {
           return a.name == b.name && a.offset == b.offset && is_same_across_files(a.type, b.type);
         });
}

TypeId UnitBuilder::shared_record(TypeId made, const std::string& tag, SourceRange at) {
  if (!is_global_scope() || files_.size() == 1) return made;
  const RecordId record = types_[made].record;
  if (!tag.empty()) {
    const TypeId named = *find_tag(tag);
    if (named != made && !is_same_record(record, types_[named].record)) {
      const std::vector<TypeId>& all = tagged_records_[tag];
      other_tags_[{file_, tag}] =
          static_cast<std::size_t>(std::ranges::find(all, named) - all.begin()) + 1;
      has_found_other_tags_ = true;
      return made;
    }
    completed_in_[types_[named].record] = file_;
    return named;
  }
  const auto is_same = [&](const UntaggedRecord& other) {
    return other.file != file_ && is_same_record(types_[other.type].record, record);
  };
  const auto is_here = [&](const UntaggedRecord& other) {
    return at.line != 0 && other.place == at && is_same(other);
  };
  auto found = std::ranges::find_if(untagged_records_, is_here);
  if (found == untagged_records_.end()) found = std::ranges::find_if(untagged_records_, is_same);
  if (found == untagged_records_.end()) {
    untagged_records_.push_back({made, at, file_});
    return made;
  }
  found->file = file_;
  return found->type;
}

}  // namespace drover::c
