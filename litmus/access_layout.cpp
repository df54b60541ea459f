#include "litmus/access_layout.h"

#include <algorithm>
#include <set>

#include "semantics/program/address.h"
#include "semantics/program/location_table.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

// The ranges of one object that count: those of accesses, and the elements that some access does
// not cover as a whole.
std::set<ByteRange> ranges_of(std::size_t object, const std::set<ByteRange>& accessed,
                              const Program& program) {
  const SharedObject& shared = program.objects[object];
  std::set<ByteRange> all = accessed;
  for (const ByteRange& element : elements_of(object, program)) {
    std::vector<ByteRange> inside;
    std::ranges::copy_if(accessed, std::back_inserter(inside),
                         [&](const ByteRange& each) { return each.overlaps(element); });
    if (inside.empty()) continue;
    // One size alone may be narrower than the variable, if the initial value fits into it, or
    // wider.
    const bool is_one = inside.size() == 1 && inside.front().begin == element.begin;
    const std::uint32_t bytes = inside.front().end - inside.front().begin;
    const bool is_wider = bytes > shared.element_bytes;
    const Value initial = shared.initial.empty() ? 0 : shared.initial[element.begin];
    const bool fits = address::is_address(initial) || bytes >= sizeof(Value) ||
                      (static_cast<std::uint64_t>(initial) >> (8 * bytes)) == 0;
    if (is_one && (is_wider ? !shared.is_array : fits)) continue;
    all.insert(element);
  }
  return all;
}

// Collects the offsets inside some range at which another begins or ends.
std::vector<std::uint32_t> cuts_of(const std::set<ByteRange>& ranges) {
  std::set<std::uint32_t> ends;
  for (const ByteRange& each : ranges) ends.insert({each.begin, each.end});
  std::vector<std::uint32_t> cuts;
  for (const std::uint32_t end : ends) {
    const bool is_inside = std::ranges::any_of(
        ranges, [&](const ByteRange& each) { return each.begin < end && end < each.end; });
    if (is_inside) cuts.push_back(end);
  }
  return cuts;
}

// An access with several possible addresses is cut in the same way at each.
bool spread_cuts(AccessLayout& layout, const Program& program) {
  bool grows = false;
  for (const SizedAccess& access : layout.accesses) {
    const std::vector<ByteRange> places = places_of(access, program);
    std::set<std::uint32_t> distances;
    for (const ByteRange& place : places) {
      for (const std::uint32_t cut : layout.cuts[place.object]) {
        if (place.begin < cut && cut < place.end) distances.insert(cut - place.begin);
      }
    }
    for (const ByteRange& place : places) {
      std::vector<std::uint32_t>& cuts = layout.cuts[place.object];
      for (const std::uint32_t distance : distances) {
        const std::uint32_t cut = place.begin + distance;
        const auto at = std::ranges::lower_bound(cuts, cut);
        if (at != cuts.end() && *at == cut) continue;
        cuts.insert(at, cut);
        grows = true;
      }
    }
  }
  return grows;
}

AccessLayout layout_with(const Program& program, const std::vector<bool>& is_torn) {
  AccessLayout layout{sized_accesses(program, is_torn), {}};
  layout.cuts.resize(program.objects.size());
  std::vector<std::set<ByteRange>> accessed(program.objects.size());
  for (const SizedAccess& access : layout.accesses) {
    for (const ByteRange& place : places_of(access, program)) accessed[place.object].insert(place);
  }
  for (std::size_t object = 0; object < accessed.size(); ++object) {
    if (accessed[object].empty()) continue;
    layout.cuts[object] = cuts_of(ranges_of(object, accessed[object], program));
  }
  if (!layout.has_cuts()) return layout;
  while (spread_cuts(layout, program)) {
  }
  return layout;
}

}  // namespace

bool AccessLayout::has_cuts() const {
  return std::ranges::any_of(cuts, [](const auto& each) { return !each.empty(); });
}

bool AccessLayout::has_cut(const ByteRange& range) const {
  return std::ranges::any_of(
      cuts[range.object], [&](std::uint32_t cut) { return range.begin < cut && cut < range.end; });
}

// If accesses overlap in part, more values are possible than those of cells, and so more
// addresses: that may give further overlaps.
AccessLayout access_layout(const Program& program) {
  AccessLayout layout = layout_with(program, {});
  std::vector<bool> is_torn(program.objects.size(), false);
  while (true) {
    bool has_more = false;
    for (std::size_t object = 0; object < layout.cuts.size(); ++object) {
      if (layout.cuts[object].empty() || is_torn[object]) continue;
      is_torn[object] = has_more = true;
    }
    if (!has_more) return layout;
    layout = layout_with(program, is_torn);
  }
}

std::vector<ByteRange> elements_of(std::size_t object, const Program& program) {
  const SharedObject& shared = program.objects[object];
  std::vector<ByteRange> all;
  if (shared.element_bytes == 0 || shared.is_function) return all;
  const std::size_t bytes = shared.is_array ? shared.initial.size() : shared.element_bytes;
  for (std::uint32_t begin = 0; begin < bytes; begin += shared.element_bytes) {
    all.push_back({object, begin, begin + shared.element_bytes});
  }
  return all;
}

std::vector<ByteRange> places_of(const SizedAccess& access, const Program& program) {
  std::vector<ByteRange> all;
  if (access.addresses.is_known()) {
    for (const Value each : access.addresses.values) {
      const auto object = shared_object_at(each, program);
      if (!object || program.objects[*object].is_function) continue;
      all.push_back({*object, address::cell(each), address::cell(each) + access.bytes});
    }
  } else if (access.addresses.may_be_address()) {
    for (std::size_t object = 0; object < program.objects.size(); ++object) {
      const std::vector<ByteRange> elements = elements_of(object, program);
      const std::uint32_t end = elements.empty() ? 0 : elements.back().end;
      for (std::uint32_t begin = 0; begin < end; begin += access.bytes) {
        all.push_back({object, begin, begin + access.bytes});
      }
    }
  }
  return all;
}

std::string place_text(const ByteRange& range, const Program& program) {
  const SharedObject& shared = program.objects[range.object];
  const std::uint32_t offset = range.begin;
  if (shared.is_array && shared.element_bytes != 0 && offset % shared.element_bytes == 0) {
    return format("{}[{}]", shared.name, offset / shared.element_bytes);
  }
  return offset == 0 ? shared.name : format("{}+{}", shared.name, offset);
}

}  // namespace drover::litmus
