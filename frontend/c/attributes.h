#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/antlr_section.h"

// Private to the parser.
namespace drover::c {

// The effect of an attribute on a program's behaviour.
enum class AttributeMeaning : std::uint8_t {
  Nothing,  // a hint, a warning, a name for the linker
  Aligned,
  Packed,
  Mode,
  Cleanup,
  Constructor,
  Destructor,
  NoReturn,
  VectorSize,
  TransparentUnion,
  Refused,
  Unknown
};

struct AttributeInfo {
  std::string_view name;
  AttributeMeaning meaning = AttributeMeaning::Nothing;
  std::string_view hint = {};  // Refused: an alternative
};
// Finds an attribute by its name without the surrounding underscores; null if it is unknown.
[[nodiscard]] const AttributeInfo* find_attribute(std::string_view name);
// Finds a pragma by the first words after `#pragma`. Its meaning is Nothing or Refused.
[[nodiscard]] const AttributeInfo* find_pragma(std::string_view words);

struct Attribute {
  std::string name;
  const AttributeInfo* info = nullptr;
  antlr4::Token* token = nullptr;  // the name
  Tokens arguments = {};           // tokens in its parentheses
  // The neighbouring tokens that the parser sees, by their index in the stream.
  std::size_t before = 0;
  std::size_t after = 0;
  bool is_standard = false;  // [[…]]
  bool is_taken = false;     // a declaration has used it
};

// `__attribute__((…))` and `[[…]]` may stand nearly everywhere. So they are not part of the
// grammar: their tokens are hidden from the parser and kept here with their neighbours.
class Attributes {
 public:
  Attributes() = default;
  // Hides attributes. Malformed attributes stay and are syntax errors.
  explicit Attributes(const Tokens& tokens);

  // A token in the parentheses of an attribute, with the number of visible tokens before it.
  struct Argument {
    std::size_t before = 0;
    antlr4::Token* token = nullptr;
  };
  [[nodiscard]] const Tokens& seen() const { return seen_; }
  [[nodiscard]] const std::vector<Argument>& arguments() const { return arguments_; }

  // Return the attributes directly before or after a visible token.
  [[nodiscard]] std::span<Attribute> before(const antlr4::Token& token);
  [[nodiscard]] std::span<Attribute> behind(const antlr4::Token& token);
  [[nodiscard]] std::span<const Attribute> all() const { return all_; }

 private:
  void add(const Tokens& tokens, std::size_t begin, std::size_t end, bool is_standard);
  void add_one(const Tokens& tokens, std::size_t begin, std::size_t end, bool is_standard);

  Tokens seen_;
  std::vector<Argument> arguments_;
  std::vector<Attribute> all_;  // in source order
};

// Turns identifiers into TYPEDEF_NAME if they name types: a typedef of this scope or of an
// enclosing scope declares them, and no other declaration hides them. Names in attributes are used
// but declare nothing.
void mark_type_names(const Attributes& attributes);

}  // namespace drover::c
