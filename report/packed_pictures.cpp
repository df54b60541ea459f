#include "report/packed_pictures.h"

#include <cctype>

#include "support/check.h"

namespace drover::report {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// Splits one line. Short-lived: holds its input.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : text_(text) {}

  // Returns the shape; appends to `gaps`.
  std::string read(std::vector<std::string>& gaps) {
    while (at_ < text_.size()) {
      if (text_[at_] == '<') {
        read_tag(gaps);
      } else {
        take_gap(text_.find('<', at_), gaps);
      }
    }
    return std::move(shape_);
  }

 private:
  void read_tag(std::vector<std::string>& gaps) {
    bool is_value = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_value && c == '#') {
        copy_colour();
      } else if (is_value && begins_number()) {
        take_gap(end_of_number(), gaps);
      } else {
        shape_ += c;
        ++at_;
        if (c == '"') is_value = !is_value;
        if (c == '>' && !is_value) return;
      }
    }
  }

  void copy_colour() {
    do {
      shape_ += text_[at_++];
    } while (at_ < text_.size() && is_word(text_[at_]));
  }

  [[nodiscard]] bool begins_number() const {
    if (is_digit(text_[at_])) return true;
    const bool is_minus = text_[at_] == '-' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]);
    return is_minus && !is_word(text_[at_ - 1]);
  }

  [[nodiscard]] std::size_t end_of_number() const {
    std::size_t end = at_ + 1;
    const auto skip_digits = [&] {
      while (end < text_.size() && is_digit(text_[end])) ++end;
    };
    skip_digits();
    if (end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1])) {
      ++end;
      skip_digits();
    }
    return end;
  }

  void take_gap(std::size_t end, std::vector<std::string>& gaps) {
    gaps.emplace_back(text_.substr(at_, end - at_));
    shape_ += PackedPictures::Gap;
    at_ = end == std::string_view::npos ? text_.size() : end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string shape_;
};

}  // namespace

std::vector<std::size_t> PackedPictures::add(std::string_view svg) {
  DROVER_CHECK(svg.find(Gap) == std::string_view::npos, "a picture has no tabulator in it");
  std::vector<std::size_t> out;
  while (!svg.empty()) {
    const std::size_t end = svg.find('\n');
    Line line;
    line.shape = shape_of(LineReader(svg.substr(0, end)).read(line.gaps));
    out.push_back(place_of(std::move(line)));
    svg.remove_prefix(end == std::string_view::npos ? svg.size() : end + 1);
  }
  return out;
}

std::size_t PackedPictures::shape_of(std::string text) {
  const auto [place, is_new] = known_shapes_.try_emplace(std::move(text), shapes_.size());
  if (is_new) shapes_.push_back(place->first);
  return place->second;
}

std::size_t PackedPictures::place_of(Line line) {
  const auto [place, is_new] = known_lines_.try_emplace(std::move(line), lines_.size());
  if (is_new) lines_.push_back(place->first);
  return place->second;
}

}  // namespace drover::report
