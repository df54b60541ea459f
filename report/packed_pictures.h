#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace drover::report {

// Pictures, with what they have in common kept once.
//
// The pictures of a page are much alike: one element stands on a line, and lines differ in numbers
// and texts. A line is therefore taken apart into its *shape*, which has a `Gap` for each number
// in an attribute and each text between tags, and what is in the gaps. A picture is a list of
// lines; equal lines and equal shapes are kept once, whatever picture they are of. Putting shapes
// and gaps together again gives the text as it was, to the byte.
class PackedPictures {
 public:
  // Stands for a number or a text; no picture has one of its own (see xml_escaped).
  static constexpr char Gap = '\t';

  struct Line {
    std::size_t shape = 0;
    std::vector<std::string> gaps;
    auto operator<=>(const Line&) const = default;
  };

  // The lines of a picture, by their places in `lines`; an empty text has none.
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
