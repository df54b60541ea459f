#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace drover::report {

// Pictures whose common parts are stored once.
//
// The pictures of a page are similar: each line has one element, and lines differ in numbers and
// texts. A line is split into its *shape*, with a `Gap` for each number in an attribute and each
// text between tags, and the contents of the gaps. A picture is a list of lines; equal lines and
// equal shapes of all pictures are stored once. Joining shapes and gaps restores the text byte by
// byte.
class PackedPictures {
 public:
  // Replaces a number or a text; pictures contain no such character (see xml_escaped).
  static constexpr char Gap = '\t';

  struct Line {
    std::size_t shape = 0;
    std::vector<std::string> gaps;
    auto operator<=>(const Line&) const = default;
  };

  // Returns the lines of a picture as indices into `lines`. Empty for an empty text.
  [[nodiscard]] std::vector<std::size_t> add(std::string_view svg);

  [[nodiscard]] const std::vector<std::string>& shapes() const { return shapes_; }
  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }

 private:
  std::size_t place_of(Line line);
  std::size_t shape_of(std::string text);

  std::vector<std::string> shapes_;
  std::vector<Line> lines_;
  std::map<std::string, std::size_t> known_shapes_;
  std::map<Line, std::size_t> known_lines_;
};

}  // namespace drover::report
