#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "editing/line_writer.h"
#include "editing/pieces.h"

namespace drover::editing {

// Where brackets match: by piece, the index of the other one. Nothing if they do not.
[[nodiscard]] std::optional<std::vector<std::size_t>> matching_brackets(
    std::string_view text, const std::vector<Piece>& pieces);

// Which tokens of the core language and of C stand next to each other, and which are apart.
// A short-lived worker.
class CodeSpacing {
 public:
  CodeSpacing(std::string_view text, const std::vector<Piece>& pieces,
              const std::vector<std::size_t>& matching, Language language);

  // Between a piece and the one before.
  [[nodiscard]] LineWriter::Gap before(std::size_t index) const;
  // `for` with its three parts, and not the read-modify-write of that name.
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
  std::vector<bool> is_in_header_;  // of a thread of C
};

}  // namespace drover::editing
