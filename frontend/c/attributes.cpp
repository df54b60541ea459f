#include "frontend/c/attributes.h"

#include <algorithm>
#include <array>
#include <optional>

#include "CParser.h"

namespace drover::c {

namespace {

using Grammar = drover_grammar::CParser;
using enum AttributeMeaning;

// Attributes of GNU C, Clang and C23. All others get a warning.
constexpr auto Known = std::to_array<AttributeInfo>({
    // Supported.
    {"aligned", Aligned},
    {"packed", Packed},
    {"mode", Mode},
    {"cleanup", Cleanup},
    {"constructor", Constructor},
    {"destructor", Destructor},
    {"noreturn", NoReturn},
    {"_Noreturn", NoReturn},
    {"vector_size", VectorSize},
    {"transparent_union", TransparentUnion},
    // Not supported: they change the program's meaning.
    {"ext_vector_type", Refused, "use an array"},
    {"neon_vector_type", Refused, "use an array"},
    {"alias", Refused, "call what it is another name of"},
    {"weakref", Refused, "call what it is another name of"},
    {"ifunc", Refused, "call the function that is chosen"},
    {"copy", Refused, "write the attributes out"},
    {"scalar_storage_order", Refused, "leave it out"},
    {"address_space", Refused, "leave it out"},
    {"naked", Refused, "write the function in C"},
    {"interrupt", Refused, "start a thread that does what it does"},
    {"signal", Refused, "start a thread that does what it does"},
    {"blocks", Refused, "use functions"},
    {"overloadable", Refused, "give the functions different names"},
    {"ms_struct", Refused, "leave it out"},
});

// Attributes without effect on the program's behaviour.
constexpr std::string_view Ignored =
    // For real-time code.
    "nonblocking "
    // Hints for optimisers.
    "always_inline artificial assume_aligned alloc_align alloc_size access cold const __const "
    "flatten gnu_inline hot leaf malloc may_alias noclone noinline noipa nothrow optimize "
    "optnone pure reproducible unsequenced restrict returns_nonnull returns_twice target "
    "target_clones assume_used speculative_load_hardening zero_call_used_regs "
    // Hints for warnings and error detection.
    "annotate counted_by deprecated designated_init diagnose_as_builtin diagnose_if error "
    "fallthrough fd_arg fd_arg_read fd_arg_write format format_arg maybe_unused "
    "no_address_safety_analysis no_instrument_function no_profile_instrument_function "
    "no_sanitize no_sanitize_address no_sanitize_memory no_sanitize_thread no_sanitize_undefined "
    "disable_sanitizer_instrumentation no_stack_protector no_split_stack no_stack_limit "
    "stack_protect nodiscard noescape nonnull nonstring null_terminated_string_arg sentinel "
    "tainted_args unavailable unused warn_if_not_aligned warn_unused_result warning availability "
    "enum_extensibility flag_enum "
    // For Clang's thread safety analysis.
    "acquire_capability acquire_shared_capability acquired_after acquired_before "
    "assert_capability assert_exclusive_lock assert_shared_lock capability "
    "exclusive_lock_function exclusive_locks_required exclusive_trylock_function guarded_by "
    "guarded_var lock_returned lockable locks_excluded no_thread_safety_analysis pt_guarded_by "
    "pt_guarded_var release_capability release_generic_capability release_shared_capability "
    "requires_capability requires_shared_capability scoped_lockable shared_lock_function "
    "shared_locks_required shared_trylock_function try_acquire_capability "
    "try_acquire_shared_capability unlock_function "
    // For linkers and callers in machine code. A weak function without a definition is refused as
    // any other.
    "cdecl common dllexport dllimport externally_visible fastcall gcc_struct indirect_branch "
    "ms_abi no_caller_saved_registers no_reorder nocf_check nocommon noplt "
    "patchable_function_entry persistent force_align_arg_pointer regparm retain section "
    "selectany stdcall symver sysv_abi tls_model used visibility weak ";

constexpr auto KnownPragmas = std::to_array<AttributeInfo>({
    {"pack", Aligned},
    {"omp", Refused, "start the threads with pthread_create"},
    {"acc", Refused, "start the threads with pthread_create"},
    {"redefine_extname", Refused, "use the new name"},
    {"scalar_storage_order", Refused, "leave it out"},
    {"ms_struct", Refused, "leave it out"},
    {"options align", Refused, "use `#pragma pack`"},
});
// The preprocessor has handled `push_macro` and `pop_macro`.
constexpr std::string_view IgnoredPragmas =
    "weak|once|ident|message|mark|region|endregion|poison|unroll|nounroll|ivdep|warning|"
    "push_macro|pop_macro|GCC diagnostic|GCC poison|GCC dependency|GCC system_header|GCC warning|"
    "GCC error|GCC optimize|GCC target|GCC push_options|GCC pop_options|GCC reset_options|"
    "GCC visibility|GCC ivdep|GCC unroll|STDC|clang diagnostic|clang loop|clang optimize|"
    "clang assume_nonnull|clang system_header|";

// True if the list contains the name. The separator follows each name.
bool is_listed(std::string_view list, std::string_view name, char separator) {
  for (std::size_t at = list.find(name); at != std::string_view::npos && !name.empty();
       at = list.find(name, at + 1)) {
    const bool begins = at == 0 || list[at - 1] == separator;
    if (begins && list[at + name.size()] == separator) return true;
  }
  return false;
}

// A channel that neither the parser nor the skipping of blanks uses.
constexpr std::size_t AttributeChannel = 2;

bool is_word(const antlr4::Token& token) {
  const std::string text = token.getText();
  const char first = text.empty() ? ' ' : text.front();
  return first == '_' || (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
}

// Returns `packed` for `__packed__`.
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

// Returns the index after the bracket that closes the bracket at `open`; nothing if there is none.
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

// The attribute that begins at an index: the tokens inside its two brackets, and its end.
struct Group {
  std::size_t begin = 0, end = 0;  // of the tokens inside
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
  static constexpr AttributeInfo NoMeaning;
  const auto* found = std::ranges::find(Known, name, &AttributeInfo::name);
  if (found != Known.end()) return found;
  return is_listed(Ignored, name, ' ') ? &NoMeaning : nullptr;
}

const AttributeInfo* find_pragma(std::string_view words) {
  static constexpr AttributeInfo NoMeaning;
  // The name of a pragma has one or two words.
  std::size_t end = std::min(words.find_first_of(" \t("), words.size());
  for (int count = 0; count < 2; ++count) {
    const std::string_view name = words.substr(0, end);
    const auto* found = std::ranges::find(KnownPragmas, name, &AttributeInfo::name);
    if (found != KnownPragmas.end()) return found;
    if (is_listed(IgnoredPragmas, name, '|')) return &NoMeaning;
    end = std::min(words.find_first_of(" \t(", end + 1), words.size());
  }
  return nullptr;
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
    if (each.after == 0) each.after = antlr4::Token::EOF;  // no token follows
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
  // `gnu::aligned`: the two colons are two tokens.
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
