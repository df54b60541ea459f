#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "editing/line_writer.h"
#include "editing/pieces.h"

namespace drover::editing {

// Returns for each bracket's piece the index of its partner. Nothing if brackets do not match.
[[nodiscard]] std::optional<std::vector<std::size_t>> matching_brackets(
    std::string_view text, const std::vector<Piece>& pieces);

// Spaces between tokens of the core language and of C. Short-lived.
class CodeSpacing {
 public:
  CodeSpacing(std::string_view text, const std::vector<Piece>& pieces,
              const std::vector<std::size_t>& matching, Language language);

  // Returns the gap between a piece and its predecessor.
  [[nodiscard]] LineWriter::Gap before(std::size_t index) const;
  // True for `for` with three parts, not for the RMW of that name.
  [[nodiscard]] bool is_loop(std::size_t index) const;

 private:
  enum class Role : std::uint8_t { Other, Prefix, Binary, Postfix, Declarator, Tight };

  [[nodiscard]] std::string_view text_of(std::size_t index) const;
  [[nodiscard]] bool ends_operand(std::size_t index) const;
  [[nodiscard]] bool is_type(std::size_t index) const;
  [[nodiscard]] bool is_cast(std::size_t close) const;
  [[nodiscard]] bool ends_header(std::size_t close) const;
  [[nodiscard]] Role role_of(std::size_t index) const;
  [[nodiscard]] bool has_gap(std::size_t index) const;
  [[nodiscard]] bool wants_space(std::size_t index) const;
  [[nodiscard]] bool wants_space_before_parenthesis(std::size_t index) const;
  [[nodiscard]] bool is_template(std::size_t index) const;
  [[nodiscard]] bool is_mode_comma(std::size_t index) const;
  [[nodiscard]] bool is_pin(std::size_t index) const;
  [[nodiscard]] bool is_merged(std::size_t index) const;
  void mark_colons();
  void mark_headers();

  std::string_view text_;
  const std::vector<Piece>& pieces_;
  const std::vector<std::size_t>& matching_;
  Language language_;
  std::vector<Role> roles_;
  std::vector<bool> is_in_header_;  // of a C thread
};

}  // namespace drover::editing
