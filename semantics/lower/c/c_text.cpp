// snprintf and its relatives [C11 7.21.6.5]: the text is written to memory, character by character.
// A helper in <stdio.h> writes what a conversion prints.
#include <limits>

#include "frontend/c/printed_format.h"
#include "semantics/lower/c/c_thread.h"
#include "support/format.h"

namespace drover::lowering {

using c::Asked;
using c::Conversion;
using c::TypeKind;

namespace {

// The kinds of text that __drover_put prints, other than numbers, which have their base; Signed is
// decimal with a sign, Upper hexadecimal with upper-case letters.
constexpr Value EndOfText = 0;
constexpr Value Character = 1;
constexpr Value Text = 2;
constexpr Value Signed = 20;
constexpr Value Upper = 17;

Value kind_of(const Conversion& conversion) {
  switch (conversion.letter) {
    case 'c': return Character;
    case 's': return Text;
    case 'd':
    case 'i': return Signed;
    case 'o': return 8;
    case 'u': return 10;
    case 'X': return Upper;
    default: return 16;
  }
}

// Bits that __drover_put tests.
Value flags_of(const Conversion& conversion) {
  constexpr std::string_view Flags = "-0+ #";
  Value bits = 0;
  for (const char flag : conversion.flags) {
    const std::size_t at = Flags.find(flag);
    if (at != std::string_view::npos) bits |= Value{1} << at;
  }
  return conversion.letter == 'p' ? bits | Value{1} << Flags.find('#') : bits;
}

}  // namespace

// Returns the text of a literal at an address that is known; nothing: another address.
std::optional<std::string> CThreadLowering::text_at(ExprId address) const {
  const auto at = known(address);
  if (!at) return std::nullopt;
  for (std::uint32_t i = 0; i < context_.unit.globals.size(); ++i) {
    const c::Global& global = context_.unit.globals[i];
    if (!global.name.starts_with('"')) continue;
    const auto size = static_cast<Value>(types().size_of(global.type).value_or(0));
    const Value begin = *at - context_.address_of_global(i);
    if (begin < 0 || begin >= size) continue;
    std::string text(static_cast<std::size_t>(size), '\0');
    for (const c::StaticValue& value : global.initial) {
      text[value.offset] = static_cast<char>(value.value);
    }
    return text.substr(begin, text.find('\0', begin) - begin);
  }
  return std::nullopt;
}

// Writes a text for this format, and returns its length. Nothing if the call is refused.
std::optional<ExprId> CThreadLowering::write_text(const c::Node& call, ExprId to, ExprId size,
                                                  const std::string& text,
                                                  const TextArguments& arguments) {
  const c::Type& helper = types()[context_.unit.functions[call.index].type];
  // Texts and pointers are passed as the first parameter of the helper is.
  const c::TypeId pointer = helper.parameters[0];
  const auto type_for = [&](const Conversion& conversion) {
    if (conversion.asked != Asked::Integer) return pointer;
    const bool is_signed = kind_of(conversion) == Signed || conversion.letter == 'c';
    if (conversion.bits == 64) {
      return types().find_basic(is_signed ? TypeKind::Long : TypeKind::UnsignedLong);
    }
    return types().find_basic(is_signed ? TypeKind::Int : TypeKind::UnsignedInt);
  };
  const auto put = [&](ExprId at, Value kind, ExprId value, ExprId width, ExprId precision,
                       Value flags) {
    const std::vector<ExprId> given{to,    size,  at,        constant(kind),
                                    value, width, precision, constant(flags)};
    return saved(inline_call(call.index, given, helper.target, std::nullopt));
  };
  ExprId at = constant(0);
  const auto put_letter = [&](char letter) {
    when(is_less(sum(at, 1), size), [&] {
      store({.address = sum(to, at), .type = types().find_basic(TypeKind::Char)}, constant(letter),
            Mode::Na);
    });
    at = sum(at, 1);
  };
  const auto refuse = [&](const std::string& what) {
    lower_unsupported(format("a text in memory of {} is", what),
                      "write what matters to the program only");
    return std::nullopt;
  };
  std::size_t next = 0;
  const auto argument = [&](c::TypeId type) -> std::optional<ExprId> {
    const std::size_t index = next++;
    if (arguments.list) {
      constexpr Value SlotBytes = 8;
      return saved(load(
          {.address = sum(*arguments.list, SlotBytes * static_cast<Value>(index)), .type = type},
          Mode::Na));
    }
    if (index >= arguments.values.size()) return std::nullopt;
    const c::TypeId given = arguments.types[index];
    if (types().is_opaque(given) || !types().is_scalar(given)) return std::nullopt;
    return saved(convert(arguments.values[index], given, type));
  };
  const auto size_of = [&](const std::optional<c::PrintedSize>& asked) -> std::optional<ExprId> {
    if (!asked) return constant(-1);
    return asked->is_argument ? argument(types().find_basic(TypeKind::Int))
                              : constant(asked->value);
  };
  std::size_t done = 0;
  for (const Conversion& conversion : c::conversions_of(text)) {
    for (; done < conversion.begin; ++done) put_letter(text[done]);
    done += conversion.text.size();
    if (conversion.asked == Asked::Nothing) {
      put_letter('%');
      continue;
    }
    if (conversion.asked == Asked::Floating) return refuse("a floating-point number");
    if (conversion.asked == Asked::Unknown) return refuse(format("`{}`", conversion.text));
    const auto width = size_of(conversion.width);
    const auto precision = size_of(conversion.precision);
    const auto given = argument(type_for(conversion));
    if (!width || !precision || !given) {
      return refuse(format("`{}`, which has no argument that fits,", conversion.text));
    }
    ExprId value = *given;
    const bool is_signed = kind_of(conversion) == Signed;
    if (conversion.asked == Asked::Integer && conversion.printed_bits < 32) {
      const bool is_byte = conversion.printed_bits == 8;
      value =
          convert(value, type_for(conversion),
                  types().find_basic(is_signed ? (is_byte ? TypeKind::SignedChar : TypeKind::Short)
                                     : is_byte ? TypeKind::UnsignedChar
                                               : TypeKind::UnsignedShort));
    }
    const bool is_plain = !conversion.width && !conversion.precision;
    const auto literal =
        conversion.asked == Asked::Text && is_plain ? text_at(value) : std::nullopt;
    if (literal) {
      for (const char letter : *literal) put_letter(letter);
      continue;
    }
    at = put(at, kind_of(conversion), value, *width, *precision, flags_of(conversion));
  }
  for (; done < text.size(); ++done) put_letter(text[done]);
  put(at, EndOfText, constant(0), constant(-1), constant(-1), 0);
  return at;
}

ExprId CThreadLowering::lower_text(const c::Node& call) {
  const std::string_view name = call.text;
  const bool is_allocated = name.find("as") != std::string_view::npos;
  const bool has_size = name.find('n') < name.find("printf");
  const bool has_list = name.starts_with('v');
  std::vector<ExprId> values = lower_in_order(call.list);
  for (ExprId& value : values) value = saved(value);
  const std::size_t at_format = has_size ? 2 : 1;
  const auto text = text_at(values[at_format]);
  if (!text) {
    lower_unsupported(format("`{}` with a format that is not known here is", name),
                      "give it a string literal");
    return constant(0);
  }
  TextArguments arguments;
  if (has_list) {
    arguments.list = values[at_format + 1];
  } else {
    arguments.values.assign(values.begin() + at_format + 1, values.end());
    for (std::size_t i = at_format + 1; i < call.list.size(); ++i) {
      arguments.types.push_back(node(call.list[i]).type);
    }
  }
  constexpr Value AllOfIt = std::numeric_limits<std::int32_t>::max();
  ExprId to = values[0];
  ExprId size = has_size ? values[1] : constant(AllOfIt);
  if (is_allocated) {
    const auto length = write_text(call, constant(0), constant(0), *text, arguments);
    if (!length) return constant(0);
    context_.assume(Assumption::AllocationsSucceed);
    size = saved(sum(*length, 1));
    to = saved(allocated_block(size, false, types().find_basic(TypeKind::Char)));
    store({.address = values[0],
           .type = types()[context_.unit.functions[call.index].type].parameters[0]},
          to, Mode::Na);
  }
  return write_text(call, to, size, *text, arguments).value_or(constant(0));
}

}  // namespace drover::lowering
