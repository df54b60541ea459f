#include "frontend/c/attributes.h"

#include <algorithm>
#include <array>
#include <optional>

#include "CParser.h"

namespace drover::c {

namespace {

using Grammar = drover_grammar::CParser;
using enum AttributeMeaning;

// Of GNU C, Clang and C23. What is not here gets a warning.
constexpr auto Known = std::to_array<AttributeInfo>({
    // What is done.
    {"aligned", Aligned},
    {"packed", Packed},
    {"mode", Mode},
    {"cleanup", Cleanup},
    {"constructor", Constructor},
    {"destructor", Destructor},
    {"noreturn", NoReturn},
    {"_Noreturn", NoReturn},

    // What would have to be done.
    {"vector_size", Refused, "use an array"},
    {"ext_vector_type", Refused, "use an array"},
    {"neon_vector_type", Refused, "use an array"},
    {"alias", Refused, "call what it is another name of"},
    {"weakref", Refused, "call what it is another name of"},
    {"ifunc", Refused, "call the function that is chosen"},
    {"copy", Refused, "write the attributes out"},
    {"transparent_union", Refused, "give the parameter one type"},
    {"scalar_storage_order", Refused, "leave it out"},
    {"address_space", Refused, "leave it out"},
    {"naked", Refused, "write the function in C"},
    {"interrupt", Refused, "start a thread that does what it does"},
    {"signal", Refused, "start a thread that does what it does"},
    {"blocks", Refused, "use functions"},
    {"overloadable", Refused, "give the functions different names"},
    {"ms_struct", Refused, "leave it out"},
    {"nonblocking", Nothing},

    // Hints to whoever optimises.
    {"always_inline", Nothing},
    {"artificial", Nothing},
    {"assume_aligned", Nothing},
    {"alloc_align", Nothing},
    {"alloc_size", Nothing},
    {"access", Nothing},
    {"cold", Nothing},
    {"const", Nothing},
    {"__const", Nothing},
    {"flatten", Nothing},
    {"gnu_inline", Nothing},
    {"hot", Nothing},
    {"leaf", Nothing},
    {"malloc", Nothing},
    {"may_alias", Nothing},
    {"noclone", Nothing},
    {"noinline", Nothing},
    {"noipa", Nothing},
    {"nothrow", Nothing},
    {"optimize", Nothing},
    {"optnone", Nothing},
    {"pure", Nothing},
    {"reproducible", Nothing},
    {"unsequenced", Nothing},
    {"restrict", Nothing},
    {"returns_nonnull", Nothing},
    {"returns_twice", Nothing},
    {"target", Nothing},
    {"target_clones", Nothing},
    {"assume_used", Nothing},
    {"speculative_load_hardening", Nothing},
    {"zero_call_used_regs", Nothing},

    // Hints to whoever warns or looks for errors.
    {"annotate", Nothing},
    {"counted_by", Nothing},
    {"deprecated", Nothing},
    {"designated_init", Nothing},
    {"diagnose_as_builtin", Nothing},
    {"diagnose_if", Nothing},
    {"error", Nothing},
    {"fallthrough", Nothing},
    {"fd_arg", Nothing},
    {"fd_arg_read", Nothing},
    {"fd_arg_write", Nothing},
    {"format", Nothing},
    {"format_arg", Nothing},
    {"maybe_unused", Nothing},
    {"no_address_safety_analysis", Nothing},
    {"no_instrument_function", Nothing},
    {"no_profile_instrument_function", Nothing},
    {"no_sanitize", Nothing},
    {"no_sanitize_address", Nothing},
    {"no_sanitize_memory", Nothing},
    {"no_sanitize_thread", Nothing},
    {"no_sanitize_undefined", Nothing},
    {"disable_sanitizer_instrumentation", Nothing},
    {"no_stack_protector", Nothing},
    {"no_split_stack", Nothing},
    {"no_stack_limit", Nothing},
    {"stack_protect", Nothing},
    {"nodiscard", Nothing},
    {"noescape", Nothing},
    {"nonnull", Nothing},
    {"nonstring", Nothing},
    {"null_terminated_string_arg", Nothing},
    {"sentinel", Nothing},
    {"tainted_args", Nothing},
    {"unavailable", Nothing},
    {"unused", Nothing},
    {"warn_if_not_aligned", Nothing},
    {"warn_unused_result", Nothing},
    {"warning", Nothing},
    {"availability", Nothing},
    {"enum_extensibility", Nothing},
    {"flag_enum", Nothing},

    // Those of Clang's analysis of threads.
    {"acquire_capability", Nothing},
    {"acquire_shared_capability", Nothing},
    {"acquired_after", Nothing},
    {"acquired_before", Nothing},
    {"assert_capability", Nothing},
    {"assert_exclusive_lock", Nothing},
    {"assert_shared_lock", Nothing},
    {"capability", Nothing},
    {"exclusive_lock_function", Nothing},
    {"exclusive_locks_required", Nothing},
    {"exclusive_trylock_function", Nothing},
    {"guarded_by", Nothing},
    {"guarded_var", Nothing},
    {"lock_returned", Nothing},
    {"lockable", Nothing},
    {"locks_excluded", Nothing},
    {"no_thread_safety_analysis", Nothing},
    {"pt_guarded_by", Nothing},
    {"pt_guarded_var", Nothing},
    {"release_capability", Nothing},
    {"release_generic_capability", Nothing},
    {"release_shared_capability", Nothing},
    {"requires_capability", Nothing},
    {"requires_shared_capability", Nothing},
    {"scoped_lockable", Nothing},
    {"shared_lock_function", Nothing},
    {"shared_locks_required", Nothing},
    {"shared_trylock_function", Nothing},
    {"try_acquire_capability", Nothing},
    {"try_acquire_shared_capability", Nothing},
    {"unlock_function", Nothing},

    // What a linker or a caller in machine code sees. (A weak name that nobody defines is refused
    // as
    // any other without a definition.)
    {"cdecl", Nothing},
    {"common", Nothing},
    {"dllexport", Nothing},
    {"dllimport", Nothing},
    {"externally_visible", Nothing},
    {"fastcall", Nothing},
    {"gcc_struct", Nothing},
    {"indirect_branch", Nothing},
    {"ms_abi", Nothing},
    {"no_caller_saved_registers", Nothing},
    {"no_reorder", Nothing},
    {"nocf_check", Nothing},
    {"nocommon", Nothing},
    {"noplt", Nothing},
    {"patchable_function_entry", Nothing},
    {"persistent", Nothing},
    {"force_align_arg_pointer", Nothing},
    {"regparm", Nothing},
    {"retain", Nothing},
    {"section", Nothing},
    {"selectany", Nothing},
    {"stdcall", Nothing},
    {"symver", Nothing},
    {"sysv_abi", Nothing},
    {"tls_model", Nothing},
    {"used", Nothing},
    {"visibility", Nothing},
    {"weak", Nothing},
});

constexpr auto KnownPragmas = std::to_array<AttributeInfo>({
    {"pack", Aligned},
    {"weak", Nothing},
    {"omp", Refused, "start the threads with pthread_create"},
    {"acc", Refused, "start the threads with pthread_create"},
    {"redefine_extname", Refused, "use the new name"},
    {"scalar_storage_order", Refused, "leave it out"},
    {"ms_struct", Refused, "leave it out"},
    {"options align", Refused, "use `#pragma pack`"},
    {"once", Nothing},
    {"ident", Nothing},
    {"message", Nothing},
    {"mark", Nothing},
    {"region", Nothing},
    {"endregion", Nothing},
    {"poison", Nothing},
    {"unroll", Nothing},
    {"nounroll", Nothing},
    {"ivdep", Nothing},
    {"warning", Nothing},
    {"push_macro", Nothing},  // done by whoever preprocesses
    {"pop_macro", Nothing},
    {"GCC diagnostic", Nothing},
    {"GCC poison", Nothing},
    {"GCC dependency", Nothing},
    {"GCC system_header", Nothing},
    {"GCC warning", Nothing},
    {"GCC error", Nothing},
    {"GCC optimize", Nothing},
    {"GCC target", Nothing},
    {"GCC push_options", Nothing},
    {"GCC pop_options", Nothing},
    {"GCC reset_options", Nothing},
    {"GCC visibility", Nothing},
    {"GCC ivdep", Nothing},
    {"GCC unroll", Nothing},
    {"STDC", Nothing},
    {"clang diagnostic", Nothing},
    {"clang loop", Nothing},
    {"clang optimize", Nothing},
    {"clang assume_nonnull", Nothing},
    {"clang system_header", Nothing},
});

// Neither what the parser sees, nor what is no part of any token.
constexpr std::size_t AttributeChannel = 2;

bool is_word(const antlr4::Token& token) {
  const std::string text = token.getText();
  const char first = text.empty() ? ' ' : text.front();
  return first == '_' || (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
}

// `__packed__` is `packed`.
std::string bare(std::string name) {
  constexpr std::string_view Around = "__";
  const bool is_dressed =
      name.size() > 2 * Around.size() && name.starts_with(Around) && name.ends_with(Around);
  if (!is_dressed) return name;
  return name.substr(Around.size(), name.size() - 2 * Around.size());
}

std::size_t type_at(const Tokens& tokens, std::size_t index) {
  return index < tokens.size() ? tokens[index]->getType() : antlr4::Token::EOF;
}

// The index behind the bracket that closes the one at `open`; nothing if there is none.
std::optional<std::size_t> behind_closing(const Tokens& tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    switch (tokens[at]->getType()) {
      case Grammar::LPAREN:
      case Grammar::LBRACKET:
      case Grammar::LBRACE: ++depth; break;
      case Grammar::RPAREN:
      case Grammar::RBRACKET:
      case Grammar::RBRACE:
        if (--depth == 0) return at + 1;
        break;
      default: break;
    }
  }
  return std::nullopt;
}

// Where the attribute that begins at an index ends, and what is inside of its two brackets.
struct Group {
  std::size_t begin = 0, end = 0;  // of what is inside
  std::size_t behind = 0;
  bool is_standard = false;
};
std::optional<Group> group_at(const Tokens& tokens, std::size_t at) {
  Group group;
  std::size_t open = at;
  if (type_at(tokens, at) == Grammar::LBRACKET) {
    group.is_standard = true;
  } else if (type_at(tokens, at) == Grammar::IDENTIFIER) {
    const std::string word = tokens[at]->getText();
    if (word != "__attribute__" && word != "__attribute") return std::nullopt;
    ++open;
  } else {
    return std::nullopt;
  }
  const std::size_t bracket = group.is_standard ? Grammar::LBRACKET : Grammar::LPAREN;
  if (type_at(tokens, open) != bracket || type_at(tokens, open + 1) != bracket) {
    return std::nullopt;
  }
  const auto behind = behind_closing(tokens, open);
  const auto inside = behind_closing(tokens, open + 1);
  if (!behind || !inside || *inside + 1 != *behind) return std::nullopt;
  group.begin = open + 2;
  group.end = *inside - 1;
  group.behind = *behind;
  return group;
}

}  // namespace

const AttributeInfo* find_attribute(std::string_view name) {
  const auto* found = std::ranges::find(Known, name, &AttributeInfo::name);
  return found == Known.end() ? nullptr : found;
}

const AttributeInfo* find_pragma(std::string_view words) {
  const auto begins = [&](const AttributeInfo& info) {
    if (!words.starts_with(info.name)) return false;
    const std::string_view rest = words.substr(info.name.size());
    return rest.empty() || std::string_view(" \t(").find(rest.front()) != std::string_view::npos;
  };
  const auto* found = std::ranges::find_if(KnownPragmas, begins);
  return found == KnownPragmas.end() ? nullptr : found;
}

Attributes::Attributes(const Tokens& tokens) {
  for (std::size_t at = 0; at < tokens.size();) {
    const auto group = group_at(tokens, at);
    if (!group) {
      const std::size_t index = tokens[at]->getTokenIndex();
      for (auto each = all_.rbegin(); each != all_.rend() && each->after == 0; ++each) {
        each->after = index;
      }
      seen_.push_back(tokens[at++]);
      continue;
    }
    for (std::size_t i = at; i < group->behind; ++i) {
      static_cast<antlr4::WritableToken*>(tokens[i])->setChannel(AttributeChannel);
    }
    add(tokens, group->begin, group->end, group->is_standard);
    at = group->behind;
  }
  for (Attribute& each : all_) {
    if (each.after == 0) each.after = antlr4::Token::EOF;  // nothing comes behind it
  }
}

void Attributes::add(const Tokens& tokens, std::size_t begin, std::size_t end, bool is_standard) {
  std::size_t first = begin;
  for (std::size_t at = begin; at < end; ++at) {
    if (tokens[at]->getType() == Grammar::LPAREN) {
      at = behind_closing(tokens, at).value_or(end) - 1;
    } else if (tokens[at]->getType() == Grammar::COMMA) {
      add_one(tokens, first, at, is_standard);
      first = at + 1;
    }
  }
  add_one(tokens, first, end, is_standard);
}

void Attributes::add_one(const Tokens& tokens, std::size_t begin, std::size_t end,
                         bool is_standard) {
  // `gnu::aligned`: two colons are two tokens.
  const bool has_prefix = end - begin > 3 && type_at(tokens, begin + 1) == Grammar::COLON &&
                          type_at(tokens, begin + 2) == Grammar::COLON;
  if (is_standard && has_prefix) begin += 3;
  if (begin >= end || !is_word(*tokens[begin])) return;
  Attribute one;
  one.token = tokens[begin];
  one.name = bare(tokens[begin]->getText());
  one.info = find_attribute(one.name);
  one.before = seen_.empty() ? 0 : seen_.back()->getTokenIndex();
  one.is_standard = is_standard;
  for (std::size_t i = begin + 2; i + 1 < end; ++i) {
    one.arguments.push_back(tokens[i]);
    arguments_.push_back({.before = seen_.size(), .token = tokens[i]});
  }
  all_.push_back(std::move(one));
}

std::span<Attribute> Attributes::before(const antlr4::Token& token) {
  const auto found = std::ranges::equal_range(all_, token.getTokenIndex(), {}, &Attribute::after);
  return {found.begin(), found.end()};
}

std::span<Attribute> Attributes::behind(const antlr4::Token& token) {
  const auto found = std::ranges::equal_range(all_, token.getTokenIndex(), {}, &Attribute::before);
  return {found.begin(), found.end()};
}

}  // namespace drover::c
