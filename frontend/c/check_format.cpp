// printf and its kin: whether the arguments are what the format asks for [C11 7.21.6.1]. What they
// would print is not shown.
#include <algorithm>
#include <cctype>

#include "frontend/c/unit_builder.h"
#include "support/format.h"

namespace drover::c {

namespace {

enum class Asked : std::uint8_t { Nothing, Integer, Text, Pointer, Unknown };

struct Conversion {
  std::string text;  // as written: `%08lx`
  Asked asked = Asked::Unknown;
  unsigned bits = 32;  // of an Integer
  int stars = 0;       // widths that are arguments of type int
};

unsigned bits_of_length(std::string_view length) {
  if (length == "l" || length == "ll" || length == "z" || length == "j" || length == "t") return 64;
  return 32;  // `hh` and `h`, too: arguments are promoted
}

Asked asked_by(char letter, std::string_view length) {
  if (std::string_view("diouxX").find(letter) != std::string_view::npos) return Asked::Integer;
  if (letter == 'c' && length.empty()) return Asked::Integer;
  if (letter == 's' && length.empty()) return Asked::Text;
  if (letter == 'p' && length.empty()) return Asked::Pointer;
  if (letter == '%' && length.empty()) return Asked::Nothing;
  return Asked::Unknown;
}

std::vector<Conversion> conversions_of(std::string_view format) {
  std::vector<Conversion> out;
  for (std::size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at)) {
    const std::size_t begin = at++;
    Conversion one;
    const auto skip = [&](std::string_view letters) {
      const std::size_t from = at;
      while (at < format.size() && letters.find(format[at]) != std::string_view::npos) ++at;
      return format.substr(from, at - from);
    };
    skip("-+ #0'");
    for (const char each : skip("0123456789*.")) one.stars += each == '*' ? 1 : 0;
    const std::string_view length = skip("hlzjtL");
    if (at < format.size()) one.asked = asked_by(format[at++], length);
    one.bits = bits_of_length(length);
    one.text = std::string(format.substr(begin, at - begin));
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

void UnitBuilder::check_format(Grammar::ExpressionContext& format_tree,
                               const std::vector<NodeId>& arguments, std::size_t first,
                               SourceRange at) {
  auto* text = dynamic_cast<Grammar::TextContext*>(&format_tree);
  if (text == nullptr) return;
  std::string written;
  for (auto* part : text->STRING()) written += decoded_text(part->getText()).value_or("");
  const auto warn = [&](SourceRange where, std::string words) {
    sink_.report(DiagnosticKind::CFormat, where, {std::move(words)});
  };
  const TypeTable& types = unit_.types;
  std::size_t next = first;
  const auto check = [&](const Conversion& conversion, Asked asked, unsigned bits) {
    if (next >= arguments.size()) {
      warn(at, format("`{}` has no argument", conversion.text));
      ++next;
      return;
    }
    const NodeId argument = arguments[next++];
    const TypeId type = type_of(argument);
    const bool is_number = types.is_integer(type);
    const bool is_text = types.is_pointer(type) && types.is_integer(types[type].target) &&
                         types.bits_of(types[type].target) == 8;
    const bool is_right = asked == Asked::Integer
                              ? is_number && std::max(32U, types.bits_of(type)) == bits
                          : asked == Asked::Text ? is_text
                                                 : types.is_pointer(type);
    if (!is_right) {
      warn(place_of(argument), format("`{}` is for a value of a type other than `{}`",
                                      conversion.text, types.name(type)));
    }
  };
  for (const Conversion& conversion : conversions_of(written)) {
    for (int i = 0; i < conversion.stars; ++i) check(conversion, Asked::Integer, 32);
    if (conversion.asked == Asked::Unknown) {
      warn(at, format("`{}` is not a conversion that is known here", conversion.text));
      ++next;
    } else if (conversion.asked != Asked::Nothing) {
      check(conversion, conversion.asked, conversion.bits);
    }
  }
  if (next < arguments.size()) {
    warn(place_of(arguments[next]), "an argument that the format does not use");
  }
}

}  // namespace drover::c
