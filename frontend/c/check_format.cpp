// Checks the arguments of printf and similar functions against the format [C11 7.21.6.1]. Nothing
// is printed.
#include <algorithm>
#include <cstdio>

#include "frontend/c/printed_format.h"
#include "frontend/c/unit_builder.h"
#include "support/format.h"

namespace drover::c {

std::optional<std::int64_t> UnitBuilder::check_format(Grammar::ExpressionContext& format_tree,
                                                      const std::vector<NodeId>& arguments,
                                                      std::size_t first, SourceRange at) {
  auto* text = exactly<Grammar::TextContext>(format_tree);
  if (text == nullptr) return std::nullopt;
  std::string written = decoded(*text);
  written = written.substr(0, written.find('\0'));
  const std::size_t told = sink_.diagnostics().size();
  const auto warn = [&](SourceRange where, std::string words) {
    sink_.report(DiagnosticKind::CFormat, where, {std::move(words)});
  };
  std::size_t next = first;
  const auto check = [&](const Conversion& conversion, Asked asked, unsigned bits) {
    if (next >= arguments.size()) {
      warn(at, format("`{}` has no argument", conversion.text));
      ++next;
      return;
    }
    const NodeId argument = arguments[next++];
    const TypeId type = type_of(argument);
    const bool is_number = types_.is_integer(type);
    const bool is_text = types_.is_pointer(type) && types_.is_integer(types_[type].target) &&
                         types_.bits_of(types_[type].target) == 8;
    const bool is_right = asked == Asked::Integer
                              ? is_number && std::max(32U, types_.bits_of(type)) == bits
                          : asked == Asked::Floating ? types_.is_opaque(type)
                          : asked == Asked::Text     ? is_text
                                                     : types_.is_pointer(type);
    if (!is_right) {
      warn(place_of(argument),
           format("`{}` does not fit a value of type `{}`", conversion.text, types_.name(type)));
    }
  };
  for (const Conversion& conversion : conversions_of(written)) {
    for (int i = 0; i < conversion.stars(); ++i) check(conversion, Asked::Integer, 32);
    if (conversion.asked == Asked::Unknown) {
      warn(at, format("unknown conversion `{}`", conversion.text));
      ++next;
    } else if (conversion.asked != Asked::Nothing) {
      check(conversion, conversion.asked, conversion.bits);
    }
  }
  if (next < arguments.size()) {
    warn(place_of(arguments[next]), "the format does not use this argument");
  }
  if (sink_.diagnostics().size() != told) return std::nullopt;
  return printed_length(written, std::span(arguments).subspan(first));
}

// Returns the text of a literal up to its first 0.
std::optional<std::string> UnitBuilder::literal_of(NodeId id) const {
  while ((*this)[id].kind == NodeKind::Convert) id = (*this)[id].a;
  if ((*this)[id].kind != NodeKind::AddressOf) return std::nullopt;
  const Node& object = (*this)[(*this)[id].a];
  if (object.kind != NodeKind::Global) return std::nullopt;
  const Global& global = unit_.globals[object.index];
  if (!global.name.starts_with('"')) return std::nullopt;
  std::string text(types_.size_of(global.type).value_or(1), '\0');
  for (const StaticValue& value : global.initial) {
    text[value.offset] = static_cast<char>(value.value);
  }
  return text.substr(0, text.find('\0'));
}

// Returns the number of printed characters if all arguments are constants.
std::optional<std::int64_t> UnitBuilder::printed_length(std::string_view format_text,
                                                        std::span<const NodeId> arguments) const {
  auto length = static_cast<std::int64_t>(format_text.size());
  std::size_t next = 0;
  for (const Conversion& conversion : conversions_of(format_text)) {
    length -= static_cast<std::int64_t>(conversion.text.size());
    const char letter = conversion.text.back();
    const bool is_short = conversion.text.find('h') != std::string::npos;
    const bool is_plain = conversion.asked == Asked::Nothing && conversion.text == "%%";
    if (is_plain) {
      ++length;
      continue;
    }
    if (conversion.stars() > 0 || is_short || next >= arguments.size()) return std::nullopt;
    std::string flags = conversion.text.substr(0, conversion.text.find_first_of("hlzjtdiouxXcs"));
    const NodeId argument = arguments[next++];
    int printed = -1;
    if (conversion.asked == Asked::Text) {
      const auto text = literal_of(argument);
      if (text) printed = std::snprintf(nullptr, 0, (flags + "s").c_str(), text->c_str());
    } else if (conversion.asked == Asked::Integer) {
      const auto value = constant(argument);
      const bool is_unsigned = std::string_view("ouxX").find(letter) != std::string_view::npos;
      if (value && letter == 'c') {
        printed = std::snprintf(nullptr, 0, (flags + "c").c_str(), static_cast<int>(*value));
      } else if (value && is_unsigned && conversion.bits == 32) {
        printed =
            std::snprintf(nullptr, 0, (flags + letter).c_str(), static_cast<unsigned>(*value));
      } else if (value) {
        printed = std::snprintf(nullptr, 0, (flags + "ll" + letter).c_str(),
                                static_cast<long long>(*value));
      }
    }
    if (printed < 0) return std::nullopt;
    length += printed;
  }
  return length;
}

}  // namespace drover::c
