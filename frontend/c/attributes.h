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

// What an attribute means for what a program does.
enum class AttributeMeaning : std::uint8_t {
  Nothing,  // a hint, a warning, a name for the linker
  Aligned,
  Packed,
  Mode,
  Cleanup,
  Constructor,
  Destructor,
  NoReturn,
  Refused,
  Unknown
};

struct AttributeInfo {
  std::string_view name;
  AttributeMeaning meaning = AttributeMeaning::Nothing;
  std::string_view hint = {};  // Refused: a way out
};
// By its name without the underscores around it; null: nobody knows it.
[[nodiscard]] const AttributeInfo* find_attribute(std::string_view name);
// The same of the first words behind `#pragma`, which mean Nothing, or are Refused.
[[nodiscard]] const AttributeInfo* find_pragma(std::string_view words);

struct Attribute {
  std::string name;
  const AttributeInfo* info = nullptr;
  antlr4::Token* token = nullptr;  // the name
  Tokens arguments = {};           // what is in its parentheses
  // The tokens around it that the parser sees, by their index in the stream.
  std::size_t before = 0;
  std::size_t after = 0;
  bool is_standard = false;  // [[…]]
  bool is_taken = false;     // by what it is about
};

// `__attribute__((…))` and `[[…]]` may stand nearly everywhere. So they are no part of the grammar:
// their tokens are hidden from the parser, and kept here with their neighbours.
class Attributes {
 public:
  Attributes() = default;
  // Hides them. What is not of their form stays, and is a syntax error.
  explicit Attributes(const Tokens& tokens);

  // The tokens that stay, and those of arguments, with how many of the first come before them.
  struct Argument {
    std::size_t before = 0;
    antlr4::Token* token = nullptr;
  };
  [[nodiscard]] const Tokens& seen() const { return seen_; }
  [[nodiscard]] const std::vector<Argument>& arguments() const { return arguments_; }

  // Those that stand directly before, or behind, a token that the parser sees.
  [[nodiscard]] std::span<Attribute> before(const antlr4::Token& token);
  [[nodiscard]] std::span<Attribute> behind(const antlr4::Token& token);
  [[nodiscard]] std::span<const Attribute> all() const { return all_; }

 private:
  void add(const Tokens& tokens, std::size_t begin, std::size_t end, bool is_standard);
  void add_one(const Tokens& tokens, std::size_t begin, std::size_t end, bool is_standard);

  Tokens seen_;
  std::vector<Argument> arguments_;
  std::vector<Attribute> all_;  // as they are written
};

}  // namespace drover::c
