#include "report/packed_pictures.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using drover::report::PackedPictures;

namespace {

// Puts a picture together again, as the page does.
std::string unpacked(const PackedPictures& pictures, const std::vector<std::size_t>& lines) {
  std::string out;
  for (const std::size_t index : lines) {
    const PackedPictures::Line& line = pictures.lines()[index];
    std::size_t gap = 0;
    for (const char c : pictures.shapes()[line.shape]) {
      if (c == PackedPictures::Gap) {
        out += line.gaps[gap++];
      } else {
        out += c;
      }
    }
    CHECK(gap == line.gaps.size());
    out += '\n';
  }
  return out;
}

}  // namespace

TEST_CASE("a packed picture is unpacked unchanged") {
  for (const std::string text :
       {"<svg width=\"12.5\" viewBox=\"0 0 12.5 -7\">\n</svg>\n",
        "<path d=\"M84.5 72C84.5 80.7 -3 89.3\" stroke=\"#3c3c3c\" stroke-width=\"1.30\"/>\n",
        "<g id=\"d9-e1\" data-thread=\"w-1.2.\"><text x=\"1\">W x = -1 &lt; 2</text></g>\n",
        "no tag 1 2 3\n", "\n\n<a\n", "<a b=\"\n", "<a b=\"1\n", "<a b=\"#\n", "<a b=\"-\n",
        "<a b=\"1.\"/>\n", "<a b='1 > 2'>text</a>tail\n"}) {
    CAPTURE(text);
    PackedPictures pictures;
    CHECK(unpacked(pictures, pictures.add(text)) == text);
  }
}

TEST_CASE("an empty picture has no lines") {
  PackedPictures pictures;
  CHECK(pictures.add("").empty());
  CHECK(pictures.shapes().empty());
}

TEST_CASE("lines that differ in numbers and texts have one shape") {
  PackedPictures pictures;
  const auto lines = pictures.add(
      "<rect x=\"1\" fill=\"#a1b2c3\"/><text>one</text>\n"
      "<rect x=\"-2.5\" fill=\"#a1b2c3\"/><text>two</text>\n"
      "<rect x=\"-2.5\" fill=\"#a1b2c4\"/><text>two</text>\n");
  CHECK(lines.size() == 3);
  CHECK(pictures.shapes().size() == 2);
  CHECK(pictures.shapes()[0] == "<rect x=\"\t\" fill=\"#a1b2c3\"/><text>\t</text>");
  CHECK(pictures.lines()[1].gaps == std::vector<std::string>{"-2.5", "two"});
}

TEST_CASE("lines that several pictures have are kept once") {
  PackedPictures pictures;
  const auto first = pictures.add("<a x=\"1\"/>\n<b/>\n");
  const auto second = pictures.add("<b/>\n<a x=\"1\"/>\n<a x=\"2\"/>\n");
  CHECK(first == std::vector<std::size_t>{0, 1});
  CHECK(second == std::vector<std::size_t>{1, 0, 2});
  CHECK(pictures.lines().size() == 3);
}
