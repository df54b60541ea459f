#include "explorer/algorithms/search.h"

namespace drover {

namespace {

constexpr std::uint64_t Everything = 0;
constexpr std::uint64_t ChoiceFollows = 1;
constexpr std::uint64_t OpenFollows = 2;
constexpr std::uint64_t RestFollows = 3;
constexpr std::uint64_t Marks = 4;

}  // namespace

ByteWriter FrameSearch::path_to(std::size_t frame) const {
  ByteWriter out;
  for (std::size_t i = 0; i < frame; ++i) {
    out.put(ChoiceFollows);
    write_choice(out, i);
  }
  return out;
}

std::optional<Bytes> FrameSearch::split() {
  for (std::size_t i = 0; i < depth(); ++i) {
    if (!has_choices(i)) continue;
    ByteWriter out = path_to(i);
    out.put(OpenFollows);
    write_open(out, i);
    close(i);
    return out.take();
  }
  if (!std::exchange(is_at_start_, false)) return std::nullopt;
  ByteWriter out;
  out.put(Everything);
  return out.take();
}

Bytes FrameSearch::take_overflow() {
  if (!std::exchange(has_overflow_, false)) return {};
  ByteWriter out = path_to(depth());
  out.put(RestFollows);
  return out.take();
}

bool FrameSearch::load_from(ByteReader& in) {
  is_loading_ = true;
  std::uint64_t mark = in.get_below(Marks);
  bool is_good = true;
  if (mark == Everything) is_at_start_ = !in.has_failed();
  for (; is_good && mark == ChoiceFollows; mark = in.get_below(Marks)) {
    is_good = push_next() && read_choice(in) && !in.has_failed();
  }
  if (mark == OpenFollows) is_good = is_good && push_next() && read_open(in);
  is_loading_ = false;
  return is_good && !in.has_failed() && (is_at_start_ || depth() > 0);
}

}  // namespace drover
